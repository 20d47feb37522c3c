"""What tests of HTML output share: a reader that checks nesting, and a statement of one step."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

from symproof.proof.check import Check, Finding
from symproof.proof.kinds import Kind
from symproof.proof.statement import Source, Statement
from symproof.proof.step import Step, general, mutant

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


def claim(holds: bool) -> Finding:
    return Finding(holds, "asked")


def small(formula: str = "x=x", holds: bool = True) -> Statement:
    check = Check(Kind.IDENTITY, claim, {"holds": holds})
    variant = mutant("it fails", holds=not holds)
    step = Step("only", "x = x", formula, check, general("all x"), mutants=(variant,))
    return Statement("small", 1, "a small one", "x = x", "x=x", Source(None, None), (), lambda sizes: (step,))
