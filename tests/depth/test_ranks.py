"""Rank certificates: the counts of both families, controls that must fail, forgeries."""

from __future__ import annotations

import copy
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from symproof.absorb.limits import Limits
from symproof.depth.families import dimension, residual_free_rank, residual_rank
from symproof.depth.ranks import generic_depth
from symproof.depth.series import taylor
from symproof.errors import GaveUp, Malformed, OutOfBudget, Rejected
from symproof.functions.grammar import parse
from symproof.kernel.budget import Budget
from symproof.kernel.ranks import check_ranks

SIZES = (
    (1, (1, 1)), (1, (2, 1)), (1, (1, 2, 1)), (2, (1, 1)), (2, (2, 2)), (2, (2, 3)), (2, (3, 1)),
    (2, (1, 4, 2)), (2, (4, 4)), (3, (1, 1)), (3, (2, 2)), (3, (3, 3)), (3, (1, 1, 1)), (3, (4, 3)),
)  # fmt: skip


@pytest.mark.parametrize(("d", "widths"), SIZES)
@pytest.mark.parametrize("name", ["gelu", "silu", "gelu_tanh"])
def test_the_ranks_of_both_families(name: str, d: int, widths: tuple[int, ...]) -> None:
    """With skips all weights count; without, the interfaces cost what the count of FRONTIER's slice says."""
    found = generic_depth(d, widths, name)
    assert found.rank == 2 * d * sum(widths)
    assert check_ranks(found.certificate, d, widths, name) == found.established
    free = residual_free_rank(d, widths, name)
    assert free <= dimension(d, widths) < found.rank


@pytest.mark.parametrize(("d", "widths"), [(2, (2, 2)), (3, (3, 3)), (2, (4, 4))])
def test_the_count_of_the_residual_free_family_is_attained(d: int, widths: tuple[int, ...]) -> None:
    assert residual_free_rank(d, widths, "silu") == dimension(d, widths)


@pytest.mark.parametrize("formula", ["z**2", "z+z**2"])
def test_polynomials_have_no_certificate(formula: str) -> None:
    series = taylor(parse(formula), 40)
    with pytest.raises(GaveUp):
        generic_depth(2, [2, 2], "series", series, Limits(time=20))


def test_one_layer_without_skip_has_as_many_weights_as_one_with() -> None:
    """L = L' = 1: both ranks are 12, so the count alone decides nothing there (Theorem 4 does)."""
    assert residual_rank(2, (3,), "silu") == residual_free_rank(2, (3,), "silu") == 12


@pytest.mark.parametrize(("d", "widths"), [(2, (2, 2)), (2, (3, 1)), (1, (2, 1))])
def test_singular_values_count_the_same(d: int, widths: tuple[int, ...]) -> None:
    """Oracle: central differences of SiLU stacks in floats, their singular values."""
    rng = np.random.default_rng(5)
    shapes = [(n, d) for n in widths for _ in (0, 1)]
    weights = [rng.normal(size=s if i % 2 == 0 else s[::-1]) for i, s in enumerate(shapes)]
    points = rng.normal(size=(40, d)) * 2

    def values(flat: np.ndarray, skip: int) -> np.ndarray:
        x, at = points.T, 0
        for i in range(0, len(weights), 2):
            U, W = (
                flat[at + k * w.size : at + (k + 1) * w.size].reshape(w.shape)
                for k, w in enumerate(weights[i : i + 2])
            )
            z = U @ x
            x, at = skip * x + W @ (z / (1 + np.exp(-z))), at + 2 * U.size
        return x.ravel()

    flat = np.concatenate([w.ravel() for w in weights])
    steps = np.eye(len(flat)) * 1e-5
    ranks = []
    for skip in (1, 0):
        J = np.array([(values(flat + h, skip) - values(flat - h, skip)) / 2e-5 for h in steps])
        singular = np.linalg.svd(J, compute_uv=False)
        ranks.append(int((singular > 1e-7 * singular[0]).sum()))
    assert ranks == [residual_rank(d, widths, "silu"), residual_free_rank(d, widths, "silu")]


@pytest.mark.parametrize(("d", "widths"), [(2, (1, 1)), (2, (4, 4)), (2, (1, 4, 2)), (3, (3, 4))])
def test_relu(d: int, widths: tuple[int, ...]) -> None:
    found = generic_depth(d, widths, "relu")
    assert found.rank == (2 * d - 1) * sum(widths)
    assert "comes near" in check_ranks(found.certificate, d, widths, "relu")


def test_relu_in_one_dimension_has_no_certificate() -> None:
    """Two slopes are all there is: each stack of blocks of two neurons is one without skips."""
    with pytest.raises(GaveUp):
        generic_depth(1, [2, 2], "relu")


