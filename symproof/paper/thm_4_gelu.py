"""Theorem 4 for GELU: the same condition (3), with rows that need only differ up to sign."""

from __future__ import annotations

from symproof.paper import _blocks, _theorem4
from symproof.paper._language import *

ABOUT = {
    "id": "thm-4-gelu",
    "place": 410,
    "title": "when a GELU block absorbs its skip",
    "says": "A GELU block, [z/2 plus E(z)](gelu) with [E even](even), whose rows are [not 0](rows-"
    "nonzero) and [distinct up to sign](rows-distinct) and whose columns are [not 0](columns-nonzero), "
    "equals an MLP without skip of the same width exactly when some set S of neurons has W_down[:,S] "
    "W_up[S,:] equal to -I, and S has at least d elements; [non-collinear rows](rows-non-collinear), [d "
    "at least 2](d-at-least-2) and [N at least d](N-at-least-d) are not needed.",
    "v2": "Theorem 4 (GELU)",
    "v1": "Theorem 10",
    "where": "section 4, appendices B.1 and B.3",
}

(D, F), (Q, pi) = sequence("D", "F"), symbols("Q pi")
NAMES = {
    "D": "the Taylor coefficients of the normal density at z^(2n)",
    "F": "the Taylor coefficients of E at z^(2n+2)",
    "n": "a natural number",
    "pi": "half the length of the unit circle",
}


def _rigid() -> tuple[Written, ...]:
    """E of GELU has infinitely many nonzero coefficients, so Lemma 7 makes its copies independent."""
    return (
        step("density-start", nonzero(D(0)), apart("density-0", times=2 * pi * D(0))),
        step("vanish", equal(D(n)), algebra("density", by("next-vanishes", times=2 * (n + 1)))),
        step("absurd", FALSE, clash("vanish", "density-n")),
        step("next-nonzero", nonzero(D(n + 1)), refute("absurd", "next-vanishes")),
        step("density-nonzero", nonzero(D(n)), induction(n, "density-start", "next-nonzero", "density-n")),
        step("even-part", equal((2 * n + 1) * F(n), D(n)), algebra("integral")),
        step(
            "coefficients",
            has(E(z), "has infinitely many nonzero Taylor coefficients"),
            words("F(n) is D(n) / (2 n + 1)", "density-nonzero", "even-part", "gelu", rocq="theorem_4_gelu"),
        ),
        step(
            "kind",
            has(E(z), KIND),
            words(
                "on a generic line through 0 rows that differ up to sign have positive distinct scales; "
                "Lemma 7",
                "coefficients",
                by("lemma-7"),
                "even",
                rocq="theorem_4_gelu",
            ),
        ),
        step(
            "rows-for-general",
            has(W_up, "has rows that are pairwise non-collinear"),
            words(
                "for rigid E this is read as: not equal up to sign",
                "rows-distinct",
                "kind",
                rocq="theorem_4_gelu",
            ),
        ),
    )


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step("gap", equal(sigma(z) - sigma(-z), 1 * z), algebra("gelu", by("gelu", {z: -z}), "even")),
        *_rigid(),
        *_theorem4.cited_steps(
            {},
            gap=by("gap"),
            even_part=by("gelu"),
            kind=by("kind"),
            rows_non_collinear=by("rows-for-general"),
        ),
        *_theorem4.instance_steps("gelu"),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "gelu",
            every(equal(sigma(z), z / 2 + E(z)), z),
            "sigma(z) = |z|, W_up = (1,0), (1,1), (1,-1), W_down = [[-1,0,2],[1,-1,3]]: S = {0, 1} "
            "satisfies (3), and the kernel certifies that no V exists. (For tanh no V exists either, by "
            "any-activation.)",
            _blocks.despite(),
            *_blocks.DESPITE,
        ),
        needed(
            "rows-distinct",
            has(W_up, "has no two rows that are equal up to sign"),
            "Rows e1, -e1, e2, -e2 and W_down = [[2,5,1,1],[1,1,3,7]]: no S satisfies (3), yet V_down = "
            "[[3,4,1,1],[1,1,4,6]] on the same rows absorbs the skip.",
            *_blocks.opposed("gelu"),
        ),
        unneeded(
            "rows-non-collinear",
            has(W_up, "has rows that are pairwise non-collinear"),
            "Rows w and 2 w are allowed: E(t l) and E(2 t l) are independent by Lemma 7, so rows that "
            "differ up to sign suffice.",
        ),
        *_blocks.idle_hypotheses("gelu"),
        *_blocks.size_hypotheses(),
        needed(
            "even",
            every(equal(E(-z), E(z)), z),
            "sigma(z) = z/2 + z^3 has the odd E(z) = z^3, and x = (8/3) sigma(x) - (1/3) sigma(2 x) with "
            "W_down = 0: absorbed without S.",
            identity(Q - Rational(8, 3) * (Q / 2 + Q**3) + Rational(1, 3) * (Q + 8 * Q**3), 0),
            mutant("one neuron", lhs=Q - Rational(8, 3) * (Q / 2 + Q**3)),
        ),
    ),
    suppose=(
        *_theorem4.suppose(1, 1),
        Given("density-0", equal(2 * pi * D(0) ** 2, 1)),
        Given("density", every(equal(2 * (n + 1) * D(n + 1), -D(n)), n)),
        Given("density-n", nonzero(D(n))),
        Given("next-vanishes", equal(D(n + 1))),
        Given("integral", every(equal((2 * n + 1) * F(n), D(n)), n)),
    ),
    concludes=("sufficient", "necessary", "size"),
    names={**_theorem4.NAMES, **NAMES},
    written=_steps,
)
