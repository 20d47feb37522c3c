"""`symproof subsets`: equation (3) alone."""

from __future__ import annotations

import argparse
from fractions import Fraction
from typing import Any

from symproof.absorb.all_subsets import subsets
from symproof.absorb.decide import subset_problem
from symproof.absorb.limits import Clock, enforced
from symproof.absorb.residual import ALL_SUBSETS, residuals
from symproof.absorb.system import TooLong, text
from symproof.command.terminal import (
    bold,
    emit,
    natural,
    progress,
)
from symproof.command.weights import add_search_options, read
from symproof.errors import GaveUp, Malformed
from symproof.kernel.activations import activation
from symproof.layout import details
from symproof.model.block import Block
from symproof.reader.numbers import MAX_DIGITS
from symproof.verdict import Exit

LISTED = 20  # sets that are printed when nothing else is asked for

EXAMPLE = "symproof subsets block.json --all"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    add_search_options(parser)
    parser.add_argument(
        "--all", action="store_true", help=f"every S with what it leaves over, N <= {ALL_SUBSETS}"
    )
    parser.add_argument(
        "--at-most", type=natural, default=LISTED, metavar="K", help="solutions to list; default 20"
    )
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 the solutions are known: listed, counted, or proved not to exist; 4 the linear gap is 0."""
    block, limits = read(args)
    if not activation(block.activation).gap:
        return _no_equation(args, block)
    if args.all and block.width > ALL_SUBSETS:
        raise Malformed(f"--all looks at every set: at most {ALL_SUBSETS} neurons, found {block.width}")
    with progress(args) as report:
        clock = Clock(limits, report)
        with enforced(clock):
            value, lines = _answer(args, block, clock)
    emit(args, value, lines)
    return Exit.ESTABLISHED


def _answer(args: argparse.Namespace, block: Block, clock: Clock) -> tuple[dict[str, Any], list[str]]:
    """The solutions as one object and for people."""
    found = subsets(block, clock.remaining(), clock.hear, at_most=args.at_most)
    value: dict[str, Any] = {
        "schema": "symproof-subsets-1",
        "verdict": "none" if found.smallest is None else "solutions",
        "sha256": block.sha256,
        "count": found.count,
        "subsets": [list(S) for S in found.listed],
    }
    if found.smallest is None:
        lines = [bold("no S solves (3)") + ": the kernel accepts a certificate of the claim no-subset"]
    else:
        value["smallest"] = list(found.smallest)
        lines = [bold(f"{found.count} sets solve (3)") + f"; a smallest has {len(found.smallest)} neurons"]
        lines += [f"  {{{', '.join(map(str, S))}}}" for S in found.listed]
    if args.all:
        clock.note("what each S leaves over")
        table_rows = sorted(residuals(subset_problem(block), clock), key=lambda r: r.rank_key)
        value["residuals"] = [{"subset": list(r.subset), "entries": _spelt(r.entries)} for r in table_rows]
        lines += [f"  {r}" for r in table_rows]
    return value, lines


def _no_equation(args: argparse.Namespace, block: Block) -> int:
    """With linear gap 0 the theorems lead to no equation (3)."""
    why = f"{block.activation} has linear gap 0, so equation (3) does not arise; `symproof absorb` decides"
    value = {"schema": "symproof-subsets-1", "verdict": "does-not-arise", "why": why, "sha256": block.sha256}
    emit(args, value, [bold("equation (3) does not arise"), *details([("why", why)])])
    return Exit.INCOMPLETE


def _spelt(entries: dict[tuple[int, int], Fraction]) -> list[list[Any]]:
    try:
        return [[i, j, text(x)] for (i, j), x in entries.items()]
    except TooLong:
        raise GaveUp(["what each S leaves over"], f"numbers of more than {MAX_DIGITS} digits") from None
