"""SwiGLU: the gate SiLU vanishes at 0, and the block starts with the second order."""

from __future__ import annotations

from symproof.paper import _gates
from symproof.paper._language import *

ABOUT = {
    "id": "prop-2-swiglu",
    "place": 224,
    "title": "SwiGLU never absorbs",
    "says": "With [SiLU as the gate](silu), no block with [a skip that is not 0](M-nonzero) equals a "
    "gated block without skip, of any width, when there are no gate biases [in the block](gated) or [in "
    "its replacement](gated-V), and no value biases [in the block](no-value-bias) or [in its "
    "replacement](no-value-bias-V).",
    "v2": "Proposition 2 (SwiGLU)",
    "v1": "Proposition 6 (SwiGLU)",
    "where": "section 3",
}
silu, logistic = Function("silu"), Function("logistic")


def _series(order: int) -> tuple[Written, ...]:
    found = _gates.logistic_coefficients(order)
    return (
        _gates.taylor_step("logistic", logistic(z), found, "slope", "start"),
        _gates.taylor_step("gate", silu(z), (Rational(0), *found[: order - 1]), "silu", "logistic"),
    )


STATEMENT = _gates.statement(
    ABOUT,
    silu,
    logistic,
    _series,
    (
        "With the logistic gate in its place, flipping gate rows and down columns of S = {0, 1} absorbs the "
        "skip.",
        "the solution stays between 0 and 1, where y - y^2 is 0",
    ),
    Given("slope", every(equal(Function("logistic'")(z), logistic(z) - logistic(z) ** 2), z)),
    Given("start", equal(logistic(0), Rational(1, 2))),
)
