"""Every statement: it passes with all its mutants, and altering any one check by hand is found and named."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from symproof.paper import _template, abouts, statements
from symproof.proof.chain import order_defects
from symproof.proof.engine import State, run_check, run_hypothesis, run_statement
from symproof.proof.sizes import resolve
from symproof.proof.statement import Statement
from symproof.rocq.formal_status import theorem_names
from symproof.rocq.toolchain import THEORIES

ALL = statements()
IDS = [item.id for item in ALL]

# The table of the paper's statements with both numbers.
TABLE = {
    "setup-parity": ("display (2)", "Parity"),
    "setup-display-4": ("display (4)", "in Theorem 8"),
    "setup-display-5": ("display (5)", "in Theorem 10"),
    "skip-reduction": ("Setup (linear skip)", "Lemma 4"),
    "homogeneous-form": ("in Proposition 1", "in Proposition 5"),
    "prop-1": ("Proposition 1", "Proposition 5"),
    "prop-1-relu2": ("Proposition 1 (ReLU^2)", "Proposition 5 (ReLU^2)"),
    "prop-1-reglu": ("Proposition 1 (ReGLU)", "Proposition 5 (ReGLU)"),
    "prop-2": ("Proposition 2", "Proposition 6"),
    "prop-2-swiglu": ("Proposition 2 (SwiGLU)", "Proposition 6 (SwiGLU)"),
    "prop-2-geglu": ("Proposition 2 (GeGLU)", "Proposition 6 (GeGLU)"),
    "prop-2-bilinear": ("Proposition 2 (bilinear)", "Proposition 6 (bilinear)"),
    "cor-3": ("Corollary 3", "Corollary 7"),
    "lemma-6": ("Lemma 6", None),
    "lemma-7": ("Lemma 7", None),
    "thm-4-relu": ("Theorem 4 (ReLU)", "Theorem 8"),
    "thm-4-gelu": ("Theorem 4 (GELU)", "Theorem 10"),
    "cor-5": ("Corollary 5", "Corollary 11"),
    "converse": ("Converse (after Corollary 5)", None),
    "prop-8-i": ("Proposition 8 (i)", None),
    "prop-8-ii": ("Proposition 8 (ii)", None),
    "width-remark": ("Discussion (width)", None),
    "gauge": ("Discussion (gauge)", None),
}

# What is dropped -> the statement and hypothesis whose example shows what happens.
SECTION_5 = {
    "k != 1 in Prop 1": ("prop-1", "k-not-1"),
    "M != 0 in Prop 1": ("prop-1", "M-nonzero"),
    "M != 0 in Prop 2": ("prop-2", "M-nonzero"),
    "g(0) = 0 in Prop 2": ("prop-2", "g0"),
    "no bias in Prop 2": ("prop-2", "gated"),
    "rows non-collinear in Thm 4": ("thm-4-relu", "rows-non-collinear"),
    "columns nonzero in Thm 4": ("thm-4-relu", "columns-nonzero"),
    "d >= 2 in Cor 5": ("cor-5", "d-at-least-2"),
    "rank W_up = d in Prop 8 (i)": ("prop-8-i", "rank"),
    "equal widths": ("prop-8-ii", "almost-every"),
}


@pytest.fixture(params=ALL, ids=IDS)
def item(request) -> Statement:
    return request.param


def test_the_statement_passes_and_every_mutant_is_killed(item) -> None:
    result = run_statement(item, mutants=True)
    assert result.troubles == []
    assert result.fine
    assert len(result.mutants) >= len([step for step in result.steps if step.state is State.PASSED])


def test_it_passes_at_the_smallest_sizes_and_the_mutants_are_false_there_too(item) -> None:
    """At small sizes a Groebner basis confirms that a mutant follows with no multipliers at all."""
    smallest = {size.name: size.low for size in item.sizes}
    if "N" in smallest:
        smallest["N"] = max(smallest["N"], smallest.get("d", 0))
    result = run_statement(item, smallest)
    assert result.troubles == []
    several = {size.name: max(size.low, 2) for size in item.sizes}
    assert run_statement(item, several, mutants=True).troubles == []


def test_the_sentence_names_every_hypothesis_once(item) -> None:
    assert sorted(item.marked) == sorted(hypothesis.name for hypothesis in item.hypotheses)
    assert item.sentence.endswith(".")
    assert not {"](", "[ "} & {item.sentence[at : at + 2] for at in range(len(item.sentence))}


def test_any_check_that_is_altered_fails_and_is_named(item) -> None:
    for step in item.steps(resolve(item.sizes, {})):
        for mutant in step.mutants:
            outcome = run_check(step.check.altered(mutant.changes))
            assert outcome.state is State.FAILED, (step.name, mutant.what)


def test_every_assumption_is_a_reference_that_was_carried_out(item) -> None:
    for step in item.steps(resolve(item.sizes, {})):
        assert step.defects == ()
        if not step.illustration:
            assert len(step.premises) == len(step.written.rule.refs)


def test_every_reading_says_why_and_names_its_theorem(item) -> None:
    named = {theorem for _, theorem in theorem_names((THEORIES / "Main.v").read_text(encoding="utf-8"))}
    for step in item.steps(resolve(item.sizes, {})):
        if step.read:
            data = step.written.rule.data
            assert len(data["reason"]) > 10
            assert data["rocq"] in {"none", *named}, step.name


def test_no_step_is_slow(item) -> None:
    assert max(step.seconds for step in run_statement(item).steps) < 3


def test_every_hypothesis_has_an_example_or_an_honest_note(item) -> None:
    for hypothesis in item.hypotheses:
        without = hypothesis.without
        assert len(without.text) > 10, hypothesis.name
        if without.needed:
            assert run_hypothesis(hypothesis, mutants=True).fine


def test_claims_and_formulas_are_there(item) -> None:
    for step in item.steps(resolve(item.sizes, {})):
        assert step.claim.endswith((".", ".)")), step.name
        assert step.formula
        assert step.scope.text
        assert step.formula.count("{") == step.formula.count("}"), step.formula


def test_the_statement_is_printed_from_its_conclusions(item) -> None:
    for step in item.conclusions:
        assert step.formula == r"1 = 0" or step.formula in item.latex
        assert step.claim == "1 = 0." or step.claim in item.words


def test_the_literal_that_a_list_is_printed_from_is_the_one_that_is_used(item) -> None:
    assert {**item.about} in [dict(about) for about in abouts()]


def test_names_of_steps_and_data_are_plain(item) -> None:
    for step in item.steps(resolve(item.sizes, {})):
        assert step.name == step.name.strip().lower()


def test_the_statements_rest_on_each_other_without_circles() -> None:
    assert order_defects(ALL) == []


def test_every_statement_of_the_table_is_there_with_both_numbers() -> None:
    numbers = {item.id: (item.source.v2, item.source.v1) for item in ALL}
    assert {name: numbers.get(name) for name in TABLE} == TABLE


def test_what_is_not_in_the_table_is_called_new() -> None:
    assert [item.id for item in ALL if item.id not in TABLE and not item.source.new] == []


@pytest.mark.parametrize("row", SECTION_5)
def test_every_row_of_section_5_is_an_example_that_is_checked(row) -> None:
    name, hypothesis = SECTION_5[row]
    found = next(item for item in ALL if item.id == name).hypothesis(hypothesis)
    assert found.without.needed
    assert run_hypothesis(found, mutants=True).fine


def facts(items: Iterable[Statement]) -> set[str]:
    return {
        step.check.data["fact"].name
        for item in items
        for step in item.steps(resolve(item.sizes, {}))
        if step.cited
    }


def test_the_cited_facts_are_few() -> None:
    assert facts(ALL) == {
        "real powers",
        "roots are few",
        "coefficients are unique",
        "more unknowns than equations",
        "zero sets are null",
        "bounded on a box",
        "exponentials beat powers",
        "differences vanish for polynomials only",
        "Sperner",
        "Stanley",
    }


def test_the_paper_itself_cites_five_facts() -> None:
    assert len(facts(item for item in ALL if not item.source.new)) == 5


def test_most_inferences_are_computed() -> None:
    steps = [step for item in ALL for step in item.steps(resolve(item.sizes, {})) if not step.illustration]
    read = [step for step in steps if step.read]
    assert len(read) < len(steps) / 6
    assert all(
        step.scope.general
        for step in steps
        if not step.cited and step.written.rule.decide.__name__ != "decide_taylor"
    )


def test_the_statements_beyond_the_paper_are_there() -> None:
    new = {item.id for item in ALL if item.source.new}
    assert new == {
        "general-skip",
        "any-activation",
        "least-width",
        "biases",
        "open-gates",
        "pre-norm",
        "narrow-depth",
        "mixed-stacks",
        "open-gates-width",
        "kinks",
        "no-linear-term",
        "linear-activation",
        "rigid-gates",
        "depth-smooth",
        "depth-every",
        "depth-pair",
        "depth-cover",
        "depth-relu",
        "flat-layers",
        "closure",
        "counting",
        "how-many",
        "distance",
        "gated-biases",
        "hyper-connections",
        "input-skips",
        "polynomial-activations",
        "sublinear-depth",
        "sup-bound",
        "trace-width",
        "value-biases",
    }


def test_the_template_is_a_statement_that_passes_and_is_not_listed() -> None:
    result = run_statement(_template.STATEMENT, mutants=True)
    assert result.troubles == []
    assert "template" not in IDS


def test_statements_are_found_by_discovery() -> None:
    assert len(set(IDS)) == len(IDS)
    assert list(ALL) == sorted(ALL, key=lambda item: (item.place, item.id))


def test_every_tag_of_the_rocq_main_file_is_a_statement() -> None:
    tags = {tag for tag, _ in theorem_names((THEORIES / "Main.v").read_text(encoding="utf-8"))}
    assert tags - {"certificate"} <= set(IDS)
