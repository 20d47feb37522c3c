"""`symproof stack` and `symproof depth`, and the files they read."""

from __future__ import annotations

import json
import pathlib

import numpy as np
import pytest
from helpers.tensors import safetensors, saved

from symproof.command.main import main
from symproof.verdict import Exit

A = {"W_up": [[1, 0], [0, 1], [1, 1]], "W_down": [[-1, 0, 2], [0, -1, 5]], "activation": "gelu"}
G = {"W_up": [[1, 2], [3, 1]], "W_down": [[1, 0], [0, 1]], "activation": "gelu"}


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A folder with a block that absorbs, one that does not, and stacks of them."""
    monkeypatch.chdir(tmp_path)
    unseen = [{"W_up": [[-1, 0]], "W_down": [[1], [0]]}, {"W_up": [[0, -1]], "W_down": [[0], [1]]}]
    for name, value in (
        ("a", A),
        ("g", G),
        ("both", {"blocks": [A, G], "about": "two blocks"}),
        ("unseen", {"blocks": [{**b, "activation": "gelu"} for b in unseen]}),
        ("none", {"blocks": []}),
        ("list", {"blocks": {}}),
    ):
        (tmp_path / f"{name}.json").write_text(json.dumps(value))
    return tmp_path


def answered(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict]:
    """The status and the JSON object."""
    status = main([*arguments, "--json"])
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("files", "verdict", "status"),
    [
        (["a.json", "a.json"], "representable", Exit.ESTABLISHED),
        (["a.json", "g.json"], "not-representable", Exit.ESTABLISHED),
        (["both.json"], "not-representable", Exit.ESTABLISHED),
        (["unseen.json"], "undecided", Exit.INCOMPLETE),
    ],
)
def test_the_four_verdicts(
    folder: pathlib.Path, capsys: pytest.CaptureFixture[str], files: list[str], verdict: str, status: Exit
) -> None:
    got, value = answered(capsys, "stack", *files, "--certificate", "c.json", "--force")
    assert (got, value["verdict"]) == (status, verdict)
    assert (value["certificate"] is None) == (verdict == "undecided")
    if value["certificate"]:
        words = ["check", "c.json", "--weights", *files, "--claim", value["claim"]]
        assert answered(capsys, *words)[1]["why"] == value["established"]
    else:
        assert value["condition"] == "H3"


def test_out_of_time_is_gave_up(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["stack", "a.json", "g.json", "--time", "0.000001", "--quiet"]) == Exit.GAVE_UP


def test_bounds(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, value = answered(capsys, "stack", "g.json", "g.json", "--bounds")
    assert [(b["layer"], b["neurons"]) for b in value["bounds"]] == [(None, 8), (0, 4), (1, 4)]
    _, value = answered(capsys, "stack", "unseen.json", "--bounds")
    assert value["bounds"] == []


def test_layers_of_a_tensor_file(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    tensors = {}
    for i, block in enumerate((A, G, A)):
        for key in ("up", "down"):
            array = np.array(block[f"W_{key}"], dtype="<f4")
            tensors[f"h.{i}.{key}"] = ("F32", list(array.shape), array.tobytes())
    saved(folder / "model.safetensors", safetensors(tensors))
    names = ["--up", "h.{}.up", "--down", "h.{}.down", "--activation", "gelu", "--layers", "3"]
    _, value = answered(capsys, "stack", "model.safetensors", *names, "--certificate", "c.json")
    assert (value["verdict"], value["refuted"], value["N"]) == ("not-representable", 1, [3, 2, 3])
    words = ["check", "c.json", "--weights", "model.safetensors", *names, "--claim", value["claim"]]
    assert main([*words, "--quiet"]) == Exit.ESTABLISHED
    assert main([*words, "--layers", "2", "--quiet"]) == Exit.REJECTED


@pytest.mark.parametrize(
    "words",
    [
        ["none.json"],
        ["list.json"],
        ["both.json", "a.json"],
        ["a.json", "--layers", "2"],
        ["a.json", "--up", "h.{}.up"],
        ["both.json", "--skip=-I"],
        ["both.json", "--activation", "relu"],
        ["absent.json"],
        ["a.json", "g.json", "--layers", "0"],
    ],
)
def test_what_is_no_stack_is_malformed(folder: pathlib.Path, words: list[str]) -> None:
    assert main(["stack", *words, "--quiet"]) == Exit.MALFORMED


@pytest.mark.parametrize("activation", ["gelu", "relu", "tanh", "z/(1+exp(-z))"])
def test_depth_and_its_check(
    folder: pathlib.Path, capsys: pytest.CaptureFixture[str], activation: str
) -> None:
    words = ["depth", "--d", "2", "--N", "2", "--layers", "3", "--activation", activation]
    status, value = answered(capsys, *words, "--certificate", "r.json")
    assert (status, value["verdict"]) == (Exit.ESTABLISHED, "almost-never")
    assert (value["N"], value["weights"]) == ([2, 2, 2], 24)
    assert value["rank"] == (18 if activation == "relu" else 24)
    proof = json.loads((folder / "r.json").read_text())
    named = ["--series", ",".join(proof["series"])] if "series" in proof else ["--activation", activation]
    check = ["check", "r.json", *named, "--claim", "generic-depth", "--sizes", "2", "2", "2", "2"]
    assert main([*check, "--quiet"]) == Exit.ESTABLISHED
    assert main([*check, "--width", "3", "--quiet"]) == Exit.MALFORMED
    assert main([*check[:-1], "--quiet"]) == Exit.REJECTED


@pytest.mark.parametrize(
    ("words", "status"),
    [
        (["--N", "2", "--activation", "softplus"], Exit.MALFORMED),
        (["--N", "2", "--activation", "z**2", "--time", "20"], Exit.GAVE_UP),
        (["--N", "2,x"], Exit.MALFORMED),
        (["--N", "0"], Exit.MALFORMED),
        (["--N", "2,3", "--layers", "3"], Exit.MALFORMED),
        (["--N", "400"], Exit.MALFORMED),
    ],
)
def test_depth_refuses(words: list[str], status: Exit) -> None:
    assert main(["depth", "--d", "2", *words, "--quiet"]) == status
