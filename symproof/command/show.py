"""`symproof show`: a statement, its hypotheses and its proof, step by step."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from symproof.command.sizes import add_sizes, chosen_sizes, usage
from symproof.command.terminal import add_output_options, emit
from symproof.verdict import Exit

EXAMPLE = "symproof show thm-4-relu"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("statement", metavar="STATEMENT", help="an id of `symproof list`")
    parser.add_argument("--step", action="store_true", help="one key press a step (q ends) on a terminal")
    parser.add_argument("--without", metavar="HYPOTHESIS", help="what happens without this hypothesis")
    parser.add_argument("--latex", action="store_true", help="formulas as LaTeX, to copy")
    parser.add_argument("--mutants", action="store_true", help="run and show the mutants of each step")
    add_sizes(parser)
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 shown and passed, 1 a check failed, 2 no such statement, hypothesis or size."""
    from symproof.paper import statement

    try:
        chosen = statement(args.statement)
        if args.without:
            return _show_without(args, chosen.hypothesis(args.without))
        sizes = chosen_sizes(args.sizes, (chosen,))
        if args.step and not args.json and sys.stdin.isatty() and sys.stdout.isatty():
            return _step_through(args, chosen, sizes)
        return _show_all(args, chosen, sizes)
    except (KeyError, ValueError) as error:
        raise usage(error) from None


def _show_without(args: argparse.Namespace, hypothesis: Any) -> int:
    from symproof.proof.engine import run_hypothesis
    from symproof.proof.text import hypothesis_rows

    result = run_hypothesis(hypothesis, args.mutants)
    value = {
        "schema": "symproof-without-1",
        "statement": args.statement,
        "hypothesis": hypothesis.name,
        "needed": hypothesis.without.needed,
        "text": hypothesis.without.text,
        "verdict": "passed" if result.fine else "failed",
        "detail": result.outcome.detail if result.outcome else None,
    }
    emit(args, value, hypothesis_rows(result, args.latex))
    return Exit.ESTABLISHED if result.fine else Exit.REJECTED


def _show_all(args: argparse.Namespace, chosen: Any, sizes: dict[str, int]) -> int:
    from symproof.proof.engine import run_statement
    from symproof.proof.ledger import as_data
    from symproof.proof.text import proof_rows

    result = run_statement(chosen, sizes, args.mutants)
    emit(args, as_data(result), proof_rows(result, args.latex))
    return Exit.ESTABLISHED if result.fine else Exit.REJECTED


def _step_through(args: argparse.Namespace, chosen: Any, sizes: dict[str, int]) -> int:
    from symproof.proof.engine import run_step
    from symproof.proof.keys import pressed
    from symproof.proof.stepper import Proof
    from symproof.proof.text import heading, step_rows

    proof = Proof(chosen, sizes)
    sys.stdout.write("\n".join(heading(chosen, args.latex)) + "\n\n")
    fine = True
    for place, step in enumerate(proof.steps, 1):
        sys.stderr.write("-- any key: next step, q: end --")
        sys.stderr.flush()
        key = pressed()
        sys.stderr.write("\r\x1b[K")
        if key in ("q", "Q", ""):
            break
        result = run_step(step, args.mutants)
        fine = fine and result.fine
        sys.stdout.write("\n".join(step_rows(result, place, len(proof.steps), args.latex)) + "\n")
        sys.stdout.flush()
    return Exit.ESTABLISHED if fine else Exit.REJECTED
