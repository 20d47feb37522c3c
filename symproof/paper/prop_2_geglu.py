"""GeGLU: the gate GELU vanishes at 0, and the block starts with the second order."""

from __future__ import annotations

from symproof.paper import _gates
from symproof.paper._blocks import skip_hypothesis
from symproof.paper._gates import kappa, series_of
from symproof.paper._language import *
from symproof.paper.prop_2 import logistic_flip

ABOUT = {
    "id": "prop-2-geglu",
    "place": 228,
    "title": "GeGLU never absorbs",
    "says": "With [exact GELU as the gate](gelu), no block with [a skip that is not 0](M-nonzero) equals "
    "a gated block without skip, of any width, when there are no gate biases [in the block](gated) or [in"
    " its replacement](gated-V), and no value biases [in the block](no-value-bias) or [in its "
    "replacement](no-value-bias-V).",
    "v2": "Proposition 2 (GeGLU)",
    "v1": "Proposition 6 (GeGLU)",
    "where": "section 3",
}
gelu, Phi, phi = Function("gelu"), Function("Phi"), Function("phi")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    order = sizes["order"]
    coefficients = _gates.normal_coefficients(order)
    density = tuple((n + 1) * c for n, c in enumerate(coefficients[1:]))
    return (
        step(
            "density",
            taylor(phi(z), series_of(density)),
            series(phi(z), "density-slope", "density-start"),
            scope=bounded(order=order),
        ),
        step(
            "integral",
            taylor(Phi(z), series_of(coefficients)),
            series(Phi(z), "slope", "start", "density"),
            scope=bounded(order=order),
        ),
        step(
            "gate",
            taylor(gelu(z), series_of((Rational(0), *coefficients[: order - 1]))),
            series(gelu(z), "gelu", "integral"),
            scope=bounded(order=order),
        ),
        *_gates.expansion_steps(gelu, Rational(1, 2), rocq="geglu_never_absorbs"),
        step("zero", equal(gelu(0)), algebra(by("gelu", {z: 0}))),
        step(
            "bounded",
            has(Phi(t * z), BOUNDED),
            words(
                "a distribution function lies between 0 and 1", "slope", "start", rocq="geglu_never_absorbs"
            ),
        ),
        *_gates.conclude(gelu, Phi, "gelu"),
        _gates.remainder_example("gelu", order),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "gelu",
            every(equal(gelu(z), z * Phi(z)), z),
            "With Phi in its place, Phi(-z) = 1 - Phi(z), flipping gate rows and down columns of S = {0, "
            "1} absorbs the skip.",
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
                    M * x + W_down * had(gelu(W_gate * x + b_gate), W_val * x + b_val),
                    V_down * had(gelu(V_gate * x + b_gate_V), V_val * x + b_val_V),
                ),
                x,
            ),
        ),
        Given("slope", every(equal(Function("Phi'")(z), phi(z)), z)),
        Given("start", equal(Phi(0), Rational(1, 2))),
        Given("density-slope", every(equal(Function("phi'")(z), -z * phi(z)), z)),
        Given("density-start", equal(phi(0), kappa)),
    ),
    concludes=("expansion", "contradiction"),
    sizes=_gates.SIZES,
    names=_gates.NAMES,
    written=_steps,
)
