"""The converse direction: when is a residual-free block minus the identity again residual-free?"""

from __future__ import annotations

from symproof.paper import _blocks, _theorem4
from symproof.paper._language import *

ABOUT = {
    "id": "converse",
    "place": 440,
    "title": "when a block minus the identity is residual-free",
    "says": "With an activation of [linear gap 1](gap) whose [even part is e |z| or rigid](kind), rows "
    "[not 0](rows-nonzero) and [pairwise non-collinear](rows) and columns [not 0](columns), an MLP minus "
    "the identity equals an MLP of the same width exactly when some S has W_down[:,S] W_up[S,:] equal to "
    "I, which almost none has.",
    "v2": "Converse (after Corollary 5)",
    "v1": None,
    "where": "appendix B.4",
}

MINUS = ((-1, 0), (0, -1))


def negated(matrix: Rows) -> Rows:
    """The matrix with every sign changed."""
    return tuple(tuple(-entry for entry in row) for row in matrix)


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    change = {c: 1, M: -1}
    given = {"gap": by("gap")}
    return (
        step(
            "sufficient",
            equal(-x + W_down * sigma(W_up * x), W_down * sigma((1 - 2 * P) * W_up * x)),
            algebra(by("general-skip", change, part="sufficient", **given)),
        ),
        step(
            "necessary",
            equal(W_down * P * W_up, 1),
            algebra(
                by(
                    "general-skip",
                    change,
                    part="necessary",
                    rows_non_collinear=by("rows"),
                    columns_nonzero=by("columns"),
                    **given,
                )
            ),
        ),
        step(
            "almost-none",
            has(W_down, "and W_up, outside a set of measure zero, have no such S"),
            cited(NULL_SET, by("cor-5"), "necessary"),
        ),
        example(
            "instance",
            "sufficient",
            absorbed_by_flipping("relu", Map(UP, negated(DOWN), MINUS), (0, 1)),
            bounded(d=2, N=3),
            mutant("+ x instead of - x", W_skip=((1, 0), (0, 1))),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "rows",
            has(W_up, "has rows that are pairwise non-collinear"),
            "Rows e1, -e1, e2, -e2 and V_down = -[[2,5,1,1],[1,1,3,7]]: no S gives +I, yet V - x is "
            "residual-free of width 4.",
            absorbed_without_subset(
                "relu",
                Map(_blocks.OPPOSED_UP, negated(_blocks.OPPOSED_DOWN), MINUS),
                Map(_blocks.OPPOSED_UP, negated(_blocks.OPPOSED_ANSWER)),
            ),
            mutant("W_down = V_down", V_down=negated(_blocks.OPPOSED_DOWN)),
        ),
        needed(
            "columns",
            nonzero(D_i),
            "V_up = (1,0), (1,1), (1,2), V_down = -[[2,0,0],[3,-1,0]]: no S gives +I, yet V - x is "
            "residual-free of width 3.",
            absorbed_without_subset(
                "relu",
                Map(_blocks.IDLE_UP, negated(_blocks.IDLE_DOWN), MINUS),
                Map(_blocks.IDLE_V_UP, negated(_blocks.IDLE_V_DOWN)),
            ),
            mutant("W_down = V_down", V_down=negated(_blocks.IDLE_DOWN)),
        ),
        _blocks.row_hypothesis(),
        *_blocks.kind_hypotheses(),
    ),
    suppose=(*_theorem4.suppose(1, -1)[:4], Given("even-part", every(equal(sigma(z), z / 2 + E(z)), z))),
    concludes=("sufficient", "necessary", "almost-none"),
    names=_theorem4.NAMES,
    written=_steps,
)
