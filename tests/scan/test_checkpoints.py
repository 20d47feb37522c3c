"""Checkpoints as they lie on disks: shards, other formats, and every way in which one can be wrong."""

import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.checkpoints import block, checkpoint, config, raw
from helpers.tensors import safetensors

from symproof import Malformed, scan
from symproof.command.main import main
from symproof.files.blocks import find_blocks
from symproof.files.checkpoint import open_checkpoint

UP, DOWN = block("no")
BERT = {"layer.0.intermediate.dense.weight": UP, "layer.0.output.dense.weight": DOWN}


def sharded(folder: Path) -> Path:
    """Two shards and their index."""
    names = list(BERT)
    for k, name in enumerate(names):
        checkpoint(folder / f"model-{k}.safetensors", {name: BERT[name]})
    index = folder / "model.safetensors.index.json"
    index.write_text(json.dumps({"weight_map": {n: f"model-{k}.safetensors" for k, n in enumerate(names)}}))
    return index


def refused(path: Path, message: str, **options: Any) -> None:
    """The checkpoint is refused, in one sentence that names it."""
    with pytest.raises(Malformed, match=message) as caught:
        list(scan(path, **options))
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("by", ["index", "folder"])
def test_shards(tmp_path: Path, by: str) -> None:
    index = sharded(tmp_path)
    config(tmp_path, hidden_act="gelu")
    (scanned,) = scan(index if by == "index" else tmp_path)
    assert scanned.verdict == "not-absorbable"


def test_shards_without_an_index(tmp_path: Path) -> None:
    sharded(tmp_path).unlink()
    (scanned,) = scan(tmp_path, activation="gelu")
    assert scanned.verdict == "not-absorbable"


def test_a_missing_shard(tmp_path: Path) -> None:
    sharded(tmp_path)
    (tmp_path / "model-1.safetensors").unlink()
    refused(tmp_path, "names the shard model-1.safetensors, which is not there")


def test_a_shard_that_is_cut_short(tmp_path: Path) -> None:
    sharded(tmp_path)
    shard = tmp_path / "model-1.safetensors"
    shard.write_bytes(shard.read_bytes()[:-1])
    refused(tmp_path, "model-1.safetensors: is cut short: .*'layer.0.output.dense.weight' ends at byte")


@pytest.mark.parametrize("size", [0, 4, 8, 30])
def test_a_header_that_is_cut_short(tmp_path: Path, size: int) -> None:
    file = checkpoint(tmp_path / "m.safetensors", BERT)
    file.write_bytes(file.read_bytes()[:size])
    refused(file, "m.safetensors")


def test_a_shard_without_its_tensor(tmp_path: Path) -> None:
    index = sharded(tmp_path)
    checkpoint(tmp_path / "model-1.safetensors", {"other": UP})
    refused(
        index, "places the tensor 'layer.0.output.dense.weight' in model-1.safetensors, which does not hold"
    )


@pytest.mark.parametrize("shard", ["../model-0.safetensors", "/etc/passwd", 3, "model.bin"])
def test_an_index_that_points_elsewhere(tmp_path: Path, shard: object) -> None:
    index = sharded(tmp_path)
    index.write_text(json.dumps({"weight_map": {"a": shard}}))
    refused(index, "is no .safetensors file beside the index")


def test_two_files_with_one_name(tmp_path: Path) -> None:
    checkpoint(tmp_path / "a.safetensors", BERT)
    checkpoint(tmp_path / "b.safetensors", BERT)
    refused(tmp_path, "a.safetensors and b.safetensors both hold a tensor")


def test_one_name_twice_in_a_file(tmp_path: Path) -> None:
    file = checkpoint(
        tmp_path / "m.safetensors", {"a.fc1.weight": UP, "b.fc1.weight": UP, "a.fc2.weight": DOWN}
    )
    file.write_bytes(file.read_bytes().replace(b"b.fc1", b"a.fc1"))
    refused(file, "the key 'a.fc1.weight' appears twice")


