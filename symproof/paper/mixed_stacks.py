"""Mixed stacks: one closed gate or one homogeneous layer is enough (new)."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "mixed-stacks",
    "place": 656,
    "title": "mixed stacks: one closed gate is enough",
    "says": "A stack with [a derivative at 0 that is not 0](slope-nonzero) equals no stack one of whose "
    "layers is [closed at 0](closed), the others [Lipschitz at 0 and fixing 0](lipschitz).",
}
first, layer, last, J = (mapping(name, "d", "1") for name in ("q_in", "q", "q_out", "F_t"))
varying("q_in q q_out F_t")
slope, X = matrix("J_F", "d", "d"), symbols("X")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "bounded",
            has(first(x), BOUNDED),
            words(
                "the layers before are Lipschitz at 0 and fix it, so divided by t they stay bounded",
                "lipschitz",
                rocq="none",
            ),
        ),
        step(
            "small",
            tends(layer(x), 0),
            words("the layer, divided by t, tends to 0 there", "closed", "bounded", rocq="none"),
        ),
        step(
            "through",
            tends(last(x), 0),
            words("the layers behind are Lipschitz at 0 and fix it", "small", "lipschitz", rocq="none"),
        ),
        step("slope", tends(slope * x, 0), limit("residual", "same", "through")),
        step("zero", equal(slope * x), constant("slope")),
        step("matrix", equal(slope), vanishes("zero", x)),
        step("impossible", FALSE, clash("matrix", "slope-nonzero")),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "closed",
            every(
                has(
                    layer(x),
                    "is one layer of H at t x: gated, bias-free, closed at 0, or of a degree above 1",
                ),
                x,
            ),
            "ReLU layers alone: W_up = (1,0), (1,1), (1,-1), W_down = [[-1,0,2],[1,-1,3]] is absorbed.",
            absorbed_by_flipping("relu", residual(UP, DOWN), (0, 1)),
            mutant("only one row flipped", subset=(0,)),
        ),
        needed(
            "lipschitz",
            every(has(last(x), "and the layers before it fix 0 and are Lipschitz there"), x),
            "The square root undoes a square: with |z|^(1/2) behind z^2 the layers give |z|, and two of "
            "them z.",
            sign_cases(relu(X) - relu(-X), X, {X: "+0-"}),
            mutant("one of them", lhs=relu(X)),
        ),
        needed(
            "slope-nonzero",
            nonzero(slope),
            "d = 1, ReLU^2 in H with W_down = 0, and F(x) = x - x = 0 by a linear block of slope -1: both "
            "are 0.",
            identity(X - X, 0 * X**2),
            mutant("slope -2", lhs=X - 2 * X),
        ),
    ),
    suppose=(
        Given("residual", every(tends(J(x), slope * x), x)),
        Given("same", every(equal(J(x), last(x)), x)),
    ),
    names={
        "q_in": "the layers of H before the closed one, at t x, divided by t",
        "q": "the closed layer there, divided by t",
        "q_out": "H at t x, divided by t",
        "F_t": "the residual stack at t x, divided by t",
        "J_F": "its slope at 0, which for almost all weights is invertible",
    },
    written=_steps,
)
