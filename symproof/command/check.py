"""`symproof check`: the kernel's verdict on a certificate. It starts with the standard library alone."""

from __future__ import annotations

import argparse

from symproof.command.terminal import Ended, add_output_options, emit, natural
from symproof.command.weights import add_layers_option, add_weights_options, kernel_activation, stack_of
from symproof.errors import Malformed, OutOfBudget, Rejected
from symproof.files.inputs import read_value, readable
from symproof.kernel.__main__ import KNOWN, blocks_of, established
from symproof.kernel.budget import STEPS
from symproof.kernel.claims import CLAIMS
from symproof.kernel.gated import SENTENCES as GATED
from symproof.kernel.ranks import CLAIM as RANKS
from symproof.reader.tensors import UNNAMED
from symproof.reader.weights import Weights
from symproof.verdict import Exit

NO = {Malformed: Exit.MALFORMED, Rejected: Exit.REJECTED, OutOfBudget: Exit.GAVE_UP}
WORDS = {
    Exit.ESTABLISHED: "accepted",
    Exit.REJECTED: "rejected",
    Exit.MALFORMED: "malformed",
    Exit.INCOMPLETE: "not-covered",
    Exit.GAVE_UP: "gave-up",
}
BEYOND = ("floats", "layers", "layer", "sizes", "series", "bound", "gate", "b_gate", "covariance")
EXAMPLE = "symproof check evidence.json --weights block.json --claim absorbable"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("certificate", metavar="CERTIFICATE", help="JSON file, or - for stdin")
    claims = f"what it must establish: {', '.join(KNOWN)}"
    parser.add_argument("--claim", required=True, choices=KNOWN, metavar="CLAIM", help=claims)
    parser.add_argument("--width", type=natural, help="of a claim that ends in at-least or at-most")
    parser.add_argument("--bound", help="of the claims about the distance, such as 7/2")
    parser.add_argument("--covariance", metavar="C.json", help="of the inputs, d x d, for these claims")
    parser.add_argument("--layer", type=natural, metavar="L", help="of the claim layer-at-least")
    parser.add_argument(
        "--weights", nargs="+", default=[], help="JSON, .npz or .safetensors, one file a block; - for stdin"
    )
    parser.add_argument(
        "--sizes", type=natural, nargs="+", metavar="N", help=f"of {RANKS}: d, then the widths"
    )
    parser.add_argument("--series", metavar="A,A", help=f"of {RANKS}: Taylor coefficients at 0")
    parser.add_argument(
        "--budget",
        type=natural,
        default=STEPS,
        metavar="STEPS",
        help="of the kernel's own work",
    )
    parser.add_argument("--checker", choices=("python", "rocq"), default="python",
                        help="rocq: the verified checker instead of the kernel")  # fmt: skip
    add_weights_options(parser)
    parser.add_argument("--gate", help="name of the N x d tensor inside the gate, for a gated block")
    parser.add_argument("--b-gate", help="name of the N hidden biases there")
    add_layers_option(parser)
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 accepted, 1 rejected, 3 malformed, 4 not covered by the verified checker, 5 out of budget."""
    one_from_stdin(args)
    if args.checker == "rocq":
        return _verified(args)
    try:
        certificate = read_value(args.certificate)
        sentence = established(args, certificate, _blocks(args))
    except (Malformed, Rejected, OutOfBudget) as error:
        return _answered(args, NO[type(error)], str(error))
    return _answered(args, Exit.ESTABLISHED, sentence)


def _verified(args: argparse.Namespace) -> int:
    """The verified checker's answer. It reads the files itself, or says that they are not covered."""
    from symproof.rocq.verified import ABSENT, ask, checker

    beyond = any(getattr(args, name) for name in BEYOND)
    stdin = "-" in (args.certificate, *args.weights)
    if (binary := checker()) is None:
        return _answered(args, Exit.INCOMPLETE, ABSENT)
    if (
        beyond
        or stdin
        or args.claim not in CLAIMS
        or len(args.weights) != 1
        or args.weights[0].lower().endswith(".npz")
    ):
        why = "the verified checker treats one block in a JSON or .safetensors file"
        return _answered(args, Exit.INCOMPLETE, why)
    if args.activation is None and (args.up or args.down):
        return _answered(args, Exit.MALFORMED, UNNAMED)
    if args.activation is not None:
        args.activation = kernel_activation(args.activation) or args.activation
    names = ("claim", "width", "up", "down", "b_up", "b_down", "activation", "skip")
    named = {"weights": args.weights[0], **{name.replace("_", "-"): getattr(args, name) for name in names}}
    options = [f"--{name}={value}" for name, value in named.items() if value is not None]
    turned = ["--in-out"] * (args.orientation == "in-out")
    status, said = ask(binary, [args.certificate, *options, *turned])
    return _answered(
        args, Exit(status), said.partition(": ")[2] or "the verified checker establishes the claim"
    )


def _answered(args: argparse.Namespace, status: Exit, why: str) -> int:
    """Say the verdict of a checker; its word comes from the exit status."""
    verdict = WORDS[status]
    value = {"schema": "symproof-check-1", "verdict": verdict, "claim": args.claim, "why": why}
    emit(args, value, [f"{verdict}: {why}"])
    return status


def _blocks(args: argparse.Namespace) -> list[Weights]:
    """The blocks: by the kernel's own reader where it suffices; the others convert first."""
    if args.weights and args.activation is not None:
        args.activation = kernel_activation(args.activation) or args.activation
    args.in_out = args.orientation == "in-out" or None
    if args.claim in GATED and (args.floats or args.weights == ["-"]):
        raise Malformed(f"{args.claim} is about a file, and is read without --floats")
    if args.claim in GATED:
        return blocks_of(args)
    if args.floats or args.weights == ["-"]:
        return [block.weights for block in stack_of(args)]
    with readable(" ".join(args.weights)):
        return blocks_of(args)


def one_from_stdin(args: argparse.Namespace) -> None:
    """See to it that the certificate and the weights do not both come from standard input.

    Raises:
        Ended: they do.
    """
    if args.certificate == "-" and args.weights in ("-", ["-"]):
        raise Ended(Exit.USAGE, "standard input holds one thing: the certificate or the weights")
