"""Random small problems against brute force over all subsets; `random_problem(Random(seed))` reruns one."""

from fractions import Fraction
from random import Random

import pytest
from helpers.subset_problems import brute_force, random_problem

from symproof.absorb.all_subsets import count, smallest, solutions
from symproof.absorb.limits import Limits
from symproof.absorb.solve import Refutation, Solution, solve
from symproof.kernel.errors import Rejected
from symproof.kernel.trees import Problem, refute

DEFAULT, ALL = 1_500, 20_000


def _agrees(seed: int) -> str:
    problem = random_problem(Random(seed))
    expected, answer = brute_force(problem), solve(problem)
    if isinstance(answer, Solution):
        assert answer.subset in expected, seed
        return "solution"
    assert isinstance(answer, Refutation)
    assert not expected, seed
    refute(problem, answer.tree)
    return answer.method


def test_small_problems_agree_with_brute_force() -> None:
    kinds = {_agrees(seed) for seed in range(DEFAULT)}
    assert {"solution", "one equation alone", "rank modulo a prime", "lattice leaf"} <= kinds


@pytest.mark.slow
def test_twenty_thousand_small_problems_agree_with_brute_force() -> None:
    kinds = {_agrees(seed) for seed in range(DEFAULT, ALL)}
    assert {"no solution in integers", "all subsets"} <= kinds


def test_lists_numbers_and_smallest_agree_with_brute_force() -> None:
    numbers = set()
    for seed in range(600):
        problem = random_problem(Random(seed))
        expected = brute_force(problem)
        numbers.add(len(expected))
        assert solutions(problem) == expected, seed
        assert solutions(problem, at_most=2) == expected[:2], seed
        assert count(problem) == len(expected), seed
        least = smallest(problem)
        assert (
            (least in expected and len(least) == min(map(len, expected)))
            if least is not None
            else not expected
        )
    assert {0, 1, 2, 4} <= numbers


@pytest.mark.parametrize("seed", [s for s in range(60) if brute_force(random_problem(Random(s)))])
def test_control_a_feasible_problem_has_no_accepted_tree(seed: int) -> None:
    problem = random_problem(Random(seed))
    for tree in (
        {"exhaust": True},
        {"combination": {"Y": [], "modulus": "0"}},
        {"combination": {"Y": [[0, 0, "1/2"]], "modulus": "1"}},
    ):
        with pytest.raises(Rejected):
            refute(problem, tree)


@pytest.mark.parametrize("size", [1, 1000])
def test_without_unknowns_the_target_decides_at_once(size: int) -> None:
    P: list[list[int]] = [[] for _ in range(size)]
    assert solve(Problem(P, [], {}, size)) == Solution(())
    answer = solve(Problem(P, [], {(0, size - 1): Fraction(1, 3)}, size), Limits(time=5))
    assert isinstance(answer, Refutation)
