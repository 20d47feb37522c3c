"""The real relaxation: whatever it proposes is proved, and a solvable problem is never refuted."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from helpers.subset_problems import total
from hypothesis import given
from hypothesis import strategies as st

from symproof.absorb.limits import Clock, Limits
from symproof.absorb.relaxation import Chosen, RowEquations, attempts, grid, separated, tightest
from symproof.absorb.solve import Refutation, Solution, solve
from symproof.absorb.system import Tree, floats
from symproof.errors import GaveUp
from symproof.kernel.trees import Problem, refute

KINDS = ("normal", "integers", "fractions", "bfloat16", "wide", "denormal", "decayed")


def _entry(rng: Random, kind: str) -> int | float | Fraction:
    match kind:
        case "normal":
            return float(np.float32(rng.gauss(0, 1)))
        case "integers":
            return rng.randint(-127, 127)
        case "fractions":
            return Fraction(rng.randint(-99, 99), rng.randint(1, 99))
        case "bfloat16":
            return round(rng.gauss(0, 1) * 128) / 128
        case "wide":
            return rng.gauss(0, 1) * 2.0 ** rng.randint(-400, 400)
        case "denormal":
            return rng.randint(-9, 9) * 5e-324
        case _:
            return rng.gauss(0, 1) * rng.choice([1.0, 1e-30])


def _problem(seed: int, kind: str, planted: bool) -> tuple[Problem, tuple[int, ...]]:
    """A problem with target -I, or with the target of a subset."""
    rng = Random(seed)
    a, b, n = rng.randint(1, 9), rng.randint(1, 9), rng.randint(1, 40)
    P = [[_entry(rng, kind) for _ in range(n)] for _ in range(a)]
    Q = [[_entry(rng, kind) for _ in range(b)] for _ in range(n)]
    S = tuple(k for k in range(n) if rng.random() < 0.4)
    T = total(Problem(P, Q, {}), S) if planted else {(i, i): Fraction(-1) for i in range(min(a, b))}
    return Problem(P, Q, T), S


def _proposals(problem: Problem) -> list[Tree]:
    clock = Clock(Limits())
    if not problem.T:
        return []
    view = grid(problem, clock)
    found = [tightest(view), *(separated(some, clock) for _, some in attempts(view, clock))]
    return [tree for tree in found if tree is not None]


@given(st.integers(0, 10**9), st.sampled_from(KINDS))
def test_every_proposal_is_accepted_by_the_kernel(seed: int, kind: str) -> None:
    problem, _ = _problem(seed, kind, planted=False)
    for tree in _proposals(problem):
        refute(problem, tree)


@given(st.integers(0, 10**9), st.sampled_from([k for k in KINDS if k != "denormal"]))
def test_a_problem_with_a_solution_is_never_refuted(seed: int, kind: str) -> None:
    problem, _ = _problem(seed, kind, planted=True)
    try:
        assert _proposals(problem) == []
    except OverflowError:
        assert kind in ("wide", "decayed", "fractions")  # the target is below the normal floats


def _layer(d: int, n: int, scale: float, seed: int = 0) -> Problem:
    rng = np.random.default_rng(seed)
    up, down = (scale * rng.standard_normal(shape) for shape in ((n, d), (d, n)))
    return Problem(down.tolist(), up.tolist(), {(i, i): Fraction(-1) for i in range(d)})


def test_a_layer_at_initial_scale_falls_to_one_entry() -> None:
    answer = solve(_layer(48, 192, 48**-0.5 / 4))
    assert isinstance(answer, Refutation)
    ((i, j, y),) = answer.tree["combination"]["Y"]
    assert (i == j, y, answer.tree["combination"]["modulus"]) == (True, "-1", "0")


@pytest.mark.parametrize("d", [20, 48])
def test_a_layer_of_large_weights_falls_to_few_rows_of_the_grid(d: int) -> None:
    problem = _layer(d, 4 * d, 1.0)
    answer = solve(problem)
    assert isinstance(answer, Refutation)
    assert "rows of equations" in answer.method
    assert len({i for i, _, _ in answer.tree["combination"]["Y"]}) <= 16
    refute(problem, answer.tree)


def test_diagonal_entries_that_fail_alone_fail_together() -> None:
    """Two neurons serve three equations x_k = 1 - x_l, of which any two can hold."""
    down = [[1, 1, 0], [0, 1, 1], [1, 0, 1]]
    problem = Problem(
        down, [[1, 1, 1]] * 3, {(i, 0): 1 for i in range(3)} | {(0, 1): 2, (1, 1): 1, (2, 1): 2}
    )
    view = grid(problem, Clock(Limits()))
    assert tightest(view) is None
    tree = separated(view.chosen(len(view.places)), Clock(Limits()))
    assert tree is not None
    refute(problem, tree)


def test_the_two_forms_of_equations_are_the_same_map() -> None:
    view = grid(_layer(6, 20, 1.0), Clock(Limits()))
    rng = np.random.default_rng(3)
    some = view.rows(2)
    places = [some.place((r, j)) for r in range(2) for j in range(6)]
    table = np.array([view.P[i] * view.Q[:, j] for i, j in places])
    plain = Chosen(places, table, some.target.ravel())
    narrow = RowEquations(some.rows, some.P, some.Q.astype(np.float32), some.target)
    x, y = rng.standard_normal(20), rng.standard_normal((2, 6))
    for found in (some, narrow):
        assert np.allclose(found.forward(x).ravel(), plain.forward(x), rtol=1e-5)
        assert np.allclose(found.adjoint(y), plain.adjoint(y.ravel()), rtol=1e-5)
        assert np.allclose(found.squares(), plain.squares(), rtol=1e-5)
        assert np.allclose(found.magnitude(y), plain.magnitude(y.ravel()), rtol=1e-5)


def test_a_planted_subset_passes_through_the_relaxation_and_is_found() -> None:
    problem = _layer(20, 80, 1.0)
    chosen = tuple(range(0, 80, 3))
    T = total(Problem(problem.P, problem.Q, {}), chosen)
    assert solve(Problem(problem.P, problem.Q, T)) == Solution(chosen)


@pytest.mark.parametrize("small", [Fraction(1, 2**1074), Fraction(1, 10**400)])
def test_fractions_below_the_floats_are_refused_and_denormal_floats_kept(small: Fraction) -> None:
    with pytest.raises(OverflowError):
        floats([[small * Fraction(2, 3)]])
    assert floats([[5e-324, 1.0, Fraction(1, 3)]])[0, 0] == 5e-324


def test_the_clock_is_asked_at_every_step() -> None:
    view = grid(_layer(16, 64, 1.0), Clock(Limits()))
    with pytest.raises(GaveUp, match="time"):
        separated(view.rows(4), Clock(Limits(time=0.0)))
