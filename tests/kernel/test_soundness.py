"""`refute` never accepts a problem that brute force solves, whatever the tree; and it accepts every proof.

Trees come from an adversary that is honest where nothing solves the problem and forges on the way to a
solution (oracles/prover.py). Each verdict is also compared with the second checker. A failure names its seed.
"""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles.brute import subsets
from oracles.problems import kernel_refutes, subset_problem
from oracles.prover import Prover
from oracles.second_trees import System, refutes

from symproof.kernel.sums import MODULUS, PRIMES


def tried(seed: int) -> tuple[bool, float, str]:
    """Whether brute force solves the problem of this seed, how reckless the tree is, the kernel's verdict."""
    rng = Random(seed)
    P, Q, T = subset_problem(rng)
    reckless = rng.choice((0, 0, 0.1, 0.3))
    tree = Prover(rng, reckless).tree(System.of(P, Q, T, len(T[0])))
    found = kernel_refutes(P, Q, T, tree)
    assert found == refutes(P, Q, T, tree), (seed, tree)
    solvable = bool(subsets(P, Q, T))
    assert not (solvable and found == "accepted"), (seed, tree)
    assert solvable or reckless or found == "accepted", (seed, tree)
    return solvable, reckless, found


def swept(seeds: range) -> None:
    """All seeds; each kind of outcome must occur, else the sweep shows nothing."""
    seen = Counter((solvable, found) for solvable, _, found in map(tried, seeds))
    for outcome in ((True, "rejected"), (True, "malformed"), (False, "accepted"), (False, "rejected")):
        assert seen[outcome] >= len(seeds) // 250, seen


def test_no_tree_refutes_a_solvable_problem() -> None:
    swept(range(400))


@pytest.mark.slow
def test_no_tree_refutes_a_solvable_problem_at_length() -> None:
    swept(range(10**6, 10**6 + 20_000))


def leaves(seeds: range) -> Counter[str]:
    """One leaf a seed, on problems with a planted solution or without, modulus where the rule turns over."""
    seen: Counter[str] = Counter()
    for seed in seeds:
        rng = Random(seed)
        P, Q, T = subset_problem(rng)
        leaf = Prover(rng).combination(System.of(P, Q, T, len(T[0])))
        found = kernel_refutes(P, Q, T, leaf)
        assert found == refutes(P, Q, T, leaf), (seed, leaf)
        if found == "accepted":
            assert not subsets(P, Q, T), (seed, leaf)
        seen[found] += 1
    return seen


def test_no_leaf_refutes_a_solvable_problem() -> None:
    seen = leaves(range(4000))
    assert seen["accepted"] > 200
    assert seen["rejected"] > 1500
    assert seen["malformed"] == 0


@pytest.mark.slow
def test_no_leaf_refutes_a_solvable_problem_at_length() -> None:
    assert leaves(range(10**6, 10**6 + 100_000))["accepted"] > 3_000


def test_exhaust_agrees_with_brute_force() -> None:
    seen: Counter[str] = Counter()
    for seed in range(1500):
        P, Q, T = subset_problem(Random(seed))
        expected = "rejected" if subsets(P, Q, T) else "accepted"
        assert kernel_refutes(P, Q, T, {"exhaust": True}) == expected, seed
        seen[expected] += 1
    assert min(seen.values()) > 200


@given(
    numbers=st.lists(st.integers(-(2**70), 2**70), min_size=1, max_size=10),
    picked=st.integers(0, 2**10 - 1),
    shift=st.sampled_from((0, 0, 1, MODULUS, -MODULUS, 2 * MODULUS, *PRIMES)),
)
def test_exhaust_is_exact_beyond_its_own_modulus(numbers: list[int], picked: int, shift: int) -> None:
    """Where sums agree modulo the hash's number only, the kernel may refuse; it never accepts wrongly."""
    target = sum(x for k, x in enumerate(numbers) if picked >> k & 1) + shift
    found = kernel_refutes([list(numbers)], [[1]] * len(numbers), [[target]], {"exhaust": True})
    if subsets([numbers], [[1]] * len(numbers), [[target]]):
        assert found == "rejected"
    elif shift % MODULUS:
        assert found == "accepted"


@pytest.mark.parametrize("n", [41, 54])
def test_exhaust_below_branches(n: int) -> None:
    exhaust: Any = {"exhaust": True}
    half: Any = {"branch": {"form": [[0, "1"]], "lower": {}, "upper": {}}, "children": [exhaust, exhaust]}
    P, Q = [[2] * n], [[1]] * n
    for tree in (exhaust, half):
        assert kernel_refutes(P, Q, [[1]], tree) == "accepted"
        assert kernel_refutes(P, Q, [[2 * n - 2]], tree) == "rejected"


@pytest.mark.parametrize("n", [65, 100])
def test_exhaust_stops_at_sixty_four_unknowns(n: int) -> None:
    assert kernel_refutes([[2] * n], [[1]] * n, [[1]], {"exhaust": True}) == "rejected"
