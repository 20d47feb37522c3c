"""The hidden widths of two ReLU layers with a bottleneck: at least a matching of the bends (new)."""

from __future__ import annotations

from symproof.paper._language import *
from symproof.proof.checks.stacks import stack_certified

ABOUT = {
    "id": "depth-cover",
    "place": 685,
    "title": "two ReLU layers are as wide as their bends ask",
    "says": "[Two ReLU layers](two-layers) without skips that have [m bends, no two with a common "
    "end](disjoint), have at least m neurons together.",
}
n_1, n_2, paths, m_j = symbols("n_1 n_2 m m_j")
b, r_j = matrix("b_at", "1", "d"), matrix("r_j", "1", "d")
J, K, J_l, J_r = (matrix(name, "d", "d") for name in ("J", "K", "J_l", "J_r"))
V_j = matrix("V_j", "d", "1")
MATCHING = [["1", "0"], ["4", "2"], ["0", "-1"], ["-2", "1"]]
PAIR = residual(((1, 0), (0, 1)), ((1, 0), (0, 1))), residual(((1, 1), (1, -2)), ((1, 0), (0, 1)))


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step("row", equal(r_j, m_j * b * K), algebra(by("switches", right=K), by("invertible", times=r_j))),
        step("jump", equal(J_r - J_l, m_j * V_j * b), algebra("beside", by("switches", times=V_j))),
        step(
            "covered",
            has(b, "is a row of the first layer of H, or the column of the bend is one of its second"),
            words(
                "if no row of the first layer is parallel to b, those that switch in the second are one "
                "class, by the formula for the row, and the jump has its merged column",
                "row",
                "jump",
                "two-layers",
                rocq="none",
            ),
        ),
        step(
            "at-least",
            at_least(n_1 + n_2, paths),
            words(
                "bends without a common end need a row or a column each", "covered", "disjoint", rocq="none"
            ),
        ),
        example(
            "four",
            "at-least",
            stack_certified("pair-at-least", "relu", PAIR, {"matching": MATCHING}, len(MATCHING)),
            bounded(d=2, N=2),
            mutant("one more", width=len(MATCHING) + 1),
            mutant("a point twice", evidence={"matching": [MATCHING[0], *MATCHING[:-1]]}),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        unsettled(
            "two-layers",
            has(V_down, "is behind two ReLU layers with R^d between them"),
            "Without the bottleneck the first layer has bends of its own for each neuron of the second.",
        ),
        needed(
            "disjoint",
            has(b, "and the column of each of m bends differ from those of the others"),
            "Two points on one ray are one bend: they share both ends, and count once.",
            stack_certified("pair-at-least", "relu", PAIR, {"matching": MATCHING[:1]}, 1),
            mutant("the same twice counts two", evidence={"matching": MATCHING[:1] * 2}, width=2),
        ),
    ),
    suppose=(
        Given("invertible", equal(J * K, 1)),
        Given("switches", equal(r_j * J, m_j * b)),
        Given("beside", equal(J_r, J_l + V_j * r_j * J)),
    ),
    concludes=("at-least",),
    names={
        "n_1": "the width of the first layer of H",
        "n_2": "the width of its second layer",
        "m": "the number of bends, no two with a common end",
        "b_at": "the row of a bend",
        "r_j": "the row of a neuron of the second layer that switches there",
        "m_j": "a number that is not 0",
        "J": "the Jacobian of the first layer at the bend",
        "K": "its inverse",
        "J_l": "the Jacobian on one side",
        "J_r": "the Jacobian on the other side",
        "V_j": "the column of that neuron",
    },
    written=_steps,
)
