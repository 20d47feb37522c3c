"""`symproof gallery`: the telling examples, decided."""

from __future__ import annotations

import argparse
from pathlib import Path

from symproof.command.terminal import add_output_options, bold, emit, progress
from symproof.errors import Malformed
from symproof.examples.gallery import FOLDER, Outcome, run_all
from symproof.layout import columns
from symproof.verdict import Exit, Verdict

EXAMPLE = "symproof gallery"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument(
        "--folder", type=Path, default=FOLDER, help="weights files with about: title, expected, why"
    )
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 all verdicts as expected and all certificates accepted, 5 but for some that gave up, else 1."""
    if not any(args.folder.glob("*.json")):
        raise Malformed(f"{args.folder}: must hold at least one weights file, found none")
    with progress(args) as report:
        outcomes = run_all(args.folder, report)
    passed = sum(outcome.passed for outcome in outcomes)
    value = {
        "schema": "symproof-gallery-1",
        "verdict": "passed" if passed == len(outcomes) else "failed",
        "passed": passed,
        "blocks": [_json(outcome) for outcome in outcomes],
    }
    emit(args, value, _lines(outcomes, passed))
    failed = [outcome for outcome in outcomes if not outcome.passed]
    if failed and all(outcome.decision.verdict is Verdict.GAVE_UP for outcome in failed):
        return Exit.GAVE_UP
    return Exit.REJECTED if failed else Exit.ESTABLISHED


def _json(outcome: Outcome) -> dict[str, object]:
    block = outcome.decision.block
    return {
        "name": outcome.piece.name,
        "title": outcome.piece.title,
        "why": outcome.piece.why,
        "d": block.d,
        "N": block.width,
        "activation": block.activation,
        "expected": outcome.piece.expected,
        "verdict": str(outcome.decision.verdict),
        "certificate": outcome.kind,
        "kernel": outcome.kernel,
        "passed": outcome.passed,
    }


def _lines(outcomes: list[Outcome], passed: int) -> list[str]:
    head = ("block", "d", "N", "activation", "expected", "verdict", "certificate", "kernel")
    rows = []
    for outcome in outcomes:
        block = outcome.decision.block
        verdict = str(outcome.decision.verdict)
        rows.append(
            (outcome.piece.name, block.d, block.width, block.activation, outcome.piece.expected,
             verdict, outcome.kind, outcome.kernel)
        )  # fmt: skip
    summary = (
        f"{passed} of {len(outcomes)} blocks decided as expected, each certificate accepted by the kernel"
    )
    return [*columns(head, rows, spare=("expected", "activation")), bold(summary)]
