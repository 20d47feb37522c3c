"""`symproof absorb`: can the block absorb its skip, and why."""

from __future__ import annotations

import argparse
import shlex
from contextlib import suppress
from typing import Any

from symproof.absorb.decide import Decision, decide, subset_problem
from symproof.absorb.limits import Limits
from symproof.absorb.residual import near_miss
from symproof.command.gated import answered, gated_of, lines, to_json
from symproof.command.terminal import (
    alone,
    bold,
    emit,
    progress,
)
from symproof.command.weights import add_search_options, described, kernel_activation, read
from symproof.errors import Malformed
from symproof.files.blocks import beside
from symproof.files.checkpoint import open_checkpoint
from symproof.files.streams import complain
from symproof.files.writers import check_writable, write_json
from symproof.kernel.activations import activation
from symproof.kernel.gated import Gated
from symproof.layout import Shell, details
from symproof.model.block import Block
from symproof.reader.numbers import Matrix
from symproof.reader.tensors import Tensor
from symproof.verdict import Exit, Verdict

EXAMPLE = "symproof absorb block.json --certificate evidence.json"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    add_search_options(parser)
    parser.add_argument("--gate", help="name of the N x d tensor inside the gate, for a gated block")
    parser.add_argument("--b-gate", help="name of the N hidden biases there")
    parser.add_argument("--certificate", metavar="OUT", help="save the evidence here")
    parser.add_argument("--report", metavar="OUT.html", help="write a page that explains the answer here")
    parser.add_argument("--force", action="store_true", help="replace the files if they exist")
    parser.add_argument("--expect", choices=[*Verdict], help="exit 1 when the answer is another one")
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 decided either way, 1 not as expected, 4 undecided as the theorems are silent, 5 gave up."""
    alone(args, args.certificate, args.report)
    for path in (args.certificate, args.report):
        if path is not None:
            check_writable(path, args.force)
    if (gated := gated_of(args)) is not None:
        return run_gated(args, gated)
    if args.activation is not None and kernel_activation(args.activation) is None:
        return run_theorem(args)
    block, limits = read(args)
    with progress(args) as report:
        decision = decide(block, limits, report)
    if args.certificate is not None and decision.certificate is not None:
        write_json(args.certificate, decision.certificate, force=args.force)
    if args.report is not None:
        from symproof.render.verdict import verdict_page

        verdict_page(decision, args.report, args.force)
    near = near_miss_text(decision)
    value = {**absorb_json(decision, args.certificate), "near_miss": near or None}
    value["beside"] = beside_words(args, block)
    emit(args, value, absorb_lines(decision, near, args))
    return _status(decision.verdict, args.expect)


def _status(verdict: Verdict, expected: str | None) -> Exit:
    """Without an answer no expectation is met, unless it is that there is none."""
    if verdict == expected:
        return Exit.ESTABLISHED
    silent = {Verdict.GAVE_UP: Exit.GAVE_UP, Verdict.UNDECIDED: Exit.INCOMPLETE}
    if expected is not None and verdict not in silent:
        complain(f"rejected: expected {expected}, found {verdict}")
        return Exit.REJECTED
    return silent.get(verdict, Exit.ESTABLISHED)


def run_gated(args: argparse.Namespace, gated: Gated) -> int:
    """The answer about a gated block.

    Raises:
        Malformed: a page is asked for.
    """
    if args.report is not None:
        raise Malformed("--report: pages explain blocks without a gate")
    decision, statements = answered(gated, Limits(time=args.time, memory=args.memory))
    if args.certificate is not None and decision.certificate is not None:
        write_json(args.certificate, decision.certificate, force=args.force)
    value = to_json(gated, decision, statements, args.certificate)
    emit(args, value, lines(gated, decision, statements, args))
    return _status(decision.verdict, args.expect)


def run_theorem(args: argparse.Namespace) -> int:
    """The answer about an activation that the kernel does not know: 0 never, 4 the theorems are silent.

    Raises:
        Malformed: the file names another activation, or a page is asked for.
    """
    from symproof.absorb.theorem import by_theorem

    sigma, args.activation = args.activation, None
    block, limits = read(args, sigma)
    if (own := block.weights.activation) is not None:
        raise Malformed(f"the file names the activation {own}, the caller {sigma}")
    if args.report is not None:
        raise Malformed(
            f"--report: pages explain certificates, and {sigma} has none: it is not in the kernel's table"
        )
    answer = by_theorem(block, sigma, limits)
    value = {
        "schema": "symproof-absorb-1",
        "verdict": str(answer.verdict),
        "subset": None,
        "why": answer.why,
        "established": None,
        "method": "theorem",
        "statements": list(answer.statements),
        "network": answer.network
        and {"V_up": _texts(answer.network.up), "V_down": _texts(answer.network.down)},
        "activation": sigma,
        "d": block.d,
        "N": block.width,
        "tried": [],
        "certificate": None,
        "sha256": block.sha256,
        "near_miss": None,
    }
    rows = [
        ("block", described(block, block.sha256, sigma)),
        ("why", answer.why),
        ("by", f"statement {', '.join(answer.statements)} of the ledger" if answer.statements else ""),
        ("kernel", "not asked: no certificate, the answer rests on the statement" * bool(answer.statements)),
        ("read", f"symproof show {answer.statements[0]}" if answer.statements else ""),
        ("V_up", str((answer.network and _texts(answer.network.up)) or "").replace("'", "")),
        ("V_down", str((answer.network and _texts(answer.network.down)) or "").replace("'", "")),
        ("checked", answer.checked),
    ]
    emit(args, value, [bold(str(answer.verdict)), *details(rows)])
    return _status(answer.verdict, args.expect)


def _texts(rows: Matrix) -> list[list[str]]:
    return [[str(x) for x in row] for row in rows]


def absorb_json(decision: Decision, path: str | None) -> dict[str, Any]:
    """The answer as one object."""
    return {
        "schema": "symproof-absorb-1",
        "verdict": str(decision.verdict),
        "subset": None if decision.subset is None else list(decision.subset),
        "why": decision.why,
        "established": decision.established,
        "method": decision.method,
        "activation": decision.block.activation,
        "d": decision.block.d,
        "N": decision.block.width,
        "tried": list(decision.tried),
        "certificate": path if decision.certificate is not None else None,
        "sha256": fingerprint(decision),
    }


def absorb_lines(decision: Decision, near: str, args: argparse.Namespace) -> list[str]:
    """The answer for people."""
    block = decision.block
    rows = [
        ("block", described(block, fingerprint(decision))),
        ("why", decision.why),
        ("found by", decision.method),
        ("near miss", near),
        ("beside", "; ".join(beside_words(args, block))),
        ("kernel", f"accepts: {decision.established}" if decision.established else ""),
    ]
    if args.certificate is not None and decision.certificate is not None:
        rows += [("saved", args.certificate), ("re-check", recheck(args, decision))]
    rows.append(("page", args.report or ""))
    return [bold(str(decision.verdict)), *details(rows)]


def beside_words(args: argparse.Namespace, block: Block) -> list[str]:
    """What should be known of a block of tensors: gates, biases and norms beside it, N below d."""
    if args.up is None or not isinstance(block.weights.up, Tensor):
        return []
    named = [name for name in (args.up, args.down, args.b_up, args.b_down) if name]
    words: list[str] = []
    with suppress(Malformed):  # the file may be unsound where the block is not
        found = beside(open_checkpoint(args.weights).tensors, args.up, named)
        words += [f"{', '.join(found)}: not part of this verdict"] * bool(found)
    if block.width < block.d:
        words.append(f"N = {block.width} is below d = {block.d}: stored in x out? then --orientation in-out")
    return words


def fingerprint(decision: Decision) -> str:
    """The fingerprint of the block, from the certificate when there is one."""
    return decision.block.sha256 if decision.certificate is None else str(decision.certificate["sha256"])


def recheck(args: argparse.Namespace, decision: Decision) -> Shell:
    """The command that checks the saved certificate again."""
    words = [
        "symproof",
        "check",
        args.certificate,
        "--weights",
        args.weights,
        "--claim",
        str(decision.verdict),
    ]
    for name in ("activation", "skip", "up", "down", "b-up", "b-down", "floats"):
        if value := getattr(args, name.replace("-", "_")):
            words += [f"--{name}", value]
    if args.orientation != "out-in":
        words += ["--orientation", args.orientation]
    return Shell(shlex.join(words))


def near_miss_text(decision: Decision) -> str:
    """The set that violates (3) in one row or column only, when the answer is no and there is one."""
    if decision.verdict is not Verdict.NOT_ABSORBABLE or not activation(decision.block.activation).gap:
        return ""
    near = near_miss(subset_problem(decision.block), Limits(time=1.0))
    return "" if near is None else str(near)
