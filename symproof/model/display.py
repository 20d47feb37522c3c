"""How a block shows itself: text, LaTeX, HTML. Large matrices are abbreviated, nothing is computed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from html import escape

from symproof.reader.numbers import Matrix, Number
from symproof.reader.weights import Weights

SMALL = 40  # entries of W_up and W_down together that a repr writes out
SHOWN = 6  # rows and columns of a larger matrix in LaTeX and HTML
WIDE = 12  # characters of an exact entry; longer ones are shown as a rounded value

Vector = Sequence[Number] | None

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


def plain(block: Weights) -> str:
    """One line; a small block in a form that Python reads back, a large one as d, N and its name."""
    up, down, name = block.up, block.down, _name(block)
    extra = {"skip": block.skip} | {key: [bias] for key, bias in _biases(block)}
    parts = {key: rows for key, rows in extra.items() if rows is not None}
    entries = (
        [x for rows in (up, down, *parts.values()) for row in rows for x in row] if _few(up, down) else None
    )
    exact = entries is not None and all(len(str(Fraction(*x.as_integer_ratio()))) <= WIDE for x in entries)
    if not exact:
        tail = "".join(f", with {'a skip' if key == 'skip' else key}" for key in parts)
        return f"<Block d={len(down)} N={len(up)} activation={name}{tail}>"
    tail = "".join(
        f", {key}={_literal(rows) if key == 'skip' else _literal(rows)[1:-1]}" for key, rows in parts.items()
    )
    return f"Block({_literal(up)}, {_literal(down)}, {name!r}{tail})"


def latex(block: Weights) -> str:
    """The map x -> M x + W_down sigma(W_up x + b_up) + b_down as LaTeX for a display."""
    skipped = "x" if block.skip is None else _latex_matrix(block.skip) + " x"
    name = r"\operatorname{" + _name(block).replace("_", r"\_") + "}"
    hidden, output = (f" + {_latex_matrix(rows)}" if rows else "" for rows in _columns(block))
    body = rf"{_latex_matrix(block.down)} {name}\left({_latex_matrix(block.up)} x{hidden}\right){output}"
    return rf"$\displaystyle x \mapsto {skipped} + {body}$"


def html(block: Weights) -> str:
    """The same map as HTML that needs nothing else on the page."""
    skipped = "x" if block.skip is None else f"{_html_matrix(block.skip)} x"
    name = escape(_name(block))
    body = _html_mlp(block.up, block.down, _column(block.b_up), _column(block.b_down), name)
    return (
        f"<div>x &#8614; {skipped} + {body}"
        f"<br><small>d = {block.d}, N = {block.width}, &#963; = {name}</small></div>"
    )


def network_html(up: Matrix, down: Matrix, b_up: Vector, b_down: Vector) -> str:
    """The map x -> V_down sigma(V_up x + b_up) + b_down of an MLP without a skip; no neuron is the map 0."""
    body = _html_mlp(up, down, _column(b_up), _column(b_down), "&#963;") if up else "0"
    return f"<div>x &#8614; {body}<br><small>width {len(up)}, no skip</small></div>"


def table(head: str, rows: Mapping[str, str]) -> str:
    """A headline and named texts as HTML; empty ones are left out."""
    left = 'style="text-align:left;vertical-align:top'
    cells = "".join(
        f'<tr><th {left}">{escape(name)}</th><td {left};overflow-wrap:anywhere">{escape(text)}</td></tr>'
        for name, text in rows.items()
        if text
    )
    return f"<div><b>{escape(head)}</b><table>{cells}</table></div>"


def _html_mlp(up: Matrix, down: Matrix, hidden: Matrix | None, output: Matrix | None, name: str) -> str:
    inner, outer = (f" + {_html_matrix(rows)}" if rows else "" for rows in (hidden, output))
    return f"{_html_matrix(down)} {name}( {_html_matrix(up)} x{inner} ){outer}"


def _name(block: Weights) -> str:
    return block.activation or "relu"


def _biases(block: Weights) -> list[tuple[str, Sequence[Number]]]:
    """The biases that the block has, by name."""
    return [(key, b) for key, b in (("b_up", block.b_up), ("b_down", block.b_down)) if b is not None]


def _columns(block: Weights) -> list[Matrix | None]:
    """The biases as columns."""
    return [_column(block.b_up), _column(block.b_down)]


def _column(bias: Vector) -> Matrix | None:
    return None if bias is None else [[x] for x in bias]


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
