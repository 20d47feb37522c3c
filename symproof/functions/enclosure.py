"""Balls that contain the value, or the first Taylor coefficients, of an expression at a rational point.

The balls are python-flint's `arb`, whose arithmetic rounds outward. A ball that is not finite says nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import ceil, floor

from flint import arb, ctx, fmpq

from symproof.functions.expression import Expr, Param
from symproof.functions.interpret import OPEN, Algebra, Open, interpret

PRECISIONS = (64, 192, 640)
"""Bits tried in turn when a value has to be told from zero."""
BITS = 256
"""Bits up to which `bounds` looks for a small denominator step by step."""
HALF = arb(0.5)
LARGEST_POWER = 10**6
"""Integer exponents beyond this are enclosed through exp and log."""


def ball(value: Fraction) -> arb:
    """A ball around the rational number, at the precision in force."""
    return arb(fmpq(value.numerator, value.denominator))


def range_ball(lo: Fraction | None, hi: Fraction | None) -> arb:
    """A ball around all numbers between lo and hi; one that is not finite when an end is None."""
    return arb("nan") if lo is None or hi is None else ball(lo).union(ball(hi))


def dyadic(value: arb) -> Fraction:
    """The value of a ball of radius 0."""
    mantissa, exponent = value.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def bounds(value: arb) -> tuple[Fraction, Fraction]:
    """Rational bounds of a ball, with small denominators where that will do; they exclude 0 when it does.

    Raises:
        ArithmeticError: the ball is not finite.
    """
    if not value.is_finite():
        raise ArithmeticError("an enclosure is not finite")
    low, high = dyadic(value.lower()), dyadic(value.upper())
    near = max(low, -high)
    far = near.denominator.bit_length() - near.numerator.bit_length() if near > 0 else 0
    for bits in (*range(8, BITS, 8), far + 8):
        down, up = Fraction(floor(low * 2**bits), 2**bits), Fraction(ceil(high * 2**bits), 2**bits)
        if down > 0 or up < 0:
            return down, up
    return low, high


def integer_power(base: arb, n: int) -> arb:
    """base ** n for n >= 0 by squaring; python-flint's own ``**`` gives nan when the ball contains 0."""
    total = arb(1)
    for digit in bin(n)[2:]:
        total = total * total
        if digit == "1":
            total = total * base
    return total


def enclose(e: Expr, z: Fraction, bits: int = 64) -> arb:
    """A ball that contains the value of e at z; a ball that is not finite when none was found.

    Args:
        e: an expression.
        z: a rational number.
        bits: working precision; the caller's flint precision is restored.
    """
    with ctx.workprec(bits):
        return interpret(e, _Balls(ball(z)))


def sign_of(value: Callable[[int], arb]) -> int | None:
    """1 or -1 when an enclosure excludes 0; None when none of the `PRECISIONS` does.

    Args:
        value: bits -> a ball around one fixed real number.
    """
    for bits in PRECISIONS:
        with ctx.workprec(bits):
            found = value(bits)
            if found > 0:
                return 1
            if found < 0:
                return -1
    return None


DIRECT: dict[str, Callable[[arb], arb]] = {
    "exp": lambda u: u.exp(),
    "log": lambda u: u.log(),
    "abs": abs,
    "sign": lambda u: u.sgn(),
    "erf": lambda u: u.erf(),
    "erfc": lambda u: u.erfc(),
    "atan": lambda u: u.atan(),
    "sin": lambda u: u.sin(),
    "cos": lambda u: u.cos(),
    "tanh": lambda u: u.tanh(),
    "sinh": lambda u: u.sinh(),
    "cosh": lambda u: u.cosh(),
    "sqrt": lambda u: u.sqrt(),
}


class _Balls(Algebra[arb]):
    """The meaning of an expression as balls around its value at one point."""

    def __init__(self, z: arb) -> None:
        self._z = z

    def number(self, value: Fraction) -> arb:
        return ball(value)

    def variable(self) -> arb:
        return self._z

    def constant(self, name: str) -> arb:
        return arb.pi() if name == "pi" else arb.const_e()

    def parameter(self, parameter: Param) -> arb:
        return range_ball(parameter.lo, parameter.hi)

    def add(self, terms: Sequence[arb]) -> arb:
        return sum(terms, arb(0))

    def mul(self, factors: Sequence[arb]) -> arb:
        total = arb(1)
        for factor in factors:
            total *= factor
        return total

    def div(self, above: arb, below: arb) -> arb:
        return above / below

    def power(self, base: arb, exponent: arb, rational: Fraction | None) -> arb:
        if rational is None:
            return (base.log() * exponent).exp()
        if rational.denominator == 1 and abs(rational) <= LARGEST_POWER:
            raised = integer_power(base, abs(int(rational)))
            return raised if rational >= 0 else 1 / raised
        if rational == Fraction(1, 2):
            return base.sqrt()
        if base.is_zero() and rational > 0:
            return arb(0)
        return (base.log() * exponent).exp()

    def call(self, name: str, args: Sequence[arb]) -> arb | Open:
        if name in {"max", "min"}:
            left, right = args
            return left.max(right) if name == "max" else left.min(right)
        direct = DIRECT.get(name)
        return OPEN if direct is None else direct(args[0])

    def holds(self, condition: arb) -> bool | None:
        return bool(condition > HALF) if condition > HALF or condition < HALF else None

    def undecided(self) -> arb:
        return arb("nan")
