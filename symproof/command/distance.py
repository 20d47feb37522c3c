"""`symproof distance`: how far a block is from absorbing its skip."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import Any

from symproof.absorb.distance import Distance, distance, percents
from symproof.absorb.nearby import no_approximation
from symproof.absorb.refit import refitted
from symproof.command.terminal import alone, bold, emit, progress
from symproof.command.weights import add_search_options, described, read
from symproof.errors import Malformed
from symproof.files.inputs import read_value
from symproof.files.writers import check_writable, write_json
from symproof.kernel.bounds import SENTENCES
from symproof.layout import details, root
from symproof.reader.numbers import Matrix, fraction
from symproof.reader.weights import matrix
from symproof.verdict import Exit

EXAMPLE = "symproof distance block.json"
WARNING = (
    "the share is about flips of the signs of rows; an MLP with other weights may come nearer to the block"
)


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    add_search_options(parser)
    parser.add_argument(
        "--covariance",
        metavar="C.json",
        help="of the inputs, a d x d matrix of exact numbers: the share counts their mean square",
    )
    parser.add_argument(
        "--certificates", metavar="PREFIX", help="save the evidence: PREFIX-distance-at-least.json, ..."
    )
    parser.add_argument("--report", metavar="OUT.html", help="write a page with a picture here")
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 both bounds of the share are certified."""
    alone(args, args.report)
    if args.certificates == "":
        raise Malformed("--certificates names the beginning of paths, found ''")
    names = () if args.certificates is None else SENTENCES
    paths = {claim: f"{args.certificates}-{claim}.json" for claim in names}
    for path in [*paths.values(), *[args.report] * (args.report is not None)]:
        check_writable(path, args.force)
    block, limits = read(args)
    covariance = None if args.covariance is None else matrix(read_value(args.covariance), "the covariance")
    with progress(args) as report:
        found = distance(block, limits, report, covariance=covariance)
        error = refitted(block)
    saved = {claim: path for claim, path in paths.items() if claim in found.proofs}
    for claim, path in saved.items():
        write_json(path, found.proofs[claim], force=args.force)
    if args.report is not None:
        from symproof.render.distance import distance_page

        distance_page(found, error, args.report, args.force)
    emit(args, to_json(found, error), lines(found, error, list(saved.values())))
    return Exit.ESTABLISHED


def to_json(found: Distance, error: float | None) -> dict[str, Any]:
    """The bounds as one object."""
    low, high = found.share
    return {
        "schema": "symproof-distance-1",
        "verdict": "bounds",
        "share": {"lower": str(low), "upper": str(high)},
        "squared_distance": {"lower": str(found.lower), "upper": str(found.upper)},
        "nearest": {
            name: None if found.near is None or (q := getattr(found.near, name)) is None else str(q)
            for name in ("solution", "weights", "error")
        },
        "approximable": False if no_approximation(found.block, found.lower > 0) else None,
        "subset": list(found.subset),
        "found_error": error,
        "d": found.block.d,
        "N": found.block.width,
        "activation": found.block.activation,
        "sha256": found.certificates[0]["sha256"],
        "seconds": {"search": round(found.seconds[0], 3), "kernel": round(found.seconds[1], 3)},
    }


def lines(found: Distance, error: float | None, saved: list[str]) -> list[str]:
    """The bounds for people."""
    low, high = root(found.lower, up=False), root(found.upper, up=True)
    far = f"{low} to {high}, from M (norm {root(found.norm, up=False)}) to the nearest skip that flips absorb"
    flips = f"{len(found.subset)} of {found.block.width} neurons flipped"
    inputs = "" if found.covariance is None else ", for inputs of this covariance"
    rows = [
        ("block", described(found.block, str(found.certificates[0]["sha256"]))),
        ("share", f"{percents(found.share)} of the skip can be absorbed by sign flips ({flips}){inputs}"),
        ("distance", far),
        ("note", WARNING),
        *near_rows(found),
        ("found", "" if error is None else f"relative error {error:.2f} with W_down fitted again: no bound"),
        ("kernel", f"accepts {', '.join(found.proofs)}"),
        ("time", f"search {found.seconds[0]:.1f} s, kernel {found.seconds[1]:.1f} s, for the share"),
        ("saved", ", ".join(saved)),
    ]
    return [bold(f"share {percents(found.share)}"), *details(rows)]


def near_rows(found: Distance) -> list[tuple[str, str]]:
    """What is certain of other weights and of other MLPs."""
    near, block = found.near, found.block
    never = no_approximation(block, found.lower > 0)
    rows = [("nearly", never and f"{never} (statement closure)")]
    if near is None:
        return rows
    solution, weights, error = (
        None if q is None else root(q, up=False) for q in (near.solution, near.weights, near.error)
    )
    size = root(squares(block.W_up) + squares(block.W_down), up=False)
    inside = "" if solution is None else f"no weights within {solution} of these (norm {size}) solve (3)"
    whole = "" if weights is None else f"; none at all within {weights} absorb"
    return [
        ("weights", f"{inside}{whole}"),
        *rows,
        ("error", "" if error is None else f"every MLP of this width errs by {error} on the unit ball"),
    ]


def squares(rows: Matrix) -> Fraction:
    """The sum of the squares of the entries."""
    return sum((fraction(x) ** 2 for row in rows for x in row if x), Fraction(0))
