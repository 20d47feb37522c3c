"""A block, the MLP that should replace it, and their difference, over a square."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from symproof.absorb.decide import decide, subset_problem
from symproof.absorb.limits import Limits
from symproof.absorb.residual import ALL_SUBSETS, residuals
from symproof.errors import Malformed
from symproof.model.block import Block
from symproof.render.figures.blocks import ABSORBED, NEAR_MISS, drawable, floats, ink, rows_text, set_text
from symproof.render.figures.picture import Drawing, Picture
from symproof.render.figures.style import BLUE, INK, headed, sheet

REACH = 2.0
POINTS = 61
LEVELS = 9  # contour lines, about


@dataclass(frozen=True, slots=True)
class Pair:
    """A block and a residual-free MLP, with one coordinate in which to look at them, 0-based.

    `rest` is the row of that coordinate of the exact linear map block - other, when both have the same even
    part; it is zero when they are the same function.
    """

    block: Block
    other: Block
    name: str
    coordinate: int
    rest: tuple[Any, ...]


def pair(block: Block) -> Pair:
    """The block with the V that absorbs it, or with the flipped set that comes closest.

    Raises:
        Malformed: it is not absorbed and has too many sets to find the closest.
    """
    decision = decide(block, Limits(time=60.0))
    if decision.network is not None:
        zero = [[0] * block.d for _ in range(block.d)]
        V = Block(decision.network.up, decision.network.down, block.activation, zero)
        name = f"flip {set_text(decision.subset)}" if decision.subset else "V"
        return Pair(block, V, name, 0, (0,) * block.d)
    if block.width > ALL_SUBSETS or not block.gap:
        raise Malformed(
            f"the closest set is looked for among at most {ALL_SUBSETS} neurons, found {block.width}"
        )
    best = min(residuals(subset_problem(block)), key=lambda rest: rest.rank_key)
    rows = [[block.gap * x for x in row] for row in block.residual(best.subset)]
    worst = max(range(block.d), key=lambda i: max(map(abs, rows[i])))
    return Pair(block, block.flip(best.subset), f"flip {set_text(best.subset)}", worst, tuple(rows[worst]))


def _values(block: Block, i: int, ticks: Sequence[float]) -> list[list[float]]:
    """Coordinate i of the block on a grid, for drawing."""
    import numpy

    up, down, skip = (numpy.array(floats(rows)) for rows in (block.W_up, block.W_down, block.weights.M))
    x, y = numpy.meshgrid(ticks, ticks)
    points = numpy.stack([x.ravel(), y.ravel()])
    hidden = ink(block.activation, float(abs(up).sum(axis=1).max()) * REACH)(up @ points)
    values: list[list[float]] = (skip @ points + down @ hidden)[i].reshape(x.shape).tolist()
    return values


def _contours(axes: Any, ticks: Sequence[float], values: Any, levels: Any, heading: str) -> None:
    axes.contourf(ticks, ticks, values, levels=levels, cmap="Greys", alpha=0.42, extend="both")
    lines = axes.contour(ticks, ticks, values, levels=levels, colors=INK, linewidths=0.8, linestyles="solid")
    axes.clabel(lines, lines.levels[::2], fontsize=8.5, fmt=lambda v: f"{v:g}".replace("-", "\u2212"))
    axes.set_title(heading)


def _levels(low: float, high: float) -> list[float]:
    """Round values shifted by half a step: a block that is 0 on a cone has no contour line there."""
    from matplotlib.ticker import MaxNLocator

    marks = MaxNLocator(LEVELS).tick_values(low, high)
    step = float(marks[1] - marks[0])
    return [float(mark) + step / 2 for mark in marks[:-1]]


def _flat(axes: Any) -> None:
    box = {"facecolor": "white", "edgecolor": "none", "pad": 5}
    text = "0 everywhere:\nthe normal forms\nare equal"
    axes.text(0, 0, text, ha="center", va="center", fontsize=12, bbox=box, zorder=5)
    axes.set_title("difference")


def _row(axes: Any, shown: Pair) -> None:
    import numpy

    ticks = [REACH * (2 * k / (POINTS - 1) - 1) for k in range(POINTS)]
    f, v = (numpy.array(_values(b, shown.coordinate, ticks)) for b in (shown.block, shown.other))
    levels = _levels(min(f.min(), v.min()), max(f.max(), v.max()))
    at = f"_{{{shown.coordinate + 1}}}"
    _contours(
        axes[0], ticks, f, levels, rf"block: $(x+W_{{\mathrm{{down}}}}\sigma(W_{{\mathrm{{up}}}}x)){at}$"
    )
    _contours(axes[1], ticks, v, levels, f"no skip, {shown.name}")
    if any(shown.rest):
        exact = [[float(shown.rest[0]) * x + float(shown.rest[1]) * y for x in ticks] for y in ticks]
        levels = _levels(numpy.min(exact), numpy.max(exact))
        _contours(axes[2], ticks, exact, levels, f"difference: {_linear(shown.rest)}")
    else:
        _flat(axes[2])
    for one in axes:
        one.set(
            xlim=(-REACH, REACH), ylim=(-REACH, REACH), aspect="equal", xticks=(-2, 0, 2), yticks=(-2, 0, 2)
        )
        for w in floats(shown.block.W_up):
            if any(w):
                one.axline((0, 0), (-w[1], w[0]), color=BLUE, linewidth=0.9, linestyle=(0, (1, 2)))


def _linear(row: tuple[Any, ...]) -> str:
    parts = []
    for k, c in enumerate(row, 1):
        if c:
            size = "" if abs(c) == 1 else f"({abs(c)})\\," if c.denominator > 1 else f"{abs(c)}\\,"
            parts.append(f"{'-' if c < 0 else '+'}{size}x_{k}")
    return f"${''.join(parts).removeprefix('+')}$"


def _draw(block: Block | None) -> Drawing:
    blocks = [ABSORBED, NEAR_MISS] if block is None else [block]
    for one in blocks:
        drawable(one, "difference")
    pairs = [pair(one) for one in blocks]
    figure = sheet(8.6, 2.9 * len(pairs) + 0.8)
    grid = figure.subplots(len(pairs), 3, squeeze=False, sharex=True, sharey=True)
    for axes, shown in zip(grid, pairs, strict=True):
        _row(axes, shown)
        axes[0].set_ylabel("$x_2$")
    for axes in grid[-1]:
        axes.set_xlabel("$x_1$")
    same = [not any(shown.rest) for shown in pairs]
    title = (
        "One weight decides: absorbed exactly, or off by a linear map"
        if block is None
        else (
            "The block and its residual-free twin agree everywhere"
            if same[0]
            else "The closest flip is off by a linear map"
        )
    )
    headed(figure, title)
    return Drawing(figure, title, " ".join(_words(shown) for shown in pairs))


def _words(shown: Pair) -> str:
    rest = _linear(shown.rest).strip("$").replace("\\,", " ") if any(shown.rest) else "0 everywhere, exactly"
    block = shown.block
    weights = f"rows {rows_text(block.W_up)} of W_up and {rows_text(block.W_down)} of W_down"
    return (
        f"Contour maps over the square from -2 to 2, coordinate {shown.coordinate + 1}: "
        f"the {block.activation} block with {weights}, the map without skip ({shown.name}), "
        f"and their difference, which is {rest}. "
        "Dotted: the lines on which a neuron is 0."
    )


PICTURE = Picture(
    "difference",
    40,
    "a block, its best residual-free twin and their difference over a square",
    _draw,
    of_block=True,
)
