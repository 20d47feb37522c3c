"""A figure of sweeps as SVG: one bar each, its parts the shares of the kinds of blocks."""

from __future__ import annotations

from html import escape

from symproof.examples.atlas.store import Totals

PARTS = (  # category, words, colour: told apart without colour by their order, and safe for colour blindness
    ("generic, absorbable, S", "absorbable by Theorem 4", "#0072b2"),
    ("degenerate, absorbable, S", "degenerate, absorbable, some S", "#56b4e9"),
    ("degenerate, absorbable, no S", "degenerate, absorbable without S", "#e69f00"),
    ("degenerate, not-absorbable, no S", "degenerate, not absorbable", "#bbbbbb"),
    ("generic, not-absorbable, no S", "not absorbable by Theorem 4", "#e8e8e8"),
)
WIDTH, ROW, LEFT, BAR = 960, 34, 250, 480


def figure(sweeps: list[Totals]) -> str:
    """The SVG text; bars are shares of all weight pairs, the counts of absorbable ones stand beside them."""
    top = 16 + 22 * len(PARTS)
    height = top + ROW * len(sweeps) + 16
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" font-family="sans-serif" '
        'font-size="13" role="img">',
        "<title>Which weights absorb the skip: shares of all weight pairs</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="white"/>',
    ]
    for k, (_, words, colour) in enumerate(PARTS):
        y = 12 + 22 * k
        lines.append(f'<rect x="{LEFT}" y="{y}" width="14" height="14" fill="{colour}" stroke="#555"/>')
        lines.append(f'<text x="{LEFT + 22}" y="{y + 12}">{words}</text>')
    for k, totals in enumerate(sweeps):
        lines += _bar(totals, top + ROW * k)
    return "\n".join([*lines, "</svg>", ""])


def _bar(totals: Totals, y: int) -> list[str]:
    spec = totals.spec
    label = escape(f"d = {spec.d}, N = {spec.width}, {{{spec.label}}}, {spec.activation}")
    lines = [f'<text x="{LEFT - 10}" y="{y + 17}" text-anchor="end">{label}</text>']
    x = float(LEFT)
    for category, words, colour in PARTS:
        part = BAR * totals.pairs.get(category, 0) / spec.pairs
        if part:
            text = f"{words}: {totals.pairs[category]}"
            lines.append(
                f'<rect x="{x:.2f}" y="{y}" width="{part:.2f}" height="24" fill="{colour}" stroke="#555" '
                f'stroke-width="0.5"><title>{text}</title></rect>'
            )
            x += part
    text = f"{totals.count('absorbable')} of {spec.pairs}"
    return [*lines, f'<text x="{LEFT + BAR + 10}" y="{y + 17}">{text}</text>']
