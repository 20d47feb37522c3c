"""Terms and propositions as LaTeX, as plain text, and as Unicode: everything that is printed of a proof."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

import sympy
from sympy.core.function import AppliedUndef

from symproof.proof.checks.polynomial import expression
from symproof.proof.props import PLAIN, Prop
from symproof.proof.terms import INDEXED, shape

SUM, PRODUCT, ATOM = range(3)
GREEK = (
    *("alpha", "beta", "gamma", "delta", "epsilon", "eta", "theta", "kappa", "lambda", "mu", "rho", "sigma"),
    *("tau", "phi", "psi", "omega", "Gamma", "Delta", "Phi", "Psi", "Omega"),
)
LETTERS = "αβγδεηθκλμρστφψωΓΔΦΨΩ"
UPRIGHT = ("up", "down", "gate", "val", "key", "in", "out", "on", "off", "skip")
OPERATORS = {"relu": "ReLU", "gelu": "GELU", "silu": "SiLU", "sgn": "sign"}
_NAME = re.compile(
    r"([A-Za-z]+|[0-9]+)(?:_([A-Za-z0-9+']+|\([^()]*\)))?('*)(?:\^(-?[A-Za-z0-9]+|\([^()]*\)))?"
)


@dataclass(frozen=True)
class Style:
    """How signs are written: LaTeX, or the plain notation of sentences."""

    tex: bool

    def name(self, text: str) -> str:
        """A symbol by its name: ``W_up``, ``x_0``, ``lambda``, ``c'``, ``D^-1``."""
        match = _NAME.fullmatch(text)
        if match is None or not self.tex:
            return text
        base, below, primes, above = match.groups()
        word = f"\\{base}" if base in GREEK else base if len(base) == 1 or base.isdigit() else _upright(base)
        word += (f"_{{{self._script(below)}}}" if below else "") + primes
        return word + (f"^{{{above.strip('()')}}}" if above else "")

    def _script(self, text: str) -> str:
        text = text.strip("()")
        return _upright(text) if text in UPRIGHT else f"\\{text}" if text in GREEK else text

    def power(self, base: str, exponent: str) -> str:
        """A power."""
        if self.tex:
            return f"{base}^{{{exponent}}}"
        return f"{base}^{exponent}" if exponent.isalnum() else f"{base}^({exponent})"

    def fraction(self, above: str, below: str) -> str:
        """A fraction."""
        return f"\\tfrac{{{above}}}{{{below}}}" if self.tex else f"{above}/{below}"

    def applied(self, name: str, args: list[str]) -> str:
        """A function value."""
        head = OPERATORS.get(name)
        shown = (_upright(head) if self.tex else head) if head else self.name(name)
        return f"{shown}({', '.join(args)})"


def _upright(word: str) -> str:
    return f"\\mathrm{{{word}}}"


LATEX, PLAIN_TEXT = Style(True), Style(False)


def term(e: Any, style: Style = PLAIN_TEXT, among: bool = False) -> str:
    """The term in a style; `among` says that numbers stand for multiples of the identity matrix."""
    return _term(expression(e), SUM, style, among)


def _term(e: Any, level: int, style: Style, among: bool) -> str:
    if e.is_Add:
        return _bracket(_sum(e, style, among), level > SUM)
    coefficient = e.as_coeff_Mul()[0] if not e.is_Pow else sympy.Integer(1)
    if coefficient.is_Rational and coefficient < 0:
        return _bracket("-" + _term(-e, PRODUCT, style, among), level > SUM)
    if among and e.is_commutative:
        return "I" if e == 1 else _bracket(f"{_term(e, PRODUCT, style, False)} I", level > PRODUCT)
    if e.is_Mul or (e.is_Rational and not e.is_Integer):
        return _bracket(_product(e, style), level > PRODUCT)
    if e.is_Pow:
        return _power(e, style)
    if e.is_Symbol:
        return style.name(e.name)
    if isinstance(e, AppliedUndef):
        return _applied(e, style)
    return str(e)


def _bracket(text: str, wanted: bool) -> str:
    return f"({text})" if wanted else text


def _sum(e: Any, style: Style, among: bool) -> str:
    matrices = among or (not e.is_commutative and any(arg.is_commutative for arg in e.args))
    found = ""
    for part in e.as_ordered_terms():
        text = _term(part, SUM, style, matrices)
        found += text if not found else f" - {text[1:]}" if text.startswith("-") else f" + {text}"
    return found


