"""How rarely a block absorbs, and by how many S (new)."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "counting",
    "place": 435,
    "title": "how rarely, and by how many S",
    "says": "For [independent random weights](independent), some S satisfies (3) with probability at most"
    " 2^N alpha^(d^2); and two sets that do differ in at least three neurons when the rows are [pairwise "
    "non-collinear](rows-non-collinear).",
}
X_S, U_S, rest_S = matrix("W_K", "d", "d"), matrix("U_K", "d", "d"), matrix("R_K", "d", "d")
inverse, P_2 = matrix("U_K'", "d", "d"), matrix("P'", "N", "N")
chance, sets, size_S, each = symbols("p_abs n_S t_S p_S")
total, p = sequence("q", "p")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "one-value",
            equal(X_S, (-1 - rest_S) * inverse),
            algebra(by("condition", right=inverse), by("invertible", times=X_S)),
        ),
        step(
            "one-set",
            at_least(each, p(n)),
            words(
                "d^2 independent entries take one prescribed value each",
                "one-value",
                "independent",
                rocq="none",
            ),
        ),
        step("start", at_least(0 * each, total(0)), combination("sum-0")),
        step("next", at_least((n + 1) * each, total(n + 1)), combination("sum-n", "so-far", "one-set")),
        step("union", at_least(n * each, total(n)), induction(n, "start", "next", "so-far")),
        step("rarely", at_least(sets * each, chance), combination(by("union", {n: sets}), "at-most")),
        step("difference", equal(W_down * (P - P_2) * W_up), algebra("solves", "solves-too")),
        step(
            "code",
            at_least(size_S, 3),
            words(
                "two sets that solve (3) give a relation with coefficients 1 and -1 on the neurons in "
                "which they differ, and one or two of these matrices of rank one are independent when rows"
                " are not collinear",
                "difference",
                "rows-non-collinear",
                rocq="none",
            ),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "independent",
            has(
                W_down,
                "has independent entries, none with a value of a probability above alpha, independent of "
                "W_up",
            ),
            "W_down = [[-1,0,2],[1,-1,3]] with certainty, W_up = (1,0), (1,1), (1,-1): absorbed always.",
            absorbed_by_flipping("relu", residual(UP, DOWN), (0, 1)),
            mutant("only one row flipped", subset=(0,)),
        ),
        needed(
            "rows-non-collinear",
            has(W_up, "has rows that are pairwise non-collinear"),
            "d = 1, rows 1 and 1, W_down = -1, -1: S = {0} and S = {1} both solve (3), and differ in two "
            "neurons.",
            identity([-1 * 1, -1 * 1], [-1, -1]),
            mutant("W_down = -1, -2", lhs=[-1, -2]),
        ),
    ),
    suppose=(
        Given("condition", equal(X_S * U_S + rest_S, -1)),
        Given("invertible", equal(U_S * inverse, 1)),
        Given("sum-0", equal(total(0))),
        Given("sum-n", every(equal(total(n + 1), total(n) + p(n)), n)),
        Given("so-far", at_least(n * each, total(n))),
        Given("at-most", at_least(total(sets), chance)),
        Given("solves", equal(W_down * P * W_up, -1)),
        Given("solves-too", equal(W_down * P_2 * W_up, -1)),
    ),
    concludes=("rarely", "code"),
    names={
        "W_K": "the columns of d neurons of S whose rows are independent",
        "U_K": "these rows",
        "U_K'": "the inverse of U_K",
        "R_K": "what the other neurons of S contribute",
        "P'": "the selection of another set",
        "p": "the probability that a set solves (3)",
        "p_S": "alpha to the power d^2",
        "q": "the sum of the first n of these probabilities",
        "n_S": "the number of sets, 2^N",
        "p_abs": "the probability that some set solves (3)",
        "t_S": "the number of neurons in which two solutions differ",
        "n": "a natural number",
    },
    written=_steps,
)
