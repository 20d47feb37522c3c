"""The MLP blocks of a checkpoint: found by the names of their tensors, read when they are asked for.

Names and shapes are all that is looked at. What a file does not say (the activation, the orientation of a
square matrix) is asked for, not guessed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from symproof.files.arrays import Stored, read_array, suffix
from symproof.files.checkpoint import Checkpoint
from symproof.files.config import Choice, chosen_activation
from symproof.files.namings import BETWEEN, NAMINGS, NORMS, Naming
from symproof.kernel.errors import Malformed

ORIENTATIONS = ("out-in", "in-out")
SHIFTED = (
    "fused experts with biases are those of gpt-oss: gate and value interleaved and clamped, 1 added to the "
    "value: no block of this kind"
)


@dataclass(frozen=True, slots=True)
class Part:
    """A matrix or a vector of a block.

    Attributes:
        stored: the tensor that holds it.
        half: 0 or 1 for the first or the second half of the tensor's outputs, None for all of it.
        turned: a matrix that is stored in x out.
    """

    stored: Stored
    half: int | None = None
    turned: bool = False

    def __str__(self) -> str:
        return str(self.stored) + (
            "" if self.half is None else (" (first half)", " (second half)")[self.half]
        )

    def read(self) -> Any:
        """The matrix, out x in, or the vector, as a numpy array."""
        array = read_array(self.stored)
        array = array.reshape(array.shape[:1] if array.ndim == 1 else flat(array.shape))
        array = array.T if self.turned else array
        if self.half is None:
            return array
        size = len(array) // 2
        return array[self.half * size : (self.half + 1) * size]


@dataclass(frozen=True, slots=True)
class Found:
    """An MLP block of a checkpoint.

    Attributes:
        name: the beginning that the names of its tensors share.
        d, N: its dimension and width.
        up, down, gate: its matrices, N x d, d x N, and N x d for a gated block.
        biases: b_up, b_down, b_gate, as far as it has them.
        activation, activation_from: sigma, or the gate, and where it was read; None: it must be named.
        norm: the norm seen beside it and where it stands.
        remarks: what else should be known.
    """

    name: str
    d: int
    N: int
    up: Part
    down: Part
    gate: Part | None
    biases: Mapping[str, Part]
    activation: str | None
    activation_from: str
    norm: str
    remarks: tuple[str, ...] = ()

    @property
    def parts(self) -> dict[str, Part]:
        """All that is read, by the names that the options and the files of the kernel have."""
        gate = {} if self.gate is None else {"W_gate": self.gate}
        return {"W_up": self.up, "W_down": self.down, **gate, **self.biases}

    @property
    def size(self) -> int:
        """The products that a look at all flips of all neurons takes: d d N."""
        return self.d * self.d * self.N

    @property
    def plain(self) -> bool:
        """Whether the kernel's reader finds the block in its file, given names and an orientation."""
        files = {part.stored.path for part in self.parts.values()}
        stored = [part.stored for part in self.parts.values()]
        whole = all(s.expert is None and len(s.shape) <= 2 for s in stored)
        whole = whole and all(part.half is None for part in self.parts.values())
        formats = {suffix(path) for path in files} <= {".safetensors", ".npz"}
        one_way = self.up.turned == self.down.turned
        return whole and formats and one_way and len(files) == 1 and set(self.biases) != {"b_down"}

    @property
    def gated(self) -> bool:
        """Whether the block is x + W_down (g(W_gate x) * W_up x)."""
        return self.gate is not None


def flat(shape: tuple[int, ...]) -> tuple[int, ...]:
    """The shape of a matrix, also that of a 1 x 1 convolution.

    >>> flat((8, 4, 1, 1))
    (8, 4)
    """
    return shape[:2] if len(shape) > 2 and set(shape[2:]) == {1} else shape


def find_blocks(
    checkpoint: Checkpoint,
    *,
    activation: str | None = None,
    orientation: str | None = None,
    namings: Iterable[Naming] = (),
) -> list[Found]:
    """The MLP blocks, in the order of their names, numbers counted as numbers.

    Args:
        checkpoint: what `open_checkpoint` returns.
        activation: of all blocks; needed where the checkpoint does not say it.
        orientation: "out-in" or "in-out", needed for square matrices.
        namings: the caller's own, looked for before those of `NAMINGS`.

    Raises:
        Malformed: the tensors of a block do not fit together, or how they are stored cannot be known.
    """
    if orientation not in (None, *ORIENTATIONS):
        raise Malformed(f"the orientation {orientation!r} is none of {', '.join(ORIENTATIONS)}")
    if checkpoint.graph is not None:
        from symproof.files.graph import graph_blocks

        return [_given(found, activation) for found in graph_blocks(checkpoint.graph, checkpoint.tensors)]
    found = list(_by_name(checkpoint, (*namings, *NAMINGS), orientation, activation))
    names = [block.name for block in found]
    twice = {name for name in names if names.count(name) > 1}
    found = [replace(b, name=_longer(b)) if b.name in twice else b for b in found]
    return sorted(found, key=lambda block: numbered(block.name))


