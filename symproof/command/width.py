"""`symproof width`: the least width of an MLP without the skip."""

from __future__ import annotations

import argparse

from symproof.absorb.least_width import least_width
from symproof.command.terminal import (
    bold,
    emit,
    progress,
)
from symproof.command.weights import add_search_options, described, read
from symproof.errors import Malformed
from symproof.files.writers import check_writable, write_json
from symproof.layout import details
from symproof.verdict import Exit

EXAMPLE = "symproof width block.json"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    add_search_options(parser)
    parser.add_argument(
        "--certificates", metavar="PREFIX", help="save PREFIX-at-least.json and PREFIX-at-most.json"
    )
    parser.add_argument("--force", action="store_true", help="replace them if they exist")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 the width is certified, or that no width works; bounds: 4 the theorems are silent, 5 gave up."""
    paths = (
        [f"{args.certificates}-{side}.json" for side in ("at-least", "at-most")]
        if args.certificates is not None
        else []
    )
    if args.certificates == "":
        raise Malformed("--certificates names the beginning of two paths, found ''")
    for path in paths:
        check_writable(path, args.force)
    block, limits = read(args)
    with progress(args) as report:
        answer = least_width(block, limits, report)
    proofs = {"at-least": answer.lower_certificate, "at-most": answer.upper_certificate}
    for path, proof in zip(paths, proofs.values(), strict=False):
        if proof is not None:
            write_json(path, proof, force=args.force)
    verdict = "never" if answer.upper is None else "exact" if answer.exact else "bounds"
    value = {
        "schema": "symproof-width-1",
        "verdict": verdict,
        "lower": answer.lower,
        "upper": answer.upper,
        "why": answer.why,
        "limit": None if answer.stopped is None else answer.stopped.limit,
        "tried": [] if answer.stopped is None else answer.stopped.tried,
        "N": block.width,
        "d": block.d,
        "sha256": block.sha256,
    }
    head = {
        "never": "no width works",
        "exact": f"least width {answer.lower}",
        "bounds": f"least width from {answer.lower} to {answer.upper}",
    }[verdict]
    sides = [f"width-{side}" for side, proof in proofs.items() if proof is not None]
    accepted = f"both sides: {' and '.join(sides)}" if len(sides) == 2 else f"{sides[0]} only"
    if verdict == "never":
        accepted = f"width-at-least {answer.lower}; the same evidence serves for every width"
    found = described(block, str(value["sha256"]))
    rows = [("block", found), ("why", answer.why), ("kernel", f"accepts {accepted}")]
    emit(args, value, [bold(head), *details(rows)])
    if verdict != "bounds":
        return Exit.ESTABLISHED
    return Exit.INCOMPLETE if answer.stopped is None else Exit.GAVE_UP
