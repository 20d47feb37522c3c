"""How fast an expression can grow on z >= 0: |e(z)| <= C (1 + z)**n, read off the expression.

Every rule is an upper bound that holds for all z >= 0, so a bound found is proved; None means none was found.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from symproof.functions import intervals
from symproof.functions.enclosure import ball
from symproof.functions.expression import Expr, Param
from symproof.functions.interpret import OPEN, Algebra, Open, interpret
from symproof.functions.intervals import REALS, Interval

ZERO = Fraction(0)
HALF = Fraction(1, 2)
MAX_ARGUMENT = 1000
"""exp is bounded by a number only up to this argument."""
MAX_POWER = 64
"""Ranges are raised to powers up to this one."""


@dataclass(frozen=True, slots=True)
class Size:
    """Bounds of a function on z >= 0.

    degree n: |u| <= C (1 + z)**n. rate m: |u| <= exp(C (1 + z)**m). range: closed bounds of the values.
    None: no such bound found.
    """

    degree: Fraction | None
    rate: Fraction | None
    range: Interval = REALS


UNKNOWN = Size(None, None)


def growth(e: Expr) -> Fraction | None:
    """A number n with |e(z)| <= C (1 + z)**n for all z >= 0 and some C; None when none was found.

    The definition is assumed to be real for all z >= 0 (`pieces.cut` proves it).

    >>> from symproof.functions.grammar import parse
    >>> print(growth(parse("z*tanh(z)")), growth(parse("exp(z)")))
    1 None
    """
    return interpret(e, _Sizes()).degree


def _size(degree: Fraction | None, rate: Fraction | None, range_: Interval) -> Size:
    """The bounds, with degree and rate 0 for a function whose values stay within two numbers."""
    return Size(ZERO, ZERO, range_) if None not in range_ else Size(degree, rate, range_)


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


class _Sizes(Algebra[Size]):
    """The meaning of an expression as bounds on z >= 0."""

    def number(self, value: Fraction) -> Size:
        return Size(ZERO, ZERO, (value, value))

    def variable(self) -> Size:
        return Size(Fraction(1), HALF, (ZERO, None))

    def constant(self, name: str) -> Size:
        return Size(ZERO, ZERO, (Fraction(3), Fraction(4)) if name == "pi" else (Fraction(2), Fraction(3)))

    def parameter(self, parameter: Param) -> Size:
        return Size(ZERO, ZERO, (parameter.lo, parameter.hi))

    def add(self, terms: Sequence[Size]) -> Size:
        bounds = intervals.total(t.range for t in terms)
        return _size(_largest([t.degree for t in terms]), _largest([_rate(t) for t in terms]), bounds)

    def mul(self, factors: Sequence[Size]) -> Size:
        bounds: Interval = (Fraction(1), Fraction(1))
        for factor in factors:
            bounds = intervals.times(bounds, factor.range)
        return _size(_total([f.degree for f in factors]), _largest([_rate(f) for f in factors]), bounds)

    def div(self, above: Size, below: Size) -> Size:
        return self.mul([above, _inverse(below)])

    def power(self, base: Size, exponent: Size, rational: Fraction | None) -> Size:
        if rational is None:
            return UNKNOWN
        n = abs(rational)
        if n == 0:
            return self.number(Fraction(1))
        if n.denominator == 1:
            bounds = intervals.raised(base.range, int(n)) if n <= MAX_POWER else REALS
        else:
            bounds = intervals.root(base.range, n)
        size = _size(None if base.degree is None else base.degree * n, _rate(base), bounds)
        return size if rational > 0 else _inverse(size)

    def call(self, name: str, args: Sequence[Size]) -> Size | Open:
        u = args[0]
        match name:
            case "exp":
                return _exp(u)
            case "log":
                return _log(u)
            case "abs":
                return _size(u.degree, u.rate, intervals.of_function(name, u.range))
            case "sign" | "erf" | "atan" | "sin" | "cos":
                return Size(ZERO, ZERO, intervals.of_function(name, u.range))
            case "max" | "min":
                v = args[1]
                bounds = intervals.extreme(name, u.range, v.range)
                return _size(_largest([u.degree, v.degree]), _largest([_rate(u), _rate(v)]), bounds)
        return OPEN

    def holds(self, condition: Size) -> bool | None:
        return None

    def undecided(self) -> Size:
        return UNKNOWN

    def cases(self, branches: Sequence[tuple[Callable[[], Size], Callable[[], Size]]]) -> Size:
        """Bounds that hold whichever branch applies."""
        sizes = [value() for _, value in branches]
        low, high = intervals.hull(size.range for size in sizes)
        return _size(_largest([s.degree for s in sizes]), _largest([_rate(s) for s in sizes]), (low, high))


def _inverse(u: Size) -> Size:
    """1/u when u keeps away from 0."""
    bounds = intervals.inverse(u.range)
    return UNKNOWN if bounds is None else Size(ZERO, ZERO, bounds)


def _exp(u: Size) -> Size:
    low, _ = intervals.of_function("exp", u.range)
    hi = u.range[1]
    if hi is None or hi > MAX_ARGUMENT:
        return Size(None, u.degree, (low, None))
    top = Fraction(int(ball(hi).exp().upper().ceil().unique_fmpz() or 0))
    return Size(ZERO, ZERO, (low, top)) if top > 0 else Size(None, u.degree, (low, None))


def _log(u: Size) -> Size:
    """log u for u >= lo > 0: |log u| is at most |log lo| plus the rate of u."""
    lo = u.range[0]
    if lo is None or lo <= 0:
        return UNKNOWN
    rate = _rate(u)
    return _size(rate, rate, intervals.of_function("log", u.range))
