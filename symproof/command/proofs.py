"""`symproof verify`, `show` and `list`."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from typing import Any

from symproof.command.terminal import Ended, add_output_options, bold, clear, emit, reporter
from symproof.files.streams import complain
from symproof.proof.sizes import parse
from symproof.verdict import Exit

Subparsers = argparse._SubParsersAction
VERDICTS = {Exit.ESTABLISHED: "passed", Exit.REJECTED: "failed", Exit.INCOMPLETE: "incomplete"}


def add_verify(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Register `verify`."""
    text = "check every proof of the paper; print the ledger"
    parser = subparsers.add_parser("verify", help=text, description=text)
    parser.add_argument(
        "statements", nargs="*", metavar="STATEMENT", help="an id of `symproof list`; default: all"
    )
    parser.add_argument("--mutants", action="store_true", help="run the mutants too; each must be killed")
    parser.add_argument("--strict", action="store_true", help="exit 4 when a step is only cited")
    _add_sizes(parser)
    add_output_options(parser)
    parser.set_defaults(run=run_verify)


def add_show(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Register `show`."""
    text = "a statement, its hypotheses and its proof, step by step"
    parser = subparsers.add_parser("show", help=text, description=text)
    parser.add_argument("statement", metavar="STATEMENT", help="an id of `symproof list`")
    parser.add_argument("--step", action="store_true", help="one key press a step (q ends) on a terminal")
    parser.add_argument("--without", metavar="HYPOTHESIS", help="what happens without this hypothesis")
    parser.add_argument("--mutants", action="store_true", help="run and show the mutants of each step")
    _add_sizes(parser)
    add_output_options(parser)
    parser.set_defaults(run=run_show)


def add_list(subparsers: Subparsers[argparse.ArgumentParser]) -> None:
    """Register `list`."""
    parser = subparsers.add_parser("list", help="the statements", description="the statements, one a row")
    add_output_options(parser)
    parser.set_defaults(run=run_list)


def _add_sizes(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sizes", metavar="d=3,N=5", default="", help="sizes of the bounded steps")


def _usage(message: Exception) -> Ended:
    return Ended(Exit.USAGE, str(message.args[0] if isinstance(message, KeyError) else message))


def run_verify(args: argparse.Namespace) -> int:
    """0 passed, 1 a check failed or a mutant lives, 2 no such statement or size, 4 cited under --strict."""
    from symproof.paper import statement, statements
    from symproof.proof.ledger import build
    from symproof.proof.text import ledger_rows

    report = reporter(args)
    words, brief, note = _formal()
    try:
        chosen = tuple(statement(name) for name in dict.fromkeys(args.statements)) or statements()
        sizes = _sizes(args.sizes, chosen)
        ledger = build(
            chosen,
            statements(),
            sizes=sizes,
            mutants=args.mutants,
            rocq=words,
            each=(lambda result: report(result.statement.id)) if report else None,
        )
    except (KeyError, ValueError) as error:
        raise _usage(error) from None
    finally:
        clear(report)
    first, *rest = ledger_rows(ledger, brief)
    status = Exit.INCOMPLETE if args.strict and ledger.facts else Exit.ESTABLISHED
    status = status if ledger.passed else Exit.REJECTED
    value = {**ledger.as_json(), "verdict": VERDICTS[status]}
    emit(args, value, [bold(first), *rest[:-1], note, rest[-1]])
    for trouble in ledger.troubles:
        complain(f"failed: {trouble}")
    return status


def _formal() -> tuple[Callable[[Any], str], Callable[[Any], str], str]:
    """What Rocq has proved: words for a statement, a few characters for its row, and a line for the end."""
    from symproof.rocq.formal_status import status

    found = status()

    def brief(item: Any) -> str:
        axioms = {axiom for theorem in found.of(item.id) for axiom in theorem.axioms}
        count = len(found.of(item.id))
        return f"{count} ({len(axioms)} axioms)" if axioms else str(count or "-")

    if found.why is not None:
        return (lambda item: found.words(item.id)), (lambda item: "?"), f"Rocq: {found.why}"
    note = f"Rocq: {len(found.theorems)} theorems, for all d and N; --json names them and their axioms"
    return (lambda item: found.words(item.id)), brief, note


def _sizes(text: str, chosen: tuple[Any, ...]) -> dict[str, int]:
    """The sizes given, refused when no chosen statement knows a name."""
    sizes = parse(text) if text else {}
    known = {size.name for item in chosen for size in item.sizes}
    for name in sizes:
        if name not in known:
            raise ValueError(f"no size {name!r} here; the sizes are: {', '.join(sorted(known)) or 'none'}")
    return sizes


def run_show(args: argparse.Namespace) -> int:
    """0 shown and passed, 1 a check failed, 2 no such statement, hypothesis or size."""
    from symproof.paper import statement

    try:
        chosen = statement(args.statement)
        if args.without:
            return _show_without(args, chosen.hypothesis(args.without))
        sizes = _sizes(args.sizes, (chosen,))
        if args.step and not args.json and sys.stdin.isatty() and sys.stdout.isatty():
            return _step_through(args, chosen, sizes)
        return _show_all(args, chosen, sizes)
    except (KeyError, ValueError) as error:
        raise _usage(error) from None


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
    emit(args, value, hypothesis_rows(result))
    return Exit.ESTABLISHED if result.fine else Exit.REJECTED


def _show_all(args: argparse.Namespace, chosen: Any, sizes: dict[str, int]) -> int:
    from symproof.proof.engine import run_statement
    from symproof.proof.ledger import as_data
    from symproof.proof.text import proof_rows

    result = run_statement(chosen, sizes, args.mutants)
    emit(args, as_data(result), proof_rows(result))
    return Exit.ESTABLISHED if result.fine else Exit.REJECTED


def _step_through(args: argparse.Namespace, chosen: Any, sizes: dict[str, int]) -> int:
    from symproof.proof.engine import run_step
    from symproof.proof.keys import pressed
    from symproof.proof.stepper import Proof
    from symproof.proof.text import heading, step_rows

    proof = Proof(chosen, sizes)
    sys.stdout.write("\n".join(heading(chosen)) + "\n\n")
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
        sys.stdout.write("\n".join(step_rows(result, place, len(proof.steps))) + "\n")
        sys.stdout.flush()
    return Exit.ESTABLISHED if fine else Exit.REJECTED


def run_list(args: argparse.Namespace) -> int:
    """0; the statements in the order of the paper."""
    from symproof.paper import statements
    from symproof.proof.text import list_rows

    found = [
        {"id": item.id, "title": item.title, "v2": item.source.v2, "v1": item.source.v1, "words": item.words}
        for item in statements()
    ]
    first, *rest = list_rows(statements())
    emit(args, {"schema": "symproof-list-1", "statements": found}, [bold(first), *rest])
    return Exit.ESTABLISHED
