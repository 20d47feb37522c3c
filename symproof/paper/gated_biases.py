"""Gated blocks with biases: which of them absorb their skip (new)."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "gated-biases",
    "place": 642,
    "title": "gated blocks with biases",
    "says": "With biases, a gate of [linear gap 1](gap) with [a rigid even part](rigid), gate rows with "
    "biases [not 0 and distinct up to sign](pairs-distinct), value rows with biases [not 0](values-"
    "nonzero) and columns [not 0](columns-nonzero), a gated block equals one without skip of the same "
    "width exactly when the parts of degree 2, 1 and 0 over some S are 0, -I and the change of the output"
    " bias.",
}
c_0, c_V, v = matrix("c_0", "d", "1"), matrix("c_0'", "d", "1"), matrix("h'", "N", "1")
u_x, v_x = W_gate * x + b_gate, W_val * x + b_val
turned = 1 - 2 * P
mixed = had(W_gate * x, b_val) + had(b_gate, W_val * x)
X, gate_of = symbols("X"), Function("g")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    flipped = W_down * had(g(turned * u_x), v_x)
    return (
        step("gap-vector", equal(g(h) - g(-h), h), entrywise("gap", z, h)),
        step("turned", equal(g(turned * h), g(h) - P * h), algebra("selection", by("gap-vector", times=P))),
        step(
            "change",
            equal(flipped, W_down * had(g(u_x), v_x) - W_down * P * had(u_x, v_x)),
            algebra(
                by("turned", {h: u_x}, inside=W_down * had(HOLE, v_x)),
                by("entries", {h: u_x, v: v_x}, W_down),
            ),
        ),
        step(
            "sufficient",
            equal(x + c_0 + W_down * had(g(u_x), v_x), flipped + c_0 + W_down * P * had(b_gate, b_val)),
            algebra("change", "squares", "linear"),
        ),
        step(
            "grouped",
            equal(V_down * had(g(V_gate * x + b_gate_V), V_val * x + b_val_V), flipped),
            words(
                "the even part of g has poles, or Gaussians, of its own for each pair of rows up to sign, "
                "so each class holds one neuron of V, with the same column and value row",
                "equal",
                "rigid",
                "pairs-distinct",
                "values-nonzero",
                "columns-nonzero",
                "same-width",
                rocq="none",
            ),
        ),
        step(
            "polynomial",
            equal(x + c_0 - c_V + W_down * P * had(u_x, v_x)),
            algebra("equal", "grouped", "change"),
        ),
        step("at-0", equal(c_0 - c_V + W_down * P * had(b_gate, b_val)), algebra(by("polynomial", {x: 0}))),
        step("odd", equal(x + W_down * P * mixed), algebra("polynomial", by("polynomial", {x: -x}))),
        step(
            "even",
            equal(W_down * P * had(W_gate * x, W_val * x)),
            algebra("polynomial", by("polynomial", {x: -x}), "at-0"),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "gap",
            every(equal(g(z) - g(-z), z), z),
            "g(z) = z^2, d = N = 1, gate 1, value bias 1, column -1: flipping changes nothing, and x - x^2"
            " is no x^2, though the sums are 0 and -1.",
            identity(X - X**2 - (-((-X) ** 2)), X),
            mutant("the difference is 0", rhs=0),
        ),
        needed(
            "rigid",
            has(g(z), "has an even part that is rigid over the affine functions"),
            "g(z) = z/2 + z^2, d = 1, N = 2, value rows 0, value biases 1, gates 1 and 2, columns 1 and 1:"
            " x + g(x) + g(2 x) = 5 g(x), and no S has a sum of -1.",
            identity(X + (X / 2 + X**2) + (X + 4 * X**2), 5 * (X / 2 + X**2)),
            mutant("without the skip", lhs=(X / 2 + X**2) + (X + 4 * X**2)),
        ),
        needed(
            "pairs-distinct",
            has(W_gate, "has, with its biases, rows that are not 0, no two equal up to sign"),
            "Gate rows 1 and -1, value biases 1, columns 2 and 5, d = 1: x + 2 g(x) + 5 g(-x) = 3 g(x) + 4"
            " g(-x), and the sums 0, 2, -5, -3 are never -1.",
            identity(
                X + 2 * gate_of(X) + 5 * gate_of(-X),
                3 * gate_of(X) + 4 * gate_of(-X),
                [(-1, gate_of(X) - gate_of(-X) - X)],
            ),
            mutant("columns 3 and 5", rhs=3 * gate_of(X) + 5 * gate_of(-X)),
        ),
        needed(
            "values-nonzero",
            has(W_val, "has, with its biases, rows that are not 0"),
            "A neuron with value row and bias 0 is idle and lets another double: d = 1, x + 2 g(x) = 3 "
            "g(x) - g(-x), and the sums are 0 and 2.",
            identity(X + 2 * gate_of(X), 3 * gate_of(X) - gate_of(-X), [(-1, gate_of(X) - gate_of(-X) - X)]),
            mutant("one neuron", rhs=3 * gate_of(X)),
        ),
        needed(
            "columns-nonzero",
            nonzero(D_i),
            "A neuron with column 0 is idle as well: d = 1, x + 2 g(x) + 0 g(3 x) = 3 g(x) - g(-x).",
            identity(
                X + 2 * gate_of(X) + 0 * gate_of(3 * X),
                3 * gate_of(X) - gate_of(-X),
                [(-1, gate_of(X) - gate_of(-X) - X)],
            ),
            mutant("the skip left out", lhs=2 * gate_of(X)),
        ),
    ),
    suppose=(
        Given("selection", every(equal(g(turned * h), g(h) - P * g(h) + P * g(-h)), h)),
        Given("entries", every(equal(had(P * h, v), P * had(h, v)), h, v)),
        Given("squares", every(equal(W_down * P * had(W_gate * x, W_val * x)), x)),
        Given("linear", every(equal(W_down * P * mixed, -x), x)),
        Given("same-width", at_least(N, wide)),
        Given(
            "equal",
            every(
                equal(
                    x + c_0 + W_down * had(g(u_x), v_x),
                    V_down * had(g(V_gate * x + b_gate_V), V_val * x + b_val_V) + c_V,
                ),
                x,
            ),
        ),
    ),
    concludes=("sufficient", "odd", "even", "at-0"),
    names={"c_0": "the output bias", "c_0'": "the output bias of V", "h'": "another vector of N numbers"},
    written=_steps,
)
