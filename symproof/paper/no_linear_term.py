"""An odd part that is a polynomial without a linear term on each side of 0: nothing absorbs (new)."""

from __future__ import annotations

from typing import Any as Expr

from sympy import Function, Rational, symbols

from symproof.paper._language import *

ABOUT = {
    "id": "no-linear-term",
    "place": 614,
    "title": "an odd part without a linear term never absorbs",
    "v2": None,
    "v1": None,
    "where": "contains nothing of the odd part",
}
D, V, X = symbols("D V X")
F_ = Function("F")


def _cubic() -> tuple[Expr, Expr]:
    """x as a combination of sigma(x) and sigma(2 x) for sigma(z) = z + z^3."""
    first, second = X + X**3, 2 * X + (2 * X) ** 3
    return X, Rational(4, 3) * first - Rational(1, 6) * second


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
            "skip",
            equal(M * x),
            words(
                "on a ray t x, t positive, every entry of O is up to its sign the polynomial at a multiple "
                "of t, so both sides are polynomials in t, and M x is the only coefficient of t",
                "odd-equation",
                "oddness",
                "polynomial",
                rocq="none",
            ),
        ),
        step("matrix", equal(M), vanishes("skip", x)),
        step("impossible", FALSE, clash("matrix", "M-nonzero")),
        example(
            "sign",
            shown(identity(2 * X + F_(X) - (X + F_(X)), X), "impossible"),
            bounded(order=1),
            mutant("relu, with F(2 x) = 2 F(x) in place of F(2 x) = F(x)", lhs=X + F_(X)),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        Hypothesis(
            "polynomial",
            has(odd(z), "is for z > 0 a polynomial without a linear term"),
            Without(
                True,
                "sigma(z) = z + z^3, d = 1, N = 2, W_down = 0: x = (4/3) sigma(x) - (1/6) sigma(2 x).",
                identity(*_cubic()),
                (mutant("half of it", lhs=X / 2),),
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
    written=_steps,
)
