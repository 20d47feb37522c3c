"""Exact linear algebra over the rationals, as little of it as the kernel needs."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd
from operator import mul
from typing import Any

from symproof.reader.numbers import Matrix, fraction, whole

Integers = Sequence[Sequence[int]]
PRIME = 2**61 - 1
CHUNK = 256  # entries that are packed into one integer: it stays in the cache of the processor


def product(A: Matrix, B: Matrix) -> list[list[Fraction]]:
    """The matrix product AB."""
    (left, m), (right, n) = whole(A), whole(B)
    return [[Fraction(x, m * n) for x in row] for row in integer_product(left, right)]


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


def invertible(rows: Integers, p: int) -> bool:
    """Whether elimination modulo p finds a square integer matrix invertible; then det is not 0."""
    return len(rref(rows, p)[1]) == len(rows)


def integer_product(A: Integers, B: Integers, tick: Callable[[], object] = int) -> list[list[int]]:
    """The product AB; of a row of B `CHUNK` entries are one integer, with digits that no sum overflows."""
    result: list[list[int]] = [[] for _ in A]
    most = max((sum(map(abs, row)) for row in A), default=0) or 1
    for start in range(0, len(B[0]) if B else 0, CHUNK):
        part = [row[start : start + CHUNK] for row in B]
        size = (most * max(max(map(abs, row)) for row in part)).bit_length() // 8 + 1
        half = 1 << 8 * size - 1  # a digit lies from -half to half - 1
        zero = int.from_bytes(half.to_bytes(size, "little") * (n := len(part[0])), "little")
        packed = (b"".join((x + half).to_bytes(size, "little") for x in row) for row in part)
        lines = [int.from_bytes(digits, "little") - zero for digits in packed]
        for row, out in zip(A, result, strict=True):
            tick()
            digits = sum(map(mul, row, lines), zero).to_bytes(size * n, "little")
            out += [int.from_bytes(digits[i : i + size], "little") - half for i in range(0, size * n, size)]
    return result
