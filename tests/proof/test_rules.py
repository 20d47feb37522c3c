"""The rules of inference and the references: what follows, and, more often, what does not."""

from __future__ import annotations

import pytest
from helpers.proofs import statement
from sympy import Function, symbols

from symproof.proof.check import Undecided
from symproof.proof.checks.cases import mag
from symproof.proof.engine import run_statement
from symproof.proof.limits import constant, flatly, limit, still
from symproof.proof.props import (
    BOUNDED,
    FALSE,
    KIND,
    at_least,
    equal,
    every,
    flat,
    has,
    nonzero,
    positive,
    tends,
)
from symproof.proof.references import HOLE, by
from symproof.proof.rules import (
    absurd,
    algebra,
    apart,
    attained,
    cases,
    clash,
    combination,
    conic,
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
y = matrix("y_x", "d", "1")
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


@pytest.mark.parametrize(
    ("conclusion", "given", "times", "follows"),
    [
        (nonzero(x, point), (nonzero(y, point), equal(x, y)), 1, True),
        (nonzero(x, point), (nonzero(y, point),), 1, False),
        (nonzero(x), (nonzero(A * x),), A, True),
        (nonzero(x), (nonzero(A * x),), B, False),
        (nonzero(a), (nonzero(a * b),), b, True),
        (nonzero(b), (nonzero(a * b),), b, False),
        (nonzero(a), (nonzero(a + b),), b, False),
        (nonzero(a), (equal(a * b, 1),), b, True),
        (nonzero(a), (equal(a * b, c),), b, False),
        (nonzero(a), (at_least(a, 1),), 1, False),
        (equal(a), (nonzero(a * b),), b, False),
        (nonzero(a), (nonzero(a * b), nonzero(a * b)), b, False),  # two denials
    ],
)
def test_a_denial_follows_from_another_only(conclusion, given, times, follows) -> None:
    assert holds(apart(*map(str, range(len(given))), times=times), conclusion, *given) == follows


@pytest.mark.parametrize(
    ("value", "follows"),
    [
        (has(mag(z) / 2, KIND), True),
        (has(-3 * mag(z), KIND), True),
        (has(0 * mag(z), KIND), False),
        (has(mag(z) + 1, KIND), False),
        (has(mag(z) ** 2, KIND), False),
        (has(mag(2 * z + 1), KIND), False),
        (has(sigma(z), KIND), False),
        (has(mag(z), "is continuous"), False),
    ],
)
def test_multiples_of_the_absolute_value_are_conic(value, follows) -> None:
    assert holds(conic(), value) == follows


POINT = matrix("x_t", "d", "1", varying=True)


@pytest.mark.parametrize(
    ("conclusion", "given", "follows"),
    [
        (tends(e * POINT, 0), (flat(e * POINT, POINT), tends(POINT, x)), True),
        (tends(e * x, 0), (flat(e * x, x),), True),  # a constant has a limit
        (tends(e * POINT, 0), (flat(e * POINT, POINT),), False),
        (tends(e * POINT, 0), (flat(e * POINT, POINT), has(POINT, BOUNDED)), False),
        (tends(2 * e * POINT, 0), (flat(e * POINT, POINT), tends(POINT, x)), False),
        (tends(e * POINT, x), (flat(e * POINT, POINT), tends(POINT, x)), False),
        (tends(e * POINT, 0), (tends(e * POINT, 0), tends(POINT, x)), False),
    ],
)
def test_what_is_flat_tends_to_0_at_a_point_with_a_limit_only(conclusion, given, follows) -> None:
    assert holds(still(*map(str, range(len(given)))), conclusion, *given) == follows


@pytest.mark.parametrize(
    ("conclusion", "small", "supposed", "follows"),
    [
        (flat(e * POINT, POINT), tends(e * POINT, 0), tends(POINT, x), True),
        (flat(e * POINT, POINT), tends(e * POINT, x), tends(POINT, x), False),
        (flat(e * A * POINT, POINT), tends(e * POINT, 0), tends(POINT, x), False),
        (flat(e * x, x), tends(e * x, 0), tends(POINT, x), False),
        (flat(e * POINT, POINT), tends(e * POINT, 0), tends(POINT, 2 * x), False),
        (flat(e * x, POINT), tends(e * x, 0), tends(POINT, x), False),  # it speaks of the place
        (tends(e * POINT, 0), tends(e * POINT, 0), tends(POINT, x), False),
    ],
)
def test_flat_is_what_tends_to_0_for_every_limit_of_the_point(conclusion, small, supposed, follows) -> None:
    suppose = (Given("limit", supposed), Given("e-small", tends(e, 0)))
    made = statement(
        step("small", small, limit(by("e-small", times=small.left.coeff(e)), by("limit", times=[]))),
        step("made", conclusion, flatly("small", "limit", POINT, x)),
        suppose=suppose,
    )
    assert run_statement(made).steps[-1].fine == follows
