"""The tensors of a .safetensors file, bit for bit."""

from __future__ import annotations

import os
import struct
from math import isfinite
from typing import Any, BinaryIO

from symproof.reader.numbers import Malformed, Matrix, brief
from symproof.reader.text import opened, parse_json

MAX_HEADER = 100_000_000  # the limit of the safetensors format itself

_DTYPES = {"F16": (2, "e"), "BF16": (2, "f"), "F32": (4, "f"), "F64": (8, "d")}  # bytes, struct code


def read_tensors(path: str, names: list[str], vectors: list[str] | None = None) -> list[Matrix]:
    """The named matrices of a .safetensors file, bit for bit, then the named vectors as 1 x n matrices.

    Raises:
        Malformed: the file breaks the format, a tensor is absent, not a matrix (a vector), of another dtype
            than F16, BF16, F32 or F64, or holds NaN or an infinity (the tensor and the index are named).
    """
    with opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        length = int.from_bytes(head := file.read(8), "little")
        if len(head) < 8 or length > min(size - 8, MAX_HEADER):
            raise Malformed(f"{path}: not safetensors: a header of {length} bytes in a file of {size}")
        header = parse_json(file.read(length), f"{path} header")
        if not isinstance(header, dict):
            raise Malformed(f"{path}: the header must be an object, found {brief(header)}")
        return [
            _tensor(file, 8 + length, size, header.get(name), f"{path}: tensor {brief(name)}", axes=axes)
            for axes, wanted in ((2, names), (1, vectors or ()))
            for name in wanted
        ]


def _tensor(file: BinaryIO, start: int, size: int, entry: Any, where: str, *, axes: int) -> Matrix:
    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise Malformed(f"{where}: must be an entry with dtype, shape, data_offsets, found {brief(entry)}")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(dtype, str) or dtype not in _DTYPES:
        raise Malformed(f"{where}: dtype {brief(dtype)} is none of {', '.join(_DTYPES)}")
    for sizes, least, n in ((shape, 1, axes), (offsets, 0, 2)):
        if not isinstance(sizes, list) or [type(x) is int and x >= least for x in sizes] != [True] * n:
            raise Malformed(f"{where}: a shape of {axes} and data_offsets of 2 sizes, found {brief(sizes)}")
    (rows, columns), (begin, end), (width, code) = (1, *shape)[-2:], offsets, _DTYPES[dtype]
    if end - begin != rows * columns * width or start + end > size:
        raise Malformed(f"{where}: {dtype} {rows} x {columns} is not what bytes {begin} to {end} hold")
    file.seek(start + begin)
    raw = file.read(end - begin)
    if dtype == "BF16":  # the upper half of a binary32
        raw = b"".join(b"\0\0" + raw[i : i + 2] for i in range(0, len(raw), 2))
    values = struct.unpack(f"<{rows * columns}{code}", raw)
    if not all(map(isfinite, values)):
        at = next(k for k, x in enumerate(values) if not isfinite(x))
        raise Malformed(f"{where}: entry [{at // columns}][{at % columns}] is {values[at]}")
    return [values[r * columns : (r + 1) * columns] for r in range(rows)]
