"""The least width of a residual-free MLP that computes a block: exact, or certified bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

from symproof.absorb.account import counted
from symproof.absorb.decide import evidence_of
from symproof.absorb.independent import independent_rows
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.width import Fails, Silent, Suffices, decide_width
from symproof.errors import GaveUp
from symproof.kernel.activations import activation
from symproof.kernel.claims import certificate, check
from symproof.kernel.errors import Malformed
from symproof.kernel.parity import families
from symproof.model.block import Block

WORK = 200_000_000  # n d^2 beyond which the classes with a second neuron are not searched


@dataclass(frozen=True, slots=True)
class LeastWidth:
    """lower <= omega(W) <= upper, each side accepted by the kernel.

    Attributes:
        lower: no smaller width works; ``lower_certificate`` establishes width-at-least.
        upper: this width works; ``upper_certificate`` establishes width-at-most.
        why: why the bounds are not equal, or what the width is made of.
    """

    lower: int
    upper: int
    why: str
    lower_certificate: dict[str, Any] = field(repr=False)
    upper_certificate: dict[str, Any] = field(repr=False)

    @property
    def exact(self) -> bool:
        """Whether the bounds are equal."""
        return self.lower == self.upper


def least_width(
    block: Block, limits: Limits | None = None, report: Callable[[str], None] | None = None
) -> LeastWidth:
    """The least width of a residual-free MLP that computes ``block``.

    Raises:
        Malformed: the linear gap is 0 and the skip is not: no width works.
        GaveUp: not even bounds were found within the limits.

    Source: MATHEMATICS section 6 (least width; contains Theorem 4, Proposition 8), section 7 item 5 (biases).
    """
    weights, act = block.weights, activation(block.activation)
    if not act.gap:
        raise Malformed(f"{act.name} has linear gap 0: with a skip, no width works")
    clock = Clock(limits or Limits(), report)
    n = len(families(weights, replace(act, shifts=True), block.width)[-1][0].Q)
    width, trees = n, []
    stopped = silent = ""
    least = 0
    while True:
        if width > block.width and n * block.d * block.d > WORK:
            stopped = "wider MLPs are not searched at this size"
            break
        try:
            answer = decide_width(weights, act, width, clock.remaining(), report)
        except GaveUp as stop:
            stopped = str(stop)
            break
        if isinstance(answer, Suffices):
            upper = certificate(weights, "width-at-most", width, evidence_of(answer))
            break
        if isinstance(answer, Silent) and not silent:
            silent, least = answer.why, width if act.shifts else 0
        elif isinstance(answer, Fails) and not silent:
            trees = answer.trees
        width += 1
    if not silent:
        least = width
    lower = certificate(weights, "width-at-least", least, {"trees": trees})
    check(lower, weights, "width-at-least", least)
    most = width
    if stopped:
        most, evidence = _bound(block)
        upper = certificate(weights, "width-at-most", most, evidence)
    check(upper, weights, "width-at-most", most)
    spare = most - n
    why = (
        silent
        or stopped
        or f"{counted(n, 'class', 'es')} of neurons, and {counted(spare, 'more neuron')} for the linear part"
    )
    return LeastWidth(least, most, why, lower, upper)


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
