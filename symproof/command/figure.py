"""`symproof figure`: a picture as SVG."""

from __future__ import annotations

import argparse
from typing import Any

from symproof.command.terminal import Ended, add_output_options, emit
from symproof.command.weights import add_weights_options, block_of
from symproof.files.writers import write_text
from symproof.layout import columns
from symproof.verdict import Exit

EXAMPLE = "symproof figure walk --out walk.svg"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("name", nargs="?", metavar="NAME", help="one of the pictures")
    parser.add_argument(
        "weights",
        nargs="?",
        metavar="WEIGHTS",
        help="a block for a picture of one: JSON, .npz or .safetensors",
    )
    parser.add_argument(
        "--out", metavar="OUT.svg", default="-", help="the file to write; default: standard output"
    )
    parser.add_argument("--force", action="store_true", help="replace OUT.svg if it exists")
    add_weights_options(parser)
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 drawn or listed, 3 no such picture or not of such a block, 4 Matplotlib is not installed."""
    from symproof.render.figures import draw, pictures

    if args.name is None:
        return _list(args, pictures())
    block = None if args.weights is None else block_of(args)
    try:
        svg = draw(args.name, block)
    except ImportError as error:
        why = f"incomplete: pictures need Matplotlib, pip install matplotlib ({error})"
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
