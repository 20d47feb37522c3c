"""Reading files: strict JSON and the tensors of a .safetensors file. The only input the kernel does."""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable
from math import isfinite, prod
from typing import Any, BinaryIO, NoReturn, TypeVar

from symproof.kernel.errors import Malformed
from symproof.kernel.numbers import MAX_DIGITS, BareFloat, Matrix, brief

MAX_BYTES = 1 << 30  # a JSON text beyond a gigabyte is refused before it fills the memory
MAX_HEADER = 100_000_000  # the limit of the safetensors format itself

T = TypeVar("T")
_DTYPES: dict[str, tuple[int, str]] = {"F16": (2, "e"), "BF16": (2, "H"), "F32": (4, "f"), "F64": (8, "d")}


def parse_json(data: bytes, where: str) -> Any:
    """The value of a JSON text; duplicate keys, NaN and trailing data are malformed, floats become `BareFloat`."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        result = dict(pairs)
        if len(result) != len(pairs):
            seen: set[str] = set()
            twice = next(k for k, _ in pairs if k in seen or seen.add(k))  # type: ignore[func-returns-value]
            raise Malformed(f"{where}: the key {brief(twice)} appears twice in one object")
        return result

    def integer(text: str) -> int:
        if len(text) > MAX_DIGITS + 1:
            raise Malformed(f"{where}: an integer of {len(text)} digits; at most {MAX_DIGITS} are read")
        return int(text)

    def constant(text: str) -> NoReturn:
        raise Malformed(f"{where}: {text} is not a number")

    if len(data) > MAX_BYTES:
        raise Malformed(f"{where}: {len(data)} bytes of JSON; at most {MAX_BYTES} are read")
    try:
        return json.loads(
            data.decode("utf-8"),
            object_pairs_hook=unique,
            parse_int=integer,
            parse_float=BareFloat,
            parse_constant=constant,
        )
    except UnicodeDecodeError as error:
        raise Malformed(f"{where}: not UTF-8 text (byte {error.start})") from None
    except json.JSONDecodeError as error:
        raise Malformed(
            f"{where}: not JSON: {error.msg} (line {error.lineno}, column {error.colno})"
        ) from None
    except RecursionError:
        raise Malformed(f"{where}: nested too deeply") from None


def read_bytes(path: str) -> bytes:
    """The content of a file."""
    return _opened(path, lambda file: file.read(MAX_BYTES + 1))


def _opened(path: str, read: Callable[[BinaryIO], T]) -> T:
    try:
        with open(path, "rb") as file:
            return read(file)
    except (OSError, ValueError) as error:  # ValueError: a null byte in the path
        reason = error.strerror if isinstance(error, OSError) else str(error)
        raise Malformed(f"{path}: cannot be read: {reason}") from None


def read_tensors(path: str, names: list[str]) -> list[Matrix]:
    """The named matrices of a .safetensors file, bit for bit.

    Raises:
        Malformed: the file breaks the format, a tensor is absent, not a matrix, of another dtype than F16,
            BF16, F32 or F64, or holds NaN or an infinity (the tensor and the index are named).
    """
    return _opened(path, lambda file: [_tensor(file, path, *entry) for entry in _entries(file, path, names)])


def _entries(file: BinaryIO, path: str, names: list[str]) -> list[tuple[str, str, list[int], int]]:
    size = os.fstat(file.fileno()).st_size
    (length,) = struct.unpack("<Q", file.read(8)) if size >= 8 else (size,)
    if length > min(size - 8, MAX_HEADER):
        raise Malformed(f"{path}: the header is said to be {length} bytes; the file has {size}")
    header = parse_json(file.read(length), f"{path} header")
    if not isinstance(header, dict):
        raise Malformed(f"{path}: the header must be an object, found {brief(header)}")
    found = []
    for name in names:
        entry = header.get(name)
        if name == "__metadata__" or not isinstance(entry, dict):
            known = ", ".join(sorted(k for k in header if k != "__metadata__")[:6])
            raise Malformed(
                f"{path}: no tensor named {brief(name)}; it has {len(header)} entries: {known}, ..."
            )
        found.append((name, *_checked(entry, f"{path}: tensor {name}", length + 8, size)))
    return found


def _checked(entry: dict[str, Any], where: str, start: int, size: int) -> tuple[str, list[int], int]:
    if set(entry) != {"dtype", "shape", "data_offsets"}:
        raise Malformed(f"{where}: its entry must have dtype, shape, data_offsets, found {sorted(entry)}")
    dtype, shape, offsets = entry["dtype"], entry["shape"], entry["data_offsets"]
    if not isinstance(dtype, str) or dtype not in _DTYPES:
        raise Malformed(f"{where}: dtype {brief(dtype)} is not one of {', '.join(_DTYPES)}")
    if not (isinstance(shape, list) and len(shape) == 2 and all(type(x) is int and x > 0 for x in shape)):
        raise Malformed(f"{where}: its shape must be two positive integers, found {brief(shape)}")
    if not (isinstance(offsets, list) and len(offsets) == 2 and all(type(x) is int for x in offsets)):
        raise Malformed(f"{where}: data_offsets must be two integers, found {brief(offsets)}")
    begin, end = offsets
    if not 0 <= begin <= end <= size - start or end - begin != prod(shape) * _DTYPES[dtype][0]:
        raise Malformed(
            f"{where}: {dtype} of shape {shape} at bytes {begin} to {end} does not fit data of {size - start}"
        )
    return dtype, shape, start + begin


def _tensor(file: BinaryIO, path: str, name: str, dtype: str, shape: list[int], begin: int) -> Matrix:
    rows, columns = shape
    width, code = _DTYPES[dtype]
    file.seek(begin)
    raw = file.read(rows * columns * width)
    values = struct.unpack(f"<{rows * columns}{code}", raw)
    if dtype == "BF16":  # the upper half of a binary32
        values = struct.unpack(
            f"<{len(values)}f", struct.pack(f"<{len(values)}I", *(v << 16 for v in values))
        )
    if not all(map(isfinite, values)):
        k = next(k for k, v in enumerate(values) if not isfinite(v))
        raise Malformed(f"{path}: tensor {name}: entry [{k // columns}][{k % columns}] is {values[k]}")
    return [values[r * columns : (r + 1) * columns] for r in range(rows)]
