"""Any activation that is analytic near 0: its odd part decides (new)."""

from __future__ import annotations

from typing import Any as Expr

from sympy import Function, Rational, symbols

from symproof.paper._language import *
from symproof.proof.checks.limits import y as limits_y
from symproof.proof.checks.limits import z as limits_z

ABOUT = {
    "id": "any-activation",
    "place": 610,
    "title": "the odd part of an activation decides",
    "v2": None,
    "v1": None,
    "where": "contains nothing of the even part",
}
D, V, X, s_, b_ = symbols("D V X s n")
F_ = Function("F")
C, L = matrix("C", "d", "m"), matrix("L", "m", "d")
TANH = (Rational(0), Rational(1), Rational(0), -Rational(1, 3), Rational(0), Rational(2, 15))


def _cubic() -> tuple[Expr, Expr]:
    """x as a combination of sigma(x) and sigma(2 x) for sigma(z) = z + z^3."""
    first, second = X + X**3, 2 * X + (2 * X) ** 3
    return X, Rational(4, 3) * first - Rational(1, 6) * second


def _doubling(flip: int) -> tuple[Expr, Expr]:
    """x from sigma(x) and sigma(2 x), sigma(z) = z (1 + s), s = sin(pi log2 |z|): doubling turns s to -s."""
    return X, Rational(1, 2) * X * (1 + s_) + Rational(1, 4) * (2 * X) * (1 + flip * s_)


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
        step("zero-vector", equal(odd(y)), entrywise("even-case", z, y)),
        step(
            "even-skip",
            equal(M * x),
            algebra(
                "odd-equation",
                by("zero-vector", {y: W_up * x}, W_down),
                by("zero-vector", {y: V_up * x}, V_down),
            ),
        ),
        step("even-matrix", equal(M), vanishes("even-skip", x)),
        step("even-impossible", FALSE, clash("even-matrix", "M-nonzero")),
        step("oddness", equal(odd(-z), -odd(z)), algebra("odd-is", by("odd-is", {z: -z}))),
        step(
            "merged",
            equal(W_down * odd(W_up * x) - V_down * odd(V_up * x), C * odd(L * x)),
            words(
                "rows u and -u are merged, zero rows left out, since O is odd",
                "oddness",
                rocq="analytic_odd_part",
                new=(C, L),
            ),
        ),
        step("line", equal(M * x + C * odd(L * x)), algebra("odd-equation", "merged")),
        step(
            "coefficients",
            equal(C),
            words(
                "on a generic line the rows have distinct scales of one sign after merging; Lemma 7 for "
                "the half-line",
                "line",
                "odd-part",
                "analytic",
                by("lemma-7"),
                rocq="analytic_odd_part",
            ),
        ),
        step("skip", equal(M * x), algebra("line", by("coefficients", right=odd(L * x)))),
        step("matrix", equal(M), vanishes("skip", x)),
        step("impossible", FALSE, clash("matrix", "M-nonzero")),
        example(
            "tanh-series",
            shown(power_series(TANH, 1 - limits_y**2, 0), "impossible"),
            bounded(order=6),
            mutant("the sign of z^3", coefficients=(0, 1, 0, Rational(1, 3), 0, Rational(2, 15))),
            mutant("y' = 1 - z y", equation=1 - limits_z * limits_y),
        ),
        example(
            "tanh",
            shown(nonnegative_combination(2 * b_ - (b_ - 1) - 1, [(1, b_)]), "impossible"),
            bounded(order=6),
            mutant("y in place of y^2", target=b_ - (b_ - 1) - 1),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        Hypothesis(
            "analytic",
            has(odd(z), "is a power series in z for 0 <= z < r"),
            Without(
                True,
                "sigma(z) = z (1 + sin(pi log2 |z|)), sigma(0) = 0, is odd, continuous and no polynomial; "
                "sigma(2 z) = 2 z (1 - sin(pi log2 |z|)), so x = (1/2) sigma(x) + (1/4) sigma(2 x).",
                identity(*_doubling(-1)),
                (mutant("doubling keeps the sine", rhs=_doubling(1)[1]),),
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
        Hypothesis(
            "odd-part",
            has(odd(z), "is no polynomial on any 0 <= z < r"),
            Without(
                True,
                "sigma(z) = z + z^3, d = 1, N = 2, W_down = 0: x = (4/3) sigma(x) - (1/6) sigma(2 x). For "
                "ReLU, O = z/2, see Theorem 4.",
                identity(*_cubic()),
                (mutant("half of it", lhs=X / 2),),
            ),
        ),
    ),
    suppose=(
        Given("equal", every(equal(M * x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)), x)),
        Given("even-case", every(equal(odd(z)), z)),
        Given("odd-is", every(equal(odd(z), (sigma(z) - sigma(-z)) / 2), z)),
    ),
    concludes=("even-impossible", "impossible"),
    names={"C": "the columns after merging rows that agree up to sign", "L": "one row of each such pair"},
    written=_steps,
)
