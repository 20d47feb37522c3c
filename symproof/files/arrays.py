"""Tensors of checkpoints as numpy arrays, bit for bit: .safetensors, .npz, .gguf and .onnx."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib import import_module
from math import prod
from typing import Any

import numpy as np

from symproof.files.inputs import readable
from symproof.files.npz import npz_contents, read_npz
from symproof.files.tensors import safetensors_places
from symproof.kernel.errors import Malformed
from symproof.reader.numbers import brief

_DTYPES = {"F16": "<f2", "BF16": "<u2", "F32": "<f4", "F64": "<f8"}


@dataclass(frozen=True, slots=True)
class Stored:
    """A tensor that has not been read.

    Attributes:
        name: in the file.
        path: the file.
        dtype: the file's own word.
        shape: as torch would say it; of .gguf too, which writes it backwards.
        begin, end: from which to which byte of the file its data lie, for .safetensors.
        expert: which slice of the first axis of a tensor of three axes this is.
    """

    name: str
    path: str
    dtype: str
    shape: tuple[int, ...]
    begin: int = 0
    end: int = 0
    expert: int | None = None

    def __str__(self) -> str:
        return self.name if self.expert is None else f"{self.name}[{self.expert}]"

    def slice(self, expert: int) -> Stored:
        """One slice of the first axis; of .safetensors its own bytes."""
        size = (self.end - self.begin) // self.shape[0]
        begin = self.begin + expert * size
        return replace(self, shape=self.shape[1:], begin=begin, end=begin + size, expert=expert)


@dataclass(frozen=True, slots=True)
class Format:
    """How the tensors of a format are listed and read."""

    contents: Callable[[str], list[Stored]]
    read: Callable[[Stored], Any]


def suffix(path: str) -> str:
    """The ending of a path that names its format, in small letters."""
    return os.path.splitext(path)[1].lower()


def read_array(stored: Stored) -> Any:
    """The tensor as a numpy array of floats: float16, float32 or float64, BF16 as float32.

    Raises:
        Malformed: the file is cut short, or the dtype is of another kind.
    """
    with readable(stored.path):
        kind = suffix(stored.path)
        array = FORMATS[kind].read(stored)
        return array if stored.expert is None or kind == ".safetensors" else array[stored.expert]


def architecture(path: str) -> str | None:
    """What a .gguf file says it is: general.architecture."""
    field = _gguf(path).fields.get("general.architecture")
    return None if field is None else bytes(field.parts[field.data[0]]).decode()


def _safetensors(path: str) -> list[Stored]:
    size = os.path.getsize(path)
    found = []
    for tensor, begin, end in safetensors_places(path):
        if end > size:
            raise Malformed(f"{path}: is cut short: {size} bytes, and {tensor.name!r} ends at byte {end}")
        found.append(Stored(tensor.name, path, tensor.dtype, tensor.shape, begin, end))
    return found


def _read_safetensors(stored: Stored) -> Any:
    if stored.dtype not in _DTYPES:
        raise Malformed(
            f"{stored.path}: {stored.name!r}: dtype {stored.dtype} is none of {', '.join(_DTYPES)}"
        )
    count, dtype = prod(stored.shape), np.dtype(_DTYPES[stored.dtype])
    if stored.end - stored.begin != count * dtype.itemsize:
        raise Malformed(
            f"{stored.path}: {stored.name!r}: {stored.dtype} {stored.shape} is not what its bytes hold"
        )
    flat = np.fromfile(stored.path, dtype, count, offset=stored.begin)
    if stored.dtype == "BF16":  # the upper half of a binary32
        flat = (flat.astype("<u4") << 16).view("<f4")
    return flat.reshape(stored.shape)


def _npz(path: str) -> list[Stored]:
    return [Stored(t.name, path, t.dtype, t.shape) for t in npz_contents(path)]


def _read_npz(stored: Stored) -> Any:
    flat = len(stored.shape) == 1
    (array,) = read_npz(stored.path, *(([], [stored.name]) if flat else ([stored.name], [])))
    return array[0] if flat else array


def extra(module: str, path: str) -> Any:
    """The module of an optional package that reads a format.

    Raises:
        Malformed: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise Malformed(f"{path}: is read with the package {package}: pip install {package}") from None


def _gguf(path: str) -> Any:
    package = extra("gguf", path)
    try:
        return package.GGUFReader(path)
    except (ValueError, KeyError, IndexError, OSError) as error:
        raise Malformed(f"{path}: not a sound .gguf file: {brief(str(error))}") from None


def _gguf_contents(path: str) -> list[Stored]:
    """The tensors; a .gguf file writes the last axis of a shape first."""
    return [
        Stored(t.name, path, t.tensor_type.name, tuple(int(n) for n in reversed(t.shape)))
        for t in _gguf(path).tensors
    ]


def _read_gguf(stored: Stored) -> Any:
    tensor = next(t for t in _gguf(stored.path).tensors if t.name == stored.name)
    shape = tuple(int(n) for n in reversed(tensor.shape))
    if stored.dtype in {"F16", "F32", "F64"}:
        return np.array(tensor.data).reshape(shape)
    quants = extra("gguf.quants", stored.path)
    try:  # BF16 is exact; the value of a quantised entry is what this package computes in float32
        return quants.dequantize(tensor.data, tensor.tensor_type).reshape(shape)
    except NotImplementedError:
        raise Malformed(f"{stored.path}: {stored.name!r}: the type {stored.dtype} is not read") from None


def onnx_model(path: str) -> Any:
    """The model in an .onnx file.

    Raises:
        Malformed: it is not sound, or the package onnx is not installed.
    """
    return _loaded(path, os.stat(path).st_mtime_ns)


@lru_cache(maxsize=1)
def _loaded(path: str, written: int) -> Any:
    """The model as it was when the file was written."""
    package = extra("onnx", path)
    try:
        return package.load(path)
    except Exception as error:  # protobuf's and onnx's own classes, by version
        raise Malformed(f"{path}: not a sound .onnx file: {brief(str(error))}") from None


def onnx_tensors(path: str) -> dict[str, Any]:
    """The constants of an ONNX graph by name: its initializers, and what nodes of the kind Constant hold."""
    graph = onnx_model(path).graph
    nodes = (node for node in graph.node if node.op_type == "Constant")
    held = {n.output[0]: n.attribute[0].t for n in nodes if n.attribute and n.attribute[0].HasField("t")}
    return held | {tensor.name: tensor for tensor in graph.initializer}


def _onnx_contents(path: str) -> list[Stored]:
    names = extra("onnx", path).TensorProto.DataType.Name
    return [Stored(name, path, names(t.data_type), tuple(t.dims)) for name, t in onnx_tensors(path).items()]


def _read_onnx(stored: Stored) -> Any:
    array = extra("onnx.numpy_helper", stored.path).to_array(onnx_tensors(stored.path)[stored.name])
    return array.astype(np.float32) if stored.dtype == "BFLOAT16" else array


FORMATS = {
    ".safetensors": Format(_safetensors, _read_safetensors),
    ".npz": Format(_npz, _read_npz),
    ".gguf": Format(_gguf_contents, _read_gguf),
    ".onnx": Format(_onnx_contents, _read_onnx),
}
