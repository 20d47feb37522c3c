"""Stepping through a proof, and displays that compute nothing."""

from __future__ import annotations

import pytest

from symproof.paper import get, statement, statements
from symproof.proof import stepper


def test_next_goes_through_all_steps_and_then_says_none() -> None:
    proof = get("prop-1")
    shown = list(proof)
    assert [step.number for step in shown] == list(range(1, len(proof.steps) + 1))
    assert all(step.passed for step in shown)
    assert proof.next() is None
    proof.reset()
    assert proof.next().number == 1


def test_run_does_not_move_the_place() -> None:
    proof = get("prop-2")
    proof.next()
    assert proof.run().fine
    assert proof.next().number == 2


def test_a_shown_step_has_its_formula_check_and_result() -> None:
    text = repr(get("lemma-6").next())
    assert "l_r e = I" in text or "l_r e = 1" in text
    assert "passed [polynomial identity over Q]" in text
    assert "general:" in text


def test_sizes_are_passed_on() -> None:
    assert get("lemma-6", {"d": 2, "M": 3}).sizes == {"d": 2, "M": 3}
    with pytest.raises(ValueError, match="between"):
        get("lemma-6", {"d": 50})


def test_displays_run_no_check(monkeypatch) -> None:
    proof = get("thm-4-relu")
    shown = proof.next()

    def forbidden(*args: object) -> None:
        raise AssertionError("a display computes")

    monkeypatch.setattr(stepper, "run_step", forbidden)
    monkeypatch.setattr(stepper, "run_statement", forbidden)
    for item in (proof, shown):
        assert repr(item)
        assert item._repr_html_().startswith("<")
        assert item._repr_latex_().startswith("$")


def test_html_is_escaped() -> None:
    for item in statements():
        assert "<script" not in get(item.id)._repr_html_()
    assert "lambda &gt; 0" in get("prop-1").next()._repr_html_()


def test_formulas_are_mathml_in_html_and_plain_when_nothing_typesets() -> None:
    assert "<math" in get("prop-1").next()._repr_html_()
    assert "<math" in get("prop-1")._repr_html_()
    assert "<code>\\sigma" in stepper.Proof(statement("prop-1")).next()._repr_html_()


def test_results_and_statements_have_a_short_repr() -> None:
    assert repr(get("prop-2").run()) == "<prop-2: passed, 8 steps checked, 0 cited>"
    assert repr(statement("prop-2")) == "<prop-2: gated blocks whose gate vanishes at 0 never absorb>"
    assert statement("prop-2")._repr_latex_().startswith("$")


def test_unknown_ids_are_named() -> None:
    with pytest.raises(KeyError, match="no statement 'prop-99'"):
        statement("prop-99")
    with pytest.raises(KeyError, match="no hypothesis 'g1'"):
        statement("prop-2").hypothesis("g1")
