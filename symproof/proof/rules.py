"""The rules of inference: each decides whether a conclusion follows from premises that are given as data.

A rule sees propositions only. Where a premise carries conditions on its bound symbols, they must hold for the
terms that were put in: as numbers, as conditions of the conclusion, or as premises of the same step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import wraps
from math import prod
from typing import Any

import flint
import sympy
from sympy.core.function import AppliedUndef

from symproof.proof.check import Check, Finding, Undecided
from symproof.proof.checks.cases import World, all_cases, decide_cases
from symproof.proof.checks.limits import decide_expansion, decide_series, y, z
from symproof.proof.checks.polynomial import Expr, expression
from symproof.proof.facts import Fact
from symproof.proof.kinds import Kind
from symproof.proof.printing import plain
from symproof.proof.props import BOUNDED, CONTINUOUS, VANISHING, Prop
from symproof.proof.terms import (
    Form,
    Replacement,
    canonical,
    equal_terms,
    had,
    mapped,
    put,
    read_all,
    shape,
    symbols_of,
    varies,
)

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


def _rule(kind: Kind, decide: Decide, refs: Iterable[By | str], **data: Any) -> Rule:
    special = {key: data.pop(key) for key in ("discharges", "arbitrary", "new") if key in data}
    return Rule(kind, decide, tuple(map(ref, refs)), data, **special)


def _settled(decide: Decide) -> Decide:
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


# Equations.


def algebra(*refs: By | str) -> Rule:
    """An equation as a combination of equations, times what is shown not to be 0."""
    return _rule(Kind.IDENTITY, decide_algebra, refs)


@_settled
def decide_algebra(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether (left - right), times every nonzero premise, is a rational combination of the premises.

    The equations are multiplied by the stated factors; the rational coefficients are solved for, and the sum
    is expanded again. Decided in the free algebra, so for matrices of all sizes.
    """
    if conclusion.relation != "=":
        return Finding(False, "this rule concludes equations only")
    nonzero = [premise.prop.gap for premise in premises if premise.prop.relation == "!="]
    if any(not factor.is_commutative for factor in nonzero):
        raise Undecided("only a number is divided by")
    products = [one for premise in premises if premise.prop.relation == "=" for one in premise.multiples()]
    _, (target, *sides) = read_all([prod(nonzero) * conclusion.gap if nonzero else conclusion.gap, *products])
    if solved(target, sides) is None:
        return Finding(False, "the equation is no combination of what is assumed")
    return Finding(True, f"{_count(len(target), 'word')}, {_count(len(products), 'premise')}")


def solved(target: Form, sides: Sequence[Form]) -> list[Any] | None:
    """Rational coefficients with target = sum of coefficient * side, checked again; else None."""
    keys = sorted(
        {(word, monomial) for form in (target, *sides) for word, c in form.items() for monomial in c}, key=str
    )
    if not keys:
        return [flint.fmpq(0)] * len(sides)
    columns = [*sides, target]
    flat = [_entry(form, word, monomial) for word, monomial in keys for form in columns]
    reduced, rank = flint.fmpq_mat(len(keys), len(columns), flat).rref()
    found = [flint.fmpq(0)] * len(sides)
    for row in range(rank):
        place = next(column for column in range(len(columns)) if reduced[row, column] != 0)
        if place == len(sides):
            return None
        found[place] = reduced[row, len(sides)]
    for at in range(len(keys)):
        sums = sum((flat[at * len(columns) + n] * c for n, c in enumerate(found)), flint.fmpq(0))
        if sums != flat[at * len(columns) + len(sides)]:
            return None
    return found


def _entry(form: Form, word: Any, monomial: Any) -> Any:
    value = form[word].get(monomial, 0) if word in form else 0
    return flint.fmpq(int(getattr(value, "numerator", 0)), int(getattr(value, "denominator", 1)))


def cases(split: Mapping[Expr, str], *refs: By | str) -> Rule:
    """An equation in every case of signs."""
    return _rule(Kind.CASES, decide_split, refs, split=dict(split))


