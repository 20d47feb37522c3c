"""The tensors of .safetensors and .npz files: a matrix keeps its bytes, and its rows are made of them."""

from __future__ import annotations

import os
import re
import struct
import sys
import zlib
from array import array
from collections.abc import Callable, Sequence
from math import isfinite, prod
from typing import Any, BinaryIO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile

from symproof.reader.numbers import Rows, brief
from symproof.reader.text import fields, opened, parse_json, refuse

MAX_HEADER = 100_000_000  # the limit of the safetensors format itself
MAX_NPY_HEADER = 10_000
MAX_ENTRIES = 1 << 25  # of an array that is compressed: a file of some kilobytes can declare far more
DTYPES = {"F16": "<2e", "BF16": "<2E", "F32": "<4f", "F64": "<8d"}  # order, bytes, code of struct; E is ours
ARRAYS = {"f2": "2e", "f4": "4f", "f8": "8d", "i1": "1b", "i2": "2h", "i4": "4i", "i8": "8q"}
ARRAYS |= {f"u{n}": f"{n}{code}" for n, code in ((1, "B"), (2, "H"), (4, "I"), (8, "Q"))}
_ITEM = (
    r" *'(descr|fortran_order|shape)' *: *('[^']*'|\[[^\]]*\]|True|False|\((?:[0-9]+L?, *)*(?:[0-9]+L?)?\)) *"
)
_NPY = re.compile(rf"\{{{_ITEM},{_ITEM},{_ITEM},? *\}}\s*")
UNNAMED = "tensors name no activation: say which, as in --activation gelu"
DAMAGE = (BadZipFile, zlib.error, struct.error, EOFError, OSError, ValueError, RuntimeError, LookupError)


class Tensor(Rows):
    """A matrix over its bytes, stored row after row or column after column."""

    def __init__(self, data: memoryview, rows: int, columns: int, by_columns: bool = False) -> None:
        self.data, self.columns, self.by_columns = data, columns, by_columns
        super().__init__(rows, lambda i: tuple(self.view(i)))

    def view(self, i: int) -> memoryview:
        """A row, over the same bytes."""
        n = self.columns
        return self.data[i :: self.length] if self.by_columns else self.data[i * n : i * n + n]

    @property
    def T(self) -> Tensor:
        """The transposed matrix, over the same bytes."""
        return Tensor(self.data, self.columns, self.length, not self.by_columns)


def read_tensors(path: str, names: Sequence[str], vectors: Sequence[str] = ()) -> list[Tensor]:
    """The named matrices of a .npz or .safetensors file, then the named vectors as 1 x n matrices.

    Raises:
        Malformed: the file breaks its format, a tensor is absent, not a matrix (a vector), of another dtype
            than `DTYPES` (`ARRAYS`), or holds NaN or an infinity (the tensor and the index are named).
    """
    with opened(path) as file:
        find = (npz if path.lower().endswith(".npz") else safetensors)(file, path)
        return [*(find(name, 2) for name in names), *(find(name, 1) for name in vectors)]


def header(file: BinaryIO, path: str) -> tuple[dict[str, Any], int]:
    """The table of a .safetensors file, and the place where the data begin."""
    size, head = os.fstat(file.fileno()).st_size, file.read(8)
    length = int.from_bytes(head, "little")
    if head == b"version ":
        refuse(f"{path}: is a Git LFS pointer and not the file itself, which git lfs pull fetches")
    if len(head) < 8 or length > min(size - 8, MAX_HEADER):
        refuse(f"{path}: not safetensors: a header of {length} bytes in a file of {size}")
    table = parse_json(file.read(length), f"{path} header")
    return (table, 8 + length) if isinstance(table, dict) else refuse(f"{path}: the header must be an object")


def safetensors(file: BinaryIO, path: str) -> Callable[[str, int], Tensor]:
    """What finds a tensor with so many axes in a .safetensors file."""
    (table, start), length = header(file, path), os.fstat(file.fileno()).st_size

    def find(name: str, axes: int) -> Tensor:
        where = f"{path}: tensor {brief(name)}"
        entry = fields(table.get(name), where, ("dtype", "shape", "data_offsets"))
        dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
        if not isinstance(dtype, str) or dtype not in DTYPES:
            refuse(f"{where}: dtype {brief(dtype)} is none of {', '.join(DTYPES)}")
        for sizes, least, n in ((shape, 1, axes), (offsets, 0, 2)):
            if not isinstance(sizes, list) or [type(x) is int and x >= least for x in sizes] != [True] * n:
                refuse(f"{where}: a shape of {axes} and data_offsets of 2 sizes, found {brief(sizes)}")
        begin, end = offsets
        if end - begin != prod(shape) * int(DTYPES[dtype][1]) or start + end > length:
            refuse(f"{where}: {dtype} {brief(shape)} is not what bytes {brief(begin)} to {brief(end)} hold")
        file.seek(start + begin)
        return tensor(file.read(end - begin), DTYPES[dtype], shape, where)

    return find


