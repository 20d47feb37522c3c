"""Random subset problems and small blocks, each from a seed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from random import Random
from typing import Any

from oracles.brute import ABS, GELU, RELU, SOFTPLUS, Sigma, identity, leaky

from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.trees import Problem, refute
from symproof.reader.numbers import Matrix, fraction
from symproof.reader.weights import Weights

Rational = int | Fraction
Rows = list[list[Rational]]

SIGMAS: Mapping[str, Sigma] = {
    "relu": RELU,
    "gelu": GELU,
    "softplus": SOFTPLUS,
    "abs": ABS,
    "leaky_relu(1/2)": leaky(Fraction(1, 2)),
    "leaky_relu(-2)": leaky(Fraction(-2)),
    "leaky_relu(-1)": leaky(Fraction(-1)),
}


def subset_problem(rng: Random) -> tuple[Rows, Rows, Rows]:
    """P (a x n), Q (n x b), T (a x b) with a solution, and in two of five cases T moved a little."""
    a, b, n = rng.randint(1, 2), rng.randint(1, 2), rng.randint(1, 5)
    size = rng.choice((1, 2, 3, 9))
    whole = rng.random() < 0.5

    def entry() -> Rational:
        p = rng.randint(-size, size)
        return p if whole else Fraction(p, rng.choice((1, 1, 1, 1, 2, 3)))

    P = [[entry() for _ in range(n)] for _ in range(a)]
    Q = [[entry() for _ in range(b)] for _ in range(n)]
    S = [k for k in range(n) if rng.random() < 0.5]
    T: Rows = [
        [sum((Fraction(P[i][k]) * Q[k][j] for k in S), Fraction(0)) for j in range(b)] for i in range(a)
    ]
    if rng.random() < 0.4:
        T[rng.randrange(a)][rng.randrange(b)] += rng.choice((1, -1, 2, Fraction(1, 2), Fraction(1, 6)))
    return P, Q, T


def kernel_refutes(P: Matrix, Q: Matrix, T: Matrix, tree: Any) -> str:
    """The kernel's verdict on a tree for ABS(P, Q, T)."""
    sparse = {(i, j): fraction(x) for i, row in enumerate(T) for j, x in enumerate(row)}
    try:
        refute(Problem(P, Q, sparse), tree)
    except Rejected:
        return "rejected"
    except Malformed:
        return "malformed"
    return "accepted"


def small_block(rng: Random, sizes: Sequence[int] = (1, 2, 3), width: int = 5) -> tuple[Weights, Sigma]:
    """A block with d in ``sizes``, N <= width, entries in -2..2, degenerate ones often; any kind and skip."""
    d, n = rng.choice(sizes), rng.randint(1, width)
    top = rng.choice((1, 2, 2))
    up: Rows = [[rng.randint(-top, top) for _ in range(d)] for _ in range(n)]
    down: Rows = [[rng.randint(-top, top) for _ in range(n)] for _ in range(d)]
    if rng.random() < 0.3:  # a row repeated, opposed or scaled
        k, c = rng.randrange(n), rng.choice((1, -1, 2, -2))
        up[rng.randrange(n)] = [c * x for x in up[k]]
    if rng.random() < 0.15:
        down = [[0 if k == 0 else x for k, x in enumerate(row)] for row in down]
    if rng.random() < 0.15:
        up[-1] = [0] * d
    skip: Rows | None = None
    if rng.random() < 0.3:
        c = rng.choice((-1, -1, 0, 2))
        skip = [[c * x for x in row] for row in identity(d)]
        if rng.random() < 0.3:
            skip[-1][-1] = rng.choice((0, 1, Fraction(1, 2)))
    if rng.random() < 0.2:
        k = rng.randrange(n)
        up[k] = [Fraction(x, 2) for x in up[k]]
    name = rng.choice(("relu", "relu", "gelu", "gelu", *SIGMAS))
    if rng.random() < 0.25:  # flipping S absorbs it; all of S, so that whole classes are flipped, or some
        S = range(n) if rng.random() < 0.6 else [k for k in range(n) if rng.random() < 0.5]
        gap = SIGMAS[name].gap
        skip = [[-gap * sum(down[i][k] * up[k][j] for k in S) for j in range(d)] for i in range(d)]
    return Weights(up, down, name, skip), SIGMAS[name]


def biased_block(rng: Random) -> tuple[Weights, Sigma]:
    """A small block with hidden biases, with or without an output bias; parallel rows and rows 0 often."""
    plain, sigma = small_block(rng, sizes=(1, 2), width=4)
    if plain.activation == "gelu" and rng.random() < 0.1:
        plain = replace(plain, activation="hardswish")
    b_up = [rng.randint(-1, 1) for _ in range(plain.width)]
    b_down = [rng.randint(-1, 1) for _ in range(plain.d)] if rng.random() < 0.5 else None
    return replace(plain, b_up=b_up, b_down=b_down), sigma
