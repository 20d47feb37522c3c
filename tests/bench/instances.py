"""Weights and subset problems of the benchmark: all from fixed seeds."""

from __future__ import annotations

import json
import pathlib
import struct
from fractions import Fraction
from math import pi, sqrt
from random import Random

import numpy as np
from numpy.typing import NDArray

from symproof.kernel.trees import Problem

Floats = NDArray[np.float32]
SCALES = {  # of the entries of W_up and of W_down, times sqrt(d)
    "initial scale": (1.0, 0.5),
    "trained scale": (1.2, 0.9),
    "large": (sqrt(384), sqrt(384)),
}


def layer(d: int, n: int, scale: str, seed: int = 1) -> tuple[Floats, Floats]:
    """Normal float32 weights, W_up and W_down."""
    rng, (up, down) = np.random.default_rng(seed), SCALES[scale]
    U = rng.standard_normal((n, d), dtype=np.float32) * np.float32(up / sqrt(d))
    return U, rng.standard_normal((d, n), dtype=np.float32) * np.float32(down / sqrt(d))


def planted(d: int, n: int, *, missed: bool, seed: int = 1) -> tuple[Floats, Floats]:
    """Large weights with a planted S that solves (3).

    ``missed``: one entry is off by one unit in the last place.
    """
    rng, (U, D) = np.random.default_rng(seed), layer(d, n, "large", seed)
    S = np.sort(rng.choice(n, d, replace=False))
    B, inverse = np.eye(d), np.eye(d)
    for _ in range(d):
        i, j = rng.choice(d, 2, replace=False)
        sign = rng.choice([-1, 1])
        B[i] += sign * B[j]
        inverse[:, j] -= sign * inverse[:, i]
    U[S], D[:, S] = B / 64, -64 * inverse
    if missed:
        D[d - 1, S[3]] = np.nextafter(D[d - 1, S[3]], np.float32(9))
    return U, D


def save(path: pathlib.Path, up: Floats, down: Floats) -> None:
    """A safetensors file with the tensors up and down."""
    entries, start = {}, 0
    for name, x in (("up", up), ("down", down)):
        entries[name] = {"dtype": "F32", "shape": list(x.shape), "data_offsets": [start, start + x.nbytes]}
        start += x.nbytes
    head = json.dumps(entries).encode()
    with path.open("wb") as file:
        file.write(struct.pack("<Q", len(head)) + head)
        for x in (up, down):
            file.write(np.ascontiguousarray(x).data)


def problem(n: int, bound: int, seed: int, *, solvable: bool = False) -> Problem:
    """d = 2, entries from -bound to bound; target -I or that of a planted set.

    Rows are pairwise non-collinear where there are enough.
    """
    rng = Random(seed)
    up: list[tuple[int, int]] = []
    for _ in range(100 * n):
        u = (rng.randint(-bound, bound), rng.randint(-bound, bound))
        if len(up) < n and any(u) and all(u[0] * v[1] != u[1] * v[0] for v in up):
            up.append(u)
    while len(up) < n:
        up.append((rng.randint(-bound, bound), rng.randint(1, bound)))
    down = [[rng.randint(-bound, bound) for _ in range(n)] for _ in range(2)]
    S = rng.sample(range(n), n // 2) if solvable else []
    sums = {(i, j): Fraction(sum(down[i][k] * up[k][j] for k in S)) for i in (0, 1) for j in (0, 1)}
    return Problem(down, up, sums if solvable else {(0, 0): Fraction(-1), (1, 1): Fraction(-1)})


def critical(n: int) -> int:
    """The bound at which about one subset of n neurons is expected to solve (3), d = 2.

    A sum over half of n products of two entries is nearly normal with deviation sqrt(n / 4) bound^2 / 3; four
    of them hit their targets with probability (2 pi n / 4)^-2 (3 / bound^2)^4, which is to be 2^-n.
    """
    return max(1, round(sqrt(3 * 2 ** (n / 4) / sqrt(pi * n / 2))))
