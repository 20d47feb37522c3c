"""A statement of the paper as data: what it says, what it assumes, where it stands, how it is proved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from symproof.proof.check import Check
from symproof.proof.sizes import Size, Sizes
from symproof.proof.step import Mutant, Step


@dataclass(frozen=True, slots=True)
class Without:
    """What happens when a hypothesis is dropped.

    Attributes:
        needed: True: the example that is checked shows that the statement fails; False: the statement still
            holds; None: not known to be needed.
        text: the example, or the reason, in words.
        check: what decides it; None when nothing is claimed or the text says where it is proved.
        mutants: at least one when there is a check.

    Raises:
        ValueError: when a hypothesis is called needed without a check, or a check has no mutant.
    """

    needed: bool | None
    text: str
    check: Check | None = None
    mutants: tuple[Mutant, ...] = ()

    def __post_init__(self) -> None:
        if self.needed and self.check is None:
            raise ValueError("a hypothesis is called needed without an example that is checked")
        if self.check is not None and not self.mutants:
            raise ValueError("an example that is checked needs a mutant; it has none")


@dataclass(frozen=True, slots=True)
class Hypothesis:
    """A named hypothesis, and what happens without it."""

    name: str
    text: str
    latex: str
    without: Without


@dataclass(frozen=True, slots=True)
class Source:
    """Where a statement stands: ``v2`` and ``v1`` are its names there, None when it is absent."""

    v2: str | None
    v1: str | None
    where: str = ""

    @property
    def new(self) -> bool:
        """Whether the statement is in neither version of the paper."""
        return self.v2 is None and self.v1 is None


@dataclass(frozen=True, slots=True, repr=False)
class Statement:
    """One statement.

    Attributes:
        id: the name used on the command line, for instance ``"thm-4-relu"``.
        place: where it stands in the ledger; statements are listed in this order.
        title: a short name.
        words: the statement in words.
        latex: the statement in LaTeX.
        source: its numbers in the paper.
        hypotheses: each with what happens without it.
        steps: the steps of the proof at given sizes; the last proof step is the conclusion.
        sizes: what the caller may choose.
        uses: ids of statements that the proof rests on.
    """

    id: str
    place: int
    title: str
    words: str
    latex: str
    source: Source
    hypotheses: tuple[Hypothesis, ...]
    steps: Callable[[Sizes], tuple[Step, ...]]
    sizes: tuple[Size, ...] = ()
    uses: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<{self.id}: {self.title}>"

    def _repr_latex_(self) -> str:
        return f"${self.latex}$"

    def hypothesis(self, name: str) -> Hypothesis:
        """The hypothesis of that name.

        Raises:
            KeyError: when there is none; the message lists the names.
        """
        for item in self.hypotheses:
            if item.name == name:
                return item
        names = ", ".join(item.name for item in self.hypotheses) or "none"
        raise KeyError(f"{self.id} has no hypothesis {name!r}; it has: {names}")
