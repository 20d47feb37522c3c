"""Which neurons of a stack must occur in a network without skips, layer by layer."""

from __future__ import annotations

from typing import Any

from symproof.depth.bounds import bounds
from symproof.depth.stack import decide_stack
from symproof.model.block import Block
from symproof.render.figures.picture import Drawing, Picture
from symproof.render.figures.style import BLUE, INK, ORANGE, PALE_BLUE, SOFT, bare, headed, sheet

ABSORBS = Block([[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]], "gelu")
DOES_NOT = Block([[1, 2], [3, 1]], [[1, 0], [0, 1]], "gelu")
STACK = (ABSORBS, DOES_NOT, ABSORBS)


def _neuron(axes: Any, x: float, y: float, text: str, kind: str) -> None:
    """A circle with its name: of F, the same in H, with its sign turned, or one more."""
    from matplotlib.patches import Ellipse

    face, edge, style = {
        "kept": (PALE_BLUE, BLUE, "solid"),
        "turned": ("white", ORANGE, "solid"),
        "more": ("white", SOFT, (0, (2, 1.5))),
    }[kind]
    ring = Ellipse((x, y), 0.62, 0.62, facecolor=face, edgecolor=edge, linewidth=1.6, linestyle=style)
    axes.add_patch(ring)
    axes.text(x, y, text, ha="center", va="center", fontsize=10.5, color=INK)


def _draw(block: Block | None) -> Drawing:
    answer, least = decide_stack(STACK), {b.layer: b.neurons for b in bounds(STACK)}
    subsets = [decide_stack([b]).subsets[0] for b in STACK]
    figure = sheet(8.8, 3.6)
    axes = figure.subplots()
    bare(axes)
    for i, (own, S) in enumerate(zip(STACK, subsets, strict=True)):
        y = len(STACK) - 1 - i
        axes.text(-1.7, y, f"block {i}", va="center", color=SOFT)
        for k in range(own.width):
            _neuron(axes, 0.8 * k, y, rf"$z_{{{i}{k}}}$", "kept")
            turned = S is not None and k in S
            _neuron(axes, 4.4 + 0.8 * k, y, rf"${'-' * turned}z_{{{i}{k}}}$", "turned" if turned else "kept")
        for k in range(own.width, least.get(i, own.width)):
            _neuron(axes, 4.4 + 0.8 * k, y, "+1", "more")
        what = f"flip {', '.join(map(str, S))}" if S else f"no $S$: at least {least[i] - own.width} more"
        axes.text(8.0, y, what, va="center")
    axes.text(0.8, 2.75, "$F$, with skips", ha="center", color=SOFT)
    axes.text(5.4, 2.75, "$H$ of three layers, without", ha="center", color=SOFT)
    axes.set(xlim=(-1.8, 10.6), ylim=(-0.6, 3), aspect="equal")
    total = sum(b.width for b in STACK)
    title = "Each neuron of F occurs in H, and where a block does not absorb, more are needed"
    headed(figure, title)
    widths = ", ".join(str(b.width) for b in STACK)
    text = (
        f"Three GELU blocks with {widths} neurons, {total} in all. Each pre-activation of F is one of H up "
        "to its sign, in the same layer when H has three. Blocks 0 and 2 absorb their skips: their neurons 0 "
        f"and 1 have their signs turned. Block 1 does not: its layer needs at least {least[1]} neurons. "
        f"The kernel accepts: {answer.established}."
    )
    return Drawing(figure, title, text)


PICTURE = Picture("occur", 120, "which neurons of a stack occur in a network without skips", _draw)
