"""Exact blocks that the statements share: with and without S, and why each hypothesis is needed."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from math import prod
from typing import Any

from symproof.paper._language import *

# A block with d = 2, N = 3 for which no S satisfies (3), and the hypotheses of Theorem 4 hold.
OPEN_UP = ((1, 0), (1, 1), (1, -1))
OPEN_DOWN = ((1, 0, 2), (1, 3, 5))
EXHAUST = {"cost": [{"tree": {"exhaust": True}}]}

# A block without S whose refusal needs no search: one combination of (3) modulo 4.
TREE_UP = ((2, -1), (-2, -1), (-2, -2), (0, -2), (-1, 0), (-1, 1))
TREE_DOWN = ((-1, 2, 0, -2, -2, -1), (0, 1, -1, 0, -2, 0))

# Rows e1, -e1, e2, -e2: no S satisfies (3), and yet the block is absorbed.
OPPOSED_UP = ((1, 0), (-1, 0), (0, 1), (0, -1))
OPPOSED_DOWN = ((2, 5, 1, 1), (1, 1, 3, 7))
OPPOSED_ANSWER = ((3, 4, 1, 1), (1, 1, 4, 6))

# The third neuron is idle (zero column, or zero row), and lets the first become an opposed pair.
IDLE_UP = ((1, 0), (1, 1), (1, 2))
IDLE_DOWN = ((2, 0, 0), (3, -1, 0))
ZERO_UP = ((1, 0), (1, 1), (0, 0))
ZERO_DOWN = ((2, 0, 1), (3, -1, 1))
IDLE_V_UP = ((1, 0), (-1, -1), (-1, 0))
IDLE_V_DOWN = ((3, 0, -1), (2, -1, 1))


def open_block(
    reference: str, up: Sequence[Sequence[int]] = OPEN_UP, down: Sequence[Sequence[int]] = OPEN_DOWN
) -> Written:
    """The kernel refuses a block; an absorbable one in its place is the mutant."""
    return example(
        "instance",
        reference,
        certified("not-absorbable", "relu", residual(up, down), EXHAUST),
        bounded(d=2, N=3),
        mutant("the absorbable block", W_down=DOWN),
    )


def despite() -> Check:
    """For sigma(z) = |z|: S = {0, 1} satisfies (3), and the kernel certifies that no V exists."""
    return not_absorbed_despite("abs", residual(UP, DOWN), (0, 1), {"cost": []})


DESPITE = (
    mutant("ReLU", activation="relu", evidence=EXHAUST),
    mutant("S = {0, 2}, which does not satisfy (3)", subset=(0, 2)),
)


def misses(terms: Sequence[Any], target: Any) -> Any:
    """The product over all subsets of (sum of their terms - target): not 0 when no subset has that sum."""
    return prod(
        sum(chosen) - target for size in range(len(terms) + 1) for chosen in combinations(terms, size)
    )


def opposed(activation: str) -> tuple[Check, Mutant, Mutant]:
    """Rows e1, -e1, e2, -e2: absorbed although no S exists."""
    check = absorbed_without_subset(
        activation, residual(OPPOSED_UP, OPPOSED_DOWN), Map(OPPOSED_UP, OPPOSED_ANSWER)
    )
    return (
        check,
        mutant("V_down = W_down", V_down=OPPOSED_DOWN),
        mutant("a block for which S exists", W_up=UP, W_down=DOWN, V_up=FLIPPED, V_down=DOWN),
    )


def idle_hypotheses(activation: str) -> tuple[Hypothesis, ...]:
    """Rows and columns that are not zero: each needed, by a neuron that is idle."""
    zero_row = absorbed_without_subset(activation, residual(ZERO_UP, ZERO_DOWN), Map(IDLE_V_UP, IDLE_V_DOWN))
    zero_column = absorbed_without_subset(
        activation, residual(IDLE_UP, IDLE_DOWN), Map(IDLE_V_UP, IDLE_V_DOWN)
    )
    wrong = mutant("V with W_down", V_down=IDLE_DOWN)
    return (
        needed(
            "rows-nonzero",
            nonzero(w_i),
            "W_up = (1,0), (1,1), (0,0), W_down = [[2,0,1],[3,-1,1]]: no S, but the idle neuron doubles "
            "the first class, and the block is absorbed.",
            zero_row,
            wrong,
            mutant("the third row (1, 2) with its column", W_up=IDLE_UP),
        ),
        needed(
            "columns-nonzero",
            nonzero(D_i),
            "W_up = (1,0), (1,1), (1,2), W_down = [[2,0,0],[3,-1,0]]: no S, but the idle neuron doubles "
            "the first class, and the block is absorbed.",
            zero_column,
            wrong,
            mutant("the third column (1, 1)", W_down=ZERO_DOWN),
        ),
    )


def size_hypotheses() -> tuple[Hypothesis, ...]:
    """d >= 2 and N >= d, which no step uses."""
    return (
        unneeded(
            "d-at-least-2",
            at_least(d, 2),
            "No step uses it; the rows' hypothesis decides what is left of the theorem at d = 1.",
        ),
        unneeded(
            "N-at-least-d",
            at_least(N, d),
            "No step uses it; for N < d no S is large enough, and V does not exist.",
        ),
    )


def row_hypothesis() -> Hypothesis:
    """Rows that are not zero, with the idle neuron as the example."""
    return idle_hypotheses("relu")[0]


def kind_hypotheses() -> tuple[Hypothesis, ...]:
    """What is asked of sigma: linear gap 1, and an even part that is conic or rigid."""
    u = symbols("u")
    return (
        needed(
            "gap",
            every(equal(sigma(z) - sigma(-z), z), z),
            "sigma(z) = |z|, W_up = (1,0), (1,1), (1,-1), W_down = [[-1,0,2],[1,-1,3]]: S = {0, 1} "
            "satisfies (3), and the kernel certifies that no V exists.",
            despite(),
            *DESPITE,
        ),
        needed(
            "kind",
            has(E(z), KIND),
            "sigma(z) = z/2 + z^2, d = 1, N = 2: x + sigma(x) + sigma(2 x) = 5 sigma(x), for every block "
            "near it as well, and no S satisfies (3).",
            identity(u + (u / 2 + u**2) + (u + 4 * u**2), 5 * (u / 2 + u**2)),
            mutant("without the skip", lhs=(u / 2 + u**2) + (u + 4 * u**2)),
        ),
    )


def skip_hypothesis() -> Hypothesis:
    """M != 0, with V = W as the example."""
    D, V, value, b = symbols("D V g b")  # a neuron: its value, times b where it is gated
    return needed(
        "M-nonzero",
        nonzero(M),
        "With M = 0 the choice V = W gives equality, neuron by neuron.",
        identity(D * value * b, V * value * b, [(value * b, D - V)]),
        mutant("V = 2 W_down", given=((value * b, 2 * D - V),)),
    )
