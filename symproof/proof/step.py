"""One step of a proof: its claim, its formula, its check, what follows from it, and its mutants."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from symproof.proof.check import Check
from symproof.proof.kinds import Kind


@dataclass(frozen=True, slots=True)
class Scope:
    """How far the check of a step reaches.

    Attributes:
        general: True when the step holds for all d and N (and all weights), as checked.
        text: why it is general, or at which sizes it was checked.
    """

    general: bool
    text: str


def general(why: str) -> Scope:
    """A step that holds at every size; `why` says what makes one check enough."""
    return Scope(True, why)


def bounded(**sizes: object) -> Scope:
    """A step checked only at the sizes given, for instance ``bounded(d=3, N=5)``."""
    return Scope(False, ", ".join(f"{name} = {value}" for name, value in sizes.items()))


@dataclass(frozen=True, slots=True)
class Mutant:
    """The claim of a step with one thing made false.

    Attributes:
        what: what is made false, in a few words.
        changes: the data of the check that are replaced.
    """

    what: str
    changes: Mapping[str, Any]


def mutant(what: str, **changes: Any) -> Mutant:
    """A mutant, with the altered data as keyword arguments."""
    return Mutant(what, changes)


@dataclass(frozen=True, slots=True)
class Step:
    """One step.

    Attributes:
        name: unique within the statement.
        claim: what is checked, and no more.
        formula: LaTeX of the claim.
        check: what decides it.
        scope: general or bounded.
        uses: names of earlier steps, of hypotheses, and ids of statements that the step rests on.
        mutants: at least one for every step that is not cited.
        then: what the proof draws from the claim together with what the step uses, in words; it is read, not
            computed, and the ledger counts it apart.
        illustration: True for an instance that the proof does not rest on.

    Raises:
        ValueError: when a step that is checked has no mutant.
    """

    name: str
    claim: str
    formula: str
    check: Check
    scope: Scope
    then: str = ""
    uses: tuple[str, ...] = ()
    mutants: tuple[Mutant, ...] = ()
    illustration: bool = False

    def __post_init__(self) -> None:
        if self.check.kind is not Kind.CITED and not self.mutants:
            raise ValueError(f"step {self.name!r} is checked, so it needs a mutant; it has none")

    @property
    def cited(self) -> bool:
        """Whether the step is only cited."""
        return self.check.kind is Kind.CITED

    @property
    def in_words(self) -> bool:
        """Whether the step draws a conclusion in words, beyond what its check computes."""
        return bool(self.then)
