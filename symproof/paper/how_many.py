"""How many S one block can have: a code, at most a middle binomial coefficient (new)."""

from __future__ import annotations

from itertools import product

from symproof.paper._language import *

ABOUT = {
    "id": "how-many",
    "place": 436,
    "title": "how many S one block can have",
    "says": "When the columns are [not 0](columns-nonzero) and the rows are [not 0 and pairwise non-"
    "collinear](rows-non-collinear), two sets S that satisfy (3) differ in at least three neurons, agree "
    "when they agree at N - r of them, r the rank of the matrices D_k w_k, and are at most as many as the"
    " middle binomial coefficient of N, and as the middle coefficient of the product of 1 + q^k.",
}
D_k, w_k, D_l, w_l = (
    matrix("D_k", "d", "1"),
    matrix("w_k", "1", "d"),
    matrix("D_l", "d", "1"),
    matrix("w_l", "1", "d"),
)
first, (r_l, i, j) = matrix("f", "1", "d"), symbols("r_l i j")
sets, middle, sums = symbols("n_S b_N M_N")
form, more, total = sequence("y", "e", "sum")
B_, C_, K_ = matrix("B_r", "r", "r"), matrix("C_r", "r", "f"), matrix("K_r", "r", "r")
one, two, free, right = (
    matrix("q_1", "r", "1"),
    matrix("q_2", "r", "1"),
    matrix("q_f", "f", "1"),
    matrix("b_r", "r", "1"),
)
# Two solutions of (3), which differ in three neurons: the third row is the sum of the first two.
ROWS, COLUMNS = ((1, 1), (1, -1), (2, 0), (1, 2), (1, 3)), ((1, 1, 1, -9, 6), (0, 0, 0, 1, -1))


def _solutions(rows: Rows, columns: Rows) -> list[tuple[int, ...]]:
    """Every S that satisfies (3), as 0 and 1 for each neuron, by trying all."""
    block, N = residual(rows, columns), len(rows)
    return [
        chosen
        for chosen in product((0, 1), repeat=N)
        if condition(block, 1, [n for n in range(N) if chosen[n]])
    ]


def _distance() -> tuple[Written, ...]:
    """Two sets that solve (3) cannot differ in one or two neurons."""
    return (
        step("attained", equal(first * D_k, 1), attained("columns-nonzero", first)),
        step("number", equal(first * D_l, r_l), number(r_l)),
        step(
            "collinear",
            equal(w_k, -alpha * beta * r_l * w_l),
            algebra(
                by("differ", times=alpha * first),
                by("attained", times=alpha**2, right=w_k),
                by("number", times=alpha * beta, right=w_l),
                by("sign", right=w_k),
            ),
        ),
        step("code", FALSE, clash("collinear", by("rows-non-collinear", {r: -alpha * beta * r_l}))),
    )


