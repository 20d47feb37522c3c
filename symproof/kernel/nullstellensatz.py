"""Identities sum_ij h_ij g_ij = 1, which show that X Y = T has no solution (systems/FORMAT.md)."""

from __future__ import annotations

from fractions import Fraction
from itertools import count
from typing import Any

from symproof.kernel.errors import Malformed, Rejected
from symproof.reader.numbers import brief, canonical, entry, fraction
from symproof.reader.text import entries, fields, index
from symproof.reader.weights import matrix

FORMAT = "symproof-nullstellensatz-1"
Poly = dict[tuple[int, ...], Fraction]  # monomial, its unknowns in order -> coefficient


def add_product(total: Poly, f: Poly, g: Poly) -> None:
    """Add f g to ``total``, which keeps no term with coefficient 0."""
    for m, a in f.items():
        for n, b in g.items():
            key = tuple(sorted(m + n))
            total[key] = total.get(key, Fraction(0)) + a * b
            if not total[key]:
                del total[key]


def generators(system: Any) -> tuple[list[list[Poly]], int]:
    """The d x d polynomials g_ij, and the number of unknowns."""
    body, unknowns = fields(system, "system", ("X", "Y"), ("target",)), count()

    def read(value: object, where: str) -> Any:
        return {(next(unknowns),): Fraction(1)} if value is None else {(): fraction(entry(value, where))}

    X, Y = (matrix(body[name], name, read) for name in ("X", "Y"))
    d, s = len(X), len(Y)
    T = matrix(body.get("target", [[-(i == j) for j in range(d)] for i in range(d)]), "target")
    if (len(X[0]), len(Y[0]), len(T), len(T[0])) != (s, d, d, d):
        raise Malformed(f"X, Y, target must be d x s, s x d, d x d; X has {d} rows and Y has {s}")
    g: list[list[Poly]] = [[{(): -fraction(t)} if t else {} for t in row] for row in T]
    for i, j, k in ((i, j, k) for i in range(d) for j in range(d) for k in range(s)):
        add_product(g[i][j], X[i][k], Y[k][j])  # type: ignore[arg-type]
    return g, next(unknowns)


def check(certificate: Any, system: Any) -> str:
    """The sentence that is established; else raises `Malformed` or `Rejected`."""
    body, (g, unknowns) = fields(certificate, "certificate", ("format", "cofactors"), ()), generators(system)
    if body["format"] != FORMAT:
        raise Malformed(f"the format must be {FORMAT}, found {brief(body['format'])}")
    total: Poly = {}
    cofactors: dict[tuple[int, int], Poly] = {}
    for i, j, terms in entries(body["cofactors"], 3, "cofactors"):
        place = index(i, len(g), "cofactor row"), index(j, len(g), "cofactor column")
        if place in cofactors:
            raise Malformed(f"the cofactor of {place} appears twice")
        h: Poly = {}
        for text, variables in entries(terms, 2, "terms"):
            names = variables if isinstance(variables, list) else [None]
            c, m = canonical(text, "term"), tuple(index(v, unknowns, "unknown") for v in names)
            if not c or m in h or list(m) != sorted(m):
                raise Malformed(f"cofactor {place}: {brief([text, variables])} is 0, repeated, not in order")
            h[m] = c
        cofactors[place] = h
        add_product(total, h, g[i][j])
    if total != {(): 1}:
        raise Rejected(f"the sum of cofactor times generator is not 1: it has {len(total)} terms")
    used = [*cofactors.values(), *(f for row in g for f in row)]
    integral = all(c.denominator == 1 for f in used for c in f.values())
    ring = "in which 1 is not 0" if integral else "that contains Q"
    return f"X Y = T has no solution in any commutative ring {ring}"
