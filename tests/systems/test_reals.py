"""Real solutions, degrees and dimensions; the components for singular targets."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import product

import pytest
import sympy
from helpers.laws import law
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from symproof.command.main import main
from symproof.systems.deadline import Deadline
from symproof.systems.definite import definite
from symproof.systems.groebner import Basis, degree, dimension, standard
from symproof.systems.reals import real_solutions, signature
from symproof.systems.solve import Variety, solve_system
from symproof.systems.strata import components, ranks
from symproof.systems.strata import dimension as size_of
from symproof.systems.system import rank, read_system, unknown_system

RING = unknown_system(1, 1).ring
X, Y = RING.gens
U = None
small = st.integers(-3, 3)


def reduced(generators, ring=RING):
    basis = Basis(ring, Deadline(20))
    assert basis.complete(generators) is None
    return basis.reduced()


def polynomial(coefficients, z):
    return sum((c * z**n for n, c in enumerate(coefficients)), RING.zero)


@settings(law, max_examples=60)
@given(st.lists(small, min_size=2, max_size=4), st.lists(small, min_size=2, max_size=3), st.integers(1, 2))
def test_planted_solutions_are_counted_and_boxed(f, g, power):
    """x a root of f^power, y = g(x). Oracle: SymPy's root counting and its roots to 40 digits."""
    assume(f[-1] and len(f) > 1)
    basis = reduced([polynomial(f, X) ** power, Y - polynomial(g, X)])
    found = real_solutions(RING, basis, 2)
    x = sympy.Symbol("x")
    square_free = sympy.Poly(f[::-1], x).sqf_part()
    roots = square_free.real_roots()
    assert degree(basis, 2) == power * (len(f) - 1) == len(standard(basis, 2))
    assert found.complex == square_free.degree()
    assert sorted(found.degrees) == sorted(
        p.degree() for p, n in sympy.Poly(f[::-1], x).factor_list()[1] for _ in range(1)
    )
    assert len(found.boxes) == len(roots)
    for root in roots:
        values = [root, sum(c * root**n for n, c in enumerate(g))]
        inside = [
            box
            for box in found.boxes
            if all(
                lo - sympy.Rational(1, 10**30) <= sympy.N(v, 50) <= hi + sympy.Rational(1, 10**30)
                for v, (lo, hi) in zip(values, box, strict=True)
            )
        ]
        assert len(inside) == 1


def test_boxes_are_exact_at_rational_solutions_and_disjoint_where_roots_are_close():
    tight = (X**2 - 2) * (10**12 * X - 1414213562373) * (X - 3)
    found = real_solutions(RING, reduced([tight, Y - X]), 2)
    assert len(found.boxes) == 4
    exact = [box for box in found.boxes if box[0][0] == box[0][1]]
    assert sorted(box[0][0] for box in exact) == [Fraction(1414213562373, 10**12), 3]
    for p, q in product(found.boxes, repeat=2):
        assert p is q or any(a[1] < b[0] or b[1] < a[0] for a, b in zip(p, q, strict=True))


@settings(law, max_examples=100)
@given(st.lists(st.lists(small, min_size=3, max_size=3), min_size=3, max_size=3))
def test_definite_is_full_signature(rows):
    """Oracle: the signature by Descartes' rule on the characteristic polynomial."""
    from flint import fmpq_mat

    form = [[rows[i][j] + rows[j][i] for j in range(3)] for i in range(3)]
    full = abs(signature(fmpq_mat(3, 3, [x for row in form for x in row]))) == 3
    assert definite([list(map(Fraction, row)) for row in form]) == full


