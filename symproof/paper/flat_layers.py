"""Layers that are flat: a stack with skips is none without, at any depth (new; what Corollary 3 rests on)."""

from __future__ import annotations

from symproof.paper._stacks import *

ABOUT = {
    "id": "flat-layers",
    "place": 239,
    "title": "flat layers never absorb, at any depth",
    "says": "When each layer, at t times a point that has a limit and divided by t, [tends to 0](flat), "
    "no stack of residual blocks equals a stack of such layers without skips, at any depths.",
}


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "start-u",
            equal(u_(0), x),
            algebra(by("scaled-F", {n: 0}), by("F-start", {xi: t * x}), "t-nonzero"),
        ),
        step(
            "next-u",
            equal(u_(n + 1), u_(n) + small(1, n, u_(n))),
            algebra(
                by("scaled-F", {n: n + 1}),
                by("F-step", {xi: t * x}),
                by("scaled-F", times=[1], inside=m(1, n, HOLE)),
                by("rate", {side: 1, p: u_(n)}),
                "t-nonzero",
            ),
        ),
        step("first-u", tends(u_(0), x), limit("start-u")),
        step("flat-u", tends(small(1, n, u_(n)), 0), still(by("flat", {side: 1, p: u_(n)}), "u-n")),
        step("step-u", tends(u_(n + 1), x), limit("next-u", "u-n", "flat-u")),
        step("residual", tends(u_(n), x), induction(n, "first-u", "step-u", "u-n")),
        step(
            "start-v",
            equal(v_(0), x),
            algebra(by("scaled-H", {n: 0}), by("H-start", {xi: t * x}), "t-nonzero"),
        ),
        step(
            "next-v",
            equal(v_(n + 1), small(0, n, v_(n))),
            algebra(
                by("scaled-H", {n: n + 1}),
                by("H-step", {xi: t * x}),
                by("scaled-H", inside=m(0, n, HOLE)),
                by("rate", {side: 0, p: v_(n)}),
                "t-nonzero",
            ),
        ),
        step(
            "second-v",
            equal(v_(1), small(0, 0, x)),
            algebra(by("next-v", {n: 0}), by("start-v", inside=small(0, 0, HOLE))),
        ),
        step("flat-0", tends(small(0, 0, x), 0), still(by("flat", {side: 0, n: 0, p: x}))),
        step("first-v", tends(v_(1), 0), limit("second-v", "flat-0")),
        step(
            "flat-v",
            tends(small(0, n + 1, v_(n + 1)), 0),
            still(by("flat", {side: 0, n: n + 1, p: v_(n + 1)}), "v-n"),
        ),
        step("step-v", tends(v_(n + 2), 0), limit(by("next-v", {n: n + 1}), "flat-v")),
        step("plain", tends(v_(n + 1), 0), induction(n, "first-v", "step-v", "v-n")),
        step(
            "equal",
            equal(u_(L), v_(L_ + 1)),
            algebra(
                by("same", {xi: t * x}), by("scaled-F", {n: L}), by("scaled-H", {n: L_ + 1}), "t-nonzero"
            ),
        ),
        step("both", tends(x, 0), limit(by("residual", {n: L}), by("plain", {n: L_}), "equal")),
        step("zero", equal(x), constant("both")),
        step("impossible", FALSE, clash("zero", "point")),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "flat",
            every(flat(small(side, n, p), p), side, n, p),
            "ReLU layers divided by t are themselves: the block with W_up = (1,0), (1,1), (1,-1), W_down ="
            " [[-1,0,2],[1,-1,3]] is absorbed.",
            absorbed_by_flipping("relu", residual(UP, DOWN), (0, 1)),
            mutant("only one row flipped", subset=(0,)),
        ),
    ),
    suppose=(
        *STACKS,
        Given("rate", every(equal(m(side, n, t * p), t * small(side, n, p)), side, n, p)),
        Given("u-n", tends(u_(n), x)),
        Given("v-n", tends(v_(n + 1), 0)),
    ),
    names=NAMES,
    written=_steps,
)
