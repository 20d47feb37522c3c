"""The family is exactly the set of solutions."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from symproof.errors import Malformed, Rejected
from symproof.systems.family import Family, onto

SHAPES = [(1, 1), (1, 3), (2, 2), (2, 3), (2, 4), (3, 3), (3, 4)]


def times(X, Y):
    return [[sum(x * y for x, y in zip(row, col, strict=True)) for col in zip(*Y, strict=True)] for row in X]


def minus_identity(d):
    return [[-int(i == j) for j in range(d)] for i in range(d)]


def test_a_thousand_random_parameters_satisfy_the_system():
    rng = random.Random(4)
    checked = 0
    while checked < 1000:
        d, s = rng.choice(SHAPES)
        family = Family(d, s)
        chart = rng.choice(list(family.charts()))
        X = [[Fraction(rng.randint(-5, 5), rng.randint(1, 4)) for _ in range(s)] for _ in range(d)]
        rest = [[Fraction(rng.randint(-5, 5), rng.randint(1, 4)) for _ in range(d)] for _ in range(s - d)]
        assert len(family.parameters(chart)) == family.dimension == 2 * d * s - d * d
        try:
            Y = family.point(chart, X, rest)
        except Malformed:
            columns = [[row[k] for k in chart] for row in X]
            assert np.isclose(np.linalg.det(np.array(columns, dtype=float)), 0)
            continue
        assert times(X, Y) == minus_identity(d)
        assert [Y[k] for k in range(s) if k not in chart] == rest
        assert family.jacobian_rank(X, Y) == d * d
        checked += 1


@pytest.mark.parametrize(
    ("d", "s", "entries"),
    [(1, 2, range(-4, 5)), (1, 3, range(-2, 3)), (2, 2, range(-2, 3)), (2, 3, range(-1, 2))],
)
def test_every_solution_with_small_entries_lies_in_the_family(d, s, entries):
    """Brute force over all pairs; each solution found has parameters, and they give it back."""
    family = Family(d, s)
    halves = np.array(list(product(entries, repeat=d * s)))
    Xs, Ys = halves.reshape(-1, d, s), halves.reshape(-1, s, d)
    found = 0
    for X in Xs:
        hits = np.flatnonzero((X @ Ys == minus_identity(d)).all(axis=(1, 2)))
        for Y in Ys[hits].tolist():
            chart, parameters, rest = family.parameters_of(X.tolist(), Y)
            assert family.point(chart, parameters, rest) == Y
            found += 1
    assert found > 10


def test_the_formula_with_a_right_inverse_describes_the_same_solutions():
    """R T + (I - R X) Z for R from the chart, compared with the matrices multiplied out."""
    rng = random.Random(5)
    for d, s in SHAPES:
        family = Family(d, s)
        X, _ = family.random_point(d + s)
        chart = family.chart_of(X)
        zeros = [[0] * d for _ in range(s - d)]
        R = [[-y for y in row] for row in family.point(chart, X, zeros)]
        Z = [[rng.randint(-5, 5) for _ in range(d)] for _ in range(s)]
        RX = times(R, X)
        expected = [
            [-R[k][j] + Z[k][j] - sum(RX[k][t] * Z[t][j] for t in range(s)) for j in range(d)]
            for k in range(s)
        ]
        assert family.from_matrix(X, Z) == expected


def test_other_invertible_targets():
    T = ((Fraction(2), Fraction(1)), (Fraction(1), Fraction(1, 3)))
    family = Family(2, 3, T)
    X, Y = family.random_point(7)
    assert times(X, Y) == [list(row) for row in T]
    with pytest.raises(Malformed, match="invertible"):
        Family(2, 3, ((Fraction(1), Fraction(2)), (Fraction(2), Fraction(4))))


@pytest.mark.parametrize(("d", "s"), [(1, 1), (2, 2), (2, 3), (3, 3), (3, 5)])
def test_the_derivative_is_onto_by_a_polynomial_identity(d, s):
    assert onto(d, s)


def test_off_the_solutions_the_derivative_may_drop_rank():
    assert Family(2, 2).jacobian_rank([[0, 0], [0, 0]], [[1, 0], [0, 0]]) == 2


def test_random_points_depend_on_the_seed_alone():
    family = Family(2, 4)
    assert family.random_point(3) == family.random_point(3) != family.random_point(4)


def test_what_is_not_a_solution_is_refused():
    family = Family(2, 2)
    with pytest.raises(Rejected):
        family.parameters_of([[1, 0], [0, 1]], [[-1, 0], [0, 1]])
    with pytest.raises(Malformed, match="s >= d"):
        Family(3, 2)
    with pytest.raises(Malformed, match="rank"):
        family.from_matrix([[1, 2], [2, 4]], [[0, 0], [0, 0]])
