"""The rules about limits, continuity and series."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import sympy
from sympy.core.function import AppliedUndef

from symproof.proof.check import Finding
from symproof.proof.checks.limits import decide_expansion, decide_series, y, z
from symproof.proof.checks.polynomial import Expr, expression
from symproof.proof.kinds import Kind
from symproof.proof.props import BOUNDED, CONTINUOUS, FLAT, VANISHING, Prop
from symproof.proof.references import HOLE, By, Premise, Rule, count, rule, settled
from symproof.proof.rules import solved
from symproof.proof.terms import canonical, equal_terms, had, put, read_all, symbols_of, varies


def limit(*refs: By | str) -> Rule:
    """A limit: what is left is a combination of what tends to 0, with bounded multipliers."""
    return rule(Kind.SERIES, decide_tends, refs)


@settled
def decide_tends(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether left - limit is a sum of what tends to 0 with bounded multipliers, and of equations."""
    try:
        return _tends(conclusion, premises)
    except Unbounded as reason:
        return Finding(False, str(reason))


class Unbounded(Exception):
    """A multiplier that is not known to be bounded."""


def _tends(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Multipliers must be bounded: polynomials in constants, in what has a limit, and in what a premise calls
    bounded. Rational coefficients are solved for.
    """
    bounded = [premise.prop.left for premise in premises if premise.prop.relation in ("->", BOUNDED)]
    products = []
    for premise in premises:
        if premise.prop.relation not in ("=", "->"):
            continue
        if premise.prop.relation == "->":
            _demand_bounded([factor for pair in premise.by.times for factor in pair], bounded)
            for one in premise.by.inside:
                _demand_linear(one, bounded)
        products += premise.multiples()
    if conclusion.relation == BOUNDED:
        _demand_bounded([conclusion.left], bounded)
        return Finding(True, "a polynomial in bounded quantities")
    if conclusion.relation != "->":
        return Finding(False, "this rule concludes limits only")
    _, (target, *sides) = read_all([conclusion.gap, *products])
    if solved(target, sides) is None:
        return Finding(False, "the rest is no combination of what tends to 0")
    return Finding(True, f"remainder of {count(len(products), 'part')}, each tending to 0")


def _demand_linear(place: Expr, bounded: Sequence[Expr]) -> None:
    """Make sure that a term is linear in its hole, and everything else in it bounded."""
    for part in _factors(place):
        if HOLE in part.free_symbols and part != HOLE:
            raise Unbounded(f"{place} is not linear in what tends to 0")
        if part != HOLE:
            _demand_bounded([part], bounded)


def _factors(e: Expr) -> list[Expr]:
    """The factors of a product, and of products entry by entry."""
    if e.is_Mul or (isinstance(e, AppliedUndef) and e.func == had):
        return [factor for arg in e.args for factor in _factors(arg)]
    return [e]


def _demand_bounded(terms: Sequence[Any], bounded: Sequence[Expr]) -> None:
    for one in terms:
        e = canonical(expression(one))
        if not varies(e) or any(equal_terms(e, known) for known in bounded):
            continue
        if e.is_Add or e.is_Mul or (e.is_Pow and e.exp.is_Integer and e.exp > 0):
            _demand_bounded(e.args if not e.is_Pow else [e.base], bounded)
        else:
            raise Unbounded(f"{e} is not known to be bounded")


def constant(one: By | str) -> Rule:
    """From a limit without anything that changes, an equation."""
    return rule(Kind.SERIES, decide_constant, (one,))


@settled
def decide_constant(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether the premise is a limit between constants, and the conclusion their equality."""
    (premise,) = premises
    fits = (
        premise.prop.relation == "->"
        and conclusion.relation == "="
        and not varies(premise.prop.gap)
        and (equal_terms(premise.prop.gap, conclusion.gap) or equal_terms(premise.prop.gap, -conclusion.gap))
    )
    return Finding(
        fits, "a constant with a limit is the limit" if fits else "something changes along the limit"
    )


def through(continuous: By | str, inner: By | str) -> Rule:
    """The limit through a function that is continuous at the limit of its argument."""
    return rule(Kind.SERIES, decide_through, (continuous, inner))


@settled
def decide_through(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether f(u) -> f(l) follows from u -> l and the continuity of f at l."""
    continuous, inner = premises
    value = continuous.prop.left
    if (
        continuous.prop.relation not in (CONTINUOUS, VANISHING)
        or inner.prop.relation != "->"
        or not isinstance(value, AppliedUndef)
    ):
        return Finding(False, "a continuous function and a limit are required")
    here = value.func(*value.args[:-1], inner.prop.left)
    there = value.func(*value.args[:-1], inner.prop.right)
    vanishing = continuous.prop.relation == VANISHING
    if vanishing:  # entry by entry, so a vector may be the argument
        at_limit = value.args == (sympy.Integer(0),) and equal_terms(inner.prop.right, sympy.Integer(0))
        there = sympy.Integer(0)
    else:
        at_limit = equal_terms(value, there)
    fits = at_limit and equal_terms(conclusion.left, here) and equal_terms(conclusion.right, there)
    fits = fits and conclusion.relation == "->"
    return Finding(
        fits, "through a continuous function" if fits else "the function or the limit is another one"
    )


def still(one: By | str, *refs: By | str) -> Rule:
    """The limit 0 of what is flat in a point that has a limit."""
    return rule(Kind.SERIES, decide_still, (one, *refs))


@settled
def decide_still(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether the first premise calls the conclusion flat, and its point is constant or has a limit."""
    found, *limits = (premise.prop for premise in premises)
    fits = found.relation == FLAT and conclusion.relation == "->" and conclusion.right == 0
    fits = fits and equal_terms(found.left, conclusion.left)
    try:
        _demand_bounded([found.right], [one.left for one in limits if one.relation == "->"])
    except Unbounded as reason:
        return Finding(False, str(reason))
    return Finding(fits, "flat, at a point with a limit" if fits else "something else is flat")


def flatly(small: By | str, supposition: str, point: Expr, at: Expr) -> Rule:
    """From a limit 0 under the supposition that the point tends to any place: flat in that point."""
    return rule(
        Kind.SERIES, decide_flatly, (small, supposition), point=point, at=at,
        discharges=(supposition,), arbitrary=(point, at),
    )  # fmt: skip


@settled
def decide_flatly(conclusion: Prop, premises: Sequence[Premise], point: Expr, at: Expr) -> Finding:
    """Whether the conclusion calls flat in the point what tends to 0 when the point tends to the place."""
    small, supposed = (premise.prop for premise in premises)
    fits = supposed.relation == small.relation == "->" and (supposed.left, supposed.right) == (point, at)
    fits = fits and small.right == 0 and at not in symbols_of(small.left) and not varies(at)
    fits = fits and conclusion.relation == FLAT and conclusion.right == point
    fits = fits and equal_terms(conclusion.left, small.left)
    return Finding(fits, "for every point with a limit" if fits else "nothing is flat, or something else")


def series(value: Expr, *refs: By | str) -> Rule:
    """Taylor coefficients at 0: from y' = F(z, y) and y(0), or by putting series into a formula."""
    return rule(Kind.SERIES, decide_taylor, refs, value=value)


@settled
def decide_taylor(conclusion: Prop, premises: Sequence[Premise], value: Expr) -> Finding:
    """Whether the polynomial on the right has the coefficients of the function on the left, below its O term.

    Premises are equations for the derivative (the function with a prime) and for the value at 0; or one
    equation that gives the function by others, with the series of those.
    """
    (point,) = value.args
    polynomial_part, order = _cut(conclusion.right, point)
    if conclusion.relation != "~" or not equal_terms(conclusion.left, value) or order is None:
        return Finding(False, "a Taylor polynomial of the function with its order is required")
    equations = {canonical(p.prop.left): p.prop.right for p in premises if p.prop.relation == "="}
    slope = sympy.Function(value.func.__name__ + "'")(point)
    if slope in equations:
        start = equations.get(value.func(sympy.Integer(0)))
        if start is None:
            return Finding(False, "the value at 0 is not given")
        known = sympy.Poly(polynomial_part, point)
        coefficients = [known.coeff_monomial(point**n) for n in range(order)]
        right = put(equations[slope], {value: y, point: z})
        for premise in premises:
            if premise.prop.relation == "~":
                right = put(
                    right, {put(premise.prop.left, {point: z}): _cut(premise.prop.right, point, z)[0]}
                )
        return decide_series(coefficients, right, start)
    if value not in equations:
        return Finding(False, "the function is not given by an equation")
    inner = equations[value]
    for premise in premises:
        if premise.prop.relation == "~":
            part, found = _cut(premise.prop.right, point)
            if found is None or found < order - 1:
                return Finding(False, "a series is not long enough")
            inner = put(inner, {premise.prop.left: part})
    return decide_expansion(inner, point, order, polynomial_part)


def _cut(e: Expr, point: Expr, other: Expr | None = None) -> tuple[Expr, int | None]:
    """The polynomial of p(z) + O(z^n), and n."""
    order, rest = None, []
    for part in sympy.Add.make_args(e):
        if isinstance(part, AppliedUndef) and part.func.__name__ == "O":
            order = int(sympy.Poly(part.args[0], point).degree())
        else:
            rest.append(part)
    found = sympy.Add(*rest)
    return (put(found, {point: other}) if other is not None else found), order
