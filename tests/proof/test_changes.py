"""Changes to the ledger that make it false: each ends with exit 1 and names the step.

A change is made in the statement as it is written, to a conclusion and to all uses inside one step at once,
so that the step stays consistent with itself. Every kind of step is changed: what is computed fails itself or
a use of it, what is read or cited is not what READINGS.md says. Run as a script it makes as many as told.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from sympy import Add, Symbol

import symproof.paper
from symproof.command.main import main
from symproof.proof.engine import run_statement
from symproof.proof.props import PLAIN, Prop, equal
from symproof.proof.readings import words
from symproof.proof.references import By
from symproof.proof.sizes import resolve
from symproof.proof.statement import Statement
from symproof.proof.step import Step, Written
from symproof.proof.step import step as proof_step
from symproof.proof.terms import put, read_all
from symproof.verdict import Exit

ALL = symproof.paper.statements()
BY_ID = {item.id: item for item in ALL}

Change = Callable[[Written], Written]


def changed(item: Statement, name: str, change: Change) -> Statement:
    """The statement with one of its written steps replaced."""

    def written(sizes: Any) -> tuple[Written, ...]:
        return tuple(change(one) if one.name == name else one for one in item.written(sizes))

    return replace(item, written=written)


def everywhere(old: Any, new: Any) -> Change:
    """One term replaced in the conclusion, in what is put in, and in the multipliers."""

    def change(one: Written) -> Written:
        refs = tuple(_inside(by, old, new) for by in one.rule.refs)
        conclusion = one.conclusion and one.conclusion.put({old: new})
        return replace(one, conclusion=conclusion, rule=replace(one.rule, refs=refs))

    return change


def _inside(by: By, old: Any, new: Any) -> By:
    return replace(
        by,
        change={
            key: value if callable(value) else put(value, {old: new}) for key, value in by.change.items()
        },
        times=tuple(tuple(put(Add(factor), {old: new}) for factor in pair) for pair in by.times),
        inside=tuple(put(one, {old: new}) for one in by.inside),
        given={name: _inside(inner, old, new) for name, inner in by.given.items()},
    )


def concluding(conclusion: Prop) -> Change:
    """Another conclusion."""
    return lambda one: replace(one, conclusion=conclusion)


def _step(item: Statement, name: str) -> Step:
    return next(step for step in item.steps(resolve(item.sizes, {})) if step.name == name)


def _scaled(item: str, name: str, factor: int, right: bool = True) -> tuple[str, str, Change]:
    """The conclusion with one side multiplied."""
    old = _step(BY_ID[item], name).conclusion
    new = replace(old, right=factor * old.right) if right else replace(old, left=factor * old.left)
    return item, name, concluding(new)


def seven() -> dict[str, tuple[str, str, Change]]:
    """The seven consistent changes that a ledger of unlinked identities let pass."""
    n, p, card = Symbol("n"), *(_named("cor-5", name) for name in ("p", "card"))
    return {
        "the condition with -2 M, and V_down V_up with 4 M": _scaled("general-skip", "necessary", 2),
        "a flip that changes the block by 2 l": _scaled("general-skip", "gap-vector", 2),
        "the sign of the other rows in the count": _scaled("general-skip", "single", -1),
        "one row for a class of V alone": _less("prop-8-ii", "rows"),
        "the point where x is not 0, with another value": (
            "flat-layers",
            "zero",
            concluding(equal(_x(), -_x())),
        ),
        "3 c |q| for a kink": _scaled("lemma-6", "kink", 3),
        "p_S = 7 + the size of S": ("cor-5", "start", concluding(equal(p(0), 7 + card(0)))),
        "and so for every n": ("cor-5", "next", concluding(equal(p(n + 1), 7 + card(n + 1)))),
    }


def _named(item: str, name: str) -> Any:
    found = {one for step in BY_ID[item].steps(resolve(BY_ID[item].sizes, {})) if step.conclusion
             for one in step.conclusion.symbols}  # fmt: skip
    return next(one for one in found if getattr(one, "__name__", "") == name)


def _x() -> Any:
    return next(iter(_step(BY_ID["flat-layers"], "zero").conclusion.left.free_symbols))


def _less(item: str, name: str) -> tuple[str, str, Change]:
    old = _step(BY_ID[item], name).conclusion
    return item, name, concluding(replace(old, right=old.right - Symbol("q")))


def texts() -> dict[str, tuple[Statement, str]]:
    """Five false texts: there is no place for them."""
    item = BY_ID["prop-1"]
    two = _step(item, "two").written

    def typed(sizes: Any) -> tuple[Written, ...]:
        return (Written("two", two.conclusion, two.rule, claim="2^k = 3"),)  # type: ignore[call-arg]

    reading = proof_step("two", two.conclusion, words("2^k = 3 for every k", "k-not-1", rocq="none"))
    unfounded = proof_step("two", two.conclusion, words("seen", "k-not-1", rocq="none"))
    missing = replace(unfounded, rule=replace(unfounded.rule, refs=(By("k-is-2"),)))
    wrong = concluding(replace(two.conclusion, right=two.conclusion.right + 1))
    titled = replace(item, about={**item.about, "title": "k = 1 never absorbs"})
    return {
        "a claim beside the data": (replace(item, written=typed), "claim"),
        "a relation in a reason": (changed(item, "two", lambda one: reading), "step 'two'"),
        "a relation in the glossary": (replace(item, names={"k": "the degree, k = 2"}), "entry 'k'"),
        "a relation in the title": (titled, "title"),
        "a fact that says something else": (changed(item, "two", wrong), "step 'two'"),
        "a reading without a reference": (changed(item, "two", lambda one: missing), "step 'two'"),
    }


KINDS: dict[str, Callable[[Step], bool]] = {
    "computed": lambda step: not (step.read or step.cited or step.illustration),
    "read": lambda step: step.read,
    "cited": lambda step: step.cited,
    "example": lambda step: step.illustration,
}


def random_changes(number: int, seed: int) -> Iterator[tuple[str, Statement, Step]]:
    """Random consistent changes: a constant, a sign, a renamed quantity, in the conclusion and its uses.

    Every kind of step has its share; what is stated of given numbers is changed where a step is an example.
    """
    source = random.Random(seed)
    steps = {
        kind: [(item, step) for item in ALL for step in _steps_of(item) if of(step)]
        for kind, of in KINDS.items()
    }
    while number:
        kind = source.choice(list(KINDS))
        item, step = source.choice(steps[kind])
        how = source.choice(("constant", "sign", "name"))
        change = _change(step, how, source)
        if change is not None:
            number -= 1
            yield f"{item.id}, {step.name} ({kind}): {how}", changed(item, step.name, change), step


def _steps_of(item: Statement) -> list[Step]:
    """All steps, but the one whose signs do not matter."""
    return [step for step in item.steps(resolve(item.sizes, {})) if step.name != "one-neuron"]


def _change(step: Step, how: str, source: random.Random) -> Change | None:
    if step.illustration:
        return _stated_otherwise(step, source)
    if how == "name":
        return _renamed(step, source)
    if step.conclusion.relation not in PLAIN:
        other = f"{step.conclusion.relation}, or not"
        return concluding(replace(step.conclusion, relation=other))
    return _term_changed(step, how, source)


def _stated_otherwise(step: Step, source: random.Random) -> Change:
    """What an example states of its numbers, changed: a side, a subset, a verdict, a claim, a sign."""
    data = step.check.data
    changes = {name: OTHERWISE[name](data[name], source) for name in OTHERWISE if data.get(name) is not None}
    name = source.choice(sorted(changes))
    altered = step.check.altered({name: changes[name]})

    def change(one: Written) -> Written:
        return replace(one, rule=replace(one.rule, data={"check": altered}))

    return change


def _one_entry(value: Any, source: random.Random) -> Any:
    """A text, a number, or one entry of a list or matrix of them, changed by a constant that is not 0."""
    by = source.choice((1, 2, -3))
    if isinstance(value, (list, tuple)):
        at = source.randrange(len(value))
        return type(value)(_one_entry(part, source) if n == at else part for n, part in enumerate(value))
    if isinstance(value, (str, bool)):
        return f"{value}, or not"
    return value.applyfunc(lambda entry: entry + by) if hasattr(value, "applyfunc") else value + by


def _without_one(value: tuple[int, ...], source: random.Random) -> tuple[int, ...]:
    gone = source.choice(value)
    return tuple(k for k in value if k != gone)


NEGATIVE = ("not-absorbable", "no-subset", "width-at-least")
OTHERWISE: dict[str, Callable[[Any, random.Random], Any]] = {
    "rhs": _one_entry,
    "equals": _one_entry,
    "coefficients": _one_entry,
    "rank": _one_entry,
    "sign": lambda value, source: -value,
    "bound": lambda value, source: value / 10**6,
    "subset": _without_one,
    "verdict": lambda value, source: "undecided",
    "refuted": _one_entry,
    "claim": lambda value, source: "absorbable" if value in NEGATIVE else "not-absorbable",
    "numerator": lambda value, source: -value,
    "forms": lambda value, source: (value[1], *value[1:]),
    "V": lambda value, source: replace(value, down=_one_entry(value.down, source)),
    "target": lambda value, source: value - 1 - Symbol("other") ** 2,
    "series": lambda value, source: (1, 0, 0),
}


def _renamed(step: Step, source: random.Random) -> Change | None:
    spoken = step.conclusion.left.free_symbols | step.conclusion.right.free_symbols
    fixed = sorted((one for one in step.fixed & spoken if isinstance(one, Symbol)), key=str)
    if not fixed:
        return None
    old = source.choice(fixed)
    others = [one for one in fixed if one != old and one.is_commutative == old.is_commutative]
    return everywhere(old, source.choice(others) if others and old.is_commutative else _twin(old))


def _twin(old: Symbol) -> Symbol:
    from symproof.proof.terms import matrix, shape

    found = shape(old)
    return matrix(f"{old.name}''", *found) if found else Symbol(f"{old.name}''")


def _term_changed(step: Step, how: str, source: random.Random) -> Change | None:
    """One term of the conclusion counted otherwise.

    For one term alone that would change nothing; of a limit or a series it is a term on the right, since a
    multiple of what tends to 0 tends to 0 as well.
    """
    conclusion = step.conclusion
    limiting = conclusion.relation in ("~", "->")
    algebra, (gap,) = read_all([conclusion.right if limiting else conclusion.gap])
    terms = [(word, monomial) for word, c in sorted(gap.items(), key=str) for monomial in sorted(c)]
    if len(terms) < (1 if limiting else 2):
        return None
    word, monomial = source.choice(terms)
    part = algebra.ring.from_dict({monomial: gap[word][monomial]}).as_expr()
    for letter in word:
        part = part * letter
    extra = (source.choice((1, 2, -3)) if how == "constant" else -2) * part
    if limiting:
        return concluding(replace(conclusion, right=conclusion.right + extra))
    return concluding(replace(conclusion, left=conclusion.left + extra))


def refused(item: Statement, capsys: Any, monkeypatch: Any) -> str:
    """What `symproof verify` says on standard error about a changed statement; it must answer 1."""
    monkeypatch.setattr(symproof.paper, "statements", lambda: (item,))
    monkeypatch.setattr(symproof.paper, "statement", lambda name: item if name == item.id else BY_ID[name])
    assert main(["verify", item.id]) == Exit.REJECTED
    return capsys.readouterr().err


@pytest.mark.parametrize("name", seven())
def test_a_consistent_change_is_refused_and_the_step_is_named(name, capsys, monkeypatch):
    item, step, change = seven()[name]
    said = refused(changed(BY_ID[item], step, change), capsys, monkeypatch)
    assert f"step '{step}'" in said or (step == "rows" and "step 'count'" in said)


@pytest.mark.parametrize("name", texts())
def test_a_false_text_is_refused(name, capsys, monkeypatch):
    item, named = texts()[name]
    assert named in refused(item, capsys, monkeypatch)


def names_it(said: str, item: Statement, step: Step) -> bool:
    """Whether a text names the step that was changed, or one that refers to it."""
    after = item.steps(resolve(item.sizes, {}))
    about = {step.name} | {one.name for one in after if step.name in one.uses}
    return any(f"step {name!r}" in said for name in about)


def test_two_hundred_random_consistent_changes_are_refused(monkeypatch, capsys):
    for what, item, step in random_changes(200, seed=14):
        assert names_it(refused(item, capsys, monkeypatch), item, step), what


def test_every_kind_of_step_is_changed():
    made = [what for what, _, _ in random_changes(200, seed=14)]
    for kind in KINDS:
        assert sum(f"({kind})" in what for what in made) >= 20, kind


if __name__ == "__main__":
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    alive = [
        what
        for what, item, step in random_changes(number, seed=14)
        if not names_it("; ".join(run_statement(item).troubles), item, step)
    ]
    print(f"{number} changes, {len(alive)} not refused", *alive, sep="\n")
    sys.exit(bool(alive))
