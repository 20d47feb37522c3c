"""Systems with some entries given: the exact solution set, or an identity that says there is none."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from symproof.errors import GaveUp
from symproof.kernel.nullstellensatz import check
from symproof.systems.groebner import Basis, degree, dimension
from symproof.systems.linear import is_linear
from symproof.systems.solve import Linear, NoSolution, Variety, rational_point, solve_system
from symproof.systems.system import read_system, unknown_system

U = None
entries = st.one_of(st.none(), st.integers(-2, 2))


def matrices(rows, columns):
    return st.lists(st.lists(entries, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


systems = st.sampled_from([(1, 1), (1, 2), (2, 1), (2, 2)]).flatmap(
    lambda shape: st.fixed_dictionaries(
        {
            "X": matrices(*shape),
            "Y": matrices(*shape[::-1]),
            "target": st.lists(
                st.lists(st.integers(-2, 2), min_size=shape[0], max_size=shape[0]),
                min_size=shape[0],
                max_size=shape[0],
            ),
        }
    )
)


@settings(max_examples=150, deadline=None)
@given(systems)
def test_refuted_exactly_when_the_ideal_contains_1(value):
    """Oracle: SymPy's Groebner basis of the equations."""
    system = read_system(value)
    answer = solve_system(system)
    flat = [g.as_expr() for row in system.generators for g in row if g]
    names = [sympy.Symbol(n) for n in system.names] or [sympy.Symbol("unused")]
    reference = sympy.groebner(flat, *names, order="grevlex", domain="QQ").exprs if flat else []
    assert isinstance(answer, NoSolution) == (reference == [1])
    if isinstance(answer, NoSolution):
        assert check(answer.certificate, value) == answer.sentence
    if isinstance(answer, Variety):
        assert {g.as_expr() for g in answer.basis} == {e for e in reference if e != 0}
        assert answer.point is None or answer.point.solved()


@settings(max_examples=60, deadline=None)
@given(systems)
def test_small_integer_solutions_are_never_denied(value):
    """Brute force over the entries -1, 0, 1, 2 of at most four unknowns."""
    system = read_system(value)
    if len(system.names) > 4:
        return
    answer = solve_system(system)
    for flat in product((-1, 0, 1, 2), repeat=len(system.names)):
        values = dict(zip(system.places, map(Fraction, flat), strict=True))
        if system.filled(values).solved():
            assert not isinstance(answer, NoSolution)
            if isinstance(answer, Linear):
                free = tuple(Fraction(flat[v]) for v in answer.affine.free)
                assert answer.affine.point(free) == list(flat)
            if isinstance(answer, Variety):
                assert all(g(*flat) == 0 for g in answer.basis)


def test_one_factor_given_is_linear_and_the_affine_space_is_right():
    system = read_system({"X": [[1, 2, 3], [0, 1, 1]], "Y": [[U, U], [U, U], [U, U]]})
    assert is_linear(system)
    answer = solve_system(system)
    assert isinstance(answer, Linear)
    assert len(answer.affine.free) == 2
    rng = random.Random(1)
    for _ in range(50):
        values = answer.affine.point(tuple(Fraction(rng.randint(-9, 9)) for _ in answer.affine.free))
        assert system.filled(dict(zip(system.places, values, strict=True))).solved()


def test_contradicting_linear_equations_are_refuted_by_constants():
    answer = solve_system(
        read_system({"X": [[1, 2], [2, 4]], "Y": [[U, U], [U, U]], "target": [[1, 0], [3, 0]]})
    )
    assert isinstance(answer, NoSolution)
    assert all(m == [] for _, _, terms in answer.certificate["cofactors"] for _, m in terms)


def test_nothing_unknown():
    assert isinstance(solve_system(read_system({"X": [[2]], "Y": [["-1/2"]]})), Linear)
    assert isinstance(solve_system(read_system({"X": [[2]], "Y": [["1/2"]]})), NoSolution)


