"""JSON from a file or from standard input, with every way to fail told as malformed."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from symproof.kernel.errors import Malformed
from symproof.reader.numbers import brief
from symproof.reader.text import MAX_BYTES, opened, parse_json


def place(path: str) -> str:
    """What messages call the path."""
    return "standard input" if path == "-" else path


def read_value(path: str) -> Any:
    """The JSON value in a file, or on standard input for "-"; numbers as `parse_json` reads them.

    Raises:
        Malformed: it cannot be read, is empty, too large, or not JSON.
    """
    where = place(path)
    with readable(path):
        data = _stdin() if path == "-" else _file(path)
    if len(data) > MAX_BYTES:
        raise Malformed(f"{where}: more than {MAX_BYTES} bytes of JSON")
    if not data.strip():
        raise Malformed(f"{where}: is empty")
    return parse_json(data, where)


@contextmanager
def readable(path: str) -> Iterator[None]:
    """Errors of the system while a file is read are malformed input."""
    try:
        yield
    except OSError as error:
        raise Malformed(f"{brief(path)}: cannot be read: {error.strerror or error}") from None


def _stdin() -> bytes:
    if sys.stdin is None:
        raise Malformed("standard input: is closed")
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def _file(path: str) -> bytes:
    with opened(path) as file:
        return file.read(MAX_BYTES + 1)
