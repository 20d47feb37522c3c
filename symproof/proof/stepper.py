"""A proof to step through, in a notebook or a terminal."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from symproof.proof.engine import StatementResult, StepResult, run_statement, run_step
from symproof.proof.sizes import resolve
from symproof.proof.statement import Statement
from symproof.proof.text import step_rows


class Proof:
    """A statement at given sizes, run one step at a time.

    Args:
        statement: the statement.
        sizes: sizes of bounded steps; defaults are filled in.

    Raises:
        ValueError: when a size is out of range.
    """

    def __init__(self, statement: Statement, sizes: Mapping[str, int] | None = None) -> None:
        self.statement = statement
        self.sizes = resolve(statement.sizes, sizes or {})
        self.steps = statement.steps(self.sizes)
        self._done = 0

    def next(self) -> ShownStep | None:
        """Run the next step: its formula, check and result; None after the last."""
        if self._done >= len(self.steps):
            return None
        self._done += 1
        return ShownStep(run_step(self.steps[self._done - 1]), self._done, len(self.steps))

    def reset(self) -> None:
        """Go back to the first step."""
        self._done = 0

    def run(self, mutants: bool = False) -> StatementResult:
        """Run every step and every hypothesis example; the place of `next` does not move."""
        return run_statement(self.statement, self.sizes, mutants)

    def __iter__(self) -> Proof:
        return self

    def __next__(self) -> ShownStep:
        shown = self.next()
        if shown is None:
            raise StopIteration
        return shown

    def __repr__(self) -> str:
        where = f"{self._done} of {len(self.steps)} steps shown"
        return f"<proof of {self.statement.id}: {self.statement.title}; {where}>"

    def _repr_html_(self) -> str:
        item = self.statement
        return (
            f"<b>{escape(item.id)}</b>: {escape(item.title)}<br>{escape(item.words)}<br>"
            f"<small>{self._done} of {len(self.steps)} steps shown</small>"
        )

    def _repr_latex_(self) -> str:
        return f"${self.statement.latex}$"


class ShownStep:
    """One step that has been run: for display."""

    def __init__(self, result: StepResult, number: int, total: int) -> None:
        self.result = result
        self.number = number
        self.total = total

    @property
    def formula(self) -> str:
        """The formula in LaTeX."""
        return self.result.step.formula

    @property
    def passed(self) -> bool:
        """Whether the step is fine."""
        return self.result.fine

    def lines(self) -> list[str]:
        """The step in plain text rows."""
        return step_rows(self.result, self.number, self.total)

    def __repr__(self) -> str:
        return "\n".join(self.lines())

    def _repr_html_(self) -> str:
        return f"<pre>{escape(repr(self))}</pre>"

    def _repr_latex_(self) -> str:
        return f"${self.formula}$"
