"""What a system X Y = T with unknown entries has for solutions: the one function that finds out."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from sympy.polys.rings import PolyElement

from symproof.kernel.nullstellensatz import check
from symproof.systems.deadline import Deadline
from symproof.systems.groebner import Basis, degree, dimension
from symproof.systems.identity import Place, certificate, rank_cofactors
from symproof.systems.linear import Affine, is_linear, solve_linear
from symproof.systems.system import System, constant, rational

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
        degree: in dimension 0 the number of solutions there, with multiplicity.
        point: a rational solution, verified, or None: none was found, which says nothing.
    """

    basis: tuple[PolyElement, ...]
    dimension: int | None
    degree: int | None
    point: System | None


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
    deadline = Deadline(seconds)
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
    reduced, n = tuple(basis.reduced()), len(system.names)
    size = dimension(reduced, n)
    count = degree(reduced, n) if size == 0 else None
    return Variety(reduced, size, count, rational_point(system.filled(_forced(system, reduced)), seed))


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
