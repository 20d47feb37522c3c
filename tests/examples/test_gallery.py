"""The gallery is decided as it says, and its check can fail."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest
from oracles import brute

from symproof import read_block
from symproof.command import main as cli
from symproof.examples.gallery import FOLDER, pieces, run, run_all
from symproof.verdict import Exit, Verdict

PIECES = pieces()


def gallery(*argv: str) -> int:
    return cli.main(["gallery", *argv])


@pytest.fixture
def one_piece(tmp_path):
    """A folder with the first block of the gallery, and what its file says."""
    value = json.loads(PIECES[0].path.read_text())

    def write(**changes) -> Path:
        (tmp_path / "one.json").write_text(json.dumps({**value, **changes}))
        return tmp_path

    return write, value


def test_every_block_is_decided_as_expected_and_re_checked_by_the_kernel_alone():
    outcomes = run_all()
    assert len(outcomes) == len(PIECES) >= 12
    assert [o.piece.name for o in outcomes if not o.passed] == []
    assert {str(o.decision.verdict) for o in outcomes} == {"absorbable", "not-absorbable"}


@pytest.mark.parametrize("piece", PIECES, ids=lambda piece: piece.name)
def test_expected_answers_agree_with_brute_force_from_the_definitions(piece):
    block = read_block(piece.path)
    if block.width > 12:
        rows = {tuple(map(abs, row)) for row in block.W_up}
        assert len(rows) > 1
        S = brute_critical(block)
        assert (S is not None) == (piece.expected == "absorbable")
        return
    if block.b_up is not None:
        assert with_biases(block) == (piece.expected == "absorbable")
        return
    leaky = block.activation.startswith("leaky_relu")
    sigma = brute.Sigma(
        leaky or block.activation in ("relu", "abs"),
        block.gap,
        block.activation in ("softplus", "squareplus"),
    )
    width = brute.least_width(block.W_up, block.W_down, block.weights.M, sigma)
    assert (width is not None and width <= block.width) == (piece.expected == "absorbable")


def with_biases(block):
    """Different hyperplanes: (3) decides, and without output bias W_down[:,S] b_up[S] = 0 as well."""
    rows = [(*w, b) for w, b in zip(block.W_up, block.b_up, strict=True)]
    assert all(any(w[:-1]) for w in rows)
    assert all(v[0] * w[1] != v[1] * w[0] for k, v in enumerate(rows) for w in rows[:k])
    target = [[-x for x in row] for row in brute.identity(block.d)]
    if block.b_down is not None:
        return bool(brute.subsets(block.W_down, block.W_up, target))
    return bool(brute.subsets(block.W_down, rows, [[*row, 0] for row in target]))


def brute_critical(block):
    """Some S with W_down[:,S] W_up[S,:] = -I, by two halves of dictionaries; the rows are non-collinear."""
    up, down = block.W_up, block.W_down
    assert all(a[0] * b[1] != a[1] * b[0] for k, a in enumerate(up) for b in up[:k])
    columns = [tuple(down[i][k] * up[k][j] for i in range(2) for j in range(2)) for k in range(block.width)]

    def sums(part):
        table = {(0, 0, 0, 0): ()}
        for k in part:
            table |= {tuple(map(sum, zip(s, columns[k], strict=True))): (*S, k) for s, S in table.items()}
        return table

    left, right = sums(range(12)), sums(range(12, 24))
    goal = (-1, 0, 0, -1)
    for s, S in left.items():
        if tuple(g - x for g, x in zip(goal, s, strict=True)) in right:
            return S
    return None


def test_the_two_readings_of_a_tenth_are_both_in_the_gallery():
    decimal, binary = (read_block(FOLDER / f"{name}.json") for name in ("21-decimal", "22-binary"))
    products = [sum(b.W_down[0][k] * Fraction(b.W_up[k][0]) for k in range(10)) for b in (decimal, binary)]
    assert products == [-1, -10 * Fraction(0.1)]


def test_a_wrong_expectation_fails_the_command(one_piece, capsys):
    write, value = one_piece
    about = {**value["about"], "expected": "not-absorbable"}
    assert gallery("--folder", str(write(about=about))) == Exit.REJECTED
    assert "0 of 1" in capsys.readouterr().out


def test_a_changed_weight_fails_the_command(one_piece):
    write, _ = one_piece
    assert gallery("--folder", str(write()), "--quiet") == Exit.ESTABLISHED
    assert gallery("--folder", str(write(W_down=[[-1, 0], [0, -2]])), "--quiet") == Exit.REJECTED


def test_a_certificate_the_kernel_refuses_is_not_passed(tmp_path, monkeypatch):
    """The kernel's word counts: a certificate damaged on its way to disk fails."""
    from symproof.examples import gallery as module

    original = module.write_json
    monkeypatch.setattr(
        module, "write_json", lambda path, value: original(path, {**value, "sha256": "0" * 64})
    )
    outcome = run(PIECES[0], tmp_path)
    assert not outcome.passed
    assert outcome.kernel.startswith("rejected:")


def test_an_empty_folder_is_malformed(tmp_path, capsys):
    assert gallery("--folder", str(tmp_path)) == Exit.MALFORMED
    assert "at least one" in capsys.readouterr().err


def test_json_is_one_object(one_piece, capsys):
    write, _ = one_piece
    gallery("--folder", str(write()), "--json")
    value = json.loads(capsys.readouterr().out)
    assert (value["schema"], value["verdict"], value["passed"]) == ("symproof-gallery-1", "passed", 1)
    assert value["blocks"][0]["certificate"] == "V"


def test_a_block_that_gave_up_is_status_5_and_a_wrong_verdict_status_1(monkeypatch):
    right = run_all()[0]

    def said(verdict):
        return replace(right, decision=replace(right.decision, verdict=verdict))

    lost, wrong = said(Verdict.GAVE_UP), said(Verdict.UNDECIDED)
    for outcomes, status in (
        ([right, lost], Exit.GAVE_UP),
        ([lost, wrong], Exit.REJECTED),
        ([right], Exit.ESTABLISHED),
    ):
        monkeypatch.setattr("symproof.command.gallery.run_all", lambda *_, found=outcomes: found)
        assert gallery("--quiet") == status
