"""The kernel's linear algebra against the schoolbook and against python-flint."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from flint import fmpq, fmpq_mat, nmod_mat
from helpers.laws import law
from hypothesis import given
from hypothesis import strategies as st

from symproof.kernel.linear import invertible, product, rref

entries = st.one_of(
    st.integers(-3, 3),
    st.integers(-(2**130), 2**130),
    st.fractions(max_denominator=9, min_value=-4, max_value=4),
    st.sampled_from([0.0, -0.0, 0.1, 5e-324, -1.7e308, 2.0**-60]),
)


def grid(data: st.DataObject, rows: int, columns: int) -> list[list[Any]]:
    """A matrix of numbers of every kind."""
    return [[data.draw(entries) for _ in range(columns)] for _ in range(rows)]


@law
@given(st.data())
def test_products(data: st.DataObject) -> None:
    a, n, b = (data.draw(st.integers(1, 4)) for _ in range(3))
    A, B = grid(data, a, n), grid(data, n, b)
    expected = [
        [sum((Fraction(row[k]) * Fraction(B[k][j]) for k in range(n)), Fraction(0)) for j in range(b)]
        for row in A
    ]
    assert product(A, B) == expected


def test_products_at_the_ends_of_a_digit() -> None:
    """Sums that are just as large as the base allows, of both signs, side by side."""
    for bits in range(1, 70):
        top = (1 << bits) - 1
        for signs in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
            row = [s * top for s in signs]
            assert product([[1], [-1]], [row]) == [row, [-x for x in row]]
            assert product([[top, top]], [row, row]) == [[2 * top * x for x in row]]


def test_a_zero_factor_beside_large_entries() -> None:
    for zero in (0, 0.0, Fraction(0)):
        assert product([[zero, zero]], [[10**40, -(10**40)], [7, 2**200]]) == [[0, 0]]
        assert product([[10**40]], [[zero, 1]]) == [[0, 10**40]]


def test_empty_products() -> None:
    assert product([], []) == []
    assert product([[], []], []) == [[], []]
    assert product([[1]], [[]]) == [[]]


@law
@given(st.data())
def test_echelon_forms_over_q(data: st.DataObject) -> None:
    rows = grid(data, data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4)))
    exact = fmpq_mat([[fmpq(*Fraction(x).as_integer_ratio()) for x in row] for row in rows])
    reduced, rank = exact.rref()
    found, pivots = rref(rows)
    assert len(pivots) == len(found) == rank
    shown = [[Fraction(int(x.p), int(x.q)) for x in row] for row in reduced.tolist()[:rank]]
    assert found == shown


@law
@given(st.data())
def test_echelon_forms_modulo_a_prime_and_a_composite(data: st.DataObject) -> None:
    """Modulo a prime the rank is flint's; modulo anything it is at most the rank over Q."""
    size, columns = data.draw(st.integers(1, 4)), data.draw(st.integers(1, 4))
    rows = [[data.draw(st.integers(-9, 9)) for _ in range(columns)] for _ in range(size)]
    for p in (2, 7, 101, 6, 12, 35):
        found = len(rref(rows, p)[1])
        if p in (2, 7, 101):
            assert found == nmod_mat(size, columns, [x for row in rows for x in row], p).rank()
        assert found <= len(rref(rows)[1])
        if size == columns:
            assert invertible(rows, p) == (found == size)


def test_a_factor_of_zeros_leaves_room_for_the_other() -> None:
    large = [[2**70, -(2**70)], [1, 0]]
    assert product([[0, 0]], large) == [[0, 0]]
    assert product(large, [[0], [0]]) == [[0], [0]]
