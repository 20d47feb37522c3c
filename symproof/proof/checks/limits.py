"""Limits and series with the remainder written out.

A limit is decided on a polynomial: some of its unknowns (``null``) tend to 0, the others stay bounded, so the
limit is what is left when the null ones are 0. A power series is decided by its differential equation,
coefficient by coefficient, because a formal series y with y' = F(z, y) is determined by y(0).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy

from symproof.proof.check import Check, Finding, Undecided
from symproof.proof.checks.polynomial import Expr, decide_identity, entries, expression, polynomial, ring_of
from symproof.proof.kinds import Kind


def limit(expression: Any, null: Sequence[Expr], equals: Any, scaled: Any = None, by: Expr = 1) -> Check:
    """A check that an expression tends to `equals` while `null` tends to 0 and the rest stays bounded.

    Args:
        expression: a polynomial expression or matrix; unknowns that are not null are bounded.
        null: symbols or applied functions that tend to 0.
        equals: the limit; it must not contain null unknowns, and every other unknown in it is fixed.
        scaled: when given, the expression before division: decided as well is scaled = by * expression.
        by: what was divided by.
    """
    data = {"expression": expression, "null": tuple(null), "equals": equals, "scaled": scaled, "by": by}
    return Check(Kind.SERIES, decide_limit, data)


def decide_limit(expression: Any, null: Sequence[Expr], equals: Any, scaled: Any, by: Expr) -> Finding:
    """Whether setting the null unknowns to 0 leaves the stated limit, and the division is exact."""
    left, right = entries(expression), entries(equals)
    if len(left) != len(right):
        return Finding(False, "the limit has another shape")
    if scaled is not None:
        division = decide_identity(scaled, [by * entry for entry in left], ())
        if not division.holds:
            return Finding(False, f"before division: {division.detail}")
    ring = ring_of([*left, *right], null)
    places = [ring.symbols.index(unknown) for unknown in null]
    vanishing = 0
    for one, other in zip(left, right, strict=True):
        here, there = polynomial(ring, one), polynomial(ring, other)
        if any(monomial[place] for monomial in there for place in places):
            raise Undecided("the stated limit contains a quantity that tends to 0")
        kept = {m: c for m, c in here.items() if not any(m[place] for place in places)}
        vanishing += len(here) - len(kept)
        if ring.from_dict(kept) != there:
            return Finding(
                False, f"the limit is {ring.from_dict(kept).as_expr()}, stated is {there.as_expr()}"
            )
    if not vanishing:
        return Finding(True, "exact, without remainder")
    return Finding(
        True,
        f"remainder of {vanishing} term{'s' if vanishing > 1 else ''}, each with a factor that tends to 0",
    )


def power_series(coefficients: Sequence[Expr], equation: Expr, start: Expr) -> Check:
    """A check that the coefficients are those of the solution of y' = equation with y(0) = start.

    Args:
        coefficients: of z^0, z^1, ...; rational, or polynomials in symbols for constants.
        equation: a polynomial in the symbols ``y`` and ``z`` of this module.
        start: y(0).
    """
    data = {"coefficients": tuple(coefficients), "equation": equation, "start": start}
    return Check(Kind.SERIES, decide_series, data)


y, z = sympy.symbols("y z")


def decide_series(coefficients: Sequence[Expr], equation: Expr, start: Expr) -> Finding:
    """Whether each coefficient agrees with the differential equation."""
    constants = [expression(c) for c in (*coefficients, start)]
    ring = ring_of([*constants, equation], (y, z))
    at_y, at_z = ring.symbols.index(y), ring.symbols.index(z)
    series = _truncated_sum(ring, constants[:-1], at_z)
    order = len(coefficients)
    if polynomial(ring, constants[0]) != polynomial(ring, constants[-1]):
        return Finding(False, f"the series starts with {constants[0]}, not {start}")
    field = ring.zero
    for monomial, coefficient in polynomial(ring, equation).items():
        rest = tuple(0 if place == at_y else power for place, power in enumerate(monomial))
        term = ring.from_dict({rest: coefficient})
        for _ in range(monomial[at_y]):
            term = _truncate(term * series, at_z, order)
        field += term
    gap = _truncate(series.diff(ring.gens[at_z]) - field, at_z, order - 1)
    if gap:
        return Finding(False, f"the differential equation fails by {gap.as_expr()}")
    return Finding(True, f"{order} coefficients")


def _truncated_sum(ring: Any, coefficients: Sequence[Expr], at_z: int) -> Any:
    powers = (ring.gens[at_z] ** n for n in range(len(coefficients)))
    return sum(
        (polynomial(ring, c) * power for c, power in zip(coefficients, powers, strict=True)), ring.zero
    )


def _truncate(poly: Any, at_z: int, order: int) -> Any:
    return poly.ring.from_dict({m: c for m, c in poly.items() if m[at_z] < order})


def expansion(function: Any, variable: Expr, order: int, equals: Any) -> Check:
    """A check that a polynomial expression agrees with `equals` modulo variable^order."""
    data = {"function": function, "variable": variable, "order": order, "equals": equals}
    return Check(Kind.SERIES, decide_expansion, data)


def decide_expansion(function: Any, variable: Expr, order: int, equals: Any) -> Finding:
    """Whether the two sides have the same coefficients below the order."""
    left, right = entries(function), entries(equals)
    if len(left) != len(right):
        return Finding(False, "the two sides have different shapes")
    ring = ring_of([*left, *right], (variable,))
    place = ring.symbols.index(variable)
    for one, other in zip(left, right, strict=True):
        gap = _below(ring, one, place, order) - _below(ring, other, place, order)
        if gap:
            lowest = min(monomial[place] for monomial in gap)
            return Finding(False, f"they differ in order {lowest} of {variable}")
    return Finding(True, f"{len(left)} component{'s' if len(left) > 1 else ''}, all orders below {order}")


def _below(ring: Any, one: Expr, place: int, order: int) -> Any:
    """The expression modulo (the unknown at the place)^order, cut after every product."""
    if one.is_Add:
        return sum((_below(ring, arg, place, order) for arg in one.args), ring.zero)
    if one.is_Mul:
        result = ring.one
        for arg in sorted(one.args, key=lambda arg: -len(arg.args)):
            result = _truncate(result * _below(ring, arg, place, order), place, order)
        return result
    if one.is_Pow and one.exp.is_Integer and one.exp > 0:
        base, result = _below(ring, one.base, place, order), ring.one
        for _ in range(int(one.exp)):
            result = _truncate(result * base, place, order)
        return result
    return _truncate(polynomial(ring, one), place, order)
