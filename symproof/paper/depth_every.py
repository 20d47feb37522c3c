"""Depth for GELU and SiLU, concrete weights: one block that does not absorb refutes the stack (new)."""

from __future__ import annotations

from symproof.paper import _blocks
from symproof.paper._language import *
from symproof.proof.checks.stacks import stack_certified

ABOUT = {
    "id": "depth-every",
    "place": 670,
    "title": "GELU and SiLU stacks at every depth",
    "says": "With an activation of [linear gap 1](gap) whose copies are [independent](independent), and "
    "[rows distinct up to sign](rows-distinct), [columns not 0](columns-nonzero) and [every neuron seen "
    "by the next block](seen), a stack equals an MLP of any depth with no more neurons exactly when each "
    "of its blocks absorbs its skip; else rho more are needed.",
}
total, found, rho = symbols("T T_H rho")
s_1, s_2, x_1, x_2, E_w = symbols("s_1 s_2 x_1 x_2 e^w")
R, L, C = matrix("R_next", "m", "d"), matrix("L_next", "d", "m"), matrix("C_next", "m", "N")

FIRST = residual(((1, 0), (0, 1), (1, 1)), ((-1, 0, 2), (0, -1, 5)))
SECOND = residual(((1, 2), (3, 1)), ((1, 0), (0, 1)))
TREE = {"block": 1, "tree": {"exhaust": True}}


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    flipped = sigma((1 - 2 * P) * W_up * x)
    return (
        step(
            "occurs",
            at_least(found, total),
            words(
                "by (H1), (H3) the pre-activations of F differ up to sign; their coefficients are not 0, "
                "so each is one of H up to sign",
                "independent",
                "rows-distinct",
                "seen",
                "columns-nonzero",
                rocq="depth_every",
            ),
        ),
        step("gap-vector", equal(sigma(y) - sigma(-y), 1 * y), entrywise("gap", z, y)),
        step(
            "turned",
            equal(flipped, sigma(W_up * x) - P * W_up * x),
            algebra(by("selection", {h: W_up * x}), by("gap-vector", {y: W_up * x}, P)),
        ),
        step(
            "compared",
            equal((C - R * W_down) * sigma(W_up * x), (R + C * P * W_up) * x),
            algebra("same-layer", by("turned", times=C)),
        ),
        step(
            "outputs",
            equal(C, R * W_down),
            words(
                "the sigma(z) of one block are independent of each other and of x",
                "compared",
                "independent",
                "rows-distinct",
                rocq="depth_every",
            ),
        ),
        step(
            "rest", equal((R + C * P * W_up) * x), algebra("compared", by("outputs", right=sigma(W_up * x)))
        ),
        step("linear", equal(R + C * P * W_up), vanishes("rest", x)),
        step("rows", equal(R * (1 + W_down * P * W_up)), algebra("linear", by("outputs", right=P * W_up))),
        step(
            "absorbs",
            equal(W_down * P * W_up, -1),
            algebra(by("rows", times=L), by("spanning", right=1 + W_down * P * W_up)),
        ),
        step("below", equal(-W_down * P * W_up, 1), algebra("absorbs")),
        step(
            "conversely",
            equal(x + W_down * sigma(W_up * x), W_down * flipped),
            algebra(by("turned", times=W_down), by("condition", right=x)),
        ),
        step(
            "more",
            at_least(found, total + rho),
            words(
                "layer 1 holds functions of level 1 alone; what turns the signs of S there leaves rank I +"
                " W_S U_S to other neurons",
                "occurs",
                "rows",
                rocq="depth_every",
            ),
        ),
        example(
            "refuted",
            "absorbs",
            stack_certified("not-representable", "gelu", (FIRST, SECOND), TREE),
            bounded(d=2, N=3),
            mutant("the tree of the block that absorbs", evidence={**TREE, "block": 0}),
            mutant("softplus", activation="softplus"),
            mutant("rows that are opposite", blocks=(FIRST, residual(((1, 2), (-1, -2)), SECOND.down))),
        ),
        example(
            "two-more",
            "more",
            stack_certified("neurons-at-least", "silu", (SECOND, FIRST), {"block": 0, "rank": 2}, 7),
            bounded(d=2, N=3),
            mutant("eight neurons", width=8),
            mutant("the rank of block 1", evidence={"block": 1, "rank": 2}),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "independent",
            has(sigma(z), "is independent of 1, x and itself at pre-activations that differ up to sign"),
            "softplus: sigma(sigma(w)) = log 2 + sigma(w - log 2), a neuron of the second layer is one of "
            "the first. (For GELU and SiLU it is proved: SOUNDNESS.md of the kernel, section 8.)",
            identity(1 + (1 + E_w), 2 * (1 + E_w / 2)),
            mutant("w - log 3", rhs=3 * (1 + E_w / 3)),
        ),
        unsettled(
            "gap",
            every(equal(sigma(z) - sigma(-z), 1 * z), z),
            "For Mish the same independence holds without any sign, and then no residual stack is one "
            "without skips, whatever its weights.",
        ),
        needed(
            "rows-distinct",
            has(W_up, "has nonzero rows, no two of them equal up to sign (H1)"),
            "d = 1, rows 1, -1, columns -1, 1: x - sigma(x) + sigma(-x) = 0, which needs no neuron.",
            same_map("gelu", residual(((1,), (-1,)), ((-1, 1),)), Map(((1,),), ((0,),))),
            mutant("columns -1, 2", W_down=((-1, 2),)),
        ),
        needed(
            "columns-nonzero",
            has(W_down, "has no zero column (H2)"),
            "W_up = (1,0), (1,1), (1,2), W_down = [[2,0,0],[3,-1,0]]: no S, but the idle neuron doubles "
            "the first class, and the block is absorbed.",
            absorbed_without_subset(
                "gelu",
                residual(_blocks.IDLE_UP, _blocks.IDLE_DOWN),
                Map(_blocks.IDLE_V_UP, _blocks.IDLE_V_DOWN),
            ),
            mutant("the third column (1, 1)", W_down=_blocks.ZERO_DOWN),
        ),
        needed(
            "seen",
            has(R, "times W_down has no zero row (H3)"),
            "x + e_1 sigma(-x_1), then x + e_2 sigma(-x_2): with s_i = sigma(x_i) and sigma(-x_i) = s_i - "
            "x_i it is (s_1, s_2), one layer of two neurons, and no block is absorbable.",
            identity([x_1 + (s_1 - x_1), x_2 + (s_2 - x_2)], [s_1, s_2]),
            mutant("sigma(x_1)", lhs=[x_1 + s_1, x_2 + (s_2 - x_2)]),
        ),
    ),
    suppose=(
        Given("selection", every(equal(sigma((1 - 2 * P) * h), sigma(h) - P * sigma(h) + P * sigma(-h)), h)),
        Given(
            "same-layer",
            every(equal(C * sigma((1 - 2 * P) * W_up * x), R * (x + W_down * sigma(W_up * x))), x),
        ),
        Given("spanning", equal(L * R, 1)),
        Given("condition", equal(W_down * P * W_up, -1)),
    ),
    concludes=("occurs", "absorbs", "below", "conversely", "more"),
    names={
        "T": "the number of neurons of F",
        "T_H": "the number of neurons of H, a network of consecutive layers without skips",
        "rho": "the least rank of I + W_down[:,S] W_up[S,:] over all S, for the first block",
        "C_next": "the rows by which H reads the outputs of the layer that holds this block",
        "R_next": "the rows of the next block up to sign, or the identity behind the last one",
        "L_next": "a left inverse of R_next",
    },
    written=_steps,
)
