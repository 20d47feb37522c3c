"""An example: exact weights, the answer they must get, and evidence that the kernel has accepted."""

from __future__ import annotations

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from symproof.absorb.decide import decide
from symproof.absorb.proved import proved
from symproof.kernel.activations import Activation
from symproof.kernel.activations import activation as known
from symproof.model.block import Block
from symproof.reader.numbers import fraction
from symproof.verdict import Verdict

Tree = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Request:
    """What an example is asked to be.

    Args:
        d: the dimension.
        width: N, the number of neurons.
        activation: of the kernel's table.
        bound: drawn entries are at most this in absolute value; entries computed from them may be larger.
        subset: the S to plant, or None.
        size: the size of the S to plant, or None.
        count: how many S to plant, for `several`.
        off: by how much the near miss misses.
    """

    d: int
    width: int
    activation: str = "relu"
    bound: int = 4
    subset: tuple[int, ...] | None = None
    size: int | None = None
    count: int = 2
    off: Fraction = Fraction(1, 1000)

    @property
    def sigma(self) -> Activation:
        """What the kernel knows of the activation."""
        return known(self.activation)

    @property
    def gap(self) -> Fraction:
        """The linear gap of the activation."""
        return self.sigma.gap

    @property
    def conic(self) -> bool:
        """Whether collinear rows are one class."""
        return self.sigma.homogeneous


@dataclass(frozen=True, slots=True)
class Example:
    """Weights with a known answer.

    Attributes:
        block: the weights.
        expected: absorbable or not-absorbable.
        why: the reason, in words.
        certificate: accepted by the kernel.
        subset: an S that solves (3), or None.
        points: rational points that show why simpler certificates cannot exist: they solve (3).
    """

    block: Block
    expected: Verdict
    why: str
    certificate: dict[str, Any] = field(repr=False)
    subset: tuple[int, ...] | None = None
    points: tuple[tuple[Fraction, ...], ...] = ()

    def to_dict(self, kind: str, seed: int) -> dict[str, Any]:
        """The weights file, which `read_block` and the kernel read; ``about`` says what must be found."""
        about: dict[str, Any] = {"title": kind, "seed": seed, "expected": str(self.expected), "why": self.why}
        if self.subset is not None:
            about["subset"] = list(self.subset)
        if self.points:
            about["points"] = [[str(x) for x in point] for point in self.points]
        return {"about": about, **self.block.to_dict()}


def absorbed(block: Block, S: tuple[int, ...], why: str) -> Example:
    """An absorbable example: V is W with the rows in S flipped, and the kernel compares the normal forms."""
    V = block.flip(S)
    parts = {"V_up": V.W_up, "V_down": V.W_down}
    evidence: dict[str, Any] = {k: [[str(fraction(x)) for x in row] for row in A] for k, A in parts.items()}
    for name, bias in (("V_b_up", V.b_up), ("V_b_down", V.b_down)):
        if bias is not None:
            evidence[name] = [str(fraction(b)) for b in bias]
    proof, _ = proved(block.weights, "absorbable", block.width, evidence)
    return Example(block, Verdict.ABSORBABLE, why, proof, S)


def refuted(block: Block, tree: Tree, why: str, points: tuple[tuple[Fraction, ...], ...] = ()) -> Example:
    """A not absorbable example with nondegenerate weights: one tree, which the kernel accepts."""
    proof, _ = proved(block.weights, "not-absorbable", block.width, {"cost": [{"tree": tree}]})
    return Example(block, Verdict.NOT_ABSORBABLE, why, proof, None, points)


def decided(block: Block, expected: Verdict, why: str) -> Example | None:
    """An example whose evidence `decide` finds; None when the verdict is not the expected one."""
    answer = decide(block)
    if answer.verdict is not expected or answer.certificate is None:
        return None
    return Example(block, expected, why, answer.certificate, answer.subset)
