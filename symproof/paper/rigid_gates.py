"""Gates that are odd or have a rigid even part: a skip is absorbed through zero gate rows only (new)."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "rigid-gates",
    "place": 642,
    "title": "gates that are odd or have a rigid even part",
    "says": "No gated block with [a skip that is not 0](M-nonzero) equals one without skip: of any width "
    "when the gate is odd, or when its [even part is rigid](rigid) and it is 0 at 0; of the same width "
    "when the even part is rigid, with rows [not 0, gate rows distinct up to sign](rows-distinct), and "
    "columns [not 0](columns-nonzero).",
}
X, K = symbols("X K")
g_0 = symbols("g_0")
even = Function("g_even")
Z_0 = matrix("Z_0", "d", "d")


def _sides(value: int) -> tuple[Expr, Expr]:
    """x + 2 g(x) x for two equal gate rows, and V with one of them and a gate row 0; g(0) = value."""
    return X + K * X + K * X, 2 * K * X + value * X


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    u, v = W_gate * x, W_val * x
    u_V, v_V = V_gate * x, V_val * x
    return (
        step("even-vector", equal(even(y), (g(y) + g(-y)) / 2), entrywise("even-is", z, y)),
        step(
            "even-equation",
            equal(M * x + W_down * had(even(u), v), V_down * had(even(u_V), v_V)),
            algebra(
                "equal",
                by("equal", {x: -x}),
                by("even-vector", {y: u}, inside=W_down * had(HOLE, v)),
                by("even-vector", {y: u_V}, inside=V_down * had(HOLE, v_V)),
            ),
        ),
        step("odd-vector", equal(g(-y), -g(y)), entrywise("odd-gate", z, y)),
        step("zero-vector", equal(even(y)), algebra("even-vector", "odd-vector")),
        step(
            "odd-skip",
            equal(M * x),
            algebra(
                "even-equation",
                by("zero-vector", {y: u}, inside=W_down * had(HOLE, v)),
                by("zero-vector", {y: u_V}, inside=V_down * had(HOLE, v_V)),
            ),
        ),
        step("odd-matrix", equal(M), vanishes("odd-skip", x)),
        step("odd-impossible", FALSE, clash("odd-matrix", "M-nonzero")),
        step(
            "left",
            equal(M * x + g_0 * Z_0 * x),
            words(
                "on a ray divided by t, merged by gate rows up to sign, every coefficient of the even part"
                " at a row that is not 0 vanishes; Z_0 is what the zero gate rows of both sides leave",
                "even-equation",
                "rigid",
                rocq="none",
                new=(Z_0,),
            ),
        ),
        step("closed-skip", equal(M * x), algebra("left", by("closed", right=Z_0 * x))),
        step("closed-matrix", equal(M), vanishes("closed-skip", x)),
        step("closed-impossible", FALSE, clash("closed-matrix", "M-nonzero")),
        step(
            "no-zero-rows",
            equal(Z_0),
            words(
                "each of the N classes of W has a coefficient that is not 0, so V has a row in each; with "
                "N rows in all none is left to be 0",
                "left",
                "rows-distinct",
                "columns-nonzero",
                "same-width",
                rocq="none",
            ),
        ),
        step("open-skip", equal(M * x), algebra("left", by("no-zero-rows", times=g_0, right=x))),
        step("open-matrix", equal(M), vanishes("open-skip", x)),
        step("open-impossible", FALSE, clash("open-matrix", "M-nonzero")),
        example(
            "through-a-zero-row",
            "left",
            identity(*_sides(1)),
            bounded(d=1, N=2),
            mutant("g(0) = 2", rhs=_sides(2)[1]),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "M-nonzero",
            nonzero(M),
            "With M = 0 the choice V = W gives equality, neuron by neuron.",
            identity(2 * K * X, K * X + K * X),
            mutant("one neuron", lhs=K * X),
        ),
        needed(
            "rigid",
            has(
                even(z), "is rigid: copies at rows that differ up to sign are independent modulo polynomials"
            ),
            "g(z) = 1 + z^2, d = 1, N = 2, gate rows 1 and 2, value rows 1, W_down = (1, 1): x + g(x) x + "
            "g(2 x) x = (7/3) g(x) x + (2/3) g(2 x) x.",
            identity(
                X + (1 + X**2) * X + (1 + 4 * X**2) * X,
                Rational(7, 3) * (1 + X**2) * X + Rational(2, 3) * (1 + 4 * X**2) * X,
            ),
            mutant("without the skip", lhs=(1 + X**2) * X + (1 + 4 * X**2) * X),
        ),
        needed(
            "rows-distinct",
            has(W_gate, "has rows that are not 0, no two equal up to sign, as W_val has rows that are not 0"),
            "g = cos, d = 1, N = 2, equal gate rows 1, value rows 1, W_down = (1, 1): x + 2 g(x) x = 2 "
            "g(x) x + g(0) x.",
            identity(*_sides(1)),
            mutant("g(0) = 2", rhs=_sides(2)[1]),
        ),
        needed(
            "columns-nonzero",
            nonzero(D_i),
            "g = cos, d = 1, N = 2, W_down = (1, 0), value rows 1: x + g(x) x = g(x) x + g(0) x.",
            identity(X + K * X, K * X + X),
            mutant("without the skip", lhs=K * X),
        ),
    ),
    suppose=(
        Given(
            "equal",
            every(
                equal(M * x + W_down * had(g(W_gate * x), W_val * x), V_down * had(g(V_gate * x), V_val * x)),
                x,
            ),
        ),
        Given("even-is", every(equal(even(z), (g(z) + g(-z)) / 2), z)),
        Given("odd-gate", every(equal(g(-z), -g(z)), z)),
        Given("closed", equal(g_0)),
        Given("same-width", at_least(N, wide)),
    ),
    concludes=("odd-impossible", "closed-impossible", "open-impossible"),
    names={
        "g_even": "the even part of the gate",
        "g_0": "the value of the gate at 0",
        "Z_0": "what the zero gate rows of the two sides leave",
    },
    written=_steps,
)
