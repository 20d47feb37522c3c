"""SwiGLU: the gate SiLU vanishes at 0, and the block starts with the second order."""

from __future__ import annotations

from symproof.paper import _gates
from symproof.paper._blocks import skip_hypothesis
from symproof.paper._gates import series_of
from symproof.paper._language import *
from symproof.paper.prop_2 import logistic_flip

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


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    order = sizes["order"]
    coefficients = _gates.logistic_coefficients(order)
    return (
        step(
            "logistic",
            taylor(logistic(z), series_of(coefficients)),
            series(logistic(z), "slope", "start"),
            scope=bounded(order=order),
        ),
        step(
            "gate",
            taylor(silu(z), series_of((Rational(0), *coefficients[: order - 1]))),
            series(silu(z), "silu", "logistic"),
            scope=bounded(order=order),
        ),
        *_gates.expansion_steps(silu, Rational(1, 2), rocq="swiglu_never_absorbs"),
        step("zero", equal(silu(0)), algebra(by("silu", {z: 0}))),
        step(
            "bounded",
            has(logistic(t * z), BOUNDED),
            words(
                "the solution stays between 0 and 1, where y - y^2 is 0",
                "slope",
                "start",
                rocq="swiglu_never_absorbs",
            ),
        ),
        *_gates.conclude(silu, logistic, "silu"),
        _gates.remainder_example("silu", order),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "silu",
            every(equal(silu(z), z * logistic(z)), z),
            "With the logistic gate in its place, flipping gate rows and down columns of S = {0, 1} "
            "absorbs the skip.",
            identity(*logistic_flip(DOWN)),
            mutant(
                "nothing absorbed: W_down[:,S] W_val[S,:] is not -I",
                lhs=logistic_flip(((1, 0, 2), (1, -1, 3)))[0],
            ),
        ),
        skip_hypothesis(),
        *_gates.bias_hypotheses(),
    ),
    suppose=(
        Given(
            "equal",
            every(
                equal(
                    M * x + W_down * had(silu(W_gate * x + b_gate), W_val * x + b_val),
                    V_down * had(silu(V_gate * x + b_gate_V), V_val * x + b_val_V),
                ),
                x,
            ),
        ),
        Given("slope", every(equal(Function("logistic'")(z), logistic(z) - logistic(z) ** 2), z)),
        Given("start", equal(logistic(0), Rational(1, 2))),
    ),
    concludes=("expansion", "contradiction"),
    sizes=_gates.SIZES,
    names=_gates.NAMES,
    written=_steps,
)
