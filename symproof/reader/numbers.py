"""Exact numbers: what an entry of a matrix is, and the strict spellings that are read.

An entry is an `int`, a `Fraction`, or a `float` that only carries the bits of a binary tensor. Nothing is
computed with floats: the exact ratio of an entry is taken first.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

Number = int | Fraction | float
Matrix = Sequence[Sequence[Number]]
Scaled = tuple[list[int], int]
Sparse = dict[tuple[int, int], Fraction]  # entries of a matrix, the absent ones zero

MAX_DIGITS = 4000  # of a numerator or a denominator: Python refuses to read more than 4300
_SPELLING = re.compile(r"-?[0-9]{1,4000}(?:/[0-9]{1,4000})?|-?[0-9]{1,2000}\.[0-9]{1,2000}")


class Malformed(Exception):
    """The input is not in the format: nothing was checked."""


class BareFloat(str):
    """A JSON number with a point or an exponent, as it was spelt: its value depends on the reading."""

    __slots__ = ()


class Rows(Sequence[Sequence[Number]]):
    """A matrix whose rows are made when they are asked for; equal to every matrix with equal entries."""

    def __init__(self, length: int, row: Callable[[int], Sequence[Number]]) -> None:
        self.length, self.row = length, row

    def __len__(self) -> int:
        return self.length

    def __getitem__(self, at: Any) -> Any:
        found = range(self.length)[at]
        return self.row(found) if isinstance(found, int) else [self.row(i) for i in found]

    def view(self, i: int) -> Sequence[Number]:
        """A row, not copied where the matrix holds it."""
        return self.row(i)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Sequence) and [*map(tuple, self)] == [*map(tuple, other)]

    __hash__ = None  # type: ignore[assignment]


def view(rows: Matrix, i: int) -> Sequence[Number]:
    """A row, not copied where the matrix holds it."""
    return rows.view(i) if isinstance(rows, Rows) else rows[i]


def number(text: object, where: str) -> Fraction:
    """The rational that ``text`` spells: '-3', '2/7' or '0.1' (= 1/10), nothing else."""
    if isinstance(text, BareFloat):
        how = "write a string such as '0.000015' for the decimal"
        raise Malformed(f"{where}: a bare float may mean its decimal or the nearest binary64: {how}")
    if not isinstance(text, str) or not _SPELLING.fullmatch(text):
        raise Malformed(f"{where}: must be '-3', '2/7' or '0.1', of at most 4000 digits, found {brief(text)}")
    try:
        return Fraction(text)
    except ZeroDivisionError:
        raise Malformed(f"{where}: {brief(text)} has denominator zero") from None


def canonical(text: object, where: str) -> Fraction:
    """The rational spelt ``text`` in its one canonical form: p or p/q in lowest terms."""
    value = number(text, where)
    if str(value) != text:
        raise Malformed(f"{where}: {brief(text)} is not in lowest terms, which would be {brief(str(value))}")
    return value


def entry(value: object, where: str) -> Number:
    """An entry of a weight matrix in JSON: an integer, or a string that `number` reads."""
    return value if type(value) in (int, Fraction) else number(value, where)  # type: ignore[return-value]


def brief(value: object) -> str:
    """``value`` as it is shown in a message: at most 40 characters."""
    try:
        text = str(value) if isinstance(value, Fraction) else repr(value)
    except (ValueError, RecursionError):  # too many digits for Python to print, too deeply nested
        text = f"a very large {type(value).__name__}"
    return text if len(text) <= 40 else text[:37] + "..."


def fraction(value: Number) -> Fraction:
    """The exact value of an entry."""
    return Fraction(*value.as_integer_ratio())


def scaled(vector: Iterable[Number]) -> Scaled:
    """Integers v and a denominator m >= 1 with vector = v / m, m the least common denominator."""
    ratios = [x.as_integer_ratio() for x in vector]
    m = lcm(*{q for _, q in ratios})
    return [p * (m // q) for p, q in ratios], m


def whole(rows: Matrix) -> tuple[list[list[int]], int]:
    """Integers and the least denominator m with rows = integers / m."""
    ratios = [[x.as_integer_ratio() for x in row] for row in rows]
    m = lcm(*(denominators := {q for row in ratios for _, q in row}))
    factor = {q: m // q for q in denominators}
    return [[p * factor[q] for p, q in row] for row in ratios], m
