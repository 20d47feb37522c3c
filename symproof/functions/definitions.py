"""The functions an expression may name, each defined through eight primitive ones.

The primitives are exp, log, abs, sign, erf, atan, sin and cos; everything else is an abbreviation. What a
name means is therefore said once, here, and every decision is made on the definition.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction

from symproof.functions.expression import PI, Call, Expr, Num, call, children, rebuild


class Growth(Enum):
    """What is known of |f(u)| as u runs through the real numbers."""

    BOUNDED = "bounded"
    LINEAR = "at most C (1 + |u|)"
    OTHER = "other"


@dataclass(frozen=True, slots=True)
class Function:
    """A function name: how many arguments, its definition (None: primitive), how fast it can grow."""

    name: str
    arity: int
    expand: Callable[..., Expr] | None
    growth: Growth = Growth.OTHER


ONE = Num(Fraction(1))
HALF = Num(Fraction(1, 2))


def exp(u: Expr) -> Expr:
    """The node exp(u)."""
    return call("exp", u)


def sqrt(u: Expr) -> Expr:
    """The node u**(1/2), the nonnegative square root."""
    return u**HALF


def _clip(u: Expr, low: int, high: int) -> Expr:
    return call("min", call("max", u, Num(Fraction(low))), Num(Fraction(high)))


def _gelu_tanh(u: Expr) -> Expr:
    inner = sqrt(2 / PI) * (u + Num(Fraction(44715, 10**6)) * u**3)
    return u / 2 * (1 + call("tanh", inner))


_DEFINED: tuple[tuple[str, int, Callable[..., Expr], Growth], ...] = (
    ("sqrt", 1, sqrt, Growth.OTHER),
    ("relu", 1, lambda u: (u + call("abs", u)) / 2, Growth.LINEAR),
    ("leaky_relu", 2, lambda u, a: call("relu", u) - a * call("relu", -u), Growth.OTHER),
    ("max", 2, lambda u, v: (u + v + call("abs", u - v)) / 2, Growth.OTHER),
    ("min", 2, lambda u, v: (u + v - call("abs", u - v)) / 2, Growth.OTHER),
    ("heaviside", 1, lambda u: (1 + call("sign", u)) / 2, Growth.BOUNDED),
    ("sinh", 1, lambda u: (exp(u) - exp(-u)) / 2, Growth.OTHER),
    ("cosh", 1, lambda u: (exp(u) + exp(-u)) / 2, Growth.OTHER),
    ("tanh", 1, lambda u: (exp(2 * u) - 1) / (exp(2 * u) + 1), Growth.BOUNDED),
    ("erfc", 1, lambda u: 1 - call("erf", u), Growth.BOUNDED),
    ("Phi", 1, lambda u: (1 + call("erf", u / sqrt(ONE + 1))) / 2, Growth.BOUNDED),
    ("logistic", 1, lambda u: 1 / (1 + exp(-u)), Growth.BOUNDED),
    ("sigmoid", 1, lambda u: 1 / (1 + exp(-u)), Growth.BOUNDED),
    ("softplus", 1, lambda u: call("log", 1 + exp(u)), Growth.LINEAR),
    ("softsign", 1, lambda u: u / (1 + call("abs", u)), Growth.BOUNDED),
    ("squareplus", 2, lambda u, b: (u + sqrt(u**2 + b)) / 2, Growth.OTHER),
    ("silu", 1, lambda u: u * call("logistic", u), Growth.LINEAR),
    ("gelu", 1, lambda u: u * call("Phi", u), Growth.LINEAR),
    ("gelu_tanh", 1, _gelu_tanh, Growth.LINEAR),
    ("quick_gelu", 1, lambda u: u * call("logistic", Num(Fraction(851, 500)) * u), Growth.LINEAR),
    ("mish", 1, lambda u: u * call("tanh", call("softplus", u)), Growth.LINEAR),
    ("elu", 1, lambda u: call("relu", u) + exp(-call("relu", -u)) - 1, Growth.LINEAR),
    ("relu6", 1, lambda u: _clip(u, 0, 6), Growth.BOUNDED),
    ("hardtanh", 1, lambda u: _clip(u, -1, 1), Growth.BOUNDED),
    ("hardsigmoid", 1, lambda u: _clip(u + 3, 0, 6) / 6, Growth.BOUNDED),
    ("hardswish", 1, lambda u: u * call("hardsigmoid", u), Growth.LINEAR),
)

PRIMITIVES: tuple[Function, ...] = (
    Function("exp", 1, None),
    Function("log", 1, None),
    Function("abs", 1, None, Growth.LINEAR),
    Function("sign", 1, None, Growth.BOUNDED),
    Function("erf", 1, None, Growth.BOUNDED),
    Function("atan", 1, None, Growth.BOUNDED),
    Function("sin", 1, None, Growth.BOUNDED),
    Function("cos", 1, None, Growth.BOUNDED),
)

FUNCTIONS: dict[str, Function] = {f.name: f for f in PRIMITIVES} | {
    name: Function(name, arity, expand, growth) for name, arity, expand, growth in _DEFINED
}


def define(e: Call) -> Expr | None:
    """The definition of a call, one step; None when the function is primitive."""
    expand = FUNCTIONS[e.name].expand
    return None if expand is None else expand(*e.args)


def primitive(e: Expr) -> Expr:
    """e with every abbreviation written out: only the eight primitive functions are left."""
    while isinstance(e, Call) and (meaning := define(e)) is not None:
        e = meaning
    return rebuild(e, tuple(primitive(part) for part in children(e)))
