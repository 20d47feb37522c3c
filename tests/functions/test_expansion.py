"""Taylor expansions at 0: coefficients against mpmath and arb's series, the remainder at points."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import mpmath
import pytest
from flint import arb
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from symproof.errors import Malformed
from symproof.functions.enclosure import ball, enclose
from symproof.functions.expansion import Expansion, expand, rounded_up
from symproof.functions.expression import Expr, Num, Param, Z, substitute
from symproof.functions.field import Undefined, Unresolved
from symproof.functions.grammar import parameter, parse
from symproof.functions.series import taylor_balls

ORDER = 12
DIGITS = 60
B = Param("b", Fraction(0), None)


def logistic(z: mpmath.mpf) -> mpmath.mpf:
    return 1 / (1 + mpmath.exp(-z))


ORACLES: dict[str, Callable[[mpmath.mpf], mpmath.mpf]] = {
    "silu(z)": lambda z: z * logistic(z),
    "gelu(z)": lambda z: z * (1 + mpmath.erf(z / mpmath.sqrt(2))) / 2,
    "gelu_tanh(z)": lambda z: (
        z / 2 * (1 + mpmath.tanh(mpmath.sqrt(2 / mpmath.pi) * (z + mpmath.mpf(44715) / 10**6 * z**3)))
    ),
    "mish(z)": lambda z: z * mpmath.tanh(mpmath.log1p(mpmath.exp(z))),
    "softplus(z)": lambda z: mpmath.log1p(mpmath.exp(z)),
    "squareplus(z)": lambda z: (z + mpmath.sqrt(z * z + 4)) / 2,
    "z*(1/2 + atan(3*z + 1)/pi)": lambda z: z * (mpmath.mpf(1) / 2 + mpmath.atan(3 * z + 1) / mpmath.pi),
    "sin(2*z + 1)*exp(cos(z))": lambda z: mpmath.sin(2 * z + 1) * mpmath.exp(mpmath.cos(z)),
    "(2 + z)**(1/3) - log(3 + z)": lambda z: mpmath.cbrt(2 + z) - mpmath.log(3 + z),
    "2**z/(1 + erf(z + 1/2))": lambda z: 2**z / (1 + mpmath.erf(z + mpmath.mpf(1) / 2)),
    "(1 + z**2)**(z + pi)": lambda z: (1 + z * z) ** (z + mpmath.pi),
}


LARGE = "2**z/(1 + erf(z + 1/2))"
"""Its exact coefficients grow too large; from some order on they are enclosed."""


def near(left: arb, right: mpmath.mpf) -> bool:
    with mpmath.workdps(DIGITS):
        middle = mpmath.mpf(left.mid().str(DIGITS, radius=False))
        return bool(abs(middle - right) <= mpmath.mpf(10) ** -50 * (1 + abs(right)))


@pytest.mark.parametrize("source", ORACLES)
def test_coefficients_are_mpmath_s(source: str) -> None:
    """Oracle: mpmath's own Taylor at 60 digits, which differentiates numerically."""
    (found,) = expand(parse(source), ORDER)
    with mpmath.workdps(DIGITS):
        expected = mpmath.taylor(ORACLES[source], 0, ORDER)
    assert None not in found.coefficients[:4]
    assert source == LARGE or None not in found.coefficients
    assert all(near(b, c) for b, c in zip(found.balls, expected, strict=True))


@pytest.mark.parametrize("source", ORACLES)
def test_coefficients_are_flint_s(source: str) -> None:
    """Oracle: arb's power series, rigorous and independent of the exact arithmetic."""
    e = parse(source)
    (found,) = expand(e, ORDER)
    enclosed = taylor_balls(e, Fraction(0), (), ORDER, 200)
    for exact, theirs in zip(found.coefficients, enclosed, strict=True):
        assert exact is None or enclose(exact, Fraction(0), 200).overlaps(theirs)
        assert theirs.rad() < 1e-40


def test_parameters_stay_in_the_coefficients() -> None:
    """Swish for every b > 0: at b = 3/2 the coefficients are those of the number put in first."""
    (general,) = expand(parse("z*logistic(b*z)", [B]), ORDER)
    (special,) = expand(parse("z*logistic(3/2*z)"), ORDER)
    values = {"b": Num(Fraction(3, 2))}
    for symbolic, numeric in zip(general.coefficients, special.coefficients, strict=True):
        assert symbolic is not None
        assert numeric is not None
        assert enclose(substitute(symbolic, Z, values) - numeric, Fraction(0), 200).contains(0)
    assert str(general.coefficients[4]) == "-1/48*b**3"
    assert general.bound is None


