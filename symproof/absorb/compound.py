"""Search for the rule `compound`: a combination of the 2 x 2 minors of A(x) that is a nonzero constant.

With x_k^2 = x_k a minor of A(x) is affine in the x_k and the x_k x_l. Modulo a prime a combination of minors
without any x is found by elimination; one exists for generic weights as soon as there are more minors than
unknowns x_k, x_k x_l.
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symproof.absorb.limits import Clock
from symproof.kernel.cost import Place

PRIME = 2**31 - 1
SPARE = 8  # minors beyond the number of unknowns
LARGEST = 2500  # unknowns x_k and x_k x_l: an elimination of half a minute

Residues = NDArray[np.int64]


def compound(place: Place, clock: Clock) -> dict[str, Any] | None:
    """A proof that every A(x) has rank at least 2, or None."""
    (P, U, T), s, t = place.integers()
    n, pairs = len(U), len(U) * (len(U) - 1) // 2
    rows, columns = list(combinations(range(len(P)), 2)), list(combinations(range(place.problem.columns), 2))
    if not 0 < pairs + n <= LARGEST or len(rows) * len(columns) == 0 or s * t % PRIME == 0:
        return None
    p, u, target = (np.array([[x % PRIME for x in row] for row in M], dtype=np.int64) for M in (P, U, T))
    places = [(i, j) for i in rows for j in columns]
    Random(n).shuffle(places)
    places = places[: pairs + n + SPARE]
    system = np.array([_minor(p, u.T, target, *place) for place in places]).T
    weights = _constant(system, clock)
    if weights is None:
        return None
    square = (s * t) ** 2  # the kernel's minors are those of the problem before it was scaled
    terms = [[*i, *j, str(y * square)] for (i, j), y in zip(places, weights, strict=True) if y]
    return {"compound": {"Y": terms, "modulus": str(PRIME)}}


def _minor(
    P: Residues, Q: Residues, T: Residues, rows: tuple[int, int], columns: tuple[int, int]
) -> Residues:
    """Coefficients of x_k x_l, of x_k, and the constant of one minor, modulo the prime."""
    (i, k), (j, h) = rows, columns
    p, q, u, v = P[i], P[k], Q[j], Q[h]
    first, second = np.triu_indices(len(p), 1)
    left = (p[first] * q[second] - p[second] * q[first] % PRIME) % PRIME
    right = (u[first] * v[second] - u[second] * v[first] % PRIME) % PRIME
    a, b, c, d = (int(T[at]) for at in ((i, j), (i, h), (k, j), (k, h)))
    linear = p * ((u * d - v * c) % PRIME) % PRIME + q * ((v * a - u * b) % PRIME) % PRIME
    return np.concatenate([left * right % PRIME, -linear % PRIME, [(a * d - b * c) % PRIME]])


def _constant(system: Residues, clock: Clock) -> list[int] | None:
    """Weights of the columns that leave only the last row; None when there are none."""
    left, pivots = system[:-1].copy(), list[int]()
    for j in range(left.shape[1]):
        clock.check()
        done = len(pivots)
        below = np.flatnonzero(left[done:, j])
        if len(below):
            left[[done, done + below[0]]] = left[[done + below[0], done]]
            left[done, j:] = left[done, j:] * pow(int(left[done, j]), -1, PRIME) % PRIME
            factors = left[:, j].copy()
            factors[done] = 0
            rows = np.flatnonzero(factors)
            left[rows, j:] = (left[rows, j:] - factors[rows, None] * left[done, j:] % PRIME) % PRIME
            pivots.append(j)
            continue
        weights = [0] * left.shape[1]
        weights[j] = 1
        for row, pivot in zip(left[:, j], pivots, strict=False):
            weights[pivot] = int(-row) % PRIME
        if sum(int(x) * y for x, y in zip(system[-1], weights, strict=True)) % PRIME:
            return weights
    return None
