"""Writing results: a file appears whole or not at all, and an existing one is kept unless told otherwise."""

from __future__ import annotations

import json
import os
import secrets
import stat
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from errno import EEXIST
from typing import Any

from symproof.files.streams import put
from symproof.kernel.errors import Malformed
from symproof.model.block import Block

Path = str | os.PathLike[str]


def write_text(path: Path, text: str, force: bool = False) -> None:
    """Write UTF-8 text to a file, atomically, or to standard output for "-".

    The text goes to a temporary file in the same directory, is synced and renamed: no other program sees a
    part of it, and a failure leaves neither a part nor the temporary file.

    Args:
        path: a file, or "-".
        force: replace an existing file; its permissions, and a symbolic link to it, are kept.

    Raises:
        Malformed: the path exists (without ``force``), is a directory or a device, or cannot be written.
    """
    path = os.fspath(path)
    if path == "-":
        put(text)
        return
    with _named(path):
        _write(_target(path, force), text.encode(), force)


def write_json(path: Path, value: Any, force: bool = False) -> None:
    """Write a value as strict JSON, each entry of an object on its own line; otherwise as `write_text`."""
    write_text(path, json_text(value), force)


def write_block(path: Path, block: Block, force: bool = False) -> None:
    """Write the weights of a block as the JSON that `read_block` reads; otherwise as `write_text`."""
    write_json(path, block.to_dict(), force)


def write_tensors(path: Path, arrays: Mapping[str, Any], force: bool = False) -> None:
    """Write numpy arrays of float16, float32 or float64 as a .safetensors file; otherwise as `write_text`."""
    header: dict[str, Any] = {}
    data = b""
    for name, array in arrays.items():
        raw = array.astype(array.dtype.newbyteorder("<")).tobytes()
        place = [len(data), len(data) + len(raw)]
        dtype = f"F{8 * array.dtype.itemsize}"
        header[name] = {"dtype": dtype, "shape": list(array.shape), "data_offsets": place}
        data += raw
    text = json.dumps(header).encode()
    path = os.fspath(path)
    with _named(path):
        _write(_target(path, force), len(text).to_bytes(8, "little") + text + data, force)


def json_text(value: Any) -> str:
    """The JSON text of a value, ASCII, ending in a newline; NaN and infinities raise ValueError."""
    if not isinstance(value, dict) or not value:
        return json.dumps(value, allow_nan=False) + "\n"
    lines = [json.dumps({key: part}, allow_nan=False)[1:-1] for key, part in value.items()]
    return "{\n " + ",\n ".join(lines) + "\n}\n"


def check_writable(path: Path, force: bool = False) -> None:
    """Return when `write_text` would accept the path, so that a long computation does not end in a refusal.

    Raises:
        Malformed: as `write_text`.
    """
    path = os.fspath(path)
    if path != "-":
        with _named(path):
            folder = os.path.dirname(_target(path, force)) or "."
            if not os.path.isdir(folder):
                raise Malformed(f"{path}: there is no directory {folder}")
            if not os.access(folder, os.W_OK | os.X_OK):
                raise Malformed(f"{path}: the directory {folder} cannot be written to")


def _target(path: str, force: bool) -> str:
    """The file to create or to replace, symbolic links followed."""
    if not path or "\0" in path:
        raise Malformed(f"{path}: cannot be written: this is no path")
    if os.path.isdir(path):
        raise Malformed(f"{path}: is a directory; the output must be a file")
    if not os.path.lexists(path):
        return path
    if not force:
        raise Malformed(f"{path}: exists; --force replaces it")
    target = os.path.realpath(path)
    if os.path.exists(target) and not stat.S_ISREG(os.stat(target).st_mode):
        raise Malformed(f"{path}: is not a regular file; '-' writes to standard output")
    return target


def _write(target: str, data: bytes, force: bool) -> None:
    folder = os.path.dirname(target) or "."
    temporary = os.path.join(folder, f".symproof-{secrets.token_hex(8)}.tmp")
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
    try:
        with open(descriptor, "wb") as file:
            if force and os.path.exists(target):
                os.fchmod(descriptor, stat.S_IMODE(os.stat(target).st_mode))
            file.write(data)
            file.flush()
            os.fsync(descriptor)
        if force:
            os.replace(temporary, target)
        else:
            _rename_new(temporary, target)
    finally:
        with suppress(FileNotFoundError):
            os.unlink(temporary)
    _sync(folder)


def _rename_new(temporary: str, target: str) -> None:
    """Rename that refuses a target which another program made in the meantime, where links allow it."""
    try:
        os.link(temporary, target)
    except FileExistsError:
        raise
    except OSError:  # a file system without hard links
        if os.path.lexists(target):
            raise FileExistsError(EEXIST, "exists") from None
        os.rename(temporary, target)


def _sync(folder: str) -> None:
    """Make the new name durable, where directories can be synced."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


@contextmanager
def _named(path: str) -> Iterator[None]:
    try:
        yield
    except (OSError, UnicodeEncodeError) as error:
        raise Malformed(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}") from None
