"""Pre-norm stacks never absorb: what ends in a normalised MLP is bounded, a skip is not (new)."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "pre-norm",
    "place": 650,
    "title": "pre-norm stacks never absorb",
    "says": "With [a norm of bounded entries](norm) before each MLP and [a continuous "
    "activation](continuous), no stack with skips equals a stack without, at any depth and width.",
}
eps, B_, C_, X, L_, q, rest, r2, e_, top = symbols("epsilon B C X L q rest r^2 e_i H_i")
F, m_ = sequence("f", "m")
n_ = Function("norm", commutative=False)
x_, r_, inv = symbols("x r r^-1")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "rmsnorm",
            at_least(d * r2, q),
            combination("mean", by("rest"), by("eps-positive", times=d), by("dimension", times=[])),
        ),
        step("entry", at_least(d * r2, r2 * e_**2), combination("rmsnorm", by("normalised"))),
        step("bounded", every(at_least(m_(n) + B_)), cited(COMPACT, "entry", "norm", "continuous")),
        step("above", at_least(C_, top), cited(COMPACT, "entry", "norm", "continuous")),
        step("start", at_least(F(0), X - 0 * B_), combination("F-start")),
        step("next", at_least(F(n + 1), X - (n + 1) * B_), combination("F-step", "F-n", "bounded")),
        step("block", at_least(F(n), X - n * B_), induction(n, "start", "next", "F-n")),
        step("gap", at_least(-1), combination("above", by("block", {n: L_}), "far", "same-value")),
        step("contradiction", FALSE, absurd("gap")),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "norm",
            has(n_(x), "has bounded entries"),
            "With the identity in place of the norm a ReLU block with W_down[:,S] W_up[S,:] = -I is "
            "absorbed.",
            absorbed_by_flipping("relu", residual(UP, DOWN), (0, 1)),
            mutant("only one row flipped", subset=(0,)),
        ),
        needed(
            "continuous",
            has(sigma(z), CONTINUOUS),
            "d = 1, RMSNorm with eps = 1: y = x/r with r^2 = x^2 + 1. sigma(y) = y / sqrt(1 - y^2) for |y|"
            " < 1 and 0 elsewhere is not continuous, 1 - y^2 = 1/r^2, and sigma(norm(x)) = x: with W_down "
            "= 0 the skip is absorbed.",
            identity(
                [1 - (x_ * inv) ** 2, (x_ * inv) * r_],
                [inv**2, x_],
                [
                    (column(inv * r_ + 1, 0), 1 - r_ * inv),
                    (column(inv**2, 0), r_**2 - x_**2 - 1),
                    (column(0, -x_), 1 - r_ * inv),
                ],
            ),
            mutant(
                "r^2 = x^2 + 2",
                given=(
                    (column(inv * r_ + 1, 0), 1 - r_ * inv),
                    (column(inv**2, 0), r_**2 - x_**2 - 2),
                    (column(0, -x_), 1 - r_ * inv),
                ),
            ),
        ),
    ),
    suppose=(
        Given("mean", equal(d * r2, q + rest + d * eps)),
        Given("rest", at_least(rest)),
        Given("eps-positive", positive(eps)),
        Given("dimension", positive(d)),
        Given("normalised", equal(q, r2 * e_**2)),
        Given("F-start", equal(F(0), X)),
        Given("F-step", every(equal(F(n + 1), F(n) + m_(n)), n)),
        Given("F-n", at_least(F(n), X - n * B_)),
        Given("far", equal(X, L_ * B_ + C_ + 1)),
        Given("same-value", equal(F(L_), top)),
    ),
    names={
        "norm": "the normalised vector",
        "B": "a bound for the coordinates of the MLPs",
        "C": "a bound for a coordinate of H",
        "X": "the coordinate x_i of the input",
        "L": "the number of blocks",
        "q": "the square of a coordinate",
        "rest": "the sum of the squares of the others",
        "r^2": "the mean of the squares plus epsilon, which x is divided by the root of",
        "epsilon": "the constant of the norm",
        "e_i": "a coordinate of the normalised vector",
        "H_i": "the value of H in that coordinate",
        "f": "the coordinate after n blocks",
        "m": "what block n adds to it",
        "n": "a natural number",
    },
    written=_steps,
)
