"""`symproof list`: the statements."""

from __future__ import annotations

import argparse

from symproof.command.terminal import add_output_options, bold, emit
from symproof.verdict import Exit

EXAMPLE = "symproof list"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0; the statements in the order of the paper."""
    from symproof.paper import statements
    from symproof.proof.text import list_rows

    found = [
        {"id": item.id, "title": item.title, "v2": item.source.v2, "v1": item.source.v1, "words": item.words}
        for item in statements()
    ]
    first, *rest = list_rows(statements())
    emit(args, {"schema": "symproof-list-1", "statements": found}, [bold(first), *rest])
    return Exit.ESTABLISHED
