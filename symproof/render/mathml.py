"""MathML Core elements: a few constructors over the standard library's tree, and the text of a tree."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree.ElementTree import Element, tostring

NAMESPACE = "http://www.w3.org/1998/Math/MathML"
APPLY = "\u2061"  # function application, read aloud as "of"
MINUS = "\u2212"


def element(tag: str, *children: Element, **attributes: str) -> Element:
    """An element with children."""
    node = Element(tag, attributes)
    node.extend(children)
    return node


def token(tag: str, text: str, **attributes: str) -> Element:
    """A token element (mi, mn, mo, mtext) with its text."""
    node = Element(tag, attributes)
    node.text = text
    return node


def identifier(name: str, upright: bool = False) -> Element:
    """A name; one letter is italic unless `upright`, several letters are upright anyway."""
    return token("mi", name, mathvariant="normal") if upright and len(name) == 1 else token("mi", name)


def number(text: str) -> Element:
    """An unsigned numeral."""
    return token("mn", text)


def operator(text: str, **attributes: str) -> Element:
    """An operator, relation, fence or separator."""
    return token("mo", text, **attributes)


def fence(text: str, opening: bool, stretchy: bool = False) -> Element:
    """A bracket or bar."""
    form = "prefix" if opening else "postfix"
    return operator(text, form=form, fence="true", stretchy="true" if stretchy else "false")


def space(width: str) -> Element:
    """Horizontal space, for instance ``"1em"``."""
    return Element("mspace", {"width": width})


def row(children: Iterable[Element]) -> Element:
    """The elements side by side; a single one is returned as it is."""
    items = list(children)
    return items[0] if len(items) == 1 else element("mrow", *items)


def grid(rows: Iterable[Iterable[Element]], **attributes: str) -> Element:
    """A table of formulas."""
    lines = [element("mtr", *(element("mtd", cell) for cell in line)) for line in rows]
    return element("mtable", *lines, **attributes)


def formula(body: Element, display: bool = False, styled: bool = False) -> Element:
    """The outermost element: in the line, there with the full size of displays (`styled`), or a display."""
    extra = {"display": "block"} if display else {"displaystyle": "true"} if styled else {}
    return element("math", body, xmlns=NAMESPACE, **extra)


def serialize(node: Element) -> str:
    """The text of a tree, the same on every run; elements are closed explicitly, as HTML wants it."""
    return tostring(node, encoding="unicode", short_empty_elements=False)
