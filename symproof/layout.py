"""Text that fits its width: details in two columns, tables whose spare columns give way, commands to copy."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import isqrt
from textwrap import wrap

LEAST = 40  # columns below which nothing is squeezed further
DIGITS = 6  # after the point, of a root
ESCAPE = "\x1b"  # begins a style; a styled line is short
SPOKEN = 100  # columns where the width is not known, as in a file or a pipe


class Shell(str):
    """A command line to copy: where it is wrapped, each line but the last ends with a backslash."""

    __slots__ = ()


def line_width() -> int:
    """The columns of the terminal, or what COLUMNS says, or `SPOKEN`."""
    return max(LEAST, shutil.get_terminal_size((SPOKEN, 24)).columns)


def wrapped(text: str, width: int | None = None) -> list[str]:
    """The lines of a text; no break inside a short "N = 3"; a word longer than the width is cut.

    >>> wrapped("no subset solves the equation", 12)
    ['no subset', 'solves the', 'equation']
    """
    room = width or line_width()
    if not isinstance(text, Shell):
        kept = re.sub(r"(?<=\w) = (?=\S{1,12}(?:[\s,;)]|$))", "\N{NO-BREAK SPACE}=\N{NO-BREAK SPACE}", text)
        lines = wrap(kept, room, break_on_hyphens=False) or [""]
        return [line.replace("\N{NO-BREAK SPACE}", " ") for line in lines]
    *first, last = wrap(text, room - 2, break_on_hyphens=False, break_long_words=False)
    return [*(f"{line} \\" for line in first), last]


def fitted(lines: Iterable[str], width: int | None = None) -> list[str]:
    """The lines, those that are too long wrapped with their own indentation.

    >>> fitted(["  why it is so"], 10)
    ['  why it', '  is so']
    """
    room = width or line_width()
    found = []
    for line in lines:
        indent = line[: len(line) - len(line.lstrip())]
        fits = len(line) <= room or ESCAPE in line
        found += [line] if fits else [indent + part for part in wrapped(line.lstrip(), room - len(indent))]
    return found


def details(rows: Sequence[tuple[str, str]], width: int | None = None, widest: int = 0) -> list[str]:
    """Names and texts in two columns, the texts wrapped; a row without a text is left out.

    Args:
        rows: the names and texts.
        width: columns to fit into; default `line_width`.
        widest: characters of the longest name of several such lists that are to be aligned.

    >>> details([("why", "flip neurons 0, 1"), ("page", "")])
    ['  why  flip neurons 0, 1']
    """
    shown = [row for row in rows if row[1]]
    indent = max([widest, *(len(name) for name, _ in shown)]) + 4
    lines = []
    for name, text in shown:
        first, *rest = wrapped(text, max(LEAST // 2, (width or line_width()) - indent))
        lines += [f"  {name}".ljust(indent) + first, *(" " * indent + line for line in rest)]
    return lines


def columns(
    head: Sequence[str], rows: Sequence[Sequence[object]], spare: Sequence[str] = (), width: int | None = None
) -> list[str]:
    """The lines of a table: a head, a rule, the rows; numbers to the right, all else to the left.

    Args:
        head: the names of the columns.
        rows: one value a column each.
        spare: names of columns that are left out, in this order, while the table is too wide.
        width: columns to fit into; default `line_width`. What still does not fit wraps the last column.

    >>> print(*columns(("block", "N"), [("plane", 3), ("line", 12)]), sep="\\n")
    block   N
    -----  --
    plane   3
    line   12
    """
    room = width or line_width()
    kept = list(range(len(head)))
    cells = [list(head), *([str(x) for x in row] for row in rows)]
    widths = [max(len(line[j]) for line in cells) for j in kept]
    for name in spare:
        if sum(widths[j] + 2 for j in kept) - 2 > room:
            kept = [j for j in kept if head[j] != name]
    flush = {j for j in kept if rows and all(isinstance(row[j], int | float) for row in rows)}
    widths[kept[-1]] = min(widths[kept[-1]], max(LEAST // 2, room - sum(widths[j] + 2 for j in kept[:-1])))
    rule = "  ".join("-" * widths[j] for j in kept)
    shown = [_lines(row, kept, widths, flush) for row in cells]
    return [*shown[0], rule, *(line for row in shown[1:] for line in row)]


def _lines(texts: Sequence[str], kept: Sequence[int], widths: Sequence[int], flush: set[int]) -> list[str]:
    """One row of a table; the last column wraps below itself."""
    padded = [texts[j].rjust(widths[j]) if j in flush else texts[j].ljust(widths[j]) for j in kept[:-1]]
    last = kept[-1]
    first, *rest = [texts[last].rjust(widths[last])] if last in flush else wrapped(texts[last], widths[last])
    indent = sum(widths[j] + 2 for j in kept[:-1])
    return ["  ".join([*padded, first]).rstrip(), *(" " * indent + line for line in rest)]


def root(square: Fraction, up: bool) -> str:
    """The square root as a decimal, rounded down or up.

    >>> root(Fraction(2), up=False), root(Fraction(2), up=True), root(Fraction(4), up=True)
    ('1.414213', '1.414214', '2.000000')
    """
    scale = 10**DIGITS
    inside = square * scale * scale
    value = isqrt(inside.numerator // inside.denominator)
    value += up and value * value < inside
    return f"{value // scale}.{value % scale:0{DIGITS}d}"


def plain(text: str) -> str:
    """The text with what a terminal would act on, and line breaks, shown as a replacement character.

    >>> plain("mlp\x1b[31m.0")
    'mlp\N{REPLACEMENT CHARACTER}[31m.0'
    """
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)
