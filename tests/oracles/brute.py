"""Brute force from the definitions: which subsets solve equation (3), and the least width without the skip.

Written from section 6 of the mathematics, not from the kernel: other class representatives (rows divided by
their first nonzero entry), ranks of stacked integer matrices in place of kernel bases, all F and all signs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from itertools import combinations, product
from math import gcd, lcm
from typing import Any

Rows = Sequence[Sequence[Any]]  # int or Fraction
IntRows = list[list[int]]


@dataclass(frozen=True, slots=True)
class Sigma:
    """sigma(z) = (gap/2) z + E(z): the kind of E, and whether sigma(0) is not 0."""

    conic: bool
    gap: Fraction
    constant: bool = False


RELU = Sigma(True, Fraction(1))
GELU = Sigma(False, Fraction(1))
SOFTPLUS = Sigma(False, Fraction(1), constant=True)
ABS = Sigma(True, Fraction(0))


def leaky(slope: Fraction) -> Sigma:
    """Leaky ReLU with this slope."""
    return Sigma(True, 1 + slope)


def identity(d: int) -> list[list[int]]:
    """The identity matrix."""
    return [[int(i == j) for j in range(d)] for i in range(d)]


def subsets(columns: Rows, rows: Rows, target: Rows) -> list[tuple[int, ...]]:
    """All S with sum over k in S of (column k)(row k) = target (a x b), by trying each."""
    n, a, b = len(rows), len(target), len(target[0])
    found = []
    for size in range(n + 1):
        for S in combinations(range(n), size):
            if all(
                sum(columns[i][k] * rows[k][j] for k in S) == target[i][j] for i in range(a) for j in range(b)
            ):
                found.append(S)
    return found


def absorbing_subsets(up: Rows, down: Rows, skip: Rows, gap: Fraction) -> list[tuple[int, ...]]:
    """All S with W_down[:,S] W_up[S,:] = -M/gap."""
    return subsets(down, up, [[-Fraction(x) / gap for x in row] for row in skip])


def least_width(up: Rows, down: Rows, skip: Rows, sigma: Sigma) -> int | None:
    """omega: the fewest neurons that compute M x + W_down sigma(W_up x) without a skip; None: no number does.

    min over F and signs e of n + |F| + 2 rank((T - sum over K not in F of e_K P_K u_K) on the kernel of u_F),
    where T = W_down W_up + (2/gap) M.
    """
    d = len(down)
    even = _even_part(up, down, sigma)
    n = len(even)
    if sigma.gap == 0:
        return None if any(any(row) for row in skip) else n
    linear = [
        [
            sum((Fraction(down[i][k]) * up[k][j] for k in range(len(up))), Fraction(0))
            + 2 / sigma.gap * skip[i][j]
            for j in range(d)
        ]
        for i in range(d)
    ]
    scale = lcm(
        1,
        *(Fraction(x).denominator for row in linear for x in row),
        *(Fraction(p * x).denominator for P, u in even for p in P for x in u),
    )
    T = [[int(x * scale) for x in row] for row in linear]
    ones = [[[int(p * x * scale) for x in u] for p in P] for P, u in even]
    lines = [_cleared(u) for _, u in even]
    best = n + 2 * d
    for size in range(n + 1):
        for F in combinations(range(n), size):
            if n + size >= best:
                return best
            rest = [k for k in range(n) if k not in F]
            U = [lines[k] for k in F]
            base = rank(U)
            for signs in product((1, -1), repeat=len(rest)):
                A = [
                    [
                        T[i][j] - sum(e * ones[k][i][j] for e, k in zip(signs, rest, strict=True))
                        for j in range(d)
                    ]
                    for i in range(d)
                ]
                best = min(best, n + size + 2 * (rank(A + U) - base))
    return best


def class_count(up: Rows, down: Rows, sigma: Sigma) -> int:
    """n, the number of classes with a nonzero even coefficient."""
    return len(_even_part(up, down, sigma))


def tree_count(up: Rows, down: Rows, sigma: Sigma, width: int) -> int:
    """How many trees refute this width: the sets F of size min(width - n, n) (r = 0)."""
    n = class_count(up, down, sigma)
    m = width - n
    return 0 if m < 0 or sigma.gap == 0 else sum(1 for _ in combinations(range(n), min(m, n)))


def rank(rows: IntRows) -> int:
    """The rank over Q of an integer matrix, by cross multiplication."""
    left = [row for row in rows if any(row)]
    count = 0
    while left:
        pivot = left.pop()
        j = next(j for j, x in enumerate(pivot) if x)
        count += 1
        left = [
            new
            for row in left
            if any(new := [pivot[j] * x - row[j] * y for x, y in zip(row, pivot, strict=True)])
        ]
    return count


def _even_part(up: Rows, down: Rows, sigma: Sigma) -> list[tuple[list[Fraction], list[Fraction]]]:
    """The pairs (P_K, u_K) with P_K not zero."""
    even: dict[tuple[Fraction, ...], list[Fraction]] = {}
    for k, w in enumerate(up):
        row = [Fraction(x) for x in w]
        lead = next((x for x in row if x), None)
        if lead is None:
            if not sigma.constant:
                continue
            key, weight = tuple(row), Fraction(1)
        elif sigma.conic:
            key, weight = tuple(x / lead for x in row), abs(lead)
        else:
            key, weight = (tuple(row) if lead > 0 else tuple(-x for x in row)), Fraction(1)
        P = even.setdefault(key, [Fraction(0)] * len(down))
        for i in range(len(down)):
            P[i] += weight * down[i][k]
    return [(P, list(u)) for u, P in even.items() if any(P)]


def _cleared(u: list[Fraction]) -> list[int]:
    """Integers proportional to u."""
    m = lcm(*(x.denominator for x in u))
    row = [int(x * m) for x in u]
    g = reduce(gcd, row) or 1
    return [x // g for x in row]
