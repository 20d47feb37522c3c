"""`symproof scan`: every MLP block of a checkpoint."""

from __future__ import annotations

import argparse
import os
import re
import shlex
from collections.abc import Iterable
from math import inf
from typing import Any

from symproof.absorb.decide import Decision
from symproof.absorb.distance import percents
from symproof.absorb.limits import Limits
from symproof.absorb.scan import GAVE_UP, SHARES, UNDECIDED, Scanned, arrays_of, scan
from symproof.command.terminal import (
    add_output_options,
    alone,
    bold,
    emit,
    progress,
    size,
    time_limit,
)
from symproof.command.weights import TIME
from symproof.examples.atlas.run import EXECUTORS, executor_for
from symproof.files.blocks import ORIENTATIONS, Found, find_blocks
from symproof.files.checkpoint import Checkpoint, open_checkpoint
from symproof.files.namings import Naming
from symproof.files.writers import check_writable, write_json, write_tensors
from symproof.kernel.errors import Malformed
from symproof.layout import Shell, columns, plain
from symproof.verdict import Exit

HEAD = ("block", "d", "N", "activation", "gated", "biases")
SPARE = ("time", "biases", "gated", "by")
EXAMPLE = "symproof scan model.safetensors --activation gelu"
PRE_NORM = (
    "with a norm before: x + MLP(norm(x)) is no MLP'(norm(x)), for all weights (symproof show pre-norm); "
    "the verdict is about x + MLP(x)"
)
SHARE = (
    "share: the part of the skip that sign flips can absorb; not the error of the best MLP "
    "without the skip (symproof distance)"
)
LEGEND = "attention, embeddings, norms, routers and heads are not looked at"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument(
        "path", help=".safetensors, .npz, .gguf or .onnx file, an index of shards, or a directory"
    )
    parser.add_argument("--list", action="store_true", help="only look: what blocks there are")
    parser.add_argument("--activation", help="of all blocks; default: what config.json or the graph says")
    parser.add_argument("--orientation", choices=ORIENTATIONS, help="needed for square matrices only")
    parser.add_argument(
        "--naming",
        type=naming,
        action="append",
        default=[],
        metavar="UP,DOWN[,GATE]",
        help="your own names of the parts of a block, such as mlp.0,mlp.2; may be repeated",
    )
    parser.add_argument(
        "--share",
        choices=("auto", "all", "none"),
        default="auto",
        help="the part of the skip that sign flips can absorb, certified; auto: where that takes seconds",
    )
    parser.add_argument("--certificates", metavar="DIR", help="save the evidence of each block there")
    parser.add_argument("--report", metavar="OUT.html", help="write a page with the table here")
    parser.add_argument("--force", action="store_true", help="replace files that exist")
    parser.add_argument("--executor", choices=EXECUTORS, default="auto", help="where the work is done")
    parser.add_argument("--workers", type=int, help="processes; default: this one")
    parser.add_argument("--scheduler", metavar="ADDRESS", help="of a Dask scheduler, for --executor dask")
    parser.add_argument(
        "--time", type=time_limit, default=TIME, metavar="SECONDS", help=f"for each block; default {TIME:g}"
    )
    parser.add_argument("--memory", type=size, metavar="SIZE", default=2 << 30, help="default 2G")
    add_output_options(parser)
    parser.set_defaults(run=run)


def naming(text: str) -> Naming:
    """The naming that an option spells: UP,DOWN or UP,DOWN,GATE."""
    parts = text.split(",")
    if len(parts) not in (2, 3) or not all(parts):
        raise argparse.ArgumentTypeError(f"{text!r} is not UP,DOWN or UP,DOWN,GATE")
    up, down, gate = [*parts, None][:3]
    return Naming("named by the caller", str(up), str(down), gate)


def run(args: argparse.Namespace) -> int:
    """0 every block has an answer, 4 the theorems or the files are silent about one, 5 gave up on one."""
    if args.workers is not None and args.workers < 1:
        raise Malformed(f"--workers must be at least 1, found {args.workers}")
    alone(args, args.report)
    if args.report is not None:
        check_writable(args.report, args.force)
    if args.certificates is not None and not os.path.isdir(args.certificates):
        raise Malformed(f"--certificates {args.certificates}: there is no such directory")
    checkpoint = open_checkpoint(args.path)
    options = {"activation": args.activation, "orientation": args.orientation, "namings": tuple(args.naming)}
    found = find_blocks(checkpoint, **options)
    if not found:
        raise Malformed(f"{args.path}: {none_found(checkpoint)}")
    scanned = [] if args.list else _scanned(args, options, found)
    saved = {s.found.name: _save(args, s) for s in scanned if args.certificates and s.decision is not None}
    if args.report is not None:
        from symproof.render.scan import scan_page

        scan_page(args.path, scanned or found, args.report, args.force)
    value = {
        "schema": "symproof-scan-1",
        "verdict": _verdict(args, scanned).name.lower().replace("_", "-"),
        "path": args.path,
        "blocks": [block_json(s) for s in scanned] or [found_json(f) for f in found],
        "tensors": len(checkpoint.tensors),
        "recheck": saved,
    }
    emit(args, value, _lines(checkpoint, found, scanned, saved, args.share))
    return _verdict(args, scanned)


def _verdict(args: argparse.Namespace, scanned: list[Scanned]) -> Exit:
    verdicts = {s.verdict for s in scanned}
    return (
        Exit.GAVE_UP
        if GAVE_UP in verdicts
        else Exit.INCOMPLETE
        if UNDECIDED in verdicts
        else Exit.ESTABLISHED
    )


