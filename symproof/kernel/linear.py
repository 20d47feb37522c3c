"""Exact linear algebra over the rationals, as little of it as the kernel needs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd
from operator import mul

from symproof.kernel.numbers import Matrix, fraction, scaled


def product(A: Matrix, B: Matrix) -> list[list[Fraction]]:
    """The matrix product AB."""
    rows, columns = [scaled(row) for row in A], [scaled(column) for column in zip(*B, strict=True)]
    return [[Fraction(sum(map(mul, x, y)), m * n) for y, n in columns] for x, m in rows]


def rref(rows: Matrix) -> tuple[list[list[Fraction]], list[int]]:
    """The nonzero rows of the reduced row echelon form, and the pivot columns; their number is the rank."""
    left = [[fraction(x) for x in row] for row in rows]
    done: list[list[Fraction]] = []
    pivots: list[int] = []
    for j in range(len(left[0]) if left else 0):
        pivot = next((row for row in left if row[j]), None)
        if pivot is not None:
            left.remove(pivot)
            pivot = [x / pivot[j] for x in pivot]
            left, done = (
                [[x - row[j] * y for x, y in zip(row, pivot, strict=True)] if row[j] else row for row in part]
                for part in (left, done)
            )
            done.append(pivot)
            pivots.append(j)
    return done, pivots


def kernel_basis(rows: Matrix, d: int) -> list[list[Fraction]]:
    """A d x b matrix whose columns are a basis of {y in Q^d : rows . y = 0}."""
    reduced, pivots = rref(rows)
    free = [j for j in range(d) if j not in pivots]
    basis = [[Fraction(i == j) for j in free] for i in range(d)]
    for row, i in zip(reduced, pivots, strict=True):
        basis[i] = [-row[j] for j in free]
    return basis


def times(
    T: dict[tuple[int, int], Fraction], B: Sequence[Sequence[Fraction]]
) -> dict[tuple[int, int], Fraction]:
    """The product of a sparse matrix and B."""
    result: dict[tuple[int, int], Fraction] = {}
    for (i, k), x in T.items():
        for j, y in enumerate(B[k]):
            result[i, j] = result.get((i, j), Fraction(0)) + x * y
    return result


def invertible(rows: Sequence[Sequence[int]], p: int) -> bool:
    """Whether elimination modulo p finds a square integer matrix invertible; then det is not 0."""
    left = [[x % p for x in row] for row in rows]
    while left:
        pivot = next((row for row in left if gcd(row[0], p) == 1), None)
        if pivot is None:
            return False
        left.remove(pivot)
        inverse, rest = pow(pivot[0], -1, p), pivot[1:]
        factors = [row[0] * inverse % p for row in left]
        left = [
            [(x - c * y) % p for x, y in zip(row[1:], rest, strict=True)]
            for c, row in zip(factors, left, strict=True)
        ]
    return True
