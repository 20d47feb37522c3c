"""Bounds of the distance: against every S, in exact arithmetic, and under every forgery."""

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symproof import Block, Malformed, Rejected, check, distance
from symproof.absorb.distance import percents
from symproof.kernel.bounds import check_bound
from symproof.kernel.linear import integer_product

NAMES = ("relu", "gelu", "leaky_relu(3)", "leaky_relu(-3)", "abs")


def least(block: Block) -> Fraction:
    """The minimum over all S of |M + c W_S U_S|^2."""
    found = []
    for size in range(block.width + 1):
        for S in combinations(range(block.width), size):
            entries = [
                Fraction(block.weights.M[i][j])
                + block.gap * sum(Fraction(block.W_down[i][k]) * Fraction(block.W_up[k][j]) for k in S)
                for i in range(block.d)
                for j in range(block.d)
            ]
            found.append(sum((x * x for x in entries), Fraction(0)))
    return min(found)


@st.composite
def blocks(draw: st.DrawFn) -> Block:
    """Small blocks with every kind of activation, biases, skips and entries."""
    d, N = draw(st.integers(1, 4)), draw(st.integers(1, 6))
    entry = st.fractions(-3, 3, max_denominator=4)

    def matrix(rows: int, columns: int) -> list[list[Fraction]]:
        row = st.lists(entry, min_size=columns, max_size=columns)
        return draw(st.lists(row, min_size=rows, max_size=rows))

    skip = draw(st.sampled_from(["I", "-I"]))
    b_up = draw(st.none() | st.just([1] * N))
    return Block(matrix(N, d), matrix(d, N), draw(st.sampled_from(NAMES)), skip, b_up=b_up)


@given(blocks())
def test_both_sides_hold_for_every_subset(block: Block) -> None:
    """Up to N = 6 the upper side is the minimum; the lower one is at most a few per cent of |M|^2 below."""
    found, exact = distance(block), least(block)
    assert found.lower <= exact <= found.upper
    assert found.upper - exact <= Fraction(1, 10**6)
    assert 0 <= found.share[0] <= found.share[1] <= 1


@given(blocks(), st.integers(1, 10**6))
def test_the_kernel_refuses_any_more(block: Block, step: int) -> None:
    """A bound beyond the truth is rejected, whatever Y or S stands in the certificate."""
    exact, weights = least(block), block.weights
    below, above = distance(block).certificates
    for claim, proof, bound in (
        ("distance-at-least", below, exact + Fraction(1, step)),
        ("distance-at-most", above, exact - Fraction(1, step)),
    ):
        forged = {**proof, "bound": str(bound)}
        with pytest.raises(Rejected):
            check_bound(forged, weights, claim, bound)


@given(st.data())
def test_products_of_integers(data: st.DataObject) -> None:
    """Packed entries against the definition, for every sign and size."""
    n, m, k = (data.draw(st.integers(1, 5)) for _ in range(3))
    entry = st.integers(-(10**30), 10**30) | st.integers(-2, 2)
    A = data.draw(st.lists(st.lists(entry, min_size=m, max_size=m), min_size=n, max_size=n))
    B = data.draw(st.lists(st.lists(entry, min_size=k, max_size=k), min_size=m, max_size=m))
    expected = [[sum(a * B[j][c] for j, a in enumerate(row)) for c in range(k)] for row in A]
    assert integer_product(A, B) == expected


def test_many_columns_are_packed_in_parts() -> None:
    assert integer_product([[1, -1]], [list(range(600)), [1] * 600]) == [[x - 1 for x in range(600)]]


BLOCK = Block([[1, 0], [0, 1], [1, 1]], [[-1, 0, 1], [0, "-1/2", 1]])
FOUND = distance(BLOCK)


def test_an_absorbed_skip_has_share_one() -> None:
    found = distance(Block([[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]]))
    assert found.subset == (0, 1)
    assert set(found.share) == {1}
    assert percents(found.share) == "100.0 %"


