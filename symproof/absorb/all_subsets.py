"""All subsets, their number, a smallest one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from heapq import nsmallest

from symproof.absorb.apart import apart
from symproof.absorb.branch import BYTES, Brancher, Stuck
from symproof.absorb.bulk import bulk
from symproof.absorb.lattice import forms, lattice
from symproof.absorb.limits import Clock, Limits
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

Subset = tuple[int, ...]

MEET_MAX = 48  # unknowns of the two tables; beyond, all subsets are found by branching
BLOCK = 20


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
