"""The search for a subset: stages from cheap to expensive, every answer verified before it is returned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from symproof.absorb.branch import Brancher, Stuck
from symproof.absorb.bulk import bulk
from symproof.absorb.embed import planted
from symproof.absorb.lattice import Lattice, forms, lattice
from symproof.absorb.leaves import form_leaf
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.many import count, smallest, solutions
from symproof.absorb.meet import Meet, memory, small_solution
from symproof.absorb.presolve import rank, single
from symproof.absorb.system import PLAIN, Equation, Tree, equations, holds, packed, shape
from symproof.absorb.verify import mismatch
from symproof.errors import GaveUp, Rejected
from symproof.kernel.subset import EXHAUST_MAX, Problem, refute

__all__ = ["Limits", "Refutation", "Solution", "count", "smallest", "solutions", "solve"]

SMALL = 20  # unknowns that plain integers run through at once
QUICK = 40  # nodes of a first tree, made with forms that are only LLL-reduced
BLOCK = 20  # of BKZ
MEET_MAX = 48  # unknowns up to which meet in the middle is worth its time


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
    problem: Problem, limits: Limits | None = None, progress: Callable[[str], None] | None = None
) -> Solution | Refutation:
    """Decide ABS(P, Q, T): is there x in {0,1}^n with sum_k x_k p_k q_k^T = T?

    Args:
        problem: P is a x n, Q is n x b, T is a x b, exact numbers.
        limits: of time and memory.
        progress: told the name of every method that is tried.

    Raises:
        GaveUp: the limits ended the search, or no method is left; it says what was tried.
    """
    search = _Search(problem, Clock(limits or Limits(), progress))
    a, n, b = shape(problem)
    stages = [search.presolve, search.small, search.quick, search.meet, search.embedded, search.deep]
    for stage in [search.bulk, *stages] if a * b * n > PLAIN else stages:
        if (outcome := stage()) is not None:
            return outcome
    raise GaveUp(search.clock.tried, f"no method left for {n} unknowns")


class _Search:
    """The stages; each returns a verified answer or None."""

    def __init__(self, problem: Problem, clock: Clock) -> None:
        self.problem, self.clock = problem, clock
        self.n = shape(problem)[1]
        self.system: list[Equation] = []
        self.independent: list[Equation] = []
        self.space: Lattice | None = None
        self.empty = False  # meet in the middle showed that there is no solution

    def bulk(self) -> Outcome:
        """Rank modulo a prime on float64 blocks."""
        self.clock.note("rank modulo a prime")
        found = bulk(self.problem, self.clock)
        if found.subset is not None:
            return self._solved(found.subset)
        return self._refuted(found.tree, "rank modulo a prime")

    def presolve(self) -> Outcome:
        """One equation alone; rank modulo a prime; no solution in integers."""
        self.system = equations(self.problem)
        self.clock.note("each equation alone")
        if (tree := single(self.system)) is not None:
            return self._refuted(tree, "one equation alone")
        if not self.system:
            return self._solved(())
        self.clock.note("rank modulo a prime, in integers")
        found = rank(self.system)
        if found.unique is not None and holds(self.system, found.unique):
            return self._solved(found.unique)
        self.independent = [self.system[e] for e in found.independent]
        return self._refuted(found.tree, "rank modulo a prime")

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
        self.clock.note("lattice leaf")
        space = lattice(self.independent)
        if isinstance(space, dict):
            return self._refuted(space, "no solution in integers")
        self.space, reduced = space, forms(space, 0, self.clock)
        tree = form_leaf(self.independent, space, reduced)
        if tree is not None:
            return self._refuted(tree, "lattice leaf")
        if self.n <= SMALL:
            return self._exhausted()
        return self._planted(0) or self._branched(Brancher(*self._parts(space), reduced, self.clock, QUICK))

    def meet(self) -> Outcome:
        """Meet in the middle, while it is quick and fits."""
        if self.empty or self.n > MEET_MAX or not self.clock.fits(memory(self.n)):
            return None
        self.clock.note("meet in the middle")
        subset = next(Meet(*self._packed(), self.clock).solutions(), None)
        if subset is not None:
            return self._solved(subset)
        self.empty = True
        return self._exhausted()

    def embedded(self) -> Outcome:
        """A solution by block reduction of the embedding."""
        return None if self.empty else self._planted(BLOCK)

    def deep(self) -> Outcome:
        """A tree from block-reduced forms, as large as it takes."""
        if self.space is None:
            return self._exhausted()
        self.clock.note("branching on block-reduced forms")
        reduced = forms(self.space, BLOCK, self.clock)
        return self._branched(Brancher(*self._parts(self.space), reduced, self.clock, 10**9))

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

    def _exhausted(self) -> Outcome:
        """The kernel runs through all subsets itself; by a collision of its hash it may decline."""
        if self.n > EXHAUST_MAX:
            return None
        try:
            return self._refuted({"exhaust": True}, "all subsets")
        except Rejected:
            return None

    def _solved(self, subset: tuple[int, ...]) -> Solution:
        if (wrong := mismatch(self.problem, subset)) is not None:
            raise ArithmeticError(f"the subset {subset} violates the equation {wrong}")
        return Solution(subset)

    def _refuted(self, tree: Tree | None, method: str) -> Refutation | None:
        if tree is None:
            return None
        refute(self.problem, tree)
        return Refutation(tree, method)
