"""The table of contents of a .npz file, and its arrays for numpy."""

from __future__ import annotations

from typing import Any
from zipfile import ZipFile

import numpy as np

from symproof.files.tensors import Tensor
from symproof.reader import tensors
from symproof.reader.numbers import brief
from symproof.reader.tensors import array_header, array_names, read_tensors, sound
from symproof.reader.text import opened


def npz_contents(path: str) -> list[Tensor]:
    """The arrays of a .npz file, from their headers.

    Raises:
        Malformed: it is no zip of .npy files, or holds a name twice.
    """
    with opened(path) as file:

        def described(name: str) -> Tensor:
            with ZipFile(file) as archive, archive.open(f"{name}.npy") as data:
                descr, _, shape, _ = array_header(data, f"{path}: array {brief(name)}")
            return Tensor(name, _word(descr), shape)

        return [sound(path, described, name) for name in array_names(file, path)]


def _word(descr: str) -> str:
    """numpy's word for a dtype, as far as it has one."""
    try:
        return str(np.dtype(descr))
    except TypeError:
        return descr


def read_npz(path: str, names: list[str], vectors: list[str] | None = None) -> list[Any]:
    """The named matrices, then the named vectors as 1 x n, as numpy arrays over the bytes that were read.

    Raises:
        Malformed: as `symproof.reader.tensors.read_tensors`.
    """
    return [array_of(tensor) for tensor in read_tensors(path, names, vectors or ())]


def array_of(tensor: tensors.Tensor) -> Any:
    """The matrix as a numpy array, not copied."""
    flat: Any = np.frombuffer(tensor.data, tensor.data.format)
    if tensor.by_columns:
        return flat.reshape(tensor.columns, tensor.length).T
    return flat.reshape(tensor.length, tensor.columns)
