"""Meet in the middle, and the limits of every search."""

import time
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symproof.absorb.all_subsets import count, smallest, solutions
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.meet import Meet, by_classes, memory, small_solution
from symproof.absorb.solve import Refutation, Solution, solve
from symproof.errors import GaveUp
from symproof.kernel.trees import Problem, refute


def _brute(codes: list[int], target: int) -> list[tuple[int, ...]]:
    n = len(codes)
    subsets = (tuple(k for k in range(n) if mask >> k & 1) for mask in range(1 << n))
    return sorted(s for s in subsets if sum(codes[k] for k in s) == target)


@pytest.mark.parametrize("reach", [1, 5, 2**59, 2**75])
def test_subset_sums_agree_with_brute_force(reach: int) -> None:
    rng = Random(reach)
    for n in range(11):
        codes = [rng.randint(-reach, reach) for _ in range(n)]
        if n > 3:
            codes[1], codes[3] = codes[0], 0
        target = sum(c for c in codes if rng.random() < 0.5)
        expected = _brute(codes, target)
        meet = Meet(codes, target, Clock(Limits()))
        assert sorted(meet.solutions()) == expected
        assert meet.count() == len(expected)
        least = meet.smallest()
        assert least in expected
        assert len(least) == min(map(len, expected))
        assert small_solution(codes, target) in expected
        assert small_solution(codes, target + 3 * reach * (n + 1)) is None
        assert Meet(codes, target + 3 * reach * (n + 1), Clock(Limits())).count() == 0


@pytest.mark.parametrize("bits", [1, 3, 16])
@given(
    st.sampled_from([1, 5, 2**59, 2**75]).flatmap(lambda x: st.lists(st.integers(-x, x), max_size=10)),
    st.integers(0, 2**10),
    st.sampled_from([0, 0, 1, 2**61 - 1]),
)
def test_sums_by_classes_agree_with_brute_force(bits: int, codes: list[int], S: int, shift: int) -> None:
    """Few bits of a class make many classes; a shift by the prime of the keys makes keys that agree."""
    target = sum(c for k, c in enumerate(codes) if S >> k & 1) + shift
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("symproof.absorb.meet.CLASS_BITS", bits)
        found = by_classes(codes, target, Clock(Limits()))
    expected = _brute(codes, target)
    assert found in expected if expected else found is None


def test_critical_density_beyond_forty_unknowns() -> None:
    """A planted solution is found; without one, the kernel runs through the 2^42 subsets by their halves."""
    rng = Random(3)
    P, Q = ([[rng.randint(-22, 22) for _ in range(c)] for _ in range(r)] for r, c in ((2, 42), (42, 2)))
    planted = {(i, j): sum(P[i][k] * Q[k][j] for k in range(0, 42, 2)) for i in (0, 1) for j in (0, 1)}
    found = solve(Problem(P, Q, planted))
    assert isinstance(found, Solution)
    bare = Problem(P, Q, {(0, 0): -1, (1, 1): -1})
    answer = solve(bare)
    assert isinstance(answer, Refutation)
    assert answer.tree == {"exhaust": True}
    refute(bare, answer.tree)


@pytest.mark.parametrize("shift", [0, (1 << 61) - 1])
def test_equal_residues_are_not_taken_for_equal_sums(shift: int) -> None:
    codes = [5, 7, 11, 2**61 - 1 - 5]
    meet = Meet(codes, 12 + shift, Clock(Limits()))
    assert sorted(meet.solutions()) == _brute(codes, 12 + shift)
    assert meet.count() == len(_brute(codes, 12 + shift))


def test_many_solutions_are_counted_without_a_list() -> None:
    n = 36
    problem = Problem([[1] * n], [[1]] * n, {(0, 0): 18})
    assert count(problem) == 9075135300
    assert len(smallest(problem) or ()) == 18
    with pytest.raises(GaveUp, match="a list of 9075135300 subsets"):
        solutions(problem)


def test_zero_columns_double_the_number() -> None:
    problem = Problem([[1, 0, 2, 3]], [[1], [5], [0], [1]], {(0, 0): 4})
    assert solutions(problem) == [(0, 1, 2, 3), (0, 1, 3), (0, 2, 3), (0, 3)]
    assert count(problem) == 4
    assert smallest(problem) == (0, 3)


def _hard(n: int) -> Problem:
    rng = Random(1)
    down = [[rng.randint(-40, 40) for _ in range(n)] for _ in range(2)]
    up = [[rng.randint(-40, 40) for _ in range(2)] for _ in range(n)]
    return Problem(down, up, {(0, 0): -1, (1, 1): -1})


def test_time_limit_ends_in_gave_up_with_what_was_tried() -> None:
    start = time.monotonic()
    with pytest.raises(GaveUp) as caught:
        solve(_hard(90), Limits(time=1.0))
    assert time.monotonic() - start < 10
    assert "time" in caught.value.limit
    assert len(caught.value.tried) >= 3


def test_no_time_ends_at_once() -> None:
    with pytest.raises(GaveUp, match="time: 0 s"):
        solve(_hard(30), Limits(time=0.0))


def test_memory_limit_is_checked_before_the_tables() -> None:
    assert memory(48) > 10**8
    with pytest.raises(GaveUp, match="memory"):
        Meet([1] * 48, 3, Clock(Limits(memory=10**6)))


def test_progress_hears_of_every_method() -> None:
    heard: list[str] = []
    solve(_hard(30), progress=heard.append)
    assert heard[0] == "each equation alone"
    assert len(heard) >= 3
