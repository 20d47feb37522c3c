"""The weights of a block: what is read, that it is well formed, and its fingerprint."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from symproof.kernel.activations import activation as known
from symproof.kernel.errors import Malformed
from symproof.kernel.files import read_json, read_tensors
from symproof.kernel.numbers import Matrix, Number, brief, entry, fraction


@dataclass(frozen=True, slots=True)
class Weights:
    """W_up (N x d) and W_down (d x N), with the activation and the skip if they are named.

    Raises:
        Malformed: the shapes do not fit; both are named.
    """

    up: Matrix
    down: Matrix
    activation: str | None = None
    skip: Matrix | None = None

    def __post_init__(self) -> None:
        if self.width != len(self.down[0]) or len(self.up[0]) != self.d:
            found = f"{shape(self.up)} and {shape(self.down)}"
            raise Malformed(f"W_up and W_down must be N x d and d x N, found {found}")
        if self.skip is not None and not len(self.skip) == len(self.skip[0]) == self.d:
            raise Malformed(f"the skip must be {self.d} x {self.d}, found {shape(self.skip)}")

    @property
    def M(self) -> Matrix:
        """The skip, d x d: the identity when none is named."""
        return self.skip or [[int(i == j) for j in range(self.d)] for i in range(self.d)]

    @property
    def d(self) -> int:
        """The dimension of x."""
        return len(self.down)

    @property
    def width(self) -> int:
        """N, the number of neurons."""
        return len(self.up)

    def sha256(self) -> str:
        """SHA-256 of the canonical form of W_up, W_down and M (FORMAT.md): equal numbers, equal digests."""
        digest = hashlib.sha256()
        for rows in (self.up, self.down, self.M):
            digest.update(f"{shape(rows)}:".encode())
            flat = [x for row in rows for x in row]
            try:
                binary = [float(x) + 0.0 for x in flat]  # + 0.0 turns -0.0 into 0.0
            except OverflowError:
                binary = []
            if binary == flat:  # Python compares exactly: every entry is a binary64 number
                digest.update(b"b" + struct.pack(f"<{len(binary)}d", *binary))
            else:
                digest.update(b"t" + ",".join(str(fraction(x)) for x in flat).encode())
        return digest.hexdigest()


def shape(rows: Matrix) -> str:
    """The shape of a matrix, for messages."""
    return f"{len(rows)} x {len(rows[0])}"


def matrix(value: Any, name: str, read: Callable[[object, str], Number] = entry) -> Matrix:
    """A rectangular, non-empty matrix from JSON lists."""
    if not isinstance(value, list) or not value or not all(isinstance(row, list) and row for row in value):
        raise Malformed(f"{name}: must be a non-empty list of non-empty rows, found {brief(value)}")
    for i, row in enumerate(value):
        if len(row) != len(value[0]):
            raise Malformed(f"{name}: row 0 has {len(value[0])} entries, row {i} has {len(row)}")
    return [[read(x, f"{name}[{i}][{j}]") for j, x in enumerate(row)] for i, row in enumerate(value)]


def from_json(value: Any, where: str) -> Weights:
    """Weights from a parsed JSON object: W_up, W_down and, if present, activation, skip, about."""
    keys = ("W_up", "W_down", "activation", "skip", "about")
    if not isinstance(value, dict) or not {"W_up", "W_down"} <= set(value) <= set(keys):
        unknown = (
            ", ".join(brief(k) for k in value if k not in keys) if isinstance(value, dict) else brief(value)
        )
        raise Malformed(
            f"{where}: the keys are {keys}, the first two needed; found {unknown or brief(list(value))}"
        )
    activation, skip = value.get("activation"), value.get("skip")
    if activation is not None and not isinstance(activation, str):
        raise Malformed(f"{where}: the activation must be a name, found {brief(activation)}")
    skip = None if skip is None else matrix(skip, "skip")
    return Weights(matrix(value["W_up"], "W_up"), matrix(value["W_down"], "W_down"), activation, skip)


def read_weights(path: str, up: str | None = None, down: str | None = None, in_out: bool = False) -> Weights:
    """Weights from a JSON file, or from a .safetensors file when ``up`` and ``down`` name its tensors.

    torch's Linear stores W as out x in, so up is N x d; with ``in_out`` both are stored transposed.
    """
    if up is None or down is None:
        if up or down:
            raise Malformed(f"{path}: name both tensors, --up and --down")
        return from_json(read_json(path), path)
    tensors = read_tensors(path, [up, down])
    return Weights(*([list(zip(*rows, strict=True)) for rows in tensors] if in_out else tensors))


def named(weights: Weights, activation: str | None, skip: str | None) -> Weights:
    """The weights with the activation and the skip (I, -I or a JSON file) that a command line names."""
    names = {known(name).name for name in (weights.activation, activation) if name is not None}
    if len(names) > 1:
        raise Malformed(
            f"the weights name the activation {weights.activation}, the command line {activation}"
        )
    if skip is not None and weights.skip is not None:
        raise Malformed("the weights name a skip and the command line another")
    M = weights.skip
    if skip in ("I", "-I"):
        M = [[(1 if skip == "I" else -1) * int(i == j) for j in range(weights.d)] for i in range(weights.d)]
    elif skip is not None:
        M = matrix(read_json(skip), skip)
    return replace(weights, activation=activation or weights.activation, skip=M)