def test_a_skip_of_zero_has_no_share() -> None:
    with pytest.raises(Malformed, match="the skip is 0"):
        distance(Block([[1]], [[1]], skip=[[0]]))


@pytest.mark.parametrize("bound", [Fraction(0), Fraction(-1)])
def test_no_bound_needs_no_matrix(bound: Fraction) -> None:
    proof = {**FOUND.certificates[0], "bound": str(bound), "evidence": {"Y": [[0, 0], [0, 0]]}}
    assert "every set S" in check_bound(proof, BLOCK.weights, "distance-at-least", bound)


CHANGES: dict[str, Callable[[Any], object]] = {
    "another format": lambda c: c.update(format="symproof-certificate-1"),
    "another claim": lambda c: c.update(claim="distance-at-most"),
    "another activation": lambda c: c.update(activation="gelu"),
    "another bound": lambda c: c.update(bound="1/9"),
    "another block": lambda c: c.update(sha256="0" * 64),
    "no evidence": lambda c: c.pop("evidence"),
    "a width": lambda c: c.update(width=3),
    "another key": lambda c: c["evidence"].update(Z=[]),
    "a zero matrix": lambda c: c["evidence"].update(Y=[[0, 0], [0, 0]]),
    "the other sign": lambda c: c["evidence"].update(Y=[[-1, 0], [0, -1]]),
    "a row": lambda c: c["evidence"].update(Y=[[1, 0]]),
    "a long row": lambda c: c["evidence"].update(Y=[[1, 0, 0], [0, 1, 0]]),
    "numbers": lambda c: c["evidence"].update(Y=[["1", "0"], ["0", "1"]]),
    "booleans": lambda c: c["evidence"].update(Y=[[True, False], [False, True]]),
    "few bits": lambda c: c["evidence"].update(bits=0),
    "bits below 0": lambda c: c["evidence"].update(bits=-1),
    "bits without end": lambda c: c["evidence"].update(bits=10**9),
    "bits that are none": lambda c: c["evidence"].update(bits=True),
    "a covariance": lambda c: c.update(covariance="0" * 64),
    "evidence about a covariance": lambda c: c["evidence"].update(L=[[1, 0], [0, 1]], scale=1),
}


@pytest.mark.parametrize("change", CHANGES)
def test_forged_lower_bounds(change: str) -> None:
    lower = FOUND.lower
    control = deepcopy(FOUND.certificates[0])
    assert check_bound(control, BLOCK.weights, "distance-at-least", lower)
    CHANGES[change](control)
    with pytest.raises((Rejected, Malformed)):
        check_bound(control, BLOCK.weights, "distance-at-least", lower)


@pytest.mark.parametrize(
    "S", [[0], [], [1, 0], [0, 0, 1], [0, 1, 2], [0, 3], [-1], [True], ["0"], "01", None]
)
def test_forged_upper_bounds(S: object) -> None:
    proof = deepcopy(FOUND.certificates[1])
    assert check_bound(proof, BLOCK.weights, "distance-at-most", FOUND.upper)
    assert proof["evidence"]["S"] == [0, 1]
    proof["evidence"]["S"] = S
    with pytest.raises((Rejected, Malformed)):
        check_bound(proof, BLOCK.weights, "distance-at-most", FOUND.upper)


def test_an_unknown_claim() -> None:
    with pytest.raises(Malformed, match="the claims are distance-at-least, distance-at-most"):
        check_bound(FOUND.certificates[0], BLOCK.weights, "absorbable", FOUND.lower)


@given(blocks(), st.integers(0, 12), st.integers(1, 1000))
def test_rounding_never_helps(block: Block, bits: int, step: int) -> None:
    """With any number of bits a bound beyond the truth is rejected; with many the true one is kept."""
    exact, weights, found = least(block), block.weights, distance(block)
    for proof, sign in zip(found.certificates, (1, -1), strict=True):
        bound = exact + Fraction(sign, step)
        forged = {**proof, "bound": str(bound), "evidence": {**proof["evidence"], "bits": bits}}
        with pytest.raises(Rejected):
            check_bound(forged, weights, proof["claim"], bound)
        bound = Fraction(proof["bound"]) - Fraction(sign, 1000)
        near = {**proof, "bound": str(bound), "evidence": {**proof["evidence"], "bits": 60}}
        assert check_bound(near, weights, proof["claim"], bound)


