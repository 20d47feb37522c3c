"""Witnesses for homogeneous and gated blocks, and gates that absorb: against mpmath and exact evaluation."""

from __future__ import annotations

import random
from fractions import Fraction

import mpmath
import pytest

from symproof.errors import Malformed
from symproof.examples.gated import Gated, difference, read_pair, tempting, witness
from symproof.examples.gates import GATED

GATES = {
    "relu2": lambda z, _: max(z, 0) ** 2,
    "reglu": lambda z, y: max(z, 0) * y,
    "swiglu": lambda z, y: z / (1 + mpmath.exp(-z)) * y,
    "geglu": lambda z, y: z * (1 + mpmath.erf(z / mpmath.sqrt(2))) / 2 * y,
    "logistic": lambda z, y: y / (1 + mpmath.exp(-z)),
}


def number(t):
    return mpmath.mpf(t.numerator) / t.denominator


def dot(w, x):
    return sum(number(Fraction(a)) * number(b) for a, b in zip(w, x, strict=True))


def evaluate(kind, gate, value, down, x):
    """An independent evaluation at 60 digits."""
    inner = [[dot(w, x) for w in rows] for rows in (gate, value)]
    hidden = [GATES[kind](z, y) for z, y in zip(*inner, strict=True)]
    return [sum(number(Fraction(c)) * h for c, h in zip(row, hidden, strict=True)) for row in down]


def drawn(rng, a, b):
    return [[Fraction(rng.randint(-40, 40), rng.randint(1, 3)) for _ in range(b)] for _ in range(a)]


def make(kind, seed=0, d=2, n=3, bound=4):
    return GATED[kind][0](random.Random(seed), d, n, bound)


@pytest.mark.parametrize("kind", ["relu2", "reglu", "swiglu", "geglu"])
@pytest.mark.parametrize("d", [1, 2, 3])
def test_at_a_witness_the_two_sides_differ_by_what_it_says(kind, d):
    for seed in range(5):
        value = make(f"witness-{kind}", seed, d, d + 1)
        W, V = read_pair(value, "test")
        x = [Fraction(t) for t in value["x"]]
        i = value["component"]
        low, high = map(Fraction, value["difference"])
        assert low > 0 or high < 0
        with mpmath.workdps(60):
            left = number(x[i]) + evaluate(kind, W.gate, W.value, W.down, x)[i]
            apart = left - evaluate(kind, V.gate, V.value, V.down, x)[i]
            slack = mpmath.mpf(10) ** -50
            assert number(low) - slack <= apart <= number(high) + slack


@pytest.mark.parametrize("kind", ["relu2", "reglu", "swiglu", "geglu"])
def test_any_other_v_has_a_witness_too(kind):
    rng = random.Random(3)
    for _ in range(10):
        W, _ = tempting(kind, rng, 2, 3, 4)
        V = Gated(kind, drawn(rng, 5, 2), drawn(rng, 5, 2), drawn(rng, 2, 5))
        found = witness(W, V)
        assert found.lower > 0 or found.upper < 0


def test_v_equal_to_the_block_far_out_still_differs_near_the_origin():
    """V = W with large weights: exact arithmetic finds the small difference between large numbers."""
    big = [[Fraction(10**6), Fraction(0)], [Fraction(0), Fraction(10**6)]]
    W = Gated("reglu", big, big, big)
    found = witness(W, W)
    assert found.lower == found.upper == found.x[found.component]


def test_without_a_skip_there_is_no_witness():
    W, V = tempting("relu2", random.Random(1), 2, 3, 4)
    with pytest.raises(Malformed, match="skip is 0"):
        witness(W, W, [[Fraction(0)] * 2] * 2)
    with pytest.raises(Malformed, match="one kind"):
        witness(W, Gated("reglu", V.gate, V.value, V.down))


def test_a_singular_skip_still_has_a_witness():
    W, V = tempting("swiglu", random.Random(1), 2, 3, 4)
    M = [[Fraction(0), Fraction(0)], [Fraction(0), Fraction(1)]]
    found = witness(W, V, M)
    assert found.x[1]


def test_equal_maps_are_never_told_apart():
    W, _ = tempting("geglu", random.Random(2), 2, 3, 4)
    zero = [[Fraction(0)] * 2] * 2
    for low, high in difference(W, W, zero, [Fraction(1, 3), Fraction(-2, 7)]):
        assert low <= 0 <= high


@pytest.mark.parametrize("d", [1, 2, 3])
def test_the_logistic_gate_absorbs(d):
    for seed in range(5):
        value = make("sharp-gate", seed, d, d + 2)
        rng = random.Random(seed)
        for _ in range(5):
            x = [Fraction(rng.randint(-9, 9), rng.randint(1, 5)) for _ in range(d)]
            with mpmath.workdps(60):
                W, V = (
                    evaluate("logistic", value[f"{p}_gate"], value[f"{p}_val"], value[f"{p}_down"], x)
                    for p in "WV"
                )
                assert (
                    max(abs(number(t) + w - v) for t, w, v in zip(x, W, V, strict=True))
                    < mpmath.mpf(10) ** -50
                )


def biased(value, prefix, x):
    """sum_k D_k (a_k.x + beta_k) (b_k.x), exactly."""
    gate, val, down = (
        [[Fraction(t) for t in row] for row in value[f"{prefix}_{part}"]] for part in ("gate", "val", "down")
    )
    a, b = ([sum(p * q for p, q in zip(w, x, strict=True)) for w in rows] for rows in (gate, val))
    hidden = [(p + Fraction(t)) * q for p, t, q in zip(a, value["bias"], b, strict=True)]
    return [sum(c * h for c, h in zip(row, hidden, strict=True)) for row in down]


def test_a_gate_bias_absorbs_exactly():
    points = ([Fraction(1), Fraction(0)], [Fraction(2, 3), Fraction(-5)], [Fraction(-7), Fraction(1, 9)])
    for seed in range(8):
        value = make("sharp-gate-bias", seed, 2, 4)
        for x in points:
            assert [t + w for t, w in zip(x, biased(value, "W", x), strict=True)] == biased(value, "V", x)


SQUARE = {"kind": "relu2", "W_up": [[1]], "W_down": [[1]]}
BAD_PAIRS = [
    None,
    {},
    {"kind": "relu"},
    {"kind": "relu2"},
    SQUARE,
    {**SQUARE, "V_up": [[1]], "V_down": [[1, 2]]},
    {**SQUARE, "V_up": [[1], [1, 2]], "V_down": [[1, 2]]},
    {**SQUARE, "V_up": [[0.5]], "V_down": [[1]]},
]


@pytest.mark.parametrize("bad", BAD_PAIRS, ids=repr)
def test_pairs_out_of_format_are_malformed(bad):
    with pytest.raises(Malformed):
        read_pair(bad, "test")


@pytest.mark.parametrize("kind", list(GATED))
def test_fewer_neurons_than_dimensions_are_malformed(kind):
    with pytest.raises(Malformed, match="N >= d"):
        make(kind, 0, 3, 2)
