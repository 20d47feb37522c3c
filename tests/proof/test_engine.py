"""The engine: what passes, what fails, and that nothing passes by accident."""

from __future__ import annotations

from dataclasses import replace

import pytest
from helpers.proofs import hypothesis, square, statement, step, x, y
from sympy import Max

from symproof.proof.check import Check, Finding
from symproof.proof.engine import State, run_check, run_mutants, run_statement
from symproof.proof.facts import ROOTS, cite
from symproof.proof.kinds import Kind
from symproof.proof.ledger import build
from symproof.proof.sizes import Size, parse, resolve
from symproof.proof.statement import Without
from symproof.proof.step import Step, general, mutant


def test_a_statement_whose_steps_pass_passes() -> None:
    result = run_statement(statement(step("one"), step("two", uses=("one",))), mutants=True)
    assert result.fine
    assert [outcome.outcome.state for outcome in result.steps] == [State.PASSED] * 2
    assert all(found.killed for found in result.mutants)
    assert len(result.mutants) == 2


def test_a_false_step_fails_and_is_named() -> None:
    result = run_statement(statement(step("one", square(rhs=x**2))))
    assert not result.fine
    assert "step 'one'" in result.troubles[0]


def test_a_step_that_is_checked_needs_a_mutant() -> None:
    with pytest.raises(ValueError, match="needs a mutant"):
        Step("one", "claim", "formula", square(), general("why"))


def test_a_mutant_that_is_true_makes_the_statement_fail() -> None:
    true = Step(
        "one",
        "claim",
        "formula",
        square(),
        general("why"),
        mutants=(mutant("the same, expanded", lhs=(y + x) * (x + y) + 0),),
    )
    other = Step(
        "one",
        "claim",
        "formula",
        square(),
        general("why"),
        mutants=(mutant("x times", lhs=x * (x + y) + y * (x + y)),),
    )
    assert run_statement(statement(other)).fine
    assert not run_statement(statement(other), mutants=True).fine
    assert not run_statement(statement(true), mutants=True).fine


def test_an_undecided_or_broken_mutant_is_not_killed() -> None:
    undecided, broken = run_mutants(
        square(), (mutant("no polynomial", rhs=Max(x, y)), mutant("no such data", nothing=1))
    )
    assert undecided.outcome.state is State.UNDECIDED
    assert broken.outcome.state is State.BROKEN
    assert not undecided.killed
    assert not broken.killed


def test_a_mutant_that_changes_nothing_is_not_killed() -> None:
    (same,) = run_mutants(square(), (mutant("the same", rhs=x**2 + 2 * x * y + y**2),))
    assert not same.killed


def test_an_exception_is_broken_and_never_an_answer() -> None:
    def explode() -> Finding:
        raise ZeroDivisionError("no")

    assert run_check(Check(Kind.EXHAUSTIVE, explode, {})).state is State.BROKEN


def test_a_citation_is_not_called_checked() -> None:
    cited = Step("fact", "a fact", "", cite(ROOTS), general("a fact"))
    result = run_statement(statement(cited, step("one", uses=("fact",))))
    assert result.fine
    assert result.steps[0].outcome.state is State.CITED
    ledger = build([result.statement], [result.statement])
    assert (ledger.row(result)["checked"], ledger.row(result)["cited"]) == (1, 1)
    assert ledger.facts == (ROOTS,)


def test_a_needed_hypothesis_must_have_an_example() -> None:
    with pytest.raises(ValueError, match="without an example"):
        Without(True, "trust me")
    with pytest.raises(ValueError, match="needs a mutant"):
        Without(True, "an example", square())


def test_a_false_example_makes_the_statement_fail() -> None:
    wrong = Without(True, "an example", square(rhs=x**2), (mutant("other", rhs=y**2),))
    good = hypothesis("h", True)
    bad = type(good)("h", "h", "h", wrong)
    assert run_statement(statement(step("one", uses=("h",)), hypotheses=(good,))).fine
    result = run_statement(statement(step("one", uses=("h",)), hypotheses=(bad,)))
    assert not result.fine
    assert "without 'h'" in result.troubles[0]


@pytest.mark.parametrize(
    ("made", "defect"),
    [
        (statement(step("one", uses=("zero",))), "not before it"),
        (statement(step("one", uses=("two",)), step("two")), "not before it"),
        (statement(step("one"), step("one")), "is taken"),
        (statement(step("one"), step("two")), "does not rest on step 'one'"),
        (statement(step("one"), hypotheses=(hypothesis("h", True),)), "hypothesis 'h' is used by no step"),
        (statement(step("one"), uses=("lemma-6",)), "'lemma-6' is named and used by no step"),
        (statement(step("one", illustration=True), step("two", uses=("one",))), "rests on the illustration"),
        (statement(step("one", illustration=True)), "no proof step"),
        (statement(), "no proof step"),
    ],
)
def test_a_broken_chain_is_found(made, defect) -> None:
    result = run_statement(made)
    assert not result.fine
    assert any(defect in trouble for trouble in result.troubles)


def test_a_statement_that_cannot_be_built_fails_and_is_no_usage_error() -> None:
    def explode(sizes: object) -> tuple[Step, ...]:
        raise ValueError("no")

    result = run_statement(replace(statement(step("one")), steps=explode))
    assert not result.fine
    assert "cannot be built" in result.troubles[0]


def test_circles_and_unknown_statements_are_found() -> None:
    one = statement(step("s", uses=("b",)), uses=("b",), id="a")
    two = statement(step("s", uses=("a",)), uses=("a",), id="b")
    ledger = build([one], [one, two])
    assert not ledger.passed
    assert any("rests on itself" in trouble for trouble in ledger.troubles)
    assert any("does not exist" in trouble for trouble in build([one], [one]).troubles)


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
