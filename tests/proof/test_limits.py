"""Limits with a remainder, series from a differential equation, expansions."""

from __future__ import annotations

from fractions import Fraction
from math import factorial

import pytest
from sympy import Rational, symbols

from symproof.proof.check import Undecided
from symproof.proof.checks.limits import expansion, limit, power_series, y, z

x, t, e, m = symbols("x t e m")


def test_a_limit_is_what_is_left() -> None:
    assert limit(x + e * m, (e,), x).run().holds
    assert not limit(x + e * m + m, (e,), x).run().holds
    assert "exact" in limit(x, (e,), x).run().detail


def test_a_limit_must_not_contain_what_vanishes() -> None:
    with pytest.raises(Undecided):
        limit(x + e, (e,), x + e).run()


def test_a_limit_of_another_shape_is_refused() -> None:
    for left, right in (([x], [x, x]), ([x, x], [x]), (x, [x, 0])):
        finding = limit(left, (e,), right).run()
        assert not finding.holds
        assert "shape" in finding.detail


def test_the_division_is_checked() -> None:
    assert limit(x + e, (e,), x, scaled=t * x + t * e, by=t).run().holds
    assert not limit(x + e, (e,), x, scaled=t * x + e, by=t).run().holds


def test_the_exponential_series() -> None:
    coefficients = [Fraction(1, factorial(n)) for n in range(8)]
    assert power_series(coefficients, y, 1).run().holds
    assert not power_series([*coefficients[:-1], Fraction(1, 5039)], y, 1).run().holds
    assert not power_series(coefficients, y, 2).run().holds


def test_the_tangent_series() -> None:
    """y' = 1 + y^2, y(0) = 0: 0, 1, 0, 1/3, 0, 2/15 (Bernoulli numbers, any table)."""
    assert power_series([0, 1, 0, Fraction(1, 3), 0, Fraction(2, 15)], 1 + y**2, 0).run().holds


def test_series_with_a_symbol_for_a_constant() -> None:
    c = symbols("c")
    assert power_series([c, 0, -c / 2], -z * y, c).run().holds


def test_expansions_agree_below_the_order_only() -> None:
    assert expansion(x + t**3, t, 3, x).run().holds
    assert not expansion(x + t**3, t, 4, x).run().holds
    assert not expansion([x, t], t, 2, [x]).run().holds


def test_a_float_is_refused() -> None:
    with pytest.raises(Undecided):
        limit(0.5 * x, (e,), Rational(1, 2) * x).run()
