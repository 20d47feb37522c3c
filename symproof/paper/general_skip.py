"""Theorem 4 for every linear skip M, singular or not, and every linear gap c (new)."""

from __future__ import annotations

from fractions import Fraction

from symproof.paper import _blocks, _theorem4
from symproof.paper._language import *
from symproof.paper._theorem4 import NAMES, necessary_steps, size_steps, sufficient_steps

ABOUT = {
    "id": "general-skip",
    "place": 600,
    "title": "Theorem 4 for every linear skip and every gap",
    "says": "With an activation of [linear gap c](gap) whose [even part is e |z| or rigid](kind), rows "
    "[not 0](rows-nonzero) and [pairwise non-collinear](rows-non-collinear) and columns [not 0](columns-"
    "nonzero), a block with any skip M equals an MLP without skip of the same width exactly when some S "
    "has c W_down[:,S] W_up[S,:] equal to -M, and then S has at least rank M elements; [c other than "
    "0](gap-nonzero) is not needed.",
}
s_ = symbols("s")
SKIP = ((Fraction(11, 10), 0), (Fraction(-11, 10), 0))

HALF_SKIP = ((Fraction(11, 20), 0), (Fraction(-11, 20), 0))


def _quadratic(argument: Expr) -> Expr:
    """z/2 + z^2: gap 1, and an even part that is neither conic nor rigid."""
    return argument / 2 + argument**2


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    leaky = "leaky_relu(1/10)"
    return (
        *sufficient_steps(),
        *necessary_steps(),
        *size_steps(),
        example(
            "absorbed",
            "sufficient",
            absorbed_by_flipping(leaky, Map(UP, DOWN, SKIP), (0,)),
            bounded(d=2, N=3),
            mutant("another row flipped", subset=(1,)),
        ),
        example(
            "not-absorbed",
            "necessary",
            certified("not-absorbable", leaky, Map(UP, DOWN, HALF_SKIP), _blocks.EXHAUST),
            bounded(d=2, N=3),
            mutant("the whole skip", W_skip=SKIP),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "gap",
            every(equal(sigma(z) - sigma(-z), c * z), z),
            "sigma(z) = |z| has the gap 0. With the statement read at c = 1, M = I: W_up = (1,0), (1,1), "
            "(1,-1), W_down = [[-1,0,2],[1,-1,3]] and S = {0, 1} satisfy the condition, and the kernel "
            "certifies that no V exists.",
            _blocks.despite(),
            *_blocks.DESPITE,
        ),
        needed(
            "kind",
            has(E(z), KIND),
            "sigma(z) = z/2 + z^2, d = 1, N = 2, W_up = 1, 2, W_down = 1, 1: no S (the sums are 0, 1, 2, "
            "3; the product of (sum + 1) over all S is 24), yet the skip is absorbed, even by one neuron: "
            "x + sigma(x) + sigma(2 x) = 5 sigma(x).",
            identity(
                [z + _quadratic(z) + _quadratic(2 * z), _blocks.misses((1, 2), -1)], [5 * (z / 2 + z**2), 24]
            ),
            mutant("without the skip", lhs=[_quadratic(z) + _quadratic(2 * z), 24]),
            mutant(
                "W_down = 1, -1/2, for which S exists",
                lhs=[z + _quadratic(z) + _quadratic(2 * z), _blocks.misses((1, -1), -1)],
            ),
        ),
        needed(
            "rows-non-collinear",
            has(W_up, "has rows that are pairwise non-collinear"),
            "Rows e1, -e1, e2, -e2 and W_down = [[2,5,1,1],[1,1,3,7]] with M = I, as in Theorem 4.",
            *_blocks.opposed("relu"),
        ),
        *_blocks.idle_hypotheses("relu"),
        unneeded(
            "gap-nonzero",
            nonzero(c),
            "At c = 0 condition (3) reads 0 = -M, and any-activation says that nothing absorbs M != 0.",
        ),
    ),
    suppose=(*_theorem4.suppose(c, M), Given("even-part", every(equal(sigma(z), c * z / 2 + E(z)), z))),
    concludes=("sufficient", "necessary", "size"),
    names=NAMES,
    written=_steps,
)
