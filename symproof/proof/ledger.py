"""The ledger: one row a statement, the facts that are cited, and the verdict over all."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from symproof.proof.chain import order_defects
from symproof.proof.engine import Result, State, StatementResult, run_statement
from symproof.proof.facts import Fact
from symproof.proof.printing import plain
from symproof.proof.statement import Statement

SCHEMA = "symproof-ledger-1"

RocqStatus = Callable[[Statement], str]


@dataclass(frozen=True, slots=True)
class Ledger:
    """The results of several statements.

    Attributes:
        results: one a statement, in the order of the paper.
        defects: what is wrong between statements, for instance a circle.
        rocq: says for a statement what Rocq has proved of it.
    """

    results: tuple[StatementResult, ...]
    defects: tuple[str, ...] = ()
    rocq: RocqStatus | None = None

    @property
    def passed(self) -> bool:
        """Whether there is a result and all are fine."""
        return bool(self.results) and not self.defects and all(result.fine for result in self.results)

    @property
    def troubles(self) -> list[str]:
        """What is wrong, one sentence each."""
        return [*self.defects, *(trouble for result in self.results for trouble in result.troubles)]

    @property
    def facts(self) -> tuple[Fact, ...]:
        """The facts that are cited, each once, in order of first use."""
        found: dict[str, Fact] = {}
        for result in self.results:
            for step in result.steps:
                if step.of.cited:
                    fact: Fact = step.of.check.data["fact"]
                    found.setdefault(fact.name, fact)
        return tuple(found.values())

    def row(self, result: StatementResult) -> dict[str, Any]:
        """One row as plain data."""
        statement = result.statement
        states = [step.state for step in result.steps]
        return {
            "id": statement.id,
            "title": statement.title,
            "v2": statement.source.v2,
            "v1": statement.source.v1,
            "passed": result.fine,
            "steps": len(states),
            "checked": states.count(State.PASSED),
            "cited": states.count(State.CITED),
            "in_words": states.count(State.READ),
            "general": sum(step.of.scope.general for step in result.steps if step.state is not State.CITED),
            "bounded": sum(
                not step.of.scope.general for step in result.steps if step.state is not State.CITED
            ),
            "assumed": sum(len(step.of.premises) for step in result.steps),
            "hypotheses": len(result.hypotheses),
            "mutants": len(result.mutants),
            "killed": sum(mutant.killed for mutant in result.mutants),
            "seconds": round(result.seconds, 3),
            "rocq": self.rocq(statement) if self.rocq else "",
        }

    def as_json(self) -> dict[str, Any]:
        """The whole ledger as plain data."""
        return {
            "schema": SCHEMA,
            "verdict": "passed" if self.passed else "failed",
            "statements": [self.row(result) for result in self.results],
            "facts": [{"name": f.name, "text": f.text, "reference": f.reference} for f in self.facts],
            "troubles": self.troubles,
        }


def build(
    statements: Iterable[Statement],
    everything: Iterable[Statement],
    *,
    sizes: Mapping[str, int] | None = None,
    mutants: bool = False,
    rocq: RocqStatus | None = None,
    each: Callable[[StatementResult], None] | None = None,
) -> Ledger:
    """Run statements and collect the ledger.

    Args:
        statements: what to run.
        everything: all statements that exist, to resolve what they rest on.
        sizes: sizes for bounded steps.
        mutants: whether to run the mutants too.
        rocq: fills the Rocq column.
        each: called with every result as it comes.

    Raises:
        ValueError: when a size is out of range.
    """
    results = []
    for statement in statements:
        result = run_statement(statement, sizes, mutants)
        results.append(result)
        if each is not None:
            each(result)
    return Ledger(tuple(results), tuple(order_defects(everything)), rocq)


def as_data(result: StatementResult) -> dict[str, Any]:
    """One statement with its steps and hypotheses as plain data."""
    statement = result.statement
    return {
        "schema": "symproof-proof-1",
        "id": statement.id,
        "title": statement.title,
        "verdict": "passed" if result.fine else "failed",
        "v2": statement.source.v2,
        "v1": statement.source.v1,
        "where": statement.source.where,
        "says": statement.sentence,
        "words": statement.words,
        "latex": statement.latex,
        "sizes": dict(result.sizes),
        "uses": list(statement.uses),
        "suppose": {item.name: item.text for item in statement.suppose},
        "define": {item.name: item.text for item in statement.define},
        "steps": [_step_data(step) for step in result.steps],
        "hypotheses": [_hypothesis_data(item) for item in result.hypotheses],
        "troubles": result.troubles,
    }


def _step_data(result: Result) -> dict[str, Any]:
    step = result.of
    return {
        "name": step.name,
        "claim": step.claim,
        "formula": step.formula,
        "kind": step.check.kind.label,
        "state": str(result.state),
        "detail": result.outcome.detail if result.outcome else None,
        "general": step.scope.general,
        "scope": step.scope.text,
        "uses": list(step.uses),
        "assumes": [{"name": one.by.name, "says": plain(one.prop)} for one in step.premises],
        "illustration": step.illustration,
        "seconds": round(result.seconds, 4),
        "mutants": [_mutant_data(mutant) for mutant in result.mutants],
    }


def _hypothesis_data(result: Result) -> dict[str, Any]:
    item = result.of
    return {
        "name": item.name,
        "text": item.text,
        "latex": item.latex,
        "needed": item.without.needed,
        "without": item.without.text,
        "state": str(result.state) if result.outcome else None,
        "detail": result.outcome.detail if result.outcome else None,
        "mutants": [_mutant_data(mutant) for mutant in result.mutants],
    }


def _mutant_data(result: Result) -> dict[str, Any]:
    return {
        "what": result.of.what,
        "killed": result.killed,
        "detail": result.outcome.detail if result.outcome else None,
    }
