"""`symproof example`: exact weights with a known answer."""

from __future__ import annotations

import argparse
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

from symproof.command.terminal import Ended, add_output_options, bold, emit
from symproof.errors import Malformed, no_such
from symproof.examples.example import Example
from symproof.examples.gated import read_pair, shown, witness
from symproof.examples.gates import GATED
from symproof.examples.kinds import certificate_kind
from symproof.examples.make import kinds_text, make, request_for
from symproof.examples.stacks import STACKS, make_stack, stack_dict, stacks_text
from symproof.files.inputs import read_value
from symproof.files.writers import json_text, write_json, write_text
from symproof.layout import details
from symproof.reader.numbers import number
from symproof.verdict import Exit

LARGEST = 4096  # entries of W_up: an example is for people, and deciding it takes seconds

EXAMPLE = "symproof example absorbable --d 2 --N 5"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    lines = details([*kinds_text().items(), *stacks_text().items()])
    parser.epilog = "\n".join([f"{parser.epilog or ''}\n", "kinds:", *lines])
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    parser.add_argument("kind", metavar="KIND", help="one of the kinds below")
    parser.add_argument("--d", type=int, metavar="D", help="the dimension; default 2 for most kinds")
    parser.add_argument("--N", type=int, metavar="N", help="the width; the default depends on the kind")
    parser.add_argument("--seed", type=int, default=0, help="the first seed; default 0")
    parser.add_argument(
        "--count", type=int, default=1, metavar="K", help="how many, seeds SEED, SEED + 1, ..."
    )
    parser.add_argument("--max-entry", type=int, default=4, metavar="B", help="of drawn entries; default 4")
    parser.add_argument("--activation", help="relu (default), gelu, leaky_relu(1/10), softplus, ...")
    parser.add_argument("--subset", type=_indices, metavar="0,2,3", help="the S to plant")
    parser.add_argument("--size", type=int, help="the size of the S to plant")
    parser.add_argument(
        "--subsets", type=int, metavar="K", help="how many S the kind several plants; default 2"
    )
    parser.add_argument(
        "--off", type=_rational, metavar="P/Q", help="how far near-miss is off; default 1/1000"
    )
    parser.add_argument("--given", metavar="FILE", help="for the witness kinds: JSON with your own W and V")
    parser.add_argument(
        "--out", metavar="DIR", help="save weights and certificates here; - prints one's weights"
    )
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 the examples are made and the kernel accepts their certificates."""
    if args.count < 1 or (args.out == "-" and args.count > 1):
        raise Malformed(f"--count must be at least 1, and 1 with --out -, found {args.count}")
    if args.kind not in (known := kinds_text() | stacks_text()):
        raise Malformed(no_such("kind", args.kind, known))
    if max(args.d or 1, 1) * max(args.N or 1, 1) > LARGEST:
        raise Ended(Exit.USAGE, f"--d D --N N: at most {LARGEST} entries a matrix, found {args.d} x {args.N}")
    one = _gated if args.kind in GATED else _stack if args.kind in STACKS else _example
    made = [one(args, seed) for seed in range(args.seed, args.seed + args.count)]
    if args.out == "-":
        write_text("-", json_text(made[0]["weights"]))
        return Exit.ESTABLISHED
    if args.out is not None:
        _save(args, made)
    value = {"schema": "symproof-example-1", "verdict": "made", "kind": args.kind, "examples": made}
    emit(args, value, [line for item in made for line in _shown(args, item)])
    return Exit.ESTABLISHED


def _example(args: argparse.Namespace, seed: int) -> dict[str, Any]:
    if args.given:
        raise Malformed(f"--given is for the witness kinds, not for {args.kind}")
    options = {"activation": args.activation, "bound": args.max_entry, "subset": args.subset}
    options |= {"size": args.size, "count": args.subsets, "off": args.off}
    example: Example = make(args.kind, seed, request_for(args.kind, args.d, args.N, **options))
    return {
        "seed": seed,
        "expected": str(example.expected),
        "why": example.why,
        "evidence": certificate_kind(example.block.weights, example.certificate),
        "weights": example.to_dict(args.kind, seed),
        "certificate": example.certificate,
    }


def _stack(args: argparse.Namespace, seed: int) -> dict[str, Any]:
    for name in ("activation", "subset", "size", "subsets", "off", "given"):
        if getattr(args, name) is not None:
            raise Malformed(f"--{name} does not apply to the kind {args.kind}")
    decision = make_stack(args.kind, seed, args.d, args.N, args.max_entry)
    found: dict[str, Any] = {"seed": seed, "expected": str(decision.verdict), "why": decision.why}
    if decision.certificate is not None:
        found |= {"evidence": str(decision.claim), "certificate": decision.certificate}
    return {**found, "weights": stack_dict(args.kind, seed, decision)}


def _gated(args: argparse.Namespace, seed: int) -> dict[str, Any]:
    for name in ("activation", "subset", "size", "subsets", "off"):
        if getattr(args, name) is not None:
            raise Malformed(f"--{name} does not apply to the kind {args.kind}")
    if args.given:
        return _given(args)
    d = 2 if args.d is None else args.d
    n = d + 1 if args.N is None else args.N
    if min(d, n, args.max_entry) < 1:
        raise Malformed(f"d, N and --max-entry must be at least 1, found {d}, {n}, {args.max_entry}")
    value = GATED[args.kind][0](random.Random(f"{args.kind}:{seed}"), d, n, args.max_entry)
    about = value["about"]
    return {"seed": seed, "expected": about["expected"], "why": about["why"], "weights": value}


def _given(args: argparse.Namespace) -> dict[str, Any]:
    W, V = read_pair(read_value(args.given), args.given)
    if args.kind != f"witness-{W.kind}":
        raise Malformed(f"{args.given}: is about {W.kind}, asked for {args.kind}")
    value = shown(W, V, witness(W, V), "x + W(x) and V(x) differ at x")
    return {"seed": args.seed, "expected": "different", "why": value["about"]["why"], "weights": value}


def _save(args: argparse.Namespace, made: list[dict[str, Any]]) -> None:
    if not args.out:
        raise Malformed("--out names a folder, found ''")
    folder = Path(args.out)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Malformed(f"{folder}: cannot be made: {error.strerror}") from None
    for item in made:
        name = folder / f"{args.kind}-{item['seed']}.json"
        write_json(name, item["weights"], force=args.force)
        item["file"] = str(name)
        if "certificate" in item:
            write_json(name.with_suffix(".certificate.json"), item["certificate"], force=args.force)


def _shown(args: argparse.Namespace, item: dict[str, Any]) -> list[str]:
    """One example for people; a line each when there are many."""
    if args.count > 1:
        head = f"seed {item['seed']}: {item['expected']} ({item.get('evidence', 'checked')})"
        return [f"{head}  {item.get('file', '')}".rstrip()]
    blocks = item["weights"].get("blocks")
    parts = {"": item["weights"]} if blocks is None else {f" {i}": block for i, block in enumerate(blocks)}
    matrices = [
        (key + number, _matrix(rows))
        for number, part in parts.items()
        for key, rows in part.items()
        if isinstance(rows, list)
    ]
    rows = [
        *matrices,
        ("why", item["why"]),
        ("certificate", f"{item['evidence']}; the kernel accepts it" if "evidence" in item else ""),
        ("saved", item.get("file", "")),
    ]
    return [bold(f"{args.kind}, seed {item['seed']}: {item['expected']}"), *details(rows)]


def _matrix(rows: list[Any]) -> str:
    texts = [f"[{', '.join(map(str, row))}]" if isinstance(row, list) else str(row) for row in rows]
    return f"[{', '.join(texts)}]"


def _indices(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part) for part in text.split(","))
    except ValueError:
        raise argparse.ArgumentTypeError(f"{text!r} is not a list of neurons such as 0,2,3") from None


def _rational(text: str) -> Fraction:
    try:
        value = number(text, "--off")
    except Malformed as error:
        raise argparse.ArgumentTypeError(str(error)) from None
    if not value:
        raise argparse.ArgumentTypeError("a near miss must miss by something other than 0")
    return value
