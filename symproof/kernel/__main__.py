"""`python -m symproof.kernel CERTIFICATE --weights W --claim C`: the trusted check on its own."""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import replace
from typing import Any

from symproof.kernel.activations import activation
from symproof.kernel.bounds import SENTENCES as BOUNDED
from symproof.kernel.bounds import WEIGHED, check_bound
from symproof.kernel.budget import STEPS, Budget
from symproof.kernel.claims import CLAIMS, check
from symproof.kernel.errors import Malformed, OutOfBudget, Rejected
from symproof.kernel.gated import SENTENCES as GATED
from symproof.kernel.gated import Gated, check_gated, read_gated
from symproof.kernel.ranks import CLAIM as RANKS
from symproof.kernel.ranks import check_ranks
from symproof.kernel.stacks import SENTENCES, check_stack
from symproof.reader.numbers import canonical
from symproof.reader.tensors import UNNAMED, Tensor
from symproof.reader.text import read_json
from symproof.reader.weights import Weights, matrix, read_stack

KNOWN = [*CLAIMS, *BOUNDED, *GATED, *SENTENCES, RANKS]
TENSORS = ("up", "down", "b_up", "b_down")
BLOCK = {"weights", "skip", "in_out", *TENSORS}
TAKES = {  # beside --activation and --budget
    **dict.fromkeys(CLAIMS, BLOCK),
    **dict.fromkeys(("width-at-least", "width-at-most"), BLOCK | {"width"}),
    **dict.fromkeys(BOUNDED, BLOCK | {"bound"}),
    **dict.fromkeys(WEIGHED, BLOCK | {"bound", "covariance"}),
    **dict.fromkeys(GATED, BLOCK | {"gate", "b_gate"}),
    **dict.fromkeys(SENTENCES, BLOCK | {"layers"}),
    **dict.fromkeys(("neurons-at-least", "pair-at-least"), BLOCK | {"layers", "width"}),
    "layer-at-least": BLOCK | {"layers", "width", "layer"},
    RANKS: {"sizes", "series"},
}
NEEDS = {**dict.fromkeys(KNOWN, "weights"), **dict.fromkeys(BOUNDED, "bound"), RANKS: "sizes"}
ENDS: dict[type[Exception], tuple[str, int]] = {
    Rejected: ("rejected", 1),
    Malformed: ("malformed", 3),
    OutOfBudget: ("out of budget", 5),
    MemoryError: ("out of memory", 5),
}
# of the kernel itself: Python's own status for one that is not caught would be 1, rejected
DEFECTS = (ArithmeticError, AssertionError, AttributeError, LookupError, RuntimeError, TypeError, ValueError)


def main(argv: list[str] | None = None) -> int:
    """0 established, 1 rejected, 2 usage, 3 malformed or no output, 5 out of a limit, 70 a defect."""
    parser = argparse.ArgumentParser(prog="python -m symproof.kernel", description=__doc__)
    parser.add_argument("certificate")
    parser.add_argument(
        "--weights", nargs="+", default=[], help="JSON or .safetensors; a file for each block"
    )
    parser.add_argument("--claim", required=True, choices=KNOWN)
    for name, size in (("--up", "N x d"), ("--down", "d x N"), ("--b-up", "N"), ("--b-down", "d")):
        parser.add_argument(name, help=f"name of the {size} tensor of a .safetensors file")
    parser.add_argument("--gate", help="name of the N x d tensor inside the gate")
    parser.add_argument("--b-gate", help="name of the N hidden biases there")
    parser.add_argument(
        "--in-out", action="store_const", const=True, help="both matrices are stored transposed"
    )
    parser.add_argument("--activation", help="default: what JSON names, else relu; tensors name none")
    parser.add_argument("--skip", help="I, -I (as --skip=-I), or a JSON file with a d x d matrix; default I")
    parser.add_argument("--width", type=natural, help="of a claim that ends in at-least or at-most")
    parser.add_argument("--bound", help="of the claims about a distance, as 7/2")
    parser.add_argument("--covariance", help="of the inputs, a JSON file with a d x d matrix; default I")
    parser.add_argument("--layers", type=natural, help="how many blocks one file holds: {} in the names")
    parser.add_argument("--layer", type=natural, help="of the claim layer-at-least")
    parser.add_argument(
        "--sizes", type=natural, nargs="+", metavar="N", help=f"of {RANKS}: d, then the widths"
    )
    parser.add_argument("--series", help=f"of {RANKS}: Taylor coefficients of sigma at 0, as 0,1/2,1/4")
    parser.add_argument("--budget", type=natural, default=STEPS, help="steps of the kernel's own work")
    args = parser.parse_args(argv)
    try:
        print("accepted:", established(args, read_json(args.certificate), blocks_of(args)), flush=True)
        return 0
    except (Rejected, Malformed, OutOfBudget, MemoryError, OSError, *DEFECTS) as error:
        broken = (
            ("output", 3) if isinstance(error, OSError) else (f"internal error: {type(error).__name__}", 70)
        )
        word, status = ENDS.get(type(error), broken)
        print(f"{word}: {error}", file=sys.stderr)
        return status


