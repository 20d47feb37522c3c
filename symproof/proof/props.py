"""Propositions: what a step concludes and what it assumes, as data.

An equation, an inequality, a limit in named quantities; or a property of a term that only a named rule, a
citation or a reader can use. The symbols in `all` are bound ("for all"), under the conditions in `where`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from symproof.proof.checks.polynomial import Expr, expression
from symproof.proof.terms import Replacement, equal_terms, put, shape, symbols_of


@dataclass(frozen=True, slots=True)
class Prop:
    """A proposition.

    Attributes:
        relation: ``"="``, ``"!="``, ``">="``, ``">"``, ``"->"`` (tends to), ``"~"`` (has the Taylor
            polynomial), or a property in words.
        left, right: terms; right is 0 for a property, unless it names a second term.
        all: the symbols that are bound in it.
        where: conditions on the bound symbols.
    """

    relation: str
    left: Expr
    right: Expr
    all: tuple[Expr, ...] = ()
    where: tuple[Prop, ...] = ()

    def __post_init__(self) -> None:
        shape(self.left - self.right)

    @property
    def gap(self) -> Expr:
        """Left minus right."""
        return self.left - self.right

    @property
    def symbols(self) -> set[Any]:
        """Every symbol and function in it, its conditions included."""
        found = symbols_of(self.left) | symbols_of(self.right)
        return found.union(*(condition.symbols for condition in self.where))

    @property
    def free(self) -> set[Any]:
        """The symbols that it speaks of, bound ones left out."""
        return self.symbols - set(self.all)

    def put(self, change: Replacement) -> Prop:
        """The proposition with symbols replaced; those are no longer bound."""
        return Prop(
            self.relation,
            put(self.left, change),
            put(self.right, change),
            tuple(one for one in self.all if one not in change),
            tuple(condition.put(change) for condition in self.where),
        )

    def same(self, other: Prop) -> bool:
        """Whether both say the same of the same terms; an equation may be turned around or negated."""
        if self.relation != other.relation:
            return False
        if self.relation in ("=", "!="):
            return equal_terms(self.gap, other.gap) or equal_terms(self.gap, -other.gap)
        if self.relation in (">=", ">"):
            return equal_terms(self.gap, other.gap)
        return equal_terms(self.left, other.left) and equal_terms(self.right, other.right)


def _prop(relation: str, left: Any, right: Any) -> Prop:
    return Prop(relation, expression(left), expression(right))


def equal(left: Any, right: Any = 0) -> Prop:
    """left = right."""
    return _prop("=", left, right)


def nonzero(left: Any, right: Any = 0) -> Prop:
    """left != right."""
    return _prop("!=", left, right)


def at_least(left: Any, right: Any = 0) -> Prop:
    """left >= right."""
    return _prop(">=", left, right)


def positive(left: Any, right: Any = 0) -> Prop:
    """left > right."""
    return _prop(">", left, right)


def tends(left: Any, right: Any) -> Prop:
    """left tends to right, along the one limit of the proof."""
    return _prop("->", left, right)


def taylor(left: Any, right: Any) -> Prop:
    """left has the Taylor polynomial on the right, up to the order that its O term names."""
    return _prop("~", left, right)


def has(subject: Any, what: str) -> Prop:
    """The subject has a property, named in words: ``has(sigma(z), "is continuous")``."""
    return _prop(what, subject, 0)


def flat(left: Any, point: Any) -> Prop:
    """left tends to 0 whenever the point has a limit."""
    return _prop(FLAT, left, point)


def every(prop: Prop, *symbols: Expr, where: tuple[Prop, ...] = ()) -> Prop:
    """The proposition for all values of the symbols, under conditions."""
    return replace(prop, all=symbols, where=where)


FALSE = equal(1, 0)
PLAIN = ("=", "!=", ">=", ">", "->", "~")

FLAT = "tends to 0 for convergent"
KIND = "is e |z| with e not 0, or rigid"
BOUNDED, CONTINUOUS = "stays bounded", "is continuous"
VANISHING = "is 0, and continuous there"
