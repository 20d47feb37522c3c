"""`symproof equal`: statuses, options, what is printed."""

from __future__ import annotations

import json

import numpy as np
import pytest

from symproof.command.main import main
from symproof.verdict import Exit

BLOCK = {"W_up": [[1, 0], [0, 1], [1, 1]], "W_down": [[-1, 0, 2], [0, -1, 5]]}
TURNED = {**BLOCK, "W_up": [[-1, 0], [0, -1], [1, 1]]}
BARE = {**BLOCK, "W_gate": [[1, 2], [2, 1], [1, 1]]}
GATED = {**BARE, "activation": "silu"}


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, value in {"a": BLOCK, "b": TURNED, "g": GATED, "bare": BARE}.items():
        (tmp_path / f"{name}.json").write_text(json.dumps(value))
    return tmp_path


@pytest.mark.parametrize(
    ("words", "status", "verdict"),
    [
        ("a.json b.json --skip-b 0", Exit.ESTABLISHED, "equal"),
        ("a.json b.json --skip-b 0 --activation softplus", Exit.ESTABLISHED, "equal"),
        ("b.json a.json --skip-a 0 --activation ReLU", Exit.ESTABLISHED, "equal"),
        ("a.json a.json --skip-a=-I --skip-b=-I --activation sin(z)", Exit.ESTABLISHED, "equal"),
        ("a.json b.json", Exit.REJECTED, "different"),
        ("a.json b.json --skip-b 0 --activation tanh", Exit.REJECTED, "different"),
        ("g.json g.json", Exit.ESTABLISHED, "equal"),
        ("g.json a.json", Exit.REJECTED, "different"),
        ("a.json b.json --skip-b 0 --time 0.000001", Exit.GAVE_UP, "gave-up"),
    ],
)
def test_statuses(folder, capsys, words, status, verdict):
    assert main(["equal", *words.split(), "--json"]) == status
    value = json.loads(capsys.readouterr().out)
    assert value["verdict"] == verdict or (value["schema"], status) == ("symproof-error-1", Exit.GAVE_UP)
    assert (value.get("witness") is not None) == (verdict == "different")


def test_an_unknown_identity_has_the_status_of_an_incomplete_answer(folder):
    for name, row, column in (("p", 8, 1), ("q", 1, 2)):
        (folder / f"{name}.json").write_text(json.dumps({"W_up": [[row]], "W_down": [[column]]}))
    assert main(["equal", "p.json", "q.json", "--activation", "abs(z)**(1/3)"]) == Exit.INCOMPLETE


@pytest.mark.parametrize(
    "words",
    [
        "a.json missing.json",
        "bare.json bare.json",
        "a.json b.json --activation relux",
        "a.json b.json --activation log(z)",
        "g.json g.json --activation relu",
        "g.json g.json --floats decimal",
        "a.json b.json --skip-b J",
        "a.json b.json --skip-b b.json",
    ],
)
def test_malformed(folder, capsys, words):
    assert main(["equal", *words.split()]) == Exit.MALFORMED
    assert capsys.readouterr().err.startswith("symproof: malformed:")


def test_a_point_is_shown_for_people(folder, capsys):
    main(["equal", "a.json", "b.json"])
    out = capsys.readouterr().out
    assert out.startswith("different\n")
    assert "x        (1, 1)" in out
    assert "component 0 is -1\n" in out


def test_numbers_of_thousands_of_digits_are_compared_and_printed(folder, capsys):
    long = {"W_up": [["1" + "0" * 1500, 1], [1, 2]], "W_down": [[1, 2], [3, "1/" + "7" * 1500]]}
    other = {**long, "W_down": [[1, 2], [3, "1/" + "7" * 1499 + "8"]]}
    for name, value in {"p": long, "q": other}.items():
        (folder / f"{name}.json").write_text(json.dumps(value))
    for activation in ("gelu", "relu", "softplus"):
        assert main(["equal", "p.json", "p.json", "--activation", activation]) == Exit.ESTABLISHED
        assert main(["equal", "p.json", "q.json", "--activation", activation]) == Exit.REJECTED
        assert max(map(len, capsys.readouterr().out.splitlines())) <= 100
        assert main(["equal", "p.json", "q.json", "--activation", activation, "--json"]) == Exit.REJECTED
        low, high = json.loads(capsys.readouterr().out)["witness"]["difference"]
        assert low != "0" != high
        assert low.startswith("-") == high.startswith("-")


def test_tensors_need_an_activation_and_names(folder, capsys):
    up, down = (np.array(BLOCK[name], dtype=np.float32) for name in ("W_up", "W_down"))
    np.savez(folder / "w.npz", W_up=up, W_down=down, gate=up)
    assert main(["equal", "w.npz", "a.json", "--up", "W_up", "--down", "W_down"]) == Exit.MALFORMED
    assert "say which" in capsys.readouterr().err
    named = ["--up", "W_up", "--down", "W_down", "--activation"]
    assert main(["equal", "w.npz", "a.json", *named, "relu"]) == Exit.ESTABLISHED
    assert main(["equal", "w.npz", "w.npz", *named, "silu", "--gate", "gate"]) == Exit.ESTABLISHED
    assert main(["equal", "w.npz", "a.json", *named, "silu", "--gate", "gate"]) == Exit.REJECTED
