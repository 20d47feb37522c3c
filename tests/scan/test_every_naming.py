"""Every row of the table of namings, stored in every way: dtypes, orientations, shards, biases, gates."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.checkpoints import biased, block, checkpoint, config

from symproof import scan
from symproof.files.namings import NAMINGS, Naming

WAYS = [*product(("F32", "F16", "BF16"), (False, True), (False, True))]  # dtype, turned, in two shards


def arrays_of(naming: Naming, answer: str, fused: bool, biases: bool) -> tuple[dict[str, Any], Any, Any, Any]:
    """The tensors out x in by stem, and W_up, W_down, W_gate; gates are W_up + 1."""
    up, down = block(answer)
    gate = up + 1 if fused or naming.gate else None
    first = up
    if fused:
        first = np.concatenate([up, gate] if naming.gate_last else [gate, up])
    found = {f"{naming.up}.weight": first, f"{naming.down}.weight": down}
    if naming.gate:
        found[f"{naming.gate}.weight"] = gate
    if biases:
        b_up, b_down = biased(first, down)
        found |= {f"{naming.up}.bias": b_up, f"{naming.down}.bias": b_down}
        if naming.gate:
            found[f"{naming.gate}.bias"] = b_up * 2
    return found, up, down, gate


def written(folder: Path, arrays: dict[str, Any], dtype: str, turned: bool, sharded: bool) -> None:
    """The checkpoint; two shards come with their index."""
    stored = {f"layers.3.mlp.{k}": v.T if turned and v.ndim > 1 else v for k, v in arrays.items()}
    if not sharded:
        checkpoint(folder / "model.safetensors", stored, dtype)
        return
    names = list(stored)
    places = {name: f"model-{k % 2}.safetensors" for k, name in enumerate(names)}
    for shard in ("model-0.safetensors", "model-1.safetensors"):
        checkpoint(folder / shard, {n: stored[n] for n in names if places[n] == shard}, dtype)
    index = {"weight_map": places}
    (folder / "model.safetensors.index.json").write_text(json.dumps(index))


@pytest.mark.parametrize("biases", [False, True])
@pytest.mark.parametrize("fused", [False, True])
@pytest.mark.parametrize("naming", NAMINGS, ids=lambda n: f"{n.up}-{n.down}-{n.gate}")
def test_every_way_of_storing(tmp_path: Path, naming: Naming, fused: bool, biases: bool) -> None:
    """The verdict of the theory: never without biases in a gated block; by its weights in any other."""
    if fused and naming.gate:
        return  # a gate of its own
    for number, (dtype, turned, sharded) in enumerate(WAYS):
        answer = ("yes", "no")[number % 2]
        folder = tmp_path / str(number)
        folder.mkdir()
        arrays, up, down, gate = arrays_of(naming, answer, fused, biases)
        written(folder, arrays, dtype, turned, sharded)
        config(folder, hidden_act="silu", hidden_size=2, intermediate_size=6)
        (scanned,) = scan(folder)
        found = scanned.found
        assert (found.name, found.d, found.N, found.activation) == ("layers.3.mlp", 2, 6, "silu")
        assert np.array_equal(found.up.read(), up)
        assert np.array_equal(found.down.read(), down)
        assert found.gated == (gate is not None)
        if found.gate is not None:
            assert np.array_equal(found.gate.read(), gate)
        inside = {"b_up", "b_down", *["b_gate"] * found.gated} if biases else set()
        assert set(found.biases) == inside
        if found.gated:
            expected = "not-absorbable" if biases else "never"
        else:
            expected = {"yes": "absorbable", "no": "not-absorbable"}[answer]
        assert scanned.verdict == expected, (dtype, turned, sharded, answer)


def test_a_pair_that_is_no_block_stops_no_other(tmp_path: Path) -> None:
    """It is said in a row of its own; alone, it is the answer about the file (test_checkpoints)."""
    up, down = block("no")
    arrays = {"0.fc1.weight": up, "0.fc2.weight": down, "1.fc1.weight": up, "1.fc2.weight": np.ones((3, 2))}
    gates = {"2.up_proj.weight": up, "2.down_proj.weight": down, "2.gate_proj.weight": np.ones((5, 2))}
    checkpoint(tmp_path / "m.safetensors", arrays | gates)
    first, second, third = scan(tmp_path, activation="gelu")
    assert (first.found.name, first.verdict) == ("0", "not-absorbable")
    assert (second.found.name, second.verdict) == ("1", "undecided")
    assert "6 x 2 and 3 x 2 are not the matrices of an MLP" in second.by
    assert (third.found.name, third.verdict) == ("2", "undecided")
    assert "has shape (5, 2)" in third.by
