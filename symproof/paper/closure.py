"""Not even approximately: at equal width a block without S is no limit of residual-free ones (new)."""

from __future__ import annotations

from symproof.paper import _blocks, _theorem4
from symproof.paper._language import *

ABOUT = {
    "id": "closure",
    "place": 682,
    "title": "no approximation at equal width",
    "says": "For [ReLU or exact GELU](exact), of [linear gap 1](gap) and with [an even part e |z| or "
    "rigid](kind), rows [not 0](rows-nonzero) and [pairwise non-collinear](rows-non-collinear) and "
    "columns [not 0](columns-nonzero), a block is a limit of MLPs without skip of the same width only if "
    "some S satisfies (3).",
}


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "compact",
            equal(x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)),
            words(
                "ReLU: each kink of the block is a limit of one of a sequence of V, so rows converge, then"
                " columns; GELU: the second derivatives on a line are sums of Gaussians, so rows converge "
                "up to sign, then columns",
                "approximated",
                "exact",
                "rows-nonzero",
                "columns-nonzero",
                "rows-non-collinear",
                rocq="none",
                discharges=("approximated",),
            ),
        ),
        step(
            "necessary",
            equal(W_down * P * W_up, -1),
            algebra(by("general-skip", {c: 1, M: 1}, part="necessary", gap=by("gap"), equal=by("compact"))),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        unsettled(
            "exact",
            has(sigma(z), "is ReLU or exact GELU"),
            "For SiLU and the tanh form of GELU it is not proved. For sigma(z) = z^2/2 + z/2 difference "
            "quotients of two neurons tend to functions that are no sums of neurons.",
        ),
        *_blocks.kind_hypotheses(),
        needed(
            "rows-non-collinear",
            has(W_up, "has rows that are pairwise non-collinear"),
            "Rows e1, -e1, e2, -e2 and W_down = [[2,5,1,1],[1,1,3,7]]: no S satisfies (3), yet the "
            "distance is 0, since V_down = [[3,4,1,1],[1,1,4,6]] on the same rows absorbs the skip.",
            *_blocks.opposed("relu"),
        ),
        *_blocks.idle_hypotheses("relu"),
    ),
    suppose=(
        Given(
            "approximated",
            has(x + W_down * sigma(W_up * x), "is a limit of maps V_down sigma(V_up x) of width N"),
        ),
        Given("even-part", every(equal(sigma(z), z / 2 + E(z)), z)),
        Given("same-width", at_least(N, _theorem4.a_i + _theorem4.a_o)),
    ),
    names=_theorem4.NAMES,
    written=_steps,
)
