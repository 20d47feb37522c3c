"""The search for a subset: stages from cheap to expensive over one explicit state."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import TYPE_CHECKING, TypeVar

from symproof.absorb.apart import apart
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.meet import Meet, by_classes, memory, small_solution
from symproof.absorb.relaxation import attempts, grid, separated, tightest
from symproof.absorb.system import (
    LARGEST,
    PLAIN,
    PRIMES,
    Equation,
    TooLong,
    Tree,
    combination,
    equations,
    holds,
    longest,
    packed,
    rank,
    shape,
    single,
)
from symproof.errors import GaveUp
from symproof.kernel.sums import MODULUS
from symproof.kernel.trees import EXHAUST_MAX, Node, Problem, hashed
from symproof.reader.numbers import MAX_DIGITS

if TYPE_CHECKING:  # what most layers do not come to is imported by the stages that need it
    from symproof.absorb.bulk import Bulk
    from symproof.absorb.lattice import Forms, Lattice

SMALL = 20  # unknowns that plain integers run through at once
MEET_QUICK, MEET_MAX = 40, 52  # unknowns up to which meet in the middle is a matter of moments, of seconds
BLOCK, DEEP_BLOCK = 20, 26  # of BKZ, for a first and for a last tree
QUICK, FIRST, SECOND = 40, 300, 2000  # nodes of a tree from LLL-reduced forms, of two from BKZ-reduced ones
NODE = 10_000  # bytes of a node of a tree
LONG = 2000  # bits of a coefficient beyond which running through all subsets is quicker than a lattice


@dataclass(frozen=True, slots=True)
class Solution:
    """A subset S with sum_{k in S} p_k q_k^T = T, verified exactly."""

    subset: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refutation:
    """A tree that proves that there is no subset, and the method; the kernel's check is still due."""

    tree: Tree
    method: str


Found = Solution | Refutation
Called = TypeVar("Called")


@dataclass
class State:
    """What is known about a problem; each fact is computed when it is first asked for.

    Attributes:
        problem: ABS(P, Q, T).
        clock: limits, and what was tried.
        empty: whether all subsets were run through in vain: only evidence is still to be found.
        modular: what elimination of a large problem modulo a prime left open.
        reduced: the forms so far, by size of blocks.
    """

    problem: Problem
    clock: Clock
    empty: bool = False
    modular: Bulk | None = None
    reduced: dict[int, Forms] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """The number of unknowns."""
        return len(self.problem.Q)

    @cached_property
    def large(self) -> bool:
        """Whether floats and numpy pay."""
        a, n, b = shape(self.problem)
        return a * b * n > PLAIN

    @cached_property
    def system(self) -> list[Equation]:
        """All equations in integers.

        Raises:
            GaveUp: there are too many of them, or their coefficients have too many bits.
        """
        a, n, b = shape(self.problem)
        if a * b * n > LARGEST:
            raise GaveUp(self.clock.tried, f"{n} dependent columns with {a * b} equations")
        return equations(self.problem)

    @cached_property
    def independent(self) -> list[Equation]:
        """A largest set of equations that are independent modulo a prime."""
        if self.modular is not None and self.modular.places:
            places = set(self.modular.places)
            return [e for e in self.system if (e.i, e.j) in places]
        return [self.system[e] for e in rank(self.system).independent]

    @cached_property
    def space(self) -> Lattice | Tree:
        """The integer solutions, or a tree when there are none."""
        from symproof.absorb.lattice import lattice

        return self._called(lambda clock: lattice(self.independent, clock))

    @cached_property
    def codes(self) -> tuple[list[int], int]:
        """One integer an unknown and one for the target: equal sums solve all equations."""
        return packed([e.row for e in self.system], [int(e.value) for e in self.system])

    @property
    def solutions(self) -> Lattice | None:
        """The integer solutions, where there are more than one."""
        if len(self.independent) == self.n:
            return None
        return None if isinstance(self.space, dict) else self.space

    def forms(self, block: int) -> Forms:
        """Integer forms dual to the solutions, reduced in blocks of this size (0: by LLL)."""
        from symproof.absorb.lattice import forms

        space = self.space
        if block not in self.reduced and not isinstance(space, dict):
            self.reduced[block] = self._called(lambda clock: forms(space, block, clock))
        return self.reduced[block]

    def _called(self, run: Callable[[Clock], Called]) -> Called:
        """What a long call into flint returns; where it may be long, in a process that can be stopped."""
        return run(self.clock) if self.n <= SMALL else apart(self.clock, run)


