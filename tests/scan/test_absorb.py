"""`symproof absorb` on tensors: the activation is named, and what lies beside the block is said."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.checkpoints import block, checkpoint

from symproof.command.main import main

UP, DOWN = block("yes")
LLAMA = {
    "h.0.mlp.up_proj.weight": UP,
    "h.0.mlp.gate_proj.weight": UP,
    "h.0.mlp.down_proj.weight": DOWN,
    "h.0.mlp.up_proj.bias": np.ones(6),
    "h.0.post_attention_layernorm.weight": np.ones(2),
}
NAMES = ["--up", "h.0.mlp.up_proj.weight", "--down", "h.0.mlp.down_proj.weight"]


@pytest.mark.parametrize("suffix", ["safetensors", "npz"])
def test_an_activation_that_the_kernel_does_not_know(tmp_path: Path, suffix: str) -> None:
    """Tensors and the theorem: tanh is named, though no certificate can be asked for."""
    path = tmp_path / f"w.{suffix}"
    if suffix == "npz":
        np.savez(path, **LLAMA)
    else:
        checkpoint(path, LLAMA)
    assert main(["absorb", str(path), *NAMES, "--activation", "tanh"]) == 0
    assert main(["absorb", str(path), *NAMES]) == 3


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> dict[str, Any]:
    """The object of `symproof absorb`."""
    assert main(["absorb", *words, "--activation", "gelu", "--json"]) == 0
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


def test_what_lies_beside_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(checkpoint(tmp_path / "w.safetensors", LLAMA))
    (words,) = answer(capsys, path, *NAMES)["beside"]
    for part in (
        "the gate h.0.mlp.gate_proj.weight",
        "the bias h.0.mlp.up_proj.bias",
        "a norm (before: post_",
    ):
        assert part in words
    plain = str(checkpoint(tmp_path / "p.safetensors", {n: LLAMA[n] for n in NAMES[1::2]}))
    assert answer(capsys, plain, *NAMES)["beside"] == []


def test_fewer_neurons_than_dimensions_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(checkpoint(tmp_path / "w.safetensors", {"fc1": UP.T, "fc2": DOWN.T}))
    names = ["--up", "fc1", "--down", "fc2"]
    assert answer(capsys, path, *names)["beside"] == [
        "N = 2 is below d = 6: stored in x out? then --orientation in-out"
    ]
    assert answer(capsys, path, *names, "--orientation", "in-out")["beside"] == []
