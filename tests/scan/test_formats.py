"""GGUF and ONNX files written by their own packages: found in the names, or in the graph."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.checkpoints import biased, block

from symproof import Malformed, scan

gguf = pytest.importorskip("gguf")
onnx = pytest.importorskip("onnx")
UP, DOWN = block("no")


def gguf_file(path: Path, arrays: dict[str, Any], architecture: str = "llama", kind: str = "F32") -> Path:
    """A .gguf file of the arrays."""
    writer = gguf.GGUFWriter(path, architecture)
    quantised = gguf.GGMLQuantizationType[kind]
    for name, array in arrays.items():
        data = gguf.quants.quantize(np.asarray(array, np.float32), quantised)
        writer.add_tensor(name, data, raw_dtype=quantised)
    writer.write_header_to_file()
    writer.write_kv_data_to_file()
    writer.write_tensors_to_file()
    writer.close()
    return path


@pytest.mark.parametrize("kind", ["F32", "F16", "BF16"])
def test_gguf(tmp_path: Path, kind: str) -> None:
    arrays = {
        "blk.0.ffn_up.weight": UP,
        "blk.0.ffn_down.weight": DOWN,
        "blk.0.ffn_norm.weight": np.ones((1, 2)),
    }
    (scanned,) = scan(gguf_file(tmp_path / "m.gguf", arrays, "gpt2", kind))
    assert scanned.verdict == "not-absorbable"
    assert scanned.found.activation_from == "general.architecture gpt2"
    assert np.array_equal(scanned.found.up.read(), UP)
    (scanned,) = scan(gguf_file(tmp_path / "g.gguf", {**arrays, "blk.0.ffn_gate.weight": UP}))
    assert (scanned.verdict, scanned.by, scanned.found.norm) == ("never", "Proposition 2", "before: ffn_norm")


def test_gguf_quantised(tmp_path: Path) -> None:
    """The weights are the numbers that the package dequantises to."""
    up, down = block("no", 32, 64)
    arrays = {"blk.0.ffn_up.weight": up / 8, "blk.0.ffn_down.weight": down[:, :64] / 2.0**40}
    path = gguf_file(tmp_path / "m.gguf", arrays, "gpt2", "Q8_0")
    (scanned,) = scan(path)
    assert scanned.found.up.stored.dtype == "Q8_0"
    kind = gguf.GGMLQuantizationType.Q8_0
    again = gguf.quants.dequantize(gguf.quants.quantize(np.float32(up / 8), kind), kind)
    assert np.array_equal(scanned.found.up.read(), again)


def test_gguf_of_an_unknown_architecture(tmp_path: Path) -> None:
    arrays = {"blk.0.ffn_up.weight": UP, "blk.0.ffn_down.weight": DOWN}
    (scanned,) = scan(gguf_file(tmp_path / "m.gguf", arrays, "wobble"))
    assert scanned.by == "name the activation: the architecture wobble is not in the table"


@pytest.mark.parametrize("name", ["m.gguf", "m.onnx"])
def test_damaged_files(tmp_path: Path, name: str) -> None:
    (tmp_path / name).write_bytes(b"\x07hello, this is neither")
    with pytest.raises(Malformed, match=f"not a sound .{name[2:]} file"):
        list(scan(tmp_path / name))


def graph(path: Path, nodes: list[Any], arrays: dict[str, Any]) -> Path:
    """An ONNX file of a graph from x to out."""
    own = [onnx.numpy_helper.from_array(np.asarray(a, np.float32), n) for n, a in arrays.items()]
    info = [onnx.helper.make_tensor_value_info(n, 1, ["b", None]) for n in ("x", "out")]
    made = onnx.helper.make_graph(nodes, "g", info[:1], info[1:], own)
    onnx.save(onnx.helper.make_model(made), path)
    return path


def node(kind: str, *names: str, **options: Any) -> Any:
    """An operation; the last name is its output."""
    return onnx.helper.make_node(kind, list(names[:-1]), [names[-1]], **options)


FORMS = {
    "relu": [node("Relu", "h", "a")],
    "gelu": [
        node("Div", "h", "root", "q"),
        node("Erf", "q", "e"),
        node("Add", "one", "e", "e1"),
        node("Mul", "h", "e1", "he"),
        node("Mul", "he", "half", "a"),
    ],
    "silu": [node("Sigmoid", "h", "s"), node("Mul", "s", "h", "a")],
    "quick_gelu": [node("Mul", "h", "quick", "q"), node("Sigmoid", "q", "s"), node("Mul", "h", "s", "a")],
    "hardswish": [node("HardSigmoid", "h", "s", alpha=1 / 6, beta=0.5), node("Mul", "h", "s", "a")],
    "gelu_tanh": [
        node("Pow", "h", "three", "p"),
        node("Mul", "p", "cubic", "pc"),
        node("Add", "h", "pc", "hc"),
        node("Mul", "hc", "pi", "r"),
        node("Tanh", "r", "t"),
        node("Add", "t", "one", "t1"),
        node("Mul", "h", "half", "h2"),
        node("Mul", "h2", "t1", "a"),
    ],
}
NUMBERS = {
    "root": 2**0.5,
    "one": 1,
    "half": 0.5,
    "quick": 1.702,
    "three": 3,
    "cubic": 0.044715,
    "pi": (2 / np.pi) ** 0.5,
}


@pytest.mark.parametrize("name", FORMS)
def test_onnx(tmp_path: Path, name: str) -> None:
    """MatMul and Add with biases, the activation in the graph's own operations, the skip around them."""
    b_up, b_down = biased(UP, DOWN)
    nodes = [
        node("MatMul", "x", "U", "m"),
        node("Add", "m", "b", "h"),
        *FORMS[name],
        node("MatMul", "a", "W", "n"),
        node("Add", "n", "c", "y"),
        node("Add", "x", "y", "out"),
    ]
    path = graph(tmp_path / "m.onnx", nodes, {"U": UP.T, "W": DOWN.T, "b": b_up, "c": b_down, **NUMBERS})
    (scanned,) = scan(path)
    assert scanned.found.activation == name
    assert scanned.verdict == ("undecided" if name == "hardswish" else "not-absorbable")
    assert np.array_equal(scanned.found.up.read(), UP)
    with pytest.raises(Malformed, match=f"the graph has {name}, and tanh is named"):
        list(scan(path, activation="tanh"))


