"""The least width of a residual-free MLP that computes a block: exact, or certified bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

from symproof.absorb.decide import evidence_of
from symproof.absorb.even import even_network
from symproof.absorb.explain import counted
from symproof.absorb.independent import independent_rows
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.proved import proved
from symproof.absorb.width import Silent, Suffices, decide_width
from symproof.errors import GaveUp
from symproof.kernel.activations import Activation, activation
from symproof.kernel.widths import families
from symproof.model.block import Block

WORK = 200_000_000  # n d^2 beyond which the classes with a second neuron are not searched


@dataclass(frozen=True, slots=True, repr=False)
class LeastWidth:
    """lower <= omega(W) <= upper, each side with a certificate accepted by the kernel.

    Attributes:
        lower: no smaller width works; ``lower_certificate`` establishes width-at-least. It is None with gap 0
            and skip 0: the kernel has no such rule, and the width rests on `even_network`.
        upper: this width works; ``upper_certificate`` establishes width-at-most. Both are None when no width
            works; then the evidence of the lower side serves for every width.
        why: why the bounds are not equal, or what the width is made of.
    """

    lower: int
    upper: int | None
    why: str
    lower_certificate: dict[str, Any] | None
    upper_certificate: dict[str, Any] | None

    def __str__(self) -> str:
        if self.upper is None:
            return f"no width works: {self.why}"
        return f"least width {self.lower if self.exact else f'from {self.lower} to {self.upper}'}: {self.why}"

    def __repr__(self) -> str:
        return f"<{self}>"

    @property
    def exact(self) -> bool:
        """Whether the bounds are equal."""
        return self.lower == self.upper


def least_width(
    block: Block, limits: Limits | None = None, report: Callable[[str], None] | None = None
) -> LeastWidth:
    """The least width of a residual-free MLP that computes ``block``.

    Raises:
        GaveUp: not even bounds were found within the limits.

    Source: new; contains Theorem 4 and Proposition 8 (v2). SOUNDNESS.md of the kernel, sections 6 and 7.
    """
    weights, act = block.weights, activation(block.activation)
    if not act.gap:
        return _even(block, act)
    climb = _climb(block, Clock(limits or Limits(), report), report)
    lower, _ = proved(weights, "width-at-least", climb.least, {"trees": climb.trees})
    most, evidence = (climb.most, climb.evidence) if climb.evidence else _bound(block)
    upper, _ = proved(weights, "width-at-most", most, evidence)
    why = climb.why if climb.evidence or climb.least < most else "the lower and the upper bound meet"
    return LeastWidth(climb.least, most, why, lower, upper)


def _even(block: Block, act: Activation) -> LeastWidth:
    weights = block.weights
    network = even_network(weights, act)
    if network is None:
        least = block.width + 2 * block.d + 1  # any number: the evidence serves for every width
        lower, _ = proved(weights, "width-at-least", least, {"trees": []})
        why = (
            f"{act.name} is even, so no MLP has a linear part, and the block has the linear part M x, M != 0"
        )
        return LeastWidth(least, None, why, lower, None)
    width = network.width
    upper, _ = proved(weights, "width-at-most", width, evidence_of(Suffices(network, None, "one a class")))
    why = f"{counted(width, 'class', 'es')} of neurons, and {act.name} has no linear part"
    return LeastWidth(width, width, why, None, upper)


@dataclass(frozen=True, slots=True)
class _Climb:
    """No width below ``least`` works, by the trees; ``most`` works, by the evidence if there is any."""

    least: int
    trees: list[Any]
    most: int
    evidence: dict[str, Any] | None
    why: str


def _climb(block: Block, clock: Clock, report: Callable[[str], None] | None) -> _Climb:
    """From the number of classes upwards until a width works."""
    weights, act = block.weights, activation(block.activation)
    n = len(families(weights, replace(act, translates=True), block.width)[-1][0].Q)
    trusted = act.translates or weights.b_up is None
    least, width, trees, why = n if trusted else 0, n, list[Any](), ""
    while width <= block.width or n * block.d * block.d <= WORK:
        try:
            answer = decide_width(weights, act, width, clock.remaining(), report)
            evidence = evidence_of(answer) if isinstance(answer, Suffices) else None
        except GaveUp as stop:
            return _Climb(least, trees, width, None, why or str(stop))
        if isinstance(answer, Suffices):
            spare = counted(width - n, "more neuron")
            made = f"{counted(n, 'class', 'es')} of neurons, and {spare} for the linear part"
            if not trusted:
                why = f"{act.name} with biases: the theorems exclude no width"
            return _Climb(least, trees, width, evidence, why or made)
        width += 1
        if isinstance(answer, Silent):
            why = why or answer.why
        elif not why:
            least, trees = width, answer.trees
    return _Climb(least, trees, width, None, why or "wider MLPs are not searched at this size")


def _bound(block: Block) -> tuple[int, dict[str, Any]]:
    """A width that works by Proposition 8 (i), or by opposed pairs for every dimension."""
    rows = independent_rows(block.W_up, block.d)
    most = block.width + (block.b_up is not None and block.b_down is None)  # one for the constants
    if rows is not None:
        return most + block.d, {"rows": list(rows[0]), "modulus": str(rows[1])}
    wide = decide_width(block.weights, activation(block.activation), most + 2 * block.d, Limits())
    if not isinstance(wide, Suffices):
        raise ArithmeticError(f"opposed pairs for every dimension do not suffice: {wide}")
    return most + 2 * block.d, evidence_of(wide)
