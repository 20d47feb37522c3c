"""Any activation whose odd part has a first kink away from 0: nothing absorbs (new)."""

from __future__ import annotations

from typing import Any as Expr

from sympy import Function, Rational, symbols

from symproof.paper._language import *

ABOUT = {
    "id": "kinks",
    "place": 612,
    "title": "an odd part with a first kink never absorbs",
    "v2": None,
    "v1": None,
    "where": "contains nothing of the odd part",
}
D, V, X, s_ = symbols("D V X s")
F_ = Function("F")
C, L = matrix("C", "d", "m"), matrix("L", "m", "d")


def _cubic() -> tuple[Expr, Expr]:
    """x as a combination of sigma(x) and sigma(2 x) for sigma(z) = z + z^3."""
    first, second = X + X**3, 2 * X + (2 * X) ** 3
    return X, Rational(4, 3) * first - Rational(1, 6) * second


def _doubling(flip: int) -> tuple[Expr, Expr]:
    """x from sigma(x) and sigma(2 x), sigma(z) = z (1 + s), s a wave of log2 |z|: doubling turns s to -s."""
    return X, Rational(1, 2) * X * (1 + s_) + Rational(1, 4) * (2 * X) * (1 + flip * s_)


def _second_difference(at: int) -> Expr:
    """That of O, the odd part of ReLU6, at 5 or 6 with a step X < 1: O(z) is z/2 up to 6, then 3."""
    after = Rational(3) if at == 6 else (at + X) / 2
    return after - 2 * Rational(at, 2) + (at - X) / 2


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step("odd-vector", equal(odd(y), (sigma(y) - sigma(-y)) / 2), entrywise("odd-is", z, y)),
        step(
            "odd-equation",
            equal(M * x + W_down * odd(W_up * x), V_down * odd(V_up * x)),
            algebra(
                "equal",
                by("equal", {x: -x}),
                by("odd-vector", {y: W_up * x}, W_down),
                by("odd-vector", {y: V_up * x}, V_down),
            ),
        ),
        step("oddness", equal(odd(-z), -odd(z)), algebra("odd-is", by("odd-is", {z: -z}))),
        step(
            "merged",
            equal(W_down * odd(W_up * x) - V_down * odd(V_up * x), C * odd(L * x)),
            words(
                "rows u and -u are merged, zero rows left out, since O is odd",
                "oddness",
                rocq="none",
                new=(C, L),
            ),
        ),
        step("line", equal(M * x + C * odd(L * x)), algebra("odd-equation", "merged")),
        step(
            "coefficients",
            equal(C),
            words(
                "on a generic ray t x the scales |l| of the rows are distinct and not 0; O(l t) has its "
                "first kink at b/l, so the largest scale has the first kink of all, alone, and its "
                "column is 0; then the next",
                "line",
                "kink",
                "first",
                rocq="none",
            ),
        ),
        step("skip", equal(M * x), algebra("line", by("coefficients", right=odd(L * x)))),
        step("matrix", equal(M), vanishes("skip", x)),
        step("impossible", FALSE, clash("matrix", "M-nonzero")),
        example(
            "relu6",
            shown(identity(_second_difference(6), -X / 2), "impossible"),
            bounded(order=1),
            mutant("at 5, where the odd part of ReLU6 is z/2", lhs=_second_difference(5)),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        Hypothesis(
            "kink",
            has(odd(z), "is analytic at all z > 0 but some"),
            Without(
                True,
                "sigma(z) = z + z^3, d = 1, N = 2, W_down = 0: x = (4/3) sigma(x) - (1/6) sigma(2 x), and "
                "there is no kink.",
                identity(*_cubic()),
                (mutant("half of it", lhs=X / 2),),
            ),
        ),
        Hypothesis(
            "first",
            has(odd(z), "has a least z > 0 where it is not analytic"),
            Without(
                True,
                "sigma(z) = z (1 + s), s the triangle wave of log2 |z| with s -> -s when z is doubled: kinks "
                "at the powers of 2, none the first, and x = (1/2) sigma(x) + (1/4) sigma(2 x).",
                identity(*_doubling(-1)),
                (mutant("doubling keeps the wave", rhs=_doubling(1)[1]),),
            ),
        ),
        Hypothesis(
            "M-nonzero",
            nonzero(M),
            Without(
                True,
                "With M = 0 the choice V = W gives equality, neuron by neuron.",
                identity(D * F_(X), V * F_(X), [(F_(X), D - V)]),
                (mutant("V = 2 W_down", given=((F_(X), 2 * D - V),)),),
            ),
        ),
    ),
    suppose=(
        Given("equal", every(equal(M * x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)), x)),
        Given("odd-is", every(equal(odd(z), (sigma(z) - sigma(-z)) / 2), z)),
    ),
    concludes=("impossible",),
    names={"C": "the columns after merging rows that agree up to sign", "L": "one row of each such pair"},
    written=_steps,
)
