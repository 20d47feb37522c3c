"""Gates with g(0) != 0: flipping gate rows and down columns absorbs a skip (new)."""

from __future__ import annotations

from symproof.paper._blocks import misses
from symproof.paper._gates import logistic_flip
from symproof.paper._language import *

ABOUT = {
    "id": "open-gates",
    "place": 640,
    "title": "gates that are open at 0 can absorb",
    "says": "A gate [g_0 plus an odd function](symmetric), the odd part [rigid](rigid), gate rows [not 0 "
    "and distinct up to sign](rows-distinct), columns [not 0](columns-nonzero): a gated block equals one "
    "without skip of the same width exactly when some S has 2 g_0 W_down[:,S] W_val[S,:] equal to -M; "
    "[g_0 other than 0](open) is not needed.",
}
a, X, G = symbols("a X G")
g_0 = symbols("g_0")
other = matrix("h'", "N", "1")
HALF = Rational(1, 2)


def _gate(argument: Expr) -> Expr:
    """1 + z^2, which is even instead of odd around its value at 0."""
    return 1 + argument**2


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    turned = 1 - 2 * P
    u, v = W_gate * x, W_val * x
    return (
        step("odd-vector", equal(odd(-y), -odd(y)), entrywise("symmetric", z, y)),
        step(
            "turned",
            equal(odd(turned * h), turned * odd(h)),
            algebra("selection", by("odd-vector", {y: h}, P)),
        ),
        step(
            "sufficient",
            equal(
                M * x + W_down * (g_0 * v + had(odd(u), v)),
                W_down * turned * (g_0 * v + had(odd(turned * u), v)),
            ),
            algebra(
                by("turned", {h: u}, inside=W_down * turned * had(HOLE, v)),
                by("entries", {h: odd(u), other: v}, W_down * turned),
                by("twice", times=W_down, right=had(odd(u), v)),
                by("condition", right=x),
            ),
        ),
        step(
            "grouped",
            equal(V_down * V_val, W_down * turned * W_val),
            words(
                "the odd part is rigid: each class holds one row of V, with the same column times value "
                "row up to a sign",
                "equal",
                "rigid",
                "rows-distinct",
                "columns-nonzero",
                "same-width",
                "turned",
                rocq="none",
            ),
        ),
        step(
            "linear-at",
            equal(g_0 * V_down * V_val * x, M * x + g_0 * W_down * W_val * x),
            algebra(
                "equal",
                by("equal", {x: -x}),
                by("odd-vector", {y: u}, inside=W_down * had(HOLE, v)),
                by("odd-vector", {y: V_gate * x}, inside=V_down * had(HOLE, V_val * x)),
            ),
        ),
        step("linear", equal(g_0 * V_down * V_val, M + g_0 * W_down * W_val), vanishes("linear-at", x)),
        step(
            "necessary", equal(2 * g_0 * W_down * P * W_val, -M), algebra("linear", by("grouped", times=g_0))
        ),
        example(
            "instance",
            "sufficient",
            identity(*logistic_flip(DOWN)),
            bounded(d=2, N=3),
            mutant("W_down[:,S] W_val[S,:] is not -I", lhs=logistic_flip(((1, 0, 2), (1, -1, 3)))[0]),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "symmetric",
            every(equal(odd(-z), -odd(z)), z),
            "g(z) = 1 + z^2, d = N = 1, W_gate = W_val = 1, W_down = -1/2, M = 1: 2 g(0) W_down W_val = "
            "-1, and the block minus the flipped one is -x^3, not 0.",
            identity([-2 * _gate(0) * HALF, a - HALF * _gate(a) * a - (HALF * _gate(-a) * a)], [-1, -(a**3)]),
            mutant(
                "the gate 1 + z, for which g(z) + g(-z) = 2 g(0)",
                lhs=[-2 * HALF, a - HALF * (1 + a) * a - HALF * (1 - a) * a],
            ),
            mutant("the difference is 0", rhs=[-1, 0]),
        ),
        unneeded(
            "open",
            nonzero(g_0),
            "At g(0) = 0 the condition reads 0 = -M, and Proposition 2 says that nothing absorbs M != 0.",
        ),
        needed(
            "rigid",
            has(odd(z), "is rigid: copies at rows that differ up to sign are independent modulo polynomials"),
            "g(z) = 1/2 + z, whose odd part is a polynomial, d = 1, N = 2, gate and value rows 1, W_down ="
            " (3, -1): the sums over S of 2 g(0) W_down W_val are 0, 3, -1, 2; with W_down = (3, -2) they "
            "are 0, 3, -2, 1, never -1, and x + (1/2 + x) x = (1/2 + x/3) 3 x, with an idle second neuron.",
            identity([X + (HALF + X) * X, misses((3, -2), -1)], [(HALF + X / 3) * (3 * X), -8]),
            mutant("without the skip", lhs=[(HALF + X) * X, misses((3, -2), -1)]),
        ),
        needed(
            "rows-distinct",
            has(W_gate, "has rows that are not 0, no two equal up to sign"),
            "g(0) = 1/2, d = 1, N = 2, equal gate rows 1, value rows 1, W_down = (2, -3): no S (the sums "
            "are 0, 2, -3, -1 with - 1 for both). With W_down = (2, -4) no S either, and x + (2 - 4) g(x) "
            "x = -g(x) x + g(-x) x by g(x) + g(-x) = 1.",
            identity([X - 2 * G * X - (-G * X + (1 - G) * X), misses((2, -4), -1)], [0, 9]),
            mutant("one neuron", lhs=[X - 2 * G * X - (-G * X), 9]),
        ),
        needed(
            "columns-nonzero",
            nonzero(D_i),
            "g(0) = 1/2, d = 1, N = 2, W_down = (1, 0): no S, and x + g(a) x = (3/2) g(a) x - (1/2) g(-a) "
            "x + (1/2) x is not of width 2; at W_down = (0, 0) x = g(a) x + g(-a) x is.",
            identity([X - (G * X + (1 - G) * X), misses((0, 0), -1)], [0, 1]),
            mutant("one neuron", lhs=[X - G * X, 1]),
        ),
    ),
    suppose=(
        Given("selection", every(equal(odd((1 - 2 * P) * h), odd(h) - P * odd(h) + P * odd(-h)), h)),
        Given("entries", every(equal(had((1 - 2 * P) * h, other), (1 - 2 * P) * had(h, other)), h, other)),
        Given("twice", equal(P * P, P)),
        Given("condition", equal(2 * g_0 * W_down * P * W_val, -M)),
        Given("same-width", at_least(N, wide)),
        Given(
            "equal",
            every(
                equal(
                    M * x + W_down * (g_0 * W_val * x + had(odd(W_gate * x), W_val * x)),
                    V_down * (g_0 * V_val * x + had(odd(V_gate * x), V_val * x)),
                ),
                x,
            ),
        ),
    ),
    concludes=("sufficient", "necessary"),
    names={
        "g_0": "the value of the gate at 0",
        "h'": "another vector with one number for each neuron",
        "O": "the gate minus its value at 0",
    },
    written=_steps,
)
