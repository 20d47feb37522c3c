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

Row = Sequence[Any]  # int or Fraction
Rows = Sequence[Row]
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


def least_width(
    up: Rows, down: Rows, skip: Rows, sigma: Sigma, *, b_up: Row | None = None, b_down: Row | None = None
) -> int | None:
    """omega: the fewest neurons that compute the block without a skip; None when no number does.

    min over F and signs e of n + |F| + 2 rank((T - sum over K not in F of e_K P_K u_K) on the kernel of u_F),
    where T = W_down W_up + (2/gap) M. With hidden biases the rows are (w_k, b_k); constants cost nothing with
    an output bias, else at most one neuron with row 0. Rigid, with rows 0 of irrational values
    and no output bias: a lower bound.
    """
    if b_up is None:
        return _least(_even_part(up, down, sigma), skip, _linear(up, down, skip, sigma), sigma)
    moving = [k for k, w in enumerate(up) if any(w)]
    rows = [[*up[k], b_up[k]] for k in moving]
    columns = [[D[k] for k in moving] for D in down]
    constant = [Fraction(0)] * len(down) if b_down is None else [Fraction(y) for y in b_down]
    still = set(range(len(up))) - set(moving)
    known = b_down is None and (sigma.conic or rational(still, down, b_up, sigma))
    if known:
        for k in still:  # conic: sigma(z) = z for z > 0, (gap - 1) z below; else the even parts cancel
            slope = sigma.gap / 2 if not sigma.conic else Fraction(1) if b_up[k] > 0 else sigma.gap - 1
            constant = [y + D[k] * b_up[k] * slope for y, D in zip(constant, down, strict=True)]
    affine = [[*M, y] for M, y in zip(skip, constant, strict=True)]
    even = _even_part(rows, columns, sigma)
    if sigma.gap == 0:
        return None if any(any(row) for row in skip) else len(even) + (known and any(constant))
    T = _linear(rows, columns, affine, sigma)
    free = _least([(P, u[:-1]) for P, u in even], skip, [row[:-1] for row in T], sigma)
    full = _least(even, affine, T, sigma)
    if free is None or full is None:
        raise ArithmeticError("the gap is not 0")
    return min(full, free + 1) if known else free


def rational(still: set[int], down: Rows, b_up: Row, sigma: Sigma) -> bool:
    """Whether sum D_k E(b_k) over the neurons with row 0 is 0 for a rigid E, for each |b|."""
    return all(
        sum(D[k] for k in still if abs(b_up[k]) == b) == 0
        for b in {abs(b_up[k]) for k in still}
        for D in down
        if b or sigma.constant
    )


def _linear(up: Rows, down: Rows, skip: Rows, sigma: Sigma) -> list[list[Fraction]]:
    """W_down W_up + (2/gap) M, and 0 when the gap is 0."""
    return [
        [sum((Fraction(D[k]) * w[j] for k, w in enumerate(up)), 2 / sigma.gap * m) for j, m in enumerate(M)]
        for D, M in zip(down, skip, strict=True)
        if sigma.gap
    ]


def _least(
    even: list[tuple[list[Fraction], list[Fraction]]], skip: Rows, linear: Rows, sigma: Sigma
) -> int | None:
    """The minimum over F and signs."""
    n = len(even)
    if sigma.gap == 0:
        return None if any(any(row) for row in skip) else n
    a, b = len(linear), len(linear[0])
    scale = lcm(
        1,
        *(Fraction(x).denominator for row in linear for x in row),
        *(Fraction(p * x).denominator for P, u in even for p in P for x in u),
    )
    T = [[int(x * scale) for x in row] for row in linear]
    ones = [[[int(p * x * scale) for x in u] for p in P] for P, u in even]
    lines = [_cleared(u) for _, u in even]
    best = n + 2 * b
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
                        for j in range(b)
                    ]
                    for i in range(a)
                ]
                best = min(best, n + size + 2 * (rank(A + U) - base))
    return best


def class_count(up: Rows, down: Rows, sigma: Sigma) -> int:
    """n, the number of classes with a nonzero even coefficient."""
    return len(_even_part(up, down, sigma))


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
