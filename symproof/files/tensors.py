"""The table of contents of a .safetensors file: names, dtypes and shapes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeGuard

from symproof.reader.tensors import header
from symproof.reader.text import opened

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
    """The tensors of a .safetensors file, as `safetensors_places` finds them."""
    return [tensor for tensor, _, _ in safetensors_places(path)]


def safetensors_places(path: str) -> list[tuple[Tensor, int, int]]:
    """The tensors in the order of their data, and from which to which byte of the file these are said to lie.

    Entries that are no tensors are left out.

    Where data lie is checked by the kernel, for the tensors that are read: the others may have gaps, overlap
    or be cut off, as the verdict does not depend on them.

    Raises:
        Malformed: the header is cut off or no table of tensors.
    """
    with opened(path) as file:
        table, start = header(file, path)
    found = [_listed(name, entry, start) for name, entry in table.items() if name != "__metadata__"]
    return sorted(filter(None, found), key=lambda place: place[1])


def _listed(name: str, entry: Any, start: int) -> tuple[Tensor, int, int] | None:
    """The tensor and where its data lie; None when the entry is none."""
    if not isinstance(entry, dict):
        return None
    dtype, shape, offsets = entry.get("dtype"), entry.get("shape"), entry.get("data_offsets")
    if not isinstance(dtype, str) or len(dtype) > LONGEST or not _sizes(shape) or not _sizes(offsets):
        return None
    if len(offsets) != 2:
        return None
    return Tensor(name, dtype, tuple(shape)), start + offsets[0], start + offsets[1]


def _sizes(value: Any) -> TypeGuard[list[int]]:
    if not isinstance(value, list) or len(value) > AXES:
        return False
    return all(type(x) is int and 0 <= x < 1 << 63 for x in value)
