"""Equations that no real numbers solve: polynomials of degree 2 that are definite quadratic forms."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from sympy.polys.rings import PolyElement

from symproof.systems.system import rational

Form = list[list[Fraction]]


def quadratic(g: PolyElement) -> Form | None:
    """The symmetric matrix of a polynomial of degree 2 as a form in the unknowns it has, and 1; else None."""
    terms = [([v for v, e in enumerate(m) for _ in range(e)], rational(c)) for m, c in g.terms()]
    if max(len(m) for m, _ in terms) != 2:
        return None
    used = sorted({v for m, _ in terms for v in m})
    places = {v: i for i, v in enumerate(used)}
    form = [[Fraction(0)] * (len(used) + 1) for _ in range(len(used) + 1)]
    for m, c in terms:
        i, j = ([places[v] for v in m] + [len(used)] * 2)[:2]
        form[i][j] += c / 2
        form[j][i] += c / 2
    return form


def definite(form: Sequence[Sequence[Fraction]]) -> bool:
    """Whether x A x is above 0 for all x except 0, or below 0 for all: elimination leaves pivots of one sign.

    >>> definite([[Fraction(1), Fraction(1, 2)], [Fraction(1, 2), Fraction(1)]])
    True
    """
    rows, sign = [list(row) for row in form], 0
    for k, row in enumerate(rows):
        pivot = row[k]
        if not pivot or (sign and (pivot > 0) != (sign > 0)):
            return False
        sign = 1 if pivot > 0 else -1
        for other in rows[k + 1 :]:
            c = other[k] / pivot
            other[k:] = [x - c * y for x, y in zip(other[k:], row[k:], strict=True)]
    return True