def npz(file: BinaryIO, path: str) -> Callable[[str, int], Tensor]:
    """What finds an array with so many axes in a .npz file."""
    names = array_names(file, path)

    def find(name: str, axes: int) -> Tensor:
        where = f"{path}: array {brief(name)}"
        if name not in names:
            refuse(f"{where}: is not in the file; names: {', '.join(map(brief, names[:20]))}")
        with ZipFile(file) as archive, archive.open(info := archive.getinfo(f"{name}.npy")) as data:
            descr, by_columns, shape, start = array_header(data, where)
            code = ARRAYS.get(descr[1:])
            if code is None or descr[0] not in ("|" if code[0] == "1" else "<>"):
                refuse(f"{where}: dtype {brief(descr)} is none of {', '.join(ARRAYS)} in numpy's spelling")
            if len(shape) != axes or 0 in shape:
                refuse(f"{where}: must be a non-empty {['vector', 'matrix'][axes - 1]}, found shape {shape}")
            stored, size = info.compress_type == ZIP_STORED, prod(shape) * int(code[0])
            if prod(shape) > MAX_ENTRIES and not stored:
                refuse(f"{where}: {prod(shape)} compressed entries; at most {MAX_ENTRIES} are read")
            if info.file_size != start + size or not (stored or info.compress_type == ZIP_DEFLATED):
                refuse(f"{where}: the shape {brief(shape)} of {descr} is not what the file holds")
            return tensor(data.read(size + 1), descr[0] + code, shape, where, by_columns)

    return lambda name, axes: sound(path, find, name, axes)


def sound(path: str, read: Callable[..., Any], *arguments: Any) -> Any:
    """What ``read`` returns; what it raises about a damaged zip is Malformed."""
    try:
        return read(*arguments)
    except DAMAGE as error:
        refuse(f"{path}: not a sound .npz file: {str(error)[:200] or type(error).__name__}")


def array_names(file: BinaryIO, path: str) -> list[str]:
    """The names of the arrays in a .npz file, in its order."""
    found = sound(path, lambda: ZipFile(file).namelist())
    names = [name.removesuffix(".npy") for name in found if name.endswith(".npy")]
    if len(set(names)) != len(names):
        refuse(f"{path}: the array {brief(max(names, key=names.count))} is stored twice")
    return names


def array_header(file: Any, where: str) -> tuple[str, bool, tuple[int, ...], int]:
    """What an array declares: dtype, whether column follows column, shape; and where its data begin."""
    magic = file.read(8)
    wide = {b"\1\0": 2, b"\2\0": 4}.get(magic[6:], 0) if magic[:6] == b"\x93NUMPY" else 0
    length = int.from_bytes(file.read(wide), "little")
    match = _NPY.fullmatch(file.read(length).decode("latin-1")) if 0 < length <= MAX_NPY_HEADER else None
    declared = dict(zip(match.groups()[::2], match.groups()[1::2], strict=True)) if match else {}
    if len(declared) < 3 or declared["shape"][0] != "(" or declared["fortran_order"] not in ("True", "False"):
        refuse(f"{where}: not an array as numpy writes it, .npy version 1.0 or 2.0")
    shape = tuple(map(int, re.findall("[0-9]+", declared["shape"])))
    return declared["descr"].strip("'"), declared["fortran_order"] == "True", shape, 8 + wide + length


def tensor(raw: bytes, code: str, shape: Sequence[int], where: str, by_columns: bool = False) -> Tensor:
    """The matrix, or the vector as 1 x n, that the bytes hold."""
    rows, columns = (1, *shape)[-2:]
    if len(raw) != rows * columns * int(code[1]):
        refuse(f"{where}: the data end after {len(raw)} bytes")
    data = _native(raw, code[2], code[0] != ">")
    high = bytes(data.cast("B")[data.itemsize - 1 if sys.byteorder == "little" else 0 :: data.itemsize])
    if data.format in "fd" and (0x7F in high or 0xFF in high):  # exponents that are all ones, and the largest
        bad = next((k for k, x in enumerate(data) if not isfinite(x)), None)
        if bad is not None:
            i, j = (bad % rows, bad // rows) if by_columns else divmod(bad, columns)
            refuse(f"{where.replace(': array', ': tensor')}: entry [{i}][{j}] is {data[bad]}")
    return Tensor(data, rows, columns, by_columns)


def _native(raw: bytes, code: str, little: bool) -> memoryview:
    """The entries in the machine's own order; 16-bit floats as binary32."""
    if code == "E":  # bfloat16, the upper half of a binary32
        wide = bytearray(2 * len(raw))
        wide[2::4], wide[3::4] = raw[::2], raw[1::2]
        return _native(bytes(wide), "f", little)
    if code == "e":
        halves = array("f")
        for (x,) in struct.iter_unpack("<e" if little else ">e", raw):
            halves.append(x)
        return memoryview(halves)
    if little == (sys.byteorder == "little"):
        return memoryview(raw).cast(code)  # type: ignore[no-any-return, call-overload]
    swapped = array(code, raw)
    swapped.byteswap()
    return memoryview(swapped)
