"""Display (4): for ReLU the absorption equation (1) is an equation of even parts and one of matrices."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "setup-display-4",
    "place": 110,
    "title": "absorption for ReLU splits by parity",
    "says": "For [ReLU](relu), a block equals an MLP without skip exactly when the sums of W_down over "
    "|W_up x| agree with those of V, and V_down V_up is W_down W_up plus 2 I.",
    "v2": "display (4)",
    "v1": "in Theorem 8",
    "where": "appendix B.2",
}


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    halved = {E: lambda value: mag(value) / 2}
    return (
        step("split", equal(sigma(z), z / 2 + mag(z) / 2), algebra("relu", by("setup-parity", part="relu"))),
        step("even", equal(mag(-z) / 2, mag(z) / 2), algebra(by("setup-parity", part="relu-even"))),
        step(
            "evens",
            equal(W_down * mag(W_up * x), V_down * mag(V_up * x)),
            algebra(by("setup-display-5", halved, part="evens", gelu=by("split"), even=by("even"))),
        ),
        step(
            "linear",
            equal(V_down * V_up, W_down * W_up + 2),
            algebra(by("setup-display-5", halved, part="linear", gelu=by("split"), even=by("even"))),
        ),
        step("half", equal(W_down * mag(W_up * x) / 2, V_down * mag(V_up * x) / 2), algebra("even-parts")),
        step(
            "back",
            equal(x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)),
            algebra(by("setup-display-5", halved, part="back", gelu=by("split"), even_parts=by("half"))),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "relu",
            every(equal(sigma(z), relu(z)), z),
            "sigma(z) = |z|, d = N = 1, W_up = 1, W_down = -1, V_up = V_down = -1: both equations of (4) "
            "hold, and x - |x| - (-|-x|) = x is not 0.",
            sign_cases(
                [mag(-z) - mag(z), (-1) * (-1) - ((-1) * 1 + 2), z - mag(z) + mag(-z)], [0, 0, z], {z: "+0-"}
            ),
            mutant("the difference is 0", rhs=[0, 0, 0]),
        ),
    ),
    suppose=(
        Given("equal", every(equal(x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)), x)),
        Given("even-parts", every(equal(W_down * mag(W_up * x), V_down * mag(V_up * x)), x)),
        Given("linear-parts", equal(V_down * V_up, W_down * W_up + 2)),
    ),
    concludes=("evens", "linear", "back"),
    written=_steps,
)
