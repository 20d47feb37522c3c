"""Blocks with polynomial activations: by hand on the line, planted V, ranks, the derivative."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from math import comb

import pytest
import sympy
from helpers.laws import law
from hypothesis import given, settings
from hypothesis import strategies as st

from symproof import Block, Verdict
from symproof.absorb.limits import Clock, Limits
from symproof.absorb.polynomial import (
    coefficients,
    columns,
    decide_polynomial,
    exponents,
    jacobian,
    moment_matrix,
    openness,
    target,
)
from symproof.absorb.theorem import by_theorem
from symproof.activations.catalogue import formula
from symproof.activations.classify import Absorbs, classify
from symproof.command.main import main
from symproof.equality.decide import equal
from symproof.kernel.linear import rref
from symproof.verdict import EqualVerdict, Exit

SIGMAS = ("z + z**2", "z + z**3", "2*z - z**2/3 + z**3", "z + z**4", "1 + z + z**2")
small = st.integers(-3, 3)


def rows(m, n):
    return st.lists(st.lists(small, min_size=n, max_size=n), min_size=m, max_size=m)


def decided(block, sigma):
    return decide_polynomial(block, coefficients(formula(sigma)), Clock(Limits(time=20)))


@pytest.mark.parametrize("w", range(-3, 4))
@pytest.mark.parametrize("D", [Fraction(n, 2) for n in range(-4, 5)])
def test_one_neuron_on_the_line_is_solved_by_hand(D, w):
    """a b = 1 + D w with a b^2 = D w^2, or a b^3 = D w^3: b is the ratio, or a root of it."""
    block, first = Block([[w]], [[D]]), 1 + D * w
    second, third = D * w**2, D * w**3
    square = (first and second) or (not first and not second)
    cube = (first * third > 0) or (not first and not third)
    for sigma, expected in (("z + z**2", square), ("z + z**3", cube)):
        verdict = by_theorem(block, sigma).verdict
        assert verdict is (Verdict.ABSORBABLE if expected else Verdict.NOT_ABSORBABLE)


@settings(law, max_examples=40)
@given(st.sampled_from(SIGMAS), rows(3, 2), rows(2, 3), rows(2, 3))
def test_what_a_v_computes_with_other_columns_absorbs(sigma, up, down, more):
    """The skip is what is left of (V_down - W_down) sigma(W_up x), if linear; oracle: the planted V."""
    a = coefficients(formula(sigma))
    higher = [[sum_power(row, e) for row in up] for n in a if n != 1 for e in exponents(2, n)]
    kernel = null_space(higher, 3)
    C = [[sum(m * v[k] for m, v in zip(row, kernel, strict=False)) for k in range(3)] for row in more]
    M = [[a[1] * sum(C[i][k] * up[k][j] for k in range(3)) for j in range(2)] for i in range(2)]
    block = Block(up, down, "relu", M)
    answer = by_theorem(block, sigma)
    assert answer.verdict is Verdict.ABSORBABLE
    if any(map(any, M)):
        V = Block(answer.network.up, answer.network.down, "relu", [[0, 0], [0, 0]])
        assert equal(block, V, activation=sigma).verdict is EqualVerdict.EQUAL


def sum_power(row, e):
    return Fraction(row[0]) ** e[0] * Fraction(row[1]) ** e[1]


def null_space(matrix, n):
    found = sympy.Matrix(matrix or [[0] * n]).nullspace()
    return [[Fraction(int(x.p), int(x.q)) for x in v] for v in found]


@settings(law, max_examples=60)
@given(st.sampled_from(SIGMAS), st.integers(1, 4).flatmap(lambda n: st.tuples(rows(n, 2), rows(2, n))))
def test_the_moments_of_n_neurons_never_have_a_rank_above_n(sigma, sides):
    up, down = sides
    block = Block(up, down, "relu", [[0, 0], [0, 0]])
    T = target(block, coefficients(formula(sigma)))
    degrees = {sum(e) for e in T}
    for left in ([0], [0, 1], [1], [0, 2]):
        for right in ([1], [0, 1], [2], [1, 2]):
            if all(p + q in degrees for p in left for q in right):
                assert len(rref(moment_matrix(T, left, right))[1]) <= len(up)


def test_as_many_neurons_as_dimensions_do_not_suffice_for_generic_weights():
    block = Block([[1, 2], [3, 1]], [[1, 0], [0, 1]])
    answer = decided(block, "z + z**2")
    assert answer.verdict is Verdict.NOT_ABSORBABLE
    assert "rank 3" in answer.why


@pytest.mark.parametrize("sigma", SIGMAS)
@pytest.mark.parametrize("d", [1, 2])
def test_almost_every_block_with_as_many_neurons_as_monomials_absorbs(sigma, d):
    support = coefficients(formula(sigma))
    m = sum(comb(d + n - 1, n) for n in support)
    rng = random.Random(m)
    up = [[rng.randint(-9, 9) for _ in range(d)] for _ in range(m)]
    down = [[rng.randint(-9, 9) for _ in range(m)] for _ in range(d)]
    answer = by_theorem(Block(up, down), sigma)
    assert answer.verdict is Verdict.ABSORBABLE
    assert [list(map(abs, row)) for row in answer.network.up] == [list(map(abs, row)) for row in up]
    assert "all coefficients" in answer.checked


@settings(law, max_examples=15)
@given(st.sampled_from(SIGMAS), rows(2, 2), rows(2, 2))
def test_the_derivative_is_sympy_s(sigma, up, down):
    D, U = (sympy.Matrix(2, 2, sympy.symbols(f"{name}:4")) for name in "du")
    a = coefficients(formula(sigma))
    T = target(Block(up, down), a)
    forms = [sum(D[i, k] * U[k, 0] ** e[0] * U[k, 1] ** e[1] for k in range(2)) for e in T for i in range(2)]
    values = dict(zip([*D, *U], [x for rows in (down, up) for row in rows for x in row], strict=True))
    exact = sympy.Matrix(forms).jacobian([*D, *U]).subs(values)
    assert sympy.Matrix(jacobian(Block(up, down), T)) == exact


def test_openness_is_said_with_the_rank_and_only_when_it_is_full():
    block = Block([[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]])
    square = target(block, coefficients(formula("z + z**2")))
    assert openness(block, square).endswith("an open set")
    cube = target(block, coefficients(formula("z + z**3")))
    assert openness(block, cube) == "the map from V to the 12 coefficients has rank 11 at these weights"
    assert columns([[1, 0], [0, 1]], square) is None


@pytest.mark.parametrize(
    ("sigma", "verdict"),
    [
        ("z + z**2", Absorbs.OPEN),
        ("z + z**3", Absorbs.OPEN),
        ("1 - z + z**4", Absorbs.OPEN),
        ("z*(1 + pi*z)", Absorbs.OPEN),
        ("z**2 + z**3", Absorbs.NEVER),
        ("z**3", Absorbs.NEVER),
        ("2*z", Absorbs.ALWAYS),
        ("z + abs(z)**3", Absorbs.UNDETERMINED),
    ],
)
def test_the_verdict_of_a_polynomial(sigma, verdict):
    assert classify(formula(sigma)).ruling.verdict is verdict


def test_an_irrational_polynomial_and_biases_stay_undecided():
    assert by_theorem(Block([[1]], [[1]]), "z + pi*z**2").verdict is Verdict.UNDECIDED
    assert by_theorem(Block([[1]], [[1]], b_up=[1]), "z + z**2").verdict is Verdict.UNDECIDED


def test_high_degrees_are_tried_and_not_run_through():
    sparse = decided(Block([[1, 2], [3, 1]], [[1, 0], [0, 1]]), "z + z**60")
    assert sparse.verdict is Verdict.NOT_ABSORBABLE
    dense = " + ".join(f"z**{n}" for n in range(1, 21))
    assert decided(Block([[2]], [[1]]), dense).verdict is Verdict.NOT_ABSORBABLE


def test_no_time_is_gave_up():
    block = Block([[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]])
    assert by_theorem(block, "z + z**2", Limits(time=0.0)).verdict is Verdict.GAVE_UP


def test_the_command_prints_v(capsys, tmp_path):
    path = tmp_path / "w.json"
    path.write_text(json.dumps({"W_up": [[1]], "W_down": [[1]]}))
    assert main(["absorb", str(path), "--activation", "z + z**2", "--json"]) == Exit.ESTABLISHED
    value = json.loads(capsys.readouterr().out)
    assert (value["verdict"], value["network"]) == ("absorbable", {"V_up": [["1/2"]], "V_down": [["4"]]})
    assert main(["absorb", str(path), "--activation", "z + z**3"]) == Exit.ESTABLISHED
    assert "are real" in capsys.readouterr().out.replace("\n", " ")