def _longer(block: Found) -> str:
    """A name of its own for one of two blocks that begin alike."""
    return block.up.stored.name.removesuffix(".weight")


def numbered(name: str) -> list[tuple[int, str]]:
    """A key that sorts layers.2 before layers.10.

    >>> sorted(["h.10.mlp", "h.2.mlp"], key=numbered)
    ['h.2.mlp', 'h.10.mlp']
    """
    return [(int(part), "") if part.isdecimal() else (-1, part) for part in name.split(".")]


def _given(found: Found, activation: str | None) -> Found:
    """The block with the activation that the caller names, which must not contradict the file."""
    if activation is None or activation == found.activation:
        return found
    if found.activation is not None:
        raise Malformed(f"{found.name}: the graph has {found.activation}, and {activation} is named")
    return replace(found, activation=activation, activation_from="named by the caller")


class Misfit(Malformed):
    """Matrices that are called like those of a block and have other shapes."""


def _by_name(
    checkpoint: Checkpoint, namings: Iterable[Naming], orientation: str | None, activation: str | None
) -> Iterator[Found]:
    stems, misfits, sound = _Stems(checkpoint.tensors), dict[str, tuple[list[Stored], Misfit]](), False
    for naming in namings:
        for prefix in stems.prefixes(naming.up):
            named = [stems.matrix(prefix, stem) for stem in (naming.up, naming.down, naming.gate) if stem]
            parts = [part for part in named if part is not None]
            if len(parts) < len(named):
                continue
            try:
                for expert in stems.experts(parts):
                    stems.expert = expert
                    block = _assembled(stems, prefix, naming, orientation)
                    choice = chosen_activation(checkpoint, prefix, block.d, block.N, activation)
                    sound = True
                    yield _with_activation(block, choice)
            except Misfit as error:
                misfits[prefix.removesuffix(".") or naming.up] = parts, error
            stems.expert = None
            stems.used |= {part.name for part in parts}
    for name, (parts, misfit) in misfits.items():
        if not sound:
            raise misfit
        yield _unfit(name, parts, misfit)


def _unfit(name: str, parts: list[Stored], error: Misfit) -> Found:
    """What is called like a block and is none, among others that are: it is said, and nothing else."""
    up, down, *gate = map(Part, parts)
    (N, d), why = flat(up.stored.shape)[-2:], (str(error),)
    return Found(name, d, N, up, down, gate[0] if gate else None, {}, None, "not looked for", "", why)


def _with_activation(block: Found, choice: Choice) -> Found:
    return replace(block, activation=choice.name, activation_from=choice.source)


class _Stems:
    """The tensors by prefix and stem, and which are part of a block already."""

    def __init__(self, tensors: Mapping[str, Stored]) -> None:
        self.tensors = tensors
        self.used: set[str] = set()
        self.expert: int | None = None  # whose slices of tensors with one more axis are looked at

    def matrix(self, prefix: str, stem: str) -> Stored | None:
        """The unused matrix of these names, or the matrices of all experts."""
        for name in (f"{prefix}{stem}.weight", f"{prefix}{stem}"):
            stored = self.tensors.get(name)
            if stored is not None and len(flat(stored.shape)) in (2, 3) and name not in self.used:
                return self._own(stored, 2)
        return None

    def vector(self, prefix: str, stem: str) -> Stored | None:
        """The bias of these names."""
        for name in (f"{prefix}{stem}.bias", f"{prefix}{stem}_bias"):
            stored = self.tensors.get(name)
            if stored is not None and len(stored.shape) == 1 + (self.expert is not None):
                return self._own(stored, 1)
        return None

    def _own(self, stored: Stored, axes: int) -> Stored:
        """The expert's slice of a tensor that has one for each."""
        one = self.expert is not None and len(flat(stored.shape)) > axes
        return stored.slice(self.expert or 0) if one else stored

    def experts(self, parts: Iterable[Stored | None]) -> Iterable[int | None]:
        """The experts whose matrices are slices of these, one None for matrices; nothing when they differ."""
        counts = {stored.shape[0] if len(flat(stored.shape)) == 3 else None for stored in parts if stored}
        (count,) = counts if len(counts) == 1 else (0,)
        return (None,) if count is None else range(count)

    def prefixes(self, stem: str) -> list[str]:
        """What stands before the stem in the names of matrices, the dot included."""
        ends = (f"{stem}.weight", stem)
        found = {
            name[: -len(end)]
            for name in self.tensors
            for end in ends
            if name.endswith(end) and (len(name) == len(end) or name[-len(end) - 1] == ".")
        }
        return sorted(found, key=numbered)


