"""The number of solutions over finite fields: formula, exhaustive count, brute force."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from symproof.errors import GaveUp, Malformed
from symproof.systems.finite import Field, count, share, solutions

CASES = [
    (q, d, s)
    for q in (2, 3, 4, 5, 7, 8, 9, 11, 13)
    for d in range(1, 6)
    for s in range(1, 14)
    if q ** (2 * d * s) <= 10**8
]
QUICK = [case for case in CASES if case[0] ** ((case[1] + 1) * case[2]) <= 3 * 10**6]


def brute(p, d, s):
    """All pairs over F_p, multiplied out."""
    total = 0
    for flat in product(range(p), repeat=2 * d * s):
        X = [flat[i * s : (i + 1) * s] for i in range(d)]
        Y = [flat[d * s + k * d : d * s + (k + 1) * d] for k in range(s)]
        total += all(
            (sum(X[i][k] * Y[k][j] for k in range(s)) + (i == j)) % p == 0 for i in range(d) for j in range(d)
        )
    return total


@pytest.mark.parametrize(
    ("p", "d", "s"),
    [(2, 1, 3), (2, 2, 1), (2, 2, 2), (2, 3, 2), (2, 2, 3), (3, 1, 2), (3, 2, 2), (5, 1, 3), (7, 1, 2)],
)
def test_count_equals_brute_force_over_all_pairs(p, d, s):
    assert brute(p, d, s) == count(Field(p), d, s) == solutions(p, d, s)


@pytest.mark.parametrize(("q", "d", "s"), QUICK)
def test_formula_equals_the_exhaustive_count(q, d, s):
    assert count(Field(q), d, s) == solutions(q, d, s)


@pytest.mark.slow
@pytest.mark.parametrize(("q", "d", "s"), [case for case in CASES if case not in QUICK])
def test_formula_equals_the_exhaustive_count_up_to_a_hundred_million_pairs(q, d, s):
    assert count(Field(q), d, s) == solutions(q, d, s)


@pytest.mark.parametrize("q", [2, 3, 4, 5, 7, 8, 9, 16, 25, 27])
def test_fields_satisfy_the_axioms(q):
    F = Field(q)
    add, mul = F.sum, F.product
    everything = range(q)
    assert all(sorted(add[x]) == list(everything) for x in everything)
    assert all(sorted(mul[x]) == list(everything) for x in everything if x)
    assert (add == add.T).all()
    assert (mul == mul.T).all()
    assert all((add[add[x]] == add[x][add]).all() for x in everything)
    assert all((mul[mul[x]] == mul[x][mul]).all() for x in everything)
    assert all((mul[x][add] == add[mul[x][:, None], mul[x][None, :]]).all() for x in everything)
    assert add[1, F.minus_one] == 0


@pytest.mark.parametrize("q", [0, 1, 6, 12, 100, 257, -3])
def test_no_field_has_another_order(q):
    with pytest.raises(Malformed, match="prime power"):
        Field(q)


def test_the_share_is_about_q_to_the_minus_d_squared():
    assert share(2, 2, 1) == 0
    for d, s in ((1, 1), (2, 3), (3, 3)):
        for q in (2, 3, 101):
            factor = share(q, d, s) * q ** (d * d)
            assert 1 - Fraction(2, q ** (s - d + 1)) <= factor <= 1


def test_too_long_a_count_gives_up():
    with pytest.raises(GaveUp):
        count(Field(9), 3, 3)