@pytest.mark.parametrize(
    ("source", "left", "right"),
    [
        ("relu(z)", "0 0 0", "0 1 0"),
        ("elu(z)", "0 1 1/2", "0 1 0"),
        ("abs(z)*z + 1", "1 0 -1", "1 0 1"),
        ("heaviside(z)", "0 0 0", "1 0 0"),
        ("softsign(z)", "0 1 1", "0 1 -1"),
    ],
)
def test_the_two_sides_of_a_kink(source: str, left: str, right: str) -> None:
    found = expand(parse(source), 2)
    assert [part.side for part in found] == [-1, 1]
    assert [" ".join(map(str, part.coefficients)) for part in found] == [left, right]


@pytest.mark.parametrize("source", ["sqrt(abs(z))", "abs(z)**(1/3)*z", "sqrt(relu(z))", "(z**2)**(1/4)"])
def test_what_is_not_analytic_is_not_expanded(source: str) -> None:
    with pytest.raises(Unresolved, match="analytic at 0"):
        expand(parse(source), 3)


@pytest.mark.parametrize("source", ["1/z", "log(z)", "sqrt(z)", "sin(z)/z", "z**(-1)"])
def test_what_has_no_value_near_0_is_not_expanded(source: str) -> None:
    with pytest.raises(Undefined):
        expand(parse(source), 3)


def test_the_remainder_stays_on_its_piece() -> None:
    """hardswish is z (z + 3)/6 up to 3; with a kink at 1/8 the bound holds up to 1/16."""
    (found,) = expand(parse("hardswish(z)"), 2)
    assert (found.radius, found.bound) == (Fraction(1, 4), 0)
    (kinked,) = expand(parse("z*relu(z - 1/8) + z**2"), 1)
    assert kinked.radius == Fraction(1, 16)
    assert kinked.bound is not None
    assert 1 <= kinked.bound < Fraction(11, 10)


functions = st.sampled_from(
    [
        *ORACLES,
        "elu(z)",
        "softsign(z)",
        "exp(z)/(2 - sin(z))",
        "tanh(z + 1)**3",
        "hardswish(z)",
        "1/(1 + z**2)",
    ]
).map(parse)
slow = settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])


@slow
@given(functions, st.integers(0, 6), st.fractions(min_value=-1, max_value=1, max_denominator=50))
def test_the_remainder_bounds_the_error(e: Expr, order: int, t: Fraction) -> None:
    for part in expand(e, order):
        if part.radius is None or part.bound is None or t * part.side < 0:
            continue
        z = t * part.radius
        error = abs(enclose(e, z, 300) - value(part, z))
        limit = ball(part.bound * abs(z) ** (order + 1))
        assert not error > limit


def value(part: Expansion, z: Fraction) -> arb:
    return sum((b * ball(z**n) for n, b in enumerate(part.balls)), arb(0))


@given(st.fractions(min_value=0, max_value=10**6))
def test_rounding_up(x: Fraction) -> None:
    up = rounded_up(x)
    assert x <= up <= x * Fraction(101, 100)
    assert len(str(up.numerator * 10**60 // up.denominator).rstrip("0")) <= 5


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("b", Param("b")),
        ("b > 0", Param("b", Fraction(0))),
        ("b<1/2", Param("b", None, Fraction(1, 2))),
        (" -1 < beta < 0.5 ", Param("beta", Fraction(-1), Fraction(1, 2))),
    ],
)
def test_declarations_of_parameters(source: str, expected: Param) -> None:
    assert parameter(source) == expected


@pytest.mark.parametrize(
    "source",
    ["", "b >", "b > z", "b = 1", "b >= 0", "1 < b > 0", "1 < b < 0",
     "0 < b < 0", "z > 0", "exp > 0", "pi", "b c",
     "b > c", "b > 1e5", "__import__('os')", "swish"],
)  # fmt: skip
def test_other_declarations_are_malformed(source: str) -> None:
    with pytest.raises(Malformed):
        parameter(source)
