"""The kink lines of a block in the with the flipped set S marked."""

from __future__ import annotations

import math
from typing import Any

from symproof.absorb.decide import Decision, decide
from symproof.absorb.explain import degeneracies
from symproof.absorb.limits import Limits
from symproof.errors import Malformed
from symproof.kernel.activations import activation
from symproof.model.block import Block
from symproof.reader.numbers import fraction
from symproof.render.figures.blocks import ABSORBED, drawable, floats, set_text, short
from symproof.render.figures.picture import Drawing, Picture
from symproof.render.figures.style import INK, ORANGE, SOFT, bare, headed, sheet

MOST = 12  # lines that can be told apart
SIDE = 0.16  # length of an arrow; the lines have length 1 on each side of 0
FOOT = 0.8  # where the arrow of a flipped neuron stands; the others stand opposite


def _line(axes: Any, neurons: list[int], rows: list[list[float]], S: frozenset[int]) -> None:
    """The line on which some neurons are 0, with their numbers at one end and an arrow for each."""
    first = rows[neurons[0]]
    length = math.hypot(*first)
    along = (-first[1] / length, first[0] / length)
    along = along if along > (0, 0) else (-along[0], -along[1])
    marked = bool(S & set(neurons))
    if marked:
        axes.plot([-along[0], along[0]], [-along[1], along[1]], color=ORANGE, linewidth=2.6)
    else:
        style = {"color": SOFT, "linewidth": 1.3, "linestyle": (0, (5, 3))}
        axes.plot([-along[0], along[0]], [-along[1], along[1]], **style)
    for place, k in enumerate(neurons):
        size = math.hypot(*rows[k])
        normal = (rows[k][0] / size, rows[k][1] / size)
        at = (FOOT if k in S else -FOOT) * (1 - 0.2 * place)
        foot = (at * along[0], at * along[1])
        _arrow(axes, foot, normal, hollow=k in S)
        if k in S:
            _arrow(axes, foot, (-normal[0], -normal[1]), hollow=False)
    _number(axes, along, ", ".join(map(str, neurons)), marked)


def _number(axes: Any, along: tuple[float, float], text: str, marked: bool) -> None:
    face, edge, letter = (ORANGE, ORANGE, "white") if marked else ("white", SOFT, INK)
    shape = "circle,pad=0.28" if len(text) < 3 else "round,pad=0.28"
    box = {"boxstyle": shape, "facecolor": face, "edgecolor": edge, "linewidth": 0.9}
    weight = "bold" if marked else "normal"
    x, y = (1.09 * c for c in along)
    axes.text(x, y, text, ha="center", va="center", color=letter, fontweight=weight, bbox=box)


def _lines(block: Block) -> list[list[int]]:
    """The neurons with nonzero rows, those on one line together; decided with exact numbers."""
    found: list[list[int]] = []
    rows = [[fraction(x) for x in row] for row in block.W_up]
    for k, (a, b) in enumerate(rows):
        if a or b:
            same = next((line for line in found if rows[line[0]][0] * b == rows[line[0]][1] * a), None)
            if same is None:
                found.append([k])
            else:
                same.append(k)
    return found


def _arrow(axes: Any, foot: tuple[float, float], way: tuple[float, float], hollow: bool) -> None:
    tip = (foot[0] + SIDE * way[0], foot[1] + SIDE * way[1])
    colour = SOFT if hollow else INK
    look = {
        "arrowstyle": "-|>",
        "mutation_scale": 11,
        "shrinkA": 0,
        "shrinkB": 0,
        "edgecolor": colour,
        "facecolor": "white" if hollow else colour,
        "linewidth": 1.0 if hollow else 1.5,
        "linestyle": (0, (2, 2)) if hollow else "solid",
    }
    axes.annotate("", tip, foot, arrowprops=look)


def _key(axes: Any, block: Block, S: tuple[int, ...] | None, notes: list[str]) -> None:
    """The neurons with their exact weights, and notes under them."""
    bare(axes)
    lines = block.width + 2 + len(notes)
    axes.set(xlim=(0, 1), ylim=(-lines, 1))
    for place, head in ((0.1, "row $w_k$"), (0.44, "column $D_k$")):
        axes.text(place, 0, head, color=SOFT)
    for k in range(block.width):
        mark = S is not None and k in S
        row = ", ".join(short(x) for x in block.W_up[k])
        column = ", ".join(short(r[k]) for r in block.W_down)
        weight = "bold" if mark else "normal"
        axes.text(0, -1 - k, str(k), fontweight=weight, color=ORANGE if mark else INK)
        axes.text(0.1, -1 - k, f"({row})")
        axes.text(0.44, -1 - k, f"({column})")
        axes.text(0.82, -1 - k, "flipped" if mark else "", color=ORANGE)
    for place, note in enumerate(notes):
        axes.text(0, -block.width - 2 - place, note)


def _draw(block: Block | None) -> Drawing:
    block = ABSORBED if block is None else block
    drawable(block, "kinks")
    if block.width > MOST:
        raise Malformed(f"kinks shows at most {MOST} lines, found {block.width}")
    decision = decide(block, Limits(time=60.0))
    S = decision.subset
    figure = sheet(8.4, 4.9)
    axes, key = figure.subplots(1, 2, width_ratios=(1.25, 1))
    bare(axes)
    axes.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), aspect="equal")
    axes.plot([0], [0], marker="o", color=INK, markersize=4, zorder=5)
    rows = floats(block.W_up)
    for neurons in _lines(block):
        _line(axes, neurons, rows, frozenset(S or ()))
    conic = activation(block.activation).homogeneous
    what = "kink lines" if conic else "zero lines"
    if S is None:
        title = f"The {what} of a block that is {str(decision.verdict).replace('-', ' ')}"
        notes = ["arrow: the side where the neuron is positive", *_silent(block, decision)]
    else:
        title = f"Flip the neurons in S = {set_text(S)}: the {what} stay, their sides change"
        equals = "-I" if block.skip is None and block.gap == 1 else "-M/c"
        notes = [
            "solid arrow: the side where the neuron of $V$ is positive",
            "hollow arrow: where that of $W$ was",
            rf"$\sum_{{k\in S}}D_k\,w_k={equals}$ exactly",
        ]
    _key(key, block, S, notes)
    headed(figure, title)
    return Drawing(figure, title, _words(block, S, decision.why))


def _silent(block: Block, decision: Decision) -> list[str]:
    """What is said when no set S is flipped."""
    if degeneracies(block):
        return ["Theorem 4 is silent: rows share a line,", "or a row or a column is zero"]
    if decision.absorbable is False and block.gap:
        right = "-I" if block.skip is None and block.gap == 1 else "-M/c"
        return [rf"no set $S$ has $\sum_{{k\in S}}D_k\,w_k={right}$"]
    return []


def _words(block: Block, S: tuple[int, ...] | None, why: str) -> str:
    lines = "; ".join(
        f"neuron {k} with row ({', '.join(str(fraction(x)) for x in w)})"
        for k, w in enumerate(block.W_up[:MOST])
    )
    marked = "No set is marked" if S is None else f"Thick and orange: the flipped neurons {set_text(S)}"
    return (
        f"Lines through 0 on which a neuron of the block is 0: {lines}. An arrow points to the side where "
        f"the neuron is positive. {marked}. {why}."
    )


PICTURE = Picture(
    "kinks", 20, "the kink lines of a block with d = 2, the flipped set S marked", _draw, of_block=True
)
