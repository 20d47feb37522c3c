"""Polynomial activations absorb on an open set of weights (new)."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "polynomial-activations",
    "place": 612,
    "title": "polynomial activations absorb on an open set",
    "says": "With [z plus z^2](polynomial) for the activation, blocks of one neuron absorb wherever two "
    "equations hold, and [where a product is not 0](open-set) they fill an open set.",
}
a, b, w, X, D = symbols("a b w X D")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    """The case sigma(z) = z + z^2, d = N = 1: V = a sigma(b x), by its two coefficients."""
    return (
        step(
            "absorbed",
            equal(X + D * (w * X + (w * X) ** 2), a * (b * X + (b * X) ** 2)),
            algebra(by("first-order", times=X), by("second-order", times=X**2)),
        ),
        step(
            "solved-b", equal((1 + D * w) * b, D * w**2), algebra(by("first-order", times=b), "second-order")
        ),
        step(
            "open",
            has(W_up, "and W_down form an open set of absorbable weights, but no S need satisfy (3)"),
            words(
                "the two equations have a solution wherever 1 + D w and D w^2 are not 0",
                "absorbed",
                "solved-b",
                "open-set",
                rocq="none",
            ),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "open-set",
            nonzero((1 + D * w) * D * w**2),
            "D w = -1: a b = 0 and a b^2 = -w contradict each other, so x - (1/w) sigma(w x) = -w x^2 is "
            "no neuron of one row; at w = 1 it is -x^2.",
            identity(X - (X + X**2), -(X**2)),
            mutant("without the skip", lhs=-(X + X**2)),
        ),
        unneeded(
            "polynomial",
            every(equal(sigma(z), z + z**2), z),
            "For z + z^3, d = 1, N = 2, x = (4/3) sigma(x) - (1/6) sigma(2 x) does the same: any block of "
            "two neurons has the form p x + q x^3, and so has a V of two.",
            identity(X, Rational(4, 3) * (X + X**3) - Rational(1, 6) * (2 * X + 8 * X**3)),
            mutant("one neuron", rhs=Rational(4, 3) * (X + X**3)),
        ),
    ),
    suppose=(Given("first-order", equal(a * b, 1 + D * w)), Given("second-order", equal(a * b**2, D * w**2))),
    concludes=("absorbed", "open"),
    names={
        "a": "the column of V",
        "b": "the row of V",
        "w": "the row of the block",
        "D": "the column of the block",
        "X": "the point",
    },
    written=_steps,
)
