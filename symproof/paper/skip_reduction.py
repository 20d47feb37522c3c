"""Lemma 4 of version 1: an invertible linear skip reduces to the identity skip; Hyper-Connections and mHC."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import eye, kronecker_product

from symproof.paper._language import *

ABOUT = {
    "id": "skip-reduction",
    "place": 150,
    "title": "an invertible linear skip reduces to the identity",
    "says": "A block whose skip has [a left inverse K](invertible) is absorbed by V exactly when the "
    "block with W_down replaced by K W_down and the identity skip is absorbed by K V; the way back uses "
    "that [K is a right inverse too](other-side).",
    "v2": "Setup (linear skip)",
    "v1": "Lemma 4",
    "where": "section 3; this name of v2 is not in the text at hand",
}
K = matrix("K", "d", "d")
half, third = Fraction(1, 2), Fraction(1, 3)

MIXING = ((2 * third, third), (third, 2 * third))

AVERAGE = ((half, half), (half, half))

AVERAGE_UP = ((1, 1), (1, -1), (1, 2))

AVERAGE_DOWN = ((-half, 1, 2), (-half, 3, 5))

AVERAGE_V_UP = ((-1, -1), (1, -1), (1, 2))


def stream_mixing(matrix: Rows) -> str:
    """What the lemma says about a matrix that mixes the residual streams: accepted or refused, and why."""
    sums = {sum(row) for row in matrix} | {sum(column) for column in zip(*matrix, strict=True)}
    kind = (
        "doubly stochastic"
        if sums == {1} and min(min(row) for row in matrix) >= 0
        else "not doubly stochastic"
    )
    return f"{kind}, {'accepted: invertible' if to_flint(matrix).det() != 0 else 'refused: singular'}"


def _example() -> Any:
    return absorbed_unlike_identity(
        "relu",
        Map(AVERAGE_UP, AVERAGE_DOWN, AVERAGE),
        Map(AVERAGE_V_UP, AVERAGE_DOWN),
        {"cost": [{"tree": {"exhaust": True}}]},
    )


def _mixing(n: int) -> tuple[Any, Any, Any, Any]:
    """A block on n streams against M x + W'_down sigma(W'_up x), and its determinant, in symbols."""
    size = 2
    A_, a, b = grid("A", n, n), grid("a", 1, n), grid("b", n, 1)
    up, down, s = grid("w", 3, size), grid("D", size, 3), vector("s", 3)
    streams = grid("h", n, size)
    point = Matrix(list(streams))
    skip, wide_up, wide_down = (
        kronecker_product(A_, eye(size)),
        kronecker_product(a, up),
        kronecker_product(b, down),
    )

    def block(mix: Matrix) -> Matrix:
        return (up * (a * streams).T).col_join(Matrix(list(mix * streams + b * (down * s).T)))

    whole = block(A_), (wide_up * point).col_join(skip * point + wide_down * s)
    dets = skip.det(method="berkowitz"), A_.det(method="berkowitz") ** size
    return whole, dets, block(A_.T), A_.det(method="berkowitz")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    mixing = _mixing(sizes["n"])
    return (
        step(
            "forth",
            equal(x + K * W_down * sigma(W_up * x), K * V_down * sigma(V_up * x)),
            algebra(by("equal", times=K), by("invertible", right=x)),
        ),
        step(
            "back",
            equal(M * x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)),
            algebra(
                by("reduced", times=M),
                by("other-side", right=W_down * sigma(W_up * x)),
                by("other-side", right=V_down * sigma(V_up * x)),
            ),
        ),
        example(
            "hyper-connections",
            "back",
            identity(*mixing[0]),
            bounded(n=sizes["n"], d=2, N=3),
            mutant("the streams mixed by the transpose of A", lhs=mixing[2]),
        ),
        example(
            "determinant",
            "back",
            identity(*mixing[1]),
            bounded(n=sizes["n"], d=2),
            mutant("det(A)", rhs=mixing[3]),
        ),
        example(
            "mhc",
            "back",
            outcome_is(stream_mixing, "doubly stochastic, accepted: invertible", matrix=MIXING),
            bounded(n=2),
            mutant("the averaging matrix", matrix=AVERAGE),
            mutant("rows that sum to 2", matrix=((1, 1), (1, 2))),
        ),
        example(
            "singular",
            "back",
            outcome_is(stream_mixing, "doubly stochastic, refused: singular", matrix=AVERAGE),
            bounded(n=2),
            mutant("an invertible mixing", matrix=MIXING),
        ),
        example(
            "kernel",
            "back",
            product_is([AVERAGE, ((1,), (-1,))], ((0,), (0,))),
            bounded(n=2),
            mutant("the vector (1, 1)", factors=(AVERAGE, ((1,), (1,)))),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "invertible",
            equal(K * M, 1),
            "M = [[1/2,1/2],[1/2,1/2]], W_up = (1,1), (1,-1), (1,2), W_down = [[-1/2,1,2],[-1/2,3,5]]: the"
            " skip M x is absorbed by flipping the first row, while the skip x is absorbed by no V.",
            _example(),
            mutant("the row is not flipped", V_up=AVERAGE_UP),
            mutant(
                "W_down for which the skip x is absorbed",
                W_down=((-1, 0, 2), (-1, -1, 3)),
                V_down=((-1, 0, 2), (-1, -1, 3)),
            ),
        ),
        unneeded("other-side", equal(M * K, 1), "For square matrices K M = I gives M K = I."),
    ),
    suppose=(
        Given("equal", every(equal(M * x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)), x)),
        Given("reduced", every(equal(x + K * W_down * sigma(W_up * x), K * V_down * sigma(V_up * x)), x)),
    ),
    concludes=("forth", "back"),
    sizes=(Size("n", 2, 1, 3),),
    names={"K": "the inverse of M"},
    written=_steps,
)
