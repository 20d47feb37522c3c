"""SymPy terms as MathML: polynomials, fractions, roots, matrices and applied functions, nothing else.

SymPy's own printer is not used: it changes Piecewise expressions. A term of another kind is an error.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any
from xml.etree.ElementTree import Element

import sympy

from symproof.render import mathml
from symproof.render.mathml import APPLY, MINUS
from symproof.render.tex.symbols import GREEK

SUM, PRODUCT, POWER = range(3)
NAMES = {"relu": "ReLU", "sgn": "sign", "eps": "ε"}
_SYMBOL = re.compile(
    r"(?P<base>[A-Za-z]+|[0-9]+|\|[a-z]\|)(?P<digits>[0-9]*)(?:_(?P<below>\([^()]*\)|[A-Za-z0-9]+))?"
    r"(?P<primes>'*)(?:\^(?P<above>-?[A-Za-z0-9]+))?"
)


class TermError(TypeError):
    """A term that is not printed."""


def basic(value: Any) -> Any:
    """The SymPy expression of an exact value; text is never read.

    Raises:
        TermError: the value is neither an expression nor a rational number.
    """
    if isinstance(value, sympy.Basic):
        return value
    if isinstance(value, int | Fraction) and not isinstance(value, bool):
        return sympy.Rational(value.numerator, value.denominator)
    raise TermError(f"{value!r} is neither a SymPy expression nor a rational number")


def term(expression: Any) -> Element:
    """One MathML element for a SymPy expression or matrix.

    Raises:
        TermError: the expression has a part that is not of the kinds printed here.

    >>> mathml.serialize(term(sympy.Symbol("x_i") ** 2))
    '<msup><msub><mi>x</mi><mi>i</mi></msub><mn>2</mn></msup>'
    """
    if isinstance(expression, sympy.MatrixBase):
        rows = [[term(entry) for entry in row] for row in expression.tolist()]
        left, right = mathml.fence("(", True, True), mathml.fence(")", False, True)
        table = mathml.grid(rows, **{"class": "pmatrix"})
        return mathml.element("mrow", left, table, right, **{"class": "tall paren"})
    return _term(basic(expression), SUM)


def summands(expression: Any) -> list[Element]:
    """The term in pieces, between which a page may break the line: before the signs of a sum."""
    if not isinstance(expression, sympy.Add):
        return [term(expression)]
    pieces: list[list[Element]] = [[]]
    for part in _sum(expression):
        if part.get("form") == "infix":
            pieces.append([])
        pieces[-1].append(part)
    return [mathml.row(piece) for piece in pieces]


def _term(e: Any, level: int) -> Element:
    """The expression, in brackets when it binds more loosely than its place asks."""
    negative = _negative(e)
    if isinstance(e, sympy.Add):
        return _bracketed(_sum(e), level > SUM)
    if negative:
        minus = mathml.operator(MINUS, form="prefix", lspace="0", rspace="0")
        return _bracketed([minus, _term(-e, PRODUCT)], level > SUM)
    if isinstance(e, sympy.Mul | sympy.Rational) and not isinstance(e, sympy.Integer):
        return _bracketed(_product(e), level > PRODUCT)
    if isinstance(e, sympy.Pow):
        return _power(e, level)
    return _atom(e)


def _negative(e: Any) -> bool:
    return bool(e.as_coeff_Mul()[0] < 0) if isinstance(e, sympy.Mul | sympy.Rational) else False


def _bracketed(parts: list[Element], wanted: bool) -> Element:
    if wanted:
        parts = [mathml.fence("(", True), *parts, mathml.fence(")", False)]
    return mathml.row(parts)


def _sum(e: Any) -> list[Element]:
    parts: list[Element] = []
    for summand in e.as_ordered_terms():
        negative = _negative(summand)
        if negative or parts:
            place = {"form": "infix"} if parts else {"form": "prefix", "lspace": "0", "rspace": "0"}
            parts.append(mathml.operator(MINUS if negative else "+", **place))
        parts.append(_term(-summand if negative else summand, PRODUCT))
    return parts


def _product(e: Any) -> list[Element]:
    """Factors side by side; negative powers below a bar, a rational coefficient as a small fraction."""
    coefficient, rest = e.as_coeff_Mul()
    factors = [] if rest == 1 else sympy.Mul.make_args(rest)
    ordered = rest.as_ordered_factors() if len(factors) > 1 else factors
    below = [f for f in ordered if isinstance(f, sympy.Pow) and _negative(f.exp)]
    above = [f for f in ordered if f not in below]
    p, q = int(coefficient.p), int(coefficient.q)
    if below:
        top = [*([mathml.number(str(p))] if p != 1 or not above else []), *(_term(f, PRODUCT) for f in above)]
        bottom = [*([mathml.number(str(q))] if q != 1 else []), *(_term(1 / f, PRODUCT) for f in below)]
        return [mathml.element("mfrac", mathml.row(top), mathml.row(bottom))]
    parts = []
    if q != 1:
        fraction = mathml.element("mfrac", mathml.number(str(p)), mathml.number(str(q)))
        parts.append(mathml.element("mstyle", fraction, displaystyle="false", scriptlevel="0"))
    elif p != 1 or not above:
        parts.append(mathml.number(str(p)))
    for place, factor in enumerate(above):
        if place:
            parts.append(mathml.space("0.1667em"))
        parts.append(_term(factor, PRODUCT))
    return parts


def _power(e: Any, level: int) -> Element:
    base, exponent = e.base, e.exp
    if exponent == sympy.Rational(1, 2):
        return mathml.element("msqrt", _term(base, SUM))
    if _negative(exponent):
        fraction = mathml.element("mfrac", mathml.number("1"), _term(1 / e, SUM))
        return _bracketed([fraction], level > PRODUCT)
    return mathml.element("msup", _term(base, POWER + 1), _term(exponent, SUM))


def _atom(e: Any) -> Element:
    if isinstance(e, sympy.Integer):
        return mathml.number(str(int(e)))
    if isinstance(e, sympy.Symbol):
        return symbol(e.name)
    if e is sympy.pi:
        return mathml.identifier("π")
    if isinstance(e, sympy.Function):
        return _applied(e.func.__name__, e.args)
    raise TermError(f"a term of kind {type(e).__name__} is not printed: {e}")


def _applied(name: str, args: tuple[Any, ...]) -> Element:
    if name in ("mag", "Abs"):
        return mathml.row([mathml.fence("|", True), _term(args[0], SUM), mathml.fence("|", False)])
    if name == "pw":
        return mathml.element("msup", _term(args[0], POWER + 1), _term(args[1], SUM))
    inner: list[Element] = []
    for arg in args:
        inner += [mathml.operator(",", separator="true")] * bool(inner) + [_term(arg, SUM)]
    if name == "pos":
        inner += [mathml.operator(">"), mathml.number("0")]
        return mathml.row([mathml.fence("[", True), *inner, mathml.fence("]", False)])
    head = [mathml.identifier(GREEK.get(name, NAMES.get(name, name))), mathml.operator(APPLY)]
    return mathml.row([*head, mathml.fence("(", True), *inner, mathml.fence(")", False)])


def symbol(name: str) -> Element:
    """A symbol by its name: ``lambda``, ``D1_2`` (an entry), ``x_i``, ``c_0'``, ``D^-1``, ``1_K``.

    Raises:
        TermError: the name is of no such form.
    """
    match = _SYMBOL.fullmatch(name)
    if match is None:
        raise TermError(f"a symbol named {name!r} is not printed")
    base = match["base"]
    node = (
        mathml.number(base) if base.isdigit() else mathml.identifier(GREEK.get(base, NAMES.get(base, base)))
    )
    below = [_index(part) for part in (match["digits"], (match["below"] or "").strip("()")) if part]
    above = [mathml.operator("′")] * len(match["primes"])
    if match["above"]:
        above.append(_index(match["above"]))
    scripts = ([mathml.row(_separated(below))] if below else []) + ([mathml.row(above)] if above else [])
    tags = {(True, False): "msub", (False, True): "msup", (True, True): "msubsup"}
    return mathml.element(tags[bool(below), bool(above)], node, *scripts) if scripts else node


def _separated(items: list[Element]) -> list[Element]:
    """Two indices with a comma between them; a single one as it is."""
    comma = mathml.operator(",", separator="true", rspace="0")
    return [items[0], comma, *items[1:]] if len(items) == 2 else items


def _index(text: str) -> Element:
    """An index or exponent such as ``12``, ``ij``, ``-1``, ``n+1``."""
    parts = []
    for piece in re.findall(r"[0-9]+|[A-Za-z]|[-+]", text):
        if piece in "-+":
            parts.append(mathml.operator(MINUS if piece == "-" else "+"))
        else:
            parts.append(mathml.number(piece) if piece.isdigit() else mathml.identifier(piece))
    return mathml.row(parts)
