"""Every kind of example is what it promises: decided so, certified so, and no simpler certificate exists."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from math import gcd

import pytest
import sympy
from sympy.matrices.normalforms import invariant_factors

from symproof import decide, find_subset
from symproof.absorb.least_width import least_width
from symproof.errors import GaveUp, Malformed, Rejected
from symproof.examples.kinds import certificate_kind
from symproof.examples.leaves import Equations
from symproof.examples.make import KINDS, make, request_for
from symproof.kernel.activations import TABLE
from symproof.kernel.claims import check
from symproof.kernel.trees import Problem, refute
from symproof.model.block import Block

PROMISED = {"inconsistent", "bound", "integrality", "modular", "lattice"}
ACTIVATIONS = [*(name for name in TABLE if name != "abs"), "leaky_relu(1/10)", "leaky_relu(-2)"]


def solves(block, x):
    """Whether sum_k x_k D_k w_k = -M/c for rational x."""
    d, c = block.d, block.gap
    return all(
        sum(x[k] * Fraction(block.W_down[i][k]) * block.W_up[k][j] for k in range(block.width))
        == -Fraction(block.weights.M[i][j]) / c
        for i in range(d)
        for j in range(d)
    )


def promise(kind, example):
    """Everything that an example of a kind must satisfy."""
    block = example.block
    assert decide(block).verdict is example.expected
    assert check(example.certificate, block.weights, str(example.expected))
    evidence = certificate_kind(block.weights, example.certificate)
    assert all(solves(block, x) for x in example.points)
    if example.subset is not None and kind != "biases-not":
        assert solves(block, [int(k in example.subset) for k in range(block.width)])
    if kind in PROMISED:
        assert evidence == kind
    if kind in ("bound", "integrality", "modular", "lattice", "split"):
        assert example.points
    if kind in ("integrality", "modular", "lattice", "split"):
        assert all(0 <= t <= 1 for x in example.points for t in x)
    if kind == "split":
        assert evidence.startswith("branch")
        assert "exhaust" not in evidence


@pytest.mark.parametrize("kind", KINDS)
def test_examples_are_what_they_promise(kind):
    for seed in range(12):
        promise(kind, make(kind, seed, request_for(kind)))


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
def test_a_thousand_examples_of_every_kind_are_what_they_promise(kind):
    for seed in range(1000):
        promise(kind, make(kind, seed, request_for(kind)))


@pytest.mark.parametrize("activation", ACTIVATIONS)
@pytest.mark.parametrize(
    "kind", ["absorbable", "near-miss", "converse", "collinear", "integrality", "lattice"]
)
def test_every_activation_of_the_catalogue(kind, activation):
    for seed in range(3):
        promise(kind, make(kind, seed, request_for(kind, activation=activation)))


OTHER_SIZES = [
    *(("absorbable", 4, 10), ("near-miss", 3, 7), ("inconsistent", 3, 12), ("bound", 4, 6)),
    *(("integrality", 3, 9), ("modular", 3, 8), ("lattice", 3, 11), ("split", 3, 12), ("split", 2, 11)),
    *(("zero-column", 4, 6), ("sharp-rows", 3, 6), ("sharp-size", 4, 3), ("sharp-rank", 4, 3)),
    ("sharp-width", 3, 4),
]


@pytest.mark.parametrize(("kind", "d", "n"), OTHER_SIZES)
def test_other_sizes(kind, d, n):
    for seed in range(4):
        example = make(kind, seed, request_for(kind, d, n))
        assert (example.block.d, example.block.width) == (d, n)
        promise(kind, example)


@pytest.mark.parametrize(
    "kind", ["absorbable", "near-miss", "bound", "integrality", "lattice", "split", "converse"]
)
def test_one_dimension_with_a_rigid_activation(kind):
    for seed in range(6):
        example = make(kind, seed, request_for(kind, d=1, N=6, activation="gelu", bound=9))
        assert len({abs(row[0]) for row in example.block.W_up}) == 6
        promise(kind, example)


def test_the_same_seed_gives_the_same_example_and_another_seed_another():
    for kind in KINDS:
        request = request_for(kind)
        assert make(kind, 5, request).block == make(kind, 5, request).block
    blocks = {make("absorbable", seed, request_for("absorbable")).block for seed in range(20)}
    assert len(blocks) == 20


def test_a_named_subset_is_planted():
    request = request_for("absorbable", d=2, N=6, subset=(1, 4, 5))
    for seed in range(10):
        example = make("absorbable", seed, request)
        assert example.subset == (1, 4, 5)
        promise("absorbable", example)
    assert len(make("absorbable", 0, request_for("absorbable", N=6, size=5)).subset) == 5


def test_several_disjoint_subsets_solve_at_once():
    for seed in range(5):
        example = make("several", seed, request_for("several", d=2, N=7, count=3))
        block = example.block
        hits = [x for x in product((0, 1), repeat=7) if solves(block, x)]
        assert len(hits) >= 3
        promise("several", example)


def test_a_near_miss_is_off_in_one_entry_by_the_amount_asked_for():
    for seed in range(10):
        example = make("near-miss", seed, request_for("near-miss", off=Fraction(1, 7)))
        S = eval_list(example.why)
        wrong = [x for row in example.block.residual(S) for x in row if x]
        assert wrong == [Fraction(1, 7)]


def eval_list(why):
    inside = why[why.index("[") + 1 : why.index("]")]
    return [int(part) for part in inside.split(",")]


@pytest.mark.parametrize("kind", ["collinear", "zero-column", "zero-row", "sharp-rows", "sharp-dimension"])
def test_degenerate_examples_are_absorbable_although_no_subset_exists(kind):
    for seed in range(6):
        block = make(kind, seed, request_for(kind)).block
        assert isinstance(find_subset(block), dict)
        assert not any(solves(block, x) for x in product((0, 1), repeat=block.width))


def test_least_widths_of_the_sharp_examples():
    for seed in range(4):
        rank = make("sharp-rank", seed, request_for("sharp-rank")).block
        width = least_width(rank)
        assert width.exact
        assert width.lower > rank.width + rank.d
        generic = make("sharp-width", seed, request_for("sharp-width")).block
        assert least_width(generic).lower == least_width(generic).upper == generic.width + generic.d


def products(block):
    """Integer columns p_k q_k, and the target, for a block with gap 1."""
    return [
        [int(block.W_down[i][k]) * int(block.W_up[k][j]) for i in range(block.d) for j in range(block.d)]
        for k in range(block.width)
    ], [-int(i == j) for i in range(block.d) for j in range(block.d)]


def test_lattice_examples_have_an_integer_solution():
    """Oracle: A x = t is solvable over Z exactly when A and (A | t) have the same Smith invariants."""
    for seed in range(6):
        columns, target = products(make("lattice", seed, request_for("lattice")).block)
        A = sympy.Matrix(columns).T
        augmented = A.row_join(sympy.Matrix(target))
        left, right = (
            [abs(int(x)) for x in invariant_factors(m, domain=sympy.ZZ) if x] for m in (A, augmented)
        )
        assert left == right


def test_split_examples_defeat_every_leaf_by_parity():
    """For every integer vector n (only its parity matters) some half-integral solution has n.x an integer."""
    for seed in range(4):
        example = make("split", seed, request_for("split"))
        doubled = [[int(2 * t) for t in x] for x in example.points]
        for n in product((0, 1), repeat=example.block.width):
            assert any(sum(a * b for a, b in zip(n, x, strict=True)) % 2 == 0 for x in doubled)


def test_the_kernel_refuses_random_leaves_for_split_examples():
    rng = random.Random(1)
    for seed in range(3):
        block = make("split", seed, request_for("split")).block
        problem = Problem(block.W_down, block.W_up, {(0, 0): Fraction(-1), (1, 1): Fraction(-1)})
        for _ in range(300):
            Y = [[i, j, str(y)] for i in range(2) for j in range(2) if (y := rng.randint(-5, 5))]
            with pytest.raises(Rejected):
                refute(problem, {"combination": {"Y": Y, "modulus": str(rng.randint(0, 40))}})


def test_the_leaf_search_agrees_with_the_kernel():
    """Every leaf found is accepted; for a solvable problem none is found."""
    rng = random.Random(2)
    found = 0
    for _ in range(80):
        up = [[rng.randint(-3, 3) for _ in range(2)] for _ in range(5)]
        down = [[rng.randint(-3, 3) for _ in range(2)] for _ in range(5)]
        target = [[rng.randint(-4, 4) for _ in range(2)] for _ in range(2)]
        equations = Equations.of(up, down, target)
        tree = equations.leaf()
        solvable = any(
            all(
                sum(x[k] * down[k][i] * up[k][j] for k in range(5)) == target[i][j]
                for i in (0, 1)
                for j in (0, 1)
            )
            for x in product((0, 1), repeat=5)
        )
        assert not (solvable and tree)
        if tree:
            P = [[p[i] for p in down] for i in range(2)]
            refute(Problem(P, up, {(i, j): Fraction(target[i][j]) for i in (0, 1) for j in (0, 1)}), tree)
            found += 1
    assert found > 40


def test_drawn_numbers_are_small_and_rows_are_pairwise_independent():
    for kind in ("absorbable", "bound", "inconsistent", "near-miss"):
        block: Block = make(kind, 3, request_for(kind, d=2, N=8, bound=4)).block
        assert max(abs(x) for row in block.W_up for x in row) <= 4
        assert all(a[0] * b[1] != a[1] * b[0] for k, a in enumerate(block.W_up) for b in block.W_up[:k])
        assert all(gcd(*(int(x * 1000) for x in column)) for column in zip(*block.W_down, strict=True))


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("nothing", {}),
        ("absorbable", {"N": 1}),
        ("absorbable", {"d": 0}),
        ("absorbable", {"bound": 0}),
        ("absorbable", {"d": 1, "N": 3}),
        ("absorbable", {"activation": "abs"}),
        ("absorbable", {"activation": "tanh"}),
        ("absorbable", {"subset": (0, 0)}),
        ("absorbable", {"subset": (0, 9)}),
        ("absorbable", {"size": 1}),
        ("absorbable", {"N": 40, "bound": 1}),
        ("several", {"N": 3}),
        ("lattice", {"N": 4}),
        ("split", {"N": 8}),
        ("inconsistent", {"d": 1, "N": 1}),
        ("modular", {"d": 1, "N": 1}),
        ("bound", {"d": 3, "N": 2}),
        ("zero-row", {"activation": "softplus"}),
        ("biases", {"activation": "hardswish"}),
        ("even", {"activation": "relu"}),
        ("sharp-rank", {"d": 2}),
        ("sharp-size", {"d": 2, "N": 4}),
        ("sharp-dimension", {"d": 2}),
        ("sharp-degree", {"activation": "gelu"}),
    ],
)
def test_what_does_not_exist_is_malformed_and_says_why(kind, options):
    with pytest.raises(Malformed) as caught:
        make(kind, 0, request_for(kind, **options))
    assert len(str(caught.value)) > 20


def test_after_too_many_draws_it_gives_up(monkeypatch):
    monkeypatch.setattr("symproof.examples.make.ATTEMPTS", 0)
    with pytest.raises(GaveUp, match="draws"):
        make("modular", 0, request_for("modular"))


def test_hidden_biases_alone_leave_constants_that_no_subset_cancels():
    """Brute force over all S: (3) has a solution, and with W_down[:,S] b_up[S] = 0 it has none."""
    for seed in range(8):
        block = make("biases-not", seed, request_for("biases-not")).block
        hits = [x for x in product((0, 1), repeat=block.width) if solves(block, x)]
        assert hits
        for x in hits:
            constants = [
                sum(x[k] * Fraction(row[k]) * block.b_up[k] for k in range(block.width))
                for row in block.W_down
            ]
            assert any(constants)


def test_with_biases_one_dimension_is_no_exception_for_relu():
    for seed in range(5):
        for kind in ("biases", "biases-not"):
            promise(kind, make(kind, seed, request_for(kind, d=1, N=3)))