def test_onnx_other_operations(tmp_path: Path) -> None:
    """Gemm, a norm in front, an activation that no table has."""
    nodes = [
        node("LayerNormalization", "x", "scale", "v"),
        node("Gemm", "v", "U", "b", "h", transB=1),
        node("Relu", "h", "a"),
        node("Gemm", "a", "W", "c", "y", transB=1),
        node("Add", "y", "x", "z"),
        node("MatMul", "z", "P", "g"),
        node("Sin", "g", "s"),
        node("MatMul", "s", "Q", "t"),
        node("Add", "t", "z", "out"),
    ]
    b_up, b_down = biased(UP, DOWN)
    arrays = {"U": UP, "W": DOWN, "b": b_up, "c": b_down, "scale": np.ones(2), "P": UP.T, "Q": DOWN.T}
    first, second = scan(graph(tmp_path / "m.onnx", nodes, arrays))
    assert (first.verdict, first.found.norm) == ("not-absorbable", "before: LayerNormalization")
    assert (second.verdict, second.found.activation) == ("undecided", None)
    assert "(sin z), which is not in the table" in second.by


def test_onnx_gates_and_convolutions(tmp_path: Path) -> None:
    nodes = [
        node("MatMul", "x", "G", "g"),
        node("MatMul", "x", "U", "u"),
        node("Sigmoid", "g", "s"),
        node("Mul", "g", "s", "a"),
        node("Mul", "a", "u", "h"),
        node("MatMul", "h", "W", "y"),
        node("Add", "x", "y", "z"),
        node("Conv", "z", "K", "k"),
        node("Relu", "k", "r"),
        node("Conv", "r", "L", "l"),
        node("Add", "l", "z", "out"),
    ]
    conv = {"K": UP.reshape(6, 2, 1, 1), "L": DOWN.reshape(2, 6, 1, 1)}
    path = graph(tmp_path / "m.onnx", nodes, {"G": UP.T + 1, "U": UP.T, "W": DOWN.T, **conv})
    gated, plain = scan(path)
    assert (gated.verdict, gated.found.activation, gated.found.gated) == ("never", "silu", True)
    assert np.array_equal(gated.found.gate.read(), UP + 1)  # type: ignore[union-attr]
    assert plain.verdict == "not-absorbable"


@pytest.mark.parametrize("options", [{"strides": [2, 2]}, {"pads": [1, 1, 1, 1]}])
def test_onnx_what_is_no_block(tmp_path: Path, options: dict[str, Any]) -> None:
    """No skip, a skip from elsewhere, a convolution that moves."""
    nodes = [
        node("MatMul", "x", "U", "h"),
        node("Relu", "h", "a"),
        node("MatMul", "a", "W", "y"),
        node("Conv", "y", "K", "k", **options),
        node("Relu", "k", "r"),
        node("Conv", "r", "L", "l"),
        node("Add", "l", "y", "z"),
        node("Add", "z", "x", "out"),
    ]
    conv = {"K": UP.reshape(6, 2, 1, 1), "L": DOWN.reshape(2, 6, 1, 1)}
    assert not list(scan(graph(tmp_path / "m.onnx", nodes, {"U": UP.T, "W": DOWN.T, **conv})))


def test_onnx_shared_layers(tmp_path: Path) -> None:
    """A layer that the graph runs through twice, through aliases of its matrices, is one block."""
    nodes = [node("Identity", "U", "U2"), node("Identity", "W", "W2")]
    for k, (u, w, x, out) in enumerate((("U", "W", "x", "z"), ("U2", "W2", "z", "out"))):
        nodes += [node("MatMul", x, u, f"h{k}"), node("Relu", f"h{k}", f"a{k}")]
        nodes += [node("MatMul", f"a{k}", w, f"y{k}"), node("Add", x, f"y{k}", out)]
    assert len(list(scan(graph(tmp_path / "m.onnx", nodes, {"U": UP.T, "W": DOWN.T})))) == 1
