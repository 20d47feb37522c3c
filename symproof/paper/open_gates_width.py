"""Open gates: the least width of a residual-free block (new)."""

from __future__ import annotations

from symproof.paper._blocks import misses
from symproof.paper._language import *

ABOUT = {
    "id": "open-gates-width",
    "place": 645,
    "title": "open gates: the least width",
    "says": "A gate [g_0 plus an odd function](symmetric) whose odd part is [rigid](rigid): the least "
    "width without a skip is N plus the least rank of M plus 2 g_0 W_down[:,S] W_val[S,:].",
}
g_0, extra, a, b, used = symbols("g_0 r a b r_V")
other = matrix("h'", "N", "1")
X, Y = matrix("X", "d", "r"), matrix("Y", "r", "d")
turned, u, v = 1 - 2 * P, W_gate * x, W_val * x


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    flipped = W_down * turned * (g_0 * v + had(odd(turned * u), v))
    return (
        step(
            "flip",
            equal(-2 * g_0 * W_down * P * v + W_down * (g_0 * v + had(odd(u), v)), flipped),
            algebra(by("open-gates", {M: -2 * g_0 * W_down * P * W_val}, part="sufficient")),
        ),
        step(
            "at-most",
            equal(M * x + W_down * (g_0 * v + had(odd(u), v)), flipped + X * Y * x),
            algebra("flip", by("factors", right=x)),
        ),
        step(
            "at-least",
            at_least(used, extra),
            words(
                "a class with one neuron more than it needs changes the linear part by a matrix of rank "
                "one at most, and so does a class of V alone: what is left of the skip has at most that "
                "rank",
                "at-most",
                "rigid",
                "symmetric",
                rocq="none",
            ),
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
            identity(a - (1 + a**2) * a / 2 - (1 + a**2) * a / 2, -(a**3)),
            mutant("the difference is 0", rhs=0),
        ),
        needed(
            "rigid",
            has(odd(z), "is rigid: copies at rows that differ up to sign are independent modulo polynomials"),
            "g(z) = 1/2 + z, d = 1, N = 2, gate and value rows 1, W_down = (3, -2): the sums over S are 0,"
            " 3, -2, 1, never -1, and x + (1/2 + x) x = (1/2 + x/3) 3 x has width 1.",
            identity(
                [b + (b + Rational(1, 2)) * b, misses((3, -2), -1)], [(b / 3 + Rational(1, 2)) * (3 * b), -8]
            ),
            mutant("without the skip", lhs=[(b + Rational(1, 2)) * b, -8]),
        ),
    ),
    suppose=(
        Given("selection", every(equal(odd((1 - 2 * P) * h), odd(h) - P * odd(h) + P * odd(-h)), h)),
        Given("entries", every(equal(had((1 - 2 * P) * h, other), (1 - 2 * P) * had(h, other)), h, other)),
        Given("twice", equal(P * P, P)),
        Given("factors", equal(M + 2 * g_0 * W_down * P * W_val, X * Y)),
    ),
    concludes=("at-most", "at-least"),
    names={
        "g_0": "the value of the gate at 0",
        "O": "the gate minus its value at 0",
        "h'": "another vector with one number for each neuron",
        "X": "r columns: neurons whose gate row is 0 are linear, g_0 times any matrix of rank one",
        "Y": "r value rows",
        "r": "the least rank of M + 2 g_0 W_down[:,S] W_val[S,:] over all S",
        "r_V": "the neurons of an equal residual-free block beyond N",
    },
    written=_steps,
)
