"""`decide` and `least_width` with biases against `oracles.brute_biases`, and their laws."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracles import brute_biases as brute

from symproof import (
    Block,
    Decision,
    Limits,
    Malformed,
    Rejected,
    Verdict,
    check,
    decide,
    find_subset,
)
from symproof.absorb.construct import Network
from symproof.absorb.decide import subset_problem
from symproof.absorb.least_width import least_width
from symproof.absorb.residual import near_miss, residuals
from symproof.kernel.activations import activation
from symproof.kernel.claims import certificate

SLOW_SEED = 20261201
CONIC = "relu"
RIGID = ("gelu", "gelu_tanh", "silu", "quick_gelu", "softplus", "squareplus")


def random_block(rng: random.Random, name: str, *, dims: int = 2, most: int = 3) -> Block:
    """A small block with biases, often degenerate, often without output bias."""
    d, N, bound = rng.randint(1, dims), rng.randint(1, most), rng.randint(1, 2)
    draw = lambda n: [rng.randint(-bound, bound) for _ in range(n)]  # noqa: E731
    skip = rng.choice([None, None, "-I", [draw(d) for _ in range(d)]])
    up, down = [draw(d) for _ in range(N)], [draw(N) for _ in range(d)]
    return Block(up, down, name, skip, b_up=draw(N), b_down=rng.choice([None, draw(d)]))


def planted(rng: random.Random, name: str) -> Block:
    """A block that some V of the same width computes: a V with a part of its neurons flipped."""
    d, N = rng.randint(1, 2), rng.randint(1, 3)
    draw = lambda n: [rng.randint(-2, 2) for _ in range(n)]  # noqa: E731
    V = Block(
        [draw(d) for _ in range(N)],
        [draw(N) for _ in range(d)],
        name,
        [[0] * d] * d,
        b_up=draw(N),
        b_down=draw(d),
    )
    S = [k for k in range(N) if rng.randint(0, 1)]
    W = V.flip(S)
    skip = [[sum(V.W_down[i][k] * V.W_up[k][j] for k in S) for j in range(d)] for i in range(d)]
    return Block(W.W_up, W.W_down, name, skip, b_up=W.b_up, b_down=[0] * d if rng.randint(0, 1) else draw(d))


def as_block(block: Block, V: Network) -> Block:
    """V as a block without skip."""
    zero = [[0] * block.d] * block.d
    return Block(V.up, V.down, block.activation, zero, b_up=V.b_up, b_down=V.b_down or [0] * block.d)


def computes(block: Block, V: Network, rng: random.Random) -> None:
    """V and the block at random points: exact values for relu, enclosures that meet for the others."""
    rows = {"b_up": V.b_up, "b_down": V.b_down or [0] * block.d}
    for _ in range(3):
        x = [Fraction(rng.randint(-50, 50), rng.randint(1, 9)) for _ in range(block.d)]
        if block.activation == CONIC:
            ours = brute.value(
                block.W_up,
                block.W_down,
                block.weights.M,
                b_up=block.b_up or [],
                b_down=block.b_down or [0] * block.d,
                x=x,
            )
            assert ours == brute.value(V.up, V.down, [[0] * block.d] * block.d, **rows, x=x)
        elif V.width and all(map(any, block.W_up)):  # else irrational constants are taken over
            for a, b in zip(block.evaluate(x), as_block(block, V).evaluate(x), strict=True):
                assert (
                    a == b if isinstance(a, Fraction) and isinstance(b, Fraction) else 0 in ball(a) - ball(b)
                )


def ball(x: Any) -> Any:
    """An enclosure."""
    from flint import arb, fmpq

    return arb(fmpq(x.numerator, x.denominator)) if isinstance(x, Fraction) else x


def agrees(block: Block, rng: random.Random) -> Decision:
    """The verdict, the least width and V against the oracle."""
    omega = brute.least_width(
        block.W_up, block.W_down, block.weights.M,
        b_up=block.b_up or [], b_down=block.b_down, conic=activation(block.activation).homogeneous,
    )  # fmt: skip
    decision, found = decide(block), least_width(block)
    if decision.verdict is Verdict.UNDECIDED:
        assert omega.low <= block.width < omega.high, block
        assert block.b_down is None
    else:
        assert decision.absorbable is not None
        assert block.width >= omega.low if decision.absorbable else block.width < omega.high, block
    assert omega.low <= found.lower <= found.upper <= omega.high, block
    if decision.network is not None:
        assert (
            decision.network.width + (block.b_down is None and decision.network.b_down is not None)
            <= block.width
        )
        computes(block, decision.network, rng)
    return decision


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("name", [CONIC, "gelu"])
def test_small_blocks_agree_with_brute_force(seed: int, name: str) -> None:
    rng = random.Random(seed)
    verdicts = [agrees(random_block(rng, name), rng).verdict for _ in range(100)]
    assert {Verdict.ABSORBABLE, Verdict.NOT_ABSORBABLE} <= set(verdicts)
    assert (Verdict.UNDECIDED in verdicts) <= (name != CONIC)


@pytest.mark.parametrize("name", [CONIC, *RIGID])
def test_planted_blocks_agree_with_brute_force(name: str) -> None:
    rng = random.Random(7)
    assert all(agrees(planted(rng, name), rng).verdict is Verdict.ABSORBABLE for _ in range(25))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_twenty_thousand_small_blocks_agree_with_brute_force(part: int) -> None:
    rng = random.Random(SLOW_SEED + part)
    for _ in range(1000):
        agrees(random_block(rng, CONIC), rng)
        agrees(random_block(rng, rng.choice(RIGID)), rng)


@pytest.mark.parametrize("seed", range(3))
def test_on_the_line_the_kinks_decide(seed: int) -> None:
    """relu, d = 1, N <= 2, without the argument by classes."""
    rng, seen = random.Random(100 + seed), []
    for _ in range(300):
        block = random_block(rng, CONIC, dims=1, most=2)
        (down,), ((m,),) = block.W_down, block.weights.M
        expected = brute.line_absorbable(
            [w for (w,) in block.W_up], down, m,
            b_up=block.b_up or [], b_down=(block.b_down or [0])[0],
            output=block.b_down is not None, width=block.width,
        )  # fmt: skip
        assert decide(block).absorbable is expected, block
        seen.append(expected)
    assert 30 < sum(seen) < 270


def test_an_output_bias_takes_the_constants() -> None:
    """S = {0} solves (3) and moves the constant: absorbed with an output bias, not without."""
    loose = Block([[1]], [[-1]], b_up=[3], b_down=[0])
    decision = decide(loose)
    assert decision.subset == (0,)
    assert decision.network == Network([[Fraction(-1)]], [[Fraction(-1)]], [Fraction(-3)], [Fraction(-3)])
    assert "with hidden biases and an output bias" in str(decision.established)
    tight = Block([[1]], [[-1]], b_up=[3])
    assert decide(tight).verdict is Verdict.NOT_ABSORBABLE
    assert decide(tight).why.endswith("= -I and W_down[:,S] b_up[S] = 0")
    assert "with hidden biases" in str(decide(tight).established)
    assert decide(Block([[1]], [[-1]], b_up=[0])).subset == (0,)
    found = least_width(tight)
    assert (found.lower, found.upper) == (2, 2)  # one more neuron, a constant


def test_one_dimension_is_no_exception_with_biases() -> None:
    """relu, d = 1: without biases every W of two neurons is absorbable, with them (3) decides."""
    up, down = [[1], [2]], [[5, 7]]
    assert decide(Block(up, down)).absorbable
    assert decide(Block(up, down, b_up=[1, 0], b_down=[0])).absorbable is False
    assert decide(Block(up, [[-1, 7]], b_up=[1, 0], b_down=[0])).subset == (0,)


def test_parallel_hyperplanes_are_different_classes() -> None:
    block = Block([[1, 0], [1, 0], [0, 1]], [[1, -2, 0], [0, 0, -1]], b_up=[0, 1, 0], b_down=[0, 0])
    assert decide(block).subset == (0, 1, 2)
    assert "collinear" in decide(Block(block.W_up, block.W_down, b_up=[0, 0, 0], b_down=[0, 0])).why


@pytest.mark.parametrize("name", ["gelu", "softplus"])
def test_irrational_constants(name: str) -> None:
    """A neuron with row 0: decided when the linear parts decide, or a neuron is left for the constant."""
    generic = Block([[0, 0], [1, 2], [3, 1]], [[1, 5, 2], [0, 3, 7]], name, b_up=[1, 2, 3])
    assert decide(generic).verdict is Verdict.NOT_ABSORBABLE
    assert decide(Block([[0], [1]], [[1, 5]], name, b_up=[1, 2])).verdict is Verdict.UNDECIDED
    taken = decide(Block([[0], [1]], [[1, -1]], name, b_up=[1, 2]))
    assert taken.absorbable  # neuron 1 is flipped, neuron 0 becomes the constant that this needs
    assert "one neuron with row 0" in taken.why
    assert taken.network is not None
    assert taken.network.b_down is not None
    kept = decide(Block([[0], [1]], [[1, -1]], name, b_up=[1, 0]))
    assert kept.absorbable
    assert decide(Block([[1], [0], [2]], [[-1, 1, 0]], name, b_up=[2, 1, 3], b_down=[4])).absorbable


def test_undecided_is_told_with_its_reason() -> None:
    rng = random.Random(3)
    silent = [
        d for d in (decide(random_block(rng, "gelu")) for _ in range(400)) if d.verdict is Verdict.UNDECIDED
    ]
    assert silent
    for decision in silent:
        assert decision.absorbable is decision.certificate is decision.established is None
        assert "not known to be rational" in decision.why


def test_shifted_hardswish_is_dependent_and_undecided() -> None:
    """Six neurons of hardswish have even parts that cancel: no certificate may say "impossible" then."""
    terms = [(1, 6, -3), (-8, 3, -3), (9, 2, -3), (3, 6, -9), (-8, 3, -6), (1, 6, -15)]
    up, b_up = [[a] for _, a, _ in terms], [b for _, _, b in terms]
    mirrored = Block(
        [*up, *([-w] for (w,) in up)],
        [[c for c, _, _ in terms] * 2],
        "hardswish",
        [[0]],
        b_up=b_up + [-b for b in b_up],
    )
    for t in range(-40, 60):
        assert mirrored.evaluate([Fraction(t, 7)]) == [0]
    block = Block(
        [[2, -1], [1, 3], [-1, 1]], [[1, 2, -1], [3, 1, 2]], "hardswish", b_up=[1, 2, 3], b_down=[0, 0]
    )
    decision = decide(block)
    assert decision.verdict is Verdict.UNDECIDED
    assert "dependent" in decision.why
    proof = decide(Block(block.W_up, block.W_down, "gelu", b_up=block.b_up, b_down=block.b_down)).certificate
    assert proof is not None
    with pytest.raises(Rejected, match="dependent"):
        check(
            certificate(block.weights, "not-absorbable", 3, proof["evidence"]),
            block.weights,
            "not-absorbable",
        )
    found = least_width(block)
    assert (found.lower, found.upper) == (0, 5)
    assert decide(Block([[1]], [[-1]], "hardswish", b_up=[3], b_down=[0])).absorbable


def test_abs_with_biases() -> None:
    assert decide(Block([[1]], [[2]], "abs", b_up=[3], b_down=[1])).absorbable is False
    own = decide(Block([[1]], [[2]], "abs", [[0]], b_up=[3], b_down=[1]))
    assert own.absorbable
    assert own.network == Network([[Fraction(1)]], [[Fraction(2)]], [Fraction(3)], [Fraction(1)])


@pytest.mark.parametrize(("b_down", "width"), [([0, 0], 5), (None, 6)])
def test_doubled_neurons_with_biases(b_down: list[int] | None, width: int) -> None:
    """Proposition 8 (i): N + d neurons, and one more for the constants without output bias."""
    block = Block([[2, -1], [1, 3], [-1, 1]], [[1, 2, -1], [3, 1, 2]], b_up=[1, 2, 3], b_down=b_down)
    evidence = {"flip": [], "double": [0, 1]}
    check(certificate(block.weights, "width-at-most", width, evidence), block.weights, "width-at-most", width)
    body = certificate(block.weights, "width-at-most", width - 1, evidence)
    with pytest.raises(Rejected, match="neurons"):
        check(body, block.weights, "width-at-most", width - 1)
    assert least_width(block).upper <= width


def test_subsets_with_biases() -> None:
    """Equation (3) has one more column without output bias."""
    up, down, b_up = [[1, 0], [0, 1], [1, 1]], [[-1, 0, 4], [0, -1, 5]], [1, 2, 3]
    assert find_subset(Block(up, down, b_up=b_up, b_down=[0, 0])) == (0, 1)
    proof = find_subset(Block(up, down, b_up=b_up))
    assert isinstance(proof, dict)
    assert proof["claim"] == "no-subset"
    near = near_miss(subset_problem(Block(up, down, b_up=b_up)), Limits(time=1))
    assert near is not None
    assert near.subset == (0, 1)
    assert near.entries == {(0, 2): -1, (1, 2): -2}


@st.composite
def blocks(draw: st.DrawFn) -> Block:
    return random_block(
        random.Random(draw(st.integers(0, 10**6))), draw(st.sampled_from([CONIC, "gelu", "softplus"]))
    )


@given(blocks())
def test_every_residual_is_what_the_set_leaves_over(block: Block) -> None:
    for r in residuals(subset_problem(block)):
        left = block.residual(r.subset)
        assert r.entries == {(i, j): x for i, row in enumerate(left) for j, x in enumerate(row) if x}
        assert (not r.entries) <= bool(decide(block).absorbable)


@given(blocks(), st.randoms())
def test_the_order_of_the_neurons_does_not_matter(block: Block, rng: random.Random) -> None:
    order = list(range(block.width))
    rng.shuffle(order)
    assert decide(block.permute(order)).verdict == decide(block).verdict


@given(blocks(), st.integers(-3, 3))
def test_a_change_of_coordinates_does_not_matter(block: Block, t: int) -> None:
    Q = [[int(i == j) + t * ((i, j) == (0, 1)) for j in range(block.d)] for i in range(block.d)]
    assert decide(block.gauge(Q)).verdict == decide(block).verdict


@given(blocks())
def test_an_output_bias_never_hurts(block: Block) -> None:
    with_one = Block(
        block.W_up,
        block.W_down,
        block.activation,
        block.skip,
        b_up=block.b_up,
        b_down=block.b_down or [0] * block.d,
    )
    assert bool(decide(block).absorbable) <= bool(decide(with_one).absorbable)


@given(blocks())
def test_the_constant_of_an_output_bias_does_not_matter(block: Block) -> None:
    if block.b_down is not None:
        moved = Block(
            block.W_up,
            block.W_down,
            block.activation,
            block.skip,
            b_up=block.b_up,
            b_down=[y + 3 for y in block.b_down],
        )
        assert decide(moved).verdict == decide(block).verdict


@given(blocks())
def test_the_certificate_is_for_these_biases_only(block: Block) -> None:
    decision = decide(block)
    if decision.certificate is None:
        return
    for changed in (
        Block(block.W_up, block.W_down, block.activation, block.skip),
        Block(
            block.W_up,
            block.W_down,
            block.activation,
            block.skip,
            b_up=[b + 1 for b in block.b_up or ()],
            b_down=block.b_down,
        ),
    ):
        with pytest.raises(Rejected, match="sha256"):
            check(decision.certificate, changed.weights, str(decision.verdict))


def test_an_output_bias_needs_hidden_biases() -> None:
    with pytest.raises(Malformed, match="b_up"):
        Block([[1]], [[1]], b_down=[1])
