"""The search for rank certificates: weights, and Taylor coefficients or values that vary independently."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import nmod_mat

from symproof.absorb.limits import Clock, Limits
from symproof.errors import GaveUp, OutOfBudget, Rejected
from symproof.kernel.budget import Budget
from symproof.kernel.ranks import (
    ORDER_MAX,
    Block,
    certificate,
    check_ranks,
    coefficients,
    jets,
    values,
)

PRIME = 2**61 - 1
ENTRIES = 99  # largest entry of drawn weights; for relu smaller ones first, so that few neurons are dead
POINT = 999  # largest entry of a drawn point
DRAWS, RELU_DRAWS = 3, 24  # of weights


@dataclass(frozen=True, slots=True)
class GenericDepth:
    """What is true of almost all stacks of these sizes, with its certificate.

    Attributes:
        d, widths: the sizes.
        activation: its name, or ``series``.
        series: Taylor coefficients, where the claim is about all sigma that have them.
        weights: how many weights a stack of these sizes has.
        rank: of the derivative at the certificate's weights: all of them, for relu up to the scaling.
        established: the kernel's sentence.
        certificate: what `symproof check` accepts.
    """

    d: int
    widths: tuple[int, ...]
    activation: str
    series: tuple[str, ...] | None
    weights: int
    rank: int
    established: str
    certificate: dict[str, Any]


def generic_depth(
    d: int,
    widths: Sequence[int],
    activation: str,
    series: Sequence[Fraction] | None = None,
    limits: Limits | None = None,
) -> GenericDepth:
    """A certificate that almost no stack of residual blocks of these sizes is one without skips.

    Args:
        d: the dimension.
        widths: the numbers of neurons.
        activation: relu, gelu, gelu_tanh, silu, quick_gelu, or "series".
        series: rational Taylor coefficients of sigma at 0, as many as are known, for "series".
        limits: of time.

    Raises:
        Malformed: there is no such size or activation.
        Rejected: the Taylor coefficients do not start with 0.
        GaveUp: no weights were found; so it is when the claim is false (sigma = z^2, d = 1 with relu). Or the
            kernel's budget is spent, or the time.

    Source: Theorems A1 and A2 on depth; SOUNDNESS.md of the kernel, section 10.

    >>> generic_depth(1, [1, 1], "silu").rank
    4
    """
    clock = Clock(limits or Limits())
    spelt = None if series is None else [str(a) for a in series]
    certificate(d, widths, activation, spelt, None)  # refuses what is no size
    rank = (2 * d - (activation == "relu")) * sum(widths)
    for seed in range(RELU_DRAWS if activation == "relu" else DRAWS):
        clock.note(f"draw {seed}")
        most = min(1 + seed, ENTRIES) if activation == "relu" else ENTRIES
        blocks = drawn(random.Random(f"{seed} {d} {widths}"), d, widths, most)
        tried = (
            _values(blocks, rank, seed) if activation == "relu" else _jets(blocks, rank, activation, spelt)
        )
        for evidence in tried:
            clock.check()
            if evidence is not None:
                if spelt is not None:
                    spelt = spelt[: 1 + max(n for _, _, n in evidence["rows"])]
                evidence |= {"weights": [_spelt(block) for block in blocks], "modulus": str(PRIME)}
                proof = certificate(d, widths, activation, spelt, evidence)
                try:
                    sentence = check_ranks(
                        proof, d, widths, activation, spelt, budget=Budget(tick=clock.check)
                    )
                except OutOfBudget as limit:
                    raise GaveUp(clock.tried, str(limit)) from limit
                count = 2 * d * sum(widths)
                known = None if spelt is None else tuple(spelt)
                return GenericDepth(d, tuple(widths), activation, known, count, rank, sentence, proof)
    raise GaveUp(clock.tried, "the derivatives stay dependent")


def drawn(rng: random.Random, d: int, widths: Sequence[int], most: int) -> list[Block]:
    """Random integer weights, no entry 0 and none larger than ``most``."""

    def entry() -> int:
        return rng.choice((-1, 1)) * rng.randint(1, most)

    return [
        ([[entry() for _ in range(d)] for _ in range(n)], [[entry() for _ in range(n)] for _ in range(d)])
        for n in widths
    ]


def _jets(
    blocks: list[Block], rank: int, name: str, series: list[str] | None
) -> Iterator[dict[str, Any] | None]:
    """Independent Taylor coefficients on the axes, from more and more of them; None for too few."""
    d, most = len(blocks[0][1]), ORDER_MAX if series is None else len(series)
    order, last = min(rank // d**2 + 3, most), min(2 * rank // d + 12, most)
    while True:
        columns = jets(blocks, coefficients(name, series, order, PRIME), PRIME)
        at = [(axis, i, n) for n in range(1, order) for axis in range(d) for i in range(d)]
        rows = _independent([[weight[i][n] for weight in columns[axis]] for axis, i, n in at], rank)
        yield None if rows is None else {"rows": [list(at[k]) for k in rows]}
        if order >= last:
            return
        order = min(order + order // 2, last)


def _values(blocks: list[Block], rank: int, seed: int) -> Iterator[dict[str, Any] | None]:
    """Independent values of F at random points; None when there are too few."""
    d, rng, points = len(blocks[0][1]), random.Random(f"points {seed}"), list[list[int]]()
    columns: list[Any] = []
    for _ in range(4 * rank // d + 40):
        point = [rng.randint(-POINT, POINT) for _ in range(d)]
        try:
            columns += values(blocks, [point], PRIME)
        except Rejected:
            continue
        points.append(point)
    at = [(k, i, 0) for k in range(len(points)) for i in range(d)]
    rows = _independent([[weight[i][0] for weight in columns[k]] for k, i, _ in at], rank)
    if rows is not None:
        used = sorted({at[k][0] for k in rows})
        place = {k: n for n, k in enumerate(used)}
        chosen = [[place[at[k][0]], at[k][1], 0] for k in rows]
        yield {"points": [[str(x) for x in points[k]] for k in used], "rows": chosen}


def _independent(rows: list[list[int]], rank: int) -> list[int] | None:
    """The first rows that are a basis modulo the prime, when there are that many."""
    if len(rows) < rank:
        return None
    turned, found = nmod_mat(
        [[x % PRIME for x in column] for column in zip(*rows, strict=True)], PRIME
    ).rref()
    if found < rank:
        return None
    return [next(j for j in range(turned.ncols()) if int(turned[i, j])) for i in range(rank)]


def _spelt(block: Block) -> dict[str, list[list[str]]]:
    up, down = ([[str(x) for x in row] for row in half] for half in block)
    return {"W_up": up, "W_down": down}
