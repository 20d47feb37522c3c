"""The rules of inference: each decides whether a conclusion follows from premises that are given as data.

A rule sees propositions only. Where a premise carries conditions on its bound symbols, they must hold for the
terms that were put in: as numbers, as conditions of the conclusion, or as premises of the same step.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import prod
from typing import Any

import flint
import sympy
from sympy.core.function import AppliedUndef

from symproof.proof.check import Finding, Undecided
from symproof.proof.checks.cases import World, all_cases, decide_cases, mag
from symproof.proof.checks.polynomial import Expr, expression
from symproof.proof.kinds import Kind
from symproof.proof.props import KIND, Prop
from symproof.proof.references import By, Premise, Rule, count, evident, rule, settled
from symproof.proof.terms import Form, canonical, equal_terms, mapped, put, read_all, shape, symbols_of


def algebra(*refs: By | str) -> Rule:
    """An equation as a combination of equations, times what is shown not to be 0."""
    return rule(Kind.IDENTITY, decide_algebra, refs)


@settled
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
    return Finding(True, f"{count(len(target), 'word')}, {count(len(products), 'premise')}")


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
    return rule(Kind.CASES, decide_split, refs, split=dict(split))


@settled
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
    return rule(Kind.IDENTITY, decide_entrywise, (one,), entry=entry, vector=vector, arbitrary=(entry,))


@settled
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
    return rule(Kind.IDENTITY, decide_vanishing, (one,), point=point, arbitrary=(point,))


@settled
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
    return rule(Kind.IDENTITY, decide_attained, (one,), point=point, new=(point,))


@settled
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
    return rule(Kind.IDENTITY, decide_number, (), name=new, new=(new,))


@settled
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
    return rule(Kind.LINEAR, decide_signs, refs)


@settled
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
    return rule(Kind.CASES, decide_sign_cases, refs, split=dict(split))


@settled
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


def induction(on: Expr, base: By | str, step: By | str, hypothesis: str, start: int = 0) -> Rule:
    """A proposition for every n: its start, and the step from n to n + 1."""
    return rule(
        Kind.IDENTITY, decide_induction, (base, step, hypothesis), on=on, start=start, hypothesis=hypothesis,
        discharges=(hypothesis,), arbitrary=(on,),
    )  # fmt: skip


@settled
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
    return rule(Kind.IDENTITY, decide_clash, (one, two))


@settled
def decide_clash(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether one premise denies the other."""
    one, two = (premise.prop for premise in premises)
    fits = {one.relation, two.relation} == {"=", "!="} and Prop("=", one.left, one.right).same(
        Prop("=", two.left, two.right)
    )
    absurd = conclusion.relation == "=" and equal_terms(conclusion.gap, sympy.Integer(1))
    return Finding(fits and absurd, "a premise and its denial" if fits and absurd else "no contradiction")


def conic() -> Rule:
    """An even part that is a multiple of the absolute value."""
    return rule(Kind.IDENTITY, decide_conic, ())


@settled
def decide_conic(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether the conclusion says of e |z|, e a number other than 0, that it is of that kind."""
    coefficient, rest = canonical(conclusion.left).as_coeff_Mul()
    value = isinstance(rest, AppliedUndef) and rest.func == mag and rest.args[0].is_Symbol
    fits = conclusion.relation == KIND and bool(coefficient != 0) and value
    return Finding(fits, f"{coefficient} |z|" if fits else "no multiple of |z|")


def apart(*refs: By | str, times: Any = 1) -> Rule:
    """A denial: were it an equation, then times a factor what a premise denies would hold, or 1 be 0."""
    return rule(Kind.IDENTITY, decide_apart, refs, times=times)


@settled
def decide_apart(conclusion: Prop, premises: Sequence[Premise], times: Expr) -> Finding:
    """Whether what is denied, or 1, is a combination of the conclusion, times a factor, and of equations."""
    denied = [premise.prop.gap for premise in premises if premise.prop.relation == "!="]
    if conclusion.relation != "!=" or len(denied) > 1:
        return Finding(False, "at most one denial is required, and gives one")
    equations = [one for other in premises if other.prop.relation == "=" for one in other.multiples()]
    absurd = denied[0] if denied else sympy.Integer(1)
    _, (target, *forms) = read_all([absurd, times * conclusion.gap, *equations])
    fits = solved(target, forms) is not None
    return Finding(fits, "else what is denied would hold" if fits else "what is denied does not follow")


def absurd(one: By | str) -> Rule:
    """An inequality between numbers that does not hold gives 1 = 0."""
    return rule(Kind.LINEAR, decide_absurd, (one,))


@settled
def decide_absurd(conclusion: Prop, premises: Sequence[Premise]) -> Finding:
    """Whether the premise is false as it stands, between numbers, and the conclusion is 1 = 0."""
    (premise,) = premises
    gap = canonical(premise.prop.gap)
    false = bool(gap.is_Rational) and premise.prop.relation in (">=", ">") and not evident(premise.prop, ())
    fits = false and conclusion.relation == "=" and equal_terms(conclusion.gap, sympy.Integer(1))
    return Finding(fits, "an inequality between numbers that does not hold" if fits else "no contradiction")


def refute(one: By | str, supposition: str) -> Rule:
    """From 1 = 0 under a supposed equation: it does not hold."""
    return rule(Kind.IDENTITY, decide_refute, (one, supposition), discharges=(supposition,))


@settled
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