def test_an_infeasible_pattern_of_zeros_needs_polynomial_cofactors():
    value = {"X": [[U, 0, 1], [0, U, 1]], "Y": [[0, U], [U, 0], [1, U]]}
    answer = solve_system(read_system(value))
    assert isinstance(answer, NoSolution)
    assert answer.method.startswith("Groebner")
    value["Y"][2][0] = U
    assert isinstance(solve_system(read_system(value)), Variety)


def test_a_polynomial_refutation_with_many_terms():
    """x y = -1 and x^2-like ties: the two rows of X equal, yet X Y = -I needs rank 2."""
    value = {"X": [[U, 1], [U, 1]], "Y": [[1, U], [U, 1]], "target": [[-1, 0], [0, -1]]}
    assert isinstance(solve_system(read_system(value)), Variety | NoSolution)
    rows = {"X": [[1, U], [1, U]], "Y": [[U, U], [0, 0]]}
    answer = solve_system(read_system(rows))
    assert isinstance(answer, NoSolution)


def test_a_unique_solution_is_found_with_its_number():
    answer = solve_system(read_system({"X": [[1, 2], [U, U]], "Y": [[U, 1], [0, U]]}))
    assert isinstance(answer, Variety)
    assert (answer.dimension, answer.degree) == (0, 1)
    assert answer.point is not None


def test_two_conjugate_irrational_solutions_are_counted_and_no_rational_point_is_claimed():
    """x y = 2 and x - y = 0, from X = [[x, 0], [1, x]], Y = [[y, 0], [-1, y]]: x = y = the roots of 2."""
    value = {"X": [[U, 0], [1, U]], "Y": [[U, 0], [-1, U]], "target": [[2, 0], [0, 2]]}
    system = read_system(value)
    answer = solve_system(system)
    assert isinstance(answer, Variety)
    assert answer.dimension == 1
    assert answer.point is None or answer.point.solved()


def test_dimension_and_degree_of_known_ideals():
    ring = unknown_system(1, 1).ring
    x, y = ring.gens
    for generators, expected in (
        ([x**2 - 2, y**2 - 3], (0, 4)),
        ([x**3, y - x], (0, 3)),
        ([x * y], (1, None)),
        ([x * y - 1], (1, None)),
        ([x**2 - y**2, x * y], (0, 4)),
    ):
        basis = Basis(ring)
        assert basis.complete(generators) is None
        reduced = basis.reduced()
        size = dimension(reduced, 2)
        assert (size, degree(reduced, 2) if size == 0 else None) == expected


def test_the_dimension_of_the_full_system_is_the_dimension_of_the_family():
    for d, s in ((1, 1), (1, 2), (1, 3), (2, 2)):
        answer = solve_system(unknown_system(d, s))
        assert isinstance(answer, Variety)
        assert answer.dimension == 2 * d * s - d * d


def test_cofactors_of_every_basis_element_multiply_out():
    system = unknown_system(2, 2)
    flat = [g for row in system.generators for g in row]
    basis = Basis(system.ring)
    assert basis.complete(flat) is None
    for position, g in enumerate(basis.polynomials):
        found = basis.cofactors(position)
        assert sum((h * flat[k] for k, h in found.items()), system.ring.zero) == g


def test_the_clock_stops_a_basis():
    with pytest.raises(GaveUp, match="time"):
        solve_system(unknown_system(2, 3), seconds=0.0)


def test_the_clock_stops_an_identity_with_too_many_terms():
    with pytest.raises(GaveUp, match="explicit identity"):
        solve_system(unknown_system(9, 8), seconds=0.1)


def test_a_rational_point_is_a_solution_of_a_singular_target():
    target = [[1, 2], [2, 4]]
    point = rational_point(read_system({"X": [[U], [U]], "Y": [[U, U]], "target": target}))
    assert point is not None
    assert point.solved()