def test_a_git_lfs_pointer(tmp_path: Path) -> None:
    file = tmp_path / "m.safetensors"
    file.write_text("version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 12\n")
    refused(file, "is a Git LFS pointer, not the file itself")


@pytest.mark.parametrize(
    "name", ["pytorch_model.bin", "m.pt", "m.pth", "m.ckpt", "tf_model.h5", "flax_model.msgpack"]
)
def test_formats_that_run_code(tmp_path: Path, name: str) -> None:
    """They are refused with a line that converts them, and no byte of them is looked at."""
    (tmp_path / name).write_bytes(b"cos\nsystem\n(S'touch ran'\ntR.")
    for path in (tmp_path, tmp_path / name):
        refused(path, f"nothing is ever unpickled; convert it: python -c .*{re.escape(name)}")


@pytest.mark.parametrize("name", ["model.txt", "model"])
def test_other_files(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_text("hello")
    refused(tmp_path / name, "is none of .safetensors, .npz, .gguf, .onnx")
    refused(tmp_path, "holds no .safetensors, .npz, .gguf, .onnx file")
    refused(tmp_path / "absent.safetensors", "cannot be read")


def test_npz(tmp_path: Path) -> None:
    np.savez(tmp_path / "m.npz", **{name.removesuffix(".weight"): a for name, a in BERT.items()})
    (scanned,) = scan(tmp_path / "m.npz", activation="gelu")
    assert scanned.verdict == "not-absorbable"


@pytest.mark.parametrize(
    ("keys", "why"),
    [
        (None, "there is no config.json beside it"),
        ({}, "config.json names no activation"),
        ({"hidden_act": "gelu", "hidden_size": 3}, "config.json is about other sizes than d = 2, N = 6"),
        ({"hidden_act": "gelu", "intermediate_size": 7}, "config.json is about other sizes"),
        (
            {"a": {"hidden_act": "gelu"}, "b": {"hidden_act": "relu"}},
            "config.json names several: gelu .*relu",
        ),
    ],
)
def test_an_activation_that_cannot_be_read(tmp_path: Path, keys: dict[str, Any] | None, why: str) -> None:
    """Then it is asked for; there is no default."""
    checkpoint(tmp_path / "m.safetensors", BERT)
    if keys is not None:
        config(tmp_path, **keys)
    (scanned,) = scan(tmp_path)
    assert scanned.verdict == "undecided"
    assert re.search(why, scanned.by)
    (scanned,) = scan(tmp_path, activation="gelu_new")
    assert (scanned.verdict, scanned.found.activation) == ("not-absorbable", "gelu_tanh")


def test_an_activation_that_nobody_knows(tmp_path: Path) -> None:
    checkpoint(tmp_path / "m.safetensors", BERT)
    config(tmp_path, hidden_act="wobble")
    (scanned,) = scan(tmp_path)
    assert scanned.verdict == "undecided"
    assert "wobble (config.json: hidden_act wobble) is no known activation" in scanned.by


def test_parts_of_a_config(tmp_path: Path) -> None:
    """The part whose name begins the tensor's name, else the one whose sizes fit."""
    names = ("vision_model.mlp", "text_model.mlp")
    up, down = block("no", 2, 7)
    matrices = {names[0]: (UP, DOWN), names[1]: (up, down)}
    arrays = {f"{n}.fc{k + 1}.weight": m for n, pair in matrices.items() for k, m in enumerate(pair)}
    checkpoint(tmp_path / "m.safetensors", arrays)
    own = {"vision_config": {"hidden_act": "quick_gelu"}, "text_config": {"hidden_act": "relu"}}
    config(tmp_path, **own)
    found = find_blocks(open_checkpoint(tmp_path))
    assert [block.activation for block in found] == ["relu", "quick_gelu"]
    sized = {"a": {"hidden_act": "silu", "d_ff": 6}, "b": {"hidden_act": "relu", "d_ff": 7}}
    config(tmp_path, **sized)
    found = find_blocks(open_checkpoint(tmp_path))
    assert [block.activation for block in found] == ["relu", "silu"]


@pytest.mark.parametrize("bad", ["[1]", "{", '{"hidden_act": "gelu", "hidden_act": "relu"}', "\xff"])
def test_a_damaged_config(tmp_path: Path, bad: str) -> None:
    checkpoint(tmp_path / "m.safetensors", BERT)
    (tmp_path / "config.json").write_bytes(bad.encode("latin-1"))
    refused(tmp_path, "config.json")


def test_square_matrices_are_asked_about(tmp_path: Path) -> None:
    up, down = block("no", 2, 2)
    checkpoint(tmp_path / "m.safetensors", {"fc1.weight": up, "fc2.weight": down})
    refused(tmp_path, "may be stored out x in or in x out; say --orientation", activation="relu")
    assert len(list(scan(tmp_path, activation="relu", orientation="in-out"))) == 1


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"fc1.weight": UP, "fc2.weight": UP}, "6 x 2 and 6 x 2 are not the matrices of an MLP"),
        ({"fc1.weight": UP, "fc2.weight": DOWN, "fc1.bias": np.ones(5)}, "biases of the lengths fc1.bias 5"),
        (
            {"up_proj.weight": UP, "down_proj.weight": DOWN, "gate_proj.weight": DOWN},
            r"gate_proj.weight has shape \(2, 6\), up_proj.weight has \(6, 2\)",
        ),
    ],
)
def test_parts_that_do_not_fit(tmp_path: Path, arrays: dict[str, Any], message: str) -> None:
    checkpoint(tmp_path / "m.safetensors", arrays)
    refused(tmp_path, message, activation="relu")


