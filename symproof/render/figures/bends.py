"""Where two ReLU blocks in the plane bend, and the graph of their bends."""

from __future__ import annotations

import math
from typing import Any

from symproof.depth.bends import Edge, edges
from symproof.examples.stacks import make_stack
from symproof.kernel.bends import Direction, pair_of
from symproof.model.block import Block
from symproof.render.figures.picture import Drawing, Picture
from symproof.render.figures.style import BLUE, INK, ORANGE, SOFT, bare, headed, sheet

SEED = 1  # of the example


def _ray(axes: Any, edge: Edge, number: int) -> None:
    """The ray of one bend, with its number at the end."""
    x, y = (float(v) for v in edge.point)
    size = math.hypot(x, y)
    first = edge.bend.neuron[0] == 0
    style = (
        {"color": BLUE, "linewidth": 1.6}
        if first
        else {"color": ORANGE, "linewidth": 1.6, "linestyle": (0, (5, 2))}
    )
    axes.plot([0, x / size], [0, y / size], **style)
    axes.text(
        1.08 * x / size, 1.08 * y / size, str(number), ha="center", va="center", color=INK, fontsize=9.5
    )


def _places(directions: list[Direction]) -> dict[Direction, float]:
    """A height for each vertex."""
    return {v: 1 - (k + 0.5) / len(directions) for k, v in enumerate(directions)}


def _graph(axes: Any, found: list[Edge]) -> None:
    """The vertices [a] and [b] and an edge for each bend."""
    bare(axes)
    lefts = _places(list(dict.fromkeys(e.bend.left for e in found)))
    rights = _places(list(dict.fromkeys(e.bend.right for e in found)))
    for number, edge in enumerate(found):
        ends = (lefts[edge.bend.left], rights[edge.bend.right])
        first = edge.bend.neuron[0] == 0
        axes.plot(
            [0, 1],
            ends,
            color=BLUE if first else ORANGE,
            linewidth=1.3,
            linestyle="-" if first else (0, (5, 2)),
        )
        axes.text(
            0.3 if first else 0.7,
            ends[0] + (0.3 if first else 0.7) * (ends[1] - ends[0]),
            str(number),
            fontsize=8.5,
        )
    for x, places in ((0, lefts), (1, rights)):
        axes.plot(
            [x] * len(places), list(places.values()), linestyle="none", marker="o", markersize=6, color=INK
        )
    axes.text(0, 1.03, "directions $a$", ha="center", color=SOFT)
    axes.text(1, 1.03, "directions $b$", ha="center", color=SOFT)
    axes.set(xlim=(-0.25, 1.25), ylim=(-0.02, 1.1))


def _draw(block: Block | None) -> Drawing:
    blocks = make_stack("stack-homeomorphism", SEED, n=3).blocks
    found = edges(pair_of([b.weights for b in blocks]))
    figure = sheet(8.6, 4.5)
    plane, graph = figure.subplots(1, 2, width_ratios=(1.1, 1))
    bare(plane)
    plane.set(xlim=(-1.2, 1.2), ylim=(-1.2, 1.2), aspect="equal")
    for number, edge in enumerate(found):
        _ray(plane, edge, number)
    plane.text(
        -1.18, -1.18, "solid: a neuron of block 0 is 0\ndashed: one of block 1", color=SOFT, fontsize=9.5
    )
    _graph(graph, found)
    total = sum(b.width for b in blocks)
    title = f"{len(found)} bends of two ReLU blocks, and the {total} vertices that cover them"
    headed(figure, title)
    words = "; ".join(
        f"bend {n} where neuron {e.bend.neuron[1]} of block {e.bend.neuron[0]} is 0"
        for n, e in enumerate(found)
    )
    text = (
        f"Left: rays in the plane on which F = f_2 o f_1 bends, {words}. Right: the bipartite graph of the "
        f"left directions a and the right directions b of these bends. The {total} rows of block 0 and "
        "columns of block 1 cover all edges; any two layers without skips that compute F have such a cover "
        "of their own neurons."
    )
    return Drawing(figure, title, text)


PICTURE = Picture("bends", 110, "where two ReLU blocks bend, and the graph of the bends", _draw)
