"""The page of a distance: where a block stands between "no flip helps" and "absorbs"."""

from __future__ import annotations

from symproof.absorb.distance import Distance, percents
from symproof.files.writers import write_text
from symproof.render.page import escape, figure, page, section

WIDTH, LEFT, LENGTH = 640, 20, 600
WORDS = (
    "Flipping the signs of the rows of some neurons adds a linear map to an MLP and changes nothing else. "
    "The share is the part of the skip that the best choice of neurons adds: 100 % when the skip is "
    "absorbed, 0 % when no flip helps. Both ends of the bar are certified: the left one by a choice of "
    "neurons, the right one by a matrix that bounds all choices. The share is not the error of the best MLP "
    "without the skip, which may have other weights."
)
TEXT = '<text x="{x:.1f}" y="{y}" text-anchor="{anchor}" font-size="14" fill="currentColor">{words}</text>'


def scale(found: Distance) -> str:
    """The bar from 0 to 100 % with the interval of the share, as SVG."""
    low, high = (LEFT + LENGTH * float(x) for x in found.share)
    shown = f"share {percents(found.share)}"
    ends = ((LEFT, "start", "0 %: no flip helps"), (LEFT + LENGTH, "end", "100 %: absorbs"))
    texts = "".join(TEXT.format(x=x, y=72, anchor=anchor, words=escape(words)) for x, anchor, words in ends)
    texts += TEXT.format(x=(low + high) / 2, y=24, anchor="middle", words=escape(shown))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} 84" role="img" aria-label="{shown}">'
        f'<rect x="{LEFT}" y="36" width="{LENGTH}" height="14" fill="none" stroke="currentColor"/>'
        f'<rect x="{low:.1f}" y="36" width="{max(high - low, 2):.1f}" height="14" fill="currentColor"/>'
        f"{texts}</svg>"
    )


def distance_page(found: Distance, error: float | None, out: str, force: bool) -> None:
    """Write the page.

    Args:
        found: the bounds.
        error: of the MLP whose last matrix was fitted again, if that was tried.
        out: the file to write, or "-".
        force: replace it if it exists.
    """
    title = f"How much of its skip a block absorbs: {percents(found.share)}"
    block = f"d = {found.block.d}, N = {found.block.width}, {found.block.activation}"
    found_error = f"with W_down fitted again an MLP without the skip has the relative error {error:.2f}"
    more = "" if error is None else f"<p>Found, not a bound: {found_error}.</p>"
    picture = figure(
        "share", scale(found), f"The share of the skip that sign flips can absorb; {escape(block)}."
    )
    body = section("distance", title, picture, f"<p>{escape(WORDS)}</p>", more)
    write_text(out, page(title, f'<main id="main">\n{body}\n</main>', title), force)
