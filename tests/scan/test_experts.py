"""Experts in one tensor: each is a block, in both orientations, as the families store them."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.checkpoints import block, checkpoint, config

from symproof import scan
from symproof.command.main import main

# names with a matrix of both halves, the gate first; and with a gate of its own
FUSED = {
    "model.layers.0.mlp.experts.": ("gate_up_proj", "down_proj"),
    "model.layers.0.block_sparse_moe.": ("input_linear.weight", "output_linear.weight"),
    "blk.0.": ("ffn_gate_up_exps.weight", "ffn_down_exps.weight"),
}
APART = ("ffn_up_exps.weight", "ffn_down_exps.weight", "ffn_gate_exps.weight")


def experts(count: int = 3) -> tuple[list[Any], list[Any], list[Any]]:
    """The matrices of some experts, the third one absorbing as an ungated block."""
    ups, downs = zip(*(block("yes" if e == 2 else "no", 2, 6) for e in range(count)), strict=True)
    return list(ups), list(downs), [up + 1 + e for e, up in enumerate(ups)]


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("dtype", ["F32", "F16", "BF16"])
@pytest.mark.parametrize("prefix", FUSED)
def test_fused_experts(tmp_path: Path, prefix: str, dtype: str, turned: bool) -> None:
    ups, downs, gates = experts()
    both = np.stack([np.concatenate(pair) for pair in zip(gates, ups, strict=True)])
    down = np.stack(downs)
    first, second = FUSED[prefix]
    arrays = {first: both, second: down}
    stored = {f"{prefix}{k}": v.transpose(0, 2, 1) if turned else v for k, v in arrays.items()}
    checkpoint(tmp_path / "m.safetensors", stored, dtype)
    config(tmp_path, hidden_act="silu")
    found = list(scan(tmp_path))
    assert [s.found.name for s in found] == [f"{prefix.removesuffix('.')}.{e}" for e in range(3)]
    for e, scanned in enumerate(found):
        assert (scanned.verdict, scanned.by) == ("never", "Proposition 2")
        assert (scanned.found.d, scanned.found.N) == (2, 6)
        assert np.array_equal(scanned.found.up.read(), ups[e])
        assert np.array_equal(scanned.found.down.read(), downs[e])
        assert scanned.found.gate is not None
        assert np.array_equal(scanned.found.gate.read(), gates[e])
        assert str(scanned.found.down) == f"{prefix}{second}[{e}]"


def test_experts_with_a_gate_of_their_own(tmp_path: Path) -> None:
    ups, downs, gates = experts()
    arrays = dict(zip(APART, map(np.stack, (ups, downs, gates)), strict=True))
    checkpoint(tmp_path / "m.safetensors", {f"blk.1.{k}": v for k, v in arrays.items()})
    found = list(scan(tmp_path, activation="silu"))
    assert [s.verdict for s in found] == ["never"] * 3
    for e, scanned in enumerate(found):
        assert scanned.found.gate is not None
        assert np.array_equal(scanned.found.gate.read(), gates[e])
        assert np.array_equal(scanned.found.up.read(), ups[e])


def test_ungated_experts_are_decided_one_by_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Certificates come with the weights of the expert, as the kernel reads no slices."""
    ups, downs, _ = experts()
    arrays = dict(zip(APART, map(np.stack, (ups, downs)), strict=False))
    path = checkpoint(tmp_path / "m.safetensors", {f"blk.1.{k}": v for k, v in arrays.items()})
    found = list(scan(path, activation="relu"))
    assert [s.verdict for s in found] == ["not-absorbable", "not-absorbable", "absorbable"]
    assert [s.same_as for s in found] == [None, "blk.1.0", None]
    out = tmp_path / "out"
    out.mkdir()
    assert main(["scan", str(path), "--activation", "relu", "--certificates", str(out)]) == 0
    capsys.readouterr()
    for e, claim in enumerate(["not-absorbable", "not-absorbable", "absorbable"]):
        words = [str(out / f"blk.1.{e}.json"), "--weights", str(out / f"blk.1.{e}.safetensors")]
        words += ["--claim", claim, "--up", "W_up", "--down", "W_down", "--activation", "relu"]
        assert main(["check", *words]) == 0


def test_gguf(tmp_path: Path) -> None:
    gguf = pytest.importorskip("gguf")
    ups, downs, gates = experts()
    writer = gguf.GGUFWriter(str(tmp_path / "m.gguf"), "qwen3moe")
    for name, arrays in zip(APART, (ups, downs, gates), strict=True):
        writer.add_tensor(f"blk.0.{name}", np.stack(arrays).astype(np.float32))
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    found = list(scan(tmp_path))
    assert [s.verdict for s in found] == ["never"] * 3
    assert np.array_equal(found[1].found.up.read(), ups[1])


