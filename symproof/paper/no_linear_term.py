"""An odd part without a linear term at 0: nothing absorbs (new)."""

from __future__ import annotations

from symproof.paper._blocks import skip_hypothesis
from symproof.paper._odd import *

ABOUT = {
    "id": "no-linear-term",
    "place": 614,
    "title": "an odd part without a linear term never absorbs",
    "says": "An activation whose odd part has no linear term, so that [divided by t it tends to 0 at t "
    "z](polynomial), absorbs no [skip that is not 0](M-nonzero), at any width.",
}
F_, small = Function("F"), Function("O_t")
varying("O_t")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        *odd_equation(),
        step("rate-vector", equal(odd(t * y), t * small(y)), entrywise("rate", z, y)),
        step("vector", tends(small(y), 0), entrywise("polynomial", z, y)),
        step(
            "divided",
            equal(M * x + W_down * small(W_up * x), V_down * small(V_up * x)),
            algebra(
                by("odd-equation", {x: t * x}),
                by("rate-vector", {y: W_up * x}, W_down),
                by("rate-vector", {y: V_up * x}, V_down),
                "t-nonzero",
            ),
        ),
        step(
            "small",
            tends(M * x, 0),
            limit("divided", by("vector", {y: W_up * x}, W_down), by("vector", {y: V_up * x}, V_down)),
        ),
        step("skip", equal(M * x), constant("small")),
        *impossible(),
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
            every(tends(small(z), 0), z),
            "sigma(z) = z + z^3, d = 1, N = 2, W_down = 0: x = (4/3) sigma(x) - (1/6) sigma(2 x).",
            identity(*cubic()),
            mutant("half of it", lhs=X / 2),
        ),
        skip_hypothesis(),
    ),
    suppose=(*SUPPOSED, Given("rate", every(equal(odd(t * z), t * small(z)), z))),
    concludes=("impossible",),
    names={"O_t": "the odd part at t times its argument, divided by t"},
    written=_steps,
)
