"""`symproof equal`: do two blocks compute the same function."""

from __future__ import annotations

import argparse
import os
from dataclasses import replace
from fractions import Fraction
from typing import Any

from flint import fmpq

from symproof.absorb.limits import Clock, Limits, enforced
from symproof.command.terminal import add_output_options, bold, emit, time_limit
from symproof.command.weights import TIME
from symproof.equality.decide import Equality, equal
from symproof.errors import Malformed
from symproof.files.inputs import place, read_value, readable
from symproof.files.readers import from_value, read_block, read_matrix
from symproof.functions.enclosure import ball
from symproof.kernel.gated import Gated, gated_from_json, read_gated
from symproof.layout import details
from symproof.model.block import Block, skip_matrix
from symproof.reader.tensors import UNNAMED
from symproof.reader.weights import Weights
from symproof.verdict import EqualVerdict, Exit

EXAMPLE = "symproof equal block.json network.json --skip-b 0"
LONG = 60  # characters of a number that are shown
NAMES = {
    "up": "N x d tensor",
    "down": "d x N tensor",
    "gate": "N x d tensor inside the gate, for gated blocks",
    "b_up": "N hidden biases",
    "b_down": "d output biases",
    "b_gate": "N biases inside the gate",
}
STATUS = {
    EqualVerdict.EQUAL: Exit.ESTABLISHED,
    EqualVerdict.DIFFERENT: Exit.REJECTED,
    EqualVerdict.UNDECIDED: Exit.INCOMPLETE,
    EqualVerdict.GAVE_UP: Exit.GAVE_UP,
}
Side = Block | Gated


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    kinds = "JSON (with W_gate: gated), .npz or .safetensors file, or - for JSON on stdin"
    for side in ("a", "b"):
        parser.add_argument(side, metavar=side.upper(), help=kinds)
    parser.add_argument(
        "--activation",
        help="sigma of both, or their gate: a name or an expression in z; default: the files', else relu",
    )
    for side in ("a", "b"):
        parser.add_argument(
            f"--skip-{side}", help=f"I, -I, 0 or a JSON file, for {side.upper()}; default: the file's, else I"
        )
    for name, what in NAMES.items():
        parser.add_argument(f"--{name.replace('_', '-')}", help=f"name of the {what} in tensor files")
    parser.add_argument("--orientation", choices=("out-in", "in-out"), default="out-in",
                        help="in-out: the matrices are stored transposed")  # fmt: skip
    parser.add_argument("--floats", choices=("decimal", "binary"), help="how bare floats in JSON are read")
    parser.add_argument(
        "--time",
        type=time_limit,
        default=TIME,
        metavar="SECONDS",
        help=f"give up after this long; default {TIME:g}; 0 or none: no limit",
    )
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 equal, 1 different, 4 undecided, 5 gave up."""
    clock = Clock(Limits(time=args.time), tried=["reading the weights"])
    with enforced(clock):
        a, b = (_read(args, side) for side in ("a", "b"))
    answer = equal(a, b, clock.remaining(), args.activation)
    emit(args, to_json(answer, (a, b), args.activation), lines(answer, (a, b), args.activation))
    return STATUS[answer.verdict]


def _read(args: argparse.Namespace, side: str) -> Side:
    """The block of one of the two files.

    Raises:
        Malformed: it cannot be read, or names an activation or a skip besides the caller's.
    """
    path, skip = getattr(args, side), getattr(args, f"skip_{side}")
    found = _from_json(path, args.floats) if _is_json(path) else _from_tensors(path, args)
    weights, where = _weights(found), place(path)
    if args.activation is not None and weights.activation not in (None, args.activation):
        raise Malformed(f"{where} names the activation {weights.activation}, the caller {args.activation}")
    if args.activation is None and weights.activation is None and not _is_json(path):
        raise Malformed(f"{where}: {UNNAMED}")
    if skip is None:
        return found
    if weights.skip is not None:
        raise Malformed(f"{where} has a skip, and --skip-{side} names another")
    own = [[0] * weights.d] * weights.d if skip == "0" else skip
    M = read_matrix(own) if isinstance(own, str) and own not in ("I", "-I") else own
    changed = replace(weights, skip=skip_matrix(M, weights.d))
    return replace(found, value=changed) if isinstance(found, Gated) else Block.from_weights(changed)


def _is_json(path: str) -> bool:
    return path == "-" or os.path.splitext(path)[1].lower() in ("", ".json")


def _from_json(path: str, floats: str | None) -> Side:
    value = read_value(path)
    if isinstance(value, dict) and "W_gate" in value:
        if floats is not None:
            raise Malformed(f"{place(path)}: a gated block is read without --floats")
        return gated_from_json(value, place(path))
    return from_value(value, place(path), floats)


def _from_tensors(path: str, args: argparse.Namespace) -> Side:
    if args.gate is None:
        names = {name: getattr(args, name) for name in ("up", "down", "b_up", "b_down")}
        return read_block(path, **names, orientation=args.orientation, open_activation=True)
    with readable(path):
        names_in_order = (args.gate, args.b_gate, args.up, args.down, args.b_up, args.b_down)
        return read_gated(path, args.orientation == "in-out", *names_in_order)


def _weights(side: Side) -> Weights:
    return side.value if isinstance(side, Gated) else side.weights


def to_json(answer: Equality, sides: tuple[Side, Side], activation: str | None) -> dict[str, Any]:
    """The answer as one object."""
    found = answer.witness
    return {
        "schema": "symproof-equal-1",
        "verdict": str(answer.verdict),
        "why": answer.why,
        "checked": answer.checked or None,
        "blocks": [_described(side, activation) for side in sides],
        "witness": found
        and {
            "x": [spelled(t) for t in found.x],
            "component": found.component,
            "difference": [spelled(found.lower), spelled(found.upper)],
        },
    }


def _described(side: Side, activation: str | None) -> dict[str, Any]:
    weights = _weights(side)
    return {
        "gated": isinstance(side, Gated),
        "activation": activation or weights.activation or "relu",
        "d": weights.d,
        "N": weights.width,
        "sha256": side.sha256() if isinstance(side, Gated) else side.sha256,
    }


def lines(answer: Equality, sides: tuple[Side, Side], activation: str | None) -> list[str]:
    """The answer for people."""
    rows = [(name, _line(side, activation)) for name, side in zip("AB", sides, strict=True)]
    rows.append(("why", answer.why))
    if (found := answer.witness) is not None:
        exact = found.lower == found.upper
        low, high = _short(found.lower), _short(found.upper)
        value = low if exact else f"between {low} and {high}"
        rows.append(("x", f"({', '.join(map(_short, found.x))})"))
        rows.append(("A - B", f"component {found.component} is {value}"))
    rows.append(("checked", answer.checked))
    return [bold(str(answer.verdict)), *details(rows)]


def spelled(value: Fraction) -> str:
    """A rational number in full; Python's own str has a limit of digits."""
    return str(fmpq(value.numerator, value.denominator))


def _short(value: Fraction) -> str:
    """A rational number for people; a long one rounded."""
    text = spelled(value)
    return text if len(text) <= LONG else f"{ball(value).str(8, radius=False)} (rounded)"


def _line(side: Side, activation: str | None) -> str:
    """One block in one line."""
    own = _described(side, activation)
    parts = ["gated"] * own["gated"] + [f"d = {own['d']}", f"N = {own['N']}", own["activation"]]
    parts += [f"skip {'I' if _weights(side).skip is None else 'M'}", f"sha256 {own['sha256'][:16]}..."]
    return ", ".join(parts)