def _product(e: Any, style: Style) -> str:
    coefficient, rest = e.as_coeff_Mul()
    p, q = int(coefficient.p), int(coefficient.q)
    factors = [] if rest == 1 else list(rest.args) if rest.is_Mul else [rest]
    below = [f for f in factors if f.is_Pow and f.exp.is_Rational and f.exp < 0]
    shown = " ".join(_term(f, PRODUCT, style, False) for f in factors if f not in below)
    if below:
        bottom = " ".join(([str(q)] if q != 1 else []) + [_term(1 / f, ATOM, style, False) for f in below])
        top = " ".join(([str(p)] if p != 1 or not shown else []) + ([shown] if shown else []))
        return style.fraction(top, bottom if style.tex or len(below) == 1 else f"({bottom})")
    if q != 1:
        return style.fraction(str(p), str(q)) + (f" {shown}" if shown else "")
    return " ".join(([str(p)] if p != 1 or not shown else []) + ([shown] if shown else []))


def _power(e: Any, style: Style) -> str:
    if e.exp.is_Rational and e.exp < 0:
        return style.fraction("1", _term(1 / e, ATOM, style, False))
    return style.power(_term(e.base, ATOM, style, False), _term(e.exp, SUM, style, False))


def _applied(e: Any, style: Style) -> str:
    name, args = e.func.__name__, [_term(arg, SUM, style, False) for arg in e.args]
    if name == "mag":
        return f"|{args[0]}|"
    if name == "pos":
        return f"[{args[0]} > 0]"
    if name == "had":
        left, right = (_term(arg, ATOM, style, False) for arg in e.args)
        return f"{left} \\odot {right}" if style.tex else f"({left} * {right})"
    if name == "pw":
        return style.power(_term(e.args[0], ATOM, style, False), args[1])
    if name in INDEXED:
        below = args[0] if style.tex or args[0].isalnum() else f"({args[0]})"
        base, _, kept = name.partition("_")
        if style.tex:
            head = f"{style.name(base)}_{{{f'{kept},{below}' if kept else below}}}"
        else:
            head = f"{name}_{below}"
        return head + (f"({', '.join(args[1:])})" if args[1:] else "")
    return style.applied(name, args)


_SIGNS = {"=": "=", "!=": r"\ne", ">=": r"\ge", ">": ">", "->": r"\to", "~": "="}


def latex(prop: Prop, bound: bool = True) -> str:
    """The proposition in LaTeX, with its bound symbols and their conditions."""
    if prop.relation not in PLAIN:
        words = r"\ ".join(f"\\text{{{word}}}" for word in prop.relation.split())
        body = f"{term(prop.left, LATEX)}\\ {words}"
        body += f"\\ {term(prop.right, LATEX)}" if prop.right != 0 else ""
    else:
        left, right = _sides(prop, LATEX)
        body = f"{left} {_SIGNS[prop.relation]} {right}"
    if not bound or not (prop.all or prop.where):
        return body
    conditions = ",\\ ".join(latex(condition) for condition in prop.where)
    named = "".join(f"\\forall {term(one, LATEX)}\\ " for one in prop.all).removesuffix("\\ ")
    return body + "\\quad(" + ":\\ ".join(part for part in (named, conditions) if part) + ")"


def plain(prop: Prop, bound: bool = True) -> str:
    """The proposition in the plain notation of sentences."""
    if prop.relation not in PLAIN:
        body = f"{term(prop.left)} {prop.relation}" + (f" {term(prop.right)}" if prop.right != 0 else "")
    else:
        left, right = _sides(prop, PLAIN_TEXT)
        body = f"{left} {'=' if prop.relation == '~' else prop.relation} {right}"
    if not bound or not (prop.all or prop.where):
        return body
    named = ", ".join(term(one) for one in prop.all)
    conditions = ", ".join(plain(condition) for condition in prop.where)
    return body + (f" for all {named}" if named else "") + (f" with {conditions}" if conditions else "")


def _sides(prop: Prop, style: Style) -> tuple[str, str]:
    """Both sides; a number beside a square matrix is that multiple of I, and 0 is 0."""
    shapes = [shape(prop.left), shape(prop.right)]
    among = any(found is not None and found[0] == found[1] != "1" for found in shapes)
    return tuple(  # type: ignore[return-value]
        term(side, style, among and side.is_commutative and side != 0) for side in (prop.left, prop.right)
    )


_UNICODE = (
    *(zip(GREEK, LETTERS, strict=True)),
    *((">=", "≥"), ("!=", "≠"), ("->", "→"), ("<=", "≤"), (" * ", " ⊙ ")),
)


def unicode(text: str) -> str:
    """Plain notation with the letters and signs of mathematics.

    >>> unicode("sigma(lambda z) != 0")
    'σ(λ z) ≠ 0'
    """
    for name, sign in _UNICODE:
        text = (
            re.sub(rf"(?<![A-Za-z]){name}(?![A-Za-z])", sign, text)
            if name.isalpha()
            else text.replace(name, sign)
        )
    return text
