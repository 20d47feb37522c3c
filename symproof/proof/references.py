"""References to what is known, the premises that they give, and what a rule is."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

import sympy

from symproof.proof.check import Finding
from symproof.proof.checks.polynomial import Expr, expression
from symproof.proof.kinds import Kind
from symproof.proof.printing import plain
from symproof.proof.props import Prop
from symproof.proof.terms import Replacement, canonical, put

Pair = tuple[Any, Any]


@dataclass(frozen=True, slots=True)
class By:
    """A reference to what a step assumes: a name, and what is put in for its symbols.

    Attributes:
        name: of an earlier step, a hypothesis, a supposition, a definition, or the id of a statement.
        change: what replaces which symbol or function.
        times: pairs (left, right) of multipliers for the rules that multiply a premise.
        inside: terms with a `HOLE`; equals may be put into the same place, so C[left] = C[right].
        given: for a statement, what stands for each of its hypotheses.
        part: for a statement with several conclusions, the name of the one meant.
    """

    name: str
    change: Replacement = field(default_factory=dict)
    times: tuple[Pair, ...] = ((1, 1),)
    inside: tuple[Expr, ...] = ()
    given: Mapping[str, By] = field(default_factory=dict)
    part: str = ""


def by(
    name: str,
    change: Replacement | None = None,
    times: Any = None,
    right: Any = 1,
    *,
    inside: Any = None,
    part: str = "",
    **given: By,
) -> By:
    """A reference; `times` is one multiplier or a list of them, `right` multiplies from the right."""
    holes = () if inside is None else tuple(inside) if isinstance(inside, list) else (inside,)
    if times is None:
        times = [] if holes else [1]
    factors = times if isinstance(times, list) else [times]
    given = {key.replace("_", "-"): value for key, value in given.items()}
    changed = {key: value if callable(value) else expression(value) for key, value in (change or {}).items()}
    return By(name, changed, tuple((factor, right) for factor in factors), holes, given, part)


@dataclass(frozen=True, slots=True)
class Premise:
    """A reference carried out: the proposition after the change, with what it depends on.

    Attributes:
        by: the reference.
        prop: what it says after the change.
        open: the hypotheses, suppositions and definitions that it rests on.
        fixed: the symbols that stand for one thing in it, so that nothing may be put in for them.
    """

    by: By
    prop: Prop
    open: frozenset[str] = frozenset()
    fixed: frozenset[Any] = frozenset()

    def multiples(self) -> list[Expr]:
        """What is 0, or tends to 0, by this premise: the gap times its factors, and in its places."""
        left, right = self.prop.left, self.prop.right
        found = [one * self.prop.gap * other for one, other in self.by.times]
        return found + [put(one, {HOLE: left}) - put(one, {HOLE: right}) for one in self.by.inside]


HOLE = sympy.Symbol("hole", commutative=False)

Decide = Callable[..., Finding]


@dataclass(frozen=True, slots=True)
class Rule:
    """A rule with its references.

    Attributes:
        kind: the trust level.
        decide: called with the conclusion, the premises, and the data.
        refs: what the step assumes.
        data: further data of the rule.
        discharges: suppositions that the conclusion no longer rests on.
        arbitrary: symbols that must not be fixed by any premise.
        new: symbols that the step brings in, for something that exists.
    """

    kind: Kind
    decide: Decide
    refs: tuple[By, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    discharges: tuple[str, ...] = ()
    arbitrary: tuple[Expr, ...] = ()
    new: tuple[Any, ...] = ()


def ref(one: By | str) -> By:
    """A reference without any change, when only the name is given."""
    return By(one) if isinstance(one, str) else one


def rule(kind: Kind, decide: Decide, refs: Iterable[By | str], **data: Any) -> Rule:
    """A rule with its references, its data, and what it discharges, keeps arbitrary or brings in."""
    special = {key: data.pop(key) for key in ("discharges", "arbitrary", "new") if key in data}
    return Rule(kind, decide, tuple(map(ref, refs)), data, **special)


def settled(decide: Decide) -> Decide:
    """The procedure, after the conditions of the premises have been shown."""

    @wraps(decide)
    def checked(conclusion: Prop, premises: Sequence[Premise], **data: Any) -> Finding:
        known = [*conclusion.where, *(premise.prop for premise in premises)]
        for premise in premises:
            for condition in premise.prop.where:
                if not evident(condition, known):
                    return Finding(
                        False, f"{plain(condition)}, which {premise.by.name} asks for, is not shown"
                    )
        return decide(conclusion, premises, **data)

    return checked


def evident(condition: Prop, known: Sequence[Prop]) -> bool:
    """Whether a condition holds as numbers, is known, or says of a product what is known of its factors."""
    gap = canonical(condition.gap)
    if gap.is_Rational and condition.relation in ("=", "!=", ">", ">="):
        return bool({"=": gap == 0, "!=": gap != 0, ">": gap > 0, ">=": gap >= 0}[condition.relation])
    if any(condition.same(one) for one in known):
        return True
    if condition.relation in (">", "!=", ">=") and (gap.is_Mul or gap.is_Pow):
        factors = gap.args if gap.is_Mul else [gap.base]
        return all(evident(Prop(condition.relation, factor, sympy.Integer(0)), known) for factor in factors)
    if condition.relation in ("!=", ">="):
        return evident(Prop(">", condition.left, condition.right), known)
    return False


def count(number: int, noun: str) -> str:
    """A number of things, in words."""
    return f"{number} {noun}{'' if number == 1 else 's'}"
