"""How far other weights are that could absorb, and how far every MLP of the same width is.

Let a = <Y, M> + sum_k min(0, c D_k^T Y u_k) > 0. If W, U solve (3) and differ from the block's by e in all,
then a <= |c| (sqrt(|W_down^T Y|^2 + |Y W_up^T|^2) e + |Y| e^2 / 2). That bounds e within the hypotheses of
Theorem 4; what breaks them is a column or row of 0, or two rows that become collinear or, for GELU and the
like, equal up to sign. For ReLU in a plane the kinks of the block must be kinks of the MLP, which bounds the
error of every MLP.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symproof.absorb.explain import degeneracies
from symproof.absorb.limits import Clock
from symproof.absorb.proved import accepted
from symproof.absorb.system import floats, outward
from symproof.errors import GaveUp
from symproof.kernel.activations import activation
from symproof.kernel.bounds import certified_bound
from symproof.model.block import Block
from symproof.model.certificate import Certificate

Floats = NDArray[np.floating[Any]]

BITS = 11  # of an entry of Y
LARGE = 100_000  # products from which entries are rounded to ROUNDED bits
ROUNDED = 16
SURE = 1e-6  # relative, by which a bound stays below what the floats say
FEW = 14  # neurons up to which every set of flips is run through


@dataclass(frozen=True, slots=True)
class Nearby:
    """Lower bounds of squared distances, each accepted by the kernel; None where none was found.

    Attributes:
        solution: to the nearest W, U that solve (3) for some S: |W - W_down|^2 + |U - W_up|^2.
        weights: to the nearest W, U, within the hypotheses or not, with which the block is absorbable.
        error: of every residual-free MLP of the same width, somewhere on the unit ball; relu, few neurons.
        certificates: by claim.
    """

    solution: Fraction | None
    weights: Fraction | None
    error: Fraction | None
    certificates: dict[str, Certificate] = field(default_factory=dict)


def nearby(block: Block, residual: Floats, clock: Clock) -> Nearby:
    """The bounds for a block.

    Args:
        block: with any skip; the last bound is about blocks without biases.
        residual: the matrix that the best flips leave in the relaxation.
        clock: of the search; what was found until its time is over is kept.
    """
    found: dict[str, Fraction] = {}
    proofs: dict[str, Certificate] = {}
    with suppress(GaveUp):  # what was found until then holds
        for claim, bound, evidence in _proposed(block, residual, clock):
            proofs[claim] = _proved(block, claim, bound, evidence, clock)
            found[claim] = bound
    solution, weights, error = (found.get(f"{name}-at-least") for name in ("solution", "weights", "error"))
    return Nearby(solution, weights, error, proofs)


def _proved(block: Block, claim: str, bound: Fraction, evidence: Any, clock: Clock) -> Certificate:
    """The certificate, accepted by the kernel."""
    proof, _ = accepted(
        claim, clock, lambda budget: certified_bound(block.weights, claim, bound, evidence, budget)
    )
    return Certificate(proof)


def no_approximation(block: Block, certainly_no: bool) -> str:
    """What the statement closure says of a block: "" where its hypotheses do not hold.

    Args:
        block: the block.
        certainly_no: no S solves (3), certified.
    """
    plain = block.skip is None and block.b_up is None and block.activation in ("relu", "gelu")
    if not certainly_no or not plain or degeneracies(block):
        return ""
    return "no sequence of residual-free MLPs of width N, with any weights, tends to it on the unit ball"


def _proposed(block: Block, residual: Floats, clock: Clock) -> Iterator[tuple[str, Fraction, Any]]:
    """Claims above 0, with bounds that floats suggest."""
    act = activation(block.activation)
    largest = float(np.abs(residual).max())
    if act.gap and largest > 0:
        Y = np.rint(residual * ((1 << BITS) / largest))
        large = block.width * block.d**2 > LARGE
        evidence = {"Y": [[int(y) for y in row] for row in Y], **({"bits": ROUNDED} if large else {})}
        lost = (2 * block.d * block.width) ** 0.5 / 2**ROUNDED if large else 0.0  # by rounding, and its bound
        clock.note("the nearest weights that solve (3)")
        reach = max(0.0, _reach(block, Y) * (1 - SURE) - lost)
        if reach:
            yield "solution-at-least", outward(reach**2, Fraction(reach**2), up=False), evidence
        if reach and (block.b_up is None or act.translates):
            broken = max(0.0, _broken(block, clock) ** 0.5 * (1 - SURE) - lost)
            least = min(reach, broken) ** 2
            if least:
                yield "weights-at-least", outward(least, Fraction(least), up=False), evidence
    if act.name == "relu" and block.b_up is None and 2 <= block.width <= FEW and block.d > 1:
        clock.note("kinks in planes")
        found, plane = max((_error(block, plane), plane) for plane in combinations(range(block.d), 2))
        if found > 0:
            error = found * (1 - SURE)
            yield "error-at-least", outward(error, Fraction(error), up=False), {"plane": list(plane)}


def _reach(block: Block, Y: Floats) -> float:
    """The least e with a <= |c| (w e + |Y| e^2 / 2)."""
    M, up, down = (floats(rows) for rows in (block.weights.M, block.W_up, block.W_down))
    gap, right = float(activation(block.activation).gap), Y @ up.T
    a = float((Y * M).sum() + np.minimum(gap * np.einsum("ik,ik->k", down, right), 0).sum()) / abs(gap)
    slope = float((right**2).sum() + ((down.T @ Y) ** 2).sum())
    size = float((Y**2).sum()) ** 0.5
    return 2 * a / (slope**0.5 + (slope + 2 * size * a) ** 0.5) if a > 0 else 0.0


def _broken(block: Block, clock: Clock) -> float:
    """The squared distance to weights that break the hypotheses of Theorem 4."""
    up, down = (floats(rows).astype(np.float64) for rows in (block.W_up, block.W_down))
    clock.allocate(8 * 4 * len(up) ** 2, "the products of all rows")
    gram = up @ up.T
    sizes = gram.diagonal()
    together = sizes + sizes[:, None]
    if activation(block.activation).homogeneous:
        turn = np.hypot(sizes - sizes[:, None], 2 * gram)
        pairs = (together - turn) / 2  # the square of the second singular value
    else:
        pairs = together / 2 - np.abs(gram)
    np.fill_diagonal(pairs, np.inf)
    least = min(float((down**2).sum(axis=0).min()), float(sizes.min()), float(pairs.min()))
    return max(0.0, least - 1e-12 * float(sizes.max()))


def _error(block: Block, plane: tuple[int, int]) -> float:
    """The squared bound that two coordinates give, all sets of flips run through."""
    M, up, down = (floats(rows).astype(np.float64) for rows in (block.weights.M, block.W_up, block.W_down))
    u, N = up[:, plane], len(up)
    sizes = (u**2).sum(axis=1)
    if not sizes.min() > 0:
        return 0.0
    wedges = (np.outer(u[:, 0], u[:, 1]) - np.outer(u[:, 1], u[:, 0])) ** 2 / np.outer(sizes, sizes)
    np.fill_diagonal(wedges, np.inf)
    kink = float(((down**2).sum(axis=0) * sizes).min()) / 16
    left = np.inf
    for start in range(0, 1 << N, 1 << 10):
        chosen = (np.arange(start, min(start + (1 << 10), 1 << N))[:, None] >> np.arange(N) & 1).astype(float)
        A = M[:, plane] + np.einsum("sk,ik,kj->sij", chosen, down, u, optimize=True)
        left = min(left, float((np.linalg.norm(A, 2, axis=(1, 2)) ** 2).min()))
    return float(wedges.min()) / 9 * min(kink, left / (2 * N + 2) ** 2)
