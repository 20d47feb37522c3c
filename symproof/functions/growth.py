"""How fast an expression can grow on z >= 0: |e(z)| <= C (1 + z)**n, read off the expression.

Every rule is an upper bound that holds for all z >= 0, so a bound found is proved; None means none was found.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil

from symproof.functions.definitions import FUNCTIONS, Growth
from symproof.functions.enclosure import ball
from symproof.functions.expression import Expr
from symproof.functions.interpret import OPEN, Algebra, Open, interpret
from symproof.functions.sign import Bound, raised, times

ZERO = Fraction(0)
HALF = Fraction(1, 2)
MAX_ARGUMENT = 1000
"""exp is bounded by a number only up to this argument."""


@dataclass(frozen=True, slots=True)
class Size:
    """Bounds of a function on z >= 0.

    degree n: |u| <= C (1 + z)**n. rate m: |u| <= exp(C (1 + z)**m). range: closed bounds of the values.
    None: no such bound found.
    """

    degree: Fraction | None
    rate: Fraction | None
    range: Bound = (None, None)


UNKNOWN = Size(None, None)


def growth(e: Expr) -> Fraction | None:
    """A number n with |e(z)| <= C (1 + z)**n for all z >= 0 and some C; None when none was found.

    The definition is assumed to be real for all z >= 0 (`pieces.cut` proves it).
    """
    return interpret(e, _Sizes()).degree


def _largest(values: Sequence[Fraction | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return max(known) if len(known) == len(values) else None


def _total(values: Sequence[Fraction | None]) -> Fraction | None:
    known = [value for value in values if value is not None]
    return sum(known, ZERO) if len(known) == len(values) else None


def _rate(size: Size) -> Fraction | None:
    """A rate, also from the degree: (1 + z)**n <= exp(C (1 + z)**(1/2))."""
    of_degree = None if size.degree is None else HALF if size.degree > 0 else ZERO
    known = [r for r in (size.rate, of_degree) if r is not None]
    return min(known) if known else None


_RANGES: dict[str, Bound] = {
    "sign": (Fraction(-1), Fraction(1)),
    "erf": (Fraction(-1), Fraction(1)),
    "atan": (Fraction(-2), Fraction(2)),
    "sin": (Fraction(-1), Fraction(1)),
    "cos": (Fraction(-1), Fraction(1)),
    "heaviside": (ZERO, Fraction(1)),
    "tanh": (Fraction(-1), Fraction(1)),
    "erfc": (ZERO, Fraction(2)),
    "Phi": (ZERO, Fraction(1)),
    "logistic": (ZERO, Fraction(1)),
    "sigmoid": (ZERO, Fraction(1)),
    "softsign": (Fraction(-1), Fraction(1)),
    "relu6": (ZERO, Fraction(6)),
    "hardtanh": (Fraction(-1), Fraction(1)),
    "hardsigmoid": (ZERO, Fraction(1)),
    "relu": (ZERO, None),
    "softplus": (ZERO, None),
}


class _Sizes(Algebra[Size]):
    """The meaning of an expression as bounds on z >= 0."""

    def number(self, value: Fraction) -> Size:
        return Size(ZERO, ZERO, (value, value))

    def variable(self) -> Size:
        return Size(Fraction(1), HALF, (ZERO, None))

    def constant(self, name: str) -> Size:
        return Size(ZERO, ZERO, (Fraction(3), Fraction(4)) if name == "pi" else (Fraction(2), Fraction(3)))

    def add(self, terms: Sequence[Size]) -> Size:
        low, high = _total([t.range[0] for t in terms]), _total([t.range[1] for t in terms])
        return Size(_largest([t.degree for t in terms]), _largest([_rate(t) for t in terms]), (low, high))

    def mul(self, factors: Sequence[Size]) -> Size:
        bound: Bound = (Fraction(1), Fraction(1))
        for factor in factors:
            bound = times(bound, factor.range)
        return Size(_total([f.degree for f in factors]), _largest([_rate(f) for f in factors]), bound)

    def div(self, above: Size, below: Size) -> Size:
        return self.mul([above, _inverse(below)])

    def power(self, base: Size, exponent: Size, rational: Fraction | None) -> Size:
        if rational is None:
            return UNKNOWN
        n = abs(rational)
        if n == 0:
            return self.number(Fraction(1))
        if n.denominator == 1:
            bound = raised(base.range, int(n)) if n <= 64 else (None, None)
        else:
            bound = _root_floor(base.range[0], n), None
        size = Size(None if base.degree is None else base.degree * n, _rate(base), bound)
        return size if rational > 0 else _inverse(size)

    def call(self, name: str, args: Sequence[Size]) -> Size | Open:
        u = args[0]
        match name:
            case "exp":
                return _exp(u)
            case "log":
                return _log(u)
            case "abs":
                return Size(u.degree, u.rate, _absolute(u.range))
            case "max" | "min":
                return _extreme(name, *args)
        kind = FUNCTIONS[name].growth
        if kind is Growth.OTHER:
            return OPEN
        bound = _RANGES.get(name, (None, None))
        if kind is Growth.BOUNDED:
            return Size(ZERO, ZERO, bound)
        return Size(None if u.degree is None else max(u.degree, ZERO), _rate(u), bound)


def _root_floor(lo: Fraction | None, n: Fraction) -> Fraction:
    """A lower bound of u**n for u >= lo, u >= 0."""
    if lo is None or lo <= 0:
        return ZERO
    return Fraction(1) if lo >= 1 else lo ** ceil(n)


def _inverse(u: Size) -> Size:
    """1/u when u keeps away from 0."""
    lo, hi = u.range
    if (lo is None or lo <= 0) and (hi is None or hi >= 0):
        return UNKNOWN
    if lo is not None and lo > 0:
        return Size(ZERO, ZERO, (ZERO if hi is None else 1 / hi, 1 / lo))
    if hi is not None and hi < 0:
        return Size(ZERO, ZERO, (1 / hi, ZERO if lo is None else 1 / lo))
    return UNKNOWN


def _exp(u: Size) -> Size:
    lo, hi = u.range
    low = Fraction(1) if lo is not None and lo >= 0 else ZERO
    if hi is None or hi > MAX_ARGUMENT:
        return Size(None, u.degree, (low, None))
    top = Fraction(int(ball(hi).exp().upper().ceil().unique_fmpz() or 0))
    return Size(ZERO, ZERO, (low, top)) if top > 0 else Size(None, u.degree, (low, None))


def _log(u: Size) -> Size:
    """log u for u >= lo > 0: |log u| is at most |log lo| plus the rate of u."""
    lo, hi = u.range
    if lo is None or lo <= 0:
        return UNKNOWN
    rate = _rate(u)
    low = ZERO if lo >= 1 else None
    return Size(rate, rate, (low, ZERO if hi is not None and hi <= 1 else None))


def _absolute(bound: Bound) -> Bound:
    lo, hi = bound
    ends = [abs(end) for end in bound if end is not None]
    low = lo if lo is not None and lo >= 0 else -hi if hi is not None and hi <= 0 else ZERO
    return low, max(ends) if len(ends) == 2 else None


def _extreme(name: str, u: Size, v: Size) -> Size:
    pick = max if name == "max" else min
    ends: list[Fraction | None] = []
    for i in range(2):
        a, b = u.range[i], v.range[i]
        both = pick(a, b) if a is not None and b is not None else None
        one_enough = (name == "max") == (i == 0)
        ends.append(both if both is not None or not one_enough else a if b is None else b)
    return Size(_largest([u.degree, v.degree]), _largest([_rate(u), _rate(v)]), (ends[0], ends[1]))
