"""Numbers up to the longest that are read: an answer or gave up, never a crash."""

from fractions import Fraction
from random import Random

import pytest
from helpers.subset_problems import total

from symproof import Block, GaveUp, decide
from symproof.absorb.all_subsets import count, smallest, solutions
from symproof.absorb.least_width import least_width
from symproof.absorb.limits import Limits
from symproof.absorb.solve import Refutation, Solution, solve
from symproof.kernel.trees import Problem, refute
from symproof.verdict import Verdict

SHORT = Limits(time=10)


def _number(rng: Random, digits: int, fractions: bool) -> str:
    top = rng.randrange(10 ** (digits - 1), 10**digits)
    return f"{top}/{rng.randrange(10 ** (digits - 1), 10**digits)}" if fractions else str(top)


@pytest.mark.parametrize("fractions", [False, True])
@pytest.mark.parametrize(
    ("digits", "d", "n"), [(600, 2, 4), (1300, 1, 2), (2450, 1, 1), (4000, 1, 2), (3900, 2, 5)]
)
def test_every_block_of_few_neurons_is_decided(digits: int, d: int, n: int, fractions: bool) -> None:
    rng = Random(digits + n)
    up, down = (
        [[_number(rng, digits, fractions) for _ in range(width)] for _ in range(height)]
        for height, width in ((n, d), (d, n))
    )
    assert decide(Block(up, down, "gelu"), SHORT).verdict is Verdict.NOT_ABSORBABLE


@pytest.mark.parametrize("digits", [1000, 1900])
def test_a_planted_subset_of_long_numbers_is_found(digits: int) -> None:
    rng = Random(digits)
    n, S = 12, (1, 4, 7)
    P, Q = (
        [[int(_number(rng, digits, False)) for _ in range(n)]],
        [[int(_number(rng, 9, False))] for _ in range(n)],
    )
    problem = Problem(P, Q, {(0, 0): Fraction(sum(P[0][k] * Q[k][0] for k in S))})
    answer = solve(problem, SHORT)
    assert isinstance(answer, Solution)
    assert not total(problem, answer.subset)
    assert solutions(problem, SHORT) == [S]
    assert count(problem, SHORT) == 1
    assert smallest(problem, SHORT) == S


def test_a_refuted_system_without_spelling_has_no_solutions_and_is_exhausted() -> None:
    long = Fraction(1, 7**4700)
    problem = Problem([[long, 3 * long]], [[long], [long]], {(0, 0): 2 * long * long})
    answer = solve(problem, SHORT)
    assert isinstance(answer, Refutation)
    refute(problem, answer.tree)
    assert solutions(problem, SHORT) == []
    assert count(problem, SHORT) == 0
    assert smallest(problem, SHORT) is None


def test_what_no_certificate_can_hold_ends_in_gave_up() -> None:
    """65 unknowns, refuted modulo 7 only, by numbers that are too long."""
    long = Fraction(1, 7**4000)
    n = 65
    problem = Problem([[7 * long] * n], [[long]] * n, {(0, 0): 6 * long * long})
    with pytest.raises(GaveUp, match="digits"):
        solve(problem, SHORT)
    assert count(problem, SHORT) == 0


def test_an_mlp_with_entries_beyond_a_certificate_is_named_by_its_signs() -> None:
    """Two collinear rows: V has the sums of both columns, over a common denominator of 7000 digits."""
    a, b = 10**3500 + 1, 10**3500 + 3
    block = Block([[1], [1], [2]], [[f"1/{a}", f"1/{b}", f"1/{a}"]], "gelu")
    decision = decide(block, SHORT)
    assert decision.verdict is Verdict.ABSORBABLE
    assert decision.network is None
    assert set(decision.certificate["evidence"]) == {"flip", "double"}
    width = least_width(block, SHORT)
    assert width.lower <= width.upper <= 3


@pytest.mark.parametrize("n", [25, 45])
def test_more_unknowns_than_equations_end_in_an_answer_or_in_gave_up(n: int) -> None:
    rng = Random(n)
    P = [[int(_number(rng, 700, False)) for _ in range(n)]]
    Q = [[int(_number(rng, 700, False))] for _ in range(n)]
    problem = Problem(P, Q, {(0, 0): Fraction(sum(P[0][k] * Q[k][0] for k in range(n)) // 2)})
    try:
        answer = solve(problem, Limits(time=2))
    except GaveUp:
        assert n > 40
    else:
        assert isinstance(answer, Refutation)
        refute(problem, answer.tree)
