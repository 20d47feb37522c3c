"""`python -m symproof.kernel CERTIFICATE --weights W --claim C`: the trusted check on its own."""

from __future__ import annotations

import argparse
import sys

from symproof.kernel.claims import CLAIMS, check, named
from symproof.kernel.errors import Malformed, OutOfBudget, Rejected
from symproof.reader.text import read_json
from symproof.reader.weights import read_weights


def main(argv: list[str] | None = None) -> int:
    """0 the named claim is established, 1 rejected, 2 usage, 3 malformed, 5 out of budget."""
    parser = argparse.ArgumentParser(prog="python -m symproof.kernel", description=__doc__)
    parser.add_argument("certificate")
    parser.add_argument("--weights", required=True, help="JSON or .safetensors")
    parser.add_argument("--claim", required=True, choices=list(CLAIMS))
    for name, size in (("--up", "N x d"), ("--down", "d x N"), ("--b-up", "N"), ("--b-down", "d")):
        parser.add_argument(name, help=f"name of the {size} tensor of a .safetensors file")
    parser.add_argument("--in-out", action="store_true", help="both matrices are stored transposed")
    parser.add_argument("--activation", help="default: what the weights name, else relu")
    parser.add_argument("--skip", help="I, -I (as --skip=-I), or a JSON file with a d x d matrix; default I")
    parser.add_argument("--width", type=int, help="for the claims width-at-least and width-at-most")
    args = parser.parse_args(argv)
    try:
        read = read_weights(args.weights, args.up, args.down, args.in_out, args.b_up, args.b_down)
        weights = named(read, args.activation, args.skip)
        print("accepted:", check(read_json(args.certificate), weights, args.claim, args.width), flush=True)
        return 0
    except (Malformed, OutOfBudget, Rejected, OSError) as error:
        print(f"{type(error).__name__.lower()}: {error}", file=sys.stderr)
        return {Rejected: 1, OutOfBudget: 5}.get(type(error), 3)


if __name__ == "__main__":
    sys.exit(main())
