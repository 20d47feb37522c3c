"""A statement of the paper as data: what it assumes, what it concludes, where it stands, how it is proved."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from symproof.errors import no_such
from symproof.proof.check import Check
from symproof.proof.printing import latex, plain
from symproof.proof.props import FALSE, Prop
from symproof.proof.sizes import Size, Sizes
from symproof.proof.step import Mutant, Step, Written


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
class Given:
    """A named proposition that is supposed, or that defines a quantity."""

    name: str
    prop: Prop

    @property
    def text(self) -> str:
        """The proposition in the plain notation of sentences."""
        return plain(self.prop)

    @property
    def latex(self) -> str:
        """The proposition in LaTeX."""
        return latex(self.prop)


@dataclass(frozen=True, slots=True)
class Hypothesis(Given):
    """A named hypothesis, and what happens without it."""

    without: Without


def needed(name: str, prop: Prop, text: str, check: Check, *mutants: Mutant) -> Hypothesis:
    """A hypothesis without which the statement fails, as the example that is checked shows."""
    return Hypothesis(name, prop, Without(True, text, check, mutants))


def unneeded(name: str, prop: Prop, text: str, check: Check | None = None, *mutants: Mutant) -> Hypothesis:
    """A hypothesis of the paper without which the statement still holds, for the reason in the text."""
    return Hypothesis(name, prop, Without(False, text, check, mutants))


def unsettled(name: str, prop: Prop, text: str) -> Hypothesis:
    """A hypothesis that is not known to be needed."""
    return Hypothesis(name, prop, Without(None, text))


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


_MARKED = re.compile(r"\[([^\[\]]+)\]\(([^()]+)\)")


@dataclass(frozen=True, slots=True, repr=False, eq=False, weakref_slot=True)
class Statement:
    """One statement.

    Attributes:
        about: id, place, title, the numbers in the paper, and under ``says`` the statement in one sentence
            whose words for a hypothesis are marked with its name, ``[rows not 0](rows-nonzero)``: the literal
            that stands first in its file, so that a list is printed without running the files.
        hypotheses: each with what happens without it.
        written: the steps at given sizes, as they are written down.
        suppose: what the conclusions suppose besides: an equation that is led to a contradiction, the
            hypothesis of an induction.
        define: names for terms. A definition has a new name on the left.
        concludes: the names of the steps whose conclusions are the statement; default: the last proof step.
        sizes: what the caller may choose.
        names: what its own quantities are, in words: the glossary.
    """

    about: Mapping[str, Any]
    hypotheses: tuple[Hypothesis, ...]
    written: Callable[[Sizes], tuple[Written, ...]]
    suppose: tuple[Given, ...] = ()
    define: tuple[Given, ...] = ()
    concludes: tuple[str, ...] = ()
    sizes: tuple[Size, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict)

    @property
    def id(self) -> str:
        """The name used on the command line, for instance ``"thm-4-relu"``."""
        return str(self.about["id"])

    @property
    def place(self) -> int:
        """Where it stands in the ledger; statements are listed in this order."""
        return int(self.about["place"])

    @property
    def title(self) -> str:
        """A short name."""
        return str(self.about["title"])

    @property
    def sentence(self) -> str:
        """The statement in one plain sentence."""
        return _MARKED.sub(r"\1", str(self.about.get("says", "")))

    @property
    def marked(self) -> tuple[str, ...]:
        """The names of the hypotheses that the sentence has words for, as often as it has them."""
        return tuple(name for _, name in _MARKED.findall(str(self.about.get("says", ""))))

    @property
    def source(self) -> Source:
        """Its numbers in the paper."""
        return Source(self.about.get("v2"), self.about.get("v1"), self.about.get("where", ""))

    @property
    def assumptions(self) -> dict[str, Given]:
        """Hypotheses, suppositions and definitions by name."""
        return {item.name: item for item in (*self.hypotheses, *self.suppose, *self.define)}

    def steps(self, sizes: Sizes) -> tuple[Step, ...]:
        """The steps of the proof with their references carried out."""
        from symproof.proof.linking import link

        return link(self, self.written(sizes))

    @property
    def uses(self) -> tuple[str, ...]:
        """The ids of the statements that the steps refer to, computed from the references."""
        from symproof.proof.linking import ALONG_THE_LIMIT, at_default

        steps = at_default(self)
        names = {step.name for step in steps} | set(self.assumptions) | set(ALONG_THE_LIMIT)
        return tuple(dict.fromkeys(name for step in steps for name in step.uses if name not in names))

    @property
    def conclusions(self) -> tuple[Step, ...]:
        """The steps whose conclusions are the statement."""
        from symproof.proof.linking import at_default

        steps = at_default(self)
        if not self.concludes:
            return tuple(step for step in steps if not step.illustration)[-1:]
        return tuple(step for step in steps if step.name in self.concludes)

    @property
    def words(self) -> str:
        """The statement in the plain notation of sentences, printed from its data."""
        ends = self.conclusions
        shared = frozenset.intersection(*(step.open for step in ends)) if ends else frozenset()
        given = [item.text for item in self.hypotheses if item.name in shared]
        parts = [f"Let {'; '.join(given)}."] if given else []
        for step in ends:
            items = (*self.hypotheses, *self.suppose)
            supposed = [i.text for i in items if i.name in step.open and i.text not in given]
            conclusion = step.conclusion or FALSE
            if conclusion.same(FALSE):
                parts.append(f"It is impossible that {' and '.join(supposed)}.")
            else:
                parts.append(
                    (f"If {' and '.join(supposed)}, then " if supposed else "Then ") + f"{plain(conclusion)}."
                )
        return " ".join(parts)

    @property
    def latex(self) -> str:
        """The statement in LaTeX, printed from its data."""
        parts = []
        for step in self.conclusions:
            supposed = [item.latex for item in self.suppose if item.name in step.open]
            conclusion = step.conclusion or FALSE
            if conclusion.same(FALSE):
                parts.append(r"\text{impossible:}\quad " + r",\quad ".join(supposed))
            else:
                arrow = r"\ \Rightarrow\ ".join(
                    [r",\quad ".join(supposed), latex(conclusion)][not supposed :]
                )
                parts.append(arrow)
        return r";\qquad ".join(parts)

    def __repr__(self) -> str:
        return f"<{self.id}: {self.title}>"

    def _repr_latex_(self) -> str:
        return f"${self.latex}$"

    def hypothesis(self, name: str) -> Hypothesis:
        """The hypothesis of that name.

        Raises:
            KeyError: when there is none; the message names those that look like it, else all.
        """
        for item in self.hypotheses:
            if item.name == name:
                return item
        raise KeyError(f"{self.id}: {no_such('hypothesis', name, (item.name for item in self.hypotheses))}")
