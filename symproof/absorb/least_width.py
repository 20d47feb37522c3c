"""The least width of a residual-free MLP that computes a block: exact, or certified bounds."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Unpack

from symproof.absorb.construct import Network
from symproof.absorb.decide import spelt, suffices
from symproof.absorb.explain import counted
from symproof.absorb.limits import Clock, Limits, enforced
from symproof.absorb.proved import proved
from symproof.absorb.width import Silent, Suffices, Widths
from symproof.errors import GaveUp
from symproof.kernel.activations import Activation, activation
from symproof.kernel.parity import lifted, parity_form
from symproof.model import display
from symproof.model.block import Block, BlockLike, Options
from symproof.model.certificate import Certificate
from symproof.reader.weights import Weights

Even = dict[tuple[int, ...], list[Fraction]]  # class -> coefficient

CHECKING = 0.3  # of the time, for the kernel's check of the bounds


@dataclass(frozen=True, slots=True, repr=False)
class LeastWidth:
    """lower <= omega(W) <= upper, each side with a certificate accepted by the kernel.

    Attributes:
        lower: no smaller width works; ``lower_certificate`` establishes width-at-least. It is None with gap 0
            and skip 0, where the kernel has no such rule and the width rests on `even_network`, and where the
            theorems exclude no width.
        upper: this width works; ``upper_certificate`` establishes width-at-most. Both are None when no width
            works; then the evidence of the lower side serves for every width.
        why: why the bounds are not equal, or what the width is made of.
        stopped: the limit that ended the search before the bounds met, and what was tried; else None.
    """

    lower: int
    upper: int | None
    why: str
    lower_certificate: Certificate | None
    upper_certificate: Certificate | None
    stopped: GaveUp | None = None

    def __str__(self) -> str:
        if self.upper is None:
            return f"no width works: {self.why}"
        return f"least width {self.lower if self.exact else f'from {self.lower} to {self.upper}'}: {self.why}"

    def __repr__(self) -> str:
        return f"<{self}>"

    def _repr_html_(self) -> str:
        head, _, why = str(self).partition(": ")
        return display.table(head, {"why": why})

    @property
    def exact(self) -> bool:
        """Whether the bounds are equal."""
        return self.lower == self.upper


def least_width(
    block: BlockLike,
    limits: Limits | None = None,
    report: Callable[[str], None] | None = None,
    **options: Unpack[Options],
) -> LeastWidth:
    """The least width of a residual-free MLP that computes ``block``; bounds when a limit is reached before.

    Args:
        block: a block, or a pair (W_up, W_down) with ``options``, the other arguments of `Block`.
        limits: of time and memory; the default has no time limit.
        report: called with a line of progress now and then.

    Raises:
        GaveUp: the time was over before the classes of neurons were found.

    Source: new; contains Theorem 4 and Proposition 8 (v2). SOUNDNESS.md of the kernel, sections 6 and 7.

    >>> least_width(([[1, 0], [0, 1]], [[1, 0], [0, 1]])).lower
    4
    """
    block = Block.of(block, **options)
    weights, act = block.weights, activation(block.activation)
    if not act.gap:
        return _even(block, act)
    clock = Clock(limits or Limits(), report)
    early, why, stopped = _earlier(clock), "", None
    with enforced(early):
        bounds = _Bounds(Widths(weights, act, early))
    try:
        with enforced(early):
            why = bounds.meet()
    except GaveUp as stop:
        why, stopped = str(stop), stop
    lower, upper = None, bounds.most.width
    if bounds.widths.trusted:
        try:
            with enforced(clock):
                lower, _ = proved(weights, "width-at-least", bounds.least, {"cost": bounds.proofs})
        except GaveUp as stop:
            why, stopped = str(stop), stop
            bounds.least, bounds.proofs = bounds.widths.counted()
            lower, _ = proved(weights, "width-at-least", bounds.least, {"cost": bounds.proofs})
    proof, _ = proved(weights, "width-at-most", upper, suffices(weights, act, bounds.most, short=True)[0])
    return LeastWidth(bounds.least, upper, why, lower, proof, stopped)


def _earlier(clock: Clock) -> Clock:
    """A clock that is over when a part of the time is left for the kernel's check."""
    limits = clock.remaining()
    if limits.time is not None:
        limits = replace(limits, start=clock.start - CHECKING * limits.time)
    return Clock(limits, clock.progress)


