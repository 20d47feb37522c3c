"""What the statements compute, against independent computations."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import lambdify, symbols

from symproof.paper import _blocks, _gates, _theorem4, least_width, lemma_6, prop_8_i
from symproof.paper._gates import logistic_flip
from symproof.paper.skip_reduction import stream_mixing

Rows = tuple[tuple[Fraction | int, ...], ...]


def _relu_block(up: Rows, down: Rows, x: list[Fraction], skip: int) -> list[Fraction]:
    hidden = [max(sum(a * b for a, b in zip(row, x, strict=True)), Fraction(0)) for row in up]
    return [skip * x[i] + sum(a * b for a, b in zip(row, hidden, strict=True)) for i, row in enumerate(down)]


def _points(d: int, number: int = 40) -> list[list[Fraction]]:
    source = random.Random(7)
    return [[Fraction(source.randint(-9, 9), source.randint(1, 5)) for _ in range(d)] for _ in range(number)]


@pytest.mark.parametrize(
    ("up", "down", "v_up", "v_down"),
    [
        (_theorem4.UP, _theorem4.DOWN, _theorem4.FLIPPED, _theorem4.DOWN),
        (_blocks.OPPOSED_UP, _blocks.OPPOSED_DOWN, _blocks.OPPOSED_UP, _blocks.OPPOSED_ANSWER),
        (_blocks.IDLE_UP, _blocks.IDLE_DOWN, _blocks.IDLE_V_UP, _blocks.IDLE_V_DOWN),
        (_blocks.ZERO_UP, _blocks.ZERO_DOWN, _blocks.IDLE_V_UP, _blocks.IDLE_V_DOWN),
    ],
    ids=["flipped", "opposed", "zero-column", "zero-row"],
)
def test_absorbed_examples_agree_at_points(up, down, v_up, v_down) -> None:
    """Oracle: evaluation with Fractions, no normal form."""
    for x in _points(len(down)):
        assert _relu_block(up, down, x, 1) == _relu_block(v_up, v_down, x, 0)


@pytest.mark.parametrize(("d", "N"), [(2, 2), (2, 4), (3, 5)])
def test_the_wide_block_agrees_at_points(d, N) -> None:
    up, down = prop_8_i.sample(d, N)
    wide_up, wide_down = prop_8_i.widened(up, down)
    assert len(wide_up) == N + d
    for x in _points(d):
        assert _relu_block(up, down, x, 1) == _relu_block(wide_up, wide_down, x, 0)


def test_logistic_coefficients_against_mpmath() -> None:
    with mpmath.workdps(40):
        expected = mpmath.taylor(lambda z: 1 / (1 + mpmath.exp(-z)), 0, 8)
        for exact, found in zip(_gates.logistic_coefficients(9), expected, strict=True):
            assert abs(mpmath.mpf(int(exact.p)) / int(exact.q) - found) < mpmath.mpf(10) ** -25


def test_normal_coefficients_against_mpmath() -> None:
    with mpmath.workdps(40):
        kappa = 1 / mpmath.sqrt(2 * mpmath.pi)
        expected = mpmath.taylor(mpmath.ncdf, 0, 8)
        for place, (exact, found) in enumerate(zip(_gates.normal_coefficients(9), expected, strict=True)):
            rational = exact.subs(_gates.kappa, 1)
            factor = kappa if place else 1
            assert abs(mpmath.mpf(int(rational.p)) / int(rational.q) * factor - found) < mpmath.mpf(10) ** -25


@given(st.integers(2, 4), st.data())
def test_the_kink_isolates_its_form(d, data) -> None:
    """For any forms, pairwise non-collinear, the second differences of Lemma 6 are 0 except at r."""
    entry = st.integers(-4, 4)
    forms: list[tuple[int, ...]] = []
    for form in data.draw(st.lists(st.tuples(*[entry] * d), min_size=1, max_size=5)):
        if any(form) and not any(_collinear(form, other) for other in forms):
            forms.append(form)
    for r in range(len(forms)):
        seconds, own = lemma_6.kink(tuple(forms), r)
        assert own > 0
        assert seconds == [own if m == r else 0 for m in range(len(forms))]


def _collinear(one: tuple[int, ...], two: tuple[int, ...]) -> bool:
    return all(one[i] * two[j] == one[j] * two[i] for i in range(len(one)) for j in range(i))


@pytest.mark.parametrize(
    ("up", "down", "made"),
    [
        (prop_8_i.PLANE_UP, prop_8_i.PLANE_DOWN, (least_width.PLANE_WIDE_UP, least_width.PLANE_WIDE_DOWN)),
        (_blocks.OPEN_UP, _blocks.OPEN_DOWN, prop_8_i.widened(_blocks.OPEN_UP, _blocks.OPEN_DOWN)),
        (((1,), (-1,)), ((1, 3),), (((1,), (-1,)), ((2, 2),))),
    ],
    ids=["plane", "generic", "line"],
)
def test_blocks_of_least_width_agree_at_points(up, down, made) -> None:
    for x in _points(len(down)):
        assert _relu_block(up, down, x, 1) == _relu_block(made[0], made[1], x, 0)


def test_flipping_rows_with_their_biases_absorbs_up_to_the_output_bias() -> None:
    """Oracle for `biases`: W_down[:,S] W_up[S,:] = -I for S = {1, 2}; c_0' = c_0 + W_down[:,S] b[S]."""
    up, down, bias = _theorem4.UP, _theorem4.DOWN, (Fraction(1, 2), -3, 2)
    output = [sum(row[k] * bias[k] for k in (0, 1)) for row in down]
    for x in _points(2):
        inner = [sum(a * b for a, b in zip(row, x, strict=True)) + c for row, c in zip(up, bias, strict=True)]
        turned = [-inner[0], -inner[1], inner[2]]
        for i in range(2):
            block = x[i] + sum(down[i][k] * max(inner[k], 0) for k in range(3))
            assert block == sum(down[i][k] * max(turned[k], 0) for k in range(3)) + output[i]


