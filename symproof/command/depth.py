"""`symproof depth`: almost no stack of blocks of given sizes is one without skips, by one determinant."""

from __future__ import annotations

import argparse
import shlex
from typing import TYPE_CHECKING

from symproof.command.terminal import add_output_options, alone, bold, emit, natural, time_limit
from symproof.command.weights import TIME
from symproof.errors import Malformed
from symproof.files.writers import check_writable, write_json
from symproof.layout import Shell, details
from symproof.verdict import Exit

if TYPE_CHECKING:
    from symproof.depth.ranks import GenericDepth

EXAMPLE = "symproof depth --d 2 --N 4 --layers 2 --activation gelu"
LARGEST = 400  # weights of a stack
NAMED = ("relu", "gelu", "gelu_tanh", "silu", "quick_gelu")


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("--d", type=natural, required=True, metavar="D", help="the dimension")
    parser.add_argument("--N", required=True, help="the number of neurons of a block, or of each: 4 or 4,3")
    parser.add_argument("--layers", type=natural, metavar="L", help="the number of blocks; default 2")
    parser.add_argument(
        "--activation",
        default="gelu",
        help=f"{', '.join(NAMED)}, or an expression in z with rational Taylor coefficients at 0",
    )
    parser.add_argument("--certificate", metavar="OUT", help="save the evidence here")
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")
    parser.add_argument(
        "--time", type=time_limit, default=TIME, metavar="SECONDS", help=f"give up after this long; {TIME:g}"
    )
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 certified, 5 gave up."""
    from symproof.absorb.limits import Limits
    from symproof.activations.catalogue import formula
    from symproof.depth.ranks import generic_depth
    from symproof.depth.series import taylor

    alone(args, args.certificate)
    if args.certificate is not None:
        check_writable(args.certificate, args.force)
    widths = _widths(args)
    if 2 * args.d * sum(widths) > LARGEST:
        raise Malformed(f"at most {LARGEST} weights, found {2 * args.d * sum(widths)}")
    name = args.activation if args.activation in NAMED else "series"
    known = None if name != "series" else taylor(formula(args.activation), 4 * sum(widths) + 16)
    found = generic_depth(args.d, widths, name, known, Limits(args.time))
    if args.certificate is not None:
        write_json(args.certificate, found.certificate, force=args.force)
    value = {
        "schema": "symproof-depth-1",
        "verdict": "almost-never",
        "established": found.established,
        "activation": args.activation,
        "d": found.d,
        "N": list(found.widths),
        "weights": found.weights,
        "rank": found.rank,
        "certificate": args.certificate,
    }
    scaled = "; each neuron has one scaling that changes nothing" if name == "relu" else ""
    rows = [
        ("sizes", f"d = {found.d}, N = {', '.join(map(str, found.widths))}, {args.activation}"),
        ("rank", f"{found.rank} of {found.weights} weights{scaled}; without skips at most {found.rank - 1}"),
        ("kernel", f"accepts: {found.established}"),
        ("saved", args.certificate or ""),
        ("re-check", _recheck(args, found) if args.certificate else ""),
    ]
    emit(args, value, [bold("almost never a stack without skips"), *details(rows)])
    return Exit.ESTABLISHED


def _recheck(args: argparse.Namespace, found: GenericDepth) -> Shell:
    """The command that checks the saved certificate again."""
    words = ["symproof", "check", args.certificate, "--claim", "generic-depth", "--sizes"]
    words += [str(found.d), *map(str, found.widths)]
    words += (
        ["--activation", found.activation] if found.series is None else ["--series", ",".join(found.series)]
    )
    return Shell(shlex.join(words))


def _widths(args: argparse.Namespace) -> list[int]:
    """The number of neurons of each block."""
    parts = args.N.split(",")
    if not all(part.isascii() and part.isdecimal() and 0 < int(part) < 10**6 for part in parts):
        raise Malformed(f"--N must be a number such as 4, or 4,3 for each block, found {args.N}")
    widths = [int(part) for part in parts]
    if len(widths) == 1:
        return widths * (2 if args.layers is None else args.layers)
    if args.layers not in (None, len(widths)):
        raise Malformed(f"--N names {len(widths)} blocks, --layers {args.layers}")
    return widths
