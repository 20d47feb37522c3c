"""ReLU: an explicit distance from every residual-free MLP of the same width (new)."""

from __future__ import annotations

from symproof.paper import _blocks
from symproof.paper._language import *

ABOUT = {
    "id": "sup-bound",
    "place": 684,
    "title": "an explicit distance from all residual-free MLPs",
    "says": "For ReLU, with [an angle of a third of the least](third) and [every arc crossed once](arc), "
    "each MLP without skip of width N misses the block by an explicit amount on the unit ball.",
}
error, angle, sine, cosine, kink, left, X = symbols("delta s_0 s_1 c_1 k_0 g_0 X")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step("sixth", at_least(3 * sine, angle), combination(by("third", times=3))),
        step(
            "straight",
            at_least(4 * error, kink * sine),
            combination("arc", by("error", times=2 - 2 * cosine), by("cosine-at-most-1", times=[])),
        ),
        step(
            "first",
            at_least(12 * error, angle * kink),
            combination(by("straight", times=3), by("sixth", times=kink), by("kink", times=[])),
        ),
        step(
            "crossed",
            at_least((2 * N + 2) * error, left * sine),
            words(
                "every arc holds one kink of V; on the smaller of two opposite gaps the jumps add up, two "
                "errors at most for the gap and four for each of half of the arcs",
                "arc",
                "error",
                rocq="none",
            ),
        ),
        step(
            "second",
            at_least(3 * (2 * N + 2) * error, angle * left),
            combination(by("crossed", times=3), by("sixth", times=left), by("skip-left", times=[])),
        ),
        _blocks.open_block("second"),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "third",
            at_least(sine, angle / 3),
            "With collinear rows in the plane there is no gap: |2 x| - 2 |x| = 0, and two kinks are one.",
            sign_cases(mag(2 * X) - 2 * mag(X), 0, {X: "+0-"}),
            mutant("coefficient 1", lhs=mag(2 * X) - mag(X)),
        ),
        needed(
            "arc",
            at_least((2 + 2 * cosine) * error, kink * sine),
            "For a smooth activation an arc without a kink of V need not cost anything: x^2 has no kink, "
            "and the second difference of its rows tends to 0 with the step.",
            identity((X + 1) ** 2 + (X - 1) ** 2 - 2 * X**2, 2),
            mutant("no second difference", rhs=0),
        ),
    ),
    suppose=(
        Given("error", at_least(error)),
        Given("cosine-at-most-1", at_least(2 - 2 * cosine)),
        Given("kink", at_least(kink)),
        Given("skip-left", at_least(left)),
    ),
    concludes=("first", "second"),
    names={
        "delta": "the largest distance of the block from V on the unit ball",
        "s_0": "the least sine of an angle between two rows of W_up in the plane",
        "s_1": "the sine of a third of the least gap between kinks",
        "c_1": "the cosine of it",
        "k_0": "the least size of a kink, the length of a column times that of its row in the plane",
        "g_0": "the operator norm of (I + W_down[:,S] W_up[S,:]) on the plane, for the S of V",
        "N": "the number of neurons, on both sides",
    },
    written=_steps,
)
