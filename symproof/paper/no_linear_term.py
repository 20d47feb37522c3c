"""An odd part that is a polynomial without a linear term on each side of 0: nothing absorbs (new)."""

from __future__ import annotations

from symproof.paper._blocks import skip_hypothesis
from symproof.paper._language import *
from symproof.paper._odd import X, cubic, odd_equation, oddness

ABOUT = {
    "id": "no-linear-term",
    "place": 614,
    "title": "an odd part without a linear term never absorbs",
    "says": "An activation whose odd part is [a polynomial without a linear term on the half-"
    "line](polynomial) absorbs no [skip that is not 0](M-nonzero), at any width.",
}
F_ = Function("F")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        *odd_equation(),
        oddness(),
        step(
            "skip",
            equal(M * x),
            words(
                "on a ray t x, t positive, every entry of O is up to its sign the polynomial at a multiple"
                " of t, so both sides are polynomials in t, and M x is the only coefficient of t",
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
            "impossible",
            identity(2 * X + F_(X) - (X + F_(X)), X),
            bounded(order=1),
            mutant("relu, with F(2 x) = 2 F(x) in place of F(2 x) = F(x)", lhs=X + F_(X)),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "polynomial",
            has(odd(z), "is for z > 0 a polynomial without a linear term"),
            "sigma(z) = z + z^3, d = 1, N = 2, W_down = 0: x = (4/3) sigma(x) - (1/6) sigma(2 x).",
            identity(*cubic()),
            mutant("half of it", lhs=X / 2),
        ),
        skip_hypothesis(),
    ),
    suppose=(
        Given("equal", every(equal(M * x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)), x)),
        Given("odd-is", every(equal(odd(z), (sigma(z) - sigma(-z)) / 2), z)),
    ),
    concludes=("impossible",),
    written=_steps,
)
