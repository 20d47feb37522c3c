"""The HTML page that all output shares: one file, no script, nothing fetched; and its small parts."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from symproof.render.prose import prose
from symproof.render.tex import to_lines

__all__ = [
    "anchor",
    "badge",
    "detail",
    "escape",
    "figure",
    "formula",
    "link",
    "page",
    "prose",
    "section",
    "source",
    "table",
]


def page(title: str, body: str, description: str) -> str:
    """A whole document.

    Args:
        title: plain text.
        body: HTML with a ``main`` element of the id ``main``.
        description: plain text.
    """
    style = files("symproof.render").joinpath("style.css").read_text(encoding="utf-8")
    return (
        '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        '<meta name="viewport" content="width=device-width, initial-scale=1">\n'
        '<meta name="color-scheme" content="light dark">\n'
        f'<meta name="description" content="{escape(description)}">\n'
        f'<title>{escape(title)}</title>\n<link rel="icon" href="data:,">\n'
        f"<style>\n{style}</style>\n</head>\n"
        f'<body>\n<a class="skip" href="#main">Skip to the content</a>\n{body}\n</body>\n</html>\n'
    )


def anchor(*parts: str) -> str:
    """An id for the parts, letters, digits, dots and hyphens only.

    >>> anchor("thm-4-relu", "kernel vector")
    'thm-4-relu.kernel-vector'
    """
    return ".".join(re.sub(r"[^A-Za-z0-9]+", "-", part).strip("-") for part in parts)


def source(name: str) -> str:
    """A name of the paper, where only a power is set."""
    return re.sub(r"\^([0-9]+)", r"<sup>\1</sup>", escape(name))


def detail(text: str) -> str:
    """What a check found; products and powers of Python become those of mathematics."""
    return prose(text.rstrip(".").replace("**", "^").replace("*", " "))


def link(target: str, text: str) -> str:
    """A link inside the page; `text` is HTML."""
    return f'<a href="#{target}">{text}</a>'


def badge(kind: str, text: str) -> str:
    """A short status word; `kind` is a class of the style sheet, and the words say it without colour."""
    return f'<span class="badge {kind}">{escape(text)}</span>'


def formula(latex: str) -> str:
    """A formula that may break between its parts."""
    return f'<span class="formula">{"<wbr>".join(to_lines(latex))}</span>'


def section(identifier: str, heading: str, *parts: str) -> str:
    """A section with a heading that links to itself."""
    body = "\n".join(part for part in parts if part)
    return (
        f'<section id="{identifier}" aria-labelledby="{identifier}-heading">\n'
        f'<h2 id="{identifier}-heading">{escape(heading)}</h2>\n{body}\n</section>'
    )


def table(caption: str, head: Sequence[str], rows: Iterable[Sequence[str]], kind: str = "") -> str:
    """A table of HTML cells; the first cell of a row is its heading.

    Args:
        caption: plain text.
        head: the names of the columns, HTML.
        rows: one HTML string a column each.
        kind: ``cards`` for a table whose rows become cards on a narrow screen, ``inner`` for a small one
            inside a proof, which is no stop of the tab key.
    """
    names = [re.sub(r"<[^>]*>", "", name) for name in head]
    top = "".join(f'<th scope="col">{name}</th>' for name in head)
    body = "\n".join(_row(names, row) for row in rows)
    stop = f' role="region" tabindex="0" aria-label="{escape(caption)}"'
    return (
        f'<div class="scroll"{"" if kind == "inner" else stop}>\n'
        f'<table class="{kind or "plain"}">\n<caption>{escape(caption)}</caption>\n'
        f"<thead><tr>{top}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>\n</div>"
    )


def _row(names: Sequence[str], row: Sequence[str]) -> str:
    first, *rest = row
    cells = "".join(
        f'<td data-label="{name}">{cell}</td>' for name, cell in zip(names[1:], rest, strict=True)
    )
    return f'<tr><th scope="row">{first}</th>{cells}</tr>'


def figure(identifier: str, svg: str, caption: str, words: str = "") -> str:
    """A picture with its caption (HTML) and, folded away, the words that say the same."""
    more = f"<details><summary>In words</summary><p>{prose(words)}</p></details>" if words else ""
    return (
        f'<figure id="{identifier}">\n<div class="picture" role="region" tabindex="0" '
        f'aria-label="{identifier}">{svg.strip()}</div>\n<figcaption>{caption}{more}</figcaption>\n</figure>'
    )
