"""How a block shows itself: text, LaTeX, HTML. Large matrices are abbreviated, nothing is computed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from html import escape

from symproof.kernel.numbers import Matrix, Number

SMALL = 40  # entries of W_up and W_down together that a repr writes out
SHOWN = 6  # rows and columns of a larger matrix in LaTeX and HTML
WIDE = 12  # characters of an exact entry; longer ones are shown as a rounded value

STYLE = "border:0;border-left:1px solid;border-right:1px solid;display:inline-table;vertical-align:middle"


def spelt(value: Number) -> str:
    """The exact entry as 'p' or 'p/q'; beyond `WIDE` characters a rounded value, marked as one."""
    p, q = value.as_integer_ratio()
    if max(p.bit_length(), q.bit_length()) > 4 * WIDE:  # no long integer is turned into text
        return rounded(p, q)
    text = str(p) if q == 1 else f"{p}/{q}"
    return text if len(text) <= WIDE else rounded(p, q)


def rounded(p: int, q: int) -> str:
    """About p/q, not zero, in four digits or as a power of two; never an exact claim."""
    try:
        value = p / q
    except OverflowError:
        value = 0.0
    return f"≈{value:.4g}" if value else f"≈{'-' * (p < 0)}2^{p.bit_length() - q.bit_length()}"


def plain(up: Matrix, down: Matrix, activation: str, skip: Matrix | None) -> str:
    """One line; a small block in a form that Python reads back, a large one as d, N and its name."""
    entries = [x for rows in (up, down, skip or ()) for row in rows for x in row] if _few(up, down) else None
    exact = entries is not None and all(len(str(Fraction(*x.as_integer_ratio()))) <= WIDE for x in entries)
    if not exact:
        tail = "" if skip is None else ", with a skip"
        return f"<Block d={len(down)} N={len(up)} activation={activation}{tail}>"
    tail = "" if skip is None else f", skip={_literal(skip)}"
    return f"Block({_literal(up)}, {_literal(down)}, {activation!r}{tail})"


def latex(up: Matrix, down: Matrix, activation: str, skip: Matrix | None) -> str:
    """The map x -> M x + W_down sigma(W_up x) as LaTeX for a display."""
    skipped = "x" if skip is None else _latex_matrix(skip) + " x"
    name = r"\operatorname{" + activation.replace("_", r"\_") + "}"
    body = rf"{_latex_matrix(down)} {name}\left({_latex_matrix(up)} x\right)"
    return rf"$\displaystyle x \mapsto {skipped} + {body}$"


def html(up: Matrix, down: Matrix, activation: str, skip: Matrix | None) -> str:
    """The same map as HTML that needs nothing else on the page."""
    skipped = "x" if skip is None else f"{_html_matrix(skip)} x"
    name = escape(activation)
    return (
        f"<div>x &#8614; {skipped} + {_html_matrix(down)} {name}( {_html_matrix(up)} x )"
        f"<br><small>d = {len(down)}, N = {len(up)}, &#963; = {name}</small></div>"
    )


def _few(up: Matrix, down: Matrix) -> bool:
    return 2 * len(up) * len(down) <= SMALL


def _literal(rows: Matrix) -> str:
    def entry(x: Number) -> str:
        p, q = x.as_integer_ratio()
        return str(p) if q == 1 else f"'{p}/{q}'"

    return "[" + ", ".join("[" + ", ".join(map(entry, row)) + "]" for row in rows) + "]"


def _cells(rows: Matrix, spell: Callable[[Number], str], dots: tuple[str, str, str]) -> list[list[str]]:
    """The corner of the matrix that is shown, with dots where it goes on."""

    def cut(items: Sequence[str], end: str, total: int) -> list[str]:
        return [*items, *([end] if total > SHOWN else [])]

    across, downwards, both = dots
    shown = [cut([spell(x) for x in row[:SHOWN]], across, len(row)) for row in rows[:SHOWN]]
    if len(rows) > SHOWN:
        width = min(len(rows[0]), SHOWN)
        shown.append(cut([downwards] * width, both, len(rows[0])))
    return shown


def _latex_entry(x: Number) -> str:
    text = spelt(x).replace("≈", r"{\approx}")
    if "/" not in text:
        return text
    p, q = text.split("/")
    sign, p = ("-", p[1:]) if p.startswith("-") else ("", p)
    return rf"{sign}\tfrac{{{p}}}{{{q}}}"


def _latex_matrix(rows: Matrix) -> str:
    cells = _cells(rows, _latex_entry, (r"\cdots", r"\vdots", r"\ddots"))
    return r"\begin{pmatrix}" + r" \\ ".join(" & ".join(row) for row in cells) + r"\end{pmatrix}"


def _html_matrix(rows: Matrix) -> str:
    cells = _cells(rows, lambda x: escape(spelt(x)), ("&#8943;", "&#8942;", "&#8945;"))
    body = "".join("<tr>" + "".join(f"<td>{x}</td>" for x in row) + "</tr>" for row in cells)
    return f'<table style="{STYLE}"><tbody>{body}</tbody></table>'
