"""`symproof verify`: every proof, a table."""

from __future__ import annotations

import argparse
import itertools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from symproof.command.sizes import add_sizes, chosen_sizes, usage
from symproof.command.terminal import add_output_options, bold, emit, progress
from symproof.files.streams import complain
from symproof.verdict import Exit

if TYPE_CHECKING:
    from symproof.proof.engine import StatementResult

VERDICTS = {Exit.ESTABLISHED: "passed", Exit.REJECTED: "failed", Exit.INCOMPLETE: "incomplete"}

EXAMPLE = "symproof verify prop-1 --mutants"


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument(
        "statements", nargs="*", metavar="STATEMENT", help="an id of `symproof list`; default: all"
    )
    parser.add_argument("--mutants", action="store_true", help="run the mutants too; each must be killed")
    parser.add_argument("--strict", action="store_true", help="exit 4 when a step is only cited")
    add_sizes(parser)
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 passed, 1 a check failed or a mutant lives, 2 no such statement or size, 4 cited under --strict."""
    from symproof.paper import statement, statements
    from symproof.proof.ledger import build
    from symproof.proof.text import ledger_rows

    words, brief, note = _formal()
    try:
        chosen = tuple(statement(name) for name in dict.fromkeys(args.statements)) or statements()
        sizes = chosen_sizes(args.sizes, chosen)
        with progress(args) as report:
            ledger = build(
                chosen,
                statements(),
                sizes=sizes,
                mutants=args.mutants,
                rocq=words,
                each=report and _counted(report, len(chosen)),
            )
    except (KeyError, ValueError) as error:
        raise usage(error) from None
    first, *rest = ledger_rows(ledger, brief)
    status = Exit.INCOMPLETE if args.strict and ledger.facts else Exit.ESTABLISHED
    status = status if ledger.passed else Exit.REJECTED
    value = {**ledger.as_json(), "verdict": VERDICTS[status]}
    emit(args, value, [bold(first), *rest[:-1], note, rest[-1]])
    for trouble in ledger.troubles:
        complain(f"failed: {trouble}")
    return status


def _counted(report: Callable[[str], None], total: int) -> Callable[[StatementResult], None]:
    """What tells of each statement how many are done."""
    done = itertools.count(1)
    return lambda result: report(f"{next(done)} of {total} statements, the last {result.statement.id}")


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
