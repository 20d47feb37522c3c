"""Macros and signs that read no argument, and words: each becomes one atom."""

from __future__ import annotations

from symproof.render import mathml
from symproof.render.tex import symbols as table
from symproof.render.tex.atoms import Atom, Role

NO_BREAK = "\u00a0"


def word(macro: str, text: str) -> Atom:
    r"""``\text{...}``, ``\mathrm{...}`` and ``\operatorname{...}``."""
    if macro == "text":
        return Atom(mathml.token("mtext", text.replace(" ", NO_BREAK)), Role.ORDINARY)
    role = (
        Role.FUNCTION
        if macro == "operatorname" or text[:1].isupper() or text in ("erf", "sign")
        else Role.ORDINARY
    )
    return Atom(mathml.identifier(text, upright=True), role)


def simple(name: str, macro: bool, last: Atom | None) -> Atom | None:
    """The atom of a sign or of a macro without arguments; None when it is not in the subset.

    Args:
        name: the sign, or the macro without its backslash.
        macro: which of the two it is.
        last: the atom before it, spaces aside: a sign after an operator stands before its operand.
    """
    if not macro:
        return _sign(name, last)
    if name in table.SPACES:
        return Atom(mathml.space(table.SPACES[name]), Role.SPACE)
    if name in table.GREEK:
        letter = mathml.identifier(table.GREEK[name], upright=name[0].isupper())
        return Atom(letter, Role.FUNCTION if name in table.APPLIED else Role.ORDINARY)
    for symbols in (table.UPRIGHT, table.DOTS):
        if name in symbols:
            return Atom(mathml.identifier(symbols[name], upright=True), Role.ORDINARY)
    if name in table.QUANTIFIERS:
        return Atom(
            mathml.operator(table.QUANTIFIERS[name], form="prefix", lspace="0", rspace="0"), Role.PREFIX
        )
    if name in table.LARGE:
        return Atom(mathml.operator(table.LARGE[name], largeop="true", movablelimits="true"), Role.LARGE)
    if name in table.LIMITS:
        spread = {"form": "prefix", "lspace": "0", "rspace": "0.1667em", "movablelimits": "true"}
        return Atom(mathml.operator(name, **spread), Role.LARGE)
    if name in table.FUNCTIONS:
        return Atom(mathml.identifier(name), Role.FUNCTION)
    return _sign(name, last)


def _sign(name: str, last: Atom | None) -> Atom | None:
    if name in table.BINARY:
        text = table.BINARY[name]
        if last is not None and last.role.ends_operand:
            if text == "/":
                return Atom(mathml.operator(text, lspace="0", rspace="0"), Role.BINARY)
            return Atom(mathml.operator(text, form="infix"), Role.BINARY)
        return Atom(mathml.operator(text, form="prefix", lspace="0", rspace="0"), Role.PREFIX)
    if name in table.RELATIONS:
        return Atom(mathml.operator(table.RELATIONS[name], form="infix"), Role.RELATION)
    if name in table.PUNCTUATION:
        mark = table.PUNCTUATION[name]
        gap = {"lspace": "0", "rspace": "0.1667em"} if mark == ":" else {}
        return Atom(mathml.operator(mark, separator="true", **gap), Role.PUNCTUATION)
    return None
