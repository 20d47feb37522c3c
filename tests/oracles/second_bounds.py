"""A second checker of the claims with a bound, from FORMAT.md alone: fractions, and every set by itself."""

from __future__ import annotations

from fractions import Fraction as Q
from itertools import combinations
from math import floor, isqrt, lcm
from typing import Any

Rows = list[list[Q]]
Parts = tuple[Rows, Rows, Rows, Q]  # W_up, W_down, M, gap


def accepts(claim: str, block: Any, evidence: Any, q: Q, C: Rows | None = None) -> bool:
    """Whether well-formed evidence shows the bound; ``block`` has W_up, W_down, M, gap and facts of sigma."""
    U, W, M = (exact(rows) for rows in (block.W_up, block.W_down, block.weights.M))
    gap, bits = Q(block.gap), evidence.get("bits")
    if claim == "distance-at-least":
        return _at_least((U, W, M, gap), evidence, q, C)
    if claim == "distance-at-most":
        return _at_most((U, W, M, gap), evidence, q, C)
    if claim == "error-at-least":
        return _error(U, W, M, evidence["plane"], q)
    if not gap:
        return False
    m, size = 1 if bits is None else 2**bits, len(U) * len(M)
    off = Q(0) if bits is None else Q(2 * size, 4 * m * m)
    if bits is not None:
        U, W = ([[Q(near(x, m), m) for x in row] for row in rows] for rows in (U, W))
    r = max(Q(0), q) + off + (2 * above(max(Q(0), q) * off) if off else 0)
    Y = exact(evidence["Y"])
    slope = total(times(turned(W), Y)) + total(times(Y, turned(U)))
    f = spare(Y, U, W, M, gap) / abs(gap) - above(total(Y)) * r / 2
    shown = any(map(any, Y)) and f >= 0 and f * f >= slope * r
    return shown and (claim == "solution-at-least" or _generic(U, W, r, block))


def _at_least(parts: Parts, evidence: Any, q: Q, C: Rows | None) -> bool:
    U, W, M, gap = parts
    Y = Z = exact(evidence["Y"])
    if C is not None:
        k, t, L = lcm(*(x.denominator for row in C for x in row)), evidence["scale"], exact(evidence["L"])
        R = [
            [t * t * k * c - x for c, x in zip(*rows, strict=True)]
            for rows in zip(C, times(L, turned(L)), strict=True)
        ]
        if any(row[i] < sum(abs(x) for j, x in enumerate(row) if j != i) for i, row in enumerate(R)):
            return False
        Z = times(Y, C)
    lost = Q(0)
    if (bits := evidence.get("bits")) is not None:
        m = 2**bits
        U = [[Q(near(x, m), m) for x in row] for row in U]
        lost = sum((sum(map(abs, w)) * sum(map(abs, z)) for w, z in zip(W, Z, strict=True)), Q(0)) / (2 * m)
    a = spare(Z, U, W, M, gap) - abs(gap) * lost
    return q <= 0 or (a > 0 and a * a >= q * inner(Z, Y))


def _at_most(parts: Parts, evidence: Any, q: Q, C: Rows | None) -> bool:
    U, W, M, gap = parts
    S, d = evidence["S"], len(M)
    W, U = [[row[k] for k in S] for row in W], [U[k] for k in S]
    extra = [[Q(0)] * d for _ in range(d)]
    if (bits := evidence.get("bits")) is not None:
        m, k = 2**bits, lcm(*(x.denominator for row in M for x in row))
        Wm, Um = ([[near(x, m) for x in row] for row in rows] for rows in (W, U))
        W, U = ([[Q(x, m) for x in row] for row in rows] for rows in (Wm, Um))
        unit = k * m * m * gap.denominator
        for i in range(d):
            for j in range(d):
                e = (
                    abs(gap)
                    * (2 * sum(map(abs, Wm[i])) + len(S) + 2 * sum(abs(u[j]) for u in Um))
                    / (4 * m * m)
                )
                extra[i][j] = Q(floor(unit * e) + 1, unit)
    flipped = times(W, U) if S else [[Q(0)] * d] * d
    A = [[x + gap * y for x, y in zip(*rows, strict=True)] for rows in zip(M, flipped, strict=True)]
    if bits is not None:
        A = [[abs(x) + e for x, e in zip(*rows, strict=True)] for rows in zip(A, extra, strict=True)]
    return (total(A) if C is None else inner(times(A, C), A)) <= q


def _generic(U: Rows, W: Rows, r: Q, block: Any) -> bool:
    if block.b_up is not None and not block.translates:
        return False
    if any(total([v]) < r for v in (*U, *turned(W))):
        return False
    for u, v in combinations(U, 2):
        A, B, c = total([u]), total([v]), inner([u], [v])
        if (A - r) * (B - r) < c * c if block.homogeneous else A + B - 2 * abs(c) < 2 * r:
            return False
    return True


def _error(U: Rows, W: Rows, M: Rows, plane: list[int], q: Q) -> bool:
    N, u = len(U), [[row[j] for j in plane] for row in U]
    if N < 2 or not all(map(any, u)):
        return False
    g = min((x[0] * y[1] - x[1] * y[0]) ** 2 / (total([x]) * total([y])) for x, y in combinations(u, 2))
    if q <= 0:
        return True
    if not g or any(total([D]) * total([x]) * g < 144 * q for D, x in zip(turned(W), u, strict=True)):
        return False
    least = 9 * (2 * N + 2) ** 2 * q / g
    for size in range(N + 1):
        for S in combinations(range(N), size):
            B = [
                [row[j] + sum(W[i][k] * u[k][t] for k in S) for t, j in enumerate(plane)]
                for i, row in enumerate(M)
            ]
            p, s, r = (sum(row[i] * row[j] for row in B) for i, j in ((0, 0), (0, 1), (1, 1)))
            # the greatest root of x^2 - (p + r) x + p r - s^2 is below `least`
            if 2 * least > p + r and least * least - (p + r) * least + p * r - s * s > 0:
                return False
    return True


def spare(Z: Rows, U: Rows, W: Rows, M: Rows, gap: Q) -> Q:
    """<Z, M> + sum_k min(0, gap D_k^T Z u_k)."""
    terms = (gap * inner(Z, [[x * y for y in u] for x in D]) for D, u in zip(turned(W), U, strict=True))
    return inner(Z, M) + sum((min(Q(0), t) for t in terms), Q(0))


def exact(rows: Any) -> Rows:
    """The matrix in fractions."""
    return [[Q(*x.as_integer_ratio()) for x in row] for row in rows]


def turned(A: Rows) -> Rows:
    """The transpose."""
    return [list(column) for column in zip(*A, strict=True)]


def times(A: Rows, B: Rows) -> Rows:
    """The product AB."""
    return [
        [sum((x * row[j] for x, row in zip(a, B, strict=True)), Q(0)) for j in range(len(B[0]))] for a in A
    ]


def inner(A: Rows, B: Rows) -> Q:
    """The sum of the products of the entries."""
    return sum((x * y for rows in zip(A, B, strict=True) for x, y in zip(*rows, strict=True)), Q(0))


def total(A: Rows) -> Q:
    """The sum of the squares of the entries."""
    return inner(A, A)


def near(x: Q, m: int) -> int:
    """floor(m x + 1/2)."""
    return floor(m * x + Q(1, 2))


def above(x: Q) -> Q:
    """A square root, or at most 2^-120 more."""
    return Q(isqrt(x.numerator * 4**120 // x.denominator) + 1, 2**120)