def test_biases_contradict_the_orientation(tmp_path: Path) -> None:
    checkpoint(tmp_path / "m.safetensors", {"fc1.weight": UP, "fc2.weight": DOWN, "fc1.bias": np.ones(6)})
    refused(tmp_path, "its biases show that it is not stored in-out", activation="relu", orientation="in-out")


def test_two_blocks_that_begin_alike(tmp_path: Path) -> None:
    """They get names of their own."""
    arrays = {
        "mlp.fc1.weight": UP,
        "mlp.fc2.weight": DOWN,
        "mlp.linear1.weight": UP,
        "mlp.linear2.weight": DOWN,
    }
    checkpoint(tmp_path / "m.safetensors", arrays)
    assert [s.found.name for s in scan(tmp_path, activation="relu")] == ["mlp.fc1", "mlp.linear1"]


def test_tied_weights(tmp_path: Path) -> None:
    """Two layers whose data are the same bytes of the file: the second says so."""
    data = raw(UP, "F32") + raw(DOWN, "F32")
    size = len(raw(UP, "F32"))
    names = [f"layers.{k}.fc{j}.weight" for k in (0, 1) for j in (1, 2)]
    places = {n: ([6, 2], [0, size]) if "fc1" in n else ([2, 6], [size, len(data)]) for n in names}
    header = {n: {"dtype": "F32", "shape": s, "data_offsets": o} for n, (s, o) in places.items()}
    from helpers.tensors import framed

    (tmp_path / "m.safetensors").write_bytes(framed(header, data))
    assert [s.same_as for s in scan(tmp_path, activation="relu")] == [None, "layers.0"]


def test_a_layer_between_the_matrices(tmp_path: Path) -> None:
    """A depthwise convolution between them: the block of two matrices is not what is computed."""
    arrays = {"mlp.fc1.weight": UP, "mlp.fc2.weight": DOWN, "mlp.dwconv.weight": np.ones((6, 1, 3, 3))}
    checkpoint(tmp_path / "m.safetensors", arrays)
    (scanned,) = scan(tmp_path, activation="relu")
    assert scanned.verdict == "undecided"
    assert "dwconv stands between" in scanned.by


