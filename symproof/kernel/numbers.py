"""Exact numbers: what an entry of a matrix is, and the strict spellings that are read.

An entry is an `int`, a `Fraction`, or a `float` that only carries the bits of a binary tensor. The kernel
never computes with floats: it takes the exact ratio of an entry first.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm

from symproof.kernel.errors import Malformed

Number = int | Fraction | float
Matrix = Sequence[Sequence[Number]]

MAX_DIGITS = 4000  # Python refuses to read integers of more than 4300 digits

_CANONICAL = re.compile(r"(0|-?[1-9][0-9]*)(?:/([1-9][0-9]*))?")
_WEIGHT = re.compile(r"(-?[0-9]+)(?:/([0-9]+)|\.([0-9]+))?")


def _digits(text: str, where: str) -> int:
    if len(text) > MAX_DIGITS + 1:
        raise Malformed(f"{where}: a number of {len(text)} digits; at most {MAX_DIGITS} are read")
    return int(text)


def canonical(text: object, where: str) -> Fraction:
    """The rational spelt ``text``: ``-?(0|[1-9][0-9]*)(/[1-9][0-9]*)?`` in lowest terms, nothing else."""
    match = _CANONICAL.fullmatch(text) if isinstance(text, str) and text.isascii() else None
    if match is None:
        raise Malformed(f"{where}: a number must be a string such as '-3' or '2/7', found {brief(text)}")
    numerator = _digits(match[1], where)
    if match[2] is None:
        return Fraction(numerator)
    denominator = _digits(match[2], where)
    value = Fraction(numerator, denominator)
    if denominator == 1 or value.denominator != denominator:
        raise Malformed(f"{where}: {brief(text)} is not in lowest terms")
    return value


def weight(value: object, where: str, floats: str | None = None) -> Number:
    """An entry of a JSON weight matrix: an integer, 'p/q', '0.1' (= 1/10), or a bare float with a reading.

    Args:
        value: what the JSON reader returned.
        where: the entry's name in messages.
        floats: ``"decimal"`` or ``"binary"`` says how a bare JSON float is meant; without it, it is refused.
    """
    if isinstance(value, BareFloat):
        return value.read(floats, where)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    match = _WEIGHT.fullmatch(value) if isinstance(value, str) and value.isascii() else None
    if match is None:
        raise Malformed(f"{where}: an entry must be an integer, 'p/q' or '0.1', found {brief(value)}")
    if match[3] is not None:
        return Fraction(_digits(match[1].lstrip("-") + match[3], where), 10 ** len(match[3])) * (
            -1 if match[1].startswith("-") else 1
        )
    numerator, denominator = _digits(match[1], where), _digits(match[2] or "1", where)
    if denominator == 0:
        raise Malformed(f"{where}: {brief(value)} has denominator zero")
    return numerator if denominator == 1 else Fraction(numerator, denominator)


class BareFloat(str):
    """A JSON number with a point or an exponent, as it was spelt: its value depends on the reading."""

    __slots__ = ()

    def read(self, floats: str | None, where: str) -> Number:
        """The number under the reading ``floats``; refused when there is none."""
        if floats == "decimal":
            mantissa, _, exponent = self.lower().partition("e")
            if len(exponent.lstrip("+-")) > 3:  # the value would not fit MAX_DIGITS
                raise Malformed(f"{where}: the exponent of {self} is out of range")
            return weight(mantissa, where) * Fraction(10) ** int(exponent or 0)
        if floats == "binary":
            value = float(self)
            if value in (float("inf"), float("-inf")):
                raise Malformed(f"{where}: {self} is beyond the range of binary64")
            return value
        raise Malformed(
            f"{where}: the bare float {self} has two readings, the decimal it spells and the nearest binary64; "
            f'write "{self}" (a string, decimal) or say --floats decimal or --floats binary'
        )


def brief(value: object) -> str:
    """``value`` as it is shown in a message: at most 40 characters."""
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


def fraction(value: Number) -> Fraction:
    """The exact value of an entry."""
    return Fraction(*value.as_integer_ratio())


def scaled(vector: Iterable[Number]) -> tuple[list[int], int]:
    """Integers v and a denominator m >= 1 with vector = v / m, m the least common denominator."""
    ratios = [x.as_integer_ratio() for x in vector]
    m = lcm(*{q for _, q in ratios})
    return [p * (m // q) for p, q in ratios], m
