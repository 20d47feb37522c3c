"""The catalogue: every entry is proved, every wrong entry is refused, every value is enclosed."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symproof.activations.catalogue import (
    CATALOGUE,
    NON_MEMBERS,
    Activation,
    Kind,
    activation,
    leaky_relu,
    no_gap,
    prove_kind,
)
from symproof.errors import Malformed, Rejected
from symproof.functions.enclosure import ball
from symproof.functions.grammar import parse
from symproof.functions.parity import prove_gap
from symproof.kernel import activations as kernel

SLOPES = ["0", "1/100", "0.1", "-1", "-1/3", "7/2"]
ALL = [*CATALOGUE.values(), *(activation(f"leaky_relu({a})") for a in SLOPES)]
rationals = st.fractions(min_value=-20, max_value=20, max_denominator=50)


def by_name(a: Activation) -> str:
    return a.name


@pytest.mark.parametrize("entry", ALL, ids=by_name)
def test_every_entry_has_the_gap_and_the_kind_it_claims(entry: Activation) -> None:
    proof = entry.prove()
    assert proof.gap
    assert all(step.claim.startswith("sigma(t) - sigma(-t) = ") for step in proof.gap)
    assert proof.kind.startswith("E")


@pytest.mark.parametrize("entry", ALL, ids=by_name)
@pytest.mark.parametrize("error", [Fraction(1), Fraction(-2), Fraction(1, 10**9)])
def test_a_wrong_gap_is_refused(entry: Activation, error: Fraction) -> None:
    with pytest.raises(Rejected, match="leaves over"):
        replace(entry, gap=entry.gap + error).prove()


@pytest.mark.parametrize("entry", ALL, ids=by_name)
def test_the_wrong_kind_is_refused(entry: Activation) -> None:
    other = Kind.RIGID if entry.kind is Kind.CONIC else Kind.CONIC
    with pytest.raises(Rejected, match=f"not {other}"):
        replace(entry, kind=other).prove()


@pytest.mark.parametrize(
    "formula",
    [
        "z",  # the even part is 0
        "z**2 + z",  # the even part is a polynomial
        "z + 1",  # constant even part
        "abs(z) + z + 1",  # e|z| plus a constant is not conic: sigma(0) != 0
        "z*abs(z)",  # odd
        "tanh(z)",  # odd
        "abs(z)**3 + z",  # a power of |z|: scales are dependent
        "sqrt(abs(z)) + z",  # likewise
    ],
)
def test_neither_conic_nor_rigid_is_said_without_proof(formula: str) -> None:
    with pytest.raises(Rejected, match="even part"):
        prove_kind(parse(formula))


@pytest.mark.parametrize(
    "formula",
    [
        "z*(1 + erf(z))",  # gelu without its half
        "z*min(max(z + 3, 0), 5)/6",  # hard swish with one bend moved
        "log(2 + exp(z))",  # softplus with a slip
        "z*logistic(z + 1)",  # silu with a shifted logistic
        "relu(z) + heaviside(z - 3)",  # a jump
    ],
)
def test_a_changed_formula_loses_the_gap_one(formula: str) -> None:
    with pytest.raises(Rejected):
        prove_gap(parse(formula), 1)


@pytest.mark.parametrize(
    "formula", ["(z - sqrt(z**2 + 4))/2", "relu(z) + cos(z)", "relu(z) + heaviside(abs(z) - 3)"]
)
def test_a_changed_even_part_keeps_the_gap_one(formula: str) -> None:
    assert prove_gap(parse(formula), 1)


def test_a_value_that_is_wrong_at_one_point_only_is_seen() -> None:
    """The pieces agree with the gap; the value at the break point 3 does not (heaviside(0) = 1/2)."""
    spike = "relu(z) + heaviside(z - 3)*heaviside(3 - z)"
    with pytest.raises(Rejected, match="at t = 3"):
        prove_gap(parse(spike), 1)


@pytest.mark.parametrize("name", NON_MEMBERS)
def test_non_members_provably_have_no_gap(name: str) -> None:
    assert no_gap(parse(NON_MEMBERS[name]))


@pytest.mark.parametrize("entry", CATALOGUE.values(), ids=by_name)
def test_members_are_not_called_non_members(entry: Activation) -> None:
    assert not no_gap(entry.formula)


def test_values_at_zero_are_exact() -> None:
    table = {entry.name: str(entry.at_zero) for entry in CATALOGUE.values()}
    assert table.pop("softplus") == "log(2)"
    assert table.pop("squareplus") == "1"
    assert set(table.values()) == {"0"}


@pytest.mark.parametrize("entry", ALL, ids=by_name)
def test_the_kernel_believes_the_same(entry: Activation) -> None:
    theirs = kernel.activation(entry.name)
    assert (theirs.name, theirs.gap) == (entry.name, entry.gap)
    assert theirs.homogeneous == (entry.kind is Kind.CONIC)
    assert theirs.constant == (str(entry.at_zero) != "0")


def test_the_kernel_has_no_other_activations() -> None:
    assert set(kernel.TABLE) == set(CATALOGUE)


MPMATH = {
    "relu": lambda z: max(z, mpmath.mpf(0)),
    "abs": abs,
    "gelu": lambda z: z * mpmath.ncdf(z),
    "gelu_tanh": lambda z: (
        z / 2 * (1 + mpmath.tanh(mpmath.sqrt(2 / mpmath.pi) * (z + mpmath.mpf(44715) / 10**6 * z**3)))
    ),
    "quick_gelu": lambda z: z / (1 + mpmath.exp(-mpmath.mpf(1702) / 1000 * z)),
    "silu": lambda z: z / (1 + mpmath.exp(-z)),
    "softplus": lambda z: mpmath.log1p(mpmath.exp(z)),
    "squareplus": lambda z: (z + mpmath.sqrt(z * z + 4)) / 2,
    "hardswish": lambda z: z * min(max(z + 3, 0), 6) / 6,
}


@pytest.mark.parametrize("name", CATALOGUE)
@given(z=rationals)
def test_balls_contain_the_value_that_mpmath_computes(name: str, z: Fraction) -> None:
    """Oracle: mpmath at 60 digits, an independent implementation; the ball is widened by its rounding."""
    found = CATALOGUE[name].enclose(z, 64)
    with mpmath.workdps(60):
        expected = MPMATH[name](mpmath.mpf(z.numerator) / z.denominator)
        mid, radius = mpmath.mpf(str(found.mid().str(40, radius=False))), mpmath.mpf(float(found.rad()))
        assert abs(expected - mid) <= radius * mpmath.mpf("1.001") + mpmath.mpf(10) ** -38


@given(z=rationals)
def test_exact_values_are_the_definition(z: Fraction) -> None:
    assert activation("relu").exact(z) == max(z, Fraction(0))
    assert activation("abs").exact(z) == abs(z)
    assert leaky_relu(Fraction(1, 7)).exact(z) == (z if z >= 0 else z / 7)
    assert activation("hardswish").exact(z) == z * min(max(z + 3, Fraction(0)), Fraction(6)) / 6
    assert activation("gelu").exact(z) is None


@pytest.mark.parametrize("name", ["relu", "abs", "hardswish", "leaky_relu(1/10)"])
@given(z=rationals)
def test_the_sympy_piecewise_has_the_exact_values(name: str, z: Fraction) -> None:
    import sympy

    from symproof.functions.symbolic import Z

    entry = activation(name)
    got = entry.sympy().subs(Z, sympy.Rational(z.numerator, z.denominator))
    assert Fraction(int(got.p), int(got.q)) == entry.exact(z)


@given(z=rationals)
def test_sigma_minus_its_mirror_image_is_the_gap(z: Fraction) -> None:
    for entry in ALL:
        difference = entry.enclose(z, 128) - entry.enclose(-z, 128)
        assert difference.overlaps(ball(entry.gap * z))


@pytest.mark.parametrize(
    "name",
    [
        "",
        "tanh",
        "RELU",
        "leaky_relu",
        "leaky_relu()",
        "leaky_relu(z)",
        "leaky_relu(1)",
        "leaky_relu(1/0)",
        "leaky_relu(1e3)",
        "leaky_relu(1_0)",
        "leaky_relu(__import__('os'))",
        "relu ",
        "leaky_relu(" + "9" * 5000 + ")",
    ],
)
def test_unknown_names_are_malformed(name: str) -> None:
    with pytest.raises(Malformed):
        activation(name)
