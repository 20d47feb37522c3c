"""The explicit identity that refutes X Y = T when s < rank T, over Z when T = -I."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy.polys.rings import PolyElement

from symproof.kernel.linear import rref
from symproof.kernel.nullstellensatz import FORMAT
from symproof.systems.deadline import Deadline
from symproof.systems.system import System, constant, rational

Place = tuple[int, int]


def rank_cofactors(system: System, deadline: Deadline | None = None) -> dict[Place, PolyElement] | None:
    """Cofactors h_ij with sum h_ij g_ij = 1, or None when rank T <= s.

    Choose s + 1 rows R and columns C with det T[R,C] != 0 and put A = (X Y)[R,C], so A = G + T[R,C] with
    the generators G. A is a product through s < s + 1 dimensions, so det A = 0 identically (Cauchy-Binet).
    Replace the rows of T[R,C] by those of A one after the other: at row i the determinant changes by the
    determinant with row i equal to G_i, which is sum_j g_ij h'_ij with

        h'_ij = det(rows < i of A; row i: e_j; rows > i of T[R,C]).

    The changes add up to det A - det T[R,C] = -det T[R,C]; divide by it. For T = -I the determinant is 1 or
    -1 and every coefficient is an integer.

    The largest cofactor has about (s!)^2 terms.

    Args:
        system: any entries given or unknown.
        deadline: when to give up.

    Raises:
        GaveUp: the time is over.

    Source: new; Theorem 4 (v2), "then size of S >= d".
    """
    places, limit = _minor(system), deadline or Deadline()
    if places is None:
        return None
    R, C = places
    ring = system.ring
    T = [[ring(constant(system.T[i][j])) for j in C] for i in R]
    A = [[system.generators[i][j] + system.ring(constant(system.T[i][j])) for j in C] for i in R]
    scale = -1 / rational(determinant(T, ring.one, limit).coeff(1))
    result = {}
    for a, i in enumerate(R):
        rows = A[:a] + T[a + 1 :]
        for b, j in enumerate(C):
            minor = determinant([row[:b] + row[b + 1 :] for row in rows], ring.one, limit)
            result[i, j] = minor * constant((-1) ** (a + b) * scale)
    return {place: h for place, h in result.items() if h}


def determinant(rows: list[list[PolyElement]], one: PolyElement, deadline: Deadline) -> PolyElement:
    """The determinant by expansion along the rows, each set of columns once."""
    partial = {0: one}  # columns used by the rows so far, as bits -> signed sum of products
    for row in rows:
        following: dict[int, PolyElement] = {}
        for used, value in partial.items():
            for j, x in enumerate(row):
                deadline.check("explicit identity")
                if x and not used >> j & 1:
                    sign = -1 if (used >> j).bit_count() % 2 else 1  # columns right of j already used
                    key = used | 1 << j
                    following[key] = following.get(key, 0 * one) + value * x * sign
        partial = following
    return partial.get((1 << len(rows)) - 1, 0 * one)


def certificate(cofactors: dict[Place, PolyElement]) -> dict[str, Any]:
    """The certificate of FORMAT.md."""
    return {"format": FORMAT, "cofactors": [[i, j, _terms(h)] for (i, j), h in sorted(cofactors.items())]}


def _terms(h: PolyElement) -> list[list[Any]]:
    return [
        [str(rational(c)), [v for v, e in enumerate(monomial) for _ in range(e)]] for monomial, c in h.terms()
    ]


def _minor(system: System) -> tuple[list[int], list[int]] | None:
    """s + 1 rows and columns of T with an invertible submatrix."""
    columns = rref(system.T)[1]
    if len(columns) <= system.s:
        return None
    C = columns[: system.s + 1]
    turned = [[Fraction(row[j]) for row in system.T] for j in C]
    return rref(turned)[1], C
