"""`symproof stack`: does a network of consecutive layers without skips compute a stack of blocks."""

from __future__ import annotations

import argparse
import shlex
from typing import TYPE_CHECKING, Any

from symproof.command.terminal import alone, bold, emit, progress
from symproof.command.weights import add_layers_option, add_limits, add_weights_options
from symproof.errors import Rejected
from symproof.files.writers import check_writable, write_json
from symproof.layout import Shell, details
from symproof.verdict import Exit, StackVerdict

if TYPE_CHECKING:
    from symproof.depth.bounds import Bound
    from symproof.depth.stack import StackDecision

EXAMPLE = "symproof stack first.json second.json --certificate evidence.json"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument(
        "weights",
        nargs="+",
        metavar="WEIGHTS",
        help="the blocks in order, one file each; or one file that holds all of them",
    )
    add_weights_options(parser)
    add_layers_option(parser)
    parser.add_argument("--bounds", action="store_true", help="also how many neurons are needed at least")
    parser.add_argument("--certificate", metavar="OUT", help="save the evidence here")
    parser.add_argument("--force", action="store_true", help="replace the file if it exists")
    add_limits(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 decided either way, 4 undecided as the theorems are silent, 5 gave up."""
    from symproof.absorb.limits import Clock, Limits
    from symproof.command.weights import stack_of
    from symproof.depth import decide_stack

    alone(args, args.certificate)
    if args.certificate is not None:
        check_writable(args.certificate, args.force)
    clock = Clock(Limits(args.time, args.memory), tried=["reading the weights"])
    blocks = stack_of(args)
    clock.check()
    with progress(args) as report:
        decision = decide_stack(blocks, clock.remaining(), report)
    least = _bounds(args, decision)
    if args.certificate is not None and decision.certificate is not None:
        write_json(args.certificate, decision.certificate, force=args.force)
    emit(args, _json(args, decision, least), _lines(args, decision, least))
    status = {StackVerdict.GAVE_UP: Exit.GAVE_UP, StackVerdict.UNDECIDED: Exit.INCOMPLETE}
    return status.get(decision.verdict, Exit.ESTABLISHED)


def _bounds(args: argparse.Namespace, decision: StackDecision) -> list[Bound]:
    """The lower bounds, where they were asked for and the theorem applies."""
    from symproof.absorb.limits import Limits
    from symproof.depth.bounds import bounds

    if not args.bounds:
        return []
    try:
        return bounds(decision.blocks, Limits(args.time, args.memory))
    except Rejected:
        return []


def _json(args: argparse.Namespace, decision: StackDecision, least: list[Bound]) -> dict[str, Any]:
    """The answer as one object."""
    return {
        "schema": "symproof-stack-1",
        "verdict": str(decision.verdict),
        "why": decision.why,
        "condition": decision.condition or None,
        "claim": decision.claim,
        "established": decision.established,
        "activation": decision.blocks[0].activation,
        "d": decision.blocks[0].d,
        "N": [block.width for block in decision.blocks],
        "refuted": decision.refuted,
        "subsets": [None if S is None else list(S) for S in decision.subsets],
        "certificate": args.certificate if decision.certificate is not None else None,
        "bounds": [{"layer": b.layer, "neurons": b.neurons, "established": b.established} for b in least],
    }


def _lines(args: argparse.Namespace, decision: StackDecision, least: list[Bound]) -> list[str]:
    """The answer for people."""
    first, widths = decision.blocks[0], ", ".join(str(block.width) for block in decision.blocks)
    sets = [f"S = {{{', '.join(map(str, S))}}}" for S in decision.subsets if S]
    rows = [
        ("stack", f"{len(decision.blocks)} blocks, d = {first.d}, N = {widths}, {first.activation}"),
        ("why", decision.why),
        ("flips", "; ".join(sets) if decision.verdict is StackVerdict.REPRESENTABLE else ""),
        ("kernel", f"accepts: {decision.established}" if decision.established else ""),
    ]
    rows += [("at least", f"{b.neurons} neurons {_where(b)}") for b in least]
    if args.certificate is not None and decision.certificate is not None:
        rows += [("saved", args.certificate), ("re-check", _recheck(args, decision))]
    return [bold(str(decision.verdict)), *details(rows)]


def _where(bound: Bound) -> str:
    return "in all, at any depth" if bound.layer is None else f"in layer {bound.layer}, at equal depth"


def _recheck(args: argparse.Namespace, decision: StackDecision) -> Shell:
    """The command that checks the saved certificate again."""
    words = ["symproof", "check", args.certificate, "--claim", str(decision.claim), "--weights"]
    words += args.weights
    for name in ("activation", "skip", "up", "down", "b-up", "b-down", "floats", "layers"):
        if value := getattr(args, name.replace("-", "_")):
            words += [f"--{name}", str(value)]
    if args.orientation != "out-in":
        words += ["--orientation", args.orientation]
    return Shell(shlex.join(words))
