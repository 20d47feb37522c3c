"""Does a given number of neurons suffice? The search for the cheapest choice of signs.

The mathematics is sections 6 and 7 of the kernel's SOUNDNESS.md, read in both directions: a choice that costs
at most what there is beside one neuron a class gives an MLP, and when none does there is no MLP.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np

from symproof.absorb.construct import Choice, Network, construct, network_of
from symproof.absorb.cost import Costs
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.system import stored
from symproof.kernel.activations import Activation
from symproof.kernel.budget import STEPS
from symproof.kernel.claims import equation
from symproof.kernel.parity import class_problem, lifted, rational_constants
from symproof.kernel.trees import Problem
from symproof.kernel.widths import width_problems
from symproof.reader.numbers import fraction
from symproof.reader.weights import Weights

Report = Callable[[str], None]

WRITTEN = 1 << 28  # products of rationals, d^2 N, up to which V is written out: some minutes


@dataclass(frozen=True, slots=True)
class Suffices:
    """A residual-free MLP of the width asked for exists.

    Attributes:
        choice: what it is made from; None with gap 0 and skip 0, where it is the block itself.
        method: how it was found.
        width: of V, one neuron with row 0 for the constants included.
        classes: how many classes of neurons have a nonzero even coefficient; with N of them W is not
        degenerate. free: whether V has an output bias, or a neuron with row 0 in its place.
        kept: whether neurons with row 0 and irrational values are kept as they are.
    """

    choice: Choice | None
    method: str
    width: int
    classes: int = 0
    free: bool = False
    kept: bool = False

    def network(self, weights: Weights, act: Activation) -> Network | None:
        """V; None when it would take too long to write it out."""
        if self.choice is None:
            return network_of(weights)
        written = weights.d * weights.d * weights.width <= WRITTEN
        if (self.choice.free or self.choice.r) and not written:
            return None
        return construct(weights, act, self.choice, self.free)


@dataclass(frozen=True, slots=True)
class Fails:
    """No MLP of this width: a proof for each problem of the kernel."""

    proofs: list[dict[str, Any]]
    method: str
    classes: int = 0


@dataclass(frozen=True, slots=True)
class Silent:
    """The theorems say nothing about this width, and why. Only blocks with biases come to this."""

    why: str


@dataclass(frozen=True, slots=True)
class _Side:
    """One problem over the classes: V has one neuron a class, what the choice costs, and ``besides``."""

    costs: Costs
    besides: int
    free: bool
    kept: bool = False

    @property
    def least(self) -> int:
        """The width of a V with nothing to spare."""
        return len(self.costs.place.problem.Q) + self.besides

    def suffices(self, choice: Choice) -> Suffices:
        """The answer of a choice."""
        width = self.least + 2 * choice.r + len(choice.free)
        method = self.costs.clock.tried[-1] if self.costs.clock.tried else "counting classes"
        return Suffices(choice, method, width, len(self.costs.place.problem.Q), self.free, self.kept)


class Widths:
    """What is known about the widths of one block with gap != 0, kept while one after the other is asked for.

    Attributes:
        trusted: whether the theorems exclude widths at all; not for hardswish with biases.
        exact: whether the value that the neurons with row 0 add up to is known, or does not matter.
    """

    def __init__(self, weights: Weights, act: Activation, clock: Clock) -> None:
        self.weights, self.act, self.clock = weights, act, clock
        self.trusted = act.translates or weights.b_up is None
        self.exact = weights.b_down is not None or rational_constants(weights, act)
        loose = weights.b_up is not None
        found = _problems(weights, replace(act, translates=True))
        self.sides = [
            _Side(Costs.of(problem, clock), besides, loose and t + 1 == len(found))
            for t, (problem, besides) in enumerate(found)
        ]

    @property
    def classes(self) -> int:
        """How many classes have a nonzero even coefficient."""
        return len(self.sides[0].costs.place.problem.Q)

    @property
    def few(self) -> bool:
        """Whether the kernel can run through all signs."""
        return sum(side.costs.steps for side in self.sides) <= STEPS

    @cached_property
    def makers(self) -> list[_Side]:
        """The problems whose choices give an MLP: irrational constants take a neuron, or stay."""
        if self.exact:
            return self.sides
        whole = class_problem(*lifted(self.weights, self.act, False), self.act)
        kept = _Side(Costs.of(whole, self.clock), 0, free=False, kept=True)
        return [replace(self.sides[0], besides=1), kept]

    def decide(self, width: int) -> Suffices | Fails | Silent:
        """Whether an MLP of this width computes the block.

        Raises:
            GaveUp: a limit was reached, or no method is left.
        """
        proofs, methods = list[dict[str, Any]](), dict[str, None]()
        for side in self.sides:
            answer = side.costs.settle(width - side.least)
            if isinstance(answer, Choice):
                return side.suffices(answer) if self.exact else self._made(width)
            proofs.append(answer.proof)
            methods[answer.method] = None
        if not self.trusted:
            return Silent(
                f"{self.act.name} with biases: the even parts of different neurons may be dependent, "
                "so the theorems exclude no width"
            )
        return Fails(proofs, ", ".join(methods), self.classes)

    def _made(self, width: int) -> Suffices | Silent:
        for side in self.makers:
            answer = side.costs.settle(width - side.least)
            if isinstance(answer, Choice):
                return side.suffices(answer)
        return Silent(
            "neurons with row 0 add up to a vector that is not known to be rational, and it is not "
            "known whether an MLP of this width without output bias has it"
        )

    def low(self) -> tuple[int, list[dict[str, Any]]]:
        """A width below which no MLP computes the block, without a search, and the proofs."""
        if not self.trusted:
            return 0, []
        found = [(side, *side.costs.low()) for side in self.sides]
        least = min(side.least + low for side, low, _ in found)
        count = {"count": True}
        return least, [count if least <= side.least else proof.proof for side, _, proof in found]

    def counted(self) -> tuple[int, list[dict[str, Any]]]:
        """The number of classes: no smaller width works; and the proofs."""
        if not self.trusted:
            return 0, []
        return min(side.least for side in self.sides), [{"count": True}] * len(self.sides)

    def high(self) -> Suffices:
        """The narrowest MLP that is known."""
        made = [side.suffices(side.costs.most) for side in self.makers]
        return min((answer for answer in made if not answer.kept), key=lambda answer: answer.width)

    def descend(self, least: int) -> Suffices:
        """The narrowest MLP, of at least this width, that choices near random ones give."""
        for side in self.makers:
            side.costs.descend(least - side.least)
        return self.high()


def decide_width(
    weights: Weights, act: Activation, width: int, limits: Limits, report: Report | None = None
) -> Suffices | Fails | Silent:
    """Whether a residual-free MLP of ``width`` neurons computes the block.

    Raises:
        GaveUp: a limit was reached, or no method is left.
    """
    if act.gap:
        return Widths(weights, act, Clock(limits, report)).decide(width)
    if any(any(row) for row in weights.M):
        return Fails([], "the linear part of every MLP is 0")
    return Suffices(None, "the skip is 0", weights.width)


def _problems(weights: Weights, act: Activation) -> list[tuple[Problem, int]]:
    """`width_problems`; where every neuron is plainly a class of its own, equation (3) as it stands."""
    if (weights.b_up is None) == (weights.b_down is None) and _plainly_generic(weights):
        return [(equation(weights, act), 0)]
    return width_problems(weights, act, excluding=True)


def _plainly_generic(weights: Weights) -> bool:
    """Whether the first two entries of the rows show that no two are collinear, and no column is zero."""
    if weights.d < 2:
        return False
    up, down = stored(weights.up), stored(weights.down)
    if up is not None and down is not None and (up.dtype.kind == "f" or up.dtype.itemsize < 8):
        first, second = up[:, :2].astype(np.float64).T
        with np.errstate(all="ignore"):  # quotients that differ after rounding differ
            apart = first.all() and len(np.unique(second / first)) == weights.width
        return bool(apart and (down != 0).any(axis=0).all())
    if not all(w[0] for w in weights.up):
        return False
    slopes = {fraction(w[1]) / fraction(w[0]) for w in weights.up}
    return len(slopes) == weights.width and all(map(any, zip(*weights.down, strict=True)))
