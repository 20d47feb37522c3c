"""Systems whose equations are linear in the unknowns: every product has at most one unknown factor."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from sympy.polys.rings import PolyElement

from symproof.kernel.linear import rref
from symproof.systems.identity import Place
from symproof.systems.system import System, constant, rational


@dataclass(frozen=True, slots=True)
class Affine:
    """All solutions: the unknowns in ``free`` are arbitrary, every other is an affine function of them.

    Attributes:
        free: positions of the free unknowns.
        forms: position of another unknown -> its constant, and its coefficients on ``free``.
    """

    free: tuple[int, ...]
    forms: dict[int, tuple[Fraction, tuple[Fraction, ...]]]

    def point(self, values: tuple[Fraction, ...]) -> list[Fraction]:
        """The value of every unknown when the free ones have these values."""
        given = dict(zip(self.free, values, strict=True))
        computed = {
            v: c + sum((a * x for a, x in zip(row, values, strict=True)), Fraction(0))
            for v, (c, row) in self.forms.items()
        }
        return [(given | computed)[v] for v in range(len(given) + len(computed))]


def is_linear(system: System) -> bool:
    """Whether no equation has a product of two unknowns."""
    return all(sum(m) <= 1 for row in system.generators for g in row for m in g.monoms())


def solve_linear(system: System) -> Affine | dict[Place, PolyElement]:
    """All solutions, or constant cofactors with sum h_ij g_ij = 1.

    Elimination on [A | b | I]: a pivot in column b is a combination of equations that reads 0 = 1, and the
    identity on its right says which. Without one, the pivot rows express the pivot unknowns by the others.

    Args:
        system: one with `is_linear`.
    """
    n, d = len(system.names), system.d
    places = [(i, j) for i in range(d) for j in range(d)]
    table = [
        [*_coefficients(system.generators[i][j], n), *(Fraction(e == t) for t in range(d * d))]
        for e, (i, j) in enumerate(places)
    ]
    done, pivots = rref(table)
    if n in pivots:
        row = done[pivots.index(n)][n + 1 :]
        # row . (A x - b) = -1 for the generators A x - b
        return {at: system.ring(constant(-y)) for at, y in zip(places, row, strict=True) if y}
    inside = [p for p in pivots if p < n]
    free = tuple(v for v in range(n) if v not in inside)
    forms = {p: (row[n], tuple(-row[v] for v in free)) for row, p in zip(done, inside, strict=False)}
    return Affine(free, forms)


def _coefficients(g: PolyElement, n: int) -> list[Fraction]:
    """a_0, ..., a_(n-1), b of g = a.x - b."""
    row = [Fraction(0)] * (n + 1)
    for monomial, c in g.terms():
        v = next((v for v, e in enumerate(monomial) if e), n)
        row[v] = -rational(c) if v == n else rational(c)
    return row
