"""Laws of the parity normal form: what leaves it alone, and that equality is equality of functions."""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

import mpmath
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symproof.kernel.activations import TABLE, activation
from symproof.kernel.parity import parity_form

Rows = list[list[Fraction]]
CONIC = ("relu", "abs", "leaky_relu(1/3)", "leaky_relu(-2)", "leaky_relu(3)")
NAMES = (*TABLE, "leaky_relu(1/3)", "leaky_relu(-2)")
rationals = st.fractions(min_value=-3, max_value=3, max_denominator=3)


@st.composite
def maps(draw: st.DrawFn, d: int | None = None) -> tuple[Rows, Rows, Rows]:
    """W_up, W_down and M of a small map, collinear and zero rows often."""
    d = d or draw(st.integers(1, 3))
    n = draw(st.integers(1, 4))
    row = st.lists(rationals, min_size=d, max_size=d)
    up = draw(st.lists(row, min_size=n, max_size=n))
    for k in range(1, n):
        if draw(st.booleans()):
            c = Fraction(draw(st.sampled_from((0, 2, -2, 4, -1)))) / 2
            up[k] = [c * x for x in up[0]]
    down = draw(st.lists(st.lists(rationals, min_size=n, max_size=n), min_size=d, max_size=d))
    skip = draw(st.lists(row, min_size=d, max_size=d))
    return up, down, skip


def turned(rows: Rows) -> Rows:
    """The transpose."""
    return [list(column) for column in zip(*rows, strict=True)]


@settings(max_examples=40)
@given(maps(), st.sampled_from(NAMES), st.randoms(use_true_random=False))
def test_permuting_neurons(map_: tuple[Rows, Rows, Rows], name: str, rng: Random) -> None:
    up, down, skip = map_
    order = rng.sample(range(len(up)), len(up))
    moved = [up[k] for k in order], [[row[k] for k in order] for row in down]
    assert parity_form(*moved, skip, activation(name)) == parity_form(up, down, skip, activation(name))


@settings(max_examples=40)
@given(maps(), st.sampled_from(CONIC), st.fractions(min_value=Fraction(1, 9), max_value=9), st.data())
def test_positive_scaling_of_a_conic_neuron(
    map_: tuple[Rows, Rows, Rows], name: str, c: Fraction, data: st.DataObject
) -> None:
    up, down, skip = map_
    k = data.draw(st.integers(0, len(up) - 1))
    scaled_up = [[c * x for x in w] if j == k else w for j, w in enumerate(up)]
    scaled_down = [[x / c if j == k else x for j, x in enumerate(row)] for row in down]
    act = activation(name)
    assert parity_form(scaled_up, scaled_down, skip, act) == parity_form(up, down, skip, act)


@settings(max_examples=40)
@given(maps(), st.sampled_from(NAMES), st.data())
def test_splitting_a_neuron(map_: tuple[Rows, Rows, Rows], name: str, data: st.DataObject) -> None:
    up, down, skip = map_
    k = data.draw(st.integers(0, len(up) - 1))
    part = data.draw(st.lists(rationals, min_size=len(down), max_size=len(down)))
    rest = [
        [x - p if j == k else x for j, x in enumerate(row)] + [p] for row, p in zip(down, part, strict=True)
    ]
    assert parity_form([*up, up[k]], rest, skip, activation(name)) == parity_form(
        up, down, skip, activation(name)
    )


@settings(max_examples=40)
@given(maps(), st.sampled_from(CONIC), st.data())
def test_splitting_off_a_multiple(map_: tuple[Rows, Rows, Rows], name: str, data: st.DataObject) -> None:
    """For conic activations half of a neuron may be written on a row twice as long."""
    up, down, skip = map_
    k = data.draw(st.integers(0, len(up) - 1))
    half = [[x / 2 if j == k else x for j, x in enumerate(row)] + [row[k] / 4] for row in down]
    act = activation(name)
    assert parity_form([*up, [2 * x for x in up[k]]], half, skip, act) == parity_form(up, down, skip, act)


