"""`symproof report` and `symproof figure`."""

from __future__ import annotations

import argparse
from typing import Any

from symproof.command.check import add_weights_options, block_of
from symproof.command.terminal import Ended, add_output_options, alone, clear, emit, reporter
from symproof.examples.tabular import columns
from symproof.files.streams import complain
from symproof.files.writers import check_writable, write_text
from symproof.verdict import Exit

Subparsers = argparse._SubParsersAction


def add_report(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Register `report`."""
    text = "check everything and print it as one HTML file that needs nothing else"
    parser = subparsers.add_parser("report", help=text, description=text)
    parser.add_argument("out", metavar="OUT.html", help="the file to write, or - for standard output")
    parser.add_argument("--force", action="store_true", help="replace OUT.html if it exists")
    add_output_options(parser)
    parser.set_defaults(run=run_report)


def run_report(args: argparse.Namespace) -> int:
    """0 everything passed, 1 a check failed (the report is written and says which)."""
    from symproof.render.report import collect, report

    alone(args, args.out)
    check_writable(args.out, args.force)
    show = reporter(args)
    material = collect(show)
    clear(show)
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


def add_figure(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Register `figure`."""
    text = "draw a picture as SVG; without a name, list the pictures"
    parser = subparsers.add_parser("figure", help=text, description=text)
    parser.add_argument("name", nargs="?", metavar="NAME", help="one of the pictures")
    parser.add_argument("weights", nargs="?", help="a block for a picture of one: JSON, .npz or .safetensors")
    parser.add_argument(
        "--out", metavar="OUT.svg", default="-", help="the file to write; default: standard output"
    )
    parser.add_argument("--force", action="store_true", help="replace OUT.svg if it exists")
    add_weights_options(parser)
    add_output_options(parser)
    parser.set_defaults(run=run_figure)


def run_figure(args: argparse.Namespace) -> int:
    """0 drawn or listed, 3 no such picture or not of such a block, 4 Matplotlib is not installed."""
    from symproof.render.figures import draw, pictures

    if args.name is None:
        return _list(args, pictures())
    block = None if args.weights is None else block_of(args)
    try:
        svg = draw(args.name, block)
    except ImportError as error:
        why = f"incomplete: pictures need Matplotlib, pip install symproof[figures] ({error})"
        raise Ended(Exit.INCOMPLETE, why) from None
    inside = args.json and args.out == "-"
    if not inside:
        write_text(args.out, svg.text, args.force)
    value = {
        "schema": "symproof-figure-1",
        "name": svg.name,
        "title": svg.title,
        "description": svg.description,
        "path": args.out,
        **({"svg": svg.text} if inside else {}),
    }
    if inside or args.out != "-":
        emit(args, value, [f"{args.out}: {svg.title}", f"  {svg.description}"])
    return Exit.ESTABLISHED


def _list(args: argparse.Namespace, found: dict[str, Any]) -> int:
    rows = [(p.name, "WEIGHTS" if p.of_block else "", p.about) for p in found.values()]
    names = [{"name": p.name, "about": p.about, "of_block": p.of_block} for p in found.values()]
    emit(
        args,
        {"schema": "symproof-figures-1", "figures": names},
        columns(("picture", "of", "what it shows"), rows),
    )
    return Exit.ESTABLISHED