def test_a_flipped_logistic_block_agrees_numerically() -> None:
    """Oracle for the example without g(0) = 0: the logistic function itself, 40 digits."""
    left, right = logistic_flip(_theorem4.DOWN)
    with mpmath.workdps(40):
        for x in _points(2, 10):
            gates = [1 / (1 + mpmath.exp(-mpmath.mpf(n))) for n in (1, -2, 3)]
            values = dict(
                zip(
                    symbols("G1:4 x1:3"),
                    [*gates, *(mpmath.mpf(v.numerator) / v.denominator for v in x)],
                    strict=True,
                )
            )
            for one, other in zip(left, right, strict=True):
                a, b = (lambdify(list(values), side, "mpmath")(*values.values()) for side in (one, other))
                assert abs(a - b) < mpmath.mpf(10) ** -30


def test_the_oscillating_activation_agrees_numerically() -> None:
    """Oracle for any-activation without analyticity: sigma(z) = z (1 + sin(pi log2 |z|))."""
    with mpmath.workdps(40):

        def sigma(z: mpmath.mpf) -> mpmath.mpf:
            return z * (1 + mpmath.sin(mpmath.pi * mpmath.log(abs(z), 2)))

        for n in range(1, 30):
            x = mpmath.mpf(n) / 7 * (-1) ** n
            assert abs(sigma(x) / 2 + sigma(2 * x) / 4 - x) < mpmath.mpf(10) ** -35


def test_stream_mixing_names_what_it_refuses() -> None:
    half = Fraction(1, 2)
    assert stream_mixing(((1, 0), (0, 1))) == "doubly stochastic, accepted: invertible"
    assert stream_mixing(((half, half), (half, half))) == "doubly stochastic, refused: singular"
    assert stream_mixing(((2, -1), (-1, 2))).startswith("not doubly stochastic")
    third = Fraction(1, 3)
    assert stream_mixing(((third,) * 3,) * 3) == "doubly stochastic, refused: singular"
