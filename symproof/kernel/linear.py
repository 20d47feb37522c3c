"""Exact linear algebra over the rationals, as little of it as the kernel needs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd, lcm
from operator import mul
from typing import Any

from symproof.reader.numbers import Matrix, fraction, scaled


def product(A: Matrix, B: Matrix) -> list[list[Fraction]]:
    """The matrix product AB; a row of B is one integer, its entries digits in a base beyond all sums."""
    rows, factors = [scaled(row) for row in A], [scaled(row) for row in B]
    m = lcm(*{n for _, n in factors})
    digits = [[x * (m // n) for x in v] for v, n in factors]
    bound = max((sum(map(abs, v)) for v, _ in rows), default=0) * max(
        (abs(x) for v in digits for x in v), default=0
    )
    size, width = bound.bit_length() // 8 + 1, len(digits[0]) if digits else 0
    half = 1 << 8 * size - 1  # digits are kept as digit + half, which is not negative
    shift = int.from_bytes(half.to_bytes(size, "little") * width, "little")
    packed = [
        int.from_bytes(b"".join((x + half).to_bytes(size, "little") for x in v), "little") - shift
        for v in digits
    ]
    result = []
    for v, n in rows:
        total = (sum(map(mul, v, packed)) + shift).to_bytes(size * width, "little")
        parts = (int.from_bytes(total[k : k + size], "little") - half for k in range(0, size * width, size))
        result.append([Fraction(x, m * n) for x in parts])
    return result


def rref(rows: Sequence[Sequence[Any]], p: int = 0) -> tuple[list[list[Any]], list[int]]:
    """The nonzero rows of the reduced row echelon form, and the pivot columns; their number is the rank.

    Modulo ``p``, for integers, pivots are invertible modulo p, and their number is at most the rank over Q.
    """
    left: list[list[Any]] = [[x % p if p else fraction(x) for x in row] for row in rows]
    pivots: list[int] = []
    for j in range(len(left[0]) if left else 0):
        done = len(pivots)
        at = next((i for i in range(done, len(left)) if (gcd(left[i][j], p) == 1 if p else left[i][j])), None)
        if at is not None:
            found = left.pop(at)
            inverse = pow(found[j], -1, p) if p else 1 / found[j]
            unit = [x * inverse % p if p else x * inverse for x in found]
            left = [_minus(row, row[j], unit, p) if row[j] else row for row in left]
            left.insert(done, unit)
            pivots.append(j)
    return left[: len(pivots)], pivots


def _minus(row: list[Any], c: Any, unit: list[Any], p: int) -> list[Any]:
    """row - c unit, modulo p when there is one."""
    pairs = zip(row, unit, strict=True)
    return [(x - c * y) % p for x, y in pairs] if p else [x - c * y for x, y in pairs]


def invertible(rows: Sequence[Sequence[int]], p: int) -> bool:
    """Whether elimination modulo p finds a square integer matrix invertible; then det is not 0."""
    return len(rref(rows, p)[1]) == len(rows)
