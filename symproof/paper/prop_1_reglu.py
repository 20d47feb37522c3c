"""A ReGLU neuron ReLU(a.x) (b.x) is homogeneous of degree 2, so the proof of Proposition 1 applies."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "prop-1-reglu",
    "place": 210,
    "title": "ReGLU never absorbs",
    "says": "With ReGLU and no value bias [in the block](reglu) or [in its replacement](reglu-V), no "
    "block with [a skip that is not 0](M-nonzero) equals a gated block without skip, of any width.",
    "v2": "Proposition 1 (ReGLU)",
    "v1": "Proposition 5 (ReGLU)",
    "where": "section 3",
}
D, a_, u_, v_ = symbols("D a u v")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step("degree", equal(relu(2 * z), 2 * relu(z)), cases({z: "+0-"})),
        step("vector", equal(relu(2 * y), 2 * relu(y)), entrywise("degree", z, y)),
        step(
            "here",
            equal(
                M * x + W_down * had(relu(W_gate * x), W_val * x), V_down * had(relu(V_gate * x), V_val * x)
            ),
            algebra(
                "equal",
                by("reglu", inside=W_down * had(relu(W_gate * x), W_val * x + HOLE)),
                by("reglu-V", inside=V_down * had(relu(V_gate * x), V_val * x + HOLE)),
            ),
        ),
        step(
            "skip",
            equal(M * x),
            algebra(
                "here",
                by("here", {x: 2 * x}),
                by("vector", {y: W_gate * x}, inside=W_down * had(HOLE, W_val * x)),
                by("vector", {y: V_gate * x}, inside=V_down * had(HOLE, V_val * x)),
            ),
        ),
        step("matrix", equal(M), vanishes("skip", x)),
        step("contradiction", FALSE, clash("matrix", "M-nonzero")),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "M-nonzero",
            nonzero(M),
            "With M = 0 the choice V = W gives equality; so does the value row doubled and W_down halved.",
            sign_cases(D / 2 * relu(u_) * (2 * v_), D * relu(u_) * v_, {u_: "+0-"}),
            mutant("W_down not halved", lhs=D * relu(u_) * (2 * v_)),
        ),
        needed(
            "reglu",
            equal(b_val),
            "With a bias in the value branch the degree is lost: d = 1, W_down = 0 and ReLU(x) (0 x + 1) -"
            " ReLU(-x) (0 x + 1) = x.",
            sign_cases(relu(a_) * 1 - relu(-a_) * 1, a_, {a_: "+0-"}),
            mutant("value branches x + 1", lhs=relu(a_) * (a_ + 1) - relu(-a_) * (a_ + 1)),
        ),
        needed(
            "reglu-V",
            equal(b_val_V),
            "With W_down = 0 and value biases 1 in V: x = ReLU(x) (0 x + 1) - ReLU(-x) (0 x + 1).",
            sign_cases(a_, relu(a_) * 1 - relu(-a_) * 1, {a_: "+0-"}),
            mutant("without the second neuron", rhs=relu(a_)),
        ),
    ),
    suppose=(
        Given(
            "equal",
            every(
                equal(
                    M * x + W_down * had(relu(W_gate * x), W_val * x + b_val),
                    V_down * had(relu(V_gate * x), V_val * x + b_val_V),
                ),
                x,
            ),
        ),
    ),
    written=_steps,
)
