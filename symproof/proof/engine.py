"""Run the checks of a statement, and its mutants, and say what came out."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from time import perf_counter
from typing import Any

from symproof.proof.chain import defects
from symproof.proof.check import Check, Undecided
from symproof.proof.kinds import Kind
from symproof.proof.sizes import resolve
from symproof.proof.statement import Hypothesis, Statement
from symproof.proof.step import Mutant, Step


class State(StrEnum):
    """What came of a check."""

    PASSED = "passed"
    FAILED = "failed"
    CITED = "cited"
    READ = "read"
    UNDECIDED = "undecided"
    BROKEN = "broken"


FINE = (State.PASSED, State.CITED, State.READ)


@dataclass(frozen=True, slots=True)
class Outcome:
    """The state of one check, with the detail its procedure gave."""

    state: State
    detail: str


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one thing that was run: a step, the example of a hypothesis, or a mutant.

    Attributes:
        of: what was run.
        outcome: what came out; None for a hypothesis without an example.
        seconds: the time of its check.
        mutants: the results of its mutants, when they were run.
    """

    of: Any
    outcome: Outcome | None
    seconds: float = 0.0
    mutants: tuple[Result, ...] = ()

    @property
    def state(self) -> State | None:
        """The state of the outcome."""
        return None if self.outcome is None else self.outcome.state

    @property
    def fine(self) -> bool:
        """Whether it passed, or is cited or read, and every mutant that was run is killed."""
        return self.state in (None, *FINE) and all(result.killed for result in self.mutants)

    @property
    def killed(self) -> bool:
        """Whether an altered claim was refuted; undecided or broken does not count."""
        return self.state is State.FAILED


@dataclass(frozen=True, slots=True, repr=False)
class StatementResult:
    """Everything that came out for one statement."""

    statement: Statement
    sizes: Mapping[str, int]
    steps: tuple[Result, ...]
    hypotheses: tuple[Result, ...]
    defects: tuple[str, ...]

    def __repr__(self) -> str:
        cited = sum(step.of.cited for step in self.steps)
        state = "passed" if self.fine else "FAILED"
        return f"<{self.statement.id}: {state}, {len(self.steps) - cited} steps checked, {cited} cited>"

    @property
    def parts(self) -> tuple[Result, ...]:
        """The results of the steps, then of the hypotheses."""
        return (*self.steps, *self.hypotheses)

    @property
    def fine(self) -> bool:
        """Whether the chain is whole and every step and example is fine."""
        return not self.defects and all(result.fine for result in self.parts)

    @property
    def seconds(self) -> float:
        """The time of all checks, mutants included."""
        return sum(result.seconds for result in self.parts)

    @property
    def mutants(self) -> tuple[Result, ...]:
        """All mutants that were run."""
        return tuple(mutant for result in self.parts for mutant in result.mutants)

    @property
    def troubles(self) -> list[str]:
        """What is wrong, one sentence each, naming the step; empty when nothing is."""
        found = [f"{self.statement.id}: {defect}" for defect in self.defects]
        for step in self.steps:
            found += _troubles(f"{self.statement.id}, step {step.of.name!r}", step.outcome, step.mutants)
        for item in self.hypotheses:
            name = f"{self.statement.id}, without {item.of.name!r}"
            found += _troubles(name, item.outcome, item.mutants)
        return found


def _troubles(name: str, outcome: Outcome | None, mutants: Sequence[Result]) -> list[str]:
    found = []
    if outcome is not None and outcome.state not in FINE:
        found.append(f"{name}: {outcome.state}: {outcome.detail}")
    for result in mutants:
        if not result.killed:
            found.append(
                f"{name}: the mutant {result.of.what!r} is not killed: {result.state}: "
                f"{result.outcome.detail if result.outcome else ''}"
            )
    return found


UNCOMPUTED = {Kind.CITED: State.CITED, Kind.READ: State.READ}


def run_check(check: Check) -> Outcome:
    """The outcome of a check; an exception of the procedure is reported as broken, never as an answer."""
    try:
        finding = check.run()
    except Undecided as reason:
        return Outcome(State.UNDECIDED, str(reason))
    except Exception as error:
        return Outcome(State.BROKEN, f"{type(error).__name__}: {error}")
    if not finding.holds:
        return Outcome(State.FAILED, finding.detail)
    return Outcome(UNCOMPUTED.get(check.kind, State.PASSED), finding.detail)


def run_mutants(check: Check, mutants: Sequence[Mutant]) -> tuple[Result, ...]:
    """Each mutant sent through the same procedure."""
    results = []
    for mutant in mutants:
        try:
            altered = check.altered(mutant.changes)
        except ValueError as error:
            results.append(Result(mutant, Outcome(State.BROKEN, str(error))))
            continue
        results.append(Result(mutant, run_check(altered)))
    return tuple(results)


def run_step(step: Step, mutants: bool = False) -> Result:
    """The result of one step."""
    start = perf_counter()
    if step.defects:
        return Result(step, Outcome(State.FAILED, "; ".join(step.defects)), perf_counter() - start)
    outcome = run_check(step.check)
    killed = run_mutants(step.check, step.mutants) if mutants else ()
    return Result(step, outcome, perf_counter() - start, killed)


def run_hypothesis(hypothesis: Hypothesis, mutants: bool = False) -> Result:
    """The result of the example that shows what happens without a hypothesis."""
    without, start = hypothesis.without, perf_counter()
    if without.check is None:
        return Result(hypothesis, None, 0.0)
    outcome = run_check(without.check)
    killed = run_mutants(without.check, without.mutants) if mutants else ()
    return Result(hypothesis, outcome, perf_counter() - start, killed)


def run_statement(
    statement: Statement, given: Mapping[str, int] | None = None, mutants: bool = False
) -> StatementResult:
    """The result of all steps and examples of a statement.

    Args:
        statement: what to run.
        given: sizes; names the statement does not know are left out.
        mutants: whether to run the mutants too.

    Raises:
        ValueError: when a size is out of range.
    """
    try:
        sizes = resolve(statement.sizes, given or {})
    except ValueError as error:
        raise ValueError(f"{statement.id}: {error}") from error
    start = perf_counter()
    try:
        steps = statement.steps(sizes)
    except Exception as error:
        return StatementResult(
            statement, sizes, (), (), (f"cannot be built: {type(error).__name__}: {error}",)
        )
    building = perf_counter() - start
    results = [run_step(step, mutants) for step in steps]
    if results:
        first = results[0]
        results[0] = Result(first.of, first.outcome, first.seconds + building, first.mutants)
    examples = tuple(run_hypothesis(item, mutants) for item in statement.hypotheses)
    return StatementResult(statement, sizes, tuple(results), examples, tuple(defects(statement, steps)))
