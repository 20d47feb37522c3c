"""Exact linear algebra over the rationals, as little of it as the kernel needs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from operator import mul
from typing import Any

from symproof.reader.numbers import Matrix, fraction, scaled

PRIME = 2**61 - 1


def product(A: Matrix, B: Matrix) -> list[list[Fraction]]:
    """The matrix product AB."""
    rows, factors = [scaled(row) for row in A], [scaled(row) for row in B]
    m = lcm(*{n for _, n in factors})
    found = integer_product([v for v, _ in rows], [[x * (m // n) for x in v] for v, n in factors])
    return [[Fraction(x, m * n) for x in row] for row, (_, n) in zip(found, rows, strict=True)]


def rref(rows: Sequence[Sequence[Any]], p: int = 0) -> tuple[list[list[Any]], list[int]]:
    """Nonzero rows of the reduced echelon form over Q, or modulo p with invertible pivots; pivot columns."""
    left: list[list[Any]] = [[x % p if p else fraction(x) for x in row] for row in rows]
    pivots: list[int] = []
    for j in range(len(left[0]) if left else 0):
        done = len(pivots)
        at = next((i for i in range(done, len(left)) if (gcd(left[i][j], p) == 1 if p else left[i][j])), None)
        if at is not None:
            found = left.pop(at)
            inverse = pow(found[j], -1, p) if p else 1 / found[j]
            unit = [x * inverse % p if p else x * inverse for x in found]
            for i, row in enumerate(left):
                if c := row[j]:
                    left[i] = [(x - c * y) % p if p else x - c * y for x, y in zip(row, unit, strict=True)]
            left.insert(done, unit)
            pivots.append(j)
    return left[: len(pivots)], pivots


def invertible(rows: Sequence[Sequence[int]], p: int) -> bool:
    """Whether elimination modulo p finds a square integer matrix invertible; then det is not 0."""
    return len(rref(rows, p)[1]) == len(rows)


def integer_product(A: Sequence[Sequence[int]], B: Sequence[Sequence[int]]) -> list[list[int]]:
    """The product of integer matrices; a row of B is one integer, with digits that no sum overflows."""
    n = len(B[0]) if B else 0
    left, right = (max((abs(x) for row in M for x in row), default=0) for M in (A, B))
    size = (max(len(B) * left, 1) * right).bit_length() // 8 + 1  # bytes of a digit
    half = 1 << 8 * size - 1  # it lies from -half to half - 1

    def packed(row: Sequence[int]) -> int:
        return int.from_bytes(b"".join((x + half).to_bytes(size, "little") for x in row), "little")

    zero, result = packed([0] * n), []
    lines = [packed(row) - zero for row in B]
    for row in A:
        digits = sum(map(mul, row, lines), zero).to_bytes(size * n, "little")
        result.append(
            [int.from_bytes(digits[i : i + size], "little") - half for i in range(0, size * n, size)]
        )
    return result
