"""Reading files: strict JSON. Knows no rule."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any, BinaryIO

from symproof.reader.numbers import MAX_DIGITS, BareFloat, Malformed, brief

MAX_BYTES = 1 << 30  # a JSON text beyond a gigabyte is refused before it fills the memory


def parse_json(data: bytes, where: str) -> Any:
    """The value of a JSON text, strictly; a number with a point or an exponent becomes a `BareFloat`."""

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        keys = [k for k, _ in pairs]
        if len(result := dict(pairs)) != len(keys):
            raise Malformed(f"{where}: the key {brief(Counter(keys).most_common(1)[0][0])} appears twice")
        return result

    def integer(text: str) -> int:
        if len(text) > MAX_DIGITS:
            raise Malformed(f"{where}: an integer of {len(text)} digits; at most {MAX_DIGITS} are read")
        return int(text)

    def constant(text: str) -> Any:
        raise Malformed(f"{where}: {text} is not a number")

    hooks: dict[str, Any] = {"object_pairs_hook": unique, "parse_constant": constant}
    try:
        return json.loads(data.decode(), parse_int=integer, parse_float=BareFloat, **hooks)
    except UnicodeDecodeError as error:
        raise Malformed(f"{where}: not UTF-8 text (byte {error.start})") from None
    except json.JSONDecodeError as error:
        at = f"line {error.lineno}, column {error.colno}"
        raise Malformed(f"{where}: not JSON: {error.msg} ({at})") from None
    except RecursionError:
        raise Malformed(f"{where}: nested too deeply") from None


def opened(path: str) -> BinaryIO:
    """A file open for reading."""
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:  # ValueError: a null byte in the path
        raise Malformed(f"{brief(path)}: cannot be read: {getattr(error, 'strerror', error)}") from None


def read_json(path: str) -> Any:
    """The value in a JSON file."""
    with opened(path) as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise Malformed(f"{path}: more than {MAX_BYTES} bytes of JSON")
    return parse_json(data, path)


def fields(value: Any, where: str, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """An object with exactly these keys."""
    if not isinstance(value, dict) or not set(needed) <= set(value) <= {*needed, *optional}:
        raise Malformed(f"{where}: needs the keys {', '.join((*needed, *optional))}, found {brief(value)}")
    return value


def items(value: Any, where: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise Malformed(f"{where}: must be a list, found {brief(value)}")
    return value


def entries(value: Any, size: int, where: str) -> list[list[Any]]:
    """A list of lists of one size."""
    rows = items(value, where)
    if not all(isinstance(e, list) and len(e) == size for e in rows):
        raise Malformed(f"{where}: must be a list of lists of {size}, found {brief(value)}")
    return rows


def index(value: Any, bound: int, where: str) -> int:
    """An index below ``bound``."""
    if type(value) is not int or not 0 <= value < bound:
        raise Malformed(f"{where}: must be an index from 0 to {bound - 1}, found {brief(value)}")
    return value
