"""The search for a subset: stages from cheap to expensive, every answer verified before it is returned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from symproof.absorb.all_subsets import count, smallest, solutions
from symproof.absorb.branch import Brancher, Stuck
from symproof.absorb.bulk import bulk
from symproof.absorb.embed import planted
from symproof.absorb.lattice import Lattice, forms, lattice, longest
from symproof.absorb.leaves import form_leaf
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.meet import Meet, memory, small_solution
from symproof.absorb.presolve import PRIMES, rank, single
from symproof.absorb.system import LARGEST, PLAIN, Equation, TooLong, Tree, equations, holds, packed, shape
from symproof.absorb.verify import mismatch
from symproof.errors import GaveUp, Malformed, Rejected
from symproof.kernel.numbers import MAX_DIGITS
from symproof.kernel.subset import EXHAUST_MAX, Problem, refute

__all__ = ["Limits", "Refutation", "Solution", "count", "smallest", "solutions", "solve"]

SMALL = 20  # unknowns that plain integers run through at once
MEET_QUICK, MEET_MAX = 40, 48  # unknowns up to which meet in the middle is a matter of moments, of seconds
BLOCK, DEEP_BLOCK = 20, 26  # of BKZ, for a first and for a last tree
QUICK, FIRST = 40, 300  # nodes of a tree from LLL-reduced forms, of one from BKZ-reduced forms
NODE = 10_000  # bytes of a node of a tree
LONG = 2000  # bits of a coefficient beyond which running through all subsets is quicker than a lattice


@dataclass(frozen=True, slots=True)
class Solution:
    """A subset S with sum_{k in S} p_k q_k^T = T, verified exactly."""

    subset: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refutation:
    """A tree that the kernel accepted as a proof that there is no subset, and the method in words."""

    tree: Tree
    method: str


Outcome = Solution | Refutation | None


def solve(
    problem: Problem,
    limits: Limits | None = None,
    progress: Callable[[str], None] | None = None,
    *,
    large_unchecked: bool = False,
) -> Solution | Refutation:
    """Decide ABS(P, Q, T): is there x in {0,1}^n with sum_k x_k p_k q_k^T = T?

    Args:
        problem: P is a x n, Q is n x b, T is a x b, exact numbers.
        limits: of time and memory.
        progress: told the name of every method that is tried.
        large_unchecked: leave the kernel's check of a large problem's leaf to the caller, who checks all.

    Raises:
        GaveUp: the limits ended the search, or no method is left; it says what was tried.
    """
    search = _Search(problem, Clock(limits or Limits(), progress), large_unchecked)
    a, n, b = shape(problem)
    stages = [search.presolve, search.small, search.quick, search.meet_quick, search.embedded]
    stages += [search.first, search.meet, search.deep, search.exhausted]
    for stage in [search.bulk, *stages] if a * b * n > PLAIN else stages:
        try:
            outcome = stage()
        except TooLong:
            search.clock.tried[-1] += " (its numbers have too many digits)"
            continue
        except OverflowError:
            search.clock.tried[-1] += " (its numbers are beyond floats)"
            continue
        if outcome is not None:
            return outcome
    raise GaveUp(search.clock.tried, f"no method left for {n} unknowns")


class _Search:
    """The stages; each returns a verified answer or None."""

    def __init__(self, problem: Problem, clock: Clock, large_unchecked: bool) -> None:
        self.problem, self.clock, self.large_unchecked = problem, clock, large_unchecked
        self.n = shape(problem)[1]
        self.system: list[Equation] = []
        self.independent: list[Equation] = []
        self.places: tuple[tuple[int, int], ...] = ()
        self.space: Lattice | None = None
        self.empty = False  # meet in the middle showed that there is no solution

    def bulk(self) -> Outcome:
        """Rank modulo a prime on float64 blocks."""
        self.clock.note("rank modulo a prime")
        found = bulk(self.problem, self.clock)
        if found.subset is not None:
            return self._solved(found.subset)
        self.places = found.places
        if found.tree is not None and self.large_unchecked:
            return Refutation(found.tree, "rank modulo a prime")
        return self._refuted(found.tree, "rank modulo a prime")

    def presolve(self) -> Outcome:
        """One equation alone; rank modulo a prime."""
        a, n, b = shape(self.problem)
        if not n:
            return self._constant()
        if a * b * n > LARGEST:
            raise GaveUp(self.clock.tried, f"{n} dependent columns with {a * b} equations")
        try:
            self.system = equations(self.problem)
        except GaveUp:
            if (answer := self.exhausted()) is None:
                raise
            return answer
        try:
            return self._presolved()
        except TooLong:
            return self._unspelt()

    def _constant(self) -> Outcome:
        """Nothing is unknown: a target that is not 0 is a contradiction."""
        self.clock.note("each equation alone")
        wrong = next((at for at, x in self.problem.T.items() if x), None)
        if wrong is None:
            return self._solved(())
        return self._refuted({"leaf": {"Y": [[*wrong, "1"]], "M": "0"}}, "one equation alone")

    def _presolved(self) -> Outcome:
        self.clock.note("each equation alone")
        if (tree := single(self.system)) is not None:
            return self._refuted(tree, "one equation alone")
        if not self.system:
            return self._solved(())
        if self.places:
            self.independent = [e for e in self.system if (e.i, e.j) in set(self.places)]
            return None
        self.clock.note("rank modulo a prime, in integers")
        for p in PRIMES:
            found = rank(self.system, p)
            self.independent = [self.system[e] for e in found.independent]
            if found.unique is None:
                return self._refuted(found.tree, "rank modulo a prime")
            if holds(self.system, found.unique):
                return self._solved(found.unique)
        return self.exhausted()

    def _unspelt(self) -> Outcome:
        """A combination refutes the system, with numbers that no certificate holds."""
        self.clock.tried[-1] += " (refuted, with numbers of too many digits)"
        if (answer := self.exhausted()) is not None:
            return answer
        limit = f"no evidence with numbers of at most {MAX_DIGITS} digits for {self.n} unknowns"
        raise GaveUp(self.clock.tried, limit)

    def small(self) -> Outcome:
        """A solution by running through all subsets."""
        if self.n > SMALL:
            return None
        self.clock.note("all subsets")
        subset = small_solution(*self._packed())
        if subset is not None:
            return self._solved(subset)
        self.empty = True
        return None

    def quick(self) -> Outcome:
        """Integer solutions; one leaf or a small tree of LLL-reduced forms; a solution by embedding."""
        if len(self.independent) == self.n:
            return None
        if self.n <= EXHAUST_MAX and longest(self.independent) > LONG:
            return self.exhausted() if self.empty else self.meet()
        self.clock.note("lattice leaf")
        space = lattice(self.independent, self.clock)
        if isinstance(space, dict):
            return self._refuted(space, "no solution in integers")
        self.space, reduced = space, forms(space, 0, self.clock)
        tree = form_leaf(self.independent, space, reduced)
        if tree is not None:
            return self._refuted(tree, "lattice leaf")
        if self.n <= SMALL:
            return self.exhausted()
        return self._planted(0) or self._branched(Brancher(*self._parts(space), reduced, self.clock, QUICK))

    def meet_quick(self) -> Outcome:
        """Meet in the middle where it takes a moment."""
        return self.meet() if self.n <= MEET_QUICK else None

    def meet(self) -> Outcome:
        """Meet in the middle, while it fits."""
        if self.empty or self.n > MEET_MAX or not self.clock.fits(memory(self.n)):
            return None
        self.clock.note("meet in the middle")
        subset = next(Meet(*self._packed(), self.clock).solutions(), None)
        if subset is not None:
            return self._solved(subset)
        self.empty = True
        return self.exhausted()

    def embedded(self) -> Outcome:
        """A solution by block reduction of the embedding."""
        return None if self.empty else self._planted(BLOCK)

    def first(self) -> Outcome:
        """A leaf or a tree of moderate size from block-reduced forms."""
        return self._deeper(BLOCK, FIRST)

    def deep(self) -> Outcome:
        """A tree as large as the memory allows."""
        memory_limit = self.clock.limits.memory
        return self._deeper(DEEP_BLOCK, 10**9 if memory_limit is None else memory_limit // NODE)

    def exhausted(self) -> Outcome:
        """The kernel runs through all subsets itself."""
        return self._refuted({"exhaust": True}, "all subsets") if self.n <= EXHAUST_MAX else None

    def _deeper(self, block: int, budget: int) -> Outcome:
        if self.space is None:
            return None
        self.clock.note(f"forms reduced in blocks of {block}")
        reduced = forms(self.space, block, self.clock)
        tree = form_leaf(self.independent, self.space, reduced)
        if tree is not None:
            return self._refuted(tree, "lattice leaf")
        return self._branched(Brancher(*self._parts(self.space), reduced, self.clock, budget))

    def _parts(self, space: Lattice) -> tuple[Sequence[Equation], Sequence[Equation], Lattice]:
        return self.system, self.independent, space

    def _packed(self) -> tuple[list[int], int]:
        return packed([e.row for e in self.system], [int(e.value) for e in self.system])

    def _planted(self, block: int) -> Outcome:
        if self.space is None:
            return None
        self.clock.note("embedding" if block else "embedding, LLL")
        for subset in planted(self.space, block, self.clock):
            if holds(self.system, subset):
                return self._solved(subset)
        return None

    def _branched(self, brancher: Brancher) -> Outcome:
        self.clock.note(f"branching, at most {brancher.budget} nodes")
        try:
            tree = brancher.run()
        except Stuck:
            return None
        if tree is None:
            return self._solved(next(iter(brancher.found)))
        return self._refuted(tree, "lattice leaf" if "leaf" in tree else "branching on integer forms")

    def _solved(self, subset: tuple[int, ...]) -> Solution:
        if (wrong := mismatch(self.problem, subset)) is not None:
            raise ArithmeticError(f"the subset {subset} violates the equation {wrong}")
        return Solution(subset)

    def _refuted(self, tree: Tree | None, method: str) -> Refutation | None:
        """The tree, once the kernel accepted it; None when it did not, for instance as too deep."""
        if tree is None:
            return None
        self.clock.check()
        try:
            refute(self.problem, tree)
        except (Malformed, Rejected) as refusal:
            self.clock.tried.append(f"{method}, not accepted: {refusal}")
            return None
        return Refutation(tree, method)
