"""Does a given number of neurons suffice? The search over the classes that get a second neuron.

The mathematics is `SOUNDNESS.md` section 6 of the kernel, read in both directions: every (r, F, signs) that
leaves rank at most r gives an MLP, and when none does there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from symproof.absorb.construct import Choice, Network, construct, network_of
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.solve import Solution, solve
from symproof.absorb.system import stored
from symproof.errors import GaveUp
from symproof.kernel.activations import Activation
from symproof.kernel.claims import equation
from symproof.kernel.linear import rref
from symproof.kernel.parity import class_problem, lifted
from symproof.kernel.trees import Problem
from symproof.kernel.widths import RANK_MAX, families, rank_cost, width_problems
from symproof.reader.numbers import fraction
from symproof.reader.weights import Weights

Report = Callable[[str], None]

WRITTEN = 1 << 28  # products of rationals, d^2 N: some minutes


@dataclass(frozen=True, slots=True)
class Suffices:
    """A residual-free MLP of the width asked for, and the choice it was made from (None: gap 0).

    classes: how many classes of neurons have a nonzero even coefficient; with N of them W is not degenerate.
    """

    network: Network
    choice: Choice | None
    method: str
    classes: int = 0


@dataclass(frozen=True, slots=True)
class Fails:
    """One tree for each set of classes, in the kernel's order: no MLP of this width."""

    trees: list[Any]
    method: str
    classes: int = 0


@dataclass(frozen=True, slots=True)
class Silent:
    """The theorems say nothing about this width, and why. Only blocks with biases come to this."""

    why: str


def decide_width(
    weights: Weights, act: Activation, width: int, limits: Limits, report: Report | None = None
) -> Suffices | Fails | Silent:
    """Whether a residual-free MLP of ``width`` neurons computes the block.

    Raises:
        GaveUp: a limit was reached, or more ranks are needed than the kernel computes.
    """
    if not act.gap:
        return _even(weights)
    search = _Search(Clock(limits), report)
    found = _families(weights, replace(act, translates=True), width)
    loose = weights.b_up is not None and len(found) == 1  # the constants do not count
    for (problem, most), free in zip(found, (loose, True), strict=False):
        choice = search.choice(problem, most, weights.d)
        if choice is not None and loose and weights.b_down is None:
            return _unknown_constants(weights, act, width, search)
        if choice is not None:
            return search.made(weights, act, choice, free)
    if weights.b_up is not None and not act.translates:
        return Silent(
            f"{act.name} with biases: the even parts of different neurons may be dependent, "
            f"so the theorems exclude no width"
        )
    return Fails(search.trees, ", ".join(search.methods) or "counting classes", search.classes)


def _families(weights: Weights, act: Activation, width: int) -> list[tuple[Problem, int]]:
    """`families`; where every neuron is plainly a class of its own, equation (3) as it stands."""
    if (weights.b_up is None) == (weights.b_down is None) and _plainly_generic(weights):
        return [(equation(weights, act), width)]
    return families(weights, act, width)


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


class _Search:
    """The problems of one claim, one after the other: they share the kernel's budget of ranks."""

    def __init__(self, clock: Clock, report: Report | None) -> None:
        self.clock, self.report, self.budget = clock, report, RANK_MAX
        self.trees: list[Any] = []
        self.methods: dict[str, None] = {}
        self.classes = 0

    def choice(self, whole: Problem, width: int, d: int) -> Choice | None:
        """What makes a V of this width; None when nothing does, with the trees that prove it."""
        n = self.classes = len(whole.Q)
        if width - n >= 2 * d:
            self.methods["an opposed pair for each dimension"] = None
            return Choice(d, (), frozenset())
        for r, F, problem in width_problems(whole, width):
            self.clock.check()
            rest = [k for k in range(n) if k not in F]
            flipped = self._ranks(problem, r) if r else self._subset(problem)
            if flipped is not None:
                return Choice(r, F, frozenset(rest[k] for k in flipped))
        return None

    def made(self, weights: Weights, act: Activation, choice: Choice, free: bool) -> Suffices:
        """The V of a choice.

        Raises:
            GaveUp: its linear part is more than can be written out in reasonable time.
        """
        self.clock.check()
        work = weights.d * weights.d * weights.width
        if (choice.r or choice.free) and work > WRITTEN:
            raise GaveUp(list(self.methods), f"an MLP exists; its linear part takes {work} products")
        return Suffices(construct(weights, act, choice, free), choice, list(self.methods)[-1], self.classes)

    def _ranks(self, problem: Problem, r: int) -> tuple[int, ...] | None:
        self.budget -= rank_cost(problem)
        if self.budget < 0:
            raise GaveUp([*self.methods, "ranks"], "more ranks to compute than the kernel computes")
        self._used("ranks")
        for subset, rank in _ranks(problem):
            self.clock.check()
            if rank <= r:
                return subset
        return None

    def _subset(self, problem: Problem) -> tuple[int, ...] | None:
        answer = solve(problem, self.clock.remaining(), self.report)
        if isinstance(answer, Solution):
            self._used("search for S")
            return answer.subset
        self._used(answer.method)
        self.trees.append(answer.tree)
        return None

    def _used(self, method: str) -> None:
        """Note a method as the last one."""
        self.methods.pop(method, None)
        self.methods[method] = None


def _unknown_constants(weights: Weights, act: Activation, width: int, search: _Search) -> Suffices | Silent:
    """V for a block without output bias whose constant neurons have irrational values.

    A neuron of V with row 0 takes over the constants, or V keeps the constant neurons as they are.
    """
    loose = replace(weights, b_down=[0] * weights.d)
    whole = class_problem(*lifted(weights, act, False), act)
    for (problem, most), free in (
        (families(loose, replace(act, translates=True), width - 1)[0], True),
        ((whole, width), False),
    ):
        choice = search.choice(problem, most, weights.d)
        if choice is not None:
            return search.made(weights, act, choice, free)
    return Silent(
        "neurons with row 0 have irrational values, and it is not known whether an MLP of this width without "
        "output bias can have them"
    )


def _even(weights: Weights) -> Suffices | Fails:
    if any(any(row) for row in weights.M):
        return Fails([], "the linear part of every MLP is 0")
    return Suffices(network_of(weights), None, "the skip is 0")


def _ranks(problem: Problem) -> Iterator[tuple[tuple[int, ...], int]]:
    """Every subset of the unknowns with the rank of sum p_k q_k - T."""
    n, d, b = len(problem.Q), len(problem.P), problem.columns
    for bits in range(1 << n):
        chosen = tuple(k for k in range(n) if bits >> k & 1)
        value = [
            [
                sum((fraction(problem.P[i][k]) * fraction(problem.Q[k][j]) for k in chosen), Fraction(0))
                - problem.T.get((i, j), 0)
                for j in range(b)
            ]
            for i in range(d)
        ]
        yield chosen, len(rref(value)[1])