def _even(block: Block, act: Activation) -> LeastWidth:
    weights = block.weights
    network = even_network(weights, act)
    if network is None:
        least = block.width + 2 * block.d + 1  # any number: the evidence serves for every width
        lower, _ = proved(weights, "width-at-least", least, {"cost": []})
        why = (
            f"{act.name} is even, so no MLP has a linear part, and the block has the linear part M x, M != 0"
        )
        return LeastWidth(least, None, why, lower, None)
    width = network.width
    upper, _ = proved(weights, "width-at-most", width, spelt(network))
    why = f"{counted(width, 'class', 'es')} of neurons, and {act.name} has no linear part"
    return LeastWidth(width, width, why, None, upper)


class _Bounds:
    """No width below ``least`` works, by the proofs; ``most`` works."""

    def __init__(self, widths: Widths) -> None:
        self.widths = widths
        self.least, self.proofs = widths.counted()
        self.most: Suffices = widths.high()

    def meet(self) -> str:
        """Bring the bounds together; why they are what they are then.

        Raises:
            GaveUp: a limit was reached, or no method is left; the bounds are those found before.
        """
        widths = self.widths
        self.least, self.proofs = widths.low()
        self.most = widths.descend(self.least)
        silence = self._from_above() if widths.few else self._from_below()
        if silence:
            return silence
        spare = counted(self.most.width - widths.classes, "more neuron")
        return f"{counted(widths.classes, 'class', 'es')} of neurons, and {spare} for the linear part"

    def _from_above(self) -> str:
        """Narrower and narrower until it fails; why a width in between is not decided, if so."""
        silence, stopped = "", None
        for width in range(self.most.width - 1, self.least - 1, -1):
            if width >= self.most.width:
                continue
            try:
                answer = self.widths.decide(width)
            except GaveUp as stop:  # a narrower one may be easier to exclude
                self.widths.clock.check()
                stopped = stop
                continue
            if isinstance(answer, Suffices):
                self.most, silence, stopped = answer, "", None
            elif isinstance(answer, Silent):
                silence = silence or answer.why
            else:
                self.least, self.proofs = width + 1, answer.proofs
                break
        if stopped is not None:
            raise stopped
        return silence

    def _from_below(self) -> str:
        """Wider and wider until it works; why a width in between is not decided, if so."""
        silence, width = "", max(self.least, self.widths.classes)
        while width < self.most.width:
            answer = self.widths.decide(width)
            width += 1
            if isinstance(answer, Suffices):
                self.most = answer
            elif isinstance(answer, Silent):
                silence = silence or answer.why
            elif not silence:
                self.least, self.proofs = width, answer.proofs
        return silence


def even_network(weights: Weights, act: Activation) -> Network | None:
    """The narrowest MLP that computes a block, one neuron a class; None when no width does.

    With gap 0 every MLP is a sum of c_K E(u_K.x), the even functions E(u_K.x) of different classes are
    independent modulo affine maps, and an affine map that is not constant is no such sum. So M must be 0, and
    every class with a nonzero coefficient needs one neuron, which suffices; a constant needs one more, with
    row 0 and bias 1, when there is no output bias.

    Args:
        weights: the block, with or without biases.
        act: conic, gap 0: sigma(z) = |z|.
    """
    if any(any(row) for row in weights.M):
        return None
    d, biased, output = weights.d, weights.b_up is not None, weights.b_down is not None
    even, affine = _form(weights, act)
    pairs = [([Fraction(x) for x in key], column) for key, column in even.items()]
    constants = [row[d] for row in affine] if biased else []
    if any(constants) and not output:
        pairs.append(([*[Fraction(0)] * d, Fraction(1)], constants))
    V_up, V_down = [u[:d] for u, _ in pairs], [[c[i] for _, c in pairs] for i in range(d)]
    if not biased:
        return Network(V_up, V_down)
    return Network(V_up, V_down, [u[d] for u, _ in pairs], constants if output else None)


def _form(weights: Weights, act: Activation) -> tuple[Even, list[list[Fraction]]]:
    """The classes with their coefficients, and the affine part."""
    form: Any = parity_form(*lifted(weights, act, weights.b_down is not None), act)
    even, affine = form
    return even, affine
