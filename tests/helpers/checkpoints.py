"""Checkpoints as they are met: small blocks with a known answer, named and stored as each family does."""

import json
import struct
from pathlib import Path
from typing import Any

import numpy as np
from helpers.tensors import safetensors

DTYPES = {"F32": "<f4", "F16": "<f2", "F64": "<f8"}


def raw(array: Any, dtype: str) -> bytes:
    """The bytes of an array whose entries the dtype holds exactly."""
    if dtype != "BF16":
        return array.astype(DTYPES[dtype]).tobytes()
    words = np.ascontiguousarray(array, "<f4").view("<u4")
    if (words & 0xFFFF).any():
        raise ValueError("an entry is no bfloat16 number")
    return (words >> 16).astype("<u2").tobytes()


def checkpoint(path: Path, arrays: dict[str, Any], dtype: str = "F32") -> Path:
    """A .safetensors file of the arrays."""
    path.write_bytes(
        safetensors({name: (dtype, list(a.shape), raw(np.asarray(a), dtype)) for name, a in arrays.items()})
    )
    return path


def config(folder: Path, **keys: Any) -> None:
    """A config.json of these keys."""
    (folder / "config.json").write_text(json.dumps(keys))


def block(kind: str, d: int = 2, N: int = 6) -> tuple[Any, Any]:
    """W_up and W_down of a block that absorbs ("yes": flip neurons 0 to d - 1) or does not ("no").

    The rows are pairwise not collinear and no column is 0, so equation (3) decides.
    """
    up = np.array(
        [[k == j for j in range(d)] for k in range(d)] + [[k + 2, 1] + [0] * (d - 2) for k in range(N - d)]
    )
    down = np.zeros((d, N))
    down[:, :d] = -np.eye(d) if kind == "yes" else -np.eye(d) * 0.5
    down[0, d:] = 16 * 2.0 ** np.arange(N - d)
    return up.astype(float), down


def biased(up: Any, down: Any) -> tuple[Any, Any]:
    """Hidden and output biases for a block."""
    return np.arange(1, len(up) + 1) / 2.0, np.arange(len(down)) - 1.0


def little(value: int) -> bytes:
    """A length as the header of .safetensors has it."""
    return struct.pack("<Q", value)
