"""The weights of a block: what is read, that it is well formed, and its fingerprint."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from symproof.reader.numbers import Malformed, Matrix, Number, brief, entry, fraction
from symproof.reader.tensors import read_tensors
from symproof.reader.text import items, read_json


@dataclass(frozen=True, slots=True)
class Weights:
    """W_up (N x d) and W_down (d x N), with the activation, the skip and the biases if they are named.

    b_up: N entries, inside sigma; b_down: d entries, outside, and only together with b_up.

    Raises:
        Malformed: the shapes do not fit; both are named.
    """

    up: Matrix
    down: Matrix
    activation: str | None = None
    skip: Matrix | None = None
    b_up: Sequence[Number] | None = None
    b_down: Sequence[Number] | None = None

    def __post_init__(self) -> None:
        if self.width != len(self.down[0]) or len(self.up[0]) != self.d:
            found = f"{shape(self.up)} and {shape(self.down)}"
            raise Malformed(f"W_up and W_down must be N x d and d x N, found {found}")
        if self.skip is not None and not len(self.skip) == len(self.skip[0]) == self.d:
            raise Malformed(f"the skip must be {self.d} x {self.d}, found {shape(self.skip)}")
        for name, bias, size in (("b_up", self.b_up, self.width), ("b_down", self.b_down, self.d)):
            if bias is not None and len(bias) != size:
                raise Malformed(f"{name} must have {size} entries, found {len(bias)}")
        if self.b_down is not None and self.b_up is None:
            raise Malformed("b_down needs b_up; zeros say that hidden biases are allowed")

    @property
    def M(self) -> Matrix:
        """The skip, d x d: the identity when none is named."""
        return self.skip or [[0] * i + [1] + [0] * (self.d - 1 - i) for i in range(self.d)]

    @property
    def d(self) -> int:
        """The dimension of x."""
        return len(self.down)

    @property
    def width(self) -> int:
        """N, the number of neurons."""
        return len(self.up)

    @property
    def rows(self) -> Matrix:
        """The neurons' rows (w_k, b_k); without b_up, w_k."""
        return self.up if self.b_up is None else [(*w, b) for w, b in zip(self.up, self.b_up, strict=True)]

    def sha256(self) -> str:
        """SHA-256 of the canonical form of W_up, W_down, M and the biases: equal numbers, equal digests."""
        digest = hashlib.sha256()
        biases: list[Matrix] = [[b] for b in (self.b_up, self.b_down) if b is not None]
        for rows in (self.up, self.down, self.M, *biases):
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


def vector(value: Any, name: str, read: Callable[[object, str], Number] = entry) -> Sequence[Number]:
    """A non-empty list of numbers from JSON."""
    if not isinstance(value, list) or not value:
        raise Malformed(f"{name}: must be a non-empty list of numbers, found {brief(value)}")
    return [read(x, f"{name}[{i}]") for i, x in enumerate(value)]


def from_json(value: Any, where: str) -> Weights:
    """Weights from a parsed JSON object: W_up, W_down and, if present, activation, skip, biases, about."""
    keys = ("W_up", "W_down", "activation", "skip", "b_up", "b_down", "about")
    if not isinstance(value, dict) or not {"W_up", "W_down"} <= set(value) <= set(keys):
        odd = [k for k in value if k not in keys] or list(value) if isinstance(value, dict) else value
        raise Malformed(f"{where}: the keys are {keys}, the first two needed; found {brief(odd)}")
    activation = value.get("activation")
    if activation is not None and not isinstance(activation, str):
        raise Malformed(f"{where}: the activation must be a name, found {brief(activation)}")
    up, down = matrix(value["W_up"], "W_up"), matrix(value["W_down"], "W_down")
    skip = None if value.get("skip") is None else matrix(value["skip"], "skip")
    biases = [None if value.get(b) is None else vector(value[b], b) for b in ("b_up", "b_down")]
    return Weights(up, down, activation, skip, *biases)


def read_stack(paths: list[str], layers: int | None, in_out: bool, *names: str | None) -> list[Weights]:
    """The blocks of a stack: a file each, those of a JSON stack, or ``layers`` blocks of one tensor file.

    Args:
        paths: of the files; a JSON stack is one object ``{"blocks": [...]}``, and perhaps ``about``.
        layers: how many blocks the one .safetensors file holds; {} in each name is the number of the block.
        in_out: as for `read_weights`.
        names: up, down, b_up, b_down.
    """
    if layers is not None:
        if len(paths) != 1 or layers < 1 or not any(names) or not all("{}" in name for name in names if name):
            raise Malformed("layers: one file, at least one block, and {} for its number in each name")
        own = ([name and name.replace("{}", str(i)) for name in names] for i in range(layers))
        return [read_weights(paths[0], up, down, in_out, *biases) for up, down, *biases in own]
    if len(paths) == 1 and not any(names):
        value = read_json(paths[0])
        if isinstance(value, dict) and set(value) - {"about"} == {"blocks"}:
            blocks = items(value["blocks"], f"{paths[0]}: blocks")
            return [from_json(part, f"{paths[0]}: block {i}") for i, part in enumerate(blocks)]
    up, down, *biases = names
    return [read_weights(path, up, down, in_out, *biases) for path in paths]


def read_weights(
    path: str, up: str | None = None, down: str | None = None, in_out: bool = False, *biases: str | None
) -> Weights:
    """Weights from a JSON file, or from a .safetensors file when ``up`` and ``down`` name its tensors.

    torch's Linear stores W as out x in, so up is N x d; with ``in_out`` both are stored transposed.
    ``biases`` names the vectors b_up and b_down, as far as the block has them.
    """
    vectors = [name for name in biases if name]
    if up is None or down is None or (vectors and not biases[0]):
        if up or down or vectors:
            raise Malformed(f"{path}: name both matrices, --up and --down, and with --b-down also --b-up")
        return from_json(read_json(path), path)
    W_up, W_down, *read = read_tensors(path, [up, down], vectors)
    if in_out:
        W_up, W_down = list(zip(*W_up, strict=True)), list(zip(*W_down, strict=True))
    return Weights(W_up, W_down, None, None, *(row for (row,) in read))