def none_found(checkpoint: Checkpoint) -> str:
    """That no block was found, and what there is instead."""
    matrices = [str(name) for name, s in checkpoint.tensors.items() if len(s.shape) > 1]
    listed = ", ".join(matrices[:8]) + ", ..." * (len(matrices) > 8)
    head = f"no MLP block among {len(checkpoint.tensors)} tensors"
    return f"{head}; --naming UP,DOWN says what its parts are called: {listed}"


def _scanned(args: argparse.Namespace, options: dict[str, Any], found: list[Found]) -> list[Scanned]:
    """All blocks, in the order of the file."""
    limits, results = Limits(time=args.time, memory=args.memory), list[Scanned]()
    with (
        executor_for(args.executor, [], args.workers, args.scheduler) as executor,
        progress(args) as report,
    ):
        shares = {"auto": SHARES, "all": inf, "none": 0.0}[args.share]
        for scanned in scan(args.path, limits=limits, executor=executor, shares=shares, **options):
            results.append(scanned)
            if report is not None:
                report(f"{len(results)} of {len(found)} blocks, the last {scanned.found.name}")
    order = {block.name: k for k, block in enumerate(found)}
    return sorted(results, key=lambda s: order[s.found.name])


def found_json(found: Found) -> dict[str, Any]:
    """What a block is, as an object."""
    return {
        "name": found.name,
        "up": str(found.up),
        "down": str(found.down),
        "gate": None if found.gate is None else str(found.gate),
        "d": found.d,
        "N": found.N,
        "activation": found.activation,
        "activation_from": found.activation_from,
        "gated": found.gated,
        "biases": sorted(found.biases),
        "norm": found.norm or None,
    }


def block_json(scanned: Scanned) -> dict[str, Any]:
    """A block and its answer as an object."""
    return {
        **found_json(scanned.found),
        "verdict": scanned.verdict,
        "by": scanned.by,
        "share": None
        if scanned.share is None
        else dict(zip(("lower", "upper"), map(str, scanned.share), strict=True)),
        "seconds": round(scanned.seconds, 3),
    }


def row(found: Found) -> list[object]:
    """The cells about what a block is."""
    biases = ", ".join(sorted(found.biases)) or "none"
    name, gated = found.activation or "?", "yes" if found.gated else "no"
    return [plain(found.name), found.d, found.N, plain(name), gated, biases]


def read_from(found: list[Found]) -> list[tuple[str, str]]:
    """The activations, and where each was read."""
    return list(dict.fromkeys((f.activation or "?", f.activation_from) for f in found))


def _lines(
    checkpoint: Checkpoint,
    found: list[Found],
    scanned: list[Scanned],
    saved: dict[str, str],
    shares: str,
) -> list[str]:
    answers = [
        [s.verdict, plain(s.by), percents(s.share) if s.share else "", f"{s.seconds:.1f} s"] for s in scanned
    ]
    head = (*HEAD, "verdict", "by", "share", "time") if scanned else HEAD
    rows = [row(f) + more for f, more in zip(found, answers or [[] for _ in found], strict=True)]
    used = {str(part.stored.name) for f in found for part in f.parts.values()}
    lines = [bold(f"{len(found)} MLP blocks"), *columns(head, rows, SPARE), ""]
    more = [f"{s.found.name} has the same weights as {s.same_as}" for s in scanned if s.same_as]
    more += [f"{f.name}: {remark}" for f in found for remark in f.remarks]
    more += [f"activation {name}: {place}" for name, place in read_from(found)]
    more += [f"norm {norm}" for norm in dict.fromkeys(f.norm for f in found) if norm]
    lines += map(plain, more)
    if any(s.share for s in scanned):
        lines.append(SHARE)
    large = [s.found.name for s in scanned if isinstance(s.decision, Decision) and s.found.size > SHARES]
    if large and shares == "auto":
        lines.append(f"{len(large)} shares were not looked for, where they take long: --share all")
    if any(f.norm.startswith("before") for f in found):
        lines.append(PRE_NORM)
    lines.append(f"{len(checkpoint.tensors) - len(used)} other tensors: {LEGEND}")
    return [*lines, *(Shell(f"  {command}") for command in saved.values())]


def _save(args: argparse.Namespace, scanned: Scanned) -> str:
    """Save the certificate, and the weights where the kernel cannot read them in place; how to check it."""
    found, decision = scanned.found, scanned.decision
    if decision is None or decision.certificate is None:
        return ""
    base = os.path.join(args.certificates, re.sub(r"[^A-Za-z0-9._-]+", "_", found.name))
    write_json(f"{base}.json", decision.certificate, force=args.force)
    names: Iterable[tuple[str, str]] = ((key, part.stored.name) for key, part in found.parts.items())
    weights, turned = found.up.stored.path, found.up.turned
    if not found.plain:
        arrays = arrays_of(found)
        weights, turned = f"{base}.safetensors", False
        write_tensors(weights, arrays, force=args.force)
        names = ((key, key) for key in arrays)
    proof = decision.certificate
    words = ["symproof", "check", f"{base}.json", "--weights", weights, "--claim", proof["claim"]]
    for key, name in names:
        words += [f"--{key.removeprefix('W_').replace('_', '-')}", name]
    words += ["--activation", proof["activation"], *["--orientation", "in-out"] * turned]
    return shlex.join(words)
