"""`decide` and `least_width` against the brute force of `oracles.brute`, and their laws."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles import brute

from symproof import Block, Limits, Verdict, check, decide, decide_stack, find_subset
from symproof.absorb.decide import subset_problem
from symproof.absorb.least_width import least_width
from symproof.absorb.residual import near_miss, residual, residuals
from symproof.kernel.activations import activation
from symproof.kernel.parity import parity_form

ACTIVATIONS = ("relu", "gelu", "softplus", "leaky_relu(1/3)", "leaky_relu(-1)", "abs", "hardswish")
SLOW_SEED = 20261130


def sigma_of(name: str) -> brute.Sigma:
    """The oracle's view of an activation."""
    act = activation(name)
    return brute.Sigma(act.homogeneous, act.gap, act.constant)


def random_block(rng: random.Random, dims: int, most: int, bound: int) -> Block:
    """A small block, often degenerate."""
    d, N = rng.randint(1, dims), rng.randint(1, most)
    up = [[rng.randint(-bound, bound) for _ in range(d)] for _ in range(N)]
    down = [[rng.randint(-bound, bound) for _ in range(N)] for _ in range(d)]
    skip = rng.choice([None, None, "-I", [[rng.randint(-1, 1) for _ in range(d)] for _ in range(d)]])
    return Block(up, down, rng.choice(ACTIVATIONS), skip)


def relu_like(name: str, z: Fraction) -> Fraction | None:
    """The exact value of a piecewise linear activation, written here on purpose."""
    slopes = {
        "relu": Fraction(0),
        "abs": Fraction(-1),
        "leaky_relu(1/3)": Fraction(1, 3),
        "leaky_relu(-1)": Fraction(-1),
    }
    return None if name not in slopes else (z if z >= 0 else slopes[name] * z)


def mlp(name: str, up: list[list[Fraction]], down: list[list[Fraction]], x: list[Fraction]) -> list[Fraction]:
    """V_down sigma(V_up x)."""
    hidden = [relu_like(name, sum((a * b for a, b in zip(row, x, strict=True)), Fraction(0))) for row in up]
    return [
        sum((a * h for a, h in zip(row, hidden, strict=True) if h is not None), Fraction(0)) for row in down
    ]


def agrees_with_brute_force(block: Block, rng: random.Random) -> None:
    """The verdict, the least width and V against the oracle; V also at random exact points."""
    M = block.weights.M
    omega = brute.least_width(block.W_up, block.W_down, M, sigma_of(block.activation))
    decision = decide(block)
    assert decision.absorbable is (omega is not None and omega <= block.width), (block, decision)
    if omega is not None and activation(block.activation).gap:
        found = least_width(block)
        assert (found.lower, found.upper) == (omega, omega), block
    if decision.network is None:
        return
    V = decision.network
    act = activation(block.activation)
    if V.width:
        assert parity_form(V.up, V.down, None, act) == parity_form(block.W_up, block.W_down, M, act)
    if relu_like(block.activation, Fraction(1)) is None:
        return
    for _ in range(3):
        x = [Fraction(rng.randint(-50, 50), rng.randint(1, 9)) for _ in range(block.d)]
        skip = [sum((Fraction(a) * b for a, b in zip(row, x, strict=True)), Fraction(0)) for row in M]
        ours = mlp(
            block.activation,
            [list(map(Fraction, r)) for r in block.W_up],
            [list(map(Fraction, r)) for r in block.W_down],
            x,
        )
        theirs = mlp(block.activation, V.up, V.down, x)
        assert [a + b for a, b in zip(ours, skip, strict=True)] == theirs


@pytest.mark.parametrize("seed", range(4))
def test_small_blocks_agree_with_brute_force(seed: int) -> None:
    rng = random.Random(seed)
    for _ in range(100):
        agrees_with_brute_force(random_block(rng, 3, 4, 2), rng)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_fifty_thousand_small_blocks_agree_with_brute_force(part: int) -> None:
    rng = random.Random(SLOW_SEED + part)
    for _ in range(5000):
        agrees_with_brute_force(random_block(rng, 3, 5, 2), rng)


@pytest.mark.parametrize(
    ("up", "down", "width"),
    [
        ([[1, 0], [0, 1], [1, 1]], [[3, 4, 1], [2, 2, 7]], 5),
        ([[1, 0], [-1, 0], [0, 1], [0, -1]], [[2, 5, 1, 1], [1, 1, 3, 7]], 4),
        ([[1, 0, 0], [0, 1, 0], [1, 1, 0]], [[3, 4, 1], [2, 2, 7], [5, -3, 1]], 7),
        ([[1], [-1]], [[1, 3]], 2),
    ],
)
def test_the_four_examples_of_the_least_width(up: list[list[int]], down: list[list[int]], width: int) -> None:
    """Generic N + d; degenerate, no S and yet absorbable; beyond N + d; d = 1."""
    block = Block(up, down)
    found = least_width(block)
    assert (found.lower, found.upper) == (width, width)
    check(found.lower_certificate, block.weights, "width-at-least", width)
    check(found.upper_certificate, block.weights, "width-at-most", width)