def _antichain() -> tuple[Written, ...]:
    """Turned by the signs of a generic form, no solution contains another."""
    after = total(n + 1)
    return (
        step("form", every(nonzero(form(n)), n), cited(NULL_SET, "columns-nonzero", "rows-non-collinear")),
        step("size", every(positive(mag(z)), where=(nonzero(z),)), signs({z: "+-"})),
        step("positive", positive(mag(form(n))), combination(by("size", {z: form(n)}), by("form", times=[]))),
        step("none", at_least(total(0)), combination("sum-0")),
        step(
            "one-more",
            at_least(after),
            combination("sum-step", "sum-n", by("positive", times=more(n)), by("contains", times=[])),
        ),
        step("not-negative", at_least(total(n)), induction(n, "none", "one-more", "sum-n")),
        step(
            "larger",
            positive(after),
            combination("sum-step", "not-negative", "positive", by("bigger", times=mag(form(n)))),
        ),
        step("not-0", nonzero(after), combination("larger")),
        step("antichain", FALSE, clash("not-0", "same-sum")),
        step(
            "sperner",
            at_least(middle, sets),
            cited(SPERNER, "antichain", discharges=("sum-0", "sum-step", "contains", "bigger", "same-sum")),
        ),
    )


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        *_distance(),
        *_antichain(),
        step(
            "distinct",
            every(nonzero(mag(form(i)), mag(form(j))), i, j, where=(nonzero(i, j),)),
            cited(NULL_SET, "columns-nonzero", "rows-non-collinear"),
        ),
        step("stanley", at_least(sums, sets), cited(STANLEY, "distinct", "form")),
        step(
            "determined",
            equal(one, two),
            algebra(
                by("first", times=K_),
                by("second", times=K_),
                by("inverse", right=one),
                by("inverse", right=two),
            ),
        ),
        example(
            "two-solutions",
            "code",
            outcome_is(_solutions, [(0, 0, 1, 1, 1), (1, 1, 0, 1, 1)], rows=ROWS, columns=COLUMNS),
            bounded(d=2, N=5),
            mutant("only the first", equals=[(0, 0, 1, 1, 1)]),
            mutant("another column", columns=((1, 1, 2, -9, 6), COLUMNS[1])),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "columns-nonzero",
            nonzero(D_k),
            "d = 1, rows 1 and 3, columns -1 and 0: the sums over {0} and {0, 1} are both -1, and the two "
            "sets differ in one neuron.",
            identity([-1 * 1, -1 * 1 + 0 * 3], [-1, -1]),
            mutant("columns -1 and 1", lhs=[-1, -1 * 1 + 1 * 3]),
        ),
        needed(
            "rows-non-collinear",
            every(nonzero(w_k, r * w_l), r),
            "d = 1, rows 1 and 1, columns -1 and -1: S = {0} and S = {1} both solve (3), and differ in two"
            " neurons.",
            identity([-1 * 1, -1 * 1], [-1, -1]),
            mutant("columns -1 and -2", lhs=[-1, -2]),
        ),
    ),
    suppose=(
        Given("differ", equal(alpha * D_k * w_k + beta * D_l * w_l)),
        Given("sign", equal(alpha**2, 1)),
        Given("sum-0", equal(total(0))),
        Given("sum-step", every(equal(total(n + 1), total(n) + mag(form(n)) * more(n)), n)),
        Given("sum-n", at_least(total(n))),
        Given("contains", every(at_least(more(n)), n)),
        Given("bigger", equal(more(n), 1)),
        Given("same-sum", equal(total(n + 1))),
        Given("first", equal(B_ * one + C_ * free, right)),
        Given("second", equal(B_ * two + C_ * free, right)),
        Given("inverse", equal(K_ * B_, 1)),
    ),
    concludes=("code", "sperner", "stanley", "determined"),
    names={
        "D_k": "the column of a neuron in which two solutions differ",
        "w_k": "its row",
        "D_l": "the column of another one, or any column when there is none",
        "w_l": "its row",
        "alpha": "1 or -1: which of the two solutions has neuron k",
        "beta": "the same for neuron l, 0 when there is none",
        "r": "any number",
        "r_l": "a number",
        "f": "a row of d numbers",
        "n": "a natural number, of a neuron, the last one that is counted",
        "i": "the number of a neuron",
        "j": "the number of another one",
        "y": "a generic linear form at the matrix D_n w_n of a neuron",
        "e": "1 for a neuron that the larger set has beside the smaller, both turned by the signs of y",
        "sum": "the sum of the sizes |y| of these neurons",
        "n_S": "the number of S that satisfy (3)",
        "b_N": "the middle binomial coefficient of N",
        "M_N": "the middle coefficient of the product of 1 + q^k, k from 1 to N",
        "B_r": "r independent columns of the system (3), r its rank",
        "K_r": "their inverse on r equations",
        "C_r": "the other columns",
        "q_1": "the values of a solution at these r neurons",
        "q_2": "those of another solution",
        "q_f": "the values of both at the other N - r neurons",
        "b_r": "the right sides",
    },
    written=_steps,
)