@_settled
def decide_split(conclusion: Prop, premises: Sequence[Premise], split: Mapping[Expr, str]) -> Finding:
    """Whether the equation holds in every sign case, given the premises with their multipliers."""
    if conclusion.relation != "=":
        return Finding(False, "this rule concludes equations only")
    missing = _unconditioned(conclusion, split)
    if missing:
        return Finding(False, missing)
    given = [
        (expression(left * right), premise.prop.gap)
        for premise in premises
        for left, right in premise.by.times
    ]
    try:
        return decide_cases(conclusion.left, conclusion.right, split, given)
    except Undecided:
        if given:
            raise
        return Finding(False, "a sign is not settled")


def _unconditioned(conclusion: Prop, split: Mapping[Expr, str]) -> str:
    """Which sign is left out without a condition of the conclusion that says so; empty when none is."""
    for one, allowed in split.items():
        wanted = {
            frozenset("+"): Prop(">", one, sympy.Integer(0)),
            frozenset("-"): Prop(">", -one, sympy.Integer(0)),
            frozenset("+0"): Prop(">=", one, sympy.Integer(0)),
            frozenset("+-"): Prop("!=", one, sympy.Integer(0)),
        }.get(frozenset(allowed))
        if set(allowed) != set("+0-") and (
            wanted is None or not any(wanted.same(c) for c in conclusion.where)
        ):
            return f"not every sign of {one} is tried, and no condition says so"
    return ""


def entrywise(one: By | str, entry: Expr, vector: Expr) -> Rule:
    """From an equation for every number the equation for every vector, entry by entry."""
    return _rule(Kind.IDENTITY, decide_entrywise, (one,), entry=entry, vector=vector, arbitrary=(entry,))


@_settled
def decide_entrywise(conclusion: Prop, premises: Sequence[Premise], entry: Expr, vector: Expr) -> Finding:
    """Whether the vector equation is the number equation in every entry.

    Every term of the number equation must be a constant times z or times one function of a multiple of z.
    """
    (premise,) = premises
    if premise.prop.relation not in ("=", "->") or premise.prop.relation != conclusion.relation:
        return Finding(False, "an equation or a limit is required, and gives one of its kind")
    gap = canonical(premise.prop.gap)
    hidden: dict[Expr, Expr] = {}

    def letter(value: Expr) -> Expr:
        if entry not in value.free_symbols:
            return value
        return hidden.setdefault(value, sympy.Dummy())

    outer = mapped(gap, letter)
    _, (form,) = read_all([outer])
    if set(form) != {()}:
        return Finding(False, "an equation between numbers is required")
    places = [
        form[()].ring.symbols.index(one) for one in (*hidden.values(), entry) if one in form[()].ring.symbols
    ]
    if any(sum(monomial[place] for place in places) != 1 for monomial in form[()]):
        return Finding(False, "a term is not linear in the entry and its function values")
    lifted = put(premise.prop.gap, {entry: vector})
    same = equal_terms(lifted, conclusion.gap) or equal_terms(lifted, -conclusion.gap)
    same = same and (
        conclusion.relation == "=" or equal_terms(put(premise.prop.right, {entry: vector}), conclusion.right)
    )
    return Finding(same, "entry by entry" if same else "the vector equation is another one")


def vanishes(one: By | str, point: Expr) -> Rule:
    """From A x = 0, or x A = 0, for every x the equation A = 0."""
    return _rule(Kind.IDENTITY, decide_vanishing, (one,), point=point, arbitrary=(point,))


@_settled
def decide_vanishing(conclusion: Prop, premises: Sequence[Premise], point: Expr) -> Finding:
    """Whether the premise is A x = 0 with the A of the conclusion, x occurring nowhere else."""
    (premise,) = premises
    _, (form, *sides) = read_all([premise.prop.gap, *_beside(conclusion.gap, point)])
    if premise.prop.relation != "=" or conclusion.relation != "=" or point in symbols_of(conclusion.gap):
        return Finding(False, "an equation A x = 0 and its A are required")
    same = any(form == side or form == {word: -c for word, c in side.items()} for side in sides)
    return Finding(same, "a matrix that sends every x to 0" if same else "the matrix is another one")


