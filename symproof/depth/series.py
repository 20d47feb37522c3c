"""Rational Taylor series of an expression at 0, exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from fractions import Fraction

from flint import ctx, fmpq, fmpq_series

from symproof.errors import Malformed
from symproof.functions.expression import Expr, Param
from symproof.functions.interpret import OPEN, Algebra, Open, interpret


def taylor(expression: Expr, K: int) -> list[Fraction]:
    """The coefficients of 1, z, ..., z^(K-1) of an expression at 0.

    Args:
        expression: in z.
        K: how many coefficients.

    Raises:
        Malformed: they are not all rational, or it is not shown that they are (erf, log 2), or the
            expression has no Taylor series at 0.

    >>> from symproof.functions.grammar import parse
    >>> print(*taylor(parse("z/(1+exp(-z))"), 5))
    0 1/2 1/4 0 -1/48
    """
    with order(K):
        try:
            found = interpret(expression, _Rational()).coeffs()
        except (ValueError, ZeroDivisionError, NotImplementedError) as error:
            raise Malformed(f"no rational Taylor series at 0 was found: {error}") from None
    known = [Fraction(int(a.p), int(a.q)) for a in found[:K]]
    return known + [Fraction(0)] * (K - len(known))


@contextmanager
def order(K: int) -> Iterator[None]:
    """flint's power series to that order."""
    before, ctx.cap = ctx.cap, K
    try:
        yield
    finally:
        ctx.cap = before


class _Rational(Algebra[fmpq_series]):
    """The meaning of an expression as a power series over Q."""

    def number(self, value: Fraction) -> fmpq_series:
        return fmpq_series([fmpq(value.numerator, value.denominator)])

    def variable(self) -> fmpq_series:
        return fmpq_series([0, 1])

    def constant(self, name: str) -> fmpq_series:
        raise ValueError(f"{name} is not rational")

    def parameter(self, parameter: Param) -> fmpq_series:
        raise ValueError("a parameter has no one value")

    def add(self, terms: Sequence[fmpq_series]) -> fmpq_series:
        return sum(terms, fmpq_series([0]))

    def mul(self, factors: Sequence[fmpq_series]) -> fmpq_series:
        total = fmpq_series([1])
        for factor in factors:
            total = total * factor
        return total

    def div(self, above: fmpq_series, below: fmpq_series) -> fmpq_series:
        return above / below

    def power(self, base: fmpq_series, exponent: fmpq_series, rational: Fraction | None) -> fmpq_series:
        if rational is None:
            return (base.log() * exponent).exp()
        if rational.denominator != 1:
            return (base.log() * self.number(rational)).exp()
        total = self.mul([base] * abs(int(rational)))
        return total if rational >= 0 else fmpq_series([1]) / total

    def call(self, name: str, args: Sequence[fmpq_series]) -> fmpq_series | Open:
        if name in {"exp", "log", "atan", "sin", "cos"}:
            return getattr(args[0], name)()
        if name in {"abs", "sign", "erf"}:
            raise ValueError(f"{name} has no rational series there")
        return OPEN
