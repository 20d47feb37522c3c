"""Writing .safetensors and .npz files by hand, sound or not, so that readers meet the formats themselves."""

import io
import json
import struct
import zipfile
from math import prod
from pathlib import Path

BYTES = {"F16": 2, "BF16": 2, "F32": 4, "F64": 8, "I64": 8}


def framed(header: object, data: bytes = b"") -> bytes:
    """A .safetensors file: a length, the header (an object to be written as JSON, or raw bytes), the data."""
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text + data


def safetensors(tensors: dict[str, tuple[str, list[int], bytes]]) -> bytes:
    """A sound .safetensors file of name -> (dtype, shape, raw little-endian data)."""
    header: dict[str, object] = {"__metadata__": {"format": "pt"}}
    data = b""
    for name, (dtype, shape, raw) in tensors.items():
        if len(raw) != prod(shape) * BYTES[dtype]:
            raise ValueError(f"{name}: {len(raw)} bytes for {dtype} of shape {shape}")
        header[name] = {"dtype": dtype, "shape": shape, "data_offsets": [len(data), len(data) + len(raw)]}
        data += raw
    return framed(header, data)


def npy(header: str, data: bytes = b"", version: tuple[int, int] = (1, 0)) -> bytes:
    """A .npy array: magic, version, header text as given, raw data."""
    text = header.encode() + b"\n"
    return b"\x93NUMPY" + bytes(version) + struct.pack("<H", len(text)) + text + data


def npz(members: dict[str, bytes]) -> bytes:
    """A zip of the members, under the names as given."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in members.items():
            archive.writestr(name, data)
    return buffer.getvalue()


def saved(path: Path, data: bytes) -> str:
    """Write the data and return the path as text."""
    path.write_bytes(data)
    return str(path)