def test_gpt_oss_is_no_swiglu(tmp_path: Path) -> None:
    """Its experts are clamped, shifted and interleaved, which only the biases show."""
    ups, downs, gates = experts()
    both = np.stack([np.concatenate(pair) for pair in zip(gates, ups, strict=True)]).transpose(0, 2, 1)
    arrays = {"gate_up_proj": both, "down_proj": np.stack(downs).transpose(0, 2, 1)}
    biases = {"gate_up_proj_bias": np.ones((3, 12)), "down_proj_bias": np.ones((3, 2))}
    stored = {f"model.layers.0.mlp.experts.{k}": v for k, v in (arrays | biases).items()}
    checkpoint(tmp_path / "m.safetensors", stored)
    found = list(scan(tmp_path, activation="silu"))
    assert [s.verdict for s in found] == ["undecided"] * 3
    assert "gpt-oss" in found[0].by


@pytest.mark.parametrize(("up", "down"), [((3, 6, 2), (2, 2, 6)), ((3, 6, 2), (2, 6))])
def test_experts_that_are_not_as_many(tmp_path: Path, up: tuple[int, ...], down: tuple[int, ...]) -> None:
    arrays = {"experts.up_proj": np.ones(up), "experts.down_proj": np.ones(down)}
    checkpoint(tmp_path / "m.safetensors", arrays)
    assert not list(scan(tmp_path, activation="relu"))


def test_a_tensor_of_experts_whose_bytes_do_not_fit(tmp_path: Path) -> None:
    ups, downs, _ = experts()
    path = checkpoint(
        tmp_path / "m.safetensors", {"e.up_proj": np.stack(ups), "e.down_proj": np.stack(downs)}
    )
    data = path.read_bytes()
    for text in (b"[3, %b, 2]", b"[3,%b,2]", b"[3, 2, %b]", b"[3,2,%b]"):
        data = data.replace(text % b"6", text % b"4")
    path.write_bytes(data)
    found = list(scan(path, activation="relu"))
    assert [s.verdict for s in found] == ["undecided"] * 3
    assert all("is not what its bytes hold" in s.by for s in found)


def test_every_architecture_is_one_of_gguf() -> None:
    """The names, against the list of the package gguf."""
    from symproof.files.namings import ARCHITECTURES

    known = set(pytest.importorskip("gguf").MODEL_ARCH_NAMES.values())
    for names in ARCHITECTURES.values():
        assert set(names) <= known


@pytest.mark.parametrize("name", ["prelu", "PReLU", "xielu"])
def test_learned_activations_are_asked_for(tmp_path: Path, name: str) -> None:
    up, down = block("no")
    checkpoint(tmp_path / "m.safetensors", {"mlp.fc1.weight": up, "mlp.fc2.weight": down})
    config(tmp_path, hidden_act=name)
    (scanned,) = scan(tmp_path)
    assert (scanned.verdict, scanned.found.activation) == ("undecided", None)
    assert "learned parameters" in scanned.by


def test_every_activation_of_hugging_face_is_known(tmp_path: Path) -> None:
    """The keys of ACT2CLS in transformers/activations.py; one of them is clipped and not in the catalogue."""
    expected = {
        "gelu": "gelu", "gelu_fast": "gelu_fast", "gelu_new": "gelu_tanh", "gelu_python": "gelu",
        "gelu_pytorch_tanh": "gelu_tanh", "gelu_python_tanh": "gelu_tanh", "gelu_accurate": "gelu_tanh",
        "laplace": "laplace", "leaky_relu": "leaky_relu(1/100)", "linear": "linear", "mish": "mish",
        "quick_gelu": "quick_gelu", "relu": "relu", "relu2": "relu2", "relu6": "relu6",
        "sigmoid": "logistic", "silu": "silu", "swish": "silu", "tanh": "tanh",
    }  # fmt: skip
    up, down = block("no")
    checkpoint(tmp_path / "m.safetensors", {"mlp.fc1.weight": up, "mlp.fc2.weight": down})
    for name, own in expected.items():
        config(tmp_path, hidden_act=name)
        (scanned,) = scan(tmp_path)
        assert scanned.found.activation == own
        silent = {"linear", "gelu_fast"}  # no gap; a rounded constant in place of sqrt(2/pi)
        assert (scanned.verdict == "undecided") == (name in silent)
    config(tmp_path, hidden_act="gelu_10")
    (scanned,) = scan(tmp_path)
    assert scanned.verdict == "undecided"
    assert "no known activation" in scanned.by
