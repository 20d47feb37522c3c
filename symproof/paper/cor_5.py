"""Corollary 5: for almost every block no V absorbs the skip."""

from __future__ import annotations

from symproof.paper import _blocks, _theorem4
from symproof.paper._language import *

ABOUT = {
    "id": "cor-5",
    "place": 430,
    "title": "almost no block absorbs its skip",
    "says": "With an activation of [linear gap 1](sigma) whose [even part is e |z| or rigid](kind), and "
    "[d at least 2](d-at-least-2), [almost every](almost-every) block equals no MLP without skip of the "
    "same width; [N at least d](N-at-least-d) is not needed.",
    "v2": "Corollary 5",
    "v1": "Corollary 11",
    "where": "section 4, appendix B.4",
}
D, a, b, X = symbols("D a b X")
A_, B_ = symbols("A B")
i1, i2, j1, j2 = symbols("a_1 a_2 b_1 b_2")
(p, card, chosen, entry, row), minor = sequence("p", "card", "q", "D", "u"), Function("minor")
first, e_1 = matrix("f", "1", "d"), matrix("e", "d", "1")


def _witness(N: int) -> tuple[Rows, Rows]:
    """The point of the step `witness` for d = 2: rows (1, k), first row of W_down all 1, second all 1."""
    return tuple((1, k + 1) for k in range(N)), ((1,) * N, (1,) * N)


def one_dimension() -> tuple[object, object]:
    """Both sides at d = 1, N = 2: any block, and the two-neuron map on the rows 1 and -1 that equals it."""
    block = X + A_ * relu(a * X) + B_ * relu(b * X)
    even, odd = A_ * mag(a) + B_ * mag(b), A_ * a + B_ * b + 2
    return block, (even + odd) / 2 * relu(X) + (even - odd) / 2 * relu(-X)


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "condition",
            equal(W_down * P * W_up, -1),
            algebra(by("general-skip", {c: 1, M: 1}, part="necessary", gap=by("sigma"))),
        ),
        step(
            "entry",
            equal(first * W_down * P * W_up * e_1, -1),
            algebra(by("condition", times=first, right=e_1), "unit"),
        ),
        step("start", equal(p(0), 1 + card(0)), algebra("p-start", "card-start")),
        step(
            "next",
            equal(p(n + 1), 1 + card(n + 1)),
            algebra(
                "p-step",
                "card-step",
                "sum-n",
                by("at-D", times=chosen(n) * row(n)),
                by("at-w", times=chosen(n)),
            ),
        ),
        step("witness", equal(p(n), 1 + card(n)), induction(n, "start", "next", "sum-n")),
        step("none", at_least(card(0)), combination("card-start")),
        step("one-more", at_least(card(n + 1)), combination("card-step", "card-n", "zero-or-one")),
        step("counted", at_least(card(n)), induction(n, "none", "one-more", "card-n")),
        step("positive", positive(p(n)), combination("witness", "counted", "one")),
        step("not-zero", nonzero(p(n)), combination("positive")),
        step(
            "minor",
            equal(minor(1, alpha, 1, beta), beta - alpha),
            algebra(by("minor-is", {i1: 1, i2: alpha, j1: 1, j2: beta})),
        ),
        step(
            "collinear",
            equal(minor(i1, i2, r * i1, r * i2)),
            algebra(by("minor-is", {j1: r * i1, j2: r * i2})),
        ),
        step(
            "null",
            has(W_down, "and W_up, outside a set of measure zero, are absorbed by no V of the same width"),
            cited(
                NULL_SET,
                "entry",
                "not-zero",
                "minor",
                "collinear",
                "d-at-least-2",
                "almost-every",
                discharges=(
                    "equal",
                    "same-width",
                    "even-part",
                    "kind",
                    "rows-nonzero",
                    "columns-nonzero",
                    "rows-non-collinear",
                    "unit",
                    "p-start",
                    "p-step",
                    "card-start",
                    "card-step",
                    "at-D",
                    "at-w",
                    "zero-or-one",
                    "one",
                ),
            ),
        ),
        example(
            "instance",
            "null",
            certified("not-absorbable", "relu", residual(*_witness(sizes["N"])), _blocks.EXHAUST),
            bounded(d=2, N=sizes["N"]),
            mutant("the absorbable block", W_up=UP, W_down=DOWN),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "sigma",
            every(equal(sigma(z) - sigma(-z), z), z),
            "sigma(z) = z, d = N = 1: x + D w x = (1 + D w) (1 x) for every W.",
            identity(X + A_ * a * X, (1 + A_ * a) * X),
            mutant("V_down = D w", rhs=A_ * a * X),
        ),
        needed(
            "almost-every",
            has(W_up, "and W_down lie outside a set of measure zero"),
            "W_up = (1,0), (1,1), (1,-1), W_down = [[-1,0,2],[1,-1,3]] is absorbed, S = {0, 1}.",
            absorbed_by_flipping("relu", residual(UP, DOWN), (0, 1)),
            mutant("only one row flipped", subset=(0,)),
        ),
        needed(
            "d-at-least-2",
            at_least(d, 2),
            "ReLU, d = 1, N = 2: every block is absorbed by the rows 1 and -1. (GELU does not need d >= 2:"
            " rows that differ up to sign are enough for Theorem 4.)",
            sign_cases(*one_dimension(), {X: "+0-", a: "+0-", b: "+0-"}),
            mutant("x counted twice", lhs=one_dimension()[0] + X),
        ),
        unneeded(
            "N-at-least-d", at_least(N, d), "No step uses it; for N < d no subset is large enough for (3)."
        ),
        _blocks.kind_hypotheses()[1],
    ),
    suppose=(
        *_theorem4.suppose(1, 1)[2:4],
        Given("even-part", every(equal(sigma(z), z / 2 + E(z)), z)),
        Given("rows-nonzero", nonzero(w_i)),
        Given("columns-nonzero", nonzero(D_i)),
        Given("rows-non-collinear", has(W_up, "has rows that are pairwise non-collinear")),
        Given("unit", equal(first * e_1, 1)),
        Given("one", positive(1)),
        Given("p-start", equal(p(0), 1)),
        Given("p-step", every(equal(p(n + 1), p(n) + chosen(n) * entry(n) * row(n)), n)),
        Given("card-start", equal(card(0))),
        Given("card-step", every(equal(card(n + 1), card(n) + chosen(n)), n)),
        Given("at-D", every(equal(entry(n), 1), n)),
        Given("at-w", every(equal(row(n), 1), n)),
        Given("zero-or-one", every(at_least(chosen(n)), n)),
        Given("sum-n", equal(p(n), 1 + card(n))),
        Given("card-n", at_least(card(n))),
    ),
    define=(Given("minor-is", every(equal(minor(i1, i2, j1, j2), i1 * j2 - i2 * j1), i1, i2, j1, j2)),),
    concludes=("null",),
    sizes=(Size("N", 5, 2, 10),),
    names={
        **_theorem4.NAMES,
        "f": "the row that takes the first coordinate",
        "e": "the first unit vector",
        "p": "1 + the sum of D(k) u(k) over the first n neurons of S, the entry (1, 1) of (3)",
        "card": "how many of the first n neurons are in S",
        "q": "1 for a neuron in S and else 0",
        "D": "the entries of the first row of W_down",
        "u": "the entries of the first column of W_up",
        "minor": "the minor of two rows in their first two columns",
        **dict.fromkeys(("a_1", "a_2", "b_1", "b_2"), "an entry of one of two rows"),
        "alpha": "a number",
        "beta": "another number",
        "r": "a factor",
        "n": "a natural number",
    },
    written=_steps,
)