def quadratic(A: list[list[Fraction]], C: list[list[int]]) -> Fraction:
    """tr(A C A^T)."""
    return sum(
        (row[i] * row[j] * c for row in A for i, line in enumerate(C) for j, c in enumerate(line)),
        Fraction(0),
    )


@st.composite
def covariances(draw: st.DrawFn, d: int) -> list[list[int]]:
    """B B^T + I for an integer B."""
    B = draw(st.lists(st.lists(st.integers(-2, 2), min_size=d, max_size=d), min_size=d, max_size=d))
    return [[sum(map(int.__mul__, B[i], B[j])) + (i == j) for j in range(d)] for i in range(d)]


@given(st.data())
def test_a_covariance_against_every_subset(data: st.DataObject) -> None:
    block = data.draw(blocks())
    C = data.draw(covariances(block.d))
    found = distance(block, covariance=C)
    values = []
    for size in range(block.width + 1):
        for S in combinations(range(block.width), size):
            A = [
                [
                    Fraction(block.weights.M[i][j])
                    + block.gap * sum(Fraction(block.W_down[i][k]) * Fraction(block.W_up[k][j]) for k in S)
                    for j in range(block.d)
                ]
                for i in range(block.d)
            ]
            values.append(quadratic(A, C))
    exact = min(values)
    assert found.norm == values[0]
    assert found.lower <= exact <= found.upper <= exact + Fraction(1, 10**6) * found.norm
    for proof, bound in zip(found.certificates, (exact + 1, exact - 1), strict=True):
        with pytest.raises(Rejected):
            check_bound({**proof, "bound": str(bound)}, block.weights, proof["claim"], bound, covariance=C)


def test_the_identity_is_a_covariance() -> None:
    found = distance(BLOCK, covariance=[[1, 0], [0, 1]])
    assert found.norm == FOUND.norm
    assert abs(found.lower - FOUND.lower) < Fraction(1, 1000)
    assert found.near is None


C = [[2, 1], [1, 2]]
WEIGHED = distance(BLOCK, covariance=C)
FORGED: dict[str, Callable[[Any], object]] = {
    "no fingerprint": lambda c: c.pop("covariance"),
    "another covariance": lambda c: c.update(covariance="0" * 64),
    "no factor": lambda c: c["evidence"].pop("L"),
    "no scale": lambda c: c["evidence"].pop("scale"),
    "a factor beyond": lambda c: c["evidence"].update(L=[[10**9, 0], [0, 10**9]]),
    "a factor of 0": lambda c: c["evidence"].update(L=[[0, 0], [0, 0]], scale=0),
    "a scale below 0": lambda c: c["evidence"].update(scale=-c["evidence"]["scale"]),
    "a scale that is none": lambda c: c["evidence"].update(scale="1"),
}


@pytest.mark.parametrize("change", FORGED)
def test_forged_covariances(change: str) -> None:
    control = deepcopy(WEIGHED.certificates[0])
    lower = WEIGHED.lower
    assert check_bound(control, BLOCK.weights, "distance-at-least", lower, covariance=C)
    FORGED[change](control)
    with pytest.raises((Rejected, Malformed)):
        check_bound(control, BLOCK.weights, "distance-at-least", lower, covariance=C)


