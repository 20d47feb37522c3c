"""Deciding the representatives of one chunk."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from fractions import Fraction

from symproof.absorb.decide import decide
from symproof.absorb.explain import degeneracies
from symproof.absorb.limits import Limits
from symproof.errors import GaveUp
from symproof.examples.atlas.spec import Spec, Types, cached
from symproof.examples.kinds import certificate_kind
from symproof.model.block import Block


@dataclass(frozen=True, slots=True)
class Row:
    """One orbit of weight pairs.

    Attributes:
        types: the representative, as types of its neurons.
        pairs: how many weight pairs are in the orbit.
        verdict: absorbable, not-absorbable or gave-up.
        degenerate: whether a hypothesis of Theorem 4 fails.
        subset: whether some S solves (3).
        evidence: the kind of certificate, which the kernel has accepted.
    """

    types: Types
    pairs: int
    verdict: str
    degenerate: bool
    subset: bool
    evidence: str

    @property
    def category(self) -> str:
        """The kind of block: generic or degenerate, the verdict, whether some S solves (3)."""
        weights = "degenerate" if self.degenerate else "generic"
        return f"{weights}, {self.verdict}, {'S' if self.subset else 'no S'}"


def sweep_chunk(
    spec: Spec, prefix: Types, until: float | None = None, memory: int | None = None
) -> list[Row]:
    """Decide every representative of a chunk, each certificate accepted by the kernel.

    Args:
        spec: the sweep.
        prefix: the chunk.
        until: when the time is over (`time.time`, as other processes read it too).
        memory: of the tables of one search.

    Raises:
        ArithmeticError: a verdict contradicts Theorem 4.
        GaveUp: the time is over.
    """

    def check() -> None:
        if until is not None and time.time() > until:
            raise GaveUp([], "time")

    check()
    spec, rows = cached(spec), []
    for types, pairs in spec.representatives(prefix):
        check()
        rows.append(decide_types(spec, types, pairs, Limits(memory=memory)))
    return rows


def seconds(spec: Spec, sample: int = 20) -> float:
    """About how long one process takes for the sweep: the mean over a sample, times the orbits at least."""
    spec = cached(spec)
    chunks = spec.chunks()
    spread = random.Random(0).sample(chunks, min(sample, len(chunks)))
    found = [representatives[len(representatives) // 2] for prefix in spread
             if (representatives := spec.representatives(prefix))]  # fmt: skip
    start = time.monotonic()
    for types, pairs in found:
        decide_types(spec, types, pairs)
    return (time.monotonic() - start) / max(1, len(found)) * spec.orbits


def decide_types(spec: Spec, types: Types, pairs: int, limits: Limits | None = None) -> Row:
    """The row of one representative."""
    up, down = spec.weights(types)
    block = Block(up, down, spec.activation)
    decision = decide(block, limits)
    degenerate = bool(degeneracies(block))
    subset = bool(spec.act.gap) and solvable(up, down, spec.act.gap)
    settled = decision.absorbable is not None and bool(spec.act.gap) and (subset or not degenerate)
    if settled and decision.absorbable != subset:
        raise ArithmeticError(f"the verdict {decision.verdict} contradicts Theorem 4: {block!r}")
    evidence = "" if decision.certificate is None else certificate_kind(block.weights, decision.certificate)
    return Row(types, pairs, str(decision.verdict), degenerate, subset, evidence)


def solvable(up: list[list[Fraction]], down: list[list[Fraction]], gap: Fraction) -> bool:
    """Whether some S has W_down[:,S] W_up[S,:] = -I/gap, by adding one neuron after the other."""
    d = len(down)
    target = tuple(-Fraction(int(i == j)) / gap for i in range(d) for j in range(d))
    sums = {(Fraction(0),) * (d * d)}
    for k, q in enumerate(up):
        step = tuple(row[k] * x for row in down for x in q)
        if any(step):
            sums |= {tuple(map(Fraction.__add__, s, step)) for s in sums}
    return target in sums
