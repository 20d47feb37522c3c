"""The table of contents of a .safetensors file: names, dtypes and shapes."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Any, TypeGuard

from symproof.kernel.errors import Malformed
from symproof.kernel.files import MAX_HEADER, opened, parse_json
from symproof.kernel.numbers import brief

AXES = 64  # of a tensor that is listed
LONGEST = 16  # characters of a dtype: the longest of the format has 7


@dataclass(frozen=True, slots=True)
class Tensor:
    """One entry of a table of contents: its name, the file's own word for the dtype, the shape."""

    name: str
    dtype: str
    shape: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.name!r} ({' x '.join(map(str, self.shape)) or 'one number'}, {self.dtype})"


def safetensors_contents(path: str) -> list[Tensor]:
    """The tensors of a .safetensors file in the order of their data; entries that are none are left out.

    Where data lie is checked by the kernel, for the tensors that are read: the others may have gaps, overlap
    or be cut off, as the verdict does not depend on them.

    Raises:
        Malformed: the header is cut off or no table of tensors.
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
    found = [_listed(name, entry) for name, entry in header.items() if name != "__metadata__"]
    return [tensor for _, tensor in sorted(filter(None, found), key=lambda pair: pair[0])]


def _listed(name: str, entry: Any) -> tuple[int, Tensor] | None:
    """Where the data of a tensor begin, and the tensor; None when the entry is none."""
    if not isinstance(entry, dict):
        return None
    dtype, shape, offsets = entry.get("dtype"), entry.get("shape"), entry.get("data_offsets")
    if not isinstance(dtype, str) or len(dtype) > LONGEST or not _sizes(shape) or not _sizes(offsets):
        return None
    return (offsets[0], Tensor(name, dtype, tuple(shape))) if offsets else None


def _sizes(value: Any) -> TypeGuard[list[int]]:
    if not isinstance(value, list) or len(value) > AXES:
        return False
    return all(type(x) is int and 0 <= x < 1 << 63 for x in value)
