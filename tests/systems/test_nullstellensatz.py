"""The checker of cofactor identities accepts what holds and nothing else."""

from __future__ import annotations

import copy
import json
import random
import subprocess
import sys
from fractions import Fraction
from math import prod

import pytest

from symproof.errors import Malformed, Rejected
from symproof.kernel.nullstellensatz import check, generators
from symproof.systems.identity import certificate, rank_cofactors
from symproof.systems.system import read_system, unknown_system

SIZES = [(d, s) for d in (2, 3, 4) for s in range(1, d)]


def refuted(d, s):
    system = unknown_system(d, s)
    return certificate(rank_cofactors(system)), system.to_json()


def value_at(terms, point):
    return sum(Fraction(c) * prod(point[v] for v in m) for c, m in terms)


@pytest.mark.parametrize(("d", "s"), SIZES)
def test_the_explicit_identity_holds_over_every_commutative_ring(d, s):
    proof, system = refuted(d, s)
    assert check(proof, system).endswith("in any commutative ring in which 1 is not 0")


@pytest.mark.parametrize(("d", "s"), SIZES)
def test_the_identity_holds_at_integer_points_computed_from_the_matrices(d, s):
    """Oracle: sum h_ij g_ij at random X, Y, the g_ij by matrix arithmetic and not by polynomials."""
    proof, _ = refuted(d, s)
    rng = random.Random(d * 10 + s)
    for _ in range(20):
        X = [[rng.randint(-9, 9) for _ in range(s)] for _ in range(d)]
        Y = [[rng.randint(-9, 9) for _ in range(d)] for _ in range(s)]
        point = [x for row in (*X, *Y) for x in row]
        g = [[sum(X[i][k] * Y[k][j] for k in range(s)) + (i == j) for j in range(d)] for i in range(d)]
        assert sum(value_at(h, point) * g[i][j] for i, j, h in proof["cofactors"]) == 1


@pytest.mark.parametrize(("d", "s"), SIZES)
def test_the_identity_is_refused_when_any_one_cofactor_changes(d, s):
    proof, system = refuted(d, s)
    for position, (_, _, terms) in enumerate(proof["cofactors"]):
        changed = [
            [[str(Fraction(terms[0][0]) + 1 or 2), terms[0][1]], *terms[1:]],
            terms[:-1],
            [*terms, ["1", [0] * 9]],
        ]
        for wrong in changed:
            mutant = copy.deepcopy(proof)
            mutant["cofactors"][position][2] = wrong
            with pytest.raises(Rejected):
                check(mutant, system)


def test_a_cofactor_in_another_place_is_refused():
    proof, system = refuted(3, 2)
    proof["cofactors"][0][:2] = [0, 2]
    with pytest.raises(Rejected):
        check(proof, system)


@pytest.mark.parametrize("d", [1, 2, 3])
def test_nothing_refutes_a_system_that_has_solutions(d):
    assert rank_cofactors(unknown_system(d, d)) is None
    with pytest.raises(Rejected):
        check({"format": "symproof-nullstellensatz-1", "cofactors": []}, unknown_system(d, d).to_json())


def test_rational_coefficients_are_claimed_only_for_rings_that_contain_q():
    system = {"X": [[None]], "Y": [[2]], "target": [[1]]}
    two = {"X": [[2]], "Y": [[None]], "target": [["1/2"]]}
    for case in (system, two):
        with pytest.raises(Rejected):
            check({"format": "symproof-nullstellensatz-1", "cofactors": [[0, 0, [["1", []]]]]}, case)
    fixed = {"X": [[0]], "Y": [[0]], "target": [[2]]}
    half = {"format": "symproof-nullstellensatz-1", "cofactors": [[0, 0, [["-1/2", []]]]]}
    assert check(half, fixed).endswith("in any commutative ring that contains Q")
    fixed["target"] = [[-1]]
    half["cofactors"][0][2][0][0] = "1"
    assert check(half, fixed).endswith("in which 1 is not 0")


BAD_CERTIFICATES = [
    None,
    [],
    {},
    {"format": "symproof-nullstellensatz-1"},
    {"format": "symproof-nullstellensatz-2", "cofactors": []},
    {"format": "symproof-nullstellensatz-1", "cofactors": {}},
    {"format": "symproof-nullstellensatz-1", "cofactors": [], "more": 1},
    *(
        {"format": "symproof-nullstellensatz-1", "cofactors": bad}
        for bad in (
            [[0, 0]],
            [[0, 2, []]],
            [[-1, 0, []]],
            [[True, 0, []]],
            [[0, 0, []], [0, 0, []]],
            [[0, 0, [["1"]]]],
            [[0, 0, [["0", []]]]],
            [[0, 0, [["2/2", []]]]],
            [[0, 0, [["1/0", []]]]],
            [[0, 0, [[1, []]]]],
            [[0, 0, [["1", [4]]]]],
            [[0, 0, [["1", [1, 0]]]]],
            [[0, 0, [["1", 0]]]],
            [[0, 0, [["1", [True]]]]],
            [[0, 0, [["1", []], ["1", []]]]],
            [[0, 0, "1"]],
        )
    ),
]


@pytest.mark.parametrize("bad", BAD_CERTIFICATES, ids=repr)
def test_certificates_out_of_format_are_malformed(bad):
    with pytest.raises(Malformed):
        check(bad, unknown_system(2, 1).to_json())


@pytest.mark.parametrize(
    "bad",
    [
        {"X": [[None]]},
        {"X": [[None]], "Y": [[None, None]]},
        {"X": [[None, 1]], "Y": [[None]]},
        {"X": [[None]], "Y": [[None]], "target": []},
        {"X": [[None]], "Y": [[None]], "target": [[1, 0], [0, 1]]},
        {"X": [[None]], "Y": [[None]], "target": [[None]]},
        {"X": [[True]], "Y": [[None]]},
        {"X": [[0.5]], "Y": [[None]]},
        {"X": [], "Y": []},
    ],
    ids=repr,
)
def test_systems_out_of_format_are_malformed(bad):
    for reader in (generators, read_system):
        with pytest.raises(Malformed):
            reader(bad)


def test_the_checker_runs_on_its_own(tmp_path):
    proof, system = refuted(2, 1)
    (tmp_path / "proof.json").write_text(json.dumps(proof))
    (tmp_path / "system.json").write_text(json.dumps(system))
    mutant = copy.deepcopy(proof)
    mutant["cofactors"].pop()
    (tmp_path / "mutant.json").write_text(json.dumps(mutant))
    (tmp_path / "cut.json").write_text(json.dumps(proof)[:-3])
    status = {}
    for name in ("proof", "mutant", "cut"):
        command = [sys.executable, "-O", "-m", "symproof.systems", f"{name}.json", "system.json"]
        status[name] = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False).returncode
    assert status == {"proof": 0, "mutant": 1, "cut": 3}
    usage = subprocess.run([sys.executable, "-m", "symproof.systems"], capture_output=True, check=False)
    assert usage.returncode == 2
