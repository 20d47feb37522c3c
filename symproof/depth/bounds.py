"""Lower bounds for stacks: neurons in all, at any depth, and in each layer when the depths are equal."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from symproof.absorb.decide import find_subset
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.system import independent_rows
from symproof.depth.stack import RANKS, bare, proved_stack
from symproof.errors import GaveUp, OutOfBudget, Rejected
from symproof.kernel.budget import Budget
from symproof.kernel.levels import conditions, least_rank, small
from symproof.kernel.linear import PRIME
from symproof.model.block import Block
from symproof.reader.weights import Weights


@dataclass(frozen=True, slots=True)
class Bound:
    """At least so many neurons, in all or in a layer, with the kernel's sentence and the certificate."""

    neurons: int
    layer: int | None
    established: str
    certificate: dict[str, Any]


def bounds(blocks: Sequence[Block], limits: Limits | None = None) -> list[Bound]:
    """Certified lower bounds: first of all neurons at any depth, then of each layer at equal depth.

    Args:
        blocks: of a stack to which the theorem for GELU and SiLU applies.
        limits: of time and memory.

    Returns:
        The bounds that could be certified. A layer is left out when a later block has no d independent rows.

    Raises:
        Malformed: the blocks make no stack.
        Rejected: a condition of the theorem fails; the message starts with its name.

    Source: parts (A) and (C) of Theorem A4 on depth; SOUNDNESS.md of the kernel, section 8.

    >>> block = Block([[1, 2], [3, 1], [1, 1]], [[1, 0, 2], [0, 1, 1]], "gelu")
    >>> [(b.layer, b.neurons) for b in bounds([block, block])]
    [(None, 10), (0, 5), (1, 5)]
    """
    stack, clock = [b.weights for b in blocks], Clock(limits or Limits())
    live = conditions(stack)
    total, d = sum(b.width for b in live), stack[0].d
    ranks = [_rank(block, clock) for block in blocks]
    evidence: dict[str, Any] = {"block": 0, **ranks[0][1]}
    best = total + ranks[0][0]
    for i, (rank, part) in enumerate(ranks):
        if rank and best == total:
            kind = {"tree": part["tree"]} if "tree" in part else {"rank": 1}
            best, evidence = total + 1, {"block": i, **kind}
    ways = [
        "ranks" if rank == d else "norms" if small(block) else ""
        for (rank, _), block in zip(ranks, live, strict=True)
    ]
    if len(stack) * d > best - total and all(ways):
        best, evidence = total + len(stack) * d, {"full": ways}
    found = [_bound(stack, evidence, best, None, clock)] if best > total else []
    minors = [rows if len(rows := independent_rows(block.up)) == d else None for block in live]
    for layer, (rank, part) in enumerate(ranks):
        after = minors[layer + 1 :]
        if rank and all(after):
            named = [list(rows) for rows in after if rows is not None]
            more = {**part, "minors": named, "modulus": str(PRIME)}
            found.append(_bound(stack, more, live[layer].width + rank, layer, clock))
    return found


def _rank(block: Block, clock: Clock) -> tuple[int, dict[str, Any]]:
    """A lower bound of the least rank of I + W_down[:,S] W_up[S,:], and what shows it; 0 for none."""
    if block.width <= RANKS:
        for rank in range(block.d, 0, -1):
            with suppress(Rejected, OutOfBudget):
                clock.check()
                return least_rank(block.weights, {"rank": rank}, Budget(tick=clock.check)), {"rank": rank}
        return 0, {}
    with suppress(GaveUp):
        answer = find_subset(bare(block), clock.remaining())
        return (1, {"tree": answer["evidence"]["tree"]}) if isinstance(answer, dict) else (0, {})
    return 0, {}


def _bound(stack: list[Weights], evidence: Any, neurons: int, layer: int | None, clock: Clock) -> Bound:
    claim = "neurons-at-least" if layer is None else "layer-at-least"
    proof, sentence = proved_stack(stack, claim, evidence, clock, width=neurons, layer=layer)
    return Bound(neurons, layer, sentence, proof)