@pytest.mark.parametrize(
    "formula", ["tanh(z)", "z*(exp(2*z)+2*exp(z))/(exp(2*z)+2*exp(z)+2)", "cos(z)-1", "z/(1+z**2)", "atan(z)"]
)
def test_any_rational_series(formula: str) -> None:
    series = taylor(parse(formula), 60)
    found = generic_depth(2, [2, 2], "series", series)
    assert found.series is not None
    assert check_ranks(found.certificate, 2, [2, 2], "series", list(found.series)) == found.established
    changed = [*found.series[:-1], str(Fraction(found.series[-1]) + 1)]
    with pytest.raises(Rejected):
        check_ranks(found.certificate, 2, [2, 2], "series", changed)


def test_a_value_that_is_not_0_is_refused() -> None:
    with pytest.raises(Rejected):
        generic_depth(1, [1], "softplus")
    with pytest.raises(Rejected):
        generic_depth(
            1, [1, 1], "series", [Fraction(1), Fraction(1), *[Fraction(1, n) for n in range(1, 40)]]
        )


FORGERIES: dict[str, Callable[[dict[str, Any]], object]] = {
    "a row twice": lambda e: e["rows"].__setitem__(0, e["rows"][1]),
    "a row less": lambda e: e["rows"].pop(),
    "a row of order 0": lambda e: e["rows"][0].__setitem__(2, 0),
    "a neuron that does nothing": lambda e: [row.__setitem__(0, "0") for row in e["weights"][0]["W_down"]],
    "two equal neurons": lambda e: e["weights"][0]["W_up"].__setitem__(0, e["weights"][0]["W_up"][1]),
    "weights that are 0": lambda e: e["weights"][0].update(W_up=[["0"] * 2] * 2),
    "a block less": lambda e: e["weights"].pop(),
    "a block more": lambda e: e["weights"].append(e["weights"][0]),
    "other shapes": lambda e: e["weights"][0]["W_up"].append(["1", "1"]),
    "fractions": lambda e: e["weights"][0]["W_up"][0].__setitem__(0, "1/2"),
    "modulus 1": lambda e: e.update(modulus="1"),
    "modulus 2": lambda e: e.update(modulus="2"),
    "modulus a half": lambda e: e.update(modulus="1/2"),
    "an axis beyond": lambda e: e["rows"][0].__setitem__(0, 2),
    "an order beyond": lambda e: e["rows"][0].__setitem__(2, 10**6),
    "points for gelu": lambda e: e.update(points=[["1", "2"]]),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    proof = generic_depth(2, [2, 2], "gelu").certificate
    assert check_ranks(proof, 2, [2, 2], "gelu")
    wrong = copy.deepcopy(proof)
    FORGERIES[name](wrong["evidence"])
    with pytest.raises((Rejected, Malformed)):
        check_ranks(wrong, 2, [2, 2], "gelu")


def test_the_work_is_counted() -> None:
    """A row of high order for the smallest stack: numbers of thousands of digits, multiplied for an hour."""
    proof = generic_depth(1, [1], "silu").certificate
    assert check_ranks(proof, 1, [1], "silu")
    proof["evidence"]["rows"][0][2] = 399
    with pytest.raises(OutOfBudget):
        check_ranks(proof, 1, [1], "silu", budget=Budget(100_000))
    proof["evidence"]["modulus"] = "9" * 4000
    with pytest.raises(OutOfBudget):
        check_ranks(proof, 1, [1], "silu")


@pytest.mark.parametrize(
    ("d", "widths", "name"),
    [
        (2, [2, 3], "gelu"),
        (3, [2, 2], "gelu"),
        (2, [2, 2], "silu"),
        (2, [4], "gelu"),
        (2, [], "gelu"),
        (0, [2], "gelu"),
    ],
)
def test_the_caller_names_the_sizes(d: int, widths: Sequence[int], name: str) -> None:
    proof = generic_depth(2, [2, 2], "gelu").certificate
    with pytest.raises((Rejected, Malformed)):
        check_ranks(proof, d, widths, name)


def test_forged_values_of_relu_are_refused() -> None:
    proof = generic_depth(2, [2, 2], "relu").certificate
    assert check_ranks(proof, 2, [2, 2], "relu")
    for forge in (
        lambda e: e["points"].__setitem__(0, ["0", "0"]),
        lambda e: e["points"].__setitem__(0, e["points"][1]),
        lambda e: e["points"].pop(),
        lambda e: e["points"][0].append("1"),
        lambda e: e["rows"][0].__setitem__(2, 1),
        lambda e: e.pop("points"),
    ):
        wrong = copy.deepcopy(proof)
        forge(wrong["evidence"])
        with pytest.raises((Rejected, Malformed)):
            check_ranks(wrong, 2, [2, 2], "relu")
