"""Arithmetic of closed intervals with rational ends; an end that is None is unbounded.

An unbounded end times 0 counts as 0: the end is approached, never reached.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from math import ceil

Interval = tuple[Fraction | None, Fraction | None]
"""Closed bounds of the values of a function; None: unbounded on that side."""

REALS: Interval = (None, None)
ZERO, ONE = Fraction(0), Fraction(1)


def total(intervals: Iterable[Interval]) -> Interval:
    """Bounds of a sum."""
    parts = list(intervals)
    lows = [lo for lo, _ in parts if lo is not None]
    highs = [hi for _, hi in parts if hi is not None]
    return (
        sum(lows, ZERO) if len(lows) == len(parts) else None,
        sum(highs, ZERO) if len(highs) == len(parts) else None,
    )


def hull(intervals: Iterable[Interval]) -> Interval:
    """Bounds of one of several functions, whichever it is."""
    parts = list(intervals)
    lows = [lo for lo, _ in parts if lo is not None]
    highs = [hi for _, hi in parts if hi is not None]
    return (
        min(lows) if len(lows) == len(parts) else None,
        max(highs) if len(highs) == len(parts) else None,
    )


def times(left: Interval, right: Interval) -> Interval:
    """Bounds of a product."""
    ends = [_end(a, i, b, j) for i, a in enumerate(left) for j, b in enumerate(right)]
    finite = [value for kind, value in ends if kind == 0]
    lo = None if any(kind < 0 for kind, _ in ends) else min(finite, default=None)
    hi = None if any(kind > 0 for kind, _ in ends) else max(finite, default=None)
    return lo, hi


def _end(a: Fraction | None, i: int, b: Fraction | None, j: int) -> tuple[int, Fraction]:
    """The product of two ends: (0, value), or (-1 or 1, 0) for an infinite one. i, j: 0 lower, 1 upper."""
    if a is not None and b is not None:
        return 0, a * b
    left = (1 if i else -1) if a is None else (a > 0) - (a < 0)
    right = (1 if j else -1) if b is None else (b > 0) - (b < 0)
    return left * right, ZERO


def raised(u: Interval, n: int) -> Interval:
    """Bounds of a power, n >= 1."""
    lo, hi = u
    if n % 2:
        return (None if lo is None else lo**n), (None if hi is None else hi**n)
    if lo is not None and lo >= 0:
        return lo**n, (None if hi is None else hi**n)
    if hi is not None and hi <= 0:
        return hi**n, (None if lo is None else lo**n)
    return ZERO, (None if lo is None or hi is None else max(lo**n, hi**n))


def root(u: Interval, q: Fraction) -> Interval:
    """Bounds of u**q for u >= 0, q > 0."""
    lo = u[0]
    return (ZERO if lo is None or lo <= 0 else ONE if lo >= 1 else lo ** ceil(q)), None


def inverse(u: Interval) -> Interval | None:
    """Bounds of 1/u; None when u may come near 0."""
    lo, hi = u
    if lo is not None and lo > 0:
        return (ZERO if hi is None else 1 / hi), 1 / lo
    if hi is not None and hi < 0:
        return 1 / hi, (ZERO if lo is None else 1 / lo)
    return None


def extreme(name: str, u: Interval, v: Interval) -> Interval:
    """Bounds of max(u, v) or min(u, v)."""
    pick = max if name == "max" else min
    ends: list[Fraction | None] = []
    for i in range(2):
        a, b = u[i], v[i]
        one_is_enough = (name == "max") == (i == 0)
        if a is not None and b is not None:
            ends.append(pick(a, b))
        else:
            ends.append((b if a is None else a) if one_is_enough else None)
    return ends[0], ends[1]


def of_function(name: str, u: Interval) -> Interval:
    """Bounds of a primitive function, or of a root, of an argument within u where it is defined."""
    lo, hi = u
    positive, negative = lo is not None and lo >= 0, hi is not None and hi <= 0
    match name:
        case "exp":
            return ONE if positive else ZERO, ONE if negative else None
        case "root":
            return ZERO, None
        case "log":
            return (ZERO if lo is not None and lo >= 1 else None), (
                ZERO if hi is not None and hi <= 1 else None
            )
        case "abs":
            ends = [abs(end) for end in u if end is not None]
            least = lo if positive else -hi if negative and hi is not None else ZERO
            return least, max(ends) if len(ends) == 2 else None
        case "erf" | "sign":
            return ZERO if positive else -ONE, ZERO if negative else ONE
        case "atan":
            return 2 * (ZERO if positive else -ONE), 2 * (ZERO if negative else ONE)
        case "sin" | "cos":
            return -ONE, ONE
    raise ValueError(f"not a primitive function: {name}")