@pytest.mark.parametrize(
    ("names", "generators", "expected"),
    [
        ("x, y", lambda x, y: [x * y], (1, 2)),
        ("x, y", lambda x, y: [x * y - 1], (1, 2)),
        ("x, y", lambda x, y: [x**3 - y**2], (1, 3)),
        ("x, y, z", lambda x, y, z: [y - x**2, z - x**3], (1, 3)),  # the twisted cubic
        ("x, y, z", lambda x, y, z: [x * y, x * z], (2, 1)),  # a plane and a line
        ("x, y, z", lambda x, y, z: [x * y, y * z, x * z], (1, 3)),
        ("a, b, c, d", lambda a, b, c, d: [a * d - b * c - 1], (3, 2)),
    ],
)
def test_degrees_of_known_varieties(names, generators, expected):
    from sympy import QQ
    from sympy.polys.orderings import grevlex
    from sympy.polys.rings import PolyRing

    ring = PolyRing(names, QQ, grevlex)
    basis, n = reduced(generators(*ring.gens), ring), len(ring.gens)
    assert (dimension(basis, n), degree(basis, n)) == expected


@pytest.mark.parametrize(("d", "s", "expected"), [(1, 1, 2), (1, 2, 2), (2, 2, 8), (2, 3, 16)])
def test_the_degree_of_the_family_is_that_of_a_plane_section(d, s, expected):
    """Oracle: as many solutions as the degree after as many random planes as the dimension."""
    system = unknown_system(d, s)
    flat, n = [g for row in system.generators for g in row], len(system.names)
    basis = reduced(flat, system.ring)
    assert degree(basis, n) == expected
    planes = [
        sum(((7 * i + 3 * k * k + i * k) % 11 - 5) * v for i, v in enumerate(system.ring.gens)) + k + 1
        for k in range(dimension(basis, n))
    ]
    if (d, s) != (2, 3):
        assert len(standard(reduced([*flat, *planes], system.ring), n)) == expected


FOUND_30 = {"X": [[U, 1], [1, U]], "Y": [[1, U], [U, -1]]}


def test_no_real_solution_is_said_where_there_is_none():
    answer = solve_system(read_system(FOUND_30))
    assert isinstance(answer, Variety)
    assert (answer.real, answer.degree, answer.reals.complex, answer.reals.boxes) == (False, 2, 2, ())
    other = solve_system(read_system({"X": [[U, 1], [1, U]], "Y": [[1, U], [U, 1]]}))
    assert (other.real, len(other.reals.boxes), other.reals.degrees) == (True, 2, (2,))
    golden = {round(float(lo), 6) for box in other.reals.boxes for lo, _ in box}
    assert golden == {-1.618034, 0.618034}


def test_a_definite_equation_leaves_no_real_solution_among_infinitely_many():
    """The system without real solutions again, with a column of X and a row of Y that change nothing."""
    answer = solve_system(read_system({"X": [[U, 1, 0], [1, U, 0]], "Y": [[1, U], [U, -1], [U, U]]}))
    assert isinstance(answer, Variety)
    assert (answer.dimension, answer.reals, answer.real) == (2, None, False)
    assert "definite" in answer.why


def test_a_real_solution_without_a_rational_one_is_found_in_a_plane():
    answer = solve_system(read_system({"X": [[U, 1, 0], [1, U, 0]], "Y": [[1, U], [U, 1], [U, U]]}))
    assert (answer.dimension, answer.point, answer.real) == (2, None, True)
    assert answer.why.startswith("with ")


@pytest.mark.parametrize(
    "case", [(1, 1, 0), (1, 2, 0), (2, 1, 0), (2, 1, 1), (2, 2, 0), (2, 2, 1), (1, 3, 0)]
)
@pytest.mark.parametrize("q", [2, 3])
def test_the_pieces_of_a_singular_target_are_counted_over_finite_fields(case, q):
    """Brute force over F_q: which ranks occur, and how often; the exponent of q is the dimension."""
    d, s, r = case
    if q ** (2 * d * s) > 70_000:
        return
    T = [[int(i == j < r) for j in range(d)] for i in range(d)]
    found: dict[tuple[int, int], int] = {}
    for flat in product(range(q), repeat=2 * d * s):
        A = [flat[i * s : (i + 1) * s] for i in range(d)]
        B = [flat[d * s + k * d : d * s + (k + 1) * d] for k in range(s)]
        if all(sum(A[i][k] * B[k][j] for k in range(s)) % q == T[i][j] for i in range(d) for j in range(d)):
            key = (rank_mod(A, q), rank_mod(B, q))
            found[key] = found.get(key, 0) + 1
    assert sorted(found) == ranks(d, s, r)
    t = sympy.Symbol("t")
    for (a, b), number in found.items():
        p = piece(case, a, b, t)
        assert p.subs(t, q) == number
        assert sympy.Poly(p, t).degree() == size_of(d, s, r, a, b)


