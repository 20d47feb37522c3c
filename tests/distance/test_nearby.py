"""Other weights and other MLPs near a block: against planted solutions, every set of flips, and forgeries."""

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from itertools import combinations
from math import isqrt
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from symproof import Block, Malformed, Rejected, decide, distance
from symproof.absorb.nearby import no_approximation
from symproof.errors import OutOfBudget
from symproof.kernel.bounds import check_bound
from symproof.kernel.budget import Budget
from symproof.kernel.nearby import root

NAMES = ("relu", "gelu", "leaky_relu(3)", "leaky_relu(-3)", "silu", "softplus")


def squares(A: Any, B: Any) -> Fraction:
    """|A - B|^2."""
    pairs = (xy for rows in zip(A, B, strict=True) for xy in zip(*rows, strict=True))
    return sum(((Fraction(x) - Fraction(y)) ** 2 for x, y in pairs), Fraction(0))


@st.composite
def planted(draw: st.DrawFn) -> tuple[Block, Fraction, Block]:
    """A block near one that absorbs, how far that is, squared, and the one that absorbs."""
    d, N, name = draw(st.integers(1, 3)), draw(st.integers(3, 5)), draw(st.sampled_from(NAMES))
    entry = st.fractions(-2, 2, max_denominator=3)

    def matrix(rows: int, columns: int, values: st.SearchStrategy[Fraction]) -> list[list[Fraction]]:
        return draw(
            st.lists(st.lists(values, min_size=columns, max_size=columns), min_size=rows, max_size=rows)
        )

    up, down = matrix(N, d, entry), matrix(d, N, entry)
    gap = Block(up, down, name).gap
    for k in range(d):  # neurons 0 to d - 1 absorb the identity
        up[k] = [Fraction(j == k) for j in range(d)]
        for i in range(d):
            down[i][k] = -Fraction(i == k) / gap
    absorbs = Block(up, down, name)
    small = st.fractions("-1/4", "1/4", max_denominator=16)
    moved_up = [
        [x + e for x, e in zip(*rows, strict=True)] for rows in zip(up, matrix(N, d, small), strict=True)
    ]
    moved = [
        [x + e for x, e in zip(*rows, strict=True)] for rows in zip(down, matrix(d, N, small), strict=True)
    ]
    return Block(moved_up, moved, name), squares(up, moved_up) + squares(down, moved), absorbs


@given(planted())
def test_a_planted_solution_is_never_nearer_than_the_bounds(case: tuple[Block, Fraction, Block]) -> None:
    block, far, absorbs = case
    assert decide(absorbs).absorbable
    near = distance(block).near
    assert near is not None
    for bound in (near.solution, near.weights):
        assert bound is None or bound <= far


@given(planted(), st.integers(0, 20))
def test_the_kernel_refuses_more_than_a_planted_solution_allows(
    case: tuple[Block, Fraction, Block], bits: int
) -> None:
    """Whatever the evidence; also with rounded entries."""
    block, far, _ = case
    near = distance(block).near
    assert near is not None
    for claim, proof in near.certificates.items():
        if claim == "error-at-least":
            continue
        for more in ({}, {"bits": bits}):
            bound = far + Fraction(1, 1000)
            forged = {**proof, "bound": str(bound), "evidence": {**proof["evidence"], **more}}
            with pytest.raises(Rejected):
                check_bound(forged, block.weights, claim, bound)


@pytest.mark.parametrize("name", ["gelu", "relu"])
@pytest.mark.parametrize(
    ("up", "down"),
    [
        ([[3, 0], [0, 3], [3, "1/8"]], [[1, 0, 1], [0, 1, 1]]),  # two rows nearly equal
        ([[3, 0], [0, 3], [-3, "1/8"]], [[1, 0, 1], [0, 1, 1]]),  # nearly opposite
        ([[3, 0], [0, 3], ["1/16", "1/16"]], [[1, 0, 1], [0, 1, 1]]),  # a row nearly 0
        ([[3, 0], [0, 3], [2, 1]], [[1, 0, "1/16"], [0, 1, "1/16"]]),  # a column nearly 0
    ],
)
def test_broken_hypotheses_are_nearer_than_solutions(name: str, up: Any, down: Any) -> None:
    """All weights: no farther than the hypotheses of Theorem 4 hold; solutions alone: farther."""
    near = distance(Block(up, down, name)).near
    assert near is not None
    assert near.weights is not None
    assert near.solution is not None
    assert near.weights < Fraction(1, 64) < Fraction(1, 20) < near.solution
    proof = near.certificates["weights-at-least"]
    with pytest.raises(Rejected, match="nearer"):
        check_bound(
            {**proof, "bound": "1/20"}, Block(up, down, name).weights, "weights-at-least", Fraction(1, 20)
        )


def test_collinear_rows_count_for_relu_only() -> None:
    up: Any = [[3, 0], [0, 3], [6, "1/8"]]
    down = [[1, 0, 1], [0, 1, 1]]
    relu, gelu = (distance(Block(up, down, name)).near for name in ("relu", "gelu"))
    assert relu is not None
    assert gelu is not None
    assert (relu.weights or 0) < Fraction(1, 64) < Fraction(1, 20) < (gelu.weights or 0)


