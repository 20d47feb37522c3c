"""Statements, steps and the ledger as plain text rows."""

from __future__ import annotations

from collections.abc import Callable

from symproof.layout import columns, line_width, wrapped
from symproof.proof.engine import HypothesisResult, Outcome, StatementResult, StepResult
from symproof.proof.ledger import Ledger
from symproof.proof.statement import Hypothesis, Source, Statement

THEN = "then, in words (read, not computed):"

_SHORT = {"Proposition": "Prop", "Corollary": "Cor", "Theorem": "Thm"}


def indented(text: str, by: int) -> list[str]:
    """The text wrapped, each row with the same indentation."""
    return [" " * by + row for row in wrapped(text, line_width() - by)]


def number(name: str | None) -> str:
    """A name of the paper, short enough for a table."""
    if name is None:
        return "-"
    for long, short in _SHORT.items():
        name = name.replace(long, short)
    return name.split(",")[0].split(" (after")[0]


def where(source: Source) -> str:
    """Where a statement stands, in words."""
    if source.new:
        return "new: in neither version of the paper"
    parts = [f"v2: {source.v2}" if source.v2 else "", f"v1: {source.v1}" if source.v1 else "", source.where]
    return "; ".join(part for part in parts if part)


def heading(statement: Statement) -> list[str]:
    """What a statement says and assumes."""
    rows = [f"{statement.id}: {statement.title}", f"  {where(statement.source)}", ""]
    rows += [*indented(statement.words, 2), f"  {statement.latex}", "", "  hypotheses"]
    rows += [f"    {item.name}: {item.text}  ({needed(item)})" for item in statement.hypotheses]
    if not statement.hypotheses:
        rows.append("    none")
    if statement.uses:
        rows.append(f"  rests on: {', '.join(statement.uses)}")
    return rows


def needed(item: Hypothesis) -> str:
    """One phrase: needed, not needed, or not known."""
    return {True: "needed", False: "not needed", None: "not known to be needed"}[item.without.needed]


def step_rows(result: StepResult, place: int, total: int) -> list[str]:
    """A step with its formula, its check and its result."""
    step = result.step
    reach = "general" if step.scope.general else "bounded"
    mark = ", illustration" if step.illustration else ""
    rows = [f"  {place}/{total} {step.name}{mark}", *indented(step.claim, 6), f"      {step.formula}"]
    rows += indented(verdict(result.outcome, step.check.kind.label), 6)
    rows += indented(f"{reach}: {step.scope.text}", 6)
    if step.uses:
        rows += indented(f"uses {', '.join(step.uses)}", 6)
    if step.then:
        rows += indented(f"{THEN} {step.then}", 6)
    for mutant in result.mutants:
        state = "killed" if mutant.killed else "NOT KILLED"
        rows += indented(f"mutant {mutant.mutant.what}: {state}: {mutant.outcome.detail}", 6)
    return rows


def verdict(outcome: Outcome, kind: str) -> str:
    """The result of a check in one phrase."""
    return outcome.detail if outcome.state == "cited" else f"{outcome.state} [{kind}]: {outcome.detail}"


def hypothesis_rows(result: HypothesisResult) -> list[str]:
    """What happens without a hypothesis."""
    item = result.hypothesis
    rows = [f"  without {item.name}: {item.text}", f"      {item.latex}"]
    rows += indented(f"{needed(item)}: {item.without.text}", 6)
    if result.outcome is not None and item.without.check is not None:
        rows += indented(verdict(result.outcome, item.without.check.kind.label), 6)
    for mutant in result.mutants:
        rows += indented(f"mutant {mutant.mutant.what}: {'killed' if mutant.killed else 'NOT KILLED'}", 6)
    return rows


