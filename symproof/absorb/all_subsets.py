"""All subsets, their number, a smallest one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from heapq import nsmallest
from typing import Unpack

from symproof.absorb.apart import apart
from symproof.absorb.branch import BYTES, Brancher, Stuck
from symproof.absorb.bulk import bulk
from symproof.absorb.decide import find_subset, subset_problem
from symproof.absorb.lattice import forms, lattice
from symproof.absorb.limits import Clock, Limits, enforced
from symproof.absorb.meet import Meet, memory
from symproof.absorb.system import (
    LARGEST,
    PLAIN,
    Equation,
    TooLong,
    equations,
    holds,
    packed,
    rank,
    shape,
    single,
)
from symproof.errors import GaveUp
from symproof.kernel.trees import Problem
from symproof.model import display
from symproof.model.block import Block, BlockLike, Options
from symproof.model.certificate import Certificate

Subset = tuple[int, ...]
LISTED = 1000  # sets that are listed when no number is named

MEET_MAX = 48  # unknowns of the two tables; beyond, all subsets are found by branching
BLOCK = 20


@dataclass(frozen=True, slots=True, repr=False)
class Subsets:
    """The sets S of neurons that solve equation (3) of a block.

    Attributes:
        block: the block that was asked about.
        count: how many there are, exactly.
        smallest: one with the fewest neurons, or None.
        listed: the first ones in lexicographic order, 0-based.
        certificate: when there is none: what the kernel has accepted for the claim no-subset; else None.
    """

    block: Block
    count: int
    smallest: Subset | None
    listed: tuple[Subset, ...]
    certificate: Certificate | None = None

    def __repr__(self) -> str:
        if self.smallest is None:
            return "<no S solves (3)>"
        return f"<{self.count} sets solve (3); a smallest is {{{', '.join(map(str, self.smallest))}}}>"

    def _repr_html_(self) -> str:
        sets = "; ".join(f"{{{', '.join(map(str, S))}}}" for S in self.listed)
        return display.table(f"{self.count} sets solve (3)" if self.count else "no S solves (3)", {"S": sets})


def subsets(
    block: BlockLike,
    limits: Limits | None = None,
    report: Callable[[str], None] | None = None,
    *,
    at_most: int | None = None,
    **options: Unpack[Options],
) -> Subsets:
    """All sets S with W_down[:,S] W_up[S,:] = -M/c: equation (3) of Theorem 4, c the linear gap of sigma.

    For degenerate weights this is not the question of absorption, which `decide` answers.

    Args:
        block: a block, or a pair (W_up, W_down) with ``options``, the other arguments of `Block`.
        limits: of time and memory; the default has no time limit.
        report: called with a line of progress now and then.
        at_most: how many to list; default `LISTED`. All are counted.

    Raises:
        Malformed: the linear gap is 0, so there is no such equation.
        GaveUp: a limit was reached.

    >>> subsets(([[1]] * 4, [["-1/2"] * 4]), at_most=2)
    <6 sets solve (3); a smallest is {2, 3}>
    """
    block = Block.of(block, **options)
    clock = Clock(limits or Limits(), report)
    with enforced(clock):
        problem = subset_problem(block)
        found = find_subset(block, clock.remaining(), clock.hear)
        if isinstance(found, Certificate):
            return Subsets(block, 0, None, (), found)
        least = smallest(problem, clock.remaining())
        number = count(problem, clock.remaining())
        listed = solutions(problem, clock.remaining(), LISTED if at_most is None else at_most)
        return Subsets(block, number, least, tuple(listed))


def solutions(problem: Problem, limits: Limits | None = None, at_most: int | None = None) -> list[Subset]:
    """All subsets that solve ABS(P, Q, T) in lexicographic order, or the first ``at_most`` of them.

    Raises:
        GaveUp: the limits ended the search before the list was complete.
    """
    clock = Clock(limits or Limits())
    core = _core(problem, clock)
    if at_most is not None:
        return nsmallest(at_most, core.subsets(clock))
    number = core.number()
    clock.allocate(BYTES * number, f"a list of {number} subsets")
    return sorted(core.subsets(clock))


def count(problem: Problem, limits: Limits | None = None) -> int:
    """How many subsets solve ABS(P, Q, T), exactly; with the two tables none of them is listed.

    Raises:
        GaveUp: the limits ended the search before the number was known.
    """
    return _core(problem, Clock(limits or Limits())).number()


def smallest(problem: Problem, limits: Limits | None = None) -> Subset | None:
    """A subset with the fewest members that solves ABS(P, Q, T), None when there is none.

    Raises:
        GaveUp: the limits ended the search before it was known.
    """
    core = _core(problem, Clock(limits or Limits()))
    best = core.found.smallest() if isinstance(core.found, Meet) else min(core.found, key=len, default=None)
    return None if best is None else tuple(core.kept[k] for k in best)


@dataclass(frozen=True, slots=True)
class _Core:
    """The solutions: those in the columns ``kept``, by position there, times every subset of ``free``."""

    kept: list[int]
    free: list[int]
    found: Meet | list[Subset]

    def number(self) -> int:
        return (self.found.count() if isinstance(self.found, Meet) else len(self.found)) << len(self.free)

    def subsets(self, clock: Clock) -> Iterator[Subset]:
        inner = self.found.solutions() if isinstance(self.found, Meet) else iter(self.found)
        for subset in inner:
            members = [self.kept[k] for k in subset]
            for mask in range(1 << len(self.free)):
                clock.check()
                yield tuple(sorted(members + [k for t, k in enumerate(self.free) if mask >> t & 1]))


def _core(problem: Problem, clock: Clock) -> _Core:
    a, n, b = shape(problem)
    everything = list(range(n))
    try:
        if a * b * n > PLAIN:
            clock.note("rank modulo a prime")
            outcome = bulk(problem, clock)
            if outcome.tree is not None:
                return _Core(everything, [], [])
            if outcome.subset is not None:
                return _Core(everything, [], [outcome.subset])
            if a * b * n > LARGEST:
                limit = f"a system of {a * b} equations in {n} unknowns with dependent columns"
                raise GaveUp(clock.tried, limit)
        system = equations(problem)
        if single(system) is not None:
            return _Core(everything, [], [])
        kept = [k for k in range(n) if any(e.row[k] for e in system)]
        free = [k for k in range(n) if k not in set(kept)]
        return _Core(kept, free, _inner([replace(e, row=[e.row[k] for k in kept]) for e in system], clock))
    except TooLong:  # of a leaf that refutes the whole system: there is no solution, whatever its spelling
        return _Core(everything, [], [])


def _inner(system: list[Equation], clock: Clock) -> Meet | list[Subset]:
    """The solutions of a system without zero columns."""
    if not system:
        return [()]
    n = len(system[0].row)
    found = rank(system)
    if found.tree is not None:
        return []
    if len(found.independent) == n:
        return [found.unique] if found.unique is not None and holds(system, found.unique) else []
    if n <= MEET_MAX and clock.fits(memory(n)):
        clock.note("meet in the middle")
        return Meet(*packed([e.row for e in system], [int(e.value) for e in system]), clock)
    independent = [system[e] for e in found.independent]
    space = apart(clock, lambda clock: lattice(independent, clock))
    if isinstance(space, dict):
        return []
    clock.note("branching for all subsets")
    reduced = apart(clock, lambda clock: forms(space, BLOCK, clock))
    brancher = Brancher(system, independent, space, reduced, clock, 10**9, collect=True)
    try:
        brancher.run()
    except (Stuck, OverflowError, TooLong) as stuck:
        raise GaveUp(clock.tried, "the branching needs numbers beyond floats") from stuck
    return sorted(brancher.found)
