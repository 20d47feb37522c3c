"""Polynomial identities over Q: both sides are expanded in one ring and compared coefficient by coefficient.

Expressions are built with SymPy and decided in `sympy.polys.rings`, where a polynomial over Q has one normal
form. An applied function such as E(z) counts as one more unknown, after its argument is expanded, so an
identity that holds formally holds for every function of that name.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import prod
from typing import Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.polys.groebnertools import groebner
from sympy.polys.rings import PolyElement, PolyRing

from symproof.proof.check import Check, Finding, Undecided
from symproof.proof.kinds import Kind

Expr = Any
Matrixlike = Any
Given = tuple[Matrixlike, ...]


def identity(lhs: Matrixlike, rhs: Matrixlike, given: Sequence[Given] = ()) -> Check:
    """A check that lhs = rhs follows from hypotheses h = 0, with the multipliers that show it.

    Args:
        lhs, rhs: expressions, or matrices of one shape.
        given: pairs (multiplier, h) or triples (left, h, right); decided is that lhs - rhs is the sum of the
            products (of matrices, in this order) as polynomials over Q, so lhs = rhs wherever every h is 0.
    """
    return Check(Kind.IDENTITY, decide_identity, {"lhs": lhs, "rhs": rhs, "given": tuple(given)})


def decide_identity(lhs: Matrixlike, rhs: Matrixlike, given: Sequence[Given]) -> Finding:
    """Whether lhs - rhs is the stated combination of the hypotheses, as polynomials over Q."""
    left, right = entries(lhs), entries(rhs)
    parts = [entries(prod(item[1:], start=item[0])) for item in given]
    if any(len(part) != len(left) for part in [right, *parts]):
        return Finding(False, "the two sides have different shapes")
    assumed = [entry for item in given for entry in entries(item[1])]
    ring = ring_of([*left, *right, *assumed, *(entry for part in parts for entry in part)])
    size = 0
    for place, (one, other) in enumerate(zip(left, right, strict=True)):
        here, there = polynomial(ring, one), polynomial(ring, other)
        gap = here - there
        for part in parts:
            gap -= polynomial(ring, part[place])
        if gap:
            _confirm(here - there, [polynomial(ring, entry) for entry in assumed])
            return Finding(
                False, f"{_where(place, len(left))}the sides differ by {_short(gap)}; {_witness(gap)}"
            )
        size += len(here)
    return Finding(
        True,
        f"{_count(len(left), 'equation')}, {_count(ring.ngens, 'unknown')}, {_count(size, 'term')} expanded",
    )


def _confirm(difference: PolyElement, hypotheses: Sequence[PolyElement]) -> None:
    """Make sure that a difference is no consequence of the hypotheses with other multipliers either.

    Decided by a Groebner basis where the system is small; larger ones are left at the multipliers given.

    Raises:
        Undecided: when other multipliers would show the equation, so that it is not refuted.
    """
    nonzero = [h for h in hypotheses if h]
    if not nonzero or len(nonzero) > SMALL or difference.ring.ngens > 2 * SMALL:
        return
    if not difference.rem(groebner(nonzero, difference.ring)):
        raise Undecided("the multipliers do not show it, but others would")


SMALL = 6  # hypotheses, and half the unknowns, for which a Groebner basis takes well under a second


def value(poly: Expr, at: Sequence[tuple[Expr, Expr]], equals: Expr) -> Check:
    """A check that a polynomial takes the value `equals` at a point; when that is not 0, it is not zero."""
    return Check(Kind.IDENTITY, decide_value, {"poly": poly, "at": tuple(at), "equals": equals})


def decide_value(poly: Expr, at: Sequence[tuple[Expr, Expr]], equals: Expr) -> Finding:
    """Whether the polynomial, with the named unknowns replaced, is the stated polynomial in the others."""
    return decide_identity(expression(poly).subs(list(at), simultaneous=True), equals, ())


def entries(side: Matrixlike) -> list[Expr]:
    """The entries of a matrix, row by row, or the one expression itself."""
    if isinstance(side, sympy.MatrixBase):
        return list(side)
    if isinstance(side, (tuple, list)):
        return [expression(entry) for entry in side]
    return [expression(side)]


def expression(value: Expr) -> Expr:
    """The value as a SymPy expression; integers and fractions exactly.

    Raises:
        Undecided: when it is neither a number of Python nor an expression.
    """
    if isinstance(value, sympy.Expr):
        return value
    if isinstance(value, (int, Fraction)):
        return sympy.Rational(value.numerator, value.denominator)
    raise Undecided(f"not an exact expression: {value!r}")


def ring_of(expressions: Iterable[Expr], extra: Iterable[Expr] = ()) -> PolyRing:
    """The ring over Q in every symbol and every applied function that occurs.

    Raises:
        Undecided: when an expression contains a floating-point number.
    """
    unknowns: set[Expr] = set(extra)
    for one in expressions:
        if one.has(sympy.Float):
            raise Undecided(f"a floating-point number occurs in {one}")
        unknowns |= _unknowns(one)
    ordered = sorted(unknowns, key=str) or [sympy.Symbol("unused")]
    return PolyRing(ordered, sympy.QQ)


def _unknowns(one: Expr) -> set[Expr]:
    flat = flatten(one)
    applied = flat.atoms(AppliedUndef)
    hidden = {atom: sympy.Dummy() for atom in applied}
    return set(applied) | (set(flat.xreplace(hidden).free_symbols) - set(hidden.values()))


def flatten(one: Expr) -> Expr:
    """The expression with the argument of every applied function expanded, from the inside out."""
    if not one.args or not one.has(AppliedUndef):
        return one
    args = [flatten(arg) for arg in one.args]
    if isinstance(one, AppliedUndef):
        args = [polynomial(ring_of([arg]), arg).as_expr() for arg in args]
    return one.func(*args)


def polynomial(ring: PolyRing, one: Expr) -> PolyElement:
    """The expression as an element of the ring.

    Raises:
        Undecided: when it is not a polynomial over Q in the ring's unknowns.
    """
    try:
        return ring.from_expr(flatten(one))
    except ValueError as error:
        raise Undecided(f"not a polynomial over Q: {one}") from error


def _short(poly: PolyElement) -> str:
    text = str(poly.as_expr())
    return text if len(text) <= 90 else f"a polynomial with {len(poly)} terms"


def _witness(poly: PolyElement) -> str:
    """A rational point at which a nonzero polynomial is not zero, in words."""
    used = [gen for gen, degree in zip(poly.ring.gens, poly.degrees(), strict=True) if degree > 0]
    bound = max(poly.degrees(), default=0) + 1
    current, point = poly, []
    for gen in used:
        for number in range(1, bound + 1):
            after = current.subs(gen, number)
            if after:
                current = after
                point.append(f"{gen.as_expr()} = {number}")
                break
    found = current.as_expr()
    return f"at {', '.join(point)} by {found}" if point and len(point) <= 12 else f"by {found} at a point"


def _where(place: int, total: int) -> str:
    return "" if total == 1 else f"entry {place}: "


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def positive_quotient(numerator: Expr, denominator: Expr) -> Check:
    """A check that the denominator divides the numerator and the quotient has positive coefficients only."""
    return Check(Kind.IDENTITY, decide_quotient, {"numerator": numerator, "denominator": denominator})


def decide_quotient(numerator: Expr, denominator: Expr) -> Finding:
    """Whether the exact quotient exists, is not 0, and has no negative coefficient."""
    ring = ring_of([expression(numerator), expression(denominator)])
    quotient, rest = divmod(polynomial(ring, numerator), polynomial(ring, denominator))
    if rest:
        return Finding(False, "the denominator does not divide the numerator")
    if not quotient or any(coefficient < 0 for coefficient in quotient.values()):
        return Finding(False, "the quotient has a coefficient that is not positive")
    return Finding(True, f"quotient with {_count(len(quotient), 'term')}, all coefficients positive")
