"""Exact matrices and sums of them as MathML; large ones are cut, long entries rounded and marked so."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from xml.etree.ElementTree import Element

from symproof.model.display import SHOWN, spelt
from symproof.reader.numbers import Matrix
from symproof.render import mathml

# what stands between the parts of a formula: text becomes an operator, an element stays
Part = Element | str


def entry(x: Any) -> Element:
    """One exact number."""
    text = spelt(x)
    about = text.startswith("≈")
    text = text.removeprefix("≈")
    sign, size = text.startswith("-"), text.removeprefix("-")
    if "/" in size:
        p, q = size.split("/")
        body = mathml.element("mfrac", mathml.number(p), mathml.number(q))
    else:
        body = mathml.number(size)
    front = [mathml.operator("≈", form="prefix")] * about
    if sign:
        front.append(mathml.operator(mathml.MINUS, form="prefix", lspace="0", rspace="0"))
    return mathml.row([*front, body])


def matrix(rows: Matrix) -> Element:
    """A matrix in round brackets, at most `SHOWN` rows and columns of it."""
    lines = [_line([entry(x) for x in row[:SHOWN]], "…", len(row)) for row in rows[:SHOWN]]
    if len(rows) > SHOWN:
        lines.append([mathml.operator("⋮") for _ in lines[0]])
    table = mathml.grid(lines, **{"class": "pmatrix"})
    left, right = mathml.fence("(", True, True), mathml.fence(")", False, True)
    return mathml.element("mrow", left, table, right, **{"class": "tall paren"})


def _line(cells: list[Element], dots: str, total: int) -> list[Element]:
    return [*cells, mathml.operator(dots)] if total > len(cells) else cells


def name(letter: str, below: str = "") -> Element:
    """A letter, with an upright word or an index below."""
    base = mathml.identifier(letter)
    if not below:
        return base
    small = mathml.number(below) if below.isdigit() else mathml.identifier(below, upright=len(below) > 1)
    return mathml.element("msub", base, small)


def line(*parts: Part) -> str:
    """A formula that may break before its operators."""
    chunks: list[list[Element]] = [[]]
    for part in parts:
        if isinstance(part, str):
            if chunks[-1]:
                chunks.append([])
            chunks[-1].append(mathml.operator(part, form="infix"))
        else:
            chunks[-1].append(part)
    shown = [mathml.formula(mathml.element("mrow", *chunk), styled=True) for chunk in chunks if chunk]
    return f'<span class="formula">{"<wbr>".join(map(mathml.serialize, shown))}</span>'


def summed(terms: Sequence[Element]) -> list[Part]:
    """The terms with plus signs between them."""
    parts: list[Part] = []
    for place, term in enumerate(terms):
        parts += ["+", term] if place else [term]
    return parts
