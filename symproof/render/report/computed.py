"""What a check was given, printed from its own data: equations, hypotheses with multipliers, signs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any
from xml.etree.ElementTree import Element

import sympy

from symproof.proof.check import Check
from symproof.proof.kinds import Kind
from symproof.render import mathml
from symproof.render.page import prose, table
from symproof.render.terms import basic, summands, term

MOST = 45  # nodes of one equation that are still readable
FEW = 4  # equations
SIGNS = {"+": "positive", "-": "negative", "0": "zero"}


def computed(check: Check) -> str:
    """HTML that shows the equations which a check decided; empty when there are too many or none.

    Raises:
        TermError: an equation has a part that cannot be printed.
    """
    data = check.data
    if check.kind not in (Kind.IDENTITY, Kind.CASES) or "lhs" not in data:
        return ""
    left, right, given = _entries(data["lhs"]), _entries(data["rhs"]), data.get("given", ())
    if len(left) > FEW or len(left) != len(right) or any(len(item) != 2 for item in given):
        return ""
    if any(_nodes(e) > MOST for e in (*left, *right, *(e for item in given for e in _entries(item[1])))):
        return ""
    parts = [_line(summands(a), "=", summands(b)) for a, b in zip(left, right, strict=True)]
    if given:
        rows = [[_line(_side(relation), "=", [mathml.number("0")]), _line(_side(f))] for f, relation in given]
        caption = "Left minus right is the sum of these, each times its multiplier"
        parts.append(table(caption, ["Hypothesis", "Multiplier"], rows, "inner"))
    if data.get("split"):
        parts.append(f"<p>{'; '.join(_signs(name, signs) for name, signs in data['split'].items())}.</p>")
    return f"<details><summary>What was computed</summary>{''.join(parts)}</details>"


def _entries(value: Any) -> list[Any]:
    if isinstance(value, sympy.MatrixBase):
        return list(value)
    if isinstance(value, Iterable):
        return [entry for item in value for entry in _entries(item)]
    return [value]


def _nodes(expression: Any) -> int:
    return sum(1 for _ in sympy.preorder_traversal(basic(expression)))


def _side(value: Any) -> list[Element]:
    """A hypothesis or a multiplier: one expression, or a column of them."""
    entries = _entries(value)
    return summands(entries[0]) if len(entries) == 1 else [term(sympy.Matrix(entries))]


def _line(*parts: list[Element] | str) -> str:
    """A formula that may break before its signs."""
    chunks: list[list[Element]] = []
    sign: list[Element] = []
    for part in parts:
        if isinstance(part, str):
            sign = [mathml.operator(part, form="infix")]
        else:
            first, *rest = part
            chunks += [[*sign, first], *([piece] for piece in rest)]
    shown = (mathml.formula(mathml.element("mrow", *chunk), styled=True) for chunk in chunks)
    return f'<span class="formula">{"<wbr>".join(map(mathml.serialize, shown))}</span>'


def _signs(name: Any, signs: str) -> str:
    *first, last = (SIGNS[sign] for sign in signs)
    return f"{prose(str(name))} {', '.join(first)}{' or ' if first else ''}{last}"
