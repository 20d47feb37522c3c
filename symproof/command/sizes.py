"""What `verify` and `show` share: the option --sizes, and names that do not exist."""

from __future__ import annotations

import argparse
from typing import Any

from symproof.command.terminal import Ended
from symproof.proof.sizes import parse
from symproof.verdict import Exit


def add_sizes(parser: argparse.ArgumentParser) -> None:
    """The option --sizes."""
    parser.add_argument("--sizes", metavar="d=3,N=5", default="", help="sizes of the bounded steps")


def chosen_sizes(text: str, chosen: tuple[Any, ...]) -> dict[str, int]:
    """The sizes given, refused when no chosen statement knows a name."""
    sizes = parse(text) if text else {}
    known = {size.name for item in chosen for size in item.sizes}
    for name in sizes:
        if name not in known:
            raise ValueError(f"no size {name!r} here; the sizes are: {', '.join(sorted(known)) or 'none'}")
    return sizes


def usage(message: Exception) -> Ended:
    """The end of a command that named what does not exist."""
    return Ended(Exit.USAGE, str(message.args[0] if isinstance(message, KeyError) else message))