def proof_rows(result: StatementResult) -> list[str]:
    """A whole statement with its proof and its hypotheses."""
    rows = heading(result.statement)
    if result.sizes:
        rows.append("  sizes of bounded steps: " + ", ".join(f"{k} = {v}" for k, v in result.sizes.items()))
    rows += ["", "  proof"]
    for place, step in enumerate(result.steps, 1):
        rows += step_rows(step, place, len(result.steps))
    rows += ["", "  the hypotheses, one dropped at a time"]
    for item in result.hypotheses:
        rows += hypothesis_rows(item)
    return [*rows, "", "  " + conclusion(result)]


def conclusion(result: StatementResult) -> str:
    """One line: what was checked."""
    if not result.fine:
        return "FAILED: " + "; ".join(result.troubles)
    cited = sum(step.step.cited for step in result.steps)
    words = sum(step.step.in_words for step in result.steps)
    rest = f", {cited} cited" if cited else ""
    rest += f"; {words} of them also conclude in words, which is read and not computed" if words else ""
    return f"passed: {len(result.steps) - cited} steps checked{rest}"


SPARE = ("v1", "hypotheses", "general", "cited", "seconds", "v2", "checked", "bounded", "mutants")
COLUMNS = (
    "statement",
    "v2",
    "v1",
    "steps",
    "checked",
    "cited",
    "words",
    "general",
    "bounded",
    "hypotheses",
    "mutants",
    "seconds",
)


def ledger_rows(ledger: Ledger, rocq: Callable[[Statement], str] | None = None) -> list[str]:
    """The ledger as a table, the facts it rests on, and what is wrong.

    Args:
        ledger: the results.
        rocq: a few characters for the last column, or None to leave it out.
    """
    rows: list[tuple[object, ...]] = []
    for result in ledger.results:
        row = ledger.row(result)
        mutants = f"{row['killed']}/{row['mutants']}" if row["mutants"] else "-"
        numbers = (row["in_words" if name == "words" else name] for name in COLUMNS[3:10])
        state = f"{row['seconds']:.2f}" + ("" if row["passed"] else "  FAILED")
        formal = [rocq(result.statement)] if rocq else []
        rows.append((*_numbers(result.statement), *numbers, mutants, state, *formal))
    head = (*COLUMNS, *["rocq"] * (rocq is not None))
    return [*columns(head, rows, SPARE), *_footer(ledger)]


def _numbers(item: Statement) -> tuple[str, str, str]:
    """The id and both numbers, for a table."""
    return item.id, "new" if item.source.new else number(item.source.v2), number(item.source.v1)


def _footer(ledger: Ledger) -> list[str]:
    data = [ledger.row(result) for result in ledger.results]
    checked, cited, words = (sum(row[name] for row in data) for name in ("checked", "cited", "in_words"))
    killed, mutants = (sum(row[name] for row in data) for name in ("killed", "mutants"))
    seconds = sum(row["seconds"] for row in data)
    rows = ["", f"{len(data)} statements, {checked} steps checked, {cited} cited, {seconds:.1f} s"]
    if mutants:
        rows.append(f"mutants: {killed} of {mutants} killed")
    if words:
        rows += wrapped(
            f"words: {words} of these {checked + cited} steps also draw a conclusion in words, from "
            f"what they "
            "check to what the proof needs. It is read, not computed: this ledger checks only the "
            "claims. For "
            "all d and N it is Rocq that checks the argument, for the statements with theorems in "
            "its column."
        )
    if ledger.facts:
        rows.append(f"cited facts ({len(ledger.facts)}):")
        for fact in ledger.facts:
            rows += indented(f"{fact.name}: {fact.text} [{fact.reference}]", 2)
    rows += [f"FAILED: {trouble}" for trouble in ledger.troubles]
    return [*rows, "passed" if ledger.passed else "failed"]


def list_rows(statements: tuple[Statement, ...]) -> list[str]:
    """The statements, one a row."""
    rows = [(*_numbers(item), item.title) for item in statements]
    return columns(("statement", "v2", "v1", "title"), rows, spare=("v1", "v2"))