def attained(one: By | str, point: Expr) -> Rule:
    """From a row that is not 0 a point where it has the value 1; from a column, a row."""
    return _rule(Kind.IDENTITY, decide_attained, (one,), point=point, new=(point,))


@_settled
def decide_attained(conclusion: Prop, premises: Sequence[Premise], point: Expr) -> Finding:
    """Whether the premise is A != 0 for one row or column A, and the conclusion A e = 1 with the new e."""
    (premise,) = premises
    row = premise.prop.gap
    found = shape(row)
    if premise.prop.relation != "!=" or conclusion.relation != "=" or found is None or "1" not in found:
        return Finding(False, "a row or a column that is not 0 is required")
    value = row * point if found[0] == "1" else point * row
    fits = point not in symbols_of(row) and equal_terms(conclusion.gap, value - 1)
    return Finding(fits, "a form that is not 0 takes every value" if fits else "the value is another one")


def number(new: Expr) -> Rule:
    """A name for a matrix with one entry: it is a number."""
    return _rule(Kind.IDENTITY, decide_number, (), name=new, new=(new,))


@_settled
def decide_number(conclusion: Prop, premises: Sequence[Premise], name: Expr) -> Finding:
    """Whether the left side has one entry, and the right side is the new name."""
    fits = conclusion.relation == "=" and shape(conclusion.left) == ("1", "1") and conclusion.right == name
    return Finding(fits, "one entry" if fits else "not one entry under a new name")


def _beside(matrix: Expr, point: Expr) -> list[Expr]:
    """The products of a matrix with a point, in the orders that fit."""
    found = []
    for e in (matrix * point, point * matrix):
        try:
            shape(e)
        except Undecided:
            continue
        found.append(e)
    return found


# Signs.


def combination(*refs: By | str) -> Rule:
    """An inequality as a combination with nonnegative multipliers."""
    return _rule(Kind.LINEAR, decide_signs, refs)


