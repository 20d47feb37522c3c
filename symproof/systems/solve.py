"""What a system X Y = T with unknown entries has for solutions: the one function that finds out."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sympy.polys.rings import PolyElement

from symproof.errors import GaveUp
from symproof.kernel.nullstellensatz import check
from symproof.systems.deadline import Deadline
from symproof.systems.definite import definite, quadratic
from symproof.systems.groebner import Basis, degree, dimension
from symproof.systems.identity import Place, certificate, rank_cofactors
from symproof.systems.linear import Affine, is_linear, solve_linear
from symproof.systems.reals import Reals, real_solutions
from symproof.systems.system import System, constant, rational

PLANES = 6  # choices of values for as many unknowns as dimensions, in which a real solution is looked for
TRIES = 60  # random values of one factor that are tried for a rational point


@dataclass(frozen=True, slots=True)
class NoSolution:
    """An identity sum h_ij g_ij = 1 that the checker accepted.

    Attributes:
        certificate: FORMAT.md.
        sentence: what the checker says is established.
        method: how it was found.
    """

    certificate: dict[str, Any] = field(repr=False)
    sentence: str
    method: str


@dataclass(frozen=True, slots=True)
class Linear:
    """All solutions of a linear system.

    Attributes:
        affine: which unknowns are free, and the others by them.
        point: a solution, verified.
    """

    affine: Affine
    point: System


@dataclass(frozen=True, slots=True)
class Variety:
    """The solution set by its equations in Groebner form: over the algebraic closure it is not empty.

    Attributes:
        basis: the reduced Groebner basis (grevlex) of the equations.
        dimension: of the solution set over the algebraic closure; None when there are too many unknowns.
        degree: of it; in dimension 0 the number of solutions, with multiplicity; None likewise.
        point: a rational solution, verified, or None: none was found, which says nothing.
        reals: the real solutions in dimension 0; None when there are too many complex ones.
        real: whether there is a real solution; None: not known.
        why: the reason for that.
    """

    basis: tuple[PolyElement, ...]
    dimension: int | None
    degree: int | None
    point: System | None
    reals: Reals | None
    real: bool | None
    why: str


def solve_system(
    system: System, seconds: float | None = 60.0, seed: int = 0
) -> NoSolution | Linear | Variety:
    """The exact solution set, or a checked certificate that it is empty.

    Args:
        system: X Y = T, some entries given.
        seconds: of wall clock for the identity or the Groebner basis; the check of an identity comes on top.
        seed: of the search for a rational point.

    Raises:
        GaveUp: the time is over.
    """
    return _solved(system, Deadline(seconds), seed, PLANES)


def _solved(system: System, deadline: Deadline, seed: int, planes: int) -> NoSolution | Linear | Variety:
    if (cofactors := rank_cofactors(system, deadline)) is not None:
        return _refuted(system, cofactors, "the rank of the target exceeds s")
    if is_linear(system):
        answer = solve_linear(system)
        if not isinstance(answer, Affine):
            return _refuted(system, answer, "linear equations that contradict each other")
        point = _filled(system, answer.point((Fraction(0),) * len(answer.free)))
        if not point.solved():
            raise ArithmeticError("the point of a linear system does not solve it")
        return Linear(answer, point)
    flat = [g for row in system.generators for g in row]
    basis = Basis(system.ring, deadline)
    position = basis.complete(flat)
    if position is not None:
        return _refuted(system, _cofactors(system, basis, position), "Groebner basis: 1 is in the ideal")
    return _variety(system, tuple(basis.reduced()), deadline, (seed, planes))


def _variety(
    system: System, basis: tuple[PolyElement, ...], deadline: Deadline, tries: tuple[int, int]
) -> Variety:
    """What is known of solutions over the algebraic closure, and whether some are real."""
    n, seed = len(system.names), tries[0]
    size = dimension(basis, n)
    point = rational_point(system.filled(_forced(system, basis)), seed)
    number = None if size is None else degree(basis, n)
    try:
        reals = real_solutions(system.ring, basis, n, deadline) if size == 0 else None
        if reals is not None:
            return Variety(basis, size, number, point or _rational(system, reals), reals, *_counted(reals))
        real, why = (True, "a rational solution is one") if point else _real(system, basis, deadline, tries)
    except GaveUp as stop:  # the equations are known
        real, why = True if point else None, str(stop)
    return Variety(basis, size, number, point, None, real, why)


def _counted(reals: Reals) -> tuple[bool, str]:
    n = len(reals.boxes)
    return n > 0, f"{n} of {reals.complex} are real: the signature and the rank of Hermite's trace form"


def _rational(system: System, reals: Reals) -> System | None:
    """The first real solution that is rational, verified."""
    for box in reals.boxes:
        if all(lo == hi for lo, hi in box):
            point = _filled(system, [lo for lo, _ in box])
            if point.solved():
                return point
            raise ArithmeticError("a rational solution does not solve the system")
    return None


def _real(
    system: System, basis: Sequence[PolyElement], deadline: Deadline, tries: tuple[int, int]
) -> tuple[bool | None, str]:
    """Whether a system with no known rational solution has a real one: a definite equation, or planes."""
    for g in basis:
        if (form := quadratic(g)) is not None and definite(form):
            return False, f"{g.as_expr()} has no real zero: a definite quadratic form in its unknowns and 1"
    (seed, planes), size = tries, dimension(basis, len(system.names)) or 0
    rng = random.Random(seed)
    for _ in range(planes):
        chosen = {place: Fraction(rng.randint(-2, 2)) for place in rng.sample(system.places, size)}
        answer = _solved(system.filled(chosen), deadline, seed, 0)
        if isinstance(answer, Linear) or (isinstance(answer, Variety) and answer.real):
            names = dict(zip(system.places, system.names, strict=True))
            where = ", ".join(f"{names[place]} = {x}" for place, x in chosen.items())
            return (
                True,
                f"with {where}: {'a rational solution' if isinstance(answer, Linear) else answer.why}",
            )
    return None, f"no equation of the basis is definite, and in {planes} planes no real solution was found"


def rational_point(system: System, seed: int = 0) -> System | None:
    """A solution with rational entries, or None when the tries found none.

    The unknowns of one factor get small random integers, which leaves a linear system for the other.
    """
    rng = random.Random(seed)
    for attempt in range(TRIES):
        name = "XY"[attempt % 2]
        bound = 1 + attempt // 10
        guess = {place: Fraction(rng.randint(-bound, bound)) for place in system.places if place[0] == name}
        partial = system.filled(guess)
        answer = solve_linear(partial)
        if isinstance(answer, Affine):
            values = tuple(Fraction(rng.randint(-bound, bound)) for _ in answer.free)
            point = _filled(partial, answer.point(values))
            if point.solved():
                return point
    return None


def _forced(system: System, basis: tuple[PolyElement, ...]) -> dict[tuple[str, int, int], Fraction]:
    """The unknowns that have one value in all solutions by a basis element v - c."""
    forced = {}
    for g in basis:
        if sum(g.LM) == 1 and (g - system.ring({g.LM: g.LC})).is_ground:
            forced[system.places[g.LM.index(1)]] = -rational(g.coeff(1)) / rational(g.LC)
    return forced


def _filled(system: System, values: list[Fraction]) -> System:
    return system.filled(dict(zip(system.places, values, strict=True)))


def _refuted(system: System, cofactors: dict[Place, PolyElement], method: str) -> NoSolution:
    proof = certificate(cofactors)
    return NoSolution(proof, check(proof, system.to_json()), method)


def _cofactors(system: System, basis: Basis, position: int) -> dict[Place, PolyElement]:
    """Cofactors of 1 from the constant that the basis contains."""
    scale = constant(1 / rational(basis.polynomials[position].coeff(1)))
    found = basis.cofactors(position)
    return {divmod(k, system.d): h * scale for k, h in found.items()}
