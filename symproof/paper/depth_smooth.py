"""Depth for smooth activations, almost every weight: a count of parameters (new)."""

from __future__ import annotations

from symproof.paper._language import *
from symproof.proof.checks.stacks import almost_every, ranks_are

ABOUT = {
    "id": "depth-smooth",
    "place": 665,
    "title": "smooth stacks, almost every weight",
    "says": "With an activation that is [0 at 0, with infinitely many nonzero Taylor "
    "coefficients](smooth), in [any dimension](dimension), almost every residual stack equals no stack of"
    " [two or more layers](two-layers) without skips and no more neurons.",
}
total, found, rank, bar = symbols("T T_H r_F r_H")
D_1, D_2, x_ = symbols("D_1 D_2 x_r")
V_1, R_2, V_2 = matrix("X_1", "d", "n_1"), matrix("R_2", "n_2", "d"), matrix("V_2", "d", "n_2")
h_1 = matrix("s_H", "n_1", "1")
A_, A_i = matrix("G_H", "d", "d"), matrix("G_H^-1", "d", "d")
SQUARE = (0, 0, 1, *([0] * 40))


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "interface",
            equal(V_2 * sigma(R_2 * A_i * (A_ * V_1 * h_1)), V_2 * sigma(R_2 * V_1 * h_1)),
            algebra(by("inverse", inside=V_2 * sigma(R_2 * HOLE * V_1 * h_1))),
        ),
        step(
            "fewer",
            at_least(2 * d * found - 1, bar),
            words(
                "a scalar between the first two layers makes an entry of R_2 equal to 1",
                "interface",
                "two-layers",
                rocq="depth_smooth",
            ),
        ),
        step(
            "one-layer",
            at_least(rank, 2 * d * total),
            words(
                "near zero columns F is x plus one layer; its Taylor coefficients at order n move by a_n "
                "k^n (dD + n du / k), independent for infinitely many n with a_n not 0",
                "smooth",
                rocq="depth_smooth",
            ),
        ),
        step(
            "more",
            at_least(rank, bar + 1),
            combination("one-layer", "fewer", by("as-many", times=2 * d), by("dimension", times=[])),
        ),
        step(
            "never",
            has(
                W_up,
                "and W_down outside the zeros of one polynomial are no stack without skips, not even near "
                "0 on the axes",
            ),
            words(
                "more polynomials than variables are dependent: some polynomial vanishes on the Taylor "
                "coefficients of all stacks without skips, and not on those of all F",
                "more",
                rocq="depth_smooth",
            ),
        ),
        example(
            "determinant",
            "one-layer",
            almost_every(2, (2, 2), "gelu"),
            bounded(d=2, N=2),
            mutant("z^2", activation="series", series=SQUARE),
        ),
        example(
            "without",
            "fewer",
            ranks_are(2, (2, 2), "silu", False, 12),
            bounded(d=2, N=2),
            mutant("with the skip", skip=True),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "smooth",
            has(sigma(z), "is 0 at 0 and has infinitely many nonzero Taylor coefficients there"),
            "sigma(z) = z, d = 1: (1 + D_2) (1 + D_1) x is a stack without skips for every W.",
            identity((x_ + D_1 * x_) + D_2 * (x_ + D_1 * x_), (1 + D_2) * ((1 + D_1) * x_)),
            mutant("without a skip", lhs=D_2 * (x_ + D_1 * x_)),
        ),
        needed(
            "two-layers",
            has(V_2, "is not the only layer of H: there are at least two"),
            "One layer has no interface: with and without the skip 12 of 12 parameters count, and the "
            "count decides nothing. (For GELU Corollary 5 does.)",
            ranks_are(2, (3,), "silu", False, 12),
            mutant("two layers", widths=(2, 1)),
        ),
        unsettled("dimension", at_least(d), "d is a natural number."),
    ),
    suppose=(Given("inverse", equal(A_i * A_, 1)), Given("as-many", at_least(total, found))),
    concludes=("interface", "more", "never"),
    names={
        "T": "the number of neurons of F",
        "T_H": "the number of neurons of H",
        "r_F": "the rank of the derivative of Taylor coefficients of F by its weights",
        "r_H": "the number of parameters of H",
        "X_1": "the columns of the first layer of H",
        "R_2": "the rows of its second layer",
        "V_2": "the columns of its second layer",
        "s_H": "the outputs of its first layer",
        "G_H": "an invertible matrix",
        "G_H^-1": "its inverse",
    },
    written=_steps,
)