@settings(max_examples=40)
@given(maps(), st.sampled_from(NAMES), st.lists(rationals, min_size=3, max_size=3))
def test_neurons_without_effect(map_: tuple[Rows, Rows, Rows], name: str, extra: list[Fraction]) -> None:
    up, down, skip = map_
    d, act = len(down), activation(name)
    silent = parity_form([*up, extra[:d]], [[*row, Fraction(0)] for row in down], skip, act)
    assert silent == parity_form(up, down, skip, act)
    constant = parity_form([*up, [Fraction(0)] * d], [[*row, Fraction(1)] for row in down], skip, act)
    assert (constant == parity_form(up, down, skip, act)) == (not act.constant)


@settings(max_examples=40)
@given(maps(), st.sampled_from(NAMES), st.data())
def test_flipping_is_a_linear_change(map_: tuple[Rows, Rows, Rows], name: str, data: st.DataObject) -> None:
    """sigma(-z) = sigma(z) - gap z: a flipped row is paid for by gap D_k w_k in the skip."""
    up, down, skip = map_
    act = activation(name)
    k = data.draw(st.integers(0, len(up) - 1))
    flipped = [[-x for x in w] if j == k else w for j, w in enumerate(up)]
    paid = [
        [m + act.gap * row[k] * x for m, x in zip(M, up[k], strict=True)]
        for M, row in zip(skip, down, strict=True)
    ]
    assert parity_form(flipped, down, paid, act) == parity_form(up, down, skip, act)


@settings(max_examples=40)
@given(maps(), maps(), st.sampled_from(NAMES))
def test_absent_and_zero_skip_are_one(
    map_: tuple[Rows, Rows, Rows], other: tuple[Rows, Rows, Rows], name: str
) -> None:
    up, down, _ = map_
    zero = [[Fraction(0)] * len(down) for _ in down]
    assert parity_form(up, down, None, activation(name)) == parity_form(up, down, zero, activation(name))


# -------------------------------------------------------------------------------- equality of functions


def value(map_: tuple[Rows, Rows, Rows], slope: Fraction, x: list[Fraction]) -> list[Fraction]:
    """The map at a rational point, sigma(z) = z for z > 0, slope z for z <= 0."""
    up, down, skip = map_
    h = [t if t > 0 else slope * t for t in (dot(w, x) for w in up)]
    return [dot(D, h) + dot(M, x) for D, M in zip(down, skip, strict=True)]


def dot(row: list[Any], x: list[Any]) -> Any:
    """Their product, rationals or numbers in the working precision."""
    return sum(a * b for a, b in zip(row, x, strict=True))


def rays(*ups: Rows) -> list[list[Fraction]]:
    """d <= 2: points that determine a homogeneous map that is linear between the kinks of these rows."""
    d = len(ups[0][0])
    if d == 1:
        return [[Fraction(1)], [Fraction(-1)]]
    found = [[Fraction(c), Fraction(s)] for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))]
    for up in ups:
        found += [p for a, b in up if a or b for p in ([-b, a], [b, -a])]
    return found


def relatives(rng: Random, map_: tuple[Rows, Rows, Rows], gap: Fraction) -> tuple[Rows, Rows, Rows]:
    """A map that is the same function, or nearly."""
    up, down, skip = ([list(row) for row in rows] for rows in map_)
    for _ in range(rng.randint(1, 3)):
        k = rng.randrange(len(up))
        pay = gap if rng.random() < 0.8 else 1
        for row, M in zip(down, skip, strict=True):
            M[:] = [m + pay * row[k] * x for m, x in zip(M, up[k], strict=True)]
        c = rng.choice((1, 1, 2))
        up[k] = [-c * x for x in up[k]]
        for row in down:
            row[k] /= c if rng.random() < 0.95 else 1
    if rng.random() < 0.3:
        skip[0][0] += rng.choice((0, 1, Fraction(1, 5)))
    return up, down, skip


