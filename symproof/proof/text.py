"""Statements, steps and the ledger as plain text rows."""

from __future__ import annotations

import sys
from collections.abc import Callable

from symproof.layout import columns, line_width, wrapped
from symproof.proof.engine import UNCOMPUTED, Result, State, StatementResult
from symproof.proof.glossary import glossary_of
from symproof.proof.ledger import Ledger
from symproof.proof.listing import number
from symproof.proof.printing import latex, plain, unicode
from symproof.proof.statement import Hypothesis, Source, Statement
from symproof.proof.step import Step


def indented(text: str, by: int) -> list[str]:
    """The text wrapped, each row with the same indentation."""
    return [" " * by + row for row in wrapped(text, line_width() - by)]


def typeset(text: str) -> str:
    """Plain notation with the letters and signs of mathematics, where standard output can show them."""
    found = unicode(text)
    try:
        found.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        return text
    return found


def where(source: Source) -> str:
    """Where a statement stands, in words."""
    if source.new:
        return "new: in neither version of the paper"
    parts = [f"v2: {source.v2}" if source.v2 else "", f"v1: {source.v1}" if source.v1 else "", source.where]
    return "; ".join(part for part in parts if part)


def heading(statement: Statement, tex: bool = False) -> list[str]:
    """What a statement says and assumes; with ``tex`` the formulas are LaTeX."""
    rows = [f"{statement.id}: {statement.title}", f"  {where(statement.source)}", ""]
    rows += [*indented(typeset(statement.sentence), 2), ""]
    rows += [*(formula(statement.latex, 2) if tex else indented(typeset(statement.words), 2))]
    rows += ["", "  hypotheses"]
    rows += [
        f"    {item.name}: {item.latex if tex else typeset(item.text)}  ({needed(item)})"
        for item in statement.hypotheses
    ]
    if not statement.hypotheses:
        rows.append("    none")
    for title, items in (("supposed", statement.suppose), ("defined", statement.define)):
        rows += [f"  {title}"] * bool(items)
        rows += [f"    {item.name}: {item.latex if tex else typeset(item.text)}" for item in items]
    rows += ["  quantities"] + [row for line in glossary_of(statement) for row in indented(typeset(line), 4)]
    if statement.uses:
        rows.append(f"  rests on: {', '.join(statement.uses)}")
    return rows


def formula(latex: str, by: int) -> list[str]:
    """A formula in LaTeX as a display, to copy: broken at spaces only."""
    return [" " * by + "\\[", *indented(latex, by + 2), " " * by + "\\]"]


def needed(item: Hypothesis) -> str:
    """One phrase: needed, not needed, or not known."""
    return {True: "needed", False: "not needed", None: "not known to be needed"}[item.without.needed]


def step_rows(result: Result, place: int, total: int, tex: bool = False) -> list[str]:
    """A step with its formula, its check and its result; with ``tex`` the formulas are LaTeX."""
    step = result.of
    reach = "general" if step.scope.general else "bounded"
    mark = ", illustration" if step.illustration else ""
    shown = formula(step.formula, 6) if tex else indented(typeset(step.claim), 6)
    rows = [f"  {place}/{total} {step.name}{mark}", *shown]
    rows += indented(verdict(result), 6)
    rows += indented(f"{reach}: {step.scope.text}", 6)
    for premise in step.premises:
        said = latex(premise.prop) if tex else typeset(plain(premise.prop))
        rows += indented(f"by {premise.by.name}: {said}", 6)
    for mutant in result.mutants:
        state = "killed" if mutant.killed else "NOT KILLED"
        rows += indented(
            f"mutant {mutant.of.what}: {state}: {mutant.outcome.detail if mutant.outcome else ''}", 6
        )
    return rows


def verdict(result: Result) -> str:
    """The result of a check in one phrase."""
    if result.outcome is None:
        return "nothing to check"
    kind = (result.of.check if isinstance(result.of, Step) else result.of.without.check).kind
    if kind in UNCOMPUTED:
        return result.outcome.detail
    return f"{result.state} [{kind.label}]: {result.outcome.detail}"


def hypothesis_rows(result: Result, tex: bool = False) -> list[str]:
    """What happens without a hypothesis; with ``tex`` it is LaTeX."""
    item = result.of
    rows = [f"  without {item.name}: {item.latex if tex else typeset(item.text)}"]
    rows += indented(f"{needed(item)}: {item.without.text}", 6)
    if result.outcome is not None:
        rows += indented(verdict(result), 6)
    for mutant in result.mutants:
        rows += indented(f"mutant {mutant.of.what}: {'killed' if mutant.killed else 'NOT KILLED'}", 6)
    return rows


def proof_rows(result: StatementResult, tex: bool = False) -> list[str]:
    """A whole statement with its proof and its hypotheses; with ``tex`` the formulas are LaTeX."""
    rows = heading(result.statement, tex)
    if result.sizes:
        rows.append("  sizes of bounded steps: " + ", ".join(f"{k} = {v}" for k, v in result.sizes.items()))
    rows += ["", "  proof"]
    for place, step in enumerate(result.steps, 1):
        rows += step_rows(step, place, len(result.steps), tex)
    rows += ["", "  the hypotheses, one dropped at a time"]
    for item in result.hypotheses:
        rows += hypothesis_rows(item, tex)
    return [*rows, "", "  " + conclusion(result)]


def conclusion(result: StatementResult) -> str:
    """One line: what was checked."""
    if not result.fine:
        return "FAILED: " + "; ".join(result.troubles)
    states = [step.state for step in result.steps]
    cited, read = states.count(State.CITED), states.count(State.READ)
    rest = f", {cited} cited" if cited else ""
    rest += f", {read} in words, which {'is' if read == 1 else 'are'} read and not computed" if read else ""
    return f"passed: {states.count(State.PASSED)} steps checked{rest}"


SPARE = ("v1", "hypotheses", "general", "cited", "seconds", "v2", "assumed", "checked", "bounded", "mutants")
COLUMNS = (
    "statement",
    "v2",
    "v1",
    "steps",
    "checked",
    "cited",
    "words",
    "assumed",
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
        numbers = (row["in_words" if name == "words" else name] for name in COLUMNS[3:11])
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
            f"words: {words} steps beside these are inferences in words, which are read and not computed; "
            "each says why, and names its Rocq theorem or says that there is none. Every step assumes "
            "only what an earlier step, a hypothesis or another statement concludes."
        )
    if ledger.facts:
        rows.append(f"cited facts ({len(ledger.facts)}):")
        for fact in ledger.facts:
            rows += indented(f"{fact.name}: {fact.text} [{fact.reference}]", 2)
    rows += [f"FAILED: {trouble}" for trouble in ledger.troubles]
    return [*rows, "passed" if ledger.passed else "failed"]
