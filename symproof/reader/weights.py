"""The weights of a block: what is read, that it is well formed, and its fingerprint."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from symproof.reader.numbers import Matrix, Number, Rows, brief, entry, fraction, view
from symproof.reader.tensors import array_names, read_tensors
from symproof.reader.text import items, opened, read_json, refuse

MATRICES, BIASES = ("W_up", "W_down"), ("b_up", "b_down")
BINARY = (".npz", ".safetensors")
NEGATIVE_ZERO = struct.pack("<d", -0.0)


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
            refuse(f"W_up and W_down must be N x d and d x N, found {shape(self.up)} and {shape(self.down)}")
        if self.skip is not None and not len(self.skip) == len(self.skip[0]) == self.d:
            refuse(f"the skip must be {self.d} x {self.d}, found {shape(self.skip)}")
        for name, bias, size in (("b_up", self.b_up, self.width), ("b_down", self.b_down, self.d)):
            if bias is not None and len(bias) != size:
                hint = ": are the matrices stored transposed (in-out)?" * (
                    len(bias) == self.d + self.width - size
                )
                refuse(f"{name} must have {size} entries, found {len(bias)}{hint}")
        if self.b_down is not None and self.b_up is None:
            refuse("b_down needs b_up; zeros say that hidden biases are allowed")

    @property
    def M(self) -> Matrix:
        """The skip, d x d: the identity when none is named."""
        return self.skip or Rows(self.d, lambda i: (0,) * i + (1,) + (0,) * (self.d - 1 - i))

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
        b = self.b_up
        return self.up if b is None else Rows(self.width, lambda k: (*self.up[k], b[k]))

    def sha256(self) -> str:
        """SHA-256 of the canonical form of W_up, W_down, M and the biases: equal numbers, equal digests."""
        digest = hashlib.sha256()
        for rows in (self.up, self.down, self.M, *([b] for b in (self.b_up, self.b_down) if b is not None)):
            digest.update(f"{shape(rows)}:".encode())
            try:
                binary = digest.copy()
                binary.update(b"b")
                for i in range(len(rows)):
                    binary.update(_binary(view(rows, i)))
                digest = binary
            except OverflowError:
                digest.update(b"t" + ",".join(str(fraction(x)) for row in rows for x in row).encode())
        return digest.hexdigest()


def _binary(row: Sequence[Number]) -> bytes:
    """The entries as little-endian binary64, zero as +0; OverflowError when one is no such number."""
    form = f"<{len(row)}d"
    if isinstance(row, memoryview) and row.format in "fd":
        data = struct.pack(form, *row)
    else:
        data = struct.pack(form, *map(float, row))
        if struct.unpack(form, data) != tuple(row):  # Python compares exactly
            raise OverflowError
    return struct.pack(form, *(x or 0 for x in row)) if NEGATIVE_ZERO in data else data


def shape(rows: Matrix) -> str:
    """The shape of a matrix, for messages."""
    return f"{len(rows)} x {len(rows[0])}"


def matrix(value: Any, name: str, read: Callable[[object, str], Number] = entry) -> Matrix:
    """A rectangular, non-empty matrix from JSON lists."""
    if not isinstance(value, list) or not value or not all(isinstance(row, list) and row for row in value):
        refuse(f"{name}: must be a non-empty list of non-empty rows, found {brief(value)}")
    for i, row in enumerate(value):
        if len(row) != len(value[0]):
            refuse(f"{name}: row 0 has {len(value[0])} entries, row {i} has {len(row)}")
    return [[read(x, f"{name}[{i}][{j}]") for j, x in enumerate(row)] for i, row in enumerate(value)]


def vector(value: Any, name: str, read: Callable[[object, str], Number] = entry) -> Sequence[Number]:
    """A non-empty list of numbers from JSON."""
    if not isinstance(value, list) or not value:
        refuse(f"{name}: must be a non-empty list of numbers, found {brief(value)}")
    return [read(x, f"{name}[{i}]") for i, x in enumerate(value)]


def from_json(value: Any, where: str) -> Weights:
    """Weights from a parsed JSON object: W_up, W_down and, if present, activation, skip, biases, about."""
    keys = (*MATRICES, "activation", "skip", *BIASES, "about")
    if not isinstance(value, dict) or not set(MATRICES) <= set(value) <= set(keys):
        odd = [k for k in value if k not in keys] or list(value) if isinstance(value, dict) else value
        refuse(f"{where}: the keys are {keys}, the first two needed; found {brief(odd)}")
    activation, skip = value.get("activation"), value.get("skip")
    if activation is not None and not isinstance(activation, str):
        refuse(f"{where}: the activation must be a name, found {brief(activation)}")
    up, down = (matrix(value[name], name) for name in MATRICES)
    biases = [None if value.get(b) is None else vector(value[b], b) for b in BIASES]
    return Weights(up, down, activation, None if skip is None else matrix(skip, "skip"), *biases)


def read_stack(paths: list[str], layers: int | None, in_out: bool, *names: str | None) -> list[Weights]:
    """The blocks of a stack: a file each, those of a JSON stack, or ``layers`` blocks of one tensor file.

    Args:
        paths: of the files; a JSON stack is one object ``{"blocks": [...]}``, and perhaps ``about``.
        layers: how many blocks the one .safetensors file holds; {} in each name is the number of the block.
        in_out: as for `read_weights`.
        names: up, down, b_up, b_down.
    """
    if layers is not None:
        given = [name for name in names if name is not None]
        if len(paths) != 1 or layers < 1 or not given or not all("{}" in name for name in given):
            refuse("layers: one file, at least one block, and {} for its number in each name")
        own = ([name and name.replace("{}", str(i)) for name in names] for i in range(layers))
        return [read_weights(paths[0], up, down, in_out, *biases) for up, down, *biases in own]
    if (
        len(paths) == 1
        and names == (None,) * len(names)
        and not in_out
        and not paths[0].lower().endswith(BINARY)
    ):
        value = read_json(paths[0])
        if isinstance(value, dict) and set(value) - {"about"} == {"blocks"}:
            blocks = items(value["blocks"], f"{paths[0]}: blocks")
            return [from_json(part, f"{paths[0]}: block {i}") for i, part in enumerate(blocks)]
    up, down, *biases = names
    return [read_weights(path, up, down, in_out, *biases) for path in paths]


def read_weights(
    path: str, up: str | None = None, down: str | None = None, in_out: bool = False, *biases: str | None
) -> Weights:
    """Weights from a JSON file, or the tensors of a .npz or .safetensors file that ``up`` and ``down`` name.

    torch's Linear stores W as out x in, so up is N x d; with ``in_out`` all matrices are stored transposed. A
    .npz of W_up, W_down and perhaps skip, b_up, b_down, and nothing else, needs no names.

    Raises:
        Malformed: the file is not in its format; an option is named that this format does not use.
    """
    chosen = zip((*MATRICES, *BIASES), (up, down, *biases), strict=False)
    named = {key: name for key, name in chosen if name is not None}
    if path.lower().endswith(".npz") and not named:
        with opened(path) as file:
            own = array_names(file, path)
        if set(MATRICES) <= set(own) <= {*MATRICES, "skip", *BIASES}:
            named = {name: name for name in (*MATRICES, "skip", *BIASES) if name in own}
    if not named and not path.lower().endswith(BINARY):
        return from_json(read_json(path), path) if not in_out else refuse(f"{path}: JSON has no orientation")
    if not set(MATRICES) <= set(named) or ("b_down" in named and "b_up" not in named):
        refuse(f"{path}: name both matrices, --up and --down; b_down needs b_up")
    matrices, vectors = ([key for key in named if (key in BIASES) == flat] for flat in (False, True))
    read = read_tensors(path, [named[key] for key in matrices], [named[key] for key in vectors])
    found = dict(zip((*matrices, *vectors), read, strict=True))
    turned = {key: found[key].T if in_out else found[key] for key in matrices}
    vector_of = {key: found[key][0] for key in vectors}
    return Weights(turned["W_up"], turned["W_down"], None, turned.get("skip"), *map(vector_of.get, BIASES))
