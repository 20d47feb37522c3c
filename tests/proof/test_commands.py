"""`verify`, `show` and `list`: what they print, and their exit status."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from helpers.proofs import SQUARES, statement, step, x, y

import symproof.paper
from symproof.command.main import main
from symproof.proof import listed
from symproof.proof.facts import ROOTS
from symproof.proof.props import equal
from symproof.proof.readings import cited
from symproof.proof.references import by
from symproof.proof.rules import algebra
from symproof.proof.step import mutant
from symproof.proof.step import step as proof_step
from symproof.rocq import formal_status
from symproof.verdict import Exit


def test_verify_one_statement(capsys) -> None:
    assert main(["verify", "prop-1", "--mutants"]) == Exit.ESTABLISHED
    out = capsys.readouterr().out
    assert "prop-1" in out
    assert "20/20" in out
    assert out.rstrip().endswith("passed")


def test_the_rocq_column_comes_from_the_formal_status(monkeypatch, capsys) -> None:
    proved = formal_status.Proved("lemma_6", "lemma-6", ()), formal_status.Proved("p_1", "prop-1", ("ax",))
    monkeypatch.setattr(formal_status, "status", lambda: formal_status.Status(None, proved))
    assert main(["verify", "lemma-6", "prop-1", "prop-2"]) == Exit.ESTABLISHED
    header, _, lemma, first, second, *_ = capsys.readouterr().out.splitlines()
    assert header.endswith("rocq")
    assert lemma.endswith(" 1")
    assert first.endswith(" 1 (1 axioms)")
    assert second.endswith("  -")
    assert main(["verify", "lemma-6", "--json"]) == Exit.ESTABLISHED
    assert json.loads(capsys.readouterr().out)["statements"][0]["rocq"] == "lemma_6 (no axioms)"


def test_without_coqc_the_ledger_says_so(monkeypatch, capsys) -> None:
    monkeypatch.setattr(formal_status, "status", lambda: formal_status.Status(formal_status.NO_ROCQ))
    assert main(["verify", "prop-2"]) == Exit.ESTABLISHED
    assert f"Rocq: {formal_status.NO_ROCQ}" in capsys.readouterr().out


def test_verify_json(capsys) -> None:
    assert main(["verify", "lemma-6", "prop-2", "--json", "--mutants"]) == Exit.ESTABLISHED
    value = json.loads(capsys.readouterr().out)
    assert value["verdict"] == "passed"
    assert [row["id"] for row in value["statements"]] == ["lemma-6", "prop-2"]
    keys = {"id", "title", "steps", "checked", "cited", "mutants", "killed", "seconds", "rocq"}
    assert all(keys <= set(row) for row in value["statements"])
    assert [fact["name"] for fact in value["facts"]] == ["roots are few"]


def test_inferences_in_words_are_counted_apart(capsys) -> None:
    """Oracle: the steps that are read, counted from the statements themselves."""
    steps = symproof.paper.get("lemma-6").steps
    count = sum(item.read for item in steps)
    assert 0 < count < len(steps)
    assert main(["verify", "lemma-6"]) == Exit.ESTABLISHED
    header, _, row, *rest = capsys.readouterr().out.splitlines()
    assert row[: header.index("words") + len("words")].split()[-1] == str(count)
    assert f"words: {count} steps beside these" in " ".join(rest)
    assert main(["verify", "lemma-6", "--json"]) == Exit.ESTABLISHED
    assert json.loads(capsys.readouterr().out)["statements"][0]["in_words"] == count


def test_show_says_that_an_inference_in_words_is_read(capsys) -> None:
    assert main(["show", "lemma-6"]) == Exit.ESTABLISHED
    out = capsys.readouterr().out
    assert out.count("read, not computed:") == sum(item.read for item in symproof.paper.get("lemma-6").steps)
    assert "in words, which are read and not computed" in out


def test_quiet_prints_nothing(capsys) -> None:
    assert main(["verify", "prop-1", "--quiet"]) == Exit.ESTABLISHED
    captured = capsys.readouterr()
    assert (captured.out, captured.err) == ("", "")


@pytest.mark.parametrize(
    ("arguments", "status", "verdict"),
    [
        (["lemma-6", "--strict"], Exit.INCOMPLETE, "incomplete"),
        (["lemma-6"], Exit.ESTABLISHED, "passed"),
        (["prop-2", "--strict"], Exit.ESTABLISHED, "passed"),
    ],
)
def test_the_verdict_says_what_the_status_says(arguments, status, verdict, capsys) -> None:
    assert main(["verify", *arguments, "--json"]) == status
    assert json.loads(capsys.readouterr().out)["verdict"] == verdict


def test_strict_is_incomplete_when_a_step_is_only_cited() -> None:
    assert main(["verify", "lemma-6", "--strict", "--quiet"]) == Exit.INCOMPLETE
    assert main(["verify", "prop-2", "--strict", "--quiet"]) == Exit.ESTABLISHED


@pytest.mark.parametrize(
    "arguments",
    [
        ["verify", "nope"],
        ["show", "nope"],
        ["show", "prop-2", "--without", "nope"],
        ["verify", "prop-1", "--sizes", "d=3"],
        ["verify", "lemma-6", "--sizes", "d=77"],
        ["show", "lemma-6", "--sizes", "d"],
    ],
)
def test_wrong_names_and_sizes_are_usage_errors(arguments, capsys) -> None:
    assert main(arguments) == Exit.USAGE
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("symproof: ")
    assert "Traceback" not in captured.err


def _only(monkeypatch, *made) -> None:
    monkeypatch.setattr(symproof.paper, "statements", lambda: made)
    monkeypatch.setattr(symproof.paper, "statement", {item.id: item for item in made}.__getitem__)


def test_a_broken_step_turns_the_exit_status_and_is_named(monkeypatch, capsys) -> None:
    _only(monkeypatch, statement(step("good"), step("bad-sign", equal(x**2, 2 * y**2), uses=("good",))))
    assert main(["verify"]) == Exit.REJECTED
    captured = capsys.readouterr()
    assert "step 'bad-sign'" in captured.err
    assert "FAILED" in captured.out
    assert main(["verify", "--json"]) == Exit.REJECTED
    assert json.loads(capsys.readouterr().out)["verdict"] == "failed"
    assert main(["show", "test", "--quiet"]) == Exit.REJECTED


def test_a_living_mutant_turns_the_exit_status(monkeypatch, capsys) -> None:
    alive = replace(step("one"), mutants=(mutant("the same, negated", conclusion=equal(-(x**2), -(y**2))),))
    _only(monkeypatch, statement(alive))
    assert main(["verify"]) == Exit.ESTABLISHED
    assert main(["verify", "--mutants"]) == Exit.REJECTED
    assert "is not killed" in capsys.readouterr().err


def test_no_statement_is_no_success(monkeypatch) -> None:
    _only(monkeypatch)
    assert main(["verify", "--quiet"]) == Exit.REJECTED


def test_show_prints_the_proof_when_not_on_a_terminal(capsys) -> None:
    assert main(["show", "prop-2", "--step"]) == Exit.ESTABLISHED
    out = capsys.readouterr().out
    for part in (
        "hypotheses",
        "proof",
        "contradiction",
        "without g0",
        "not needed",
        "passed: 8 steps checked",
    ):
        assert part in out


def test_show_json_has_every_step(capsys) -> None:
    assert main(["show", "prop-2", "--json"]) == Exit.ESTABLISHED
    value = json.loads(capsys.readouterr().out)
    assert [item["state"] for item in value["steps"]] == ["passed"] * 8
    assert {item["name"] for item in value["hypotheses"]} >= {"g0", "M-nonzero", "g-differentiable"}


def test_show_without_prints_the_example(capsys) -> None:
    assert main(["show", "prop-2", "--without", "g0"]) == Exit.ESTABLISHED
    out = capsys.readouterr().out
    assert "Logistic gate" in out
    assert "needed" in out
    assert "passed [polynomial identity over Q]" in out


def test_list_names_every_statement(capsys) -> None:
    assert main(["list"]) == Exit.ESTABLISHED
    rows = capsys.readouterr().out.splitlines()
    assert [row.split()[0] for row in rows[2:]] == [item.id for item in symproof.paper.statements()]


def test_facts_are_listed_at_the_end(monkeypatch, capsys) -> None:
    fact = proof_step("fact", equal(x, y), cited(ROOTS, "root"))
    made = statement(fact, proof_step("one", SQUARES, algebra(by("fact", times=x + y))))
    _only(monkeypatch, made)
    monkeypatch.setattr(listed, "_sections", lambda: {"test": frozenset(listed.lines(made.steps({})))})
    assert main(["verify"]) == Exit.ESTABLISHED
    assert "cited facts (1):" in capsys.readouterr().out


@pytest.mark.parametrize("command", ["verify", "show", "list"])
def test_help_is_printed(command, capsys) -> None:
    with pytest.raises(SystemExit) as stopped:
        main([command, "--help"])
    assert stopped.value.code == 0
    assert "usage: symproof" in capsys.readouterr().out
