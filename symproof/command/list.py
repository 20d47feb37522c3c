"""`symproof list`: the statements."""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import Any

from symproof.command.terminal import add_output_options, bold, emit
from symproof.verdict import Exit

EXAMPLE = "symproof list"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0; the statements in the order of the paper."""
    from symproof.paper import abouts, statements
    from symproof.proof.listing import list_rows

    if args.json:
        found = [
            {**_numbers(item.about), "says": item.sentence, "words": item.words} for item in statements()
        ]
        emit(args, {"schema": "symproof-list-1", "statements": found}, [])
        return Exit.ESTABLISHED
    first, *rest = list_rows(abouts())
    emit(args, {}, [bold(first), *rest])
    return Exit.ESTABLISHED


def _numbers(about: Mapping[str, Any]) -> dict[str, Any]:
    return {key: about.get(key) for key in ("id", "title", "v2", "v1")}
