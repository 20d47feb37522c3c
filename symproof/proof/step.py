"""One step of a proof: its conclusion as data, its rule, what it assumes as references, its mutants."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import sympy

from symproof.proof.check import Check
from symproof.proof.kinds import Kind
from symproof.proof.printing import latex, plain
from symproof.proof.props import Prop
from symproof.proof.readings import shown
from symproof.proof.references import By, Premise, Rule
from symproof.proof.shown import formula_of, told
from symproof.proof.terms import matrix, read_all, shape


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


EVERY_SIZE = general("its numbers and matrices are names, of any value and any size")


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
class Written:
    """A step as it is written down: names only, nothing looked up yet.

    Attributes:
        name: unique within the statement.
        conclusion: what it concludes; None for a computation on given numbers, which prints itself.
        rule: how, from which references.
        scope: general, unless sizes are given.
        mutants: false variants beside those that are made by machine.
        illustration: True for an instance that the proof does not rest on.
    """

    name: str
    conclusion: Prop | None
    rule: Rule
    scope: Scope = EVERY_SIZE
    mutants: tuple[Mutant, ...] = ()
    illustration: bool = False


def step(name: str, conclusion: Prop, rule: Rule, *mutants: Mutant, scope: Scope = EVERY_SIZE) -> Written:
    """A step of the proof."""
    return Written(name, conclusion, rule, scope, mutants)


def example(name: str, of: str, check: Check, scope: Scope, *mutants: Mutant) -> Written:
    """An instance of a step, decided on given numbers, that the proof does not rest on.

    Args:
        name: unique within the statement.
        of: the step of which it is an instance; empty for one of the statement as a whole.
        check: the exact computation; what it shows is printed from its data.
        scope: the sizes of the instance.
        mutants: false variants, at least one.

    Raises:
        ValueError: when it has no mutant.
    """
    if not mutants:
        raise ValueError(f"the example {name!r} needs a mutant; it has none")
    refs = (of,) if of else ()
    return Written(name, None, shown(check, *refs), scope, mutants, illustration=True)


@dataclass(frozen=True, slots=True)
class Step:
    """A step with its references carried out.

    Attributes:
        written: the step as it stands in the file.
        premises: what it assumes, after the substitutions.
        open: the hypotheses, suppositions and definitions that its conclusion rests on.
        fixed: the symbols that stand for one thing in its conclusion.
        defects: what is wrong with its references, in words.
    """

    written: Written
    premises: tuple[Premise, ...] = ()
    open: frozenset[str] = frozenset()
    fixed: frozenset[Any] = frozenset()
    defects: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name, unique within the statement."""
        return self.written.name

    @property
    def conclusion(self) -> Prop | None:
        """What the step concludes."""
        return self.written.conclusion

    @property
    def claim(self) -> str:
        """The conclusion in the plain notation of sentences."""
        conclusion = self.conclusion
        return f"{told(self.check) if conclusion is None else plain(conclusion)}."

    @property
    def formula(self) -> str:
        """The conclusion in LaTeX."""
        conclusion = self.conclusion
        return formula_of(self.check) if conclusion is None else latex(conclusion)

    @property
    def check(self) -> Check:
        """What decides the step, with the conclusion and the premises among its data."""
        rule = self.written.rule
        if self.conclusion is None:
            found: Check = rule.data["check"]
            return found
        return Check(
            rule.kind, rule.decide, {"conclusion": self.conclusion, "premises": self.premises, **rule.data}
        )

    @property
    def scope(self) -> Scope:
        """How far the check reaches."""
        return self.written.scope

    @property
    def uses(self) -> tuple[str, ...]:
        """The names of what the step refers to, computed from its references."""
        names = [name for one in self.written.rule.refs for name in _names(one)]
        return tuple(dict.fromkeys(names))

    @property
    def illustration(self) -> bool:
        """Whether it is an instance that the proof does not rest on."""
        return self.written.illustration

    @property
    def cited(self) -> bool:
        """Whether the step is only cited."""
        return self.written.rule.kind is Kind.CITED

    @property
    def read(self) -> bool:
        """Whether the step is an inference in words, which is read and not computed."""
        return self.written.rule.kind is Kind.READ

    @property
    def mutants(self) -> tuple[Mutant, ...]:
        """The false variants: those written down, and those made by machine."""
        if self.conclusion is None or self.cited or self.read:
            return self.written.mutants
        if (
            self.conclusion.right in self.written.rule.new
        ):  # a name is given: it is the name that can be wrong
            renamed = replace(self.conclusion, right=2 * self.conclusion.right)
            return (*self.written.mutants, mutant("not the new name", conclusion=renamed))
        return (*self.written.mutants, *variants(self.conclusion, self.premises))


def _names(one: By) -> Iterator[str]:
    yield one.name
    for inner in one.given.values():
        yield from _names(inner)


def variants(conclusion: Prop, premises: Sequence[Premise]) -> Iterator[Mutant]:
    """False variants of a step, by machine: something added, a sign changed, each premise left out."""
    other = Prop(conclusion.relation, conclusion.left + _other(conclusion), conclusion.right)
    yield mutant(
        "something added on the left", conclusion=replace(other, all=conclusion.all, where=conclusion.where)
    )
    if conclusion.relation == "=" and conclusion.right != 0:
        _, (left, right) = read_all([conclusion.left, conclusion.right])
        if left and right:
            turned = Prop("=", conclusion.left, -conclusion.right, conclusion.all, conclusion.where)
            yield mutant("the sign of the right side", conclusion=turned)
    trivial = Prop(">=", sympy.Integer(0), sympy.Integer(0))
    for place, premise in enumerate(premises):
        without = (*premises[:place], replace(premise, prop=trivial), *premises[place + 1 :])
        yield mutant(f"without {premise.by.name}", premises=without)


def _other(conclusion: Prop) -> Any:
    found = shape(conclusion.left) or shape(conclusion.right)
    if conclusion.relation in (">=", ">"):
        return sympy.Integer(-1) - sympy.Symbol("other") ** 2
    return matrix(f"other_{found[0]}{found[1]}", *found) if found else sympy.Symbol("other")