@_settled
def decide_signs(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether left - right is the sum of the inequalities times their multipliers, and of the equations.

    A multiplier of an inequality is a product of squares, nonnegative numbers and what premises call
    nonnegative; the coefficients of the equations are solved for. The conclusion is strict only with a strict
    premise; ``!=`` follows from a strict inequality either way.
    """
    parts, strict, size = [], False, 0
    signed = [premise.prop for premise in premises if premise.prop.relation in (">=", ">")]
    for premise in premises:
        if premise.prop.relation not in (">=", ">"):
            continue
        for left, right in premise.by.times:
            factor = expression(left * right)
            if not _nonnegative(factor, signed):
                return Finding(False, f"the multiplier {factor} may be negative")
            strict |= premise.prop.relation == ">" and evident(Prop(">", factor, sympy.Integer(0)), signed)
            parts.append(factor * premise.prop.gap)
            size += 1
    equations = [one for premise in premises if premise.prop.relation == "=" for one in premise.multiples()]
    sums, strictly = sympy.Add(*parts), conclusion.relation in (">", "!=")
    sides = [conclusion.gap - sums] + ([-conclusion.gap - sums] if conclusion.relation == "!=" else [])
    fits = False
    for side in sides:
        _, (target, *forms) = read_all([side, *equations])
        fits = fits or solved(target, forms) is not None
    if conclusion.relation not in (">=", ">", "!=") or not fits or (strictly and not strict):
        return Finding(False, "the combination is another one" if not fits else "it is not strict")
    return Finding(True, f"combination of {size} inequalit{'y' if size == 1 else 'ies'}")


def _nonnegative(factor: Expr, signed: Sequence[Prop]) -> bool:
    """Whether a factor is a product of squares, nonnegative numbers and what premises call nonnegative."""
    if factor.is_Mul:
        return all(_nonnegative(one, signed) for one in factor.args)
    if factor.is_Pow and factor.exp.is_Integer and factor.exp % 2 == 0:
        return True
    return evident(Prop(">=", factor, sympy.Integer(0)), signed)


def signs(split: Mapping[Expr, str], *refs: By | str) -> Rule:
    """An inequality in every case of signs, as a polynomial with coefficients of one sign."""
    return _rule(Kind.CASES, decide_sign_cases, refs, split=dict(split))


@_settled
def decide_sign_cases(conclusion: Prop, premises: Sequence[Premise], split: Mapping[Expr, str]) -> Finding:
    """Whether left - right is a polynomial in positive numbers with the right sign, in every case."""
    number, missing = 0, _unconditioned(conclusion, split)
    if missing:
        return Finding(False, missing)
    for case in all_cases(split):
        world = World(case, [conclusion.gap])
        try:
            sign = world.sign(world.read(conclusion.gap))
        except Undecided:
            return Finding(False, "a sign is not settled")
        if sign < 0 or (sign == 0 and conclusion.relation != ">="):
            return Finding(False, f"the sign is {sign} in one case")
        number += 1
    return Finding(True, f"{number} sign cases")


# Limits.


def limit(*refs: By | str) -> Rule:
    """A limit: what is left is a combination of what tends to 0, with bounded multipliers."""
    return _rule(Kind.SERIES, decide_tends, refs)


@_settled
def decide_tends(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether left - limit is a sum of what tends to 0 with bounded multipliers, and of equations."""
    try:
        return _tends(conclusion, premises)
    except Unbounded as reason:
        return Finding(False, str(reason))


class Unbounded(Exception):
    """A multiplier that is not known to be bounded."""


def _tends(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Multipliers must be bounded: polynomials in constants, in what has a limit, and in what a premise calls
    bounded. Rational coefficients are solved for.
    """
    bounded = [premise.prop.left for premise in premises if premise.prop.relation in ("->", BOUNDED)]
    products = []
    for premise in premises:
        if premise.prop.relation not in ("=", "->"):
            continue
        if premise.prop.relation == "->":
            _demand_bounded([factor for pair in premise.by.times for factor in pair], bounded)
            for one in premise.by.inside:
                _demand_linear(one, bounded)
        products += premise.multiples()
    if conclusion.relation == BOUNDED:
        _demand_bounded([conclusion.left], bounded)
        return Finding(True, "a polynomial in bounded quantities")
    if conclusion.relation != "->":
        return Finding(False, "this rule concludes limits only")
    _, (target, *sides) = read_all([conclusion.gap, *products])
    if solved(target, sides) is None:
        return Finding(False, "the rest is no combination of what tends to 0")
    return Finding(True, f"remainder of {_count(len(products), 'part')}, each tending to 0")


def _demand_linear(place: Expr, bounded: Sequence[Expr]) -> None:
    """Make sure that a term is linear in its hole, and everything else in it bounded."""
    for part in _factors(place):
        if HOLE in part.free_symbols and part != HOLE:
            raise Unbounded(f"{place} is not linear in what tends to 0")
        if part != HOLE:
            _demand_bounded([part], bounded)


def _factors(e: Expr) -> list[Expr]:
    """The factors of a product, and of products entry by entry."""
    if e.is_Mul or (isinstance(e, AppliedUndef) and e.func == had):
        return [factor for arg in e.args for factor in _factors(arg)]
    return [e]


def _demand_bounded(terms: Sequence[Any], bounded: Sequence[Expr]) -> None:
    for one in terms:
        e = canonical(expression(one))
        if not varies(e) or any(equal_terms(e, known) for known in bounded):
            continue
        if e.is_Add or e.is_Mul or (e.is_Pow and e.exp.is_Integer and e.exp > 0):
            _demand_bounded(e.args if not e.is_Pow else [e.base], bounded)
        else:
            raise Unbounded(f"{e} is not known to be bounded")


def constant(one: By | str) -> Rule:
    """From a limit without anything that changes, an equation."""
    return _rule(Kind.SERIES, decide_constant, (one,))


@_settled
def decide_constant(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether the premise is a limit between constants, and the conclusion their equality."""
    (premise,) = premises
    fits = (
        premise.prop.relation == "->"
        and conclusion.relation == "="
        and not varies(premise.prop.gap)
        and (equal_terms(premise.prop.gap, conclusion.gap) or equal_terms(premise.prop.gap, -conclusion.gap))
    )
    return Finding(
        fits, "a constant with a limit is the limit" if fits else "something changes along the limit"
    )


def through(continuous: By | str, inner: By | str) -> Rule:
    """The limit through a function that is continuous at the limit of its argument."""
    return _rule(Kind.SERIES, decide_through, (continuous, inner))


@_settled
def decide_through(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether f(u) -> f(l) follows from u -> l and the continuity of f at l."""
    continuous, inner = premises
    value = continuous.prop.left
    if (
        continuous.prop.relation not in (CONTINUOUS, VANISHING)
        or inner.prop.relation != "->"
        or not isinstance(value, AppliedUndef)
    ):
        return Finding(False, "a continuous function and a limit are required")
    here = value.func(*value.args[:-1], inner.prop.left)
    there = value.func(*value.args[:-1], inner.prop.right)
    vanishing = continuous.prop.relation == VANISHING
    if vanishing:  # entry by entry, so a vector may be the argument
        at_limit = value.args == (sympy.Integer(0),) and equal_terms(inner.prop.right, sympy.Integer(0))
        there = sympy.Integer(0)
    else:
        at_limit = equal_terms(value, there)
    fits = at_limit and equal_terms(conclusion.left, here) and equal_terms(conclusion.right, there)
    fits = fits and conclusion.relation == "->"
    return Finding(
        fits, "through a continuous function" if fits else "the function or the limit is another one"
    )


# Logic.


def induction(on: Expr, base: By | str, step: By | str, hypothesis: str, start: int = 0) -> Rule:
    """A proposition for every n: its start, and the step from n to n + 1."""
    return _rule(
        Kind.IDENTITY, decide_induction, (base, step, hypothesis), on=on, start=start, hypothesis=hypothesis,
        discharges=(hypothesis,), arbitrary=(on,),
    )  # fmt: skip


@_settled
def decide_induction(
    conclusion: Prop, premises: Sequence[Premise], on: Expr, start: int, hypothesis: str
) -> Finding:
    """Whether the premises are the conclusion at the start, at n + 1, and, supposed for this one n, at n."""
    base, step, supposed = premises
    first = conclusion.put({on: sympy.Integer(start)}).same(base.prop)
    second = conclusion.put({on: on + 1}).same(step.prop)
    if hypothesis in base.open:
        return Finding(False, "the start assumes what the induction proves")
    if on in supposed.prop.all or supposed.prop.where or not conclusion.same(supposed.prop):
        return Finding(False, "what is supposed is not the conclusion for one n")
    if any(one in base.fixed or one in step.fixed - supposed.fixed for one in supposed.prop.all):
        return Finding(False, "what is bound in the supposition is fixed in the proof")
    if not (first and second):
        return Finding(False, f"the {'start' if not first else 'step'} says something else")
    return Finding(True, f"from {on} = {start} and from {on} to {on} + 1")


def clash(one: By | str, two: By | str) -> Rule:
    """An equation and its denial give 1 = 0."""
    return _rule(Kind.IDENTITY, decide_clash, (one, two))


@_settled
def decide_clash(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether one premise denies the other."""
    one, two = (premise.prop for premise in premises)
    fits = {one.relation, two.relation} == {"=", "!="} and Prop("=", one.left, one.right).same(
        Prop("=", two.left, two.right)
    )
    absurd = conclusion.relation == "=" and equal_terms(conclusion.gap, sympy.Integer(1))
    return Finding(fits and absurd, "a premise and its denial" if fits and absurd else "no contradiction")


def absurd(one: By | str) -> Rule:
    """An inequality between numbers that does not hold gives 1 = 0."""
    return _rule(Kind.LINEAR, decide_absurd, (one,))


@_settled
def decide_absurd(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether the premise is false as it stands, between numbers, and the conclusion is 1 = 0."""
    (premise,) = premises
    gap = canonical(premise.prop.gap)
    false = bool(gap.is_Rational) and premise.prop.relation in (">=", ">") and not evident(premise.prop, ())
    fits = false and conclusion.relation == "=" and equal_terms(conclusion.gap, sympy.Integer(1))
    return Finding(fits, "an inequality between numbers that does not hold" if fits else "no contradiction")


def refute(one: By | str, supposition: str) -> Rule:
    """From 1 = 0 under a supposed equation: it does not hold."""
    return _rule(Kind.IDENTITY, decide_refute, (one, supposition), discharges=(supposition,))


@_settled
def decide_refute(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether 1 = 0 was derived, and the conclusion denies the supposition."""
    found, supposed = premises
    absurd = found.prop.relation == "=" and equal_terms(found.prop.gap**2, sympy.Integer(1))
    denies = (
        conclusion.relation == "!="
        and supposed.prop.relation == "="
        and Prop("=", conclusion.left, conclusion.right).same(supposed.prop)
    )
    return Finding(
        absurd and denies, "the supposition gives 1 = 0" if absurd and denies else "nothing is refuted"
    )


# Series.


def series(value: Expr, *refs: By | str) -> Rule:
    """Taylor coefficients at 0: from y' = F(z, y) and y(0), or by putting series into a formula."""
    return _rule(Kind.SERIES, decide_taylor, refs, value=value)


@_settled
def decide_taylor(conclusion: Prop, premises: Sequence[Premise], value: Expr) -> Finding:
    """Whether the polynomial on the right has the coefficients of the function on the left, below its O term.

    Premises are equations for the derivative (the function with a prime) and for the value at 0; or one
    equation that gives the function by others, with the series of those.
    """
    (point,) = value.args
    polynomial_part, order = _cut(conclusion.right, point)
    if conclusion.relation != "~" or not equal_terms(conclusion.left, value) or order is None:
        return Finding(False, "a Taylor polynomial of the function with its order is required")
    equations = {canonical(p.prop.left): p.prop.right for p in premises if p.prop.relation == "="}
    slope = sympy.Function(value.func.__name__ + "'")(point)
    if slope in equations:
        start = equations.get(value.func(sympy.Integer(0)))
        if start is None:
            return Finding(False, "the value at 0 is not given")
        known = sympy.Poly(polynomial_part, point)
        coefficients = [known.coeff_monomial(point**n) for n in range(order)]
        right = put(equations[slope], {value: y, point: z})
        for premise in premises:
            if premise.prop.relation == "~":
                right = put(
                    right, {put(premise.prop.left, {point: z}): _cut(premise.prop.right, point, z)[0]}
                )
        return decide_series(coefficients, right, start)
    if value not in equations:
        return Finding(False, "the function is not given by an equation")
    inner = equations[value]
    for premise in premises:
        if premise.prop.relation == "~":
            part, found = _cut(premise.prop.right, point)
            if found is None or found < order - 1:
                return Finding(False, "a series is not long enough")
            inner = put(inner, {premise.prop.left: part})
    return decide_expansion(inner, point, order, polynomial_part)


def _cut(e: Expr, point: Expr, other: Expr | None = None) -> tuple[Expr, int | None]:
    """The polynomial of p(z) + O(z^n), and n."""
    order, rest = None, []
    for part in sympy.Add.make_args(e):
        if isinstance(part, AppliedUndef) and part.func.__name__ == "O":
            order = int(sympy.Poly(part.args[0], point).degree())
        else:
            rest.append(part)
    found = sympy.Add(*rest)
    return (put(found, {point: other}) if other is not None else found), order


# What is read, and what is cited.


def cited(fact: Fact, *refs: By | str, new: tuple[Any, ...] = (), discharges: tuple[str, ...] = ()) -> Rule:
    """A fact of the literature, applied to what is referred to."""
    return _rule(Kind.CITED, decide_cited, refs, fact=fact, new=new, discharges=discharges)


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
    return _rule(Kind.READ, decide_read, refs, reason=reason, rocq=rocq, new=new, discharges=discharges)


def decide_read(conclusion: Prop, premises: Sequence[Premise], reason: str, rocq: str) -> Finding:
    """Always yes, and says that it was read."""
    return Finding(True, f"read, not computed: {reason}")


def shown(check: Check, *refs: By | str) -> Rule:
    """An exact computation on given numbers; what it shows is printed from its data."""
    return _rule(check.kind, check.decide, refs, check=check)


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"
