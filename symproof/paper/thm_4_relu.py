"""Theorem 4 for ReLU: absorption is the same as condition (3)."""

from __future__ import annotations

from symproof.paper import _blocks, _theorem4
from symproof.paper._language import *

ABOUT = {
    "id": "thm-4-relu",
    "place": 400,
    "title": "when a ReLU block absorbs its skip",
    "says": "A [ReLU](relu) block whose rows are [not 0](rows-nonzero) and [pairwise non-collinear](rows-"
    "non-collinear) and whose columns are [not 0](columns-nonzero) equals an MLP without skip of the same"
    " width exactly when some set S of neurons has W_down[:,S] W_up[S,:] equal to -I, and S has at least "
    "d elements; neither [d at least 2](d-at-least-2) nor [N at least d](N-at-least-d) is needed.",
    "v2": "Theorem 4 (ReLU)",
    "v1": "Theorem 8",
    "where": "section 4, appendices B.1 and B.2",
}


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "gap",
            equal(sigma(z) - sigma(-z), 1 * z),
            algebra("relu", by("relu", {z: -z}), by("setup-parity", part="relu-gap")),
        ),
        step("parity", equal(sigma(z), z / 2 + mag(z) / 2), algebra("relu", by("setup-parity", part="relu"))),
        step("kind", has(mag(z) / 2, KIND), conic()),
        *_theorem4.cited_steps(
            {E: lambda value: mag(value) / 2}, gap=by("gap"), even_part=by("parity"), kind=by("kind")
        ),
        step(
            "one-neuron",
            every(equal((1 + u * relu(w)) * (-1 + u * relu(-w)), -1 - u * w), where=(nonzero(w),)),
            cases({w: "+-"}),
        ),
        *_theorem4.instance_steps("relu"),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "relu",
            every(equal(sigma(z), relu(z)), z),
            "sigma(z) = |z|, W_up = (1,0), (1,1), (1,-1), W_down = [[-1,0,2],[1,-1,3]]: S = {0, 1} "
            "satisfies (3), and the kernel certifies that no V exists.",
            _blocks.despite(),
            *_blocks.DESPITE,
        ),
        needed(
            "rows-non-collinear",
            has(W_up, "has rows that are pairwise non-collinear"),
            "Rows e1, -e1, e2, -e2 and W_down = [[2,5,1,1],[1,1,3,7]]: no S satisfies (3), yet V_down = "
            "[[3,4,1,1],[1,1,4,6]] on the same rows absorbs the skip.",
            *_blocks.opposed("relu"),
        ),
        *_blocks.idle_hypotheses("relu"),
        *_blocks.size_hypotheses(),
    ),
    suppose=_theorem4.suppose(1, 1),
    concludes=("sufficient", "necessary", "size", "one-neuron"),
    names=_theorem4.NAMES,
    written=_steps,
)
