"""The rules of inference and the references: what follows, and, more often, what does not."""

from __future__ import annotations

import pytest
from helpers.proofs import statement
from sympy import Function, symbols

from symproof.proof.check import Undecided
from symproof.proof.engine import run_statement
from symproof.proof.limits import constant, limit
from symproof.proof.props import BOUNDED, FALSE, at_least, equal, every, has, nonzero, positive, tends
from symproof.proof.references import HOLE, by
from symproof.proof.rules import (
    absurd,
    algebra,
    attained,
    cases,
    clash,
    combination,
    entrywise,
    induction,
    refute,
    signs,
    vanishes,
)
from symproof.proof.statement import Given
from symproof.proof.step import step
from symproof.proof.terms import family, matrix, sequence, varying

A, B, x, row = (
    matrix("A", "d", "d"),
    matrix("B", "d", "d"),
    matrix("x", "d", "1"),
    matrix("w_i", "1", "d"),
)
h, point = matrix("h", "N", "1"), matrix("v", "d", "1")
z, a, b, c, n = symbols("z a b c n")
sigma, f = Function("sigma"), sequence("f")
t, e = varying("t tau")
rows = family("U", "N", "d")


def holds(rule, conclusion, *given) -> bool:
    """Whether one step concludes this by the rule from these suppositions, named 0, 1, ..."""
    suppose = tuple(Given(str(place), prop) for place, prop in enumerate(given))
    made = statement(step("made", conclusion, rule), suppose=suppose)
    return run_statement(made).steps[0].fine


@pytest.mark.parametrize(
    ("conclusion", "given", "follows"),
    [
        (equal(a, c), (equal(a, b), equal(b, c)), True),
        (equal(a, 2 * c), (equal(a, b), equal(b, c)), False),
        (equal(A * B * x), (equal(A * B),), False),  # not multiplied by x
        (equal(B * A), (equal(A * B),), False),
        (equal(a), (equal(a * b), nonzero(b)), True),
        (equal(a), (equal(a * b),), False),
        (equal(b), (equal(a * b), nonzero(b)), False),
    ],
)
def test_equations_follow_from_combinations_only(conclusion, given, follows) -> None:
    assert holds(algebra(*map(str, range(len(given)))), conclusion, *given) == follows


def test_equals_may_be_put_into_one_place() -> None:
    rule = algebra(by("0", inside=sigma(HOLE + z)))
    assert holds(rule, equal(sigma(a + z), sigma(b + z)), equal(a, b))
    assert not holds(rule, equal(sigma(a + z), sigma(a - z)), equal(a, b))


def test_matrices_whose_shapes_do_not_fit_are_no_terms() -> None:
    with pytest.raises(Undecided, match="shapes"):
        equal(x * A)
    with pytest.raises(Undecided, match="shapes"):
        equal(x, A)


@pytest.mark.parametrize(
    ("conclusion", "follows"),
    [(equal(A, B), True), (equal(A, 2 * B), False), (equal(A), False)],
)
def test_a_matrix_that_kills_every_point_is_0(conclusion, follows) -> None:
    assert holds(vanishes("0", x), conclusion, every(equal(A * x, B * x), x)) == follows


def test_one_point_that_is_killed_shows_nothing() -> None:
    assert not holds(vanishes("0", x), equal(A, B), equal(A * x, B * x))


def test_entry_by_entry() -> None:
    gap = every(equal(sigma(z) - sigma(-z), z), z)
    assert holds(entrywise("0", z, h), equal(sigma(h) - sigma(-h), h), gap)
    assert not holds(entrywise("0", z, h), equal(sigma(h) - sigma(-h), 2 * h), gap)
    assert not holds(entrywise("0", z, h), equal(sigma(h) - sigma(-h), h), equal(sigma(z) - sigma(-z), z))
    square = every(equal(sigma(z), z * sigma(z)), z)
    assert not holds(entrywise("0", z, h), equal(sigma(h), h), square)


def test_a_sign_that_is_left_out_needs_a_condition() -> None:
    from symproof.proof.checks.cases import mag

    assert holds(cases({z: "+"}), every(equal(mag(z), z), where=(positive(z),)))
    assert not holds(cases({z: "+"}), equal(mag(z), z))
    assert not holds(signs({z: "+-"}), positive(mag(z)))


