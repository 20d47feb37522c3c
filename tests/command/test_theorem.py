"""`symproof absorb --activation A` for every A that `symproof activation` knows."""

from __future__ import annotations

import json
import pathlib
from typing import Any

import pytest

from symproof.command.main import main
from symproof.paper import statements
from symproof.verdict import Exit

BLOCK = {"W_up": [[2, -1], [1, 3], [-1, 1]], "W_down": [[1, 2, -1], [3, 1, 2]]}


@pytest.fixture
def path(tmp_path: pathlib.Path) -> str:
    return saved(tmp_path, BLOCK)


def saved(folder: pathlib.Path, value: dict[str, Any]) -> str:
    (folder / "block.json").write_text(json.dumps(value))
    return str(folder / "block.json")


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, dict[str, Any]]:
    status = main([*argv, "--json"])
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "name",
    ["tanh", "mish", "relu2", "relu6", "z*erf(z)", "Tanh", "sigmoid", "exp(z)", "z**3", "Hardshrink", "sign"],
)
def test_never_is_said_with_the_statement_that_says_so(
    capsys: pytest.CaptureFixture[str], path: str, name: str
) -> None:
    status, value = run(capsys, "absorb", path, "--activation", name)
    assert (status, value["verdict"], value["method"]) == (Exit.ESTABLISHED, "not-absorbable", "theorem")
    assert (value["established"], value["certificate"], value["activation"]) == (None, None, name)
    assert value["statements"]
    assert set(value["statements"]) <= {statement.id for statement in statements()}


def test_the_lines_say_that_the_kernel_was_not_asked(capsys: pytest.CaptureFixture[str], path: str) -> None:
    assert main(["absorb", path, "--activation", "tanh"]) == Exit.ESTABLISHED
    out = capsys.readouterr().out
    assert out.startswith("not-absorbable")
    assert "statement any-activation" in out
    assert "no certificate" in out
    assert "accepts" not in out


@pytest.mark.parametrize(
    ("name", "kernel"),
    [("ReLU", "relu"), ("gelu_new", "gelu_tanh"), ("swish", "silu"), ("max(z, z/10)", "leaky_relu(1/10)")],
)
@pytest.mark.parametrize("command", ["absorb", "subsets"])
def test_an_alias_is_decided_as_the_kernel_s_activation(
    capsys: pytest.CaptureFixture[str], path: str, command: str, name: str, kernel: str
) -> None:
    assert run(capsys, command, path, "--activation", name) == run(
        capsys, command, path, "--activation", kernel
    )


def test_the_certificate_of_an_alias_is_checked_by_either_name(
    capsys: pytest.CaptureFixture[str], path: str, tmp_path: pathlib.Path
) -> None:
    proof = str(tmp_path / "proof.json")
    assert main(["absorb", path, "--activation", "swish", "--certificate", proof]) == Exit.ESTABLISHED
    assert "--activation silu" in " ".join(capsys.readouterr().out.split())
    check = ["check", proof, "--weights", path, "--claim", "not-absorbable", "--activation"]
    assert run(capsys, *check, "silu")[1]["verdict"] == "accepted"
    assert run(capsys, *check, "swish")[1]["verdict"] == "accepted"
    assert run(capsys, *check, "relu")[1]["verdict"] != "accepted"
    assert run(capsys, *check, "tanh")[1]["verdict"] == "malformed"


@pytest.mark.parametrize("name", ["z**2 + z", "z*logistic(2*z)", "log(z)"])
def test_where_the_theorems_are_silent_it_is_undecided(
    capsys: pytest.CaptureFixture[str], path: str, name: str
) -> None:
    status, value = run(capsys, "absorb", path, "--activation", name)
    assert (status, value["verdict"], value["established"]) == (Exit.INCOMPLETE, "undecided", None)


@pytest.mark.parametrize(("down", "verdict"), [([[1, 2], [3, 4]], "absorbable"), ([[1], [3]], "undecided")])
def test_a_linear_activation_absorbs_when_the_block_is_wide(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path, down: list[list[int]], verdict: str
) -> None:
    path = saved(tmp_path, {"W_up": [[2, -1], [1, 3]][: len(down[0])], "W_down": down})
    value = run(capsys, "absorb", path, "--activation=-3*z")[1]
    assert (value["verdict"], value["statements"]) == (verdict, ["linear-activation"])


def test_hidden_biases_are_not_covered(capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path) -> None:
    path = saved(tmp_path, {**BLOCK, "b_up": [1, 2, 3]})
    assert run(capsys, "absorb", path, "--activation", "tanh")[1]["verdict"] == "undecided"


def test_no_skip_is_absorbed_by_the_block_itself(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path
) -> None:
    path = saved(tmp_path, {**BLOCK, "skip": [[0, 0], [0, 0]]})
    assert run(capsys, "absorb", path, "--activation", "tanh")[1]["verdict"] == "absorbable"


@pytest.mark.parametrize("own", ["relu", "gelu"])
def test_the_file_and_the_caller_must_agree(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path, own: str
) -> None:
    path = saved(tmp_path, {**BLOCK, "activation": own})
    for name in ("tanh", "swish"):
        status, value = run(capsys, "absorb", path, "--activation", name)
        assert status == Exit.MALFORMED
        assert f"the file names the activation {own}" in value["why"]


@pytest.mark.parametrize("name", ["tahn", "nonsense", "", "relu(2)", "z^2", "1/0*"])
@pytest.mark.parametrize("command", ["absorb", "width", "subsets"])
def test_no_activation_at_all_is_malformed(
    capsys: pytest.CaptureFixture[str], path: str, command: str, name: str
) -> None:
    status, value = run(capsys, command, path, "--activation", name)
    assert status == Exit.MALFORMED
    assert value["why"].startswith("--activation: expression, column ")


def test_what_only_a_theorem_decides_has_no_page_and_no_width(
    capsys: pytest.CaptureFixture[str], path: str, tmp_path: pathlib.Path
) -> None:
    page = str(tmp_path / "page.html")
    assert run(capsys, "absorb", path, "--activation", "tanh", "--report", page)[0] == Exit.MALFORMED
    status, value = run(capsys, "width", path, "--activation", "tanh")
    assert status == Exit.MALFORMED
    assert "not in the kernel's table" in value["why"]
