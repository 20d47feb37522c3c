"""The engine: what passes, what fails, and that nothing passes by accident."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.proofs import SQUARES, hypothesis, square, statement, step, x, y
from sympy import Max, symbols

from symproof.proof import listed
from symproof.proof.check import Check, Finding
from symproof.proof.engine import State, run_check, run_mutants, run_statement
from symproof.proof.facts import ROOTS
from symproof.proof.kinds import Kind
from symproof.proof.ledger import build
from symproof.proof.props import equal
from symproof.proof.readings import cited, words
from symproof.proof.references import by
from symproof.proof.rules import algebra
from symproof.proof.sizes import Size, parse, resolve
from symproof.proof.statement import Given, Hypothesis, Statement, Without
from symproof.proof.step import Written, bounded, example, mutant
from symproof.proof.step import step as proof_step

a, b, odd = symbols("a b gizmo")
ROOT = Given("root", equal(x, y))


def saying(says: str, *hypotheses: Hypothesis) -> Statement:
    """A statement with another sentence."""
    made = statement(step("one"), hypotheses=hypotheses)
    return replace(made, about={**made.about, "says": says})


def test_a_statement_whose_steps_pass_passes() -> None:
    result = run_statement(statement(step("one"), step("two", uses=("one",))), mutants=True)
    assert [outcome.state for outcome in result.steps] == [State.PASSED] * 2
    assert result.troubles == [
        "test, step 'two': the mutant 'without one' is not killed: passed: 1 word, 1 premise"
    ]
    assert run_statement(statement(step("one")), mutants=True).fine


def test_a_false_step_fails_and_is_named() -> None:
    result = run_statement(statement(step("one", equal(x**2, 2 * y**2))))
    assert not result.fine
    assert "step 'one'" in result.troubles[0]


def test_an_example_needs_a_mutant() -> None:
    with pytest.raises(ValueError, match="needs a mutant"):
        example("one", "", square(), bounded(n=1))


def test_a_step_that_is_computed_has_mutants_by_machine() -> None:
    (made,) = statement(step("one")).steps({})
    assert [one.what for one in made.mutants] == [
        "something added on the left",
        "the sign of the right side",
        "without root",
    ]


def test_a_mutant_that_is_true_makes_the_statement_fail() -> None:
    true = mutant("the same, negated", conclusion=equal(-(x**2), -(y**2)))
    same = mutant("the same", conclusion=equal(x**2, y**2))
    for wrong in (true, same):
        made = statement(step("one", mutants=(wrong,)))
        assert run_statement(made).fine
        assert not run_statement(made, mutants=True).fine


def test_an_undecided_or_broken_mutant_is_not_killed() -> None:
    undecided, broken = run_mutants(
        square(), (mutant("no polynomial", rhs=Max(x, y)), mutant("no such data", nothing=1))
    )
    assert undecided.state is State.UNDECIDED
    assert broken.state is State.BROKEN
    assert not undecided.killed
    assert not broken.killed


def test_a_mutant_that_changes_nothing_is_not_killed() -> None:
    (same,) = run_mutants(square(), (mutant("the same", rhs=x**2 + 2 * x * y + y**2),))
    assert not same.killed


def test_an_exception_is_broken_and_never_an_answer() -> None:
    def explode() -> Finding:
        raise ZeroDivisionError("no")

    assert run_check(Check(Kind.EXHAUSTIVE, explode, {})).state is State.BROKEN


def test_a_citation_and_a_reading_are_not_called_checked(monkeypatch) -> None:
    fact = proof_step("fact", equal(x, y), cited(ROOTS, "root"))
    read = proof_step("read", equal(x, y), words("it is seen", "fact", rocq="none"))
    made = statement(fact, read, proof_step("one", SQUARES, algebra(by("read", times=x + y))))
    assert "step 'read' is not what was read" in run_statement(made).troubles[1]
    monkeypatch.setattr(listed, "_sections", lambda: {"test": frozenset(listed.lines(made.steps({})))})
    result = run_statement(made)
    assert result.fine
    assert [part.state for part in result.steps] == [State.CITED, State.READ, State.PASSED]
    ledger = build([result.statement], [result.statement])
    row = ledger.row(result)
    assert (row["checked"], row["cited"], row["in_words"]) == (1, 1, 1)
    assert ledger.facts == (ROOTS,)


def test_a_needed_hypothesis_must_have_an_example() -> None:
    with pytest.raises(ValueError, match="without an example"):
        Without(True, "trust me")
    with pytest.raises(ValueError, match="needs a mutant"):
        Without(True, "an example", square())


def test_a_false_example_makes_the_statement_fail() -> None:
    wrong = Without(True, "an example", square(rhs=x**2), (mutant("other", rhs=y**2),))
    good = hypothesis("h", True)
    bad = replace(good, without=wrong)
    assert run_statement(statement(step("one", uses=("h",)), hypotheses=(good,))).fine
    result = run_statement(statement(step("one", uses=("h",)), hypotheses=(bad,)))
    assert not result.fine
    assert "without 'h'" in result.troubles[0]


@pytest.mark.parametrize(
    ("made", "defect"),
    [
        (statement(step("one", uses=("zero",))), "is no earlier step"),
        (statement(step("one", uses=("two",)), step("two")), "is no earlier step"),
        (statement(step("one"), step("one")), "is taken"),
        (statement(step("one"), step("two")), "does not rest on step 'one'"),
        (statement(step("one"), hypotheses=(hypothesis("h", True),)), "hypothesis 'h' is used by no step"),
        (
            statement(step("one"), suppose=(ROOT, Given("idle", equal(x)))),
            "'idle' is used by",
        ),
        (statement(step("one"), suppose=(ROOT, Given("h", equal(odd)))), "say what 'gizmo'"),
        (statement(step("one"), concludes=("two",)), "concludes 'two', which is no step"),
        (statement(step("one"), define=(Given("d", equal(x, 1)),)), "names something that is not new"),
        (statement(step("one"), define=(Given("d", equal(a + b, 1)),)), "has no name on its left"),
        (statement(step("one", illustration=True), step("two", uses=("one",))), "is no earlier step"),
        (statement(step("one", illustration=True)), "no proof step"),
        (statement(), "no proof step"),
        (saying("a test without names", hypothesis("h")), "names hypothesis 'h' 0 times"),
        (saying("[one](h) and [two](h)", hypothesis("h")), "names hypothesis 'h' 2 times"),
        (saying("[one](g)"), "names 'g', which is no hypothesis"),
        (saying(""), "no sentence says"),
        (saying("x = y"), "the sentence: a relation is typed"),
    ],
)
def test_a_broken_chain_is_found(made, defect) -> None:
    result = run_statement(made)
    assert not result.fine
    assert any(defect in trouble for trouble in result.troubles)


def test_a_statement_that_cannot_be_built_fails_and_is_no_usage_error() -> None:
    def explode(sizes: object) -> tuple[Written, ...]:
        raise ValueError("no")

    result = run_statement(replace(statement(step("one")), written=explode))
    assert not result.fine
    assert "cannot be built" in result.troubles[0]


def test_circles_and_unknown_statements_are_found(monkeypatch) -> None:
    one = statement(proof_step("s", SQUARES, words("seen", "b", rocq="none")), id="a")
    two = statement(proof_step("s", SQUARES, words("seen", "a", rocq="none")), id="b")
    monkeypatch.setattr("symproof.paper.statement", {"a": one, "b": two}.__getitem__)
    ledger = build([one, two], [one, two])
    assert not ledger.passed
    assert any("rests on" in trouble for trouble in ledger.troubles)
    unknown = statement(proof_step("s", SQUARES, words("seen", "c", rocq="none")))
    assert any("'c' is no earlier step" in trouble for trouble in build([unknown], [unknown]).troubles)


def test_an_empty_ledger_has_not_passed() -> None:
    assert not build([], []).passed


def test_sizes() -> None:
    sizes = (Size("d", 2, 1, 4), Size("N", 3, 1, 9))
    assert resolve(sizes, {}) == {"d": 2, "N": 3}
    assert resolve(sizes, {"d": 3, "order": 8}) == {"d": 3, "N": 3}
    with pytest.raises(ValueError, match="between 1 and 4"):
        resolve(sizes, {"d": 5})
    assert resolve(sizes, {"d": 4}) == {"d": 4, "N": 4}
    with pytest.raises(ValueError, match="N >= d"):
        resolve(sizes, {"d": 4, "N": 3})


@pytest.mark.parametrize(
    "text", ["d", "d=", "d=-1", "d=1.5", "d=3,,N=5", "d=3;N=5", "=3", "d=3,d=4", "d=1234567", "d=٣"]
)
def test_sizes_that_are_not_of_the_form_are_refused(text) -> None:
    with pytest.raises(ValueError, match=r"sizes look like|twice"):
        parse(text)
