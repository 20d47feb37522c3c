"""Depth for every sublinear or flat activation: tanh, sin, ReLU6, softsign, z tanh z, softshrink (new)."""

from __future__ import annotations

from fractions import Fraction

from symproof.paper._stacks import *
from symproof.proof.checks.enclosure import sign_of_sum

ABOUT = {
    "id": "sublinear-depth",
    "place": 655,
    "title": "sublinear and flat activations never absorb, at any depth",
    "says": "With an activation that is [flat at 0 or sublinear at infinity](flat), no stack of residual "
    "blocks equals a stack without skips, at any depths and widths.",
}
small = mapping("rho_N", "N", "1")
varying("rho_N")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    seen = rows(side, n) * p
    value = down(side, n) * small(seen)
    return (
        step(
            "rate",
            equal(m(side, n, t * p), t * value),
            algebra(by("layer", {xi: t * p}), by("divided", {h: seen}, down(side, n))),
        ),
        step("seen", tends(seen, rows(side, n) * at), limit(by("p-limit", times=rows(side, n)))),
        step("activation", tends(small(seen), 0), still(by("flat", {h: seen}), "seen")),
        *never("layer-", value, "rate", by("activation", times=down(side, n))),
        example(
            "tanh",
            "layer-impossible",
            sign_of_sum([(1, "tanh", Fraction(1, 1000)), (-1, "tanh", 1000)], 0, -1),
            bounded(t="1/1000"),
            mutant("the other sign", sign=1),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "flat",
            every(flat(small(h), h), h),
            "ReLU is neither: the block with W_up = (1,0), (1,1), (1,-1), W_down = [[-1,0,2],[1,-1,3]] is "
            "absorbed.",
            absorbed_by_flipping("relu", residual(UP, DOWN), (0, 1)),
            mutant("only one row flipped", subset=(0,)),
        ),
    ),
    suppose=(
        *STACKS,
        LIMIT,
        Given("layer", every(equal(m(side, n, xi), down(side, n) * sigma(rows(side, n) * xi)), side, n, xi)),
        Given("divided", every(equal(sigma(t * h), t * small(h)), h)),
    ),
    concludes=("layer-impossible",),
    names={**NAMES, "rho_N": "the activation at t times its argument, divided by t"},
    written=_steps,
)