def test_no_subset_and_yet_absorbable() -> None:
    """The hypotheses of Theorem 4 are needed: the subset test alone would say no."""
    block = Block([[1, 0], [-1, 0], [0, 1], [0, -1]], [[2, 5, 1, 1], [1, 1, 3, 7]])
    proof = find_subset(block)
    assert isinstance(proof, dict)
    assert proof["claim"] == "no-subset"
    decision = decide(block)
    assert decision.verdict is Verdict.ABSORBABLE
    assert decision.subset is None
    assert "collinear" in decision.why


small = st.integers(-2, 2)


@st.composite
def blocks(draw: st.DrawFn) -> Block:
    d, N = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    up = draw(st.lists(st.lists(small, min_size=d, max_size=d), min_size=N, max_size=N))
    down = draw(st.lists(st.lists(small, min_size=N, max_size=N), min_size=d, max_size=d))
    return Block(up, down, draw(st.sampled_from(ACTIVATIONS)))


@given(blocks(), st.randoms())
@settings(deadline=None)
def test_the_order_of_the_neurons_does_not_matter(block: Block, rng: random.Random) -> None:
    order = list(range(block.width))
    rng.shuffle(order)
    assert decide(block.permute(order)).verdict == decide(block).verdict


@given(blocks(), st.integers(-3, 3))
@settings(deadline=None)
def test_a_change_of_coordinates_does_not_matter(block: Block, t: int) -> None:
    Q = [
        [int(i == j) + (t if (i, j) == (0, block.d - 1) and block.d > 1 else 0) for j in range(block.d)]
        for i in range(block.d)
    ]
    assert decide(block.gauge(Q)).verdict == decide(block).verdict


@given(blocks())
@settings(deadline=None)
def test_an_absorbing_mlp_minus_the_identity_absorbs_back(block: Block) -> None:
    """The converse: if V computes the block, then V(x) - x is W, a residual-free MLP of width N."""
    decision = decide(block)
    if decision.network is not None and decision.network.width == block.width:
        V = Block(decision.network.up, decision.network.down, block.activation, "-I")
        assert decide(V).verdict is Verdict.ABSORBABLE


@given(blocks())
@settings(deadline=None)
def test_the_certificate_is_for_this_claim_only(block: Block) -> None:
    decision = decide(block)
    other = {"absorbable": "not-absorbable", "not-absorbable": "absorbable"}[str(decision.verdict)]
    assert check(decision.certificate, block.weights, str(decision.verdict)) == decision.established
    with pytest.raises(Exception, match="another claim"):
        check(decision.certificate, block.weights, other)


@pytest.mark.parametrize(
    ("activation_name", "skip", "right"),
    [
        ("relu", None, "= -I"),
        ("leaky_relu(1/10)", None, "= -(10/11) I"),
        ("leaky_relu(-3)", None, "= -(-1/2) I"),
        ("silu", "-I", "= -M"),
        ("leaky_relu(1/3)", [[1, 2], [2, 4]], "= -(3/4) M"),
    ],
)
def test_the_reason_names_the_right_side(activation_name: str, skip: object, right: str) -> None:
    """S = {0, 1} solves W_down[:,S] W_up[S,:] = -I, which is the condition for gap 1 and skip I only."""
    block = Block([[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]], activation_name, skip)
    decision = decide(block)
    if decision.verdict is Verdict.NOT_ABSORBABLE:
        assert decision.why.endswith(right)
        assert ("Theorem 4" in decision.why) is (activation_name == "relu")
    else:
        assert (activation_name, decision.subset) == ("relu", (0, 1))


def test_a_near_miss_is_told() -> None:
    block = Block([[1, 0], [0, 1], [1, 1]], [["-1", 0, 5], [0, "-1001/1000", 7]])
    near = near_miss(subset_problem(block), Limits(time=1))
    assert near is not None
    assert near.subset == (0, 1)
    assert near.entries == {(1, 1): Fraction(-1, 1000)}


@given(blocks())
@settings(deadline=None)
def test_every_residual_is_what_the_set_leaves_over(block: Block) -> None:
    if not activation(block.activation).gap:
        return
    problem = subset_problem(block)
    everything = list(residuals(problem))
    assert len({r.subset for r in everything}) == 2**block.width
    for r in everything:
        expected = {
            (i, j): x for i, row in enumerate(block.residual(r.subset)) for j, x in enumerate(row) if x
        }
        assert r.entries == expected == residual(problem, r.subset).entries


def test_a_limit_ends_in_gave_up_and_not_in_a_guess() -> None:
    rng = random.Random(5)
    up = [[rng.randint(-1000, 1000) for _ in range(2)] for _ in range(56)]
    down = [[rng.randint(-1000, 1000) for _ in range(56)] for _ in range(2)]
    decision = decide(Block(up, down), Limits(time=0.001))
    assert decision.verdict is Verdict.GAVE_UP
    assert decision.certificate is None
    assert decision.established is None


@pytest.mark.parametrize("down", [[[-1, 0], [0, -1]], [[1, 0], [0, 1]]])
def test_a_decision_has_no_truth_value(down):
    decision = decide(Block([[1, 0], [0, 1]], down))
    for answer in (decision, decide_stack([decision.block] * 2)):
        with pytest.raises(TypeError, match="absorbable is True"):
            bool(answer)
    assert isinstance(decision.absorbable, bool)
