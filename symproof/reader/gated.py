"""The weights of a gated block: what is read, and its fingerprint."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from symproof.reader.numbers import Matrix, Number
from symproof.reader.tensors import read_tensors
from symproof.reader.text import read_json, refuse
from symproof.reader.weights import Weights, from_json, matrix, read_weights, shape, vector


@dataclass(frozen=True, slots=True)
class Gated:
    """The block x -> M x + W_down (g(W_gate x + b_gate) * (W_up x + b_up)) + b_down, * entry by entry.

    value: W_down, W_up, b_up, b_down, M, and g as its activation; W_gate is N x d, b_gate has N entries.

    Raises:
        Malformed: the shapes do not fit.
    """

    value: Weights
    gate: Matrix
    b_gate: Sequence[Number] | None = None

    def __post_init__(self) -> None:
        if len(self.gate) != self.value.width or len(self.gate[0]) != self.value.d:
            refuse(f"W_gate must be {self.value.width} x {self.value.d}, found {shape(self.gate)}")
        if self.b_gate is not None and len(self.b_gate) != self.value.width:
            refuse(f"b_gate must have {self.value.width} entries, found {len(self.b_gate)}")

    def sha256(self) -> str:
        """SHA-256 of two fingerprints: of the block without its gate, and with the gate in place of W_up."""
        gate = Weights(self.gate, self.value.down, b_up=self.b_gate)
        return hashlib.sha256(f"{self.value.sha256()} {gate.sha256()}".encode()).hexdigest()


def gated_from_json(value: Any, where: str) -> Gated:
    """A gated block from a parsed JSON object: the keys of a block, W_gate, and perhaps b_gate."""
    if not isinstance(value, dict) or "W_gate" not in value:
        refuse(f"{where}: a gated block needs the key W_gate")
    rest = {key: part for key, part in value.items() if key not in ("W_gate", "b_gate")}
    b_gate = None if value.get("b_gate") is None else vector(value["b_gate"], "b_gate")
    return Gated(from_json(rest, where), matrix(value["W_gate"], "W_gate"), b_gate)


def read_gated(path: str, in_out: bool, gate: str | None, b_gate: str | None, *names: str | None) -> Gated:
    """A gated block from a JSON file, or the tensors of a .npz or .safetensors file.

    Args:
        path: the file.
        in_out: as for `read_weights`.
        gate, b_gate: the names of W_gate and b_gate.
        names: those of W_up, W_down, b_up, b_down.
    """
    if gate is None:
        if in_out or b_gate is not None or names != (None,) * len(names):
            refuse(f"{path}: name W_gate too, with --gate; JSON has no names and no orientation")
        return gated_from_json(read_json(path), path)
    up, down, *biases = names
    value = read_weights(path, up, down, in_out, *biases)
    found, *rest = read_tensors(path, [gate], [] if b_gate is None else [b_gate])
    return Gated(value, found.T if in_out else found, rest[0][0] if rest else None)
