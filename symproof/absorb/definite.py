"""Search for the rule `definite`: a lower bound of the rank of A(x) = P diag(x) U - T for all x in [0,1]^n.

For lambda > 0, W and R the rank is at least rho, their number of columns, when K is positive definite
(SOUNDNESS of the kernel, Lemma 5). Around x = 1/2 this is Weyl's inequality: with A0 = P U / 2 - T, H = P
Lambda^-1 P^T and G = U^T Lambda U the best W and R come from the singular triples of H^-1/2 A0 G^-1/2 whose
value exceeds 1/2, and then K is the identity. lambda is improved by gradient steps on a smooth count of those
values. Floats only propose: W, R and lambda are rounded, and the kernel forms K in integers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symproof.absorb.limits import Clock
from symproof.kernel.trees import Problem
from symproof.reader.numbers import Number

Array = NDArray[np.float64]

STEPS, RATE, SOFT = 60, 0.1, 0.25  # of the ascent: Adam on log lambda
DIGITS = (2.5, 3.0, 3.5, 4.0, 4.5, 5.0, 6.0, 8.0)  # of the largest entries of W and R
ASCENT = 0.3  # of the time that is left, at most, for the ascent
MANTISSA = 3  # bits of lambda
ROUNDING = 2.0**-46  # of a float sum, relative to the sum of the absolute values
SLACK = 1e-3  # of the diagonal of K beyond dominance, in floats


@dataclass(frozen=True, slots=True)
class Definite:
    """rank A(x) >= rank for all x in [0,1]^n, and the evidence."""

    rank: int
    proof: dict[str, Any]


def definite(problem: Problem, clock: Clock) -> Definite | None:
    """The largest rank that is found; None when there is none, or floats do not carry the numbers."""
    P, U = _floats(problem.P), _floats(problem.Q)
    T = np.zeros((len(P), problem.columns))
    for (i, j), x in problem.T.items():
        T[i, j] = x
    if len(U) < max(T.shape) or not (P.any(axis=0).all() and U.any(axis=1).all()):
        return None
    try:
        return _rounded(P, U, T, _ascent(P, U, T, clock), clock)
    except np.linalg.LinAlgError:  # H or G is singular
        return None


def _floats(rows: Sequence[Sequence[Number]]) -> Array:
    return np.array([[float(x) for x in row] for row in rows], dtype=np.float64)


def _triples(P: Array, U: Array, A: Array, scales: Array) -> tuple[Any, Any, Any]:
    """The singular values of H^-1/2 A G^-1/2, falling, R = G^-1/2 (right vectors), and H^-1 A R."""
    H, G = (P / scales) @ P.T, (U.T * scales) @ U
    low = np.linalg.cholesky(G)
    half = np.linalg.solve(low, A.T).T  # A G^-1/2
    squares, vectors = np.linalg.eigh(half.T @ np.linalg.solve(H, half))
    values = np.sqrt(np.maximum(squares[::-1], 0))
    R = np.linalg.solve(low.T, vectors[:, ::-1])
    return values, R, np.linalg.solve(H, A @ R)


def _ascent(P: Array, U: Array, T: Array, clock: Clock) -> Array:
    """log lambda with the most singular values above 1/2 that the ascent meets."""
    A = P @ U / 2 - T
    t: Array = np.log(np.linalg.norm(P, axis=0) / np.linalg.norm(U, axis=1))
    best, kept, full, given = -1, t, min(A.shape), clock.left()
    mean, spread = np.zeros_like(t), np.zeros_like(t)
    for step in range(STEPS):
        if clock.left() < given * (1 - ASCENT):
            break
        values, R, HAR = _triples(P, U, A, np.exp(t))
        count = int((values > 0.5).sum())
        if count > best:
            best, kept = count, t.copy()
        if count == full:
            break
        weight = 1 / np.cosh(np.clip(np.log(2 * values + 1e-12) / SOFT, -30, 30) / 2) ** 2
        left = P.T @ (HAR / np.maximum(values, 1e-12))
        slope = (
            (left**2 * weight).sum(axis=1) * np.exp(-t) - ((U @ R) ** 2 * weight).sum(axis=1) * np.exp(t)
        ) / 2
        mean = 0.9 * mean + 0.1 * slope if step else slope
        spread = 0.99 * spread + 0.01 * slope**2 if step else slope**2
        t = t + RATE * (1 if step < 0.6 * STEPS else 0.3) * mean / (np.sqrt(spread) + 1e-12)
    return kept


def _rounded(P: Array, U: Array, T: Array, logs: Array, clock: Clock) -> Definite | None:
    """Integers W and R and short lambda for which the diagonal of K dominates, with as few digits as do.

    W, R and lambda may be replaced by v W, w R and (v / w) lambda: v / w is a power of 2 that balances them.
    """
    exponents = np.floor(logs / np.log(2)) + 1 - MANTISSA
    short = np.round(np.exp(logs) / 2.0**exponents)
    scales = short * 2.0**exponents
    values, R, HAR = _triples(P, U, P @ U / 2 - T, scales)
    most, best = int((values > 0.5).sum()), Definite(0, {})
    if not most:
        return None
    unit = np.sqrt(values[:most] ** 2 - 0.25)
    W, R = 2 * HAR[:, :most] / unit, R[:, :most] / unit
    shift = round(float(np.log2(np.abs(W).max() / np.abs(R).max())))
    W, exponents = W * 2.0**-shift, exponents - shift
    for digits in DIGITS:
        clock.check()
        factor = 10.0**digits / max(np.abs(W).max(), np.abs(R).max())
        V, Z = np.round(W * factor), np.round(R * factor)
        scales = short * 2.0**exponents
        rank = _dominated((P, U, T), V, Z, scales)
        if rank > best.rank:
            best = Definite(rank, _spelt(V[:, :rank], Z[:, :rank], short, exponents))
        if best.rank == most:
            break
    return best if best.rank else None


def _dominated(problem: tuple[Array, Array, Array], W: Array, R: Array, scales: Array) -> int:
    """How many first rows and columns of K are dominated by their diagonal, beyond what rounding can add.

    Where a singular value is 1/2 exactly, K is 0 and its floats are the errors of terms that cancel.
    """
    P, U, T = problem
    left, right = P.T @ W, scales[:, None] * (U @ R)
    E, S = left - right, W.T @ T @ R
    K = -(S + S.T) / 2 - (E.T / scales) @ E / 4
    error = ROUNDING * (np.abs(P).T @ np.abs(W) + scales[:, None] * (np.abs(U) @ np.abs(R)))
    noise = ROUNDING * (np.abs(W).T @ np.abs(T) @ np.abs(R))
    noise = (noise + noise.T) / 2 + ((np.abs(E) + error).T / scales) @ (error + ROUNDING * np.abs(E))
    for rank in range(len(K), 0, -1):
        part, least = K[:rank, :rank], 2 * noise[:rank, :rank].sum(axis=1)
        if (2 * np.diag(part) > np.abs(part).sum(axis=1) + SLACK * np.diag(part) + least).all():
            return rank
    return 0


def _spelt(W: Array, R: Array, short: Array, exponents: Array) -> dict[str, Any]:
    integers = [[[int(x) for x in row] for row in matrix] for matrix in (W, R)]
    scales = [str(int(m) * Fraction(2) ** int(e)) for m, e in zip(short, exponents, strict=True)]
    return {"definite": {"W": integers[0], "R": integers[1], "lambda": scales}}
