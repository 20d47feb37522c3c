"""`symproof check`: the kernel's verdict on a certificate. It starts with the standard library alone."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from symproof.command.terminal import Ended, add_output_options, emit
from symproof.errors import Malformed, Rejected
from symproof.files.inputs import read_value, readable
from symproof.kernel.claims import CLAIMS, check
from symproof.kernel.weights import Weights, named, read_weights
from symproof.verdict import Exit

if TYPE_CHECKING:
    from symproof.model.block import Block


def add_check(subparsers: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Register the command."""
    parser = subparsers.add_parser("check", help="check a certificate with the trusted kernel")
    parser.add_argument("certificate", help="JSON file, or - for stdin")
    parser.add_argument(
        "--claim", required=True, choices=list(CLAIMS), help="what the certificate must establish"
    )
    parser.add_argument("--width", type=int, help="for width-at-least and width-at-most")
    add_weights_options(parser, required=True)
    add_output_options(parser)
    parser.set_defaults(run=run)


def add_weights_options(parser: argparse.ArgumentParser, required: bool = False) -> None:
    """The options that name a block."""
    if required:
        parser.add_argument(
            "--weights", required=True, help="JSON, .npz or .safetensors file, or - for stdin"
        )
    parser.add_argument(
        "--activation", help="relu, gelu, silu, leaky_relu(1/10), ...; default: the file's, else relu"
    )
    parser.add_argument(
        "--skip", help="I, -I, or a JSON file with a d x d matrix M; default: the file's, else I"
    )
    parser.add_argument("--up", help="name of the N x d tensor in a .npz or .safetensors file")
    parser.add_argument("--down", help="name of the d x N tensor")
    parser.add_argument("--b-up", help="name of the vector of N hidden biases there, if the block has them")
    parser.add_argument("--b-down", help="name of the vector of d output biases")
    parser.add_argument("--orientation", choices=("out-in", "in-out"), default="out-in",
                        help="in-out: both matrices are stored transposed")  # fmt: skip
    parser.add_argument("--floats", choices=("decimal", "binary"), help="how bare floats in JSON are read")


def run(args: argparse.Namespace) -> int:
    """0 accepted, 1 rejected, 3 malformed."""
    one_from_stdin(args)
    try:
        certificate = read_value(args.certificate)
        with readable(args.weights):
            weights = _weights(args)
        sentence = check(certificate, weights, args.claim, args.width)
    except (Malformed, Rejected) as error:
        status = Exit.REJECTED if isinstance(error, Rejected) else Exit.MALFORMED
        verdict, why = type(error).__name__.lower(), str(error)
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


def block_of(args: argparse.Namespace) -> Block:
    """The block that the options of `add_weights_options` name."""
    from symproof.files.readers import read_block

    return read_block(
        args.weights,
        up=args.up,
        down=args.down,
        b_up=args.b_up,
        b_down=args.b_down,
        orientation=args.orientation,
        floats=args.floats,
        activation=args.activation,
        skip=args.skip,
    )
