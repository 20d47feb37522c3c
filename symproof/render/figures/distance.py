"""How far equation (3) is from holding, for every set S of a small block."""

from __future__ import annotations

from typing import Any

from symproof.absorb.decide import subset_problem
from symproof.absorb.residual import Residual, residuals
from symproof.errors import Malformed
from symproof.model.block import Block
from symproof.render.figures.blocks import ABSORBED, drawable, set_text
from symproof.render.figures.picture import Drawing, Picture
from symproof.render.figures.style import BLUE, FAINT, INK, ORANGE, SOFT, headed, sheet

MOST = 10
SPREAD = 50  # largest error by least one from which the scale is logarithmic
# number of entries that are off: marker, colour, size
MARKS = {0: ("*", ORANGE, 17.0), 1: ("s", BLUE, 7.0), 2: ("^", INK, 7.0)}
OTHER = ("o", SOFT, 4.6)


def _places(rests: list[Residual]) -> dict[tuple[int, ...], tuple[float, float]]:
    """Sets of equal size and equal distance stand beside each other, in order."""
    groups: dict[tuple[int, Any], list[Residual]] = {}
    for rest in rests:
        groups.setdefault((len(rest.subset), rest.rank_key[1]), []).append(rest)
    found = {}
    for (size, far), group in groups.items():
        step = min(0.1, 0.84 / len(group))
        for place, rest in enumerate(sorted(group, key=lambda r: (len(r.entries), r.subset))):
            found[rest.subset] = (size + step * (place - (len(group) - 1) / 2), float(far))
    return found


def _scatter(axes: Any, spots: list[tuple[float, float]], count: int, look: tuple[str, str, float]) -> None:
    marker, colour, size = look
    label = {0: "solves (3)", 1: "1 entry off", 2: "2 entries off"}.get(count, "more off")
    axes.plot(
        *zip(*spots, strict=True), linestyle="none", marker=marker, color=colour, markersize=size,
        markeredgecolor="white", markeredgewidth=0.4, label=label, zorder=3 + (count == 0), clip_on=False,
    )  # fmt: skip


def _draw(block: Block | None) -> Drawing:
    block = ABSORBED if block is None else block
    drawable(block, "distance", plane=False)
    if block.width > MOST:
        raise Malformed(f"distance shows every set: at most {MOST} neurons, found {block.width}")
    rests = list(residuals(subset_problem(block)))
    places = _places(rests)
    solved = [rest.subset for rest in rests if not rest.entries]
    figure = sheet(8.2, 4.4)
    axes = figure.subplots()
    top = max(y for _, y in places.values())
    axes.axvspan(-0.5, block.d - 0.5, facecolor="white", edgecolor=FAINT, hatch="///", linewidth=0)
    axes.text(
        (block.d - 1) / 2, top, "$|S|<d$: rank\ntoo small", ha="center", va="center",
        bbox={"facecolor": "white", "edgecolor": "none", "pad": 3},
    )  # fmt: skip
    for count, look in {**MARKS, -1: OTHER}.items():
        chosen = [r for r in rests if (len(r.entries) if len(r.entries) in MARKS else -1) == count]
        if chosen:
            _scatter(axes, [places[r.subset] for r in chosen], count, look)
    for S in solved[:4]:
        axes.annotate(
            f"S = {set_text(S)}",
            places[S],
            xytext=(12, 9),
            textcoords="offset points",
            fontsize=11.5,
            color=ORANGE,
        )
    least = min((y for _, y in places.values() if y), default=top)
    if least * SPREAD < top:  # a near miss is no solution: from it on the scale is logarithmic
        axes.set_yscale("symlog", linthresh=least, linscale=0.4)
    axes.set(
        xlim=(-0.5, block.width + 0.5),
        ylim=(0, top * (1.12 if least * SPREAD >= top else 3)),
        xlabel="size of $S$",
        ylabel="largest error of an entry of (3)",
    )
    axes.set_xticks(range(block.width + 1))
    figure.legend(loc="outside upper right", ncols=4, columnspacing=1.4, handletextpad=0.3)
    total = 1 << block.width
    number = {0: "none solves", 1: "one solves"}.get(len(solved), f"{len(solved)} solve")
    title = f"Of the {total} sets S, {number} (3)"
    headed(figure, title)
    return Drawing(figure, title, _words(block, rests, solved))


def _words(block: Block, rests: list[Residual], solved: list[tuple[int, ...]]) -> str:
    counts = {n: sum(len(r.entries) == n for r in rests) for n in range(block.d * block.d + 1)}
    listed = ", ".join(f"{count} sets have {n} entries off" for n, count in counts.items() if count)
    which = "; ".join(set_text(S) for S in solved) or "none"
    return (
        f"Each mark is one of the {len(rests)} sets S of neurons: to the right its size, upwards the largest "
        f"entry by which W_down[:,S] W_up[S,:] differs from -I. {listed}. Sets that solve (3): {which}. "
        f"Sets of fewer than {block.d} neurons, hatched, cannot."
    )


PICTURE = Picture(
    "distance", 50, "how far (3) is from holding, for every S of a small block", _draw, of_block=True
)
