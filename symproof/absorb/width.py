"""Does a given number of neurons suffice? The search over the classes that get a second neuron.

The mathematics is `SOUNDNESS.md` section 6 of the kernel, read in both directions: every (r, F, signs) that
leaves rank at most r gives an MLP, and when none does there is none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from symproof.absorb.construct import Choice, Network, construct
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.solve import Solution, solve
from symproof.errors import GaveUp
from symproof.kernel.activations import Activation
from symproof.kernel.linear import rref
from symproof.kernel.numbers import fraction
from symproof.kernel.parity import RANK_MAX, reduced, width_problems
from symproof.kernel.subset import Problem
from symproof.kernel.weights import Weights

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Suffices:
    """A residual-free MLP of the width asked for, and the choice it was made from (None: gap 0)."""

    network: Network
    choice: Choice | None
    method: str


@dataclass(frozen=True, slots=True)
class Fails:
    """One tree for each set of classes, in the kernel's order: no MLP of this width."""

    trees: list[Any]
    method: str


def decide_width(
    weights: Weights, act: Activation, width: int, limits: Limits, report: Report | None = None
) -> Suffices | Fails:
    """Whether a residual-free MLP of ``width`` neurons computes the block.

    Raises:
        GaveUp: a limit was reached, or more ranks are needed than the kernel computes.
    """
    if not act.gap:
        return _even(weights)
    whole = reduced(weights.up, weights.down, weights.M, act)
    d, n, m = weights.d, len(whole.Q), width - len(whole.Q)
    if m >= 2 * d:
        return _made(weights, act, whole, Choice(d, (), frozenset()), "an opposed pair for each dimension")
    trees: list[Any] = []
    methods: dict[str, int] = {}
    budget = RANK_MAX
    clock = Clock(limits)
    for r, F, problem in width_problems(whole, width):
        clock.check()
        rest = [k for k in range(n) if k not in F]
        if r:
            budget -= 1 << len(rest)
            if budget < 0:
                raise GaveUp(
                    [*methods, "ranks"], f"more than {RANK_MAX} choices of signs to compute a rank for"
                )
            flipped = next((x for x, rank in _ranks(problem) if rank <= r), None)
            method = "ranks"
        else:
            answer = solve(problem, clock.remaining(), report)
            flipped, method = (
                (answer.subset, "search") if isinstance(answer, Solution) else (None, answer.method)
            )
            if not isinstance(answer, Solution):
                trees.append(answer.tree)
        if flipped is not None:
            return _made(weights, act, whole, Choice(r, F, frozenset(rest[k] for k in flipped)), method)
        methods[method] = methods.get(method, 0) + 1
    return Fails(trees, ", ".join(methods) or "counting classes")


def _made(weights: Weights, act: Activation, whole: Problem, choice: Choice, method: str) -> Suffices:
    return Suffices(construct(weights, act, whole, choice), choice, method)


def _even(weights: Weights) -> Suffices | Fails:
    if any(any(row) for row in weights.M):
        return Fails([], "the linear part of every MLP is 0")
    up, down = ([[fraction(x) for x in row] for row in rows] for rows in (weights.up, weights.down))
    return Suffices(Network(up, down), None, "the skip is 0")


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