def test_biases() -> None:
    """They take part where their theorem speaks; not for hardswish."""
    up, down = [[1, 0], [0, 1], [1, 1]], [[1, 0, 1], [0, 1, 1]]
    biased = Block(up, down, "gelu", b_up=[0, 1, 2], b_down=[1, 1])
    near = distance(biased).near
    assert near is not None
    assert near.weights is not None
    proof = near.certificates["weights-at-least"]
    sentence = check_bound(proof, biased.weights, "weights-at-least", near.weights)
    assert "with hidden biases and an output bias of width N computes" in sentence
    silent = distance(Block(up, down, "hardswish", b_up=[0, 1, 2])).near
    assert silent is not None
    assert silent.weights is None
    assert silent.solution is not None


def sup(block: Block) -> Fraction:
    """What the statement says of the planes of two coordinates, all sets of flips run through, exactly."""
    best, N = Fraction(0), block.width
    for i, j in combinations(range(block.d), 2):
        u = [(Fraction(w[i]), Fraction(w[j])) for w in block.W_up]
        sizes = [a * a + b * b for a, b in u]
        if 0 in sizes:
            continue
        wedge = min(
            (u[k][0] * u[m][1] - u[k][1] * u[m][0]) ** 2 / (sizes[k] * sizes[m])
            for k in range(N)
            for m in range(k)
        )
        kink = min(s * sum(Fraction(row[k]) ** 2 for row in block.W_down) / 16 for k, s in enumerate(sizes))
        left = []
        for size in range(N + 1):
            for S in combinations(range(N), size):
                A = [
                    [
                        Fraction(block.weights.M[r][c]) + sum(Fraction(row[k]) * u[k][t] for k in S)
                        for t, c in enumerate((i, j))
                    ]
                    for r, row in enumerate(block.W_down)
                ]
                p, q = (sum(row[t] ** 2 for row in A) for t in (0, 1))
                s = sum(row[0] * row[1] for row in A)
                disc = ((p - q) ** 2 + 4 * s * s) * 10**40
                left.append((p + q + Fraction(isqrt(disc.numerator // disc.denominator), 10**20)) / 2)
        best = max(best, wedge / 9 * min(kink, min(left) / (2 * N + 2) ** 2))
    return best


@st.composite
def relus(draw: st.DrawFn) -> Block:
    """Small ReLU blocks."""
    d, N = draw(st.integers(2, 3)), draw(st.integers(2, 4))
    row = st.lists(st.integers(-3, 3), min_size=d, max_size=d)
    up = draw(st.lists(row, min_size=N, max_size=N))
    down = draw(st.lists(st.lists(st.integers(-3, 3), min_size=N, max_size=N), min_size=d, max_size=d))
    return Block(up, down)


@given(relus())
def test_the_error_of_every_mlp_against_every_set_of_flips(block: Block) -> None:
    exact, near = sup(block), distance(block).near
    assert near is not None
    if near.error is None:
        assert exact < Fraction(1, 10**8)
        return
    assert exact * Fraction(999, 1000) <= near.error <= exact
    proof, bound = near.certificates["error-at-least"], exact * Fraction(1001, 1000)
    with pytest.raises(Rejected):
        check_bound({**proof, "bound": str(bound)}, block.weights, "error-at-least", bound)


@pytest.mark.parametrize("size", ["1/100", "1/10"])
def test_a_small_kink_counts(size: str) -> None:
    """A small column: its kink bounds the error, not what the flips leave."""
    block = Block([[1, 0], [0, 1], [1, 1]], [[1, 0, size], [0, 1, size]])
    near, exact = distance(block).near, sup(block)
    kink = 2 * Fraction(size) ** 2 * 2 / 16
    assert exact == Fraction(1, 2) / 9 * kink
    assert near is not None
    assert near.error is not None
    proof = near.certificates["error-at-least"]
    assert check_bound({**proof, "bound": str(exact)}, block.weights, "error-at-least", exact)
    more = exact * Fraction(1001, 1000)
    with pytest.raises(Rejected, match="a kink is too small"):
        check_bound({**proof, "bound": str(more)}, block.weights, "error-at-least", more)


@given(relus(), st.integers(0, 2**32 - 1))
def test_no_mlp_is_nearer_than_the_error(block: Block, seed: int) -> None:
    """Flipped and refitted MLPs on a fine circle of each plane, in floats: a search, which must not win."""
    near = distance(block).near
    assert near is not None
    assume(near.error is not None)
    rng = np.random.default_rng(seed)
    angles = np.linspace(0, 2 * np.pi, 400, endpoint=False)
    up, down = (np.array(m, float) for m in (block.W_up, block.W_down))
    i, j = near.certificates["error-at-least"]["evidence"]["plane"]
    x = np.zeros((400, block.d))
    x[:, i], x[:, j] = np.cos(angles), np.sin(angles)
    f = x + np.maximum(x @ up.T, 0) @ down.T
    for _ in range(20):
        rows = up * rng.choice([-1, 1], len(up))[:, None] + rng.normal(size=up.shape) * rng.choice(
            [0, 0.1, 1]
        )
        hidden = np.maximum(x @ rows.T, 0)
        V = np.linalg.lstsq(hidden, f, rcond=None)[0]
        worst = float(((hidden @ V - f) ** 2).sum(axis=1).max())
        assert worst >= float(near.error or 0) * (1 - 1e-9)


RELU = Block([[1, 0], [0, 1], [1, 1]], [[1, 0, 1], [0, 1, 1]])
NEAR = distance(RELU).near
assert NEAR is not None
CHANGES: dict[str, Callable[[Any], object]] = {
    "another claim": lambda c: c.update(claim="distance-at-least"),
    "another bound": lambda c: c.update(bound="7"),
    "another activation": lambda c: c.update(activation="gelu"),
    "another block": lambda c: c.update(sha256="0" * 64),
    "no evidence": lambda c: c.update(evidence={}),
    "other evidence": lambda c: c.update(evidence={"S": []}),
    "a matrix of zeros": lambda c: c.update(evidence={"Y": [[0, 0], [0, 0]]}),
    "the other sign": lambda c: c.update(evidence={"Y": [[-1, 0], [0, -1]]}),
    "an empty plane": lambda c: c.update(evidence={"plane": []}),
    "a point": lambda c: c.update(evidence={"plane": [0, 0]}),
    "a plane turned round": lambda c: c.update(evidence={"plane": [1, 0]}),
    "a plane beyond": lambda c: c.update(evidence={"plane": [0, 2]}),
    "a plane of booleans": lambda c: c.update(evidence={"plane": [False, True]}),
    "few bits": lambda c: c["evidence"].update(bits=0),
}


@pytest.mark.parametrize("claim", NEAR.certificates)
@pytest.mark.parametrize("change", CHANGES)
def test_forged(claim: str, change: str) -> None:
    assert NEAR is not None
    control = deepcopy(NEAR.certificates[claim])
    bound = Fraction(control["bound"])
    assert check_bound(control, RELU.weights, claim, bound)
    CHANGES[change](control)
    with pytest.raises((Rejected, Malformed)):
        check_bound(control, RELU.weights, claim, bound)


@pytest.mark.parametrize(
    ("block", "why"),
    [
        (Block([[1, 0], [0, 1], [1, 1]], [[1, 0, 1], [0, 1, 1]], "gelu"), "relu"),
        (Block([[1, 0]], [[1], [1]]), "two neurons"),
        (Block([[1, 0], [0, 1], [1, 1]], [[1, 0, 1], [0, 1, 1]], b_up=[0, 0, 0]), "no biases"),
        (Block([[1, 0], [0, 1], [2, 0]], [[1, 0, 1], [0, 1, 1]]), "collinear"),
        (Block([[1, 0], [0, 1], [0, 0]], [[1, 0, 1], [0, 1, 1]]), "a row is 0"),
    ],
)
def test_hypotheses_of_the_error(block: Block, why: str) -> None:
    assert NEAR is not None
    proof = NEAR.certificates["error-at-least"]
    own = {**proof, "sha256": block.sha256, "activation": block.activation}
    with pytest.raises(Rejected, match=why):
        check_bound(own, block.weights, "error-at-least", Fraction(proof["bound"]))


def test_many_flips_are_out_of_budget() -> None:
    assert NEAR is not None
    with pytest.raises(OutOfBudget):
        check_bound(
            NEAR.certificates["error-at-least"],
            RELU.weights,
            "error-at-least",
            NEAR.error or Fraction(0),
            Budget(10),
        )


@given(st.fractions(0, 10**12))
def test_roots(x: Fraction) -> None:
    assert x < root(x) ** 2 < x + Fraction(1, 2**60) * (x + 1)


@pytest.mark.parametrize(
    ("block", "said"),
    [
        (RELU, True),
        (Block([[1, 0], [0, 1]], [[1, 0], [0, 1]], "gelu"), True),
        (Block([[1, 0], [0, 1]], [[1, 0], [0, 1]], "silu"), False),
        (Block([[1, 0], [0, 1]], [[1, 0], [0, 1]], "gelu_tanh"), False),
        (Block([[1, 0], [0, 1]], [[1, 0], [0, 1]], "gelu", b_up=[0, 0]), False),
        (Block([[1, 0], [0, 1]], [[-1, 0], [0, -1]], "gelu", "-I"), False),
        (Block([[1, 0], [2, 0]], [[1, 0], [0, 1]], "relu"), False),
        (Block([[1, 0], [2, 0]], [[1, 0], [0, 1]], "gelu"), True),
        (Block([[1, 0], [0, 0]], [[1, 0], [0, 1]], "gelu"), False),
        (Block([[1, 0], [0, 1]], [[1, 0], [0, 0]], "gelu"), False),
    ],
)
def test_what_is_said_of_approximation(block: Block, said: bool) -> None:
    assert distance(block).lower > 0
    assert bool(no_approximation(block, True)) is said
    assert not no_approximation(block, False)
