"""What tests of HTML output share: a reader that checks nesting, and a statement of one step."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

from sympy import Symbol

from symproof.proof.props import equal, has
from symproof.proof.rules import algebra
from symproof.proof.statement import Statement
from symproof.proof.step import mutant, step

VOID = {"meta", "link", "br", "wbr", "img", "hr", "input"}


class Page(HTMLParser):
    """The elements of a page, and whether they nest."""

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text: list[str] = []
        self.feed(text)
        self.close()

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag):
        assert self.open, tag
        assert self.open.pop() == tag, tag

    def handle_data(self, data):
        if not {"style", "code", "svg", "script"} & set(self.open):
            self.text.append(data)

    def ids(self) -> Counter[str]:
        return Counter(attributes["id"] for _, attributes in self.elements if "id" in attributes)

    def addresses(self) -> list[str]:
        keys = ("href", "xlink:href", "src", "srcset", "action", "data", "poster", "background", "cite")
        return [a[key] for _, a in self.elements for key in keys if a.get(key)]


def small(word: str = "", holds: bool = True) -> Statement:
    """A statement of one step, x = x; a word is printed in its formula."""
    x = Symbol("x")
    conclusion = has(x, word) if word else equal(x, x if holds else 2 * x)
    about = {"id": "small", "place": 1, "title": "a small one", "says": "x is x."}
    variants = () if holds else (mutant("it holds", conclusion=equal(x, x)),)
    return Statement(about, (), lambda sizes: (step("only", conclusion, algebra(), *variants),))
