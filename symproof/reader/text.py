"""Strict JSON from files, and the shapes of JSON values."""

from __future__ import annotations

import json
import os
import stat
from collections import Counter
from typing import Any, BinaryIO, NoReturn

from symproof.reader.numbers import MAX_DIGITS, BareFloat, Malformed, brief

MAX_BYTES = 1 << 30  # a JSON text beyond a gigabyte is refused before it fills the memory


def parse_json(data: bytes, where: str) -> Any:
    """The value of a JSON text, strictly; a number with a point or an exponent becomes a `BareFloat`."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        if len(result := dict(pairs)) != len(pairs):
            key, _ = Counter(k for k, _ in pairs).most_common(1)[0]
            refuse(f"{where}: the key {brief(key)} appears twice")
        return result

    def integer(text: str) -> int:
        if len(text) > MAX_DIGITS:
            refuse(f"{where}: an integer of {len(text)} digits; at most {MAX_DIGITS} are read")
        return int(text)

    hooks: dict[str, Any] = {"object_pairs_hook": unique, "parse_int": integer, "parse_float": BareFloat}
    try:
        return json.loads(
            data.decode(), parse_constant=lambda text: refuse(f"{where}: {text} is not a number"), **hooks
        )
    except ValueError as error:
        refuse(f"{where}: not JSON, or not UTF-8: {error}")
    except RecursionError:
        refuse(f"{where}: nested too deeply")


def refuse(message: str) -> NoReturn:
    """Raise `Malformed`."""
    raise Malformed(message) from None


def opened(path: str) -> BinaryIO:
    """A regular file, open for reading: a pipe or a device could keep the reader waiting for ever."""
    try:
        if stat.S_IFMT(os.stat(path).st_mode) in (stat.S_IFREG, stat.S_IFDIR):
            return open(path, "rb")
    except (OSError, ValueError) as error:  # ValueError: a null byte in the path
        refuse(f"{brief(path)}: cannot be read: {getattr(error, 'strerror', error)}")
    refuse(f"{brief(path)}: cannot be read: not a regular file")


def read_json(path: str) -> Any:
    """The value in a JSON file."""
    with opened(path) as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        refuse(f"{path}: over {MAX_BYTES} bytes of JSON")
    return parse_json(data, path)


def fields(value: Any, where: str, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """An object with exactly these keys."""
    if not isinstance(value, dict) or not set(needed) <= set(value) <= {*needed, *optional}:
        refuse(f"{where}: needs the keys {', '.join((*needed, *optional))}, found {brief(value)}")
    return value


def items(value: Any, where: str) -> list[Any]:
    """A list."""
    return value if isinstance(value, list) else refuse(f"{where}: must be a list, found {brief(value)}")


def entries(value: Any, size: int, where: str) -> list[list[Any]]:
    """A list of lists of one size."""
    if not all(isinstance(e, list) and len(e) == size for e in items(value, where)):
        refuse(f"{where}: must be a list of lists of {size}, found {brief(value)}")
    return value  # type: ignore[no-any-return]


def index(value: Any, bound: int, where: str) -> int:
    """An index below ``bound``."""
    if type(value) is not int or not 0 <= value < bound:
        refuse(f"{where}: must be an index from 0 to {bound - 1}, found {brief(value)}")
    return value


def indices(value: Any, bound: int, where: str, *, ascending: bool = False) -> list[int]:
    """A list of indices below ``bound``, none of them twice."""
    found = [index(k, bound, where) for k in items(value, where)]
    if len(set(found)) < len(found) or (ascending and sorted(found) != found):
        refuse(f"{where}: an index twice{' or not ascending' * ascending}, found {brief(value)}")
    return found
