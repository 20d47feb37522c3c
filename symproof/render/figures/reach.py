"""Which rule of the kernel reaches the least width of which blocks."""

from __future__ import annotations

from math import comb

from symproof.errors import Malformed
from symproof.kernel.budget import STEPS
from symproof.kernel.lanes import Whole
from symproof.model.block import Block
from symproof.render.figures.picture import Drawing, Picture
from symproof.render.figures.style import BLUE, FAINT, INK, ORANGE, SOFT, headed, sheet

WIDEST, MOST = 1024, 4096  # d and n of the sheet
# blocks that were decided, by d and number of classes; exactly, or between bounds
DECIDED = ((5, 13), (6, 16), (8, 26), (60, 30), (240, 60), (64, 64), (128, 128), (384, 1536))


def all_signs(d: int) -> int:
    """The most classes of which the kernel runs through all signs, d x d ranks within its budget."""
    one = [[0] * d] * d
    n = 0
    while Whole(one, [], one).steps(n + 1) <= STEPS:
        n += 1
    return n


def two_minors(d: int) -> int:
    """The most classes n for which there are more 2 x 2 minors than unknowns x_k and x_k x_l."""
    n = 1
    while comb(d, 2) ** 2 > comb(n + 1, 2) + n + 1:
        n += 1
    return n


def _draw(block: Block | None) -> Drawing:
    if block is not None:
        raise Malformed("reach shows no block")
    dims = [*range(2, 65), *(2**k for k in range(7, 11))]
    signs = [all_signs(d) for d in dims]
    small = [d for d in dims if d <= 72]
    figure = sheet(8.2, 5.0)
    axes = figure.subplots()
    axes.fill_between(dims, 1, dims, facecolor=BLUE, alpha=0.22, linewidth=0)
    axes.fill_between(dims, dims, [2 * d for d in dims], facecolor=BLUE, alpha=0.1, linewidth=0)
    top = [MOST] * len(dims)
    axes.fill_between(dims, dims, top, facecolor="none", edgecolor=FAINT, hatch="///", linewidth=0)
    axes.fill_between(dims, 1, signs, facecolor=ORANGE, alpha=0.25, linewidth=0)
    axes.plot(dims, signs, color=ORANGE)
    axes.plot(dims, dims, color=BLUE)
    axes.plot(small, [min(two_minors(d), MOST) for d in small], color=SOFT, linestyle=(0, (4, 3)))
    axes.plot(*zip(*DECIDED, strict=True), linestyle="none", marker="o", color=INK, markersize=5.5, zorder=4)
    for x, y, words, colour in (
        (2.2, 5, "all signs:\nevery block", ORANGE),
        (90, 7, "halves: $2d$ for\ngeneric weights", BLUE),
        (170, 235, "halves:\nat least $2d$", BLUE),
        (40, 1300, "definite: $n+d$ for small weights,\nat least $n+\\varrho$ for trained ones", INK),
        (5.4, 330, "2 x 2 minors:\none class twice", SOFT),
    ):
        box = {"facecolor": "white", "edgecolor": "none", "pad": 2, "alpha": 0.85}
        axes.text(x, y, words, color=colour, va="center", bbox=box, fontsize=11.5)
    axes.set(xscale="log", yscale="log", xlim=(2, WIDEST), ylim=(1, MOST), xlabel="$d$", ylabel="classes $n$")
    axes.set_xticks([2**k for k in range(1, 11)], [str(2**k) for k in range(1, 11)])
    axes.set_yticks([4**k for k in range(7)], [str(4**k) for k in range(7)])
    axes.minorticks_off()
    title = "What decides a least width"
    headed(figure, title)
    return Drawing(figure, title, _words(signs))


def _words(signs: list[int]) -> str:
    blocks = ", ".join(f"d = {d}, n = {n}" for d, n in DECIDED)
    return (
        "To the right the dimension d, upwards the number n of classes of neurons, both logarithmic. Up to "
        f"n = {signs[0]} for d = 2, falling to {all_signs(16)} for d = 16, the kernel runs through all signs "
        "and every block is decided. For n <= d the ranks of two halves show that generic weights need 2 d "
        "neurons, which suffice; for n <= 2 d they show at least 2 d. For n >= d a definite form shows n + d "
        "for weights at initial scale, and n + rho for trained ones. Below the dashed line, about "
        f"n = d^2 / {2**0.5:.2f}, the 2 x 2 minors show that one class with two neurons is not enough. "
        f"Between, bounds are certified. The dots are blocks of the tests: {blocks}."
    )


PICTURE = Picture("reach", 130, "which rule reaches the least width of which blocks", _draw)
