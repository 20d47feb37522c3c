"""The kinds of stacks with a known answer: made, saved, and decided again from the file."""

from __future__ import annotations

import json
import pathlib

import pytest

from symproof.command.main import main
from symproof.errors import Malformed
from symproof.examples.stacks import STACKS, make_stack
from symproof.kernel.stacks import check_stack
from symproof.verdict import Exit, StackVerdict


@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("kind", STACKS)
def test_each_kind_has_its_answer(kind: str, seed: int) -> None:
    answer = make_stack(kind, seed)
    _, verdict, condition = STACKS[kind]
    assert (answer.verdict, answer.condition) == (verdict, condition)
    assert (answer.certificate is None) == (verdict is StackVerdict.UNDECIDED)
    if answer.certificate is not None:
        weights = [block.weights for block in answer.blocks]
        assert check_stack(answer.certificate, weights, str(answer.claim)) == answer.established


@pytest.mark.parametrize("kind", STACKS)
def test_a_saved_example_is_decided_again(
    kind: str, tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["example", kind, "--seed", "2", "--out", str(tmp_path), "--json"]
    assert main(words) == Exit.ESTABLISHED
    made = json.loads(capsys.readouterr().out)["examples"][0]
    main(["stack", made["file"], "--json"])
    again = json.loads(capsys.readouterr().out)
    assert again["verdict"] == made["expected"]
    if "certificate" in made:
        proof = made["file"].replace(".json", ".certificate.json")
        check = ["check", proof, "--weights", made["file"], "--claim", made["evidence"], "--quiet"]
        assert main(check) == Exit.ESTABLISHED


@pytest.mark.parametrize("words", [["--activation", "gelu"], ["--subset", "0,1"], ["--d", "1"], ["--N", "0"]])
def test_what_a_kind_does_not_take_is_refused(words: list[str]) -> None:
    assert main(["example", "stack-dead", *words, "--quiet"]) == Exit.MALFORMED


def test_an_unknown_kind_is_refused() -> None:
    with pytest.raises(Malformed, match="stack-line"):
        make_stack("stack-none", 0)
