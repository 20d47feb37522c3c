"""`symproof check`: the kernel's verdict on a certificate. It starts with the standard library alone."""

from __future__ import annotations

import argparse

from symproof.command.terminal import Ended, add_output_options, emit
from symproof.command.weights import add_weights_options, block_of
from symproof.errors import Malformed, OutOfBudget, Rejected
from symproof.files.inputs import read_value, readable
from symproof.kernel.claims import CLAIMS, check, named
from symproof.reader.weights import Weights, read_weights
from symproof.verdict import Exit

NO = {
    Malformed: (Exit.MALFORMED, "malformed"),
    Rejected: (Exit.REJECTED, "rejected"),
    OutOfBudget: (Exit.GAVE_UP, "gave-up"),
}
EXAMPLE = "symproof check evidence.json --weights block.json --claim absorbable"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("certificate", help="JSON file, or - for stdin")
    claims = f"what it must establish: {', '.join(CLAIMS)}"
    parser.add_argument("--claim", required=True, choices=list(CLAIMS), metavar="CLAIM", help=claims)
    parser.add_argument("--width", type=int, help="for width-at-least and width-at-most")
    add_weights_options(parser, required=True)
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 accepted, 1 rejected, 3 malformed, 5 out of the kernel's budget."""
    one_from_stdin(args)
    try:
        certificate = read_value(args.certificate)
        with readable(args.weights):
            weights = _weights(args)
        sentence = check(certificate, weights, args.claim, args.width)
    except (Malformed, Rejected, OutOfBudget) as error:
        status, verdict = NO[type(error)]
        why = str(error)
    else:
        status, verdict, why = Exit.ESTABLISHED, "accepted", sentence
    value = {"schema": "symproof-check-1", "verdict": verdict, "claim": args.claim, "why": why}
    emit(args, value, [f"{verdict}: {why}"])
    return status


def one_from_stdin(args: argparse.Namespace) -> None:
    """See to it that the certificate and the weights do not both come from standard input.

    Raises:
        Ended: they do.
    """
    if args.certificate == args.weights == "-":
        raise Ended(Exit.USAGE, "standard input holds one thing: the certificate or the weights")


def _weights(args: argparse.Namespace) -> Weights:
    """The kernel's own reader where it suffices; the others convert first."""
    if args.floats or args.weights == "-" or args.weights.endswith(".npz"):
        return block_of(args).weights
    turned = args.orientation == "in-out"
    weights = read_weights(args.weights, args.up, args.down, turned, args.b_up, args.b_down)
    return named(weights, args.activation, args.skip)
