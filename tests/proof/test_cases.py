"""Sign case split: the piecewise functions against their definitions, and undecided signs."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import Rational, symbols

from symproof.proof.check import Undecided
from symproof.proof.checks.cases import World, homogeneous, mag, pos, pw, relu, sgn, sign_cases

z, w, t, k, D = symbols("z w t k D")
ANY = {z: "+0-"}


@pytest.mark.parametrize(
    ("left", "right"),
    [
        (relu(z), z / 2 + mag(z) / 2),
        (relu(z) - relu(-z), z),
        (mag(z), z * sgn(z)),
        (relu(z), z * pos(z)),
        (sgn(z), pos(z) - pos(-z)),
        (mag(-z), mag(z)),
        (mag(relu(-z)), relu(-z)),
        (relu(z) * relu(-z), 0 * z),
    ],
)
def test_identities_that_hold(left, right) -> None:
    assert sign_cases(left, right, ANY).run().holds


@pytest.mark.parametrize(
    ("left", "right"), [(relu(z), z), (mag(z), z), (relu(z) + relu(-z), z), (pos(z), sgn(z))]
)
def test_identities_that_fail_somewhere(left, right) -> None:
    assert not sign_cases(left, right, ANY).run().holds


@pytest.mark.parametrize(("left", "right"), [([z, z], [z]), ([z], [z, z]), ([], [z]), (z, [z, 0])])
def test_sides_of_different_shapes_are_never_equal(left, right) -> None:
    """Every entry that has a partner is equal; what has none refutes the equation."""
    finding = sign_cases(left, right, ANY).run()
    assert not finding.holds
    assert "shapes" in finding.detail


def test_a_sign_that_is_not_settled_is_undecided() -> None:
    with pytest.raises(Undecided, match="not settled"):
        sign_cases(relu(z + w), relu(z + w), {z: "+0-", w: "+0-"}).run()
    with pytest.raises(Undecided, match="not settled"):
        sign_cases(relu(D * z), relu(D * z), ANY).run()


def test_only_the_allowed_signs_are_tried() -> None:
    assert sign_cases(relu(z), z, {z: "+0"}).run().holds
    assert sign_cases(mag(z), -z, {z: "-"}).run().holds
    with pytest.raises(Undecided, match="part of"):
        sign_cases(z, z, {z: ""}).run()


def test_powers_of_products_of_positive_numbers() -> None:
    assert sign_cases(pw(t * mag(z), k), pw(t, k) * pw(mag(z), k), {z: "+0-", t: "+"}).run().holds
    with pytest.raises(Undecided, match="coefficient"):
        sign_cases(pw(2 * t, k), pw(t, k), {t: "+"}).run()
    with pytest.raises(Undecided, match="not a product"):
        sign_cases(pw(t + w, k), 0 * t, {t: "+", w: "+"}).run()


def test_hypotheses_are_read_in_each_case() -> None:
    assert sign_cases(z * w, sgn(z) * D, {z: "+-"}, [(sgn(z), mag(z) * w - D)]).run().holds


@pytest.mark.parametrize(
    ("function", "degree"), [(relu(z) ** 2, 2), (relu(z) * z, 2), (mag(z), 1), (z**3, 3), (sgn(z), 0)]
)
def test_the_degree_is_derived(function, degree) -> None:
    found = [n for n in range(5) if homogeneous(function, {z: t * z}, t, n, {z: "+0-", t: "+"}).run().holds]
    assert found == [degree]


def test_what_is_not_homogeneous_has_no_degree() -> None:
    for function in (z + z**2, relu(z) + 1, 0 * relu(z), sgn(z) * z**2 + z):
        assert not homogeneous(function, {z: t * z}, t, 1, {z: "+0-", t: "+"}).run().holds


def test_one_power_in_every_case_is_not_enough() -> None:
    """ReLU(-t z) has degree 1 in t in every case, and is not t ReLU(z)."""
    finding = homogeneous(relu(z), {z: -t * z}, t, 1, {z: "+0-", t: "+"}).run()
    assert not finding.holds
    assert "not homogeneous of degree 1" in finding.detail


@given(st.integers(-20, 20), st.integers(1, 9))
def test_values_agree_with_python(numerator, denominator) -> None:
    number = Rational(numerator, denominator)
    sign = (numerator > 0) - (numerator < 0)
    case = {z: sign}
    world = World(case, [relu(z), mag(z), pos(z), sgn(z)])
    names = {symbol: abs(number) for symbol in world.ring.symbols}
    for function, expected in (
        (relu(z), max(number, 0)),
        (mag(z), abs(number)),
        (pos(z), int(numerator > 0)),
        (sgn(z), sign),
    ):
        assert world.read(function).as_expr().subs(names) == expected
