"""`symproof distance`: how far a block is from absorbing its skip."""

from __future__ import annotations

import argparse
from fractions import Fraction
from math import isqrt
from typing import Any

from symproof.absorb.distance import Distance, distance, percents
from symproof.absorb.refit import refitted
from symproof.command.terminal import alone, bold, emit, progress
from symproof.command.weights import add_search_options, described, read
from symproof.errors import Malformed
from symproof.files.writers import check_writable, write_json
from symproof.layout import details
from symproof.verdict import Exit

EXAMPLE = "symproof distance block.json"
WARNING = (
    "the share is about flips of the signs of rows; an MLP with other weights may come nearer to the block"
)
DIGITS = 6


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    add_search_options(parser)
    parser.add_argument(
        "--certificates", metavar="PREFIX", help="save PREFIX-at-least.json and PREFIX-at-most.json"
    )
    parser.add_argument("--report", metavar="OUT.html", help="write a page with a picture here")
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 both bounds are certified."""
    alone(args, args.report)
    if args.certificates == "":
        raise Malformed("--certificates names the beginning of two paths, found ''")
    names = () if args.certificates is None else ("at-least", "at-most")
    paths = [f"{args.certificates}-{side}.json" for side in names]
    for path in [*paths, *[args.report] * (args.report is not None)]:
        check_writable(path, args.force)
    block, limits = read(args)
    with progress(args) as report:
        found = distance(block, limits, report)
        error = refitted(block)
    for path, proof in zip(paths, found.certificates, strict=False):
        write_json(path, proof, force=args.force)
    if args.report is not None:
        from symproof.render.distance import distance_page

        distance_page(found, error, args.report, args.force)
    emit(args, to_json(found, error), lines(found, error))
    return Exit.ESTABLISHED


def to_json(found: Distance, error: float | None) -> dict[str, Any]:
    """The bounds as one object."""
    low, high = found.share
    return {
        "schema": "symproof-distance-1",
        "verdict": "bounds",
        "share": {"lower": str(low), "upper": str(high)},
        "squared_distance": {"lower": str(found.lower), "upper": str(found.upper)},
        "subset": list(found.subset),
        "found_error": error,
        "d": found.block.d,
        "N": found.block.width,
        "activation": found.block.activation,
        "sha256": found.certificates[0]["sha256"],
        "seconds": {"search": round(found.seconds[0], 3), "kernel": round(found.seconds[1], 3)},
    }


def root(square: Fraction, up: bool) -> str:
    """The square root as a decimal, rounded down or up.

    >>> root(Fraction(2), up=False), root(Fraction(2), up=True), root(Fraction(4), up=True)
    ('1.414213', '1.414214', '2.000000')
    """
    scale = 10**DIGITS
    inside = square * scale * scale
    value = isqrt(inside.numerator // inside.denominator)
    value += up and value * value < inside
    return f"{value // scale}.{value % scale:0{DIGITS}d}"


def lines(found: Distance, error: float | None) -> list[str]:
    """The bounds for people."""
    low, high = root(found.lower, up=False), root(found.upper, up=True)
    far = f"{low} to {high}, from M (norm {root(found.norm, up=False)}) to the nearest skip that flips absorb"
    flips = f"{len(found.subset)} of {found.block.width} neurons flipped"
    rows = [
        ("block", described(found.block, str(found.certificates[0]["sha256"]))),
        ("share", f"{percents(found.share)} of the skip can be absorbed by sign flips ({flips})"),
        ("distance", far),
        ("note", WARNING),
        ("found", "" if error is None else f"relative error {error:.2f} with W_down fitted again: no bound"),
        ("kernel", "accepts both sides: distance-at-least and distance-at-most"),
        ("time", f"search {found.seconds[0]:.1f} s, kernel {found.seconds[1]:.1f} s"),
    ]
    return [bold(f"share {percents(found.share)}"), *details(rows)]
