"""An expression as a SymPy object, built node by node: never from text."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import sympy

from symproof.functions.convert import convert
from symproof.functions.expression import Expr, Param
from symproof.functions.field import Field, settle
from symproof.functions.interpret import OPEN, Algebra, Open, interpret
from symproof.functions.pieces import continuous_at, cut, value

Z = sympy.Symbol("z", real=True)
"""The one symbol: SymPy symbols of the same name with other assumptions are different."""


def to_sympy(e: Expr) -> Any:
    """The expression with z as the real symbol `Z`; abs and sign stay SymPy's Abs and sign.

    Args:
        e: an expression.
    """
    return interpret(e, _Symbolic())


def piecewise(e: Expr) -> Any:
    """The expression as a SymPy Piecewise with one analytic formula a piece, reduced.

    Every break point b stands in a piece whose formula has the value of e there, or in one of its own.

    Raises:
        Undefined, Unresolved: when the expression cannot be cut into pieces.
    """
    pieces = cut(e)
    if not pieces.breaks:
        return to_sympy(e)
    branches: list[tuple[Any, Any]] = []
    for i, piece in enumerate(pieces.pieces):
        formula = settle(piece.domain, lambda field: _normal(e, field))
        if i == len(pieces.breaks):
            branches.append((to_sympy(formula), True))
            break
        b = pieces.breaks[i]
        edge = sympy.Rational(b.numerator, b.denominator)
        branches.append((to_sympy(formula), sympy.StrictLessThan(Z, edge)))
        if not continuous_at(e, pieces, i):
            branches.append((to_sympy(value(e, b)), sympy.Eq(Z, edge)))
    return sympy.Piecewise(*branches)


def _normal(e: Expr, field: Field) -> Expr:
    return field.expr(convert(e, field, field.poly(field.gen("z").poly)).value)


class _Symbolic(Algebra[Any]):
    """The meaning of an expression as a SymPy expression."""

    def number(self, value: Fraction) -> Any:
        return sympy.Rational(value.numerator, value.denominator)

    def variable(self) -> Any:
        return Z

    def constant(self, name: str) -> Any:
        return sympy.pi if name == "pi" else sympy.E

    def parameter(self, parameter: Param) -> Any:
        positive = True if parameter.lo is not None and parameter.lo >= 0 else None
        return sympy.Symbol(parameter.name, real=True, positive=positive)

    def add(self, terms: Sequence[Any]) -> Any:
        return sympy.Add(*terms)

    def mul(self, factors: Sequence[Any]) -> Any:
        return sympy.Mul(*factors)

    def div(self, above: Any, below: Any) -> Any:
        return above / below

    def power(self, base: Any, exponent: Any, rational: Fraction | None) -> Any:
        return sympy.Pow(base, exponent)

    def holds(self, condition: Any) -> bool | None:
        return None

    def undecided(self) -> Any:
        return sympy.nan

    def cases(self, branches: Sequence[tuple[Callable[[], Any], Callable[[], Any]]]) -> Any:
        """SymPy's Piecewise; a condition is that its indicator is 1."""
        return sympy.Piecewise(*((value(), sympy.Eq(condition(), 1)) for condition, value in branches))

    def call(self, name: str, args: Sequence[Any]) -> Any | Open:
        known = {
            "exp": sympy.exp,
            "log": sympy.log,
            "abs": sympy.Abs,
            "sign": sympy.sign,
            "erf": sympy.erf,
            "atan": sympy.atan,
            "sin": sympy.sin,
            "cos": sympy.cos,
            "sqrt": sympy.sqrt,
            "tanh": sympy.tanh,
            "sinh": sympy.sinh,
            "cosh": sympy.cosh,
        }
        return known[name](args[0]) if name in known else OPEN
