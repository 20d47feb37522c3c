"""What a report is printed from: the ledger of a run, the gallery, the atlas, the pictures."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from symproof.examples.atlas.store import Totals
from symproof.examples.gallery import Outcome
from symproof.proof.chain import ancestors
from symproof.proof.engine import State, StatementResult
from symproof.proof.facts import Fact
from symproof.proof.ledger import Ledger
from symproof.render.figures.picture import Svg
from symproof.rocq.formal_status import Status

NOT_ASKED = Status("not asked")


@dataclass(frozen=True, slots=True)
class Material:
    """Everything that a report shows.

    Attributes:
        ledger: every statement with the outcome of its steps, hypotheses and mutants.
        gallery: the telling blocks with their verdicts.
        atlas: sweeps of small blocks, each decided.
        pictures: empty when Matplotlib is not installed.
        formal: what Rocq has proved, as its last compilation left it.
    """

    ledger: Ledger
    gallery: tuple[Outcome, ...] = ()
    atlas: tuple[Totals, ...] = ()
    pictures: tuple[Svg, ...] = ()
    formal: Status = NOT_ASKED
    by_id: Mapping[str, StatementResult] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "by_id", {r.statement.id: r for r in self.ledger.results})

    def users(self, name: str) -> list[str]:
        """The statements that rest directly on this one."""
        return [r.statement.id for r in self.ledger.results if name in r.statement.uses]

    def facts_below(self, name: str) -> list[Fact]:
        """The cited facts that a statement rests on, its own and those of what it uses, each once."""
        everything = {key: result.statement for key, result in self.by_id.items()}
        below = {name, *ancestors(everything, name)}
        found: dict[str, Fact] = {}
        for key, result in self.by_id.items():
            if key in below:
                for fact in cited(result):
                    found.setdefault(fact.name, fact)
        return list(found.values())


def cited(result: StatementResult) -> list[Fact]:
    """The facts that the steps of a statement cite themselves, in order."""
    facts: list[Fact] = [step.of.check.data["fact"] for step in result.steps if step.of.cited]
    return list({fact.name: fact for fact in facts}.values())


@dataclass(frozen=True, slots=True)
class Standing:
    """How far the checks of one statement reach: numbers of steps, illustrations apart.

    Attributes:
        general: checked once for all d and N.
        bounded: checked at stated sizes.
        cited: facts from the literature.
        read: inferences in words.
        illustrations: instances that the proof does not rest on.
        failed: neither passed nor cited.
    """

    general: int
    bounded: int
    cited: int
    read: int
    illustrations: int
    failed: int

    @property
    def words(self) -> str:
        """The standing in one phrase."""
        if self.failed:
            return "a check failed"
        if self.bounded:
            return "proof checked, some steps at small sizes only"
        limits = [what for what, n in (("cited facts", self.cited), ("inferences in words", self.read)) if n]
        return "proof checked in general" + (f", up to {' and '.join(limits)}" if limits else "")


def standing(result: StatementResult) -> Standing:
    """The standing of a statement, from the outcomes of the run."""
    proof = [step for step in result.steps if not step.of.illustration]
    passed = [step for step in proof if step.state is State.PASSED]
    return Standing(
        general=sum(step.of.scope.general for step in passed),
        bounded=sum(not step.of.scope.general for step in passed),
        cited=sum(step.state is State.CITED for step in proof),
        read=sum(step.state is State.READ for step in proof),
        illustrations=len(result.steps) - len(proof),
        failed=sum(not part.fine for part in result.parts) + len(result.defects),
    )