def test_inequalities() -> None:
    assert holds(combination("0", "1"), at_least(a, c), at_least(a, b), at_least(b, c))
    assert not holds(
        combination("0", by("1", times=-1)), at_least(a + c, 2 * b), at_least(a, b), at_least(b, c)
    )
    assert not holds(combination("0"), positive(a, b), at_least(a, b))
    assert not holds(combination(by("0", times=c)), at_least(c * a, c * b), at_least(a, b))
    assert holds(
        combination(by("0", times=c), by("1", times=[])), at_least(c * a, c * b), at_least(a, b), at_least(c)
    )


def test_limits_need_bounded_multipliers() -> None:
    other = varying("s_t")
    assert holds(limit(by("0", times=a)), tends(a * t, 0), tends(t, 0))
    assert not holds(limit(by("0", times=other)), tends(other * t, 0), tends(t, 0))
    assert holds(limit(by("0", times=other), "1"), tends(other * t, 0), tends(t, 0), has(other, BOUNDED))
    assert not holds(limit("0"), tends(a, 0), tends(t, 0))
    assert holds(constant("0"), equal(a, b), tends(a, b))
    assert not holds(constant("0"), equal(t), tends(t, 0))


def test_a_condition_of_a_premise_must_be_shown() -> None:
    half = every(equal(sigma(z), z), z, where=(positive(z),))
    assert holds(algebra(by("0", {z: 2})), equal(sigma(2), 2), half)
    assert not holds(algebra(by("0", {z: -2})), equal(sigma(-2), -2), half)
    assert not holds(algebra(by("0", {z: a})), equal(sigma(a), a), half)
    assert holds(algebra(by("0", {z: a}), by("1", times=[])), equal(sigma(a), a), half, positive(a))


def test_nothing_is_put_in_for_what_stands_for_one_thing() -> None:
    assert not holds(algebra(by("0", {a: 1})), equal(1, b), equal(a, b))
    assert not holds(algebra(by("0", {c: 1})), equal(a, b), equal(a, b))
    assert holds(algebra(by("0", {z: 1})), equal(sigma(1), b), every(equal(sigma(z), b), z))


def test_contradictions() -> None:
    assert holds(clash("0", "1"), FALSE, equal(A, B), nonzero(B, A))
    assert not holds(clash("0", "1"), FALSE, equal(A, B), nonzero(A))
    assert holds(absurd("0"), FALSE, at_least(-1))
    assert not holds(absurd("0"), FALSE, at_least(0))
    assert not holds(absurd("0"), FALSE, at_least(a))
    assert holds(refute("0", "1"), nonzero(a, b), FALSE, equal(a, b))
    assert not holds(refute("0", "1"), nonzero(a), FALSE, equal(a, b))


def test_a_row_that_is_not_0_has_the_value_1_at_a_new_point() -> None:
    assert holds(attained("0", point), equal(row * point, 1), nonzero(row))
    assert not holds(attained("0", point), equal(row * point, 2), nonzero(row))
    assert not holds(attained("0", point), equal(A * point, point), nonzero(A))
    assert not holds(attained("0", point), equal(row * point, 1), nonzero(row), equal(point))


PLAIN = equal(f(n), n)


def proved(supposed, conclusion=PLAIN) -> bool:
    """Induction from f(0) = 0 and f(n + 1) = f(n) + 1, with this supposition for the step."""
    made = statement(
        step("start", conclusion.put({n: 0 * n}), algebra("zero")),
        step("next", conclusion.put({n: n + 1}), algebra("add", "so-far")),
        step("all", conclusion, induction(n, "start", "next", "so-far")),
        suppose=(
            Given("zero", equal(f(0))),
            Given("add", every(equal(f(n + 1), f(n) + 1), n)),
            Given("so-far", supposed),
        ),
    )
    return run_statement(made).steps[-1].fine


def test_induction() -> None:
    assert proved(equal(f(n), n))
    assert not proved(equal(f(n), 2 * n), equal(f(n), n))
    assert not proved(every(equal(f(n), n), n))
    assert not proved(equal(f(n), n), equal(f(n), n + 1))
    assert not proved(FALSE)
