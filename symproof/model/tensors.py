"""The table of contents of a .safetensors file: names, dtypes and shapes, checked against the file's size."""

from __future__ import annotations

import os
from dataclasses import dataclass
from itertools import pairwise
from math import prod
from typing import Any

from symproof.kernel.errors import Malformed
from symproof.kernel.files import MAX_HEADER, opened, parse_json
from symproof.kernel.numbers import brief

BITS = {"F4": 4, "F6_E2M3": 6, "F6_E3M2": 6, "BOOL": 8, "U8": 8, "I8": 8, "F8_E5M2": 8, "F8_E4M3": 8}
BITS |= {"F8_E8M0": 8, "I16": 16, "U16": 16, "F16": 16, "BF16": 16, "I32": 32, "U32": 32, "F32": 32}
BITS |= {"F64": 64, "I64": 64, "U64": 64, "C64": 64}


@dataclass(frozen=True, slots=True)
class Tensor:
    """One entry of a table of contents: its name, the file's own word for the dtype, the shape."""

    name: str
    dtype: str
    shape: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.name!r} ({' x '.join(map(str, self.shape)) or 'one number'}, {self.dtype})"


def safetensors_contents(path: str) -> list[Tensor]:
    """The tensors of a .safetensors file in the order of their data.

    Raises:
        Malformed: the header is cut off or no table of tensors, or its tensors do not lie in the file one
            after the other without a gap, as the format requires.
    """
    with opened(path) as file:
        size = os.fstat(file.fileno()).st_size
        head = file.read(8)
        length = int.from_bytes(head, "little")
        if len(head) < 8 or length > min(size - 8, MAX_HEADER):
            raise Malformed(f"{path}: not safetensors: a header of {length} bytes in a file of {size}")
        header = parse_json(file.read(length), f"{path} header")
    if not isinstance(header, dict):
        raise Malformed(f"{path}: the header must be an object, found {brief(header)}")
    placed = sorted(_placed(path, name, entry) for name, entry in header.items() if name != "__metadata__")
    data = size - 8 - length
    ends = [0, *(x for begin, end, _ in placed for x in (begin, end)), data]
    if any(left != right for left, right in list(pairwise(ends))[::2]):
        last = max((end for _, end, _ in placed), default=0)
        why = "truncated" if last > data else "with gaps or overlaps"
        raise Malformed(
            f"{path}: {why}: the tensors do not fill its {data} bytes of data (last ends at {last})"
        )
    return [Tensor(name, header[name]["dtype"], tuple(header[name]["shape"])) for _, _, name in placed]


def _placed(path: str, name: str, entry: Any) -> tuple[int, int, str]:
    """Where the data of a tensor begin and end."""
    where = f"{path}: tensor {brief(name)}"
    if not isinstance(entry, dict) or set(entry) != {"dtype", "shape", "data_offsets"}:
        raise Malformed(f"{where}: must have dtype, shape and data_offsets, found {brief(entry)}")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(dtype, str) or dtype not in BITS:
        raise Malformed(f"{where}: unknown dtype {brief(dtype)}")
    if not _sizes(shape) or not _sizes(offsets) or len(offsets) != 2:
        raise Malformed(f"{where}: shape and offsets must be lists of sizes, found {brief([shape, offsets])}")
    begin, end = offsets
    if len(shape) > 64 or 8 * (end - begin) != prod(shape) * BITS[dtype]:
        raise Malformed(f"{where}: {dtype} of shape {brief(shape)} is not what bytes {begin} to {end} hold")
    return begin, end, name


def _sizes(value: Any) -> bool:
    return isinstance(value, list) and all(type(x) is int and 0 <= x < 1 << 63 for x in value)
