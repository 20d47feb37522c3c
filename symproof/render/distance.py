"""The page of a distance: where a block stands between "no flip helps" and "absorbs"."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from symproof.absorb.distance import Distance, percents
from symproof.absorb.nearby import Nearby, no_approximation
from symproof.files.writers import write_text
from symproof.layout import root
from symproof.render.page import badge, escape, figure, page, section, table

HEAD = ("Question", "Answer", "Evidence")

WIDTH, LEFT, LENGTH, LINE = 360, 10, 340, 46
LETTERS = 30  # of the name of a bar
INK = "#1b1b1f"  # pictures lie on white, in the dark mode too
WORDS = (
    "Flipping the signs of the rows of some neurons adds a linear map to an MLP and changes nothing else. "
    "The share is the part of the skip that the best choice of neurons adds: 100 % when the skip is "
    "absorbed, 0 % when no flip helps. Both ends of the bar are certified: the left one by a choice of "
    "neurons, the right one by a matrix that bounds all choices. The share is not the error of the best MLP "
    "without the skip, which may have other weights."
)
TEXT = '<text x="{x:.1f}" y="{y}" text-anchor="{anchor}" font-size="14" fill="{ink}">{words}</text>'


def scale(found: Distance) -> str:
    """The bar from 0 to 100 % with the interval of the share, as SVG."""
    return bars([("", found.share)])


def bars(shares: Sequence[tuple[str, tuple[Fraction, Fraction]]]) -> str:
    """A bar from 0 to 100 % for each share, under its name and what it is, as SVG.

    Args:
        shares: names, and lower and upper bounds between 0 and 1; at least one.
    """
    parts = [_bar(name, share, LINE * row) for row, (name, share) in enumerate(shares)]
    bottom = LINE * len(shares) + 12
    ends = ((LEFT, "start", "0 %: no flip helps"), (LEFT + LENGTH, "end", "100 %: absorbs"))
    parts += [_text(x, bottom, anchor, words) for x, anchor, words in ends]
    label = escape(
        "; ".join(f"share {percents(share)}{f' of {name}' * bool(name)}" for name, share in shares)
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom + 8}" '
        f'style="max-width: 30rem; min-width: 0" role="img" aria-label="{label}">{"".join(parts)}</svg>'
    )


def _bar(name: str, share: tuple[Fraction, Fraction], top: int) -> str:
    """One bar with the words above it: beside the interval when it has no name."""
    low, high = (LEFT + LENGTH * float(x) for x in share)
    shown = f"share {percents(share)}"
    side = "start" if low + high < WIDTH * 0.7 else "end" if low + high > WIDTH * 1.3 else "middle"
    at = {"start": low, "middle": (low + high) / 2, "end": high}[side]
    words = _text(at, top + 20, side, shown)
    if name:
        short = name if len(name) <= LETTERS else f"...{name[3 - LETTERS :]}"
        words = _text(LEFT, top + 20, "start", short) + _text(LEFT + LENGTH, top + 20, "end", percents(share))
    return (
        f'<rect x="{LEFT}" y="{top + 28}" width="{LENGTH}" height="14" fill="none" stroke="{INK}"/>'
        f'<rect x="{low:.1f}" y="{top + 28}" width="{max(high - low, 2):.1f}" height="14" fill="{INK}"/>'
    ) + words


def _text(x: float, y: float, anchor: str, words: str) -> str:
    """Words that begin, end or stand in the middle at x."""
    return TEXT.format(x=x, y=y, anchor=anchor, ink=INK, words=escape(words))


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
    inputs = "" if found.covariance is None else " Inputs have the covariance that was given."
    picture = figure(
        "share", scale(found), f"The share of the skip that sign flips can absorb; {escape(block)}.{inputs}"
    )
    ladder = table(
        "From \u201cabsorbs\u201d to \u201cnot even nearly\u201d", HEAD, rungs(found, error), "cards"
    )
    body = section("distance", title, picture, f"<p>{escape(WORDS)}</p>", ladder)
    write_text(out, page(title, f'<main id="main">\n{body}\n</main>', title), force)


def rungs(found: Distance, error: float | None) -> list[list[str]]:
    """The questions from the strictest to the loosest, what is known, and how: cells of HTML."""
    near, block = found.near, found.block
    some = near or Nearby(None, None, None)
    never = no_approximation(block, found.lower > 0)
    skip = f"from the identity at least {root(found.lower, up=False)}, at most {root(found.upper, up=True)}"
    skip = skip if block.skip is None else skip.replace("the identity", "M")
    known = {
        "Do sign flips absorb the skip?": ("no" if found.lower > 0 else "yes" if not found.upper else "", ""),
        "How far is the nearest skip that they absorb?": (skip, "distance-at-least, distance-at-most"),
        "How far are other weights that solve (3)?": _at_least(some.solution, "solution-at-least"),
        "How far are other weights that could absorb?": _at_least(some.weights, "weights-at-least"),
        "Is it a limit of MLPs without the skip, of this width?": ("no", "closure") if never else ("", ""),
        "How far is every such MLP, on the unit ball?": _at_least(some.error, "error-at-least"),
        "How near came an MLP with W_down fitted again?": (
            "" if error is None else f"relative error {error:.2f}",
            "found in floats, no bound",
        ),
    }
    rows = [(question, answer, how) for question, (answer, how) in known.items() if answer]
    return [[escape(question), escape(answer), _evidence(how)] for question, answer, how in rows]


def _at_least(square: Fraction | None, claim: str) -> tuple[str, str]:
    """The bound of a distance, and the claim that certifies it."""
    return ("", "") if square is None else (f"at least {root(square, up=False)}", claim)


def _evidence(how: str) -> str:
    """A badge for what the kernel accepts, the words for the rest."""
    if how == "closure":
        return badge("checked", "statement closure")
    claims = how.split(", ") if how.endswith(("at-least", "at-most")) else []
    return " ".join(badge("checked", claim) for claim in claims) or escape(how)
