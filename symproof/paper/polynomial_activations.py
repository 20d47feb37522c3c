"""Polynomial activations absorb on an open set of weights (new)."""

from __future__ import annotations

from symproof.paper._blocks import misses
from symproof.paper._language import *

ABOUT = {
    "id": "polynomial-activations",
    "place": 612,
    "title": "polynomial activations absorb on an open set",
    "says": "With [z plus z^2](polynomial) for the activation, every block of one neuron [outside the "
    "zeros of one polynomial in its weights](open-set), so an open set of them, equals a neuron without "
    "skip, whether or not some S satisfies (3).",
}
w, X, D, inv = symbols("w X D i_D")
slope, square = 1 + D * w, D * w**2


def _neuron(outer: Expr, inner: Expr) -> Expr:
    """outer sigma(inner X) for sigma(z) = z + z^2."""
    return outer * (inner * X + (inner * X) ** 2)


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    """The case sigma(z) = z + z^2, d = N = 1: V = a sigma(b x), with a and b from the two coefficients."""
    one = inv * slope * square
    return (
        step(
            "absorbed",
            equal(X + _neuron(D, w), _neuron(inv * slope**3, inv * square**2)),
            algebra(by("open-set", times=-slope * X * (one + 1) - square * X**2 * (one**2 + one + 1))),
        ),
        example(
            "no-such-set",
            "absorbed",
            identity([X + (X + X**2), misses((2,), -1)], [4 * (X / 2 + X**2 / 4), 3]),
            bounded(d=1, N=1),
            mutant("W_down = -1/2, for which S exists", rhs=[4 * (X / 2 + X**2 / 4), misses((-1,), -1)]),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "open-set",
            equal(inv * slope * square, 1),
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
    concludes=("absorbed",),
    names={
        "D": "the column of the one neuron",
        "w": "its row",
        "X": "a real number",
        "i_D": "the inverse of the product of 1 + D w and D w^2, which exists on an open set of weights",
    },
    written=_steps,
)
