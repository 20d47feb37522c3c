"""A proof to step through, in a notebook or a terminal."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape

from symproof.proof.engine import Result, StatementResult, run_statement, run_step
from symproof.proof.printing import latex
from symproof.proof.sizes import resolve
from symproof.proof.statement import Statement
from symproof.proof.text import step_rows, verdict


class Proof:
    """A statement at given sizes, run one step at a time.

    Args:
        statement: the statement.
        sizes: sizes of bounded steps; defaults are filled in.
        typeset: turns a LaTeX formula into HTML for rich displays; without it the LaTeX is shown.

    Raises:
        ValueError: when a size is out of range.
    """

    def __init__(
        self,
        statement: Statement,
        sizes: Mapping[str, int] | None = None,
        typeset: Callable[[str], str] | None = None,
    ) -> None:
        self.statement = statement
        self._typeset = typeset or _plain
        self.sizes = resolve(statement.sizes, sizes or {})
        self.steps = statement.steps(self.sizes)
        self._done = 0

    def next(self) -> ShownStep | None:
        """Run the next step: its formula, check and result; None after the last."""
        if self._done >= len(self.steps):
            return None
        self._done += 1
        result = run_step(self.steps[self._done - 1])
        return ShownStep(result, self._done, len(self.steps), self._typeset)

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
            f"<p><b>{escape(item.id)}</b>: {escape(item.title)}</p><p>{escape(item.sentence)}</p>"
            f"<p>{escape(item.words)}</p>"
            f"<p>{self._typeset(item.latex)}</p>"
            f"<p><small>{self._done} of {len(self.steps)} steps shown</small></p>"
        )

    def _repr_latex_(self) -> str:
        return f"${self.statement.latex}$"


class ShownStep:
    """One step that has been run: for display."""

    def __init__(self, result: Result, number: int, total: int, typeset: Callable[[str], str]) -> None:
        self.result = result
        self.number = number
        self.total = total
        self._typeset = typeset

    @property
    def formula(self) -> str:
        """The formula in LaTeX."""
        return str(self.result.of.formula)

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
        step = self.result.of
        mark = ", illustration" if step.illustration else ""
        assumed = "".join(
            f"<br>by {escape(one.by.name)}: {self._typeset(latex(one.prop))}" for one in step.premises
        )
        return (
            f"<p><b>{self.number}/{self.total} {escape(step.name)}</b>{mark}: {escape(step.claim)}</p>"
            f"<p>{self._typeset(step.formula)}</p>"
            f"<p><small>{escape(verdict(self.result))}<br>"
            f"{'general' if step.scope.general else 'bounded'}: {escape(step.scope.text)}"
            f"{assumed}</small></p>"
        )

    def _repr_latex_(self) -> str:
        return f"${self.formula}$"


def _plain(latex: str) -> str:
    return f"<code>{escape(latex)}</code>"
