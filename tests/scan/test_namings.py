"""Every naming is found and decided: one small file each, as its family writes it."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.checkpoints import biased, block, checkpoint, config

from symproof import scan
from symproof.absorb.scan import Scanned
from symproof.files.namings import NAMINGS

PLAIN = {
    "h.0.mlp.c_fc h.0.mlp.c_proj": "gelu_new",
    "encoder.layer.0.intermediate.dense encoder.layer.0.output.dense": "gelu",
    "model.decoder.layers.3.fc1 model.decoder.layers.3.fc2": "relu",
    "vision_model.encoder.layers.0.mlp.fc1 vision_model.encoder.layers.0.mlp.fc2": "quick_gelu",
    "gpt_neox.layers.0.mlp.dense_h_to_4h gpt_neox.layers.0.mlp.dense_4h_to_h": "gelu",
    "transformer.h.0.mlp.fc_in transformer.h.0.mlp.fc_out": "gelu_new",
    "encoder.layers.0.linear1 encoder.layers.0.linear2": "relu",
    "transformer.layer.0.ffn.lin1 transformer.layer.0.ffn.lin2": "gelu",
    "encoder.block.0.layer.1.DenseReluDense.wi encoder.block.0.layer.1.DenseReluDense.wo": "relu",
    "layers.0.feed_forward.w_1 layers.0.feed_forward.w_2": "relu",
    "model.layers.0.mlp.up_proj model.layers.0.mlp.down_proj": "silu",
    "layers.0.w1 layers.0.w2": "hard_swish",
    "albert.layers.0.ffn albert.layers.0.ffn_output": "gelu_new",
    "blocks.0.mlp.Wi blocks.0.mlp.Wo": "gelu",
}
GATED = {
    "model.layers.0.mlp": ("up_proj", "down_proj", "gate_proj"),
    "layers.0.block_sparse_moe.experts.1": ("w3", "w2", "w1"),
    "encoder.block.0.layer.1.DenseReluDense": ("wi_1", "wo", "wi_0"),
    "transformer.h.0.mlp": ("c_fc_1", "c_proj", "c_fc_0"),
    "blk.0": ("ffn_up", "ffn_down", "ffn_gate"),
}
FUSED = {
    "model.layers.0.mlp": ("gate_up_proj", "down_proj"),
    "layers.1.mlp": ("Wi", "Wo"),
    "blocks.0.mlp": ("w12", "w3"),
    "transformer.0.ff": ("net.0.proj", "net.2"),
    "encoder.layers.0.mlp": ("dense_h_to_4h", "dense_4h_to_h"),
}


def only(folder: Path, **options: Any) -> Scanned:
    """The one block of a checkpoint."""
    (found,) = scan(folder, **options)
    return found


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("dtype", ["F32", "F16", "BF16"])
@pytest.mark.parametrize("answer", ["yes", "no"])
@pytest.mark.parametrize("names", PLAIN)
def test_plain(tmp_path: Path, names: str, answer: str, dtype: str, turned: bool) -> None:
    up, down = block(answer)
    first, second = names.split()
    arrays = {first: up.T if turned else up, second: down.T if turned else down}
    checkpoint(tmp_path / "model.safetensors", {f"{k}.weight": v for k, v in arrays.items()}, dtype)
    config(tmp_path, hidden_act=PLAIN[names])
    scanned = only(tmp_path)
    assert scanned.verdict == {"yes": "absorbable", "no": "not-absorbable"}[answer]
    assert (scanned.found.d, scanned.found.N, scanned.found.gated) == (2, 6, False)
    assert scanned.found.activation_from == f"config.json: hidden_act {PLAIN[names]}"
    if answer == "yes":
        assert scanned.decision is not None
        assert scanned.decision.subset == (0, 1)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("N", [2, 3, 6])
def test_biases_say_the_orientation(tmp_path: Path, N: int, turned: bool) -> None:
    """Also with N = d + 1; with N = d only when the lengths differ, which they do not: it is asked for."""
    up, down = block("no", 2, N)
    b_up, b_down = biased(up, down)
    arrays = {"mlp.c_fc": up.T if turned else up, "mlp.c_proj": down.T if turned else down}
    named = {f"{k}.weight": v for k, v in arrays.items()} | {"mlp.c_fc.bias": b_up, "mlp.c_proj.bias": b_down}
    checkpoint(tmp_path / "model.safetensors", named)
    options = {"orientation": "in-out" if turned else "out-in"} if N == 2 else {}
    scanned = only(tmp_path, activation="gelu", **options)
    assert scanned.verdict == "not-absorbable"
    assert sorted(scanned.found.biases) == ["b_down", "b_up"]
    assert np.array_equal(scanned.found.up.read(), up)
    assert np.array_equal(scanned.found.down.read(), down)


@pytest.mark.parametrize("prefix", GATED)
def test_gated(tmp_path: Path, prefix: str) -> None:
    up, down = block("yes")
    names = GATED[prefix]
    arrays = dict(zip(names, (up, down, up + 1), strict=True))
    checkpoint(tmp_path / "m.safetensors", {f"{prefix}.{k}.weight": v for k, v in arrays.items()})
    config(tmp_path, hidden_act="silu")
    scanned = only(tmp_path)
    assert (scanned.verdict, scanned.by) == ("never", "Proposition 2")
    assert np.array_equal(scanned.found.gate.read(), up + 1)  # type: ignore[union-attr]
    assert np.array_equal(scanned.found.up.read(), up)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("prefix", FUSED)
def test_fused(tmp_path: Path, prefix: str, turned: bool) -> None:
    up, down = block("yes")
    first, second = FUSED[prefix]
    gate_last = next(n.gate_last for n in NAMINGS if n.up == first)
    both = np.concatenate([up, up + 1] if gate_last else [up + 1, up])
    arrays = {first: both.T if turned else both, second: down.T if turned else down}
    named = {f"{prefix}.{k}.weight": v for k, v in arrays.items()}
    checkpoint(tmp_path / "m.safetensors", {**named, f"{prefix}.{second}.bias": np.ones(2)})
    scanned = only(tmp_path, activation="gelu")
    assert (scanned.verdict, scanned.by) == ("never", "Proposition 2")
    assert np.array_equal(scanned.found.up.read(), up)
    assert np.array_equal(scanned.found.gate.read(), up + 1)  # type: ignore[union-attr]


@pytest.mark.parametrize("axes", [1, 2])
def test_convolutions(tmp_path: Path, axes: int) -> None:
    """A 1 x 1 convolution is a matrix; a 3 x 3 one is no part of an MLP."""
    up, down = block("yes")
    ones = (1,) * axes
    arrays = {"0.fc1.weight": up.reshape(*up.shape, *ones), "0.fc2.weight": down.reshape(*down.shape, *ones)}
    wide = {"1.fc1.weight": np.ones((6, 2, *(3,) * axes)), "1.fc2.weight": np.ones((2, 6, *(3,) * axes))}
    checkpoint(tmp_path / "m.safetensors", {**arrays, **wide})
    scanned = only(tmp_path, activation="relu")
    assert (scanned.found.name, scanned.verdict) == ("0", "absorbable")


@pytest.mark.parametrize(("name", "statement"), [("relu2", "Proposition 1"), ("tanh", "any-activation")])
def test_activations_that_never_absorb(tmp_path: Path, name: str, statement: str) -> None:
    up, down = block("yes")
    arrays = {"mlp.up_proj.weight": up, "mlp.down_proj.weight": down}
    checkpoint(tmp_path / "m.safetensors", arrays)
    config(tmp_path, hidden_act=name)
    scanned = only(tmp_path)
    assert scanned.verdict == "never"
    assert statement in scanned.by
    checkpoint(tmp_path / "m.safetensors", {**arrays, "mlp.up_proj.bias": np.ones(6)})
    assert only(tmp_path).verdict == "undecided", "squares of z + b and z - b add up to what is linear"


def test_the_callers_own_names(tmp_path: Path) -> None:
    up, down = block("yes")
    checkpoint(tmp_path / "m.safetensors", {"net.ins.weight": up, "net.outs.weight": down})
    from symproof.files.namings import Naming

    assert not list(scan(tmp_path, activation="relu"))
    assert only(tmp_path, activation="relu", namings=[Naming("", "ins", "outs")]).verdict == "absorbable"


def test_layers_are_numbers(tmp_path: Path) -> None:
    up, down = block("no")
    arrays = {f"h.{k}.mlp.{n}.weight": m for k in (10, 2, 0) for n, m in (("c_fc", up), ("c_proj", down))}
    checkpoint(tmp_path / "m.safetensors", arrays)
    scanned = list(scan(tmp_path, activation="gelu"))
    assert [s.found.name for s in scanned] == ["h.0.mlp", "h.2.mlp", "h.10.mlp"]
    assert [s.same_as for s in scanned] == [None, "h.0.mlp", "h.0.mlp"]
