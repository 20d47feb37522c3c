"""What a trace says about the extra width, or that a block never absorbs (new)."""

from __future__ import annotations

from fractions import Fraction

from symproof.paper import _blocks
from symproof.paper._language import *

ABOUT = {
    "id": "trace-width",
    "place": 670,
    "title": "a trace bounds the width from below",
    "says": "When a trace shows that [rank times norms is at least a sum over S](rank), at least that "
    "many more neurons are needed; and when [the negative parts of the traces stay below d](less), no S "
    "satisfies (3).",
}
SMALL_DOWN = ((Fraction(1, 8), Fraction(1, 8), 0, 0), (0, 0, Fraction(1, 8), Fraction(1, 8)))
SMALL_ANSWER = ((Fraction(9, 8), Fraction(-7, 8), 0, 0), (0, 0, Fraction(9, 8), Fraction(-7, 8)))
(q, e, total, loss), norm, X = sequence("q", "e", "sum", "loss"), symbols("w_12"), symbols("X")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step("parts", equal(z, relu(z) - relu(-z)), cases({z: "+0-"})),
        step("not-negative", at_least(relu(z)), signs({z: "+0-"})),
        step(
            "one-neuron",
            at_least(q(n) * e(n) + relu(-e(n))),
            combination(
                by("not-negative", {z: e(n)}, q(n)),
                by("not-negative", {z: -e(n)}, 1 - q(n)),
                by("parts", {z: e(n)}, q(n)),
                by("in-S", times=[]),
                by("not-more", times=[]),
            ),
        ),
        step("start", at_least(total(0) + loss(0)), combination("sum-0", "loss-0")),
        step(
            "next",
            at_least(total(n + 1) + loss(n + 1)),
            combination("sum-n", "loss-n", "so-far", "one-neuron"),
        ),
        step("all", at_least(total(n) + loss(n)), induction(n, "start", "next", "so-far")),
        step("trace", at_least(r * (1 + norm), d + total(N)), combination("rank")),
        step("bound", at_least(r * (1 + norm), d - loss(N)), combination("trace", by("all", {n: N}))),
        step("short", at_least(-1), combination("absorbs", by("all", {n: N}), "less")),
        step("never", FALSE, absurd("short")),
        _blocks.open_block("never", UP, ((1, 0, 1), (0, 1, 1))),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "rank",
            at_least(r * (1 + norm), d + total(N)),
            "Rows e1, -e1, e2, -e2 with columns of length 1/8, which are not as in Theorem 4: the losses "
            "add up to 1/4, and yet the block is absorbed at its own width, by V_down = "
            "[[9/8,-7/8,0,0],[0,0,9/8,-7/8]]: there no S need satisfy (3), and the trace says nothing of a"
            " rank.",
            absorbed_without_subset(
                "relu", residual(_blocks.OPPOSED_UP, SMALL_DOWN), Map(_blocks.OPPOSED_UP, SMALL_ANSWER)
            ),
            mutant("V_down = W_down", V_down=SMALL_DOWN),
        ),
        needed(
            "less",
            at_least(d - 1, loss(N)),
            "W_up = (1,0), (1,1), (1,-1), W_down = [[-1,0,2],[1,-1,3]] has the losses 1, 1, 1 and is "
            "absorbed.",
            absorbed_by_flipping("relu", residual(UP, DOWN), (0, 1)),
            mutant("only one row flipped", subset=(0,)),
        ),
    ),
    suppose=(
        Given("absorbs", equal(d + total(N))),
        Given("in-S", every(at_least(q(n)), n)),
        Given("not-more", every(at_least(1, q(n)), n)),
        Given("sum-0", equal(total(0))),
        Given("sum-n", every(equal(total(n + 1), total(n) + q(n) * e(n)), n)),
        Given("loss-0", equal(loss(0))),
        Given("loss-n", every(equal(loss(n + 1), loss(n) + relu(-e(n))), n)),
        Given("so-far", at_least(total(n) + loss(n))),
    ),
    concludes=("all", "bound", "never"),
    names={
        "q": "1 for a neuron in S and else 0",
        "e": "the product u_k.D_k of row and column of a neuron",
        "sum": "the sum of these products over the first n neurons of S: the trace of W_down[:,S] W_up[S,:]",
        "loss": "the sum of what is negative in these products, with the sign changed",
        "r": "the rank of I + W_down[:,S] W_up[S,:], so at least the extra width",
        "w_12": "a bound for the product of the operator norms of W_down and W_up",
        "n": "a natural number",
    },
    written=_steps,
)
