"""Linear algebra modulo a prime, the residues it starts from, and what follows from it."""

from fractions import Fraction
from random import Random

import numpy as np
import pytest
from flint import nmod_mat
from helpers.subset_problems import total

from symproof.absorb.bulk import bulk
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.modular import (
    PRIMES,
    _modulo_primes,
    exact,
    factor,
    kernel_vector,
    mismatch,
    multipliers,
    primes,
    reduce,
    solution,
)
from symproof.absorb.solve import Refutation, Solution, solve
from symproof.absorb.system import PRIMES as PLAIN_PRIMES
from symproof.absorb.system import equations, rank
from symproof.errors import GaveUp
from symproof.kernel.trees import Problem, refute

P = PRIMES[0]


def _random(rng: np.random.Generator, m: int, n: int, deficient: bool) -> np.ndarray:
    matrix = rng.integers(0, P, (m, n))
    if deficient:
        matrix[:, n // 2] = (3 * matrix[:, 0]) % P
        matrix[m // 2] = (matrix[0] + matrix[m - 1]) % P
    return matrix


@pytest.mark.parametrize("deficient", [False, True])
@pytest.mark.parametrize(("m", "n"), [(1, 1), (3, 1), (5, 9), (40, 17), (120, 120), (150, 130)])
def test_factors_multiply_to_the_matrix_and_show_its_rank(m: int, n: int, deficient: bool) -> None:
    matrix = _random(np.random.default_rng(m * n), m, n, deficient and min(m, n) > 2)
    factors = factor(reduce(matrix.T.astype(np.float64), P), P)
    assert len(factors.pivots) == nmod_mat(m, n, matrix.ravel().tolist(), P).rank()
    product = factors.lower.T.astype(np.int64).astype(object) @ factors.upper.T.astype(np.int64).astype(
        object
    )
    assert not ((product - matrix[factors.order]) % P).any()


def test_combination_has_the_coefficients_that_were_asked_for() -> None:
    matrix = _random(np.random.default_rng(0), 60, 50, True)
    factors = factor(reduce(matrix.T.astype(np.float64), P), P)
    for column in factors.pivots[::7]:
        target = np.array([int(k == column) for k in factors.pivots])
        y = multipliers(factors, target, P)
        row = sum(w * matrix[i].astype(object) for i, w in y.items()) % P
        assert list(row[factors.pivots]) == list(target)


def test_solution_solves() -> None:
    rng = np.random.default_rng(2)
    matrix, x = rng.integers(0, P, (70, 40)), rng.integers(0, P, 40)
    b = (matrix.astype(object) @ x.astype(object)) % P
    columns = np.vstack([matrix.T, b.astype(np.int64)[None, :]]).astype(np.float64)
    assert solution(factor(reduce(columns, P), P), P) == [int(v) for v in x]


def test_primes() -> None:
    first = [p for p, _ in zip(primes(), range(20), strict=False)]
    assert first[: len(PRIMES)] == list(PRIMES)
    for p in (*first, *PLAIN_PRIMES):
        assert all(p % q for q in range(2, int(p**0.5) + 1))


@pytest.mark.parametrize("kind", ["float", "int", "large", "fraction"])
def test_residues_and_denominators_are_exact(kind: str) -> None:
    rng = Random(kind)
    entries = {
        "float": lambda: rng.choice([0.0, -0.0, rng.gauss(0, 1), rng.gauss(0, 1e-30), -(2.0**70), 5e-324]),
        "int": lambda: rng.randint(-(2**62), 2**62),
        "large": lambda: rng.randint(-(2**90), 2**90),
        "fraction": lambda: rng.choice([Fraction(rng.randint(-99, 99), rng.randint(1, 2**70)), 7, 0.5]),
    }
    rows = [[entries[kind]() for _ in range(6)] for _ in range(5)]
    bulk_form = exact(rows)
    residues = bulk_form.modulo(P)
    assert residues is not None
    for i, row in enumerate(rows):
        for j, x in enumerate(row):
            value = Fraction(x)
            assert residues[i, j] == value.numerator * pow(value.denominator, -1, P) % P
            assert (value * bulk_form.denominator()).denominator == 1
            assert abs(value) * bulk_form.denominator() <= bulk_form.largest()


def test_a_prime_in_a_denominator_is_seen() -> None:
    assert exact([[Fraction(1, P), 1]]).modulo(P) is None


def _layer(seed: int, d: int, n: int) -> Problem:
    rng = np.random.default_rng(seed)
    down = np.float32(rng.normal(size=(d, n))).astype(float).tolist()
    up = np.float32(rng.normal(size=(n, d))).astype(float).tolist()
    return Problem(down, up, {(i, i): -1 for i in range(d)})


def test_a_float32_layer_falls_to_one_leaf_on_few_rows() -> None:
    problem = _layer(0, 32, 128)
    tree = bulk(problem, Clock(Limits())).tree
    assert tree is not None
    rows = {i for i, _, _ in tree["combination"]["Y"]}
    assert len(rows) <= 6
    refute(problem, tree)


def test_zero_and_repeated_rows_of_p_are_passed_over() -> None:
    problem = _layer(1, 24, 96)
    rows = [[0.0] * 96] * 3 + [problem.P[3]] * 9 + list(problem.P[12:])
    answer = solve(Problem(rows, problem.Q, {(i, i): -1 for i in range(3, 24)}))
    assert isinstance(answer, Refutation)


@pytest.mark.parametrize("moved", [Fraction(0), Fraction(1, 2**60), Fraction(P), Fraction(2)])
def test_a_large_planted_subset_is_read_off_and_a_near_miss_is_refuted(moved: Fraction) -> None:
    problem = _layer(2, 20, 80)
    chosen = tuple(range(0, 80, 3))
    T = total(Problem(problem.P, problem.Q, {}), chosen)
    T[19, 19] += moved  # in a row that is not among the first
    changed = Problem(problem.P, problem.Q, T)
    answer = solve(changed)
    if moved:
        assert isinstance(answer, Refutation)
        refute(changed, answer.tree)
        assert mismatch(changed, chosen) == (19, 19)
    else:
        assert answer == Solution(chosen)


def test_bulk_verification_agrees_with_the_definition() -> None:
    rng = Random(1)
    for _ in range(30):
        rows = [[Fraction(rng.randint(-5, 5), rng.randint(1, 9)) for _ in range(9)] for _ in range(3)]
        up = [[rng.choice([rng.randint(-(2**60), 2**60), 0.375]) for _ in range(3)] for _ in range(9)]
        chosen = tuple(k for k in range(9) if rng.random() < 0.5)
        T = total(Problem(rows, up, {}), chosen)
        problem = Problem(rows, up, T)
        assert _modulo_primes(problem, chosen) is None
        assert mismatch(problem, chosen) is None
        T[2, 1] = T.get((2, 1), Fraction(0)) + Fraction(1, 2**70)
        assert chosen == () or _modulo_primes(Problem(rows, up, T), chosen) == (2, 1)
        assert mismatch(Problem(rows, up, T), chosen) == (2, 1)


def test_dependent_columns_leave_independent_equations() -> None:
    problem = _layer(3, 20, 70)
    up = [*problem.Q[:69], problem.Q[0]]
    down = [[*row[:69], row[0]] for row in problem.P]
    T = total(Problem(down, up, {}), (0, 5))
    outcome = bulk(Problem(down, up, T), Clock(Limits()))
    assert outcome.tree is None
    assert outcome.subset is None
    assert len(outcome.places) == 69


def test_small_rank_finds_the_unique_subset_or_a_leaf() -> None:
    rng = Random(4)
    for _ in range(60):
        rows = [[rng.randint(-9, 9) for _ in range(7)] for _ in range(3)]
        up = [[rng.randint(-9, 9) for _ in range(3)] for _ in range(7)]
        chosen = tuple(k for k in range(7) if rng.random() < 0.5)
        T = total(Problem(rows, up, {}), chosen)
        found = rank(equations(Problem(rows, up, T)))
        assert found.tree is None
        if len(found.independent) == 7:
            assert found.unique == chosen
        T[0, 0] = T.get((0, 0), Fraction(0)) + 1
        wrong = Problem(rows, up, T)
        tree = rank(equations(wrong)).tree
        if tree is not None:
            refute(wrong, tree)


def test_memory_limit_is_checked_before_the_elimination() -> None:
    with pytest.raises(GaveUp, match="memory"):
        bulk(_layer(0, 32, 128), Clock(Limits(memory=10_000)))


@pytest.mark.parametrize("moved", [PLAIN_PRIMES[0], PLAIN_PRIMES[0] * PLAIN_PRIMES[1]])
def test_a_near_miss_that_the_primes_do_not_see_is_refuted(moved: int) -> None:
    rng = Random(6)
    rows = [[rng.randint(-9, 9) for _ in range(5)] for _ in range(3)]
    up = [[rng.randint(-9, 9) for _ in range(3)] for _ in range(5)]
    T = total(Problem(rows, up, {}), (0, 2, 3))
    T[2, 2] = T.get((2, 2), Fraction(0)) + moved
    answer = solve(Problem([[7 * x for x in row] for row in rows], up, {k: 7 * v for k, v in T.items()}))
    assert isinstance(answer, Refutation)


def test_numbers_too_long_for_the_evidence_are_left_to_exhaustion() -> None:
    long = Fraction(1, 7**4000)
    answer = solve(Problem([[long, 3 * long]], [[long], [long]], {(0, 0): 2 * long * long}))
    assert isinstance(answer, Refutation)
    assert answer.tree == {"exhaust": True}


def test_a_kernel_vector_is_annihilated_and_has_the_free_entries_it_was_given() -> None:
    rng = np.random.default_rng(7)
    matrix = rng.integers(0, P, (30, 20)) @ rng.integers(0, 2, (20, 50)) % P
    columns = np.vstack([matrix.T, rng.integers(0, P, (1, 30))]).astype(np.float64)
    factors = factor(reduce(columns, P), P)
    pivots = [k for k in factors.pivots if k < 50]
    free = rng.integers(1, P, 50 - len(pivots))
    z = kernel_vector(factors, 50, P, free.astype(np.float64))
    assert not (matrix.astype(object) @ z.astype(np.int64).astype(object) % P).any()
    assert list(np.delete(z, pivots)) == list(free)


def _sparse(d: int, n: int, *, identity: bool) -> tuple[Problem, tuple[int, ...]]:
    """Float32 weights with a planted S whose rows and columns are mostly zero: few equations see them."""
    rng = np.random.default_rng(d)
    up, down = (np.float32(rng.normal(size=s)).astype(float) for s in ((n, d), (d, n)))
    S = sorted(rng.choice(n, d, replace=False).tolist())
    B, inverse = np.eye(d), np.eye(d)
    for i, j in () if identity else [rng.choice(d, 2, replace=False) for _ in range(d)]:
        B[i] += B[j]
        inverse[:, j] -= inverse[:, i]
    up[S], down[:, S] = B / 64, -64 * inverse
    return Problem(down.tolist(), up.tolist(), {(i, i): -1 for i in range(d)}), tuple(S)


@pytest.mark.parametrize("identity", [True, False])
def test_columns_that_few_equations_see_are_reached_within_the_memory(identity: bool) -> None:
    problem, S = _sparse(48, 192, identity=identity)
    limits = Limits(memory=6 * 8 * 193 * 193 * 3)  # three times what N + 1 equations take
    assert bulk(problem, Clock(limits)).subset == S
    assert solve(problem) == Solution(S)
    down = [list(row) for row in problem.P]
    down[47][S[5]] = float(np.nextafter(np.float32(down[47][S[5]]), np.float32(9)))
    near = Problem(down, problem.Q, problem.T)
    tree = bulk(near, Clock(limits)).tree
    assert tree is not None
    refute(near, tree)
    assert len(tree["combination"]["Y"]) <= 192 + 1
