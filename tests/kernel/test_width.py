"""Claims about widths against the least width of section 6, on random small blocks of every kind.

With the rule `ranks` for every problem the kernel decides: it must accept exactly what the oracle says.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from random import Random
from typing import Any

import pytest
from oracles.brute import (
    RELU,
    Sigma,
    absorbing_subsets,
    class_count,
    identity,
    least_width,
    subsets,
)
from oracles.corpus import dumped
from oracles.problems import biased_block, small_block
from oracles.second_checker import verdict

from symproof.kernel.claims import certificate, check
from symproof.kernel.errors import Malformed, Rejected
from symproof.reader.weights import Weights

EXHAUST = {"exhaust": True}
INFINITE = 10**9


def accepts(weights: Weights, claim: str, width: int, problems: range = range(3)) -> bool:
    """Whether the kernel accepts this claim with all signs of so many problems."""
    for number in problems:
        evidence = {"cost": [{"ranks": True}] * number}
        try:
            check(certificate(weights, claim, width, evidence), weights, claim, width)
        except Malformed:  # another number of problems
            continue
        except Rejected:
            return False
        return True
    return False


def compared(seed: int) -> str:
    """Check one block; what kind of block it was."""
    rng = Random(seed)
    weights, sigma = small_block(rng)
    N, up, down, skip = weights.width, weights.up, weights.down, weights.M
    found = least_width(up, down, skip, sigma)
    omega = INFINITE if found is None else found
    complete = bool(sigma.gap) or any(any(row) for row in skip)  # else the format has no evidence

    accepted = accepts(weights, "not-absorbable", N)
    assert accepted == (omega > N), (seed, omega)
    for w in {0, class_count(up, down, sigma), N, omega, rng.randint(1, N + 6), min(omega + 1, N + 7)}:
        accepted = accepts(weights, "width-at-least", w)
        assert accepted == (omega >= w and complete), (seed, w, omega)
    if sigma.gap:
        solvable = bool(absorbing_subsets(up, down, skip, sigma.gap))
        evidence = {"tree": EXHAUST}
        try:
            check(certificate(weights, "no-subset", N, evidence), weights, "no-subset")
            assert not solvable, seed
        except Rejected:
            assert solvable, seed
        if solvable:
            assert omega <= N, seed
    kind = "never" if found is None else "absorbable" if omega <= N else "not absorbable"
    return f"{kind}, {'generic' if class_count(up, down, sigma) == N else 'degenerate'}"


def swept(seeds: range) -> None:
    """All seeds; every kind of block must occur."""
    seen = Counter(map(compared, seeds))
    for kind in ("never", "absorbable", "not absorbable"):
        for sort in ("generic", "degenerate"):
            assert seen[f"{kind}, {sort}"] > len(seeds) // 200, seen


def test_widths_agree_with_brute_force() -> None:
    swept(range(500))


@pytest.mark.slow
def test_widths_agree_with_brute_force_at_length() -> None:
    swept(range(10**6, 10**6 + 50_000))


def test_the_second_checker_agrees_on_widths() -> None:
    for seed in range(160):
        rng = Random(seed)
        weights, _ = biased_block(rng) if seed % 2 else small_block(rng, width=4)
        w = rng.randint(1, weights.width + 4)
        for count in range(4):
            body = certificate(weights, "width-at-least", w, {"cost": [{"ranks": True}] * count})
            second = verdict(dumped(body), dumped(as_json(weights)), "width-at-least", w)
            accepted = accepts(weights, "width-at-least", w, range(count, count + 1))
            assert accepted == (second == "accepted"), (seed, count)


def as_json(weights: Weights) -> dict[str, Any]:
    """The JSON form of weights."""

    def rows(matrix: Any) -> list[list[str]]:
        return [[str(Fraction(x)) for x in row] for row in matrix]

    return {
        "W_up": rows(weights.up),
        "W_down": rows(weights.down),
        "skip": rows(weights.M),
        "activation": weights.activation,
        "b_up": None if weights.b_up is None else [str(b) for b in weights.b_up],
        "b_down": None if weights.b_down is None else [str(b) for b in weights.b_down],
    }


# The examples of section 6, with the values found there by an independent search.
@pytest.mark.parametrize(
    ("up", "down", "omega"),
    [
        ([[1, 2], [3, -1], [2, 5]], [[1, 3, 5], [2, -7, 4]], 5),
        ([[1, 0], [-1, 0], [0, 1], [0, -1]], [[2, 5, 1, 1], [1, 1, 3, 7]], 4),
        ([[1, 2, 0], [3, -1, 0], [2, 5, 0]], [[1, 3, 5], [2, -7, 4], [5, 1, 1]], 7),
        ([[1], [-1]], [[1, 3]], 2),
    ],
    ids=["generic", "opposed", "plane", "line"],
)
def test_the_examples_of_the_paper(up: list[list[int]], down: list[list[int]], omega: int) -> None:
    assert least_width(up, down, identity(len(down)), RELU) == omega
    weights = Weights(up, down)
    for w in (omega, omega + 1):
        assert accepts(weights, "width-at-least", w) == (w == omega)


def compared_with_biases(seed: int) -> str:
    """One block with biases, like `compared`; what kind of block it was."""
    rng = Random(seed)
    weights, sigma = biased_block(rng)
    found = least_width(weights.up, weights.down, weights.M, sigma, b_up=weights.b_up, b_down=weights.b_down)
    omega = INFINITE if found is None else found
    complete = bool(sigma.gap) or any(any(row) for row in weights.M)
    if weights.activation == "hardswish":
        complete = False  # its shifts may be dependent: nothing is accepted
    N = weights.width
    for w in {0, N, N + 1, omega, min(omega + 1, N + 7), rng.randint(1, N + 6)}:
        accepted = accepts(weights, "width-at-least", w)
        if w or complete:  # that a width is at least 0 may be accepted or not when the rest is not decided
            assert accepted == (omega >= w and complete), (seed, w, omega)
        if w == N + 1:
            assert accepts(weights, "not-absorbable", N) == accepted, seed
    if sigma.gap:
        Q = weights.up if weights.b_down is not None else weights.rows
        target = [[-Fraction(x) / sigma.gap for x in M] + [0] * (len(Q[0]) - weights.d) for M in weights.M]
        body = certificate(weights, "no-subset", N, {"tree": EXHAUST})
        try:
            check(body, weights, "no-subset")
            assert not subsets(weights.down, Q, target), seed
        except Rejected:
            assert subsets(weights.down, Q, target), seed
    kind = "never" if found is None else "absorbable" if omega <= N else "not absorbable"
    return f"{kind}, {'no ' * (weights.b_down is None)}output bias"


def swept_with_biases(seeds: range) -> None:
    """All seeds; every kind of block must occur."""
    seen = Counter(map(compared_with_biases, seeds))
    for kind in ("never", "absorbable", "not absorbable"):
        for sort in ("no output bias", "output bias"):
            assert seen[f"{kind}, {sort}"] > len(seeds) // 100, seen


def test_widths_with_biases_agree_with_brute_force() -> None:
    swept_with_biases(range(400))


@pytest.mark.slow
def test_widths_with_biases_agree_with_brute_force_at_length() -> None:
    swept_with_biases(range(10**6, 10**6 + 30_000))


def test_the_oracle_drops_what_cancels() -> None:
    assert class_count([[1, 0], [-2, 0]], [[2, -1], [4, -2]], RELU) == 0
    assert class_count([[1, 0], [-2, 0]], [[2, -1], [4, -2]], Sigma(False, Fraction(1))) == 2