def test_an_indefinite_covariance_proves_nothing() -> None:
    """[[1, 2], [2, 1]] has the eigenvalue -1: |A|^2 would be negative for some A."""
    wrong = [[1, 2], [2, 1]]
    with pytest.raises(Malformed, match="not positive definite"):
        distance(BLOCK, covariance=wrong)
    proof = deepcopy(WEIGHED.certificates[0])
    from symproof.reader.weights import Weights

    proof |= {"covariance": Weights(wrong, wrong).sha256(), "bound": "1/100"}
    proof["evidence"] |= {"L": [[1, 0], [2, 0]], "scale": 1}
    with pytest.raises(Rejected, match="positive semidefinite"):
        check_bound(proof, BLOCK.weights, "distance-at-least", Fraction(1, 100), covariance=wrong)


@pytest.mark.parametrize(
    ("covariance", "why"),
    [
        ([[1, 2], [0, 1]], "not symmetric"),
        ([[1]], "must be 2 x 2"),
        ([[0, 0], [0, 0]], "no variance"),
        ([[1, 0], [0, 0]], "positive definite"),
    ],
)
def test_what_is_no_covariance(covariance: list[list[int]], why: str) -> None:
    with pytest.raises(Malformed, match=why):
        distance(BLOCK, covariance=covariance)


@pytest.mark.parametrize("scale", ["1/1000000000000", "1", "1000000000000"])
def test_bounds_keep_their_digits_at_every_scale(scale: str) -> None:
    """The share does not change when M and W_down are multiplied by one number."""
    factor = Fraction(scale)
    skip: Any = [[factor, 0], [0, factor]]
    down = [[factor * x for x in row] for row in ([3, 1, -2], [1, -5, 1])]
    found = distance(Block([["1/7", "2/3"], ["1/3", "1/11"], [1, "1/5"]], down, "gelu", skip), near=False)
    one = distance(Block([["1/7", "2/3"], ["1/3", "1/11"], [1, "1/5"]], [[3, 1, -2], [1, -5, 1]], "gelu"))
    for a, b in zip(found.share, one.share, strict=True):
        assert abs(a - b) < Fraction(1, 10**6)


def test_python_checks_with_a_covariance() -> None:
    proof = WEIGHED.certificates[0]
    sentence = check(proof, BLOCK, proof.claim, bound=WEIGHED.lower, covariance=C)
    assert "tr(A C A^T)" in sentence
    with pytest.raises((Rejected, Malformed)):
        check(proof, BLOCK, proof.claim, bound=WEIGHED.lower)
    with pytest.raises(Rejected, match="another covariance"):
        check(proof, BLOCK, proof.claim, bound=WEIGHED.lower, covariance=[[2, 0], [0, 2]])
    with pytest.raises(Malformed):
        check(proof, BLOCK, "absorbable", covariance=C)
    with pytest.raises(Malformed):
        check(proof, [BLOCK, BLOCK], "not-representable", covariance=C)
    assert FOUND.near is not None
    for own in FOUND.near.certificates.values():
        assert check(own, BLOCK, own.claim, bound=own["bound"])
        with pytest.raises(Malformed, match="with a covariance"):
            check(own, BLOCK, own.claim, bound=own["bound"], covariance=C)


@pytest.mark.parametrize("name", ["gelu", "relu", "leaky_relu(-3)", "abs"])
@pytest.mark.parametrize("scale", [0.0, 1e-3, 0.1, 10.0])
@pytest.mark.parametrize(("d", "N"), [(40, 64), (64, 64), (24, 300), (60, 40)])
def test_blocks_whose_entries_are_rounded(d: int, N: int, scale: float, name: str) -> None:
    """Where no flip helps as well: what the search proposes, the kernel accepts; floats agree."""
    rng = np.random.default_rng(d + N)
    up, down = (rng.normal(size=size).astype(np.float32) * scale for size in ((N, d), (d, N)))
    block = Block(up, down, name, floats="binary")
    found = distance(block, near=False)
    assert ("bits" in found.certificates[0]["evidence"]) == (found.lower > 0)
    S, c = list(found.subset), float(block.gap)
    left = np.eye(d) + c * down[:, S].astype(float) @ up[S].astype(float)
    assert float(found.upper) == pytest.approx(float((left**2).sum()), rel=1e-5)
    assert 0 <= found.lower <= found.upper <= d
