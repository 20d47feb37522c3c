"""Bilinear blocks: the gate is z itself, so the block is exactly of the second order."""

from __future__ import annotations

from symproof.paper import _gates
from symproof.paper._blocks import skip_hypothesis
from symproof.paper._language import *

ABOUT = {
    "id": "prop-2-bilinear",
    "place": 232,
    "title": "bilinear gated blocks never absorb",
    "says": "With the identity as the gate, no block with [a skip that is not 0](M-nonzero) equals a "
    "gated block without skip, of any width, when there are no gate biases [in the block](bilinear) or "
    "[in its replacement](gated-V), and no value biases [in the block](no-value-bias) or [in its "
    "replacement](no-value-bias-V).",
    "v2": "Proposition 2 (bilinear)",
    "v1": "Proposition 6 (bilinear)",
    "where": "section 3; this name of v2 is not in the text at hand",
}
X = symbols("X")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    identical = {g: lambda value: value}
    return (
        step(
            "expansion",
            equal(W_down * had(t * W_gate * x, t * W_val * x), t**2 * W_down * had(W_gate * x, W_val * x)),
            algebra(),
        ),
        step("continuous", tends(t * z, 0), limit(by("t-small", times=z))),
        step(
            "contradiction",
            FALSE,
            algebra(by("prop-2", identical, gated=by("bilinear"), g_continuous=by("continuous"))),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        skip_hypothesis(),
        needed(
            "bilinear",
            equal(b_gate),
            "With a gate bias: d = N = 1, x + (x + 1) x = (x/2 + 1)(2 x).",
            identity(X + (X + 1) * X, (X / 2 + 1) * (2 * X)),
            mutant("the gate row not halved", rhs=(X + 1) * (2 * X)),
        ),
        *_gates.bias_hypotheses()[1:],
    ),
    suppose=(Given("equal", _gates.gated_equation(lambda value: value)),),
    concludes=("expansion", "contradiction"),
    written=_steps,
)