def natural(text: str) -> int:
    """An integer >= 0 in plain digits."""
    return int(text) if re.fullmatch("[0-9]{1,18}", text) else int("")


def allowed(args: argparse.Namespace) -> None:
    """Refuse an option that the claim does not take, and one too few: none is read and then ignored."""
    given = {name for name in set().union(*TAKES.values()) if getattr(args, name) not in (None, [])}
    for name in sorted(given - TAKES[args.claim]):
        raise Malformed(f"{args.claim} takes no --{name.replace('_', '-')}")
    if (needed := NEEDS[args.claim]) not in given:
        raise Malformed(f"{args.claim} needs --{needed}")


def blocks_of(args: argparse.Namespace) -> list[Weights]:
    """The blocks that the options name; none for a claim about sizes or a gated block."""
    allowed(args)
    if args.claim == RANKS or args.claim in GATED:
        return []
    names = (getattr(args, name) for name in TENSORS)
    read = read_stack(args.weights, args.layers, bool(args.in_out), *names)
    return [completed(block, args.activation, args.skip) for block in read]


def gated_block(args: argparse.Namespace) -> Gated:
    """The gated block that the options name."""
    if len(args.weights) != 1:
        raise Malformed(f"{args.claim} is about one file, found {len(args.weights)}")
    names = (getattr(args, name) for name in TENSORS)
    read = read_gated(args.weights[0], bool(args.in_out), args.gate, args.b_gate, *names)
    return replace(read, value=completed(read.value, args.activation, args.skip))


def established(args: argparse.Namespace, certificate: Any, blocks: list[Weights]) -> str:
    """The sentence of the claim that the options name, about these blocks."""
    allowed(args)
    budget = Budget(args.budget)
    if args.claim == RANKS:
        series = None if args.series is None else args.series.split(",")
        sigma = args.activation if args.activation is not None else "relu" if series is None else "series"
        return check_ranks(certificate, args.sizes[0], args.sizes[1:], sigma, series, budget=budget)
    if args.claim in GATED:
        return check_gated(certificate, gated_block(args), args.claim, budget)
    if args.claim in SENTENCES:
        return check_stack(certificate, blocks, args.claim, width=args.width, layer=args.layer, budget=budget)
    if len(blocks) != 1:
        raise Malformed(f"{args.claim} is about one block, found {len(blocks)}")
    if args.claim in BOUNDED:
        bound, inputs = canonical(args.bound, "the bound"), args.covariance
        inputs = None if inputs is None else matrix(read_json(inputs), "the covariance")
        return check_bound(certificate, blocks[0], args.claim, bound, budget, covariance=inputs)
    return check(certificate, blocks[0], args.claim, args.width, budget)


def completed(weights: Weights, name: str | None, skip: str | None) -> Weights:
    """The weights with the activation and the skip (I, -I or a JSON file) that a command line names."""
    if name is None and isinstance(weights.up, Tensor):
        raise Malformed(UNNAMED)
    names = {activation(x).name for x in (weights.activation, name) if x is not None}
    if len(names) > 1 or (skip is not None and weights.skip is not None):
        raise Malformed(f"the weights name a skip or the activation {weights.activation}, asked is another")
    M = weights.skip
    if skip == "-I":
        M = [[-x for x in row] for row in weights.M]
    elif skip not in (None, "I"):
        M = matrix(read_json(skip), skip)
    return replace(weights, activation=name or weights.activation, skip=M)


if __name__ == "__main__":
    sys.exit(main())
