"""Half sums: no solution is missed, in whatever class and piece it lies, and what has none is told."""

from __future__ import annotations

from itertools import accumulate
from random import Random
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symproof.kernel import sums
from symproof.kernel.budget import Budget
from symproof.kernel.errors import OutOfBudget
from symproof.kernel.sums import CLASSES, MODULUS, PRIMES, Sums, reached

BITS = {small: st.integers(-(2**small), 2**small) for small in (2, 40, 300)}


def subset_sums(codes: list[int], modulus: int) -> set[int]:
    """All of them, by definition."""
    *_, last = accumulate(codes, lambda found, c: found | {s + c for s in found}, initial={0})
    return {s % modulus for s in last}


@given(codes=st.sampled_from(list(BITS.values())).flatmap(lambda x: st.lists(x, max_size=12)), target=BITS[2])
def test_it_is_brute_force_on_few_unknowns(codes: list[int], target: int) -> None:
    assert reached(codes, target, Budget()) == (target % MODULUS in subset_sums(codes, MODULUS))


@given(st.integers(0, 10**6), st.sampled_from([22, 27, 30]), st.sampled_from([3, 10**6, 2**200]))
def test_a_solution_is_found_in_every_class(seed: int, n: int, size: int) -> None:
    """Beyond 20 unknowns there are several classes; even codes with an odd target have no solution."""
    rng = Random(seed)
    codes = [2 * rng.randint(-size, size) for _ in range(n)]
    target = sum(c for c in codes if rng.random() < 0.5)
    assert reached(codes, target, Budget())
    assert not reached(codes, target + 1, Budget())


@pytest.mark.parametrize("piece", [1, 64, 10**6])
def test_crowded_classes_are_compared_piece_by_piece(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Multiples of all class numbers lie in one class; a class of several pieces costs more."""
    monkeypatch.setattr(sums, "PIECE", piece)
    rng, step = Random(1), MODULUS // PRIMES[0] // PRIMES[1]
    codes = [step * rng.randrange(2**60) for _ in range(22)]
    target, budget = sum(codes[::3]), Budget(1 << 20)
    assert reached(codes, target, budget)
    budget = Budget(1 << 20)
    assert not reached(codes, target + step, budget)
    assert (budget.steps - budget.left > 2 ** (11 - 4)) == (piece < 2**11)
    if piece < 2**11:
        with pytest.raises(OutOfBudget):
            reached(codes, target + step, Budget(2 ** (11 - 4)))


@given(
    st.lists(st.integers(0, 2**70), min_size=4, max_size=12),
    st.sampled_from(CLASSES),
    st.sampled_from(PRIMES),
)
def test_the_classes_hold_each_sum_once(codes: list[int], q: int, p: int) -> None:
    made = Sums(5, codes, q)
    for c in {*range(min(q, 50)), 5 % q}:
        found = [s for part in made.of(c, p) for s in part]
        expected = {s + 5 for s in subset_sums(codes, 2**80) if (s + 5) % q == c}
        assert set(found) == {s % p for s in expected}


def test_sums_that_share_a_hash_take_no_longer() -> None:
    """Multiples of 2^61 - 1 all have Python's hash 0."""

    def seconds(step: int) -> float:
        codes = [step * 3**k for k in range(36)]
        start = process_time()
        assert not reached(codes, -step, Budget())
        return process_time() - start

    assert seconds(2**61 - 1) < 5 * seconds(2**61 - 3) + 0.1
