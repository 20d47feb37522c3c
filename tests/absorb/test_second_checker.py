"""Evidence of every kind passes the second checker as well, which was written from the format alone."""

from fractions import Fraction
from random import Random

import pytest
from helpers.subset_problems import CASES, random_problem, read_case
from oracles.second_trees import refutes

from symproof.absorb.solve import Refutation, solve
from symproof.kernel.trees import Problem


def _verdict(problem: Problem, tree: object) -> str:
    a, b = len(problem.P), len(problem.Q[0])
    P, Q = ([[Fraction(x) for x in row] for row in rows] for rows in (problem.P, problem.Q))
    return refutes(P, Q, [[problem.T.get((i, j), 0) for j in range(b)] for i in range(a)], tree)


def test_small_problems() -> None:
    methods = set()
    for seed in range(400):
        problem = random_problem(Random(seed))
        answer = solve(problem)
        if isinstance(answer, Refutation):
            assert _verdict(problem, answer.tree) == "accepted", seed
            methods.add(answer.method)
    assert len(methods) >= 4


@pytest.mark.parametrize(
    "name", ["055_G3ci_d2_N24_0", "090_G3mi_d2_N40_0", "103_G3li_d2_N60_0", "114_G1i_d6_N24_0"]
)
def test_known_instances(name: str) -> None:
    problem, _ = read_case(CASES / f"{name}.json")
    answer = solve(problem)
    assert isinstance(answer, Refutation)
    assert _verdict(problem, answer.tree) == "accepted"
    moved = Problem(problem.P, problem.Q, {})  # the empty subset solves it
    assert _verdict(moved, answer.tree) == "rejected"
