"""The share of the solutions of X Y = -I over finite fields: q^(-d^2), whatever the size of S."""

from __future__ import annotations

from math import log
from typing import Any

from symproof.errors import GaveUp, Rejected
from symproof.model.block import Block
from symproof.render.figures.picture import Drawing, Picture
from symproof.render.figures.style import BLUE, INK, ORANGE, SOFT, headed, sheet
from symproof.systems.finite import Field, count, share, solutions

SIZES = range(1, 7)
DIMENSIONS = (1, 2, 3)
# line style, colour and marker of each field
LOOKS = {2: ("solid", INK, "o"), 3: ((0, (6, 2)), BLUE, "s"), 5: ((0, (1.5, 1.5)), ORANGE, "^")}
CHECKED = 10**7  # the most tests for one count in a picture


def confirmed(q: int, d: int, s: int) -> bool:
    """Whether running through all pairs was done; the count must then agree with the formula.

    Raises:
        Rejected: the count differs from the formula.
    """
    if q ** (d * s + s) * d * d > CHECKED:
        return False
    try:
        found = count(Field(q), d, s)
    except GaveUp:
        return False
    if found != solutions(q, d, s):
        raise Rejected(f"F_{q}, d = {d}, s = {s}: {found} solutions, not {solutions(q, d, s)}")
    return True


def _curve(axes: Any, q: int, d: int) -> int:
    """Draw one field and dimension; the number of counts that confirm it."""
    style, colour, marker = LOOKS[q]
    sizes = [s for s in SIZES if s >= d]
    shares = [share(q, d, s) for s in sizes]
    heights = [(log(x.numerator) - log(x.denominator)) / log(q) for x in shares]
    axes.plot(sizes, heights, color=colour, linestyle=style, label=f"$q={q}$" if d == 1 else None)
    done = [confirmed(q, d, s) for s in sizes]
    for fill, wanted in ((colour, True), ("white", False)):
        spots = [(s, y) for s, y, ok in zip(sizes, heights, done, strict=True) if ok is wanted]
        if spots:
            axes.plot(
                *zip(*spots, strict=True), linestyle="none", marker=marker, markersize=7, mfc=fill, mec=colour
            )
    return sum(done)


def _draw(block: Block | None) -> Drawing:
    figure = sheet(8.2, 4.6)
    axes = figure.subplots()
    counted = 0
    for d in DIMENSIONS:
        axes.axhline(-d * d, color=SOFT, linewidth=0.8)
        axes.text(6.62, -d * d, f"$d={d}$", va="center", fontsize=12)
        counted += sum(_curve(axes, q, d) for q in LOOKS)
    axes.set(xlim=(0.7, 6.55), xlabel="size of $S$", ylabel="share of the pairs $(X, Y)$, as a power of $q$")
    axes.set_yticks([0, *(-d * d for d in DIMENSIONS)])
    axes.set_yticklabels(["$q^0$", *(f"$q^{{-{d * d}}}$" for d in DIMENSIONS)])
    axes.plot([], [], linestyle="none", marker="D", color=INK, markersize=6, label="every pair counted")
    axes.plot(
        [], [], linestyle="none", marker="D", mfc="white", mec=INK, markersize=6, label="by the formula"
    )
    figure.legend(loc="outside lower center", ncols=5, columnspacing=1.2, handletextpad=0.4)
    title = "Over $F_q$ one pair in about $q^{d^2}$ solves $XY=-I$"
    headed(figure, title)
    return Drawing(figure, "Over F_q one pair in about q^(d^2) solves XY = -I", _words(counted))


def _words(counted: int) -> str:
    lines = []
    for d in DIMENSIONS:
        for q in LOOKS:
            shares = ", ".join(str(share(q, d, s)) for s in SIZES if s >= d)
            lines.append(f"d = {d}, q = {q}, sizes {d} to 6: {shares}")
    return (
        "Share of the pairs X (d x s), Y (s x d) over the field with q elements that satisfy X Y = -I, by "
        f"the size s of S, on a logarithmic scale: it tends to q^(-d^2). {'; '.join(lines)}. Filled marks: "
        f"{counted} counts of all pairs, equal to the formula."
    )


PICTURE = Picture("fields", 60, "the share of absorbable weights over finite fields", _draw)