@pytest.mark.parametrize(
    ("name", "slope"), [("relu", 0), ("abs", -1), ("leaky_relu(1/3)", Fraction(1, 3)), ("leaky_relu(-2)", -2)]
)
def test_conic_normal_forms_decide_equality(name: str, slope: Fraction) -> None:
    """d <= 2, exact and complete: two such maps agree everywhere iff they agree on finitely many rays."""
    act, seen = activation(name), set()
    for seed in range(150):
        rng = Random(seed)
        first = random_map(rng, rng.randint(1, 2))
        second = relatives(rng, first, act.gap)
        same = all(value(first, slope, x) == value(second, slope, x) for x in rays(first[0], second[0]))
        assert (parity_form(*first, act) == parity_form(*second, act)) == same, seed
        seen.add(same)
    assert seen == {True, False}


def random_map(rng: Random, d: int) -> tuple[Rows, Rows, Rows]:
    """A map with small integers."""
    n = rng.randint(1, 4)
    shapes = ((n, d), (d, n), (d, d))
    up, down, skip = ([[Fraction(rng.randint(-2, 2)) for _ in range(c)] for _ in range(r)] for r, c in shapes)
    return up, down, skip


CUBIC = Fraction(44715, 10**6)
SMOOTH: dict[str, Any] = {
    "gelu": lambda z: z * mpmath.ncdf(z),
    "gelu_tanh": lambda z: (
        z / 2 * (1 + mpmath.tanh(mpmath.sqrt(2 / mpmath.pi) * (z + mpmath.mpf("0.044715") * z**3)))
    ),
    "quick_gelu": lambda z: z / (1 + mpmath.exp(-mpmath.mpf("1.702") * z)),
    "silu": lambda z: z / (1 + mpmath.exp(-z)),
    "softplus": lambda z: mpmath.log(1 + mpmath.exp(z)),
    "squareplus": lambda z: (z + mpmath.sqrt(z * z + 4)) / 2,
    "hardswish": lambda z: z * min(max(z + 3, 0), 6) / 6,
}


@pytest.mark.parametrize("name", SMOOTH)
def test_rigid_normal_forms_agree_with_evaluation(name: str) -> None:
    """40 digits at random points: equal forms give equal values, different ones a visible difference."""
    act, seen = activation(name), set()
    for seed in range(25):
        rng = Random(seed)
        first = random_map(rng, 2)
        second = relatives(rng, first, act.gap)
        with mpmath.workdps(40):
            points = [[mpmath.mpf(rng.randint(-400, 400)) / 64 for _ in range(2)] for _ in range(12)]
            apart = max(
                abs(a - b)
                for x in points
                for a, b in zip(smooth(first, SMOOTH[name], x), smooth(second, SMOOTH[name], x), strict=True)
            )
            same = parity_form(*first, act) == parity_form(*second, act)
            assert apart < 1e-30 if same else apart > 1e-20, (seed, apart)
        seen.add(same)
    assert seen == {True, False}


def smooth(map_: tuple[Rows, Rows, Rows], sigma: Any, x: list[Any]) -> list[Any]:
    """The map at a point, in the working precision."""
    up, down, skip = ([[real(a) for a in row] for row in rows] for rows in map_)
    h = [sigma(dot(w, x)) for w in up]
    return [dot(D, h) + dot(M, x) for D, M in zip(down, skip, strict=True)]


def real(a: Fraction) -> Any:
    """A rational in the working precision."""
    return mpmath.mpf(a.numerator) / a.denominator


@pytest.mark.parametrize("name", TABLE)
def test_the_linear_gap_of_the_table(name: str) -> None:
    """sigma(z) - sigma(-z) = gap z, and whether sigma(0) is 0, at 40 digits."""
    exact: dict[str, Any] = {"relu": lambda z: max(z, 0), "abs": abs} | SMOOTH
    act, sigma = TABLE[name], exact[name]
    with mpmath.workdps(40):
        for k in range(-9, 10):
            z = mpmath.mpf(k) / 3
            assert abs(sigma(z) - sigma(-z) - z * act.gap.numerator / act.gap.denominator) < 1e-35
        assert (abs(sigma(mpmath.mpf(0))) > 1e-35) == act.constant
