"""Any activation whose odd part has a first kink away from 0: nothing absorbs (new)."""

from __future__ import annotations

from symproof.paper._blocks import skip_hypothesis
from symproof.paper._odd import *

ABOUT = {
    "id": "kinks",
    "place": 612,
    "title": "an odd part with a first kink never absorbs",
    "says": "An activation whose odd part is [analytic but at some points](kink), [a first of them "
    "positive](first), absorbs no [skip that is not 0](M-nonzero), at any width.",
}


def _second_difference(at: int) -> Expr:
    """That of O, the odd part of ReLU6, at 5 or 6 with a step X < 1: O(z) is z/2 up to 6, then 3."""
    after = Rational(3) if at == 6 else (at + X) / 2
    return after - 2 * Rational(at, 2) + (at - X) / 2


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        *odd_equation(),
        *merged(
            "on a generic ray t x the scales |l| of the rows are distinct and not 0; O(l t) has its first "
            "kink at b/l, so the largest scale has the first kink of all, alone, and its column is 0; then "
            "the next",
            "none",
            "kink",
            "first",
        ),
        example(
            "relu6",
            "impossible",
            identity(_second_difference(6), -X / 2),
            bounded(order=1),
            mutant("at 5, where the odd part of ReLU6 is z/2", lhs=_second_difference(5)),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "kink",
            has(odd(z), "is analytic at all z > 0 but some"),
            "sigma(z) = z + z^3, d = 1, N = 2, W_down = 0: x = (4/3) sigma(x) - (1/6) sigma(2 x), and "
            "there is no kink.",
            identity(*cubic()),
            mutant("half of it", lhs=X / 2),
        ),
        needed(
            "first",
            has(odd(z), "has a least z > 0 where it is not analytic"),
            "sigma(z) = z (1 + s), s the triangle wave of log2 |z| with s -> -s when z is doubled: kinks "
            "at the powers of 2, none the first, and x = (1/2) sigma(x) + (1/4) sigma(2 x).",
            identity(*doubling(-1)),
            mutant("doubling keeps the wave", rhs=doubling(1)[1]),
        ),
        skip_hypothesis(),
    ),
    suppose=(*SUPPOSED,),
    concludes=("impossible",),
    names=NAMES,
    written=_steps,
)
