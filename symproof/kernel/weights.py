"""The weights of a block: what is read, that it is well formed, and its fingerprint."""

from __future__ import annotations

import hashlib
import struct
from dataclasses import dataclass
from typing import Any

from symproof.kernel.errors import Malformed
from symproof.kernel.files import parse_json, read_bytes, read_tensors
from symproof.kernel.numbers import Matrix, brief, fraction, weight

ORIENTATIONS = ("out-in", "in-out")


@dataclass(frozen=True, slots=True)
class Weights:
    """W_up (N x d) and W_down (d x N), with the activation and the skip the file names, if it names them."""

    up: Matrix
    down: Matrix
    activation: str | None = None
    skip: Matrix | None = None

    @property
    def d(self) -> int:
        """The dimension of x."""
        return len(self.down)

    @property
    def width(self) -> int:
        """N, the number of neurons."""
        return len(self.up)

    def sha256(self) -> str:
        """SHA-256 of the canonical form of the two matrices (FORMAT.md); equal numbers give equal digests."""
        return fingerprint(self.up, self.down)


def fingerprint(*matrices: Matrix) -> str:
    """SHA-256 of the canonical form of some matrices (FORMAT.md, "Fingerprint")."""
    digest = hashlib.sha256()
    for rows in matrices:
        digest.update(f"{len(rows)}x{len(rows[0])}:".encode())
        try:
            flat = [float(x) + 0.0 for row in rows for x in row]  # + 0.0 turns -0.0 into 0.0
            exact = all(a == b for a, b in zip(flat, (x for row in rows for x in row), strict=True))
        except OverflowError:
            exact = False
        if exact:
            digest.update(b"b" + struct.pack(f"<{len(flat)}d", *flat))
        else:
            digest.update(b"t" + ",".join(str(fraction(x)) for row in rows for x in row).encode())
    return digest.hexdigest()


def matrix(value: Any, name: str, floats: str | None = None) -> Matrix:
    """A rectangular, non-empty matrix from JSON lists."""
    if not isinstance(value, list) or not value or not all(isinstance(r, list) for r in value):
        raise Malformed(f"{name}: must be a non-empty list of rows, found {brief(value)}")
    columns = len(value[0])
    for i, row in enumerate(value):
        if len(row) != columns or not row:
            raise Malformed(f"{name}: row 0 has {columns} entries, row {i} has {len(row)}")
    return [
        [weight(x, f"{name}[{i}][{j}]", floats) for j, x in enumerate(row)] for i, row in enumerate(value)
    ]


def shape(rows: Matrix) -> str:
    """The shape of a matrix, for messages."""
    return f"{len(rows)} x {len(rows[0])}"


def block(up: Matrix, down: Matrix, activation: str | None = None, skip: Matrix | None = None) -> Weights:
    """Weights whose shapes fit: up N x d, down d x N, skip d x d."""
    if len(up) != len(down[0]) or len(up[0]) != len(down):
        raise Malformed(f"W_up is {shape(up)} and W_down is {shape(down)}; they must be N x d and d x N")
    if skip is not None and not len(skip) == len(skip[0]) == len(down):
        raise Malformed(f"the skip is {shape(skip)}; it must be d x d with d = {len(down)}")
    return Weights(up, down, activation, skip)


def from_json(value: Any, where: str, floats: str | None = None) -> Weights:
    """Weights from a parsed JSON object: W_up, W_down and, if present, activation, skip, about."""
    if not isinstance(value, dict):
        raise Malformed(f"{where}: must be an object with W_up and W_down, found {brief(value)}")
    unknown = sorted(set(value) - {"W_up", "W_down", "activation", "skip", "about"})
    if unknown or "W_up" not in value or "W_down" not in value:
        raise Malformed(
            f"{where}: the keys are W_up, W_down and optionally activation, skip, about; found {brief(list(value))}"
            + (f", unknown: {brief(unknown[0])}" if unknown else "")
        )
    activation = value.get("activation")
    if activation is not None and not isinstance(activation, str):
        raise Malformed(f"{where}: activation must be a name, found {brief(activation)}")
    skip = matrix(value["skip"], "skip", floats) if value.get("skip") is not None else None
    up, down = (matrix(value[name], name, floats) for name in ("W_up", "W_down"))
    return block(up, down, activation, skip)


def read_weights(
    path: str,
    up: str | None = None,
    down: str | None = None,
    orientation: str = "out-in",
    floats: str | None = None,
) -> Weights:
    """Weights from a JSON file, or from a .safetensors file when ``up`` and ``down`` name its tensors.

    Args:
        path: the file.
        up: name of the N x d tensor.
        down: name of the d x N tensor.
        orientation: ``"out-in"`` (torch's Linear stores W as out x in) or ``"in-out"`` (both are transposed).
        floats: the reading of bare JSON floats.
    """
    if up is None and down is None:
        return from_json(parse_json(read_bytes(path), path), path, floats)
    if up is None or down is None:
        raise Malformed(f"{path}: name both tensors, --up and --down")
    if orientation not in ORIENTATIONS:
        raise Malformed(f"orientation must be one of {', '.join(ORIENTATIONS)}, found {brief(orientation)}")
    tensors = read_tensors(path, [up, down])
    if orientation == "in-out":
        tensors = [list(zip(*rows, strict=True)) for rows in tensors]
    return block(tensors[0], tensors[1])
