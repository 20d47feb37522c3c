"""Expressions in one real variable z: an immutable tree, printed as text and as LaTeX.

Nothing here evaluates or simplifies. `grammar.parse` makes trees from text, `definitions` says what the
names mean, `enclosure` evaluates.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

SUM, SIGN, PRODUCT, POWER, ATOM = range(5)
GREEK = frozenset({"alpha", "beta", "gamma", "delta", "epsilon", "kappa", "lambda", "mu", "sigma", "theta"})


class Expr:
    """A node of the tree. The operators only build nodes."""

    __slots__ = ()

    def __add__(self, other: Expr | int | Fraction) -> Expr:
        return Add((self, wrap(other)))

    def __radd__(self, other: int | Fraction) -> Expr:
        return Add((wrap(other), self))

    def __sub__(self, other: Expr | int | Fraction) -> Expr:
        return Add((self, Neg(wrap(other))))

    def __rsub__(self, other: int | Fraction) -> Expr:
        return Add((wrap(other), Neg(self)))

    def __mul__(self, other: Expr | int | Fraction) -> Expr:
        return Mul((self, wrap(other)))

    def __rmul__(self, other: int | Fraction) -> Expr:
        return Mul((wrap(other), self))

    def __truediv__(self, other: Expr | int | Fraction) -> Expr:
        return Div(self, wrap(other))

    def __rtruediv__(self, other: int | Fraction) -> Expr:
        return Div(wrap(other), self)

    def __pow__(self, other: Expr | int | Fraction) -> Expr:
        return Pow(self, wrap(other))

    def __neg__(self) -> Expr:
        return Neg(self)

    def __str__(self) -> str:
        return text(self)

    def _repr_latex_(self) -> str:
        return f"${latex(self)}$"


@dataclass(frozen=True, slots=True)
class Num(Expr):
    """An exact rational number."""

    value: Fraction


@dataclass(frozen=True, slots=True)
class Var(Expr):
    """The variable z."""


@dataclass(frozen=True, slots=True)
class Const(Expr):
    """``pi`` or ``E``."""

    name: str


@dataclass(frozen=True, slots=True)
class Param(Expr):
    """A real parameter of which only lo < name < hi is known (None: unbounded on that side)."""

    name: str
    lo: Fraction | None = None
    hi: Fraction | None = None


@dataclass(frozen=True, slots=True)
class Add(Expr):
    """A sum of at least two terms."""

    terms: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Neg(Expr):
    """Minus a term."""

    term: Expr


@dataclass(frozen=True, slots=True)
class Mul(Expr):
    """A product of at least two factors."""

    factors: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Div(Expr):
    """A quotient."""

    above: Expr
    below: Expr


@dataclass(frozen=True, slots=True)
class Pow(Expr):
    """A power."""

    base: Expr
    exponent: Expr


@dataclass(frozen=True, slots=True)
class Call(Expr):
    """A named function of `functions.FUNCTIONS` applied to its arguments."""

    name: str
    args: tuple[Expr, ...]


@dataclass(frozen=True, slots=True)
class Compare(Expr):
    """1 where ``left op right`` holds and else 0; op is one of < <= > >=."""

    left: Expr
    op: str
    right: Expr


@dataclass(frozen=True, slots=True)
class Cases(Expr):
    """The value of the first branch whose condition is 1; the last condition is the number 1.

    conditions are comparisons, products of them, and the number 1 (True).
    """

    values: tuple[Expr, ...]
    conditions: tuple[Expr, ...]


Z = Var()
PI = Const("pi")
ONE = Num(Fraction(1))


def wrap(value: Expr | int | Fraction) -> Expr:
    """The node itself, or the number as a node."""
    return value if isinstance(value, Expr) else Num(Fraction(value))


def call(name: str, *args: Expr) -> Expr:
    """The node name(args)."""
    return Call(name, args)


def children(e: Expr) -> tuple[Expr, ...]:
    """The nodes directly below e, in order."""
    match e:
        case Add(parts) | Mul(parts) | Call(_, parts):
            return parts
        case Neg(term):
            return (term,)
        case Div(left, right) | Pow(left, right) | Compare(left, _, right):
            return (left, right)
        case Cases(values, conditions):
            return (*values, *conditions)
        case _:
            return ()


def rebuild(e: Expr, parts: tuple[Expr, ...]) -> Expr:
    """The node e with its children replaced by as many others."""
    match e:
        case Add():
            return Add(parts)
        case Mul():
            return Mul(parts)
        case Call(name, _):
            return Call(name, parts)
        case Neg():
            return Neg(*parts)
        case Div():
            return Div(*parts)
        case Pow():
            return Pow(*parts)
        case Compare(_, op, _):
            return Compare(parts[0], op, parts[1])
        case Cases(values, _):
            return Cases(parts[: len(values)], parts[len(values) :])
        case _:
            return e


def substitute(e: Expr, value: Expr, parameters: Mapping[str, Expr] | None = None) -> Expr:
    """e with z replaced by value, and each named parameter by its own."""
    if isinstance(e, Var):
        return value
    if isinstance(e, Param):
        return (parameters or {}).get(e.name, e)
    return rebuild(e, tuple(substitute(part, value, parameters) for part in children(e)))


def without_ones(e: Expr) -> Expr:
    """e without factors and divisors that are the number 1."""
    parts = tuple(without_ones(part) for part in children(e))
    if isinstance(e, Mul):
        factors = tuple(part for part in parts if part != ONE) or (ONE,)
        return factors[0] if len(factors) == 1 else Mul(factors)
    return parts[0] if isinstance(e, Div) and parts[1] == ONE else rebuild(e, parts)


def parameters(e: Expr) -> tuple[Param, ...]:
    """The parameters that occur in e, each once, in order."""
    if isinstance(e, Param):
        return (e,)
    return tuple(dict.fromkeys(found for part in children(e) for found in parameters(part)))


def has_variable(e: Expr) -> bool:
    """Whether z occurs in e."""
    return isinstance(e, Var) or any(map(has_variable, children(e)))


def text(e: Expr, variable: str = "z") -> str:
    """e in the grammar of `grammar.parse`: parsing it again gives a tree with the same text.

    Args:
        e: an expression.
        variable: how to write the variable where the text is only read by people.
    """
    shown = _text(e, SUM)
    return shown if variable == "z" else re.sub(r"\bz\b", variable, shown)


def _text(e: Expr, level: int) -> str:
    body, own = _text_parts(e)
    return body if own >= level else f"({body})"


def _text_parts(e: Expr) -> tuple[str, int]:
    match e:
        case Num(value):
            whole = value.denominator == 1
            return str(value), SIGN if value < 0 else ATOM if whole else PRODUCT
        case Var():
            return "z", ATOM
        case Const(name) | Param(name):
            return name, ATOM
        case Add(terms):
            return _sum([_text(term, SIGN) for term in terms]), SUM
        case Neg(term):
            return "-" + _text(term, PRODUCT), SIGN
        case Mul(factors):
            first, *rest = factors
            return "*".join([_text(first, PRODUCT)] + [_text(f, POWER) for f in rest]), PRODUCT
        case Div(above, below):
            return f"{_text(above, PRODUCT)}/{_text(below, POWER)}", PRODUCT
        case Pow(base, exponent):
            return f"{_text(base, ATOM)}**{_text(exponent, POWER)}", POWER
        case Call(name, args):
            return f"{name}({', '.join(text(arg) for arg in args)})", ATOM
        case Cases(values, conditions):
            pairs = zip(values, conditions, strict=True)
            return f"Piecewise({', '.join(f'({text(v)}, {_condition(c)})' for v, c in pairs)})", ATOM
    raise TypeError(f"not an expression: {e!r}")


def _condition(e: Expr) -> str:
    """A condition of `Cases` in the grammar."""
    match e:
        case Compare(left, op, right):
            return f"{text(left)} {op} {text(right)}"
        case Mul(factors):
            return " & ".join(f"({_condition(part)})" for part in factors)
    return "True"


def _sum(terms: list[str]) -> str:
    body = terms[0]
    for term in terms[1:]:
        body += f" - {term[1:]}" if term.startswith("-") else f" + {term}"
    return body


def latex(e: Expr) -> str:
    """e as LaTeX mathematics, without dollar signs."""
    return _latex(e, SUM)


def _latex(e: Expr, level: int) -> str:
    body, own = _latex_parts(e)
    return body if own >= level else rf"\left({body}\right)"


def _latex_parts(e: Expr) -> tuple[str, int]:
    match e:
        case Num(value):
            p, q = abs(value.numerator), value.denominator
            body = str(p) if q == 1 else rf"\frac{{{p}}}{{{q}}}"
            return (f"-{body}", SIGN) if value < 0 else (body, ATOM if q == 1 else PRODUCT)
        case Var():
            return "z", ATOM
        case Const(name):
            return (r"\pi" if name == "pi" else "e"), ATOM
        case Param(name):
            return (rf"\{name}" if name in GREEK else rf"\mathit{{{name}}}".replace("_", r"\_")), ATOM
        case Add(terms):
            return _sum([_latex(term, SIGN) for term in terms]), SUM
        case Neg(term):
            return "-" + _latex(term, PRODUCT), SIGN
        case Mul(factors):
            return r" \cdot ".join(_latex(f, PRODUCT) for f in factors), PRODUCT
        case Div(above, below):
            return rf"\frac{{{latex(above)}}}{{{latex(below)}}}", PRODUCT
        case Pow(base, exponent):
            return f"{_latex(base, ATOM)}^{{{latex(exponent)}}}", POWER
        case Call(name, args):
            return _latex_call(name, args), ATOM
        case Cases(values, conditions):
            return _latex_cases(values, conditions), ATOM
    raise TypeError(f"not an expression: {e!r}")


def _latex_cases(values: tuple[Expr, ...], conditions: tuple[Expr, ...]) -> str:
    signs = {"<=": r"\le", ">=": r"\ge"}

    def condition(e: Expr) -> str:
        match e:
            case Compare(left, op, right):
                return f"{latex(left)} {signs.get(op, op)} {latex(right)}"
            case Mul(factors):
                return r",\ ".join(map(condition, factors))
        return r"\text{else}"

    rows = r" \\ ".join(f"{latex(v)} & {condition(c)}" for v, c in zip(values, conditions, strict=True))
    return rf"\begin{{cases}}{rows}\end{{cases}}"


def _latex_call(name: str, args: tuple[Expr, ...]) -> str:
    inside = ", ".join(latex(arg) for arg in args)
    if name == "abs":
        return rf"\left|{inside}\right|"
    if name == "sqrt":
        return rf"\sqrt{{{inside}}}"
    if name == "Phi":
        head = r"\Phi"
    elif name in {"exp", "log", "max", "min", "tanh", "sinh", "cosh", "sin", "cos"}:
        head = "\\" + name
    else:
        head = r"\operatorname{" + name.replace("_", r"\_") + "}"
    return rf"{head}\left({inside}\right)"
