"""Exact linear algebra over the rationals, as little of it as the kernel needs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd
from operator import mul

from symproof.reader.numbers import Matrix, Sparse, fraction, scaled


def product(A: Matrix, B: Matrix) -> list[list[Fraction]]:
    """The matrix product AB."""
    rows, columns = [scaled(row) for row in A], [scaled(column) for column in zip(*B, strict=True)]
    return [[Fraction(sum(map(mul, x, y)), m * n) for y, n in columns] for x, m in rows]


def rref(rows: Matrix) -> tuple[list[list[Fraction]], list[int]]:
    """The nonzero rows of the reduced row echelon form, and the pivot columns; their number is the rank."""
    left, pivots = [[fraction(x) for x in row] for row in rows], list[int]()
    for j in range(len(left[0]) if left else 0):
        done = len(pivots)
        at = next((i for i in range(done, len(left)) if left[i][j]), None)
        if at is not None:
            found = left.pop(at)
            unit = [x / found[j] for x in found]
            left = [[x - r[j] * y for x, y in zip(r, unit, strict=True)] if r[j] else r for r in left]
            left.insert(done, unit)
            pivots.append(j)
    return left[: len(pivots)], pivots


def kernel_basis(rows: Matrix, d: int) -> list[list[Fraction]]:
    """A d x b matrix whose columns are a basis of {y in Q^d : rows . y = 0}."""
    reduced, pivots = rref(rows)
    free = [j for j in range(d) if j not in pivots]
    basis = [[Fraction(i == j) for j in free] for i in range(d)]
    for row, i in zip(reduced, pivots, strict=True):
        basis[i] = [-row[j] for j in free]
    return basis


def times(T: Sparse, B: Sequence[Sequence[Fraction]]) -> Sparse:
    """The product of a sparse matrix and B."""
    result: Sparse = {}
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
        inverse = pow(pivot[0], -1, p)
        unit = [x * inverse % p for x in pivot[1:]]
        left = [[(x - row[0] * y) % p for x, y in zip(row[1:], unit, strict=True)] for row in left]
    return True
