"""Proposition 8 (ii): for almost every block d - 1 extra neurons do not suffice."""

from __future__ import annotations

from symproof.paper import _blocks
from symproof.paper._blocks import OPEN_DOWN, OPEN_UP
from symproof.paper._language import *
from symproof.paper.cor_5 import one_dimension

ABOUT = {
    "id": "prop-8-ii",
    "place": 460,
    "title": "d - 1 extra neurons do not suffice",
    "says": "With an activation of [linear gap 1](sigma) whose [even part is e |z| or rigid](kind), and "
    "[d at least 2](d-at-least-2), [almost every](almost-every) block equals no MLP without skip of width"
    " N plus d - 1; [N at least d](N-at-least-d) is not needed.",
    "v2": "Proposition 8 (ii)",
    "v1": None,
    "where": "section 5, appendix B.5",
}
a, b, f, q, x_ = symbols("a b f q x")
X, Y, row = matrix("X", "d", "r"), matrix("Y", "r", "d"), matrix("y_d", "1", "d")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    half_turned = W_down * W_up - 2 * W_down * P * W_up + X * Y
    return (
        step(
            "single",
            every(equal((w * b - a) * (w * b + a)), where=(nonzero(w),)),
            cases({w: "+-"}, by("one-row", times=mag(w) * b + a)),
        ),
        step(
            "rows",
            at_least(wide, (N - f) + 2 * f + 2 * q),
            words(
                "f classes of W hold two rows or more, the others at least one; q classes of V alone hold "
                "two or more",
                "single",
                "equal",
                "kind",
                rocq="width_count_relu",
            ),
        ),
        step("count", at_least(wide - N, f + q), combination("rows", "not-negative")),
        step(
            "sum",
            equal(V_down * V_up, half_turned),
            words(
                "classes with one row change the linear part by 0 or -2 D_i w_i, the f + q others by rank "
                "one",
                "single",
                "rows",
                rocq="width_count_relu",
                new=(X, Y),
            ),
        ),
        step("gap-vector", equal(sigma(y) - sigma(-y), y), entrywise("sigma", z, y)),
        step(
            "odd",
            equal(V_down * V_up * x, W_down * W_up * x + 2 * x),
            algebra(
                "equal",
                by("equal", {x: -x}),
                by("gap-vector", {y: W_up * x}, W_down),
                by("gap-vector", {y: V_up * x}, V_down),
            ),
        ),
        step("linear", equal(V_down * V_up, W_down * W_up + 2), vanishes("odd", x)),
        step("half", equal(1 + W_down * P * W_up, X * Y / 2), algebra("linear", "sum")),
        step("few", at_least(d - 1, f + q), combination("count", "narrow")),
        step("left-kernel", equal(row * X), cited(KERNEL_VECTOR, "few", "sum", new=(row,))),
        step("row-nonzero", nonzero(row), cited(KERNEL_VECTOR, "left-kernel")),
        step(
            "singular",
            equal(row * (1 + W_down * P * W_up)),
            algebra(by("half", times=row), by("left-kernel", right=Y)),
        ),
        step("at-point", equal(row), algebra("singular", by("point", times=row))),
        step("not-at-point", FALSE, clash("at-point", "row-nonzero")),
        step(
            "null",
            has(
                W_down,
                "and W_up, outside a set of measure zero, are computed by no V of width at most N + d - 1",
            ),
            cited(
                NULL_SET,
                "singular",
                "not-at-point",
                "almost-every",
                "d-at-least-2",
                discharges=("equal", "one-row", "not-negative", "narrow", "point"),
            ),
        ),
        example(
            "instance",
            "null",
            certified("width-at-least", "relu", residual(OPEN_UP, OPEN_DOWN), {"cost": [{"ranks": True}]}, 5),
            bounded(d=2, N=3),
            mutant("the absorbable block", W_up=UP, W_down=DOWN),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "almost-every",
            has(W_up, "and W_down lie outside a set of measure zero"),
            "W_up = (1,0), (1,1), (1,-1), W_down = [[-1,0,2],[1,-1,3]] needs no extra neuron.",
            absorbed_by_flipping("relu", residual(UP, DOWN), (0, 1)),
            mutant("only one row flipped", subset=(0,)),
        ),
        needed(
            "d-at-least-2",
            at_least(d, 2),
            "ReLU, d = 1, N = 2: every block is computed by the rows 1 and -1, so no width below N + d "
            "fails. (GELU does not need d >= 2.)",
            sign_cases(*one_dimension(), {symbols("X"): "+0-", symbols("a"): "+0-", symbols("b"): "+0-"}),
            mutant("x counted twice", lhs=one_dimension()[0] + symbols("X")),
        ),
        unneeded("N-at-least-d", at_least(N, d), "No step uses it."),
        needed(
            "sigma",
            every(equal(sigma(z) - sigma(-z), z), z),
            "sigma(z) = z, d = N = 1: x + D w x = (1 + D w) (1 x) for every W, of width N + d - 1.",
            identity(x_ + a * b * x_, (1 + a * b) * x_),
            mutant("V_down = D w", rhs=a * b * x_),
        ),
        _blocks.kind_hypotheses()[1],
    ),
    suppose=(
        Given("equal", every(equal(x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)), x)),
        Given("one-row", equal(mag(w) * b, a)),
        Given("not-negative", at_least(q)),
        Given("narrow", at_least(d - 1, wide - N)),
        Given("point", equal(W_down * P * W_up, 1)),
    ),
    concludes=("null",),
    names={
        "a": "an entry of the coefficient of a class",
        "b": "the entry of the column of its one row in V",
        "w": "the factor of that row",
        "f": "the number of classes of W with two rows of V or more",
        "q": "the number of classes of V alone with two rows or more",
        "X": "the columns of f + q matrices of rank one",
        "Y": "their rows",
        "y_d": "a row that sends X to 0",
    },
    written=_steps,
)
