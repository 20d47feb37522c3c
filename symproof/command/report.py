"""`symproof report`: everything on one HTML page."""

from __future__ import annotations

import argparse

from symproof.command.terminal import add_output_options, alone, emit, progress
from symproof.files.streams import complain
from symproof.files.writers import check_writable, write_text
from symproof.verdict import Exit

EXAMPLE = "symproof report report.html"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("out", metavar="OUT.html", help="the file to write, or - for standard output")
    parser.add_argument("--force", action="store_true", help="replace OUT.html if it exists")
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 everything passed, 1 a check failed (the report is written and says which)."""
    from symproof.render.report import collect, report

    alone(args, args.out)
    check_writable(args.out, args.force)
    with progress(args) as show:
        material = collect(show)
    write_text(args.out, report(material), args.force)
    good = sum(outcome.passed for outcome in material.gallery)
    passed = material.ledger.passed and good == len(material.gallery)
    value = {
        "schema": "symproof-report-1",
        "verdict": "passed" if passed else "failed",
        "path": args.out,
        "statements": len(material.ledger.results),
        "gallery": {"blocks": len(material.gallery), "passed": good},
        "pictures": [svg.name for svg in material.pictures],
        "troubles": material.ledger.troubles,
    }
    drawn = (
        f"{len(material.pictures)} pictures" if material.pictures else "no pictures (Matplotlib is absent)"
    )
    if args.out != "-":
        counts = f"{len(material.ledger.results)} statements, {good} blocks, {drawn}"
        emit(args, value, [f"{value['verdict']}: {counts}; see {args.out}"])
    for trouble in material.ledger.troubles:
        complain(f"failed: {trouble}")
    return Exit.ESTABLISHED if passed else Exit.REJECTED