def _assembled(stems: _Stems, prefix: str, naming: Naming, orientation: str | None) -> Found:
    """The block of tensors that are all there; the shapes say how they are stored."""
    up, down = stems.matrix(prefix, naming.up), stems.matrix(prefix, naming.down)
    if up is None or down is None:
        raise LookupError(prefix)
    gate = stems.matrix(prefix, naming.gate) if naming.gate else None
    biases = {"b_up": stems.vector(prefix, naming.up), "b_down": stems.vector(prefix, naming.down)}
    if naming.gate:
        biases["b_gate"] = stems.vector(prefix, naming.gate)
    own = {key: stored for key, stored in biases.items() if stored is not None}
    name = prefix.removesuffix(".") or naming.up
    name = name if stems.expert is None else f"{name}.{stems.expert}"
    d, N, fused, turned = _shape(name, flat(up.shape), flat(down.shape), own, orientation)
    if gate is not None and flat(gate.shape) != flat(up.shape):
        raise Misfit(f"{name}: {gate.name} has shape {gate.shape}, {up.name} has {up.shape}")
    first, second = (0, 1) if not naming.gate_last else (1, 0)
    value = Part(up, second if fused else None, turned)
    inside = Part(up, first, turned) if fused else None if gate is None else Part(gate, None, turned)
    vectors = {key: Part(stored) for key, stored in own.items()}
    if fused and "b_up" in own:
        vectors |= {"b_up": Part(own["b_up"], second), "b_gate": Part(own["b_up"], first)}
    beside, remarks = _norm(stems.tensors, prefix), _remarks(stems, prefix)
    remarks += (SHIFTED,) * (fused and stems.expert is not None and "b_up" in own)
    last = Part(down, None, turned)
    return Found(name, d, N, value, last, inside, vectors, None, "", beside, remarks)


def _shape(
    name: str,
    up: tuple[int, ...],
    down: tuple[int, ...],
    biases: Mapping[str, Stored],
    orientation: str | None,
) -> tuple[int, int, bool, bool]:
    """d, N, whether up holds a gate too, and whether the matrices are stored in x out.

    Raises:
        Malformed: the shapes are those of no block, or of two.
    """
    readings = []
    for turned, (n, d), (e, m) in ((False, up, down), (True, up[::-1], down[::-1])):
        if d == e and n in (m, 2 * m) and all(_fits(biases, key, n, d) for key in biases):
            readings.append((d, m, n == 2 * m, turned))
    if not readings:
        sizes = ", ".join(f"{stored.name} {stored.shape[0]}" for stored in biases.values())
        raise Misfit(
            f"{name}: {up[0]} x {up[1]} and {down[0]} x {down[1]} are not the matrices of an MLP"
            + f" with biases of the lengths {sizes}" * bool(biases)
        )
    if orientation is not None:
        readings = [r for r in readings if r[3] is (orientation == "in-out")]
        if not readings:
            raise Malformed(f"{name}: its biases show that it is not stored {orientation}")
    wide = [r for r in readings if r[1] > r[0]]
    best = wide if len(readings) > 1 and len(wide) == 1 else readings
    if len(best) > 1:
        raise Malformed(
            f"{name}: {up[0]} x {up[1]} may be stored out x in or in x out; "
            "say --orientation out-in (torch's Linear) or in-out"
        )
    return best[0]


def _fits(biases: Mapping[str, Stored], key: str, n: int, d: int) -> bool:
    """Whether a bias has as many entries as its matrix has outputs."""
    size = d if key == "b_down" else n
    return biases[key].shape == (size,)


def _norm(tensors: Mapping[str, Stored], prefix: str) -> str:
    """The norm beside a block and where it stands, as far as names tell; it is looked for outwards."""
    inside, _, _ = prefix.removesuffix(".").rpartition(".")
    for start in (prefix, f"{inside}." if inside else "", f"{inside.rpartition('.')[0]}."):
        for place, names in NORMS.items():
            for norm in names:
                if any(f"{start}{norm}.{end}" in tensors for end in ("weight", "gamma", "scale")):
                    return f"{place}: {norm}"
    return ""


def _remarks(stems: _Stems, prefix: str) -> tuple[str, ...]:
    """What the names beside a block say that the block of two matrices leaves out."""
    between = [n for n in BETWEEN if any(name.startswith(f"{prefix}{n}.") for name in stems.tensors)]
    return tuple(f"{name} stands between the matrices: no MLP with one hidden layer" for name in between)


def beside(tensors: Mapping[str, Stored], up: str, named: Iterable[str]) -> list[str]:
    """The tensors that belong to the block of ``up`` and are not among the named: gates, biases, norms.

    Args:
        tensors: those of the checkpoint.
        up: the name of the first matrix.
        named: the names of the tensors that the caller uses.
    """
    stems, used = _Stems(tensors), set(named)
    stem = up.removesuffix(".weight")
    for naming in NAMINGS:
        if stem == naming.up or stem.endswith(f".{naming.up}"):
            prefix = stem.removesuffix(naming.up)
            gate = stems.matrix(prefix, naming.gate) if naming.gate else None
            vectors = [stems.vector(prefix, s) for s in (naming.up, naming.down, naming.gate) if s]
            there = [("gate", gate), *(("bias", v) for v in vectors)]
            found = [f"the {kind} {s.name}" for kind, s in there if s is not None and s.name not in used]
            norm = _norm(tensors, prefix)
            return found + [f"a norm ({norm})"] * bool(norm)
    return []
