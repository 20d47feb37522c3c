"""Decisions and least widths: blocks with a known answer, and random degenerate ones against brute force."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import pytest
from oracles.brute import GELU, RELU, SOFTPLUS, Sigma, leaky, least_width, rational

from symproof import Block, Verdict, decide
from symproof.absorb.least_width import LeastWidth
from symproof.absorb.least_width import least_width as searched
from symproof.absorb.limits import Limits
from symproof.reader.weights import read_weights

FIXTURES = Path(__file__).parent.parent / "fixtures/widths"
KINDS = {"relu": RELU, "gelu": GELU, "softplus": SOFTPLUS, "leaky_relu(1/3)": leaky(Fraction(1, 3))}
KINDS |= {"silu": GELU, "squareplus": SOFTPLUS, "abs": Sigma(True, Fraction(0)), "hardswish": GELU}


def found(name: str) -> Block:
    """A block of fixtures/widths."""
    return Block.from_weights(read_weights(str(FIXTURES / f"{name}.json")))


@pytest.mark.parametrize(
    ("name", "width"),
    [
        ("tern_5_16_3", 17),
        ("tern_6_20_4", 21),
        ("width_N6_d12", 24),
        ("width_N30_d60", 120),
        ("dead_neuron", 3),
        ("zero_neuron", 3),
    ],
)
def test_found_blocks_are_not_absorbable_and_have_this_width(name: str, width: int) -> None:
    block = found(name)
    assert decide(block, Limits(time=60)).verdict is Verdict.NOT_ABSORBABLE
    answer = searched(block, Limits(time=60))
    assert (answer.lower, answer.upper) == (width, width), answer


@pytest.mark.parametrize(("d", "N"), [(24, 6), (16, 16), (20, 13), (9, 9)])
def test_random_integers_with_at_most_d_neurons_need_2d(d: int, N: int) -> None:
    rng = Random(d * N)
    up, down = ([[rng.randint(-9, 9) for _ in range(c)] for _ in range(r)] for r, c in ((N, d), (d, N)))
    answer = searched(Block(up, down), Limits(time=60))
    assert (answer.lower, answer.upper) == (2 * d, 2 * d)


def test_a_bound_that_is_only_the_rounding_of_zero() -> None:
    """A singular value is 1/2 exactly, so K is 0: `definite` once took the errors of its floats for more."""
    up = [[-1, 0, 1], [1, 0, -2], [1, -2, -2], [-1, 1, 1]]
    down = [[1, 1, 2, -1], [1, 1, -1, 1], [-1, 2, -1, 1]]
    skip = [[-1, 1, 2], [1, -1, 0], [-2, -1, 4]]
    bounds = searched(Block(up, down, "hardswish", skip))
    assert (bounds.lower, bounds.upper) == (4, 4) == (least_width(up, down, skip, GELU),) * 2


def test_small_weights_need_d_more_neurons() -> None:
    """At initial scale A(x) is nonsingular on the whole cube: N + d, by a definite form."""
    rng = Random(4)
    up, down = ([[rng.gauss(0, 0.05) for _ in range(c)] for _ in range(r)] for r, c in ((48, 12), (12, 48)))
    answer = searched(Block(up, down, "gelu", floats="binary"), Limits(time=60))
    assert (answer.lower, answer.upper) == (60, 60)
    assert "definite" in str(answer.lower_certificate["evidence"]["cost"][0])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(3))
def test_ternary_blocks_with_six_pairs_of_opposite_rows_are_decided(seed: int) -> None:
    """d = 8, N = 32: 26 classes and 6 neurons to spare; the kernel runs through 2^26 signs."""
    rng = Random(seed)
    up = [[rng.choice((-1, 0, 1)) for _ in range(8)] for _ in range(26)]
    down = [[rng.choice((-1, 0, 1)) for _ in range(32)] for _ in range(8)]
    decision = decide(Block([*up, *([-x for x in w] for w in up[:6])], down))
    assert decision.verdict in (Verdict.ABSORBABLE, Verdict.NOT_ABSORBABLE)


def block_of(rng: Random) -> tuple[Block, Sigma]:
    """Small and degenerate: d <= 3, N <= 5, parallel and zero rows, dead columns, all activations, biases."""
    d, N = rng.randint(1, 3), rng.randint(1, 5)
    name = rng.choice(list(KINDS))
    entries = rng.choice(((-1, 0, 1), (-2, -1, 0, 1, 2), (0, 0, 1, -1, 3)))
    up = [[rng.choice(entries) for _ in range(d)] for _ in range(N)]
    for k in range(1, N):
        if rng.random() < 0.4:
            factor = rng.choice((1, -1, 2, -3))
            up[k] = [factor * x for x in up[rng.randrange(k)]]
    down = [[rng.choice(entries) for _ in range(N)] for _ in range(d)]
    skip = None
    if rng.random() < 0.5:
        skip = [[rng.choice((0, 0, 1, -1, 2)) for _ in range(d)] for _ in range(d)]
    b_up = [rng.choice((-1, 0, 1, 2)) for _ in range(N)] if rng.random() < 0.6 else None
    for k in range(1, N) if b_up else ():
        if rng.random() < 0.4:
            b_up[k] = rng.choice((1, -1)) * b_up[rng.randrange(k)]
    b_down = [rng.choice((-1, 0, 1)) for _ in range(d)] if b_up and rng.random() < 0.5 else None
    return Block(up, down, name, skip, b_up=b_up, b_down=b_down), KINDS[name]


def bounds(block: Block, sigma: Sigma) -> tuple[int, int]:
    """From where to where the least width lies by brute force; no width works: beyond every number.

    They differ where constants are irrational and V has no output bias: a neuron with row 0 settles it. And
    for hardswish with biases the theorems exclude nothing, as its translates are dependent.
    """
    weights = block.weights
    omega = least_width(weights.up, weights.down, weights.M, sigma, b_up=weights.b_up, b_down=weights.b_down)
    if omega is None:
        return 10**9, 10**9
    still = {k for k, w in enumerate(weights.up) if not any(w)}
    loose = weights.b_up is not None and weights.b_down is None and not sigma.conic
    if loose and not rational(still, weights.down, weights.b_up or (), sigma):
        return omega, omega + 1
    return omega, omega


def compared(seed: int) -> str:
    """One block, decided and bounded; what came out."""
    block, sigma = block_of(Random(seed))
    low, high = bounds(block, sigma)
    decision = decide(block)
    dependent = block.activation == "hardswish" and block.b_up is not None
    if decision.verdict is Verdict.ABSORBABLE:
        assert block.width >= low, seed
    elif decision.verdict is Verdict.NOT_ABSORBABLE:
        assert block.width < high, seed
        assert not dependent, seed
    else:
        assert decision.verdict is Verdict.UNDECIDED, (seed, decision)
        assert low <= block.width < high or (dependent and block.width < high), (seed, low, high)
    if seed % 5 == 0:
        _width(searched(block), low, high, dependent=dependent, seed=seed)
    return decision.verdict


def _width(answer: LeastWidth, low: int, high: int, *, dependent: bool, seed: int) -> None:
    if answer.upper is None:
        assert low == 10**9, seed
        return
    assert low <= answer.upper <= high, (seed, answer, low, high)
    assert answer.lower <= high, seed
    assert dependent or answer.lower >= low, (seed, answer, low)


def swept(seeds: range) -> Counter[Any]:
    """All seeds; every verdict that there is must occur."""
    seen = Counter(map(compared, seeds))
    assert set(seen) == {Verdict.ABSORBABLE, Verdict.NOT_ABSORBABLE, Verdict.UNDECIDED}
    return seen


def test_degenerate_blocks_agree_with_brute_force() -> None:
    swept(range(400))


@pytest.mark.slow
def test_a_hundred_thousand_degenerate_blocks_agree_with_brute_force() -> None:
    """Seeds 10^6 to 1.1 10^6: some 40 minutes of one core."""
    swept(range(10**6, 10**6 + 100_000))
