"""Lattice leaves, branching and embedding."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from flint import fmpz_mat

from symproof.absorb.bkz import BITS, bkz, shortest
from symproof.absorb.branch import Brancher, Stuck
from symproof.absorb.lattice import Lattice, form_leaf, forms, lattice, planted
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.simplex import independent, minimise
from symproof.absorb.solve import Refutation, Solution, solve
from symproof.absorb.system import equations, holds, rank, single
from symproof.kernel.trees import Problem, refute

MINUS_ONE = {(0, 0): Fraction(-1), (1, 1): Fraction(-1)}


def _random(seed: int, n: int, reach: int, d: int = 2) -> Problem:
    rng = Random(seed)
    P = [[rng.randint(-reach, reach) for _ in range(n)] for _ in range(d)]
    Q = [[rng.randint(-reach, reach) for _ in range(d)] for _ in range(n)]
    return Problem(P, Q, {(i, i): Fraction(-1) for i in range(d)})


def _planted(seed: int, n: int, reach: int) -> Problem:
    problem, rng = _random(seed, n, reach), Random(-seed)
    chosen = rng.sample(range(n), n // 3)
    T = {
        (i, j): Fraction(sum(int(problem.P[i][k]) * int(problem.Q[k][j]) for k in chosen))
        for i in range(2)
        for j in range(2)
    }
    return Problem(problem.P, problem.Q, T)


def _space(problem: Problem) -> Lattice:
    system = equations(problem)
    space = lattice([system[e] for e in rank(system).independent], Clock(Limits()))
    assert isinstance(space, Lattice)
    return space


def test_feasible_over_the_box_and_over_the_integers_falls_to_one_leaf() -> None:
    """Feasible over the reals in [0,1] and over the integers, and yet without a subset."""
    up = [(2, -1), (-2, -1), (-2, -2), (0, -2), (-1, 0), (-1, 1)]
    down = [[-1, 2, 0, -2, -2, -1], [0, 1, -1, 0, -2, 0]]
    problem = Problem(down, up, MINUS_ONE)
    space = _space(problem)  # there are integer solutions
    answer = solve(problem)
    assert isinstance(answer, Refutation)
    assert answer.method == "lattice leaf"
    assert set(answer.tree) == {"combination"}
    assert [sum(a * x for a, x in zip(row, space.point, strict=True)) for row in space.rows] == space.values


def test_hidden_parity_falls_to_one_leaf() -> None:
    rng = Random(1)
    up = [[rng.randint(-9, 9), 2 * rng.randint(-9, 9)] for _ in range(30)]
    down = [[rng.randint(-9, 9) for _ in range(30)] for _ in range(2)]
    mixed = [[x + y, x] for x, y in up]  # the parity is in the difference of the columns
    answer = solve(Problem(down, mixed, MINUS_ONE))
    assert isinstance(answer, Refutation)
    assert answer.method == "no solution in integers"


def test_forty_bit_entries_fall_to_one_leaf() -> None:
    answer = solve(_random(3, 60, 2**40))
    assert isinstance(answer, Refutation)
    assert set(answer.tree) == {"combination"}


@pytest.mark.parametrize("seed", range(3))
def test_branching_refutes_where_the_kernel_could_not_exhaust(seed: int) -> None:
    answer = solve(_random(seed, 42, 1000))
    assert isinstance(answer, Refutation)
    assert answer.method in ("branching on integer forms", "lattice leaf")


@pytest.mark.parametrize(("n", "reach"), [(30, 2**30), (50, 2**40), (60, 3)])
def test_planted_subsets_are_found(n: int, reach: int) -> None:
    assert isinstance(solve(_planted(7, n, reach)), Solution)


def test_embedding_reads_off_the_planted_subset() -> None:
    problem = _planted(5, 40, 2**40)
    found = list(planted(_space(problem), 0, Clock(Limits())))
    assert found
    assert all(holds(equations(problem), subset) for subset in found)


@pytest.mark.parametrize("block", [0, 10])
def test_forms_are_dual_to_the_kernel_and_split_as_they_say(block: int) -> None:
    space = _space(_random(2, 24, 1000))
    reduced = forms(space, block, Clock(Limits()))
    pairing = fmpz_mat(reduced.integer) * fmpz_mat(space.kernel).transpose()
    assert abs(int(pairing.det())) == 1
    for c, p, w in zip(reduced.integer, reduced.projected, reduced.weights, strict=True):
        for k in range(24):
            inner = sum(Fraction(x, 1 << reduced.bits) * row[k] for x, row in zip(w, space.rows, strict=True))
            assert abs(float(c[k] - inner) - p[k]) < 1e-9


def test_a_form_leaf_is_only_claimed_when_the_kernel_accepts_it() -> None:
    found = 0
    for seed in range(40):
        problem = _random(seed, 10, 3)
        system = equations(problem)
        if single(system) is not None:
            continue
        equations_kept = [system[e] for e in rank(system).independent]
        space = lattice(equations_kept, Clock(Limits()))
        if isinstance(space, Lattice):
            tree = form_leaf(equations_kept, space, forms(space, 0, Clock(Limits())))
            if tree is not None:
                refute(problem, tree)
                found += 1
    assert found > 5


def test_branching_for_all_solutions_finds_all() -> None:
    numbers = []
    for seed in range(12):
        problem = _random(seed, 16, 1 + seed % 2)
        system = equations(problem)
        if single(system) is not None:
            continue
        kept = [system[e] for e in rank(system).independent]
        space = lattice(kept, Clock(Limits()))
        if not isinstance(space, Lattice):
            continue
        clock = Clock(Limits())
        brancher = Brancher(system, kept, space, forms(space, 0, clock), clock, 10**6, collect=True)
        brancher.run()
        table = np.array([[*e.row, int(e.value)] for e in system])
        masks = (np.arange(1 << 16)[:, None] >> np.arange(16)) & 1
        good = masks[(masks @ table[:, :16].T == table[:, 16]).all(axis=1)]
        assert brancher.found == {tuple(int(k) for k in np.flatnonzero(mask)) for mask in good}
        numbers.append(len(good))
    assert max(numbers) > 10
    assert min(numbers) < 3


def test_branching_stops_at_its_budget() -> None:
    problem = _random(1, 40, 300)
    system = equations(problem)
    kept = [system[e] for e in rank(system).independent]
    space = _space(problem)
    with pytest.raises(Stuck):
        Brancher(system, kept, space, forms(space, 0, Clock(Limits())), Clock(Limits()), 2).run()


def test_block_reduction_is_unimodular_and_shortens() -> None:
    rng = np.random.default_rng(1)
    basis = fmpz_mat([[int(x) << BITS for x in row] for row in rng.integers(-999, 1000, (24, 24))]).lll()
    transform = bkz(basis, 12, Clock(Limits()))
    assert abs(int(transform.det())) == 1

    def first(rows: fmpz_mat) -> int:
        return sum(int(x) ** 2 for x in rows.tolist()[0])

    assert first(transform * basis) <= first(basis)


def test_shortest_agrees_with_brute_force() -> None:
    rng = np.random.default_rng(5)
    box = np.array(np.meshgrid(*[range(-3, 4)] * 4)).reshape(4, -1).T
    box = box[np.any(box != 0, axis=1)]
    for _ in range(50):
        mu = np.tril(rng.uniform(-0.5, 0.5, (4, 4)), -1) + np.eye(4)
        r = rng.uniform(0.5, 1.5, 4)
        least = (((box @ mu) ** 2) * r).sum(axis=1).min()
        found = shortest(mu, r)
        if found is None:
            assert least >= 0.98 * r[0]
        else:
            length = float((((np.array(found) @ mu) ** 2) * r).sum())
            assert length <= least / 0.98


def test_bounds_hold_at_all_points_and_are_attained() -> None:
    rng = np.random.default_rng(3)
    for _ in range(100):
        m, n = int(rng.integers(1, 5)), int(rng.integers(6, 11))
        E, point, c = rng.normal(size=(m, n)), rng.uniform(size=n), rng.normal(size=n)
        bound = minimise(c, E, E @ point, independent(E))
        assert bound.feasible
        assert bound.x is not None
        assert bound.value <= c @ point + 1e-6
        assert np.allclose(E @ bound.x, E @ point)
        assert bound.x.min() > -1e-6
        assert bound.x.max() < 1 + 1e-6
        assert abs(c @ bound.x - bound.value) < 1e-5
        residual = c - bound.multipliers @ E
        assert abs(bound.multipliers @ (E @ point) + np.minimum(residual, 0).sum() - bound.value) < 1e-9


def test_a_contradiction_of_the_box_is_shown_by_its_multipliers() -> None:
    rng = np.random.default_rng(4)
    for _ in range(100):
        E = rng.normal(size=(3, 8))
        e = E @ np.full(8, 0.5) + 4 * np.abs(E).sum(axis=1)
        bound = minimise(np.zeros(8), E, e, independent(E))
        assert not bound.feasible
        a, beta = bound.multipliers @ E, bound.multipliers @ e
        assert not np.minimum(a, 0).sum() <= beta <= np.maximum(a, 0).sum()
