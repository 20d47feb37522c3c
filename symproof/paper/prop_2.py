"""Proposition 2: a gated block whose gate vanishes at 0 never absorbs a linear skip."""

from __future__ import annotations

from symproof.paper import _gates
from symproof.paper._blocks import skip_hypothesis
from symproof.paper._language import *

ABOUT = {
    "id": "prop-2",
    "place": 220,
    "title": "gated blocks whose gate vanishes at 0 never absorb",
    "says": "With a gate that is [0 at 0](g0) and [continuous there](g-continuous), no block with [a skip"
    " that is not 0](M-nonzero) equals a gated block without skip, of any width, when there are no gate "
    "biases [in the block](gated) or [in its replacement](gated-V), and no value biases [in the "
    "block](no-value-bias) or [in its replacement](no-value-bias-V); neither [a derivative at "
    "0](g-differentiable) nor [N at least d](N-at-least-d) is needed.",
    "v2": "Proposition 2",
    "v1": "Proposition 6",
    "where": "section 3",
}
a_, c_, D, V, X = symbols("a c D V X")
eta = symbols("eta")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "plain",
            equal(M * x + W_down * had(g(W_gate * x), W_val * x), V_down * had(g(V_gate * x), V_val * x)),
            algebra(
                "equal",
                by("gated", inside=W_down * had(g(W_gate * x + HOLE), W_val * x + b_val)),
                by("no-value-bias", inside=W_down * had(g(W_gate * x), W_val * x + HOLE)),
                by("gated-V", inside=V_down * had(g(V_gate * x + HOLE), V_val * x + b_val_V)),
                by("no-value-bias-V", inside=V_down * had(g(V_gate * x), V_val * x + HOLE)),
            ),
        ),
        step(
            "divided",
            equal(
                M * x + W_down * had(g(t * W_gate * x), W_val * x), V_down * had(g(t * V_gate * x), V_val * x)
            ),
            algebra(by("plain", {x: t * x}), "t-nonzero"),
        ),
        step("number", tends(g(t * z), 0), limit("g-continuous", "g0")),
        step("vector", tends(g(t * y), 0), entrywise("number", z, y)),
        step(
            "small",
            tends(M * x, 0),
            limit(
                "divided",
                by("vector", {y: W_gate * x}, inside=W_down * had(HOLE, W_val * x)),
                by("vector", {y: V_gate * x}, inside=V_down * had(HOLE, V_val * x)),
            ),
        ),
        step("zero", equal(M * x), constant("small")),
        step("matrix", equal(M), vanishes("zero", x)),
        step("contradiction", FALSE, clash("matrix", "M-nonzero")),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        _gates.bias_hypotheses()[0],
        needed(
            "g0",
            equal(g(0)),
            "Logistic gate (the original GLU), g(-z) = 1 - g(z): flipping gate rows and down columns of S "
            "= {0, 1} absorbs the skip, since W_down[:,S] W_val[S,:] = -I.",
            identity(*_gates.logistic_flip(DOWN)),
            mutant(
                "W_down[:,S] W_val[S,:] is not -I",
                **dict(zip(("lhs", "rhs"), _gates.logistic_flip(((1, 0, 2), (1, -1, 3))), strict=True)),
            ),
        ),
        needed(
            "g-continuous",
            every(tends(g(t * z), g(0)), z),
            "g(z) = 1 for z > 0 and 0 for z <= 0 has g(0) = 0: with d = 1, N = 2 and W_down = 0, x = g(x) "
            "x + g(-x) x.",
            sign_cases(X, pos(X) * X + pos(-X) * X, {X: "+0-"}),
            mutant("one neuron only", rhs=pos(X) * X),
        ),
        unneeded(
            "g-differentiable",
            has(g(0), "has a derivative"),
            "No step uses it: continuity at 0 with g(0) = 0 is enough. g(z) = |z|^(1/2) is not "
            "differentiable at 0, and its neuron divided by t is D |t a|^(1/2) b, which tends to 0.",
            limit_of(D * symbols("|ta|^(1/2)") * c_, (symbols("|ta|^(1/2)"),), 0),
            mutant("a gate that tends to 1", expression=D * (1 + symbols("|ta|^(1/2)")) * c_),
        ),
        skip_hypothesis(),
        unneeded(
            "N-at-least-d",
            at_least(N, d),
            "No step mentions the widths: the two sides may even have different ones.",
        ),
        *_gates.bias_hypotheses()[1:],
    ),
    suppose=(Given("equal", _gates.gated_equation(g)),),
    written=_steps,
)
