"""Even and odd part of ReLU and GELU."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from symproof.model.block import Block
from symproof.render.figures.picture import Drawing, Picture
from symproof.render.figures.style import BLUE, INK, ORANGE, SOFT, headed, sheet

REACH = 3.0
AT = 2.0  # where the gap is shown


def _relu(z: float) -> float:
    return max(z, 0.0)


def _gelu(z: float) -> float:
    return z * (1 + math.erf(z / math.sqrt(2))) / 2


def _panel(axes: Any, name: str, even: str, sigma: Callable[[float], float]) -> None:
    zs = [REACH * (i / 150 - 1) for i in range(301)]
    values = [sigma(z) for z in zs]
    mirrored = [sigma(-z) for z in zs]
    axes.axhline(0, color=SOFT, linewidth=0.6)
    axes.axvline(0, color=SOFT, linewidth=0.6)
    axes.plot(zs, mirrored, color=SOFT, linewidth=1.1, linestyle=(0, (1, 1.6)))
    axes.plot(zs, [z / 2 for z in zs], color=ORANGE, linestyle=(0, (6, 2.5)))
    axes.plot(
        zs, [v - z / 2 for z, v in zip(zs, values, strict=True)], color=BLUE, linestyle=(0, (7, 2, 1.4, 2))
    )
    axes.plot(zs, values, color=INK, linewidth=2.6)
    axes.text(2.42, 2.72, r"$\sigma(z)$", ha="right", color=INK, fontsize=13)
    axes.text(-1.72, 2.1, r"$\sigma(-z)$", ha="left", color=SOFT, fontsize=12)
    axes.text(-2.95, 0.25, even, color=BLUE, fontsize=12.5)
    axes.text(-1.5, -1.32, r"odd part $z/2$", color=ORANGE, fontsize=12.5)
    low, high = sigma(-AT), sigma(AT)
    axes.annotate(
        "",
        (AT, high),
        (AT, low),
        arrowprops={"arrowstyle": "<->", "color": INK, "linewidth": 1.0, "shrinkA": 0, "shrinkB": 0},
    )
    axes.text(AT + 0.09, 0.3, "$z$", ha="left", fontsize=12.5)
    axes.set(xlim=(-REACH, REACH), ylim=(-1.6, 3), title=rf"{name}: $\sigma(z)-\sigma(-z)=z$", xlabel="$z$")
    axes.set_xticks(range(-3, 4))
    axes.set_yticks(range(-1, 4))
    axes.set_aspect("equal")


def _draw(block: Block | None) -> Drawing:
    figure = sheet(8.6, 4.1)
    left, right = figure.subplots(1, 2, sharey=True)
    _panel(left, "ReLU", r"even part $|z|/2$", _relu)
    _panel(right, "GELU", r"even part $E(z)$", _gelu)
    title = "A sign flip keeps the even part and turns the odd part around"
    headed(figure, title)
    return Drawing(
        figure,
        title,
        "Two panels, ReLU and GELU, for z from -3 to 3. Solid: sigma(z). Dashed: its odd part, the line z/2. "
        "Dash-dotted: its even part, |z|/2 for ReLU, and for GELU a smooth curve that is 0 at 0 and close to "
        "|z|/2 far out. Dotted: the mirror image sigma(-z). An arrow at z = 2 marks the distance between "
        "sigma(z) and sigma(-z), which is z: the linear gap.",
    )


PICTURE = Picture("parity", 10, "even and odd part of ReLU and GELU", _draw)
