"""Reading .npz files without trust: a matrix is loaded only after its header was checked against caps."""

from __future__ import annotations

import lzma
import struct
import tokenize
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from math import prod
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy

from symproof.files.tensors import Tensor
from symproof.kernel.errors import Malformed
from symproof.reader.numbers import brief
from symproof.reader.text import opened

# of all arrays together: about 1 GB as Python numbers and some ten seconds, as d = 2048 with N = 8192 has; a
# compressed file of some kilobytes can declare far more
MAX_ENTRIES = 1 << 25
MAX_NPY_HEADER = 10_000  # characters: numpy's own limit for headers it has to parse

_HEADERS = {(1, 0): npy.read_array_header_1_0, (2, 0): npy.read_array_header_2_0}
# what zipfile, its decompressors and numpy raise on damaged files
_DAMAGE = (zipfile.BadZipFile, zlib.error, lzma.LZMAError, struct.error, tokenize.TokenError, EOFError)
_NONSENSE = (
    OSError,
    ValueError,
    TypeError,
    SyntaxError,
    RuntimeError,
    OverflowError,
    MemoryError,
    LookupError,
)


def npz_contents(path: str) -> list[Tensor]:
    """The arrays of a .npz file, from their headers.

    Raises:
        Malformed: it is no zip of .npy files, or holds a name twice.
    """
    with _archive(path) as archive:
        return [_describe(path, archive, name)[0] for name in _names(path, archive)]


def read_npz(path: str, names: list[str], vectors: list[str] | None = None) -> list[Any]:
    """The named matrices, then the named vectors as 1 x n: arrays of integers or floats of at most 64 bits.

    Raises:
        Malformed: a name is absent; an array is not a matrix (a vector), has another dtype or more than
            `MAX_ENTRIES` entries, alone or with the others, or its data are not what its header says.
    """
    with _archive(path) as archive:
        matrices, left = [], MAX_ENTRIES
        for name, axes in [*((n, 2) for n in names), *((n, 1) for n in vectors or ())]:
            array = _load(path, archive, name, axes, left)
            matrices.append(array if axes == 2 else array[None, :])
            left -= array.size
        return matrices


@contextmanager
def _archive(path: str) -> Iterator[zipfile.ZipFile]:
    with opened(path) as file:
        try:
            with zipfile.ZipFile(file) as archive:
                yield archive
        except (*_DAMAGE, *_NONSENSE) as error:
            what = str(error) or type(error).__name__
            raise Malformed(f"{path}: not a sound .npz file: {what[:200]}") from None


def _names(path: str, archive: zipfile.ZipFile) -> list[str]:
    names = [name.removesuffix(".npy") for name in archive.namelist() if name.endswith(".npy")]
    if len(set(names)) != len(names):
        raise Malformed(f"{path}: the array {brief(max(names, key=names.count))} is stored twice")
    return names


def _describe(path: str, archive: zipfile.ZipFile, name: str) -> tuple[Tensor, Any, bool, int]:
    """The array's entry in the table of contents, its dtype, whether columns come first, where data begin."""
    with archive.open(f"{name}.npy") as file:
        shape, by_columns, dtype, start = _header(file, f"{path}: array {brief(name)}")
    return Tensor(name, str(dtype), shape), dtype, by_columns, start


def _header(file: IO[bytes], where: str) -> tuple[tuple[int, ...], bool, Any, int]:
    version = npy.read_magic(file)
    if version not in _HEADERS:
        raise Malformed(f"{where}: .npy format {version} is not read")
    shape, by_columns, dtype = _HEADERS[version](file, max_header_size=MAX_NPY_HEADER)
    if not all(type(n) is int and n >= 0 for n in shape):
        raise Malformed(f"{where}: the shape {brief(shape)} is no list of sizes")
    return shape, by_columns, dtype, file.tell()


def _load(path: str, archive: zipfile.ZipFile, name: str, axes: int, most: int) -> Any:
    where = f"{path}: array {brief(name)}"
    names = _names(path, archive)
    if name not in names:
        raise Malformed(f"{where}: is not in the file; names: {', '.join(map(brief, names[:20]))}")
    tensor, dtype, by_columns, start = _describe(path, archive, name)
    if dtype.kind not in "iuf" or dtype.itemsize > 8:
        raise Malformed(f"{where}: dtype {dtype} is none of the integers and float16, float32, float64")
    if len(tensor.shape) != axes or 0 in tensor.shape:
        what = "matrix" if axes == 2 else "vector"
        raise Malformed(f"{where}: must be a non-empty {what}, found shape {tensor.shape}")
    count = prod(tensor.shape)
    if count > most:
        raise Malformed(f"{where}: declares {count} entries; at most {MAX_ENTRIES} are read in all")
    size = start + count * dtype.itemsize
    if archive.getinfo(f"{name}.npy").file_size != size:
        raise Malformed(f"{where}: the shape {tensor.shape} of {dtype} is not what the file holds")
    with archive.open(f"{name}.npy") as file:
        data = file.read(size + 1)
    if len(data) != size:
        raise Malformed(f"{where}: the data end after {len(data)} of {size} bytes")
    flat = np.frombuffer(data, dtype, count, start)
    return flat.reshape(tensor.shape, order="F" if by_columns else "C")