@pytest.mark.parametrize(
    ("norm", "said"),
    [
        ("h.0.ln_2", "before: ln_2"),
        ("h.0.mlp.output.LayerNorm", "after: output.LayerNorm"),
        ("h.0.norm2", "beside: norm2"),
        ("q", ""),
    ],
)
def test_norms(tmp_path: Path, norm: str, said: str) -> None:
    arrays = {"h.0.mlp.fc1.weight": UP, "h.0.mlp.fc2.weight": DOWN, f"{norm}.weight": np.ones(2)}
    checkpoint(tmp_path / "m.safetensors", arrays)
    (found,) = find_blocks(open_checkpoint(tmp_path), activation="relu")
    assert found.norm == said


@pytest.mark.parametrize("entry", [np.nan, np.inf])
def test_entries_that_are_no_numbers(tmp_path: Path, entry: float) -> None:
    up = UP.copy()
    up[1, 1] = entry
    arrays = {"0.fc1.weight": up, "0.fc2.weight": DOWN, "1.fc1.weight": UP, "1.fc2.weight": DOWN}
    checkpoint(tmp_path / "m.safetensors", arrays)
    unread(tmp_path, rf"entry \[1\]\[1\] is {entry}")


def unread(folder: Path, why: str) -> None:
    """The first of two blocks cannot be read, which is said in its row; the second one is decided."""
    first, second = scan(folder, activation="relu")
    assert (first.verdict, first.decision) == ("undecided", None)
    assert re.search(why, first.by)
    assert second.verdict == "not-absorbable"


def test_integers_are_no_weights(tmp_path: Path) -> None:
    arrays = {n: ("I64", [6, 2] if "1" in n else [2, 6], bytes(96)) for n in ("0.fc1.weight", "0.fc2.weight")}
    sound = {
        n: ("F32", list(m.shape), m.astype("<f4").tobytes())
        for n, m in (("1.fc1.weight", UP), ("1.fc2.weight", DOWN))
    }
    (tmp_path / "m.safetensors").write_bytes(safetensors(arrays | sound))
    unread(tmp_path, "dtype I64 is none of")


@pytest.mark.parametrize("size", [1e300, 1e160, 1e-300])
def test_entries_beyond_what_floats_multiply(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], size: float
) -> None:
    """The verdict is exact; the share, which floats look for, is left out, and no warning is printed."""
    arrays = {"fc1.weight": UP * size, "fc2.weight": DOWN * size}
    checkpoint(tmp_path / "m.safetensors", arrays, "F64")
    (scanned,) = scan(tmp_path, activation="gelu")
    assert scanned.verdict == "not-absorbable"
    assert scanned.share is None or 0 <= scanned.share[0] <= scanned.share[1] <= 1
    words = [str(tmp_path / "m.safetensors"), "--up", "fc1.weight", "--down", "fc2.weight"]
    assert main(["distance", *words, "--activation", "gelu"]) in (0, 5)
    assert "internal" not in capsys.readouterr().err


def test_nothing_in_a_name_reaches_the_terminal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arrays = {"a\x1b[31m\nb.fc1.weight": UP, "a\x1b[31m\nb.fc2.weight": DOWN}
    checkpoint(tmp_path / "m.safetensors", arrays)
    for act in ("gelu", "gelu\x1b]0;x\x07"):
        config(tmp_path, hidden_act=act)
        for words in ([], ["--list"]):
            main(["scan", str(tmp_path), *words])
    checkpoint(tmp_path / "m.safetensors", {"a\x1b[31m.fc1.weight": UP, "a\x1b[31m.fc2.weight": UP})
    main(["scan", str(tmp_path)])
    said = capsys.readouterr()
    for text in (said.out, said.err):
        assert text
        assert all(c.isprintable() or c == "\n" for c in text)
