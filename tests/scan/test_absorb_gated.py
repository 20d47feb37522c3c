"""`symproof absorb --gate`: a gated block named by hand, with a certificate that both doors accept."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.checkpoints import block, checkpoint

from symproof.command.main import main
from symproof.kernel.__main__ import main as kernel

VALUE = {"W_up": [[0, 0], [0, 0]], "W_down": [[1, 0], [0, 1]], "W_gate": [[1, 0], [0, 1]], "b_up": [-1, -1]}


def answer(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, Any]:
    """The status and the object."""
    status = main(["absorb", *words, "--json"])
    return status, json.loads(capsys.readouterr().out)


def saved(folder: Path, **more: Any) -> str:
    """x - silu(x), which turned gates absorb, or a change of it, in a JSON file."""
    path = folder / "gated.json"
    path.write_text(json.dumps({**VALUE, "activation": "silu", **more}))
    return str(path)


def test_a_block_that_turned_gates_absorb(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path, out = saved(tmp_path), str(tmp_path / "c.json")
    status, value = answer([path, "--certificate", out], capsys)
    assert (status, value["verdict"], value["subset"], value["gated"]) == (0, "absorbable", [0, 1], True)
    words = [out, "--weights", path, "--claim", "gated-absorbable"]
    assert main(["check", *words]) == kernel(words) == 0
    other = [out, "--weights", path, "--claim", "gated-not-absorbable"]
    assert main(["check", *other]) == kernel(other) == 1
    assert main(["absorb", path, "--expect", "not-absorbable", "--quiet"]) == 1
    assert main(["absorb", path, "--expect", "absorbable", "--quiet"]) == 0


@pytest.mark.parametrize("turned", [False, True])
def test_tensors(tmp_path: Path, capsys: pytest.CaptureFixture[str], turned: bool) -> None:
    """As a checkpoint has them: no biases, a certificate all the same; the printed command checks it."""
    up, down = block("yes")
    parts = {"m.up": up, "m.down": down, "m.gate": up * 2 + 1}
    arrays = {k: v.T if turned else v for k, v in parts.items()}
    path, out = str(checkpoint(tmp_path / "m.safetensors", arrays)), str(tmp_path / "c.json")
    names = ["--up", "m.up", "--down", "m.down", "--gate", "m.gate"]
    names += ["--orientation", "in-out"] * turned
    assert main(["absorb", path, *names]) == 3, "the gate must be named"
    words = [path, *names, "--activation", "silu", "--certificate", out]
    status, value = answer(words, capsys)
    assert (status, value["verdict"]) == (0, "not-absorbable")
    assert value["established"].startswith("no residual-free gated MLP of width 6")
    check = [out, "--weights", path, "--claim", "gated-not-absorbable", "--activation", "silu", *names]
    assert main(["check", *check]) == 0
    capsys.readouterr()
    assert main(["absorb", *words, "--force"]) == 0
    text = capsys.readouterr().out
    assert "gated, d = 2, N = 6, gate silu" in text
    assert "re-check" in text


@pytest.mark.parametrize(
    ("more", "verdict", "statement"),
    [
        ({"activation": "relu", "b_up": None}, "not-absorbable", "prop-2"),  # not in C1, but g(0) = 0
        ({"activation": "gelu_tanh", "b_up": None}, "not-absorbable", "prop-2"),
        ({"activation": "tanh", "b_up": None}, "not-absorbable", "prop-2"),
        ({"activation": "silu", "b_up": None, "W_gate": [[1, 0], [1, 0]]}, "not-absorbable", "prop-2"),
        ({"activation": "tanh"}, "undecided", ""),
        ({"activation": "logistic"}, "undecided", ""),
        ({"activation": "tanh", "b_up": None, "skip": [[2, 0], [0, 1]]}, "undecided", ""),
    ],
)
def test_what_the_theorems_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], more: dict[str, Any], verdict: str, statement: str
) -> None:
    status, value = answer([saved(tmp_path, **more)], capsys)
    assert (value["verdict"], value["certificate"]) == (verdict, None)
    assert status == (4 if verdict == "undecided" else 0)
    assert statement in "".join(value["statements"])
    assert bool(value["statements"]) is bool(statement)


@pytest.mark.parametrize(
    "words",
    [
        ["--activation", "gelu"],  # the file says silu
        ["--up", "W_up"],
        ["--b-gate", "b"],
        ["--floats", "decimal"],
        ["--report", "out.html"],
        ["--gate", "W_gate"],
    ],
)
def test_options_that_a_file_does_not_take(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, words: list[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(["absorb", saved(tmp_path), *words]) == 3
    assert not (tmp_path / "out.html").exists()


@pytest.mark.parametrize(
    "change",
    [{"W_gate": [[1, 0]]}, {"W_gate": [[1], [2]]}, {"W_gate": "x"}, {"b_gate": [1]}, {"activation": None}],
)
def test_malformed_gates(tmp_path: Path, change: dict[str, Any]) -> None:
    assert main(["absorb", saved(tmp_path, **change)]) == 3


def test_a_gate_without_its_matrix(tmp_path: Path) -> None:
    path = tmp_path / "plain.json"
    path.write_text(json.dumps({"W_up": [[1]], "W_down": [[1]]}))
    assert main(["absorb", str(path), "--b-gate", "b"]) == 3
    arrays = {"up": np.ones((2, 2)), "down": np.ones((2, 2))}
    stored = str(checkpoint(tmp_path / "m.safetensors", arrays))
    assert (
        main(["absorb", stored, "--up", "up", "--down", "down", "--gate", "g", "--activation", "silu"]) == 3
    )