def solve(
    problem: Problem, limits: Limits | None = None, progress: Callable[[str], None] | None = None
) -> Found:
    """Decide ABS(P, Q, T): is there x in {0,1}^n with sum_k x_k p_k q_k^T = T?

    A solution is verified here. A tree is not: whoever shows it has the kernel check the whole claim, once
    (`symproof.absorb.proved`).

    Args:
        problem: P is a x n, Q is n x b, T is a x b, exact numbers.
        limits: of time and memory.
        progress: told the name of every method that is tried, and how far it is.

    Raises:
        GaveUp: the limits ended the search, or no method is left; it says what was tried.
    """
    state = State(problem, Clock(limits or Limits(), progress))
    for stage in STAGES:
        try:
            found = stage(state)
        except TooLong:
            state.clock.tried[-1] += " (its numbers have too many digits)"
        except OverflowError:
            state.clock.tried[-1] += " (its numbers are beyond floats)"
        else:
            if found is not None:
                return found
    raise GaveUp(state.clock.tried, f"no method left for {state.n} unknowns")


def _constant(state: State) -> Found | None:
    """Nothing is asked for, or nothing is unknown."""
    wrong = next((at for at, x in state.problem.T.items() if x), None)
    if wrong is None:
        return _solved(state, ())
    return None if state.n else Refutation(combination([(wrong, 1)]), "one equation alone")


def _relaxed(state: State) -> Found | None:
    """The tightest equation alone, then more of them together, over the reals."""
    if not state.large:
        return None
    state.clock.note("the tightest equation alone")
    view = grid(state.problem, state.clock)
    if (tree := tightest(view)) is not None:
        return Refutation(tree, "one equation alone")
    for what, some in attempts(view, state.clock):
        state.clock.note(f"the real relaxation of {what}")
        if (tree := separated(some, state.clock)) is not None:
            return Refutation(tree, f"the real relaxation of {what}")
    return None


def _eliminated(state: State) -> Found | None:
    """The rank modulo a prime on float64 blocks."""
    if not state.large:
        return None
    from symproof.absorb.bulk import bulk

    state.clock.note("rank modulo a prime")
    state.modular = bulk(state.problem, state.clock)
    if state.modular.subset is not None:
        return _solved(state, state.modular.subset)
    return _refuted(state.modular.tree, "rank modulo a prime")


def _alone(state: State) -> Found | None:
    """Each equation alone: its range and its integrality."""
    state.clock.note("each equation alone")
    try:
        tree = single(state.system)
    except TooLong:
        return _unspelt(state)
    except GaveUp:
        if (found := _exhausted(state)) is None:
            raise
        return found
    return _refuted(tree, "one equation alone")


def _ranked(state: State) -> Found | None:
    """The rank modulo a prime in plain integers."""
    if state.large:
        return None
    state.clock.note("rank modulo a prime, in integers")
    for p in PRIMES:
        try:
            found = rank(state.system, p)
        except TooLong:
            return _unspelt(state)
        if found.tree is not None or found.unique is None:
            state.independent = [state.system[e] for e in found.independent]
            return _refuted(found.tree, "rank modulo a prime")
        if holds(state.system, found.unique):
            return _solved(state, found.unique)
    state.empty = True  # modulo a prime there is one candidate, and it fails
    return _exhausted(state)


def _unspelt(state: State) -> Found:
    """A combination refutes the system, with numbers that no certificate holds."""
    state.clock.tried[-1] += " (refuted, with numbers of too many digits)"
    state.empty = True
    if (found := _exhausted(state)) is not None:
        return found
    limit = f"no evidence with numbers of at most {MAX_DIGITS} digits for {state.n} unknowns"
    raise GaveUp(state.clock.tried, limit)


def _small(state: State) -> Found | None:
    """All subsets of few unknowns, in plain integers."""
    if state.n > SMALL:
        return None
    state.clock.note("all subsets")
    subset = small_solution(*state.codes)
    state.empty = subset is None
    return None if subset is None else _solved(state, subset)


def _long(state: State) -> Found | None:
    """Where the numbers are long a lattice takes longer than all subsets."""
    if state.n <= MEET_QUICK and longest(state.independent) > LONG:
        return _exhausted(state) if state.empty else _meet(state, MEET_QUICK)
    return None


