"""One walk over expressions for every meaning of them: exact values, balls, power series, reduced fractions.

An `Algebra` says what numbers, sums, powers and the primitive functions are; `interpret` does the rest. Names
that are abbreviations are opened at the level of values, never of trees, so the work is linear in the text.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from functools import partial
from typing import Generic, TypeVar

from symproof.functions.definitions import define
from symproof.functions.expression import (
    Add,
    Call,
    Cases,
    Compare,
    Const,
    Div,
    Expr,
    Mul,
    Neg,
    Num,
    Param,
    Pow,
    Var,
)
from symproof.functions.library import PRIMITIVES

T = TypeVar("T")


class Open(Enum):
    """What `Algebra.call` returns to have the definition of a function opened."""

    DEFINITION = "definition"


OPEN = Open.DEFINITION


@dataclass(frozen=True, slots=True)
class Hole(Expr):
    """A leaf that carries a value already computed."""

    value: object


class Algebra(ABC, Generic[T]):
    """The meaning of the nodes in one domain of values."""

    @abstractmethod
    def number(self, value: Fraction) -> T:
        """A rational number."""

    @abstractmethod
    def variable(self) -> T:
        """The variable z."""

    @abstractmethod
    def constant(self, name: str) -> T:
        """``pi`` or ``E``."""

    @abstractmethod
    def parameter(self, parameter: Param) -> T:
        """A parameter, of which its bounds are known."""

    @abstractmethod
    def add(self, terms: Sequence[T]) -> T:
        """The sum."""

    @abstractmethod
    def mul(self, factors: Sequence[T]) -> T:
        """The product."""

    @abstractmethod
    def div(self, above: T, below: T) -> T:
        """The quotient."""

    @abstractmethod
    def power(self, base: T, exponent: T, rational: Fraction | None) -> T:
        """base ** exponent; ``rational`` is the exponent when it is a rational number."""

    @abstractmethod
    def call(self, name: str, args: Sequence[T]) -> T | Open:
        """The value of a function; OPEN to have its definition opened. Primitives must have a value."""

    def neg(self, term: T) -> T:
        """Minus the term."""
        return self.mul([self.number(Fraction(-1)), term])

    @abstractmethod
    def holds(self, condition: T) -> bool | None:
        """Whether the value of a condition is 1 or 0; None: not known."""

    @abstractmethod
    def undecided(self) -> T:
        """The value of cases of which it is not known which one applies; may raise."""

    def cases(self, branches: Sequence[tuple[Callable[[], T], Callable[[], T]]]) -> T:
        """The value of the first branch (condition, value) whose condition holds; no other is formed."""
        for condition, value in branches:
            holds = self.holds(condition())
            if holds is not False:
                return value() if holds else self.undecided()
        return self.undecided()

    def rational(self, e: Expr, value: T) -> Fraction | None:
        """The exponent e, of this value, when it is a rational number."""
        return rational(e)


def interpret(e: Expr, algebra: Algebra[T]) -> T:
    """The value of e in the algebra.

    Raises:
        TypeError: when e is not an expression or the algebra leaves a primitive function open.
    """

    def walk(node: Expr) -> T:
        match node:
            case Hole(value):
                return value  # type: ignore[return-value]
            case Num(number):
                return algebra.number(number)
            case Var():
                return algebra.variable()
            case Const(name):
                return algebra.constant(name)
            case Param():
                return algebra.parameter(node)
            case Add(terms):
                return algebra.add([walk(term) for term in terms])
            case Neg(term):
                return algebra.neg(walk(term))
            case Mul(factors):
                return algebra.mul([walk(factor) for factor in factors])
            case Div(above, below):
                return algebra.div(walk(above), walk(below))
            case Pow(base, exponent):
                power = walk(exponent)
                return algebra.power(walk(base), power, algebra.rational(exponent, power))
        return branching(node)

    def branching(node: Expr) -> T:
        match node:
            case Call(name, args):
                return apply(name, [walk(arg) for arg in args])
            case Compare(left, op, right):
                larger, smaller = (left, right) if op[0] == ">" else (right, left)
                at_zero = algebra.number(Fraction(int(op.endswith("="))))
                return apply("heaviside", [walk(larger - smaller), at_zero])
            case Cases(values, conditions):
                pairs = zip(conditions, values, strict=True)
                return algebra.cases([(partial(walk, c), partial(walk, v)) for c, v in pairs])
        raise TypeError(f"not an expression: {node!r}")

    def apply(name: str, args: list[T]) -> T:
        value = algebra.call(name, args)
        if not isinstance(value, Open):
            return value
        meaning = define(Call(name, tuple(Hole(arg) for arg in args)))
        if meaning is None:
            raise TypeError(f"{type(algebra).__name__} has no value for the primitive function {name}")
        return walk(meaning)

    return walk(e)


MAX_BITS = 10**5
"""Exact values beyond this size are given up: they only come from towers of powers."""


class _Exact(Algebra[Fraction | None]):
    """Rational values; None where rational arithmetic, abs and sign do not suffice or there is no value."""

    def __init__(self, z: Fraction | None) -> None:
        self._z = z

    def number(self, value: Fraction) -> Fraction | None:
        return value

    def variable(self) -> Fraction | None:
        return self._z

    def constant(self, name: str) -> Fraction | None:
        return None

    def parameter(self, parameter: Param) -> Fraction | None:
        return None

    def add(self, terms: Sequence[Fraction | None]) -> Fraction | None:
        known = [term for term in terms if term is not None]
        return _small(sum(known, Fraction(0))) if len(known) == len(terms) else None

    def mul(self, factors: Sequence[Fraction | None]) -> Fraction | None:
        total: Fraction | None = Fraction(1)
        for factor in factors:
            total = None if total is None or factor is None else _small(total * factor)
        return total

    def div(self, above: Fraction | None, below: Fraction | None) -> Fraction | None:
        return _small(above / below) if above is not None and below else None

    def power(
        self, base: Fraction | None, exponent: Fraction | None, rational: Fraction | None
    ) -> Fraction | None:
        if base is None or rational is None or rational.denominator != 1 or (base == 0 and rational < 0):
            return None
        if base in {0, 1}:
            return base if rational else Fraction(1)
        bits = max(base.numerator.bit_length(), base.denominator.bit_length())
        return base ** int(rational) if bits * abs(rational) <= MAX_BITS else None

    def rational(self, e: Expr, value: Fraction | None) -> Fraction | None:
        return value

    def holds(self, condition: Fraction | None) -> bool | None:
        return None if condition is None else bool(condition)

    def undecided(self) -> Fraction | None:
        return None

    def call(self, name: str, args: Sequence[Fraction | None]) -> Fraction | Open | None:
        if name not in PRIMITIVES:
            return OPEN
        first = args[0]
        if first is None or name not in {"abs", "sign"}:
            return None
        return abs(first) if name == "abs" else Fraction((first > 0) - (first < 0))


def _small(value: Fraction) -> Fraction | None:
    return value if max(value.numerator.bit_length(), value.denominator.bit_length()) <= MAX_BITS else None


def exact(e: Expr, z: Fraction) -> Fraction | None:
    """The value of e at z when rational arithmetic, abs and sign suffice to compute it; else None.

    Args:
        e: an expression.
        z: a rational number.
    """
    return interpret(e, _Exact(z))


def rational(e: Expr) -> Fraction | None:
    """The value of an expression without z, when `exact` finds one; else None."""
    return interpret(e, _Exact(None))
