"""The kink lines of a block in the plane, with the flipped set S marked."""

from __future__ import annotations

import math
import textwrap
from typing import Any

from symproof.absorb.decide import decide
from symproof.absorb.limits import Limits
from symproof.errors import Malformed
from symproof.kernel.activations import activation
from symproof.kernel.numbers import fraction
from symproof.model.block import Block
from symproof.render.figures.blocks import ABSORBED, entry, floats, plane, set_text
from symproof.render.figures.picture import Drawing, Picture
from symproof.render.figures.style import INK, ORANGE, SOFT, bare, headed, sheet

MOST = 12  # lines that can be told apart
SIDE = 0.16  # length of an arrow; the lines have length 1 on each side of 0
FOOT = 0.8  # where the arrow of a flipped neuron stands; the others stand opposite


def _neuron(axes: Any, k: int, w: list[float], flipped: bool) -> None:
    length = math.hypot(*w)
    if not length:
        return
    normal = (w[0] / length, w[1] / length)
    along = (-normal[1], normal[0]) if (-normal[1], normal[0]) > (0, 0) else (normal[1], -normal[0])
    style = (
        {"color": ORANGE, "linewidth": 2.6}
        if flipped
        else {"color": SOFT, "linewidth": 1.3, "linestyle": (0, (5, 3))}
    )
    axes.plot([-along[0], along[0]], [-along[1], along[1]], **style)
    at = FOOT if flipped else -FOOT
    foot = (at * along[0], at * along[1])
    _arrow(axes, foot, normal, hollow=flipped)
    if flipped:
        _arrow(axes, foot, (-normal[0], -normal[1]), hollow=False)
    face, edge, letter = (ORANGE, ORANGE, "white") if flipped else ("white", SOFT, INK)
    box = {"boxstyle": "circle,pad=0.28", "facecolor": face, "edgecolor": edge, "linewidth": 0.9}
    weight = "bold" if flipped else "normal"
    far = 1.09
    axes.text(
        far * along[0],
        far * along[1],
        str(k),
        ha="center",
        va="center",
        color=letter,
        fontweight=weight,
        bbox=box,
    )


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
        row = ", ".join(entry(fraction(x)) for x in block.W_up[k])
        column = ", ".join(entry(fraction(r[k])) for r in block.W_down)
        weight = "bold" if mark else "normal"
        axes.text(0, -1 - k, str(k), fontweight=weight, color=ORANGE if mark else INK)
        axes.text(0.1, -1 - k, f"({row})")
        axes.text(0.44, -1 - k, f"({column})")
        axes.text(0.82, -1 - k, "flipped" if mark else "", color=ORANGE)
    for place, note in enumerate(notes):
        axes.text(0, -block.width - 2 - place, note)


def _draw(block: Block | None) -> Drawing:
    block = ABSORBED if block is None else block
    plane(block, "kinks")
    if block.width > MOST:
        raise Malformed(f"kinks shows at most {MOST} lines, found {block.width}")
    decision = decide(block, Limits(time=60.0))
    S = decision.subset
    figure = sheet(8.4, 4.9)
    axes, key = figure.subplots(1, 2, width_ratios=(1.25, 1))
    bare(axes)
    axes.set(xlim=(-1.25, 1.25), ylim=(-1.25, 1.25), aspect="equal")
    axes.plot([0], [0], marker="o", color=INK, markersize=4, zorder=5)
    for k, w in enumerate(floats(block.W_up)):
        _neuron(axes, k, w, S is not None and k in S)
    conic = activation(block.activation).conic
    what = "kink lines" if conic else "zero lines"
    if S is None:
        title = f"The {what} of a block that is {decision.verdict}"
        notes = ["arrow: the side where the neuron is positive", *textwrap.wrap(decision.why, 48)[:4]]
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
