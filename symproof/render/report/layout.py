"""Where the nodes of an acyclic graph go: columns by depth, rows by those of the neighbours (Sugiyama)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise

SWEEPS = 12

# a node by its name, or the place where the edge (from, to) crosses a column: (from, to, column)
Item = str | tuple[str, str, int]


@dataclass(frozen=True, slots=True)
class Layout:
    """Columns of items from left to right, each from the top down, and the way of every edge through them."""

    columns: tuple[tuple[Item, ...], ...]
    routes: Mapping[tuple[str, str], tuple[Item, ...]]


def depth(uses: Mapping[str, Sequence[str]]) -> dict[str, int]:
    """The length of the longest chain below each node; 0 for a node that uses nothing.

    Args:
        uses: the nodes each node uses; acyclic, and every name is a key.
    """
    found: dict[str, int] = {}

    def visit(name: str) -> int:
        if name not in found:
            found[name] = max((visit(below) + 1 for below in uses[name]), default=0)
        return found[name]

    for name in uses:
        visit(name)
    return found


def arrange(uses: Mapping[str, Sequence[str]]) -> Layout:
    """Columns and routes; an edge goes from what is used, on the left, to what uses it."""
    level = depth(uses)
    columns: list[list[Item]] = [[] for _ in range(max(level.values(), default=-1) + 1)]
    for name in uses:
        columns[level[name]].append(name)
    routes: dict[tuple[str, str], tuple[Item, ...]] = {}
    for name, below in uses.items():
        for low in below:
            bends: list[Item] = [(low, name, column) for column in range(level[low] + 1, level[name])]
            for bend, column in zip(bends, range(level[low] + 1, level[name]), strict=True):
                columns[column].append(bend)
            routes[low, name] = (low, *bends, name)
    _untangle(columns, list(routes.values()))
    return Layout(tuple(map(tuple, columns)), routes)


def _untangle(columns: list[list[Item]], routes: list[tuple[Item, ...]]) -> None:
    """Order every column by the mean row of the neighbours, to the right and back again."""
    left: dict[Item, list[Item]] = {}
    right: dict[Item, list[Item]] = {}
    for route in routes:
        for a, b in pairwise(route):
            right.setdefault(a, []).append(b)
            left.setdefault(b, []).append(a)
    for sweep in range(SWEEPS):
        near, order = (left, columns) if sweep % 2 == 0 else (right, columns[::-1])
        for column in order:
            row = {item: place / max(1, len(c) - 1) for c in columns for place, item in enumerate(c)}
            means = {item: [row[other] for other in near.get(item, [])] or [row[item]] for item in column}
            column.sort(key=lambda item: sum(means[item]) / len(means[item]))
