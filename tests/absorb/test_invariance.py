"""The verdict does not depend on the order or the scale of what it is asked about."""

from fractions import Fraction
from random import Random

from helpers.subset_problems import random_problem
from hypothesis import given
from hypothesis import strategies as st

from symproof.absorb.all_subsets import count
from symproof.absorb.solve import Solution, solve
from symproof.kernel.trees import Problem

seeds = st.integers(0, 10**6)
scales = st.fractions(min_value=-9, max_value=9, max_denominator=7).filter(bool)


def _feasible(problem: Problem) -> bool:
    return isinstance(solve(problem), Solution)


@given(seeds, st.randoms(use_true_random=False))
def test_permuting_the_neurons(seed: int, rng: Random) -> None:
    problem = random_problem(Random(seed))
    order = list(range(len(problem.Q)))
    rng.shuffle(order)
    moved = Problem([[row[k] for k in order] for row in problem.P], [problem.Q[k] for k in order], problem.T)
    assert _feasible(moved) == _feasible(problem)
    assert count(moved) == count(problem)


@given(seeds, st.lists(scales, min_size=3, max_size=3), st.lists(scales, min_size=3, max_size=3))
def test_scaling_rows_of_p_and_columns_of_q(seed: int, left: list[Fraction], right: list[Fraction]) -> None:
    problem = random_problem(Random(seed))
    P = [[s * Fraction(x) for x in row] for s, row in zip(left, problem.P, strict=False)]
    Q = [[s * Fraction(x) for s, x in zip(right, row, strict=False)] for row in problem.Q]
    T = {(i, j): left[i] * right[j] * t for (i, j), t in problem.T.items()}
    assert count(Problem(P, Q, T)) == count(problem)
    assert _feasible(Problem(P, Q, T)) == _feasible(problem)


@given(seeds, st.lists(scales, min_size=8, max_size=8))
def test_moving_a_factor_between_p_and_q(seed: int, factors: list[Fraction]) -> None:
    problem = random_problem(Random(seed))
    P = [[s * Fraction(x) for s, x in zip(factors, row, strict=False)] for row in problem.P]
    Q = [[Fraction(x) / s for x in row] for s, row in zip(factors, problem.Q, strict=False)]
    assert count(Problem(P, Q, problem.T)) == count(problem)
    assert _feasible(Problem(P, Q, problem.T)) == _feasible(problem)


@given(seeds)
def test_complement_solves_the_complementary_target(seed: int) -> None:
    problem = random_problem(Random(seed))
    T = {}
    for i, row in enumerate(problem.P):
        for j in range(len(problem.Q[0])):
            full = sum(
                (Fraction(p) * Fraction(q[j]) for p, q in zip(row, problem.Q, strict=True)), Fraction(0)
            )
            T[i, j] = full - problem.T.get((i, j), Fraction(0))
    assert count(Problem(problem.P, problem.Q, T)) == count(problem)
    assert _feasible(Problem(problem.P, problem.Q, T)) == _feasible(problem)
