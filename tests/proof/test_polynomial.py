"""Polynomial identities: what is decided, what is refused, and that a failing identity is really false."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Float, Function, Matrix, Max, Rational, eye, symbols

from symproof.proof.check import Undecided
from symproof.proof.checks.polynomial import identity, positive_quotient, value

a, b, c, x, y = symbols("a b c x y")
E = Function("E")
exponents = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 3), st.integers(-5, 5)), max_size=4)


def _poly(terms: list[tuple[int, int, int]]) -> object:
    return sum((k * x**i * y**j for i, j, k in terms), Rational(0))


@given(exponents, exponents)
def test_products_expand_to_themselves_whatever_the_order(left, right) -> None:
    p, q = _poly(left), _poly(right)
    assert identity(p * q, (q * p).expand()).run().holds
    assert identity((p + q) ** 2, p**2 + 2 * p * q + q**2).run().holds


@given(exponents, st.integers(-3, 3))
def test_two_sides_that_differ_are_refused_with_a_point(terms, shift) -> None:
    p = _poly(terms)
    finding = identity(p, p + shift).run()
    assert finding.holds == (shift == 0)
    if shift:
        assert f"by {-shift}" in finding.detail


def test_a_hypothesis_is_used_with_its_multiplier() -> None:
    assert identity(a * b, a * c, [(a, b - c)]).run().holds


def test_other_multipliers_that_would_do_make_the_answer_undecided_not_no() -> None:
    with pytest.raises(Undecided, match="others would"):
        identity(a * b, a * c, [(2 * a, b - c)]).run()


def test_what_does_not_follow_is_refused_even_with_hypotheses() -> None:
    assert not identity(a, c, [(a, b - c)]).run().holds


def test_matrices_multiply_in_the_order_given() -> None:
    A, K, v = Matrix(2, 2, symbols("a:4")), Matrix(2, 2, symbols("k:4")), Matrix(symbols("v:2"))
    assert identity(K * (A * v), v, [(1, K * A - eye(2), v)]).run().holds
    assert not identity(K * (A * v), v, [(1, K * A - 2 * eye(2), v)]).run().holds
    assert not identity(A * K, K * A).run().holds


def test_shapes_must_agree() -> None:
    assert not identity(Matrix([x, y]), Matrix([x])).run().holds


def test_arguments_of_a_function_are_expanded_and_its_values_are_unknowns() -> None:
    assert identity(E((x + y) ** 2), E(x**2 + 2 * x * y + y**2)).run().holds
    assert not identity(E(-x), E(x)).run().holds


@pytest.mark.parametrize("wrong", [Float(0.5) * x, Max(0, x), x**y, 1 / x])
def test_what_is_no_polynomial_over_the_rationals_is_undecided(wrong) -> None:
    with pytest.raises(Undecided):
        identity(wrong, wrong).run()


def test_a_float_of_python_is_undecided() -> None:
    with pytest.raises(Undecided):
        identity(0.5, 0.5).run()


def test_fractions_are_exact() -> None:
    assert identity(Fraction(1, 3) + 0 * x, Rational(1, 3)).run().holds


def test_value_at_a_point() -> None:
    assert value(x**2 + y, [(x, 2)], 4 + y).run().holds
    assert not value(x**2 + y, [(x, 2)], 4).run().holds


def test_values_are_put_in_at_the_same_time() -> None:
    assert value(x - y, [(x, y), (y, x)], y - x).run().holds


def test_positive_quotient() -> None:
    assert positive_quotient(x**2 - y**2, x - y).run().holds
    assert not positive_quotient(y**2 - x**2, x - y).run().holds
    assert not positive_quotient(x**2 + y**2, x - y).run().holds
    assert not positive_quotient(0 * x, x - y).run().holds
