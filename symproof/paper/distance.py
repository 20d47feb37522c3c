"""How far a block is from absorbing: a lower bound for every S, from one matrix Y (new)."""

from __future__ import annotations

from symproof.paper import _blocks
from symproof.paper._language import *

ABOUT = {
    "id": "distance",
    "place": 680,
    "title": "a certified distance from absorption",
    "says": "By [a product of a matrix Y with the sum over S](product), a block differs from each "
    "absorbable skip by at least a certified number; and by [the triangle inequality](triangle), from "
    "absorbable weights too.",
}
q, e, total, loss = sequence("q", "e", "sum", "loss")
skip, inner, size_Y, gap = symbols("a_M a_G b_Y delta")
eta, w_1, w_2, one, two = symbols("eta w_1 w_2 eta_1 eta_2")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step("all", at_least(total(n) + loss(n)), combination(by("trace-width", part="all"))),
        step("skips", at_least(size_Y * gap, skip - loss(N)), combination("product", by("all", {n: N}))),
        step(
            "weights",
            at_least(2 * w_1 * two + 2 * w_2 * one + eta**2, 2 * gap),
            combination(by("triangle", times=2), by("square"), by("length")),
        ),
        _blocks.open_block("skips"),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "product",
            at_least(size_Y * gap, skip + total(N)),
            "Without the length of Y: M = I, d = 1, no neuron, Y = 2 has <Y, M> = 2, and the distance is 1.",
            identity(2 * 1 - 1, 1),
            mutant("Y = 1", lhs=1 * 1 - 1),
        ),
        needed(
            "triangle",
            at_least(w_1 * two + w_2 * one + one * two, gap),
            "Where a changed block is degenerate (3) need not hold for it, so the distance to those blocks"
            " is another: rows e1, -e1, e2, -e2 absorb although no S satisfies (3).",
            *_blocks.opposed("relu"),
        ),
    ),
    suppose=(
        Given("in-S", every(at_least(q(n)), n)),
        Given("not-more", every(at_least(1, q(n)), n)),
        Given("sum-0", equal(total(0))),
        Given("sum-n", every(equal(total(n + 1), total(n) + q(n) * e(n)), n)),
        Given("loss-0", equal(loss(0))),
        Given("loss-n", every(equal(loss(n + 1), loss(n) + relu(-e(n))), n)),
        Given("square", at_least((one - two) ** 2)),
        Given("length", equal(eta**2, one**2 + two**2)),
    ),
    concludes=("skips", "weights"),
    names={
        "q": "1 for a neuron in S and else 0",
        "e": "the number D_k^T Y u_k of a neuron, D_k times the gap c",
        "sum": "the sum of these numbers over the first n neurons of S",
        "loss": "the sum of the negative ones over the first n neurons, with the sign changed",
        "a_M": "the inner product of Y and M",
        "b_Y": "the length of Y, the root of the sum of its squares",
        "delta": "the length of M + c W_down[:,S] W_up[S,:], the distance to a skip that S absorbs",
        "eta": "the length of a change of the weights that makes the block absorbable within Theorem 4",
        "eta_1": "its part in W_down",
        "eta_2": "its part in W_up",
        "w_1": "a bound for the operator norm of W_down",
        "w_2": "a bound for the operator norm of W_up",
        "n": "a natural number",
    },
    written=_steps,
)
