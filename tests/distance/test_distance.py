"""Bounds of the distance: against every S, in exact arithmetic, and under every forgery."""

from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symproof import Block, Malformed, Rejected, distance
from symproof.absorb.distance import percents
from symproof.kernel.distance import check_distance
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
            check_distance(forged, weights, claim, bound)


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
    proof = {**FOUND.certificates[0], "bound": str(bound), "evidence": {"Y": [["0", "0"], ["0", "0"]]}}
    assert "every set S" in check_distance(proof, BLOCK.weights, "distance-at-least", bound)


CHANGES: dict[str, Callable[[Any], object]] = {
    "another format": lambda c: c.update(format="symproof-certificate-1"),
    "another claim": lambda c: c.update(claim="distance-at-most"),
    "another activation": lambda c: c.update(activation="gelu"),
    "another bound": lambda c: c.update(bound="1/9"),
    "another block": lambda c: c.update(sha256="0" * 64),
    "no evidence": lambda c: c.pop("evidence"),
    "a width": lambda c: c.update(width=3),
    "another key": lambda c: c["evidence"].update(Z=[]),
    "a zero matrix": lambda c: c["evidence"].update(Y=[["0", "0"], ["0", "0"]]),
    "the other sign": lambda c: c["evidence"].update(Y=[["-1", "0"], ["0", "-1"]]),
    "a row": lambda c: c["evidence"].update(Y=[["1", "0"]]),
    "a long row": lambda c: c["evidence"].update(Y=[["1", "0", "0"], ["0", "1", "0"]]),
    "integers": lambda c: c["evidence"].update(Y=[[1, 0], [0, 1]]),
    "booleans": lambda c: c["evidence"].update(Y=[[True, False], [False, True]]),
    "not in lowest terms": lambda c: c["evidence"].update(Y=[["2/2", "0"], ["0", "1"]]),
}


@pytest.mark.parametrize("change", CHANGES)
def test_forged_lower_bounds(change: str) -> None:
    lower = FOUND.lower
    control = deepcopy(FOUND.certificates[0])
    assert check_distance(control, BLOCK.weights, "distance-at-least", lower)
    CHANGES[change](control)
    with pytest.raises((Rejected, Malformed)):
        check_distance(control, BLOCK.weights, "distance-at-least", lower)


@pytest.mark.parametrize(
    "S", [[0], [], [1, 0], [0, 0, 1], [0, 1, 2], [0, 3], [-1], [True], ["0"], "01", None]
)
def test_forged_upper_bounds(S: object) -> None:
    proof = deepcopy(FOUND.certificates[1])
    assert check_distance(proof, BLOCK.weights, "distance-at-most", FOUND.upper)
    assert proof["evidence"]["S"] == [0, 1]
    proof["evidence"]["S"] = S
    with pytest.raises((Rejected, Malformed)):
        check_distance(proof, BLOCK.weights, "distance-at-most", FOUND.upper)


def test_an_unknown_claim() -> None:
    with pytest.raises(Malformed, match="the claims are distance-at-least, distance-at-most"):
        check_distance(FOUND.certificates[0], BLOCK.weights, "absorbable", FOUND.lower)