def rank_mod(rows, q):
    rows, found = [list(row) for row in rows], 0
    for j in range(len(rows[0])):
        at = next((i for i in range(found, len(rows)) if rows[i][j] % q), None)
        if at is not None:
            rows[found], rows[at] = rows[at], rows[found]
            inverse = pow(rows[found][j], -1, q)
            for i in range(found + 1, len(rows)):
                c = rows[i][j] * inverse
                rows[i] = [(x - c * y) % q for x, y in zip(rows[i], rows[found], strict=True)]
            found += 1
    return found


def frames(n, k, t):
    """The number of k independent vectors among those of n entries over a field of t elements."""
    return sympy.prod([t**n - t**i for i in range(k)], sympy.Integer(1))


def piece(case, a, b, t):
    """Images of X, times maps onto them, times Y: its values on ker T, and on a complement."""
    d, s, r = case
    spaces = frames(d - r, a - r, t) / frames(a - r, a - r, t)
    on_the_kernel = frames(s - a, b - r, t) * frames(d - r, b - r, t) / frames(b - r, b - r, t)
    return sympy.cancel(spaces * frames(s, a, t) * t ** ((s - a) * r) * on_the_kernel)


@pytest.mark.parametrize(
    ("T", "s"), [([[0]], 1), ([[0]], 2), ([[1, 2], [2, 4]], 1), ([[1, 2], [2, 4]], 2), ([[0, 0], [0, 0]], 2)]
)
def test_the_components_have_the_dimension_that_groebner_bases_find(T, s):
    rows = tuple(tuple(map(Fraction, row)) for row in T)
    system = unknown_system(len(T), s, rows)
    found = components(s, rows)
    basis = reduced([g for row in system.generators for g in row], system.ring)
    assert max(c.dimension for c in found) == dimension(basis, len(system.names))
    for c in found:
        assert c.point.solved()
        assert (rank(c.point.X), rank(c.point.Y)) == (c.rank_x, c.rank_y)


def test_commands_say_what_is_real(capsys, tmp_path):
    file = tmp_path / "fix.json"
    file.write_text(json.dumps(FOUND_30))
    assert main(["system", "--fix", str(file)]) == 0
    assert capsys.readouterr().out.startswith("no real solution;")
    file.write_text(json.dumps({"X": [[U, 1], [1, U]], "Y": [[1, U], [U, 1]]}))
    assert main(["system", "--fix", str(file), "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert value["real"] is True
    for one in value["real_solutions"]:
        for low, high in one.values():
            assert 0 < Fraction(high) - Fraction(low) < Fraction(1, 10**9)
    file.write_text(json.dumps({"X": [[U] * 2] * 2, "Y": [[U] * 2] * 2, "target": [[1, 2], [2, 4]]}))
    assert main(["system", "--fix", str(file), "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert [(c["rank_x"], c["rank_y"], c["dimension"]) for c in value["components"]] == [(1, 2, 4), (2, 1, 4)]
    assert main(["system", "--d", "2", "--size", "2", "--json"]) == 0
    value = json.loads(capsys.readouterr().out)
    assert (value["degree"], value["irreducible"], value["real_components"]) == (8, True, 2)
    main(["system", "--d", "2", "--size", "3", "--json"])
    assert json.loads(capsys.readouterr().out)["real_components"] == 1
