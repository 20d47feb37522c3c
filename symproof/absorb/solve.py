"""The search for a subset: stages from cheap to expensive, every answer verified before it is returned."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symproof.absorb.bulk import bulk
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.meet import Meet, memory, small_solution
from symproof.absorb.presolve import rank, single
from symproof.absorb.system import Equation, Tree, equations, packed, shape
from symproof.absorb.verify import mismatch
from symproof.errors import GaveUp
from symproof.kernel.subset import EXHAUST_MAX, Problem, refute

__all__ = ["Limits", "Refutation", "Solution", "solve"]

PLAIN = 20_000  # entries of the system that plain integers eliminate quickly
SMALL = 20  # unknowns that plain integers run through quickly


@dataclass(frozen=True, slots=True)
class Solution:
    """A subset S with sum_{k in S} p_k q_k^T = T, verified exactly."""

    subset: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Refutation:
    """A tree that the kernel accepted as a proof that there is no subset, and the method in words."""

    tree: Tree
    method: str


def solve(
    problem: Problem, limits: Limits | None = None, progress: Callable[[str], None] | None = None
) -> Solution | Refutation:
    """Decide ABS(P, Q, T).

    Args:
        problem: P is a x n, Q is n x b, T is a x b, exact numbers.
        limits: of time and memory.
        progress: told the name of every method that is tried.

    Raises:
        GaveUp: the limits ended the search; it says what was tried.
    """
    clock = Clock(limits or Limits(), progress)
    a, n, b = shape(problem)
    if a * b * n > PLAIN:
        return _large(problem, clock)
    return _decide(problem, equations(problem), clock)


def _large(problem: Problem, clock: Clock) -> Solution | Refutation:
    clock.note("rank modulo a prime on float64 blocks")
    outcome = bulk(problem, clock)
    if outcome.tree is not None:
        return _refuted(problem, outcome.tree, "rank modulo a prime")
    if outcome.subset is not None:
        return Solution(outcome.subset)
    raise GaveUp(clock.tried, "no method for dependent columns at this size")


def _decide(problem: Problem, system: list[Equation], clock: Clock) -> Solution | Refutation:
    """Small systems: presolve, then search."""
    n = shape(problem)[1]
    clock.note("single equations")
    if (tree := single(system)) is not None:
        return _refuted(problem, tree, "one equation alone")
    clock.note("rank modulo a prime")
    found = rank(system)
    if found.tree is not None:
        return _refuted(problem, found.tree, "rank modulo a prime")
    if found.unique is not None and mismatch(problem, found.unique) is None:
        return Solution(found.unique)
    independent = [system[e] for e in found.independent]
    codes, target = packed([e.row for e in system], [int(e.value) for e in system])
    if n <= SMALL:
        clock.note("exhaustion")
        subset = small_solution(codes or [0] * n, target)
        if subset is not None:
            return _solved(problem, subset)
        return _refuted(problem, {"exhaust": True}, "exhaustion")
    if clock.fits(memory(n)):
        clock.note("meet in the middle")
        subset = next(Meet(codes, target, clock).solutions(), None)
        if subset is not None:
            return _solved(problem, subset)
        if n <= EXHAUST_MAX:
            return _refuted(problem, {"exhaust": True}, "exhaustion")
    raise GaveUp(clock.tried, f"{n} unknowns, {len(independent)} independent equations")


def _solved(problem: Problem, subset: tuple[int, ...]) -> Solution:
    wrong = mismatch(problem, subset)
    if wrong is not None:
        raise ArithmeticError(f"the subset {subset} violates the equation {wrong}")
    return Solution(subset)


def _refuted(problem: Problem, tree: Tree, method: str) -> Refutation:
    refute(problem, tree)
    return Refutation(tree, method)