def _lattice(state: State) -> Found | None:
    """No solution in integers, or an integer form whose range contains no integer."""
    if len(state.independent) == state.n:
        return None
    from symproof.absorb.lattice import form_leaf

    state.clock.note("lattice leaf")
    if isinstance(state.space, dict):
        return Refutation(state.space, "no solution in integers")
    tree = form_leaf(state.independent, state.space, state.forms(0))
    return _refuted(tree, "lattice leaf")


def _few(state: State) -> Found | None:
    """The kernel runs through the subsets of few unknowns itself."""
    return _exhausted(state) if state.n <= SMALL else None


def _planted(state: State, block: int) -> Found | None:
    """A solution as a short vector of an embedding, reduced in blocks of this size."""
    if state.empty or (space := state.solutions) is None:
        return None
    from symproof.absorb.lattice import planted

    state.clock.note("embedding" if block else "embedding, LLL")
    for subset in apart(state.clock, lambda clock: list(planted(space, block, clock))):
        if holds(state.system, subset):
            return _solved(state, subset)
    return None


def _branched(state: State, block: int, budget: int) -> Found | None:
    """A leaf or a tree of at most so many nodes, from forms reduced in blocks of this size."""
    if (space := state.solutions) is None:
        return None
    from symproof.absorb.branch import Brancher, Stuck
    from symproof.absorb.lattice import form_leaf

    if block:
        state.clock.note(f"forms reduced in blocks of {block}")
        tree = form_leaf(state.independent, space, state.forms(block))
        if tree is not None:
            return Refutation(tree, "lattice leaf")
    state.clock.note(f"branching, at most {budget} nodes")
    brancher = Brancher(state.system, state.independent, space, state.forms(block), state.clock, budget)
    try:
        tree = brancher.run()
    except Stuck:
        return None
    if tree is None:
        return _solved(state, next(iter(brancher.found)))
    return Refutation(tree, "lattice leaf" if "combination" in tree else "branching on integer forms")


def _deepest(state: State) -> Found | None:
    """A tree as large as the memory allows."""
    memory_limit = state.clock.limits.memory
    return _branched(state, DEEP_BLOCK, 10**9 if memory_limit is None else memory_limit // NODE)


def _meet(state: State, most: int) -> Found | None:
    """Meet in the middle for at most so many unknowns."""
    quick = state.n <= MEET_QUICK
    if state.empty or state.n > most or not state.clock.fits(memory(state.n, not quick)):
        return None
    if quick:
        state.clock.note("meet in the middle")
        subset = next(Meet(*state.codes, state.clock).solutions(), None)
    else:
        state.clock.note("meet in the middle, by classes")
        subset = by_classes(*state.codes, state.clock)
    if subset is not None:
        return _solved(state, subset)
    state.empty = True
    return _exhausted(state)


def _exhausted(state: State) -> Found | None:
    """The kernel runs through all subsets itself; so does the search before, unless it has."""
    if state.n > (EXHAUST_MAX if state.empty else MEET_QUICK):
        return None
    if not state.empty:
        from symproof.absorb.modular import mismatch

        state.clock.note("all subsets, modulo a prime")
        codes, target = hashed(Node(state.problem))
        subset = small_solution(codes, target, MODULUS)
        if subset is not None:
            return Solution(subset) if mismatch(state.problem, subset) is None else None
    return Refutation({"exhaust": True}, "all subsets")


def _solved(state: State, subset: tuple[int, ...]) -> Solution:
    from symproof.absorb.modular import mismatch

    if (wrong := mismatch(state.problem, subset)) is not None:
        raise ArithmeticError(f"the subset {subset} violates the equation {wrong}")
    return Solution(subset)


def _refuted(tree: Tree | None, method: str) -> Refutation | None:
    return None if tree is None else Refutation(tree, method)


STAGES: tuple[Callable[[State], Found | None], ...] = (
    _constant,
    _relaxed,
    _eliminated,
    _alone,
    _ranked,
    _small,
    _long,
    _lattice,
    _few,
    partial(_planted, block=0),
    partial(_branched, block=0, budget=QUICK),
    partial(_meet, most=MEET_QUICK),
    partial(_planted, block=BLOCK),
    partial(_branched, block=BLOCK, budget=FIRST),
    partial(_meet, most=MEET_MAX),
    partial(_branched, block=DEEP_BLOCK, budget=SECOND),
    partial(_meet, most=EXHAUST_MAX),
    _deepest,
    _exhausted,
)
