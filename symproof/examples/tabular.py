"""Tables of several columns for the terminal."""

from __future__ import annotations

from collections.abc import Sequence


def columns(head: Sequence[str], rows: Sequence[Sequence[object]]) -> list[str]:
    """The lines of a table: a head, a rule, one line a row; numbers to the right, all else to the left.

    Args:
        head: the names of the columns.
        rows: one value a column each.
    """
    cells = [list(head), *([str(x) for x in row] for row in rows)]
    widths = [max(len(line[j]) for line in cells) for j in range(len(head))]
    right = [bool(rows) and all(isinstance(row[j], int) for row in rows) for j in range(len(head))]

    def line(texts: Sequence[str]) -> str:
        padded = [
            text.rjust(width) if flush else text.ljust(width)
            for text, width, flush in zip(texts, widths, right, strict=True)
        ]
        return "  ".join(padded).rstrip()

    return [line(cells[0]), "  ".join("-" * width for width in widths), *map(line, cells[1:])]
