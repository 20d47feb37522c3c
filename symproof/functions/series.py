"""Taylor coefficients of an expression as balls, by the series arithmetic of python-flint's `arb_series`.

The point may itself be a ball: coefficient n is then a ball around f^(n)(p)/n! for every p in it, which
bounds a Taylor remainder.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

from flint import arb, arb_series, ctx

from symproof.functions.enclosure import HALF, ball, range_ball
from symproof.functions.expression import Expr, Param
from symproof.functions.interpret import OPEN, Algebra, Open, interpret


@contextmanager
def _working(order: int, bits: int) -> Iterator[None]:
    """python-flint's precision and series length, restored at the end."""
    cap = ctx.cap
    try:
        ctx.cap = order + 1
        with ctx.workprec(bits):
            yield
    finally:
        ctx.cap = cap


def taylor_balls(
    e: Expr, point: Fraction | arb, signs: Sequence[int], order: int, bits: int = 128
) -> list[arb]:
    """Balls around the Taylor coefficients 0, ..., order of e; not finite where none was found.

    Args:
        e: an expression.
        point: where to expand, a rational number or a ball of numbers.
        signs: the signs that abs and sign have, in the order of the walk (`pieces.cut`): the expansion is
            that of this piece of e, continued if need be.
        order: the last coefficient.
        bits: working precision.
    """
    with _working(order, bits):
        center = ball(point) if isinstance(point, Fraction) else point
        try:
            found = interpret(e, _Series(center, signs))
        except ValueError:  # a division by a ball that contains 0
            return [arb("nan")] * (order + 1)
        return [found[n] for n in range(order + 1)]


class _Series(Algebra[arb_series]):
    """The meaning of an expression as Taylor series, the signs of abs and sign held fixed."""

    def __init__(self, center: arb, signs: Sequence[int]) -> None:
        self._z = arb_series([center, 1])
        self._signs = list(signs)
        self._met = 0

    def number(self, value: Fraction) -> arb_series:
        return arb_series([ball(value)])

    def variable(self) -> arb_series:
        return self._z

    def constant(self, name: str) -> arb_series:
        return arb_series([arb.pi() if name == "pi" else arb.const_e()])

    def parameter(self, parameter: Param) -> arb_series:
        return arb_series([range_ball(parameter.lo, parameter.hi)])

    def add(self, terms: Sequence[arb_series]) -> arb_series:
        return sum(terms, arb_series([0]))

    def mul(self, factors: Sequence[arb_series]) -> arb_series:
        total = arb_series([1])
        for factor in factors:
            total = total * factor
        return total

    def div(self, above: arb_series, below: arb_series) -> arb_series:
        return above / below

    def power(self, base: arb_series, exponent: arb_series, rational: Fraction | None) -> arb_series:
        if rational is None or rational.denominator != 1:
            return (base.log() * exponent).exp()
        total = self.mul([base] * abs(int(rational)))
        return total if rational >= 0 else arb_series([1]) / total

    def call(self, name: str, args: Sequence[arb_series]) -> arb_series | Open:
        if name in {"abs", "sign"}:
            own = self._signs[self._met]
            self._met += 1
            return own * args[0] if name == "abs" else arb_series([own])
        if name in {"exp", "log", "erf", "atan", "sin", "cos"}:
            return getattr(args[0], name)()
        return OPEN

    def holds(self, condition: arb_series) -> bool | None:
        head = condition[0]
        return bool(head > HALF) if head > HALF or head < HALF else None

    def undecided(self) -> arb_series:
        return arb_series([arb("nan")])
