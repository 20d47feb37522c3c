"""What is cited, what is read in words, and what another check shows."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symproof.proof.check import Check, Finding
from symproof.proof.facts import Fact
from symproof.proof.kinds import Kind
from symproof.proof.props import Prop
from symproof.proof.references import By, Premise, Rule, rule


def cited(fact: Fact, *refs: By | str, new: tuple[Any, ...] = (), discharges: tuple[str, ...] = ()) -> Rule:
    """A fact of the literature, applied to what is referred to."""
    return rule(Kind.CITED, decide_cited, refs, fact=fact, new=new, discharges=discharges)


def decide_cited(conclusion: Prop, premises: Sequence[Premise], fact: Fact) -> Finding:
    """Whether the step says what the fact says, where that is data; else yes, and nothing was computed."""
    if fact.concludes is not None:
        pairs = zip(
            (conclusion, *(premise.prop for premise in premises)),
            (fact.concludes, *fact.assumes),
            strict=False,
        )
        if len(premises) != len(fact.assumes) or not all(one.same(other) for one, other in pairs):
            return Finding(False, f"{fact.name} says something else")
    return Finding(True, f"cited: {fact.name} ({fact.reference})")


def words(
    reason: str, *refs: By | str, rocq: str, new: tuple[Any, ...] = (), discharges: tuple[str, ...] = ()
) -> Rule:
    """An inference that is read and not computed: why it is not, and its Rocq theorem or ``"none"``."""
    return rule(Kind.READ, decide_read, refs, reason=reason, rocq=rocq, new=new, discharges=discharges)


def decide_read(conclusion: Prop, premises: Sequence[Premise], reason: str, rocq: str) -> Finding:
    """Always yes, and says that it was read."""
    return Finding(True, f"read, not computed: {reason}")


def shown(check: Check, *refs: By | str) -> Rule:
    """An exact computation on given numbers; what it shows is printed from its data."""
    return rule(check.kind, check.decide, refs, check=check)
