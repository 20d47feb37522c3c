"""The linear part walking to +I while the neurons of S are flipped one by one."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symproof.absorb.decide import decide
from symproof.absorb.limits import Limits
from symproof.errors import Malformed
from symproof.kernel.linear import product
from symproof.model.block import Block
from symproof.render.figures.blocks import ABSORBED, drawable, entry, rows_text, set_text
from symproof.render.figures.picture import Drawing, Picture
from symproof.render.figures.style import BLUE, INK, PALE_BLUE, SOFT, bare, headed, sheet

Rows = list[list[Fraction]]
MOST = 7  # neurons of S that fit beside each other


def gained(block: Block, flipped: tuple[int, ...]) -> Rows:
    """-c W_down[:,flipped] W_up[flipped,:], d x d: what the flips add to the linear part."""
    if not flipped:
        return [[Fraction(0)] * block.d for _ in range(block.d)]
    part = product([[row[k] for k in flipped] for row in block.W_down], [block.W_up[k] for k in flipped])
    return [[-block.gap * x for x in row] for row in part]


def _panel(axes: Any, gain: Rows, heading: str, box: tuple[float, float]) -> None:
    from matplotlib.patches import Polygon

    bare(axes)
    axes.set(xlim=box, ylim=box, aspect="equal")
    axes.axhline(0, color=SOFT, linewidth=0.5)
    axes.axvline(0, color=SOFT, linewidth=0.5)
    (a, b), (c, d) = [[float(x) for x in row] for row in gain]
    axes.add_patch(
        Polygon(
            [(0, 0), (1, 0), (1, 1), (0, 1)], fill=False, edgecolor=INK, linestyle=(0, (2, 2)), linewidth=1.1
        )
    )
    axes.add_patch(
        Polygon(
            [(0, 0), (a, c), (a + b, c + d), (b, d)],
            facecolor=PALE_BLUE,
            edgecolor=BLUE,
            hatch="///",
            linewidth=2,
        )
    )
    axes.plot([0, a], [0, c], color=BLUE, linewidth=3.2)
    axes.plot([0], [0], marker="o", color=INK, markersize=4)
    axes.set_title(heading, loc="center")
    for i, row in enumerate(gain):
        for j, x in enumerate(row):
            axes.text(
                0.36 + 0.28 * j,
                -0.14 - 0.13 * i,
                entry(x),
                transform=axes.transAxes,
                ha="center",
                fontsize=11.5,
            )
    for place in (0.2, 0.8):
        bow = 0.04 if place < 0.5 else -0.04
        axes.plot(
            [place + bow, place, place, place + bow],
            [-0.03, -0.03, -0.3, -0.3],
            transform=axes.transAxes,
            color=INK,
            linewidth=0.9,
            clip_on=False,
        )


def _draw(block: Block | None) -> Drawing:
    block = ABSORBED if block is None else block
    drawable(block, "walk")
    S = decide(block, Limits(time=60.0)).subset
    if S is None or not 1 <= len(S) <= MOST or block.skip is not None:
        found = "no such set" if S is None else f"S = {set_text(S)}"
        raise Malformed(
            f"walk needs the skip I and a set S of at most {MOST} neurons that solves (3); found {found}"
        )
    gains = [gained(block, S[:t]) for t in range(len(S) + 1)]
    corners = [v for (a, b), (c, d) in gains for v in (0, 1, a, b, c, d, a + b, c + d)]
    box = (float(min(corners)) - 0.25, float(max(corners)) + 0.25)
    figure = sheet(1.85 * len(gains) + 0.2, 3.2)
    for t, axes in enumerate(figure.subplots(1, len(gains))):
        first = "flip" if t == 1 else "then"
        _panel(axes, gains[t], f"{first} {S[t - 1]}" if t else "no flip", box)
    title = f"Neuron by neuron, the flips in S = {set_text(S)} add up to +I"
    headed(figure, title)
    steps = "; ".join(
        f"after {t} flip{'' if t == 1 else 's'} {rows_text(gain)}" for t, gain in enumerate(gains)
    )
    return Drawing(
        figure,
        title,
        "A row of panels, one more flipped neuron in each. Hatched: the image of the unit square under the "
        "linear map that the flips have added so far; dotted: the unit square, the image under I. Under each "
        f"panel the exact matrix: {steps}. The last image is the unit square. The thick edge is the image of "
        "e_1.",
    )


PICTURE = Picture("walk", 30, "the linear part walking to +I as the neurons of S flip", _draw, of_block=True)
