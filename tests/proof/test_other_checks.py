"""Linear algebra, exhaustion, enclosures, and maps decided by the kernel."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sympy import symbols

from symproof.kernel import trees as kernel_subset
from symproof.paper import _blocks as blocks
from symproof.paper import statement
from symproof.proof.check import Undecided
from symproof.proof.checks.algebra import invertible, nonnegative_combination, product_is, rank_is
from symproof.proof.checks.enclosure import derivative_bound, sign_of_sum
from symproof.proof.checks.exhaust import every, outcome_is
from symproof.proof.checks.maps import (
    Map,
    absorbed_by_flipping,
    absorbed_without_subset,
    certified,
    condition,
    not_absorbed_despite,
    residual,
    same_map,
)
from symproof.proof.engine import run_statement

I2 = ((1, 0), (0, 1))
a, b = symbols("a b")


def test_rank_at_the_value_where_it_drops() -> None:
    """A generic rank would say 3 at k = 11 too."""
    rows = [[2, -1, 7], [1, 2, 2], [0, 5, -3]]
    assert rank_is([*rows, [5, 0, 5 + 11]], 2).run().holds
    assert rank_is([*rows, [5, 0, 5 + 12]], 3).run().holds


@given(
    st.lists(st.lists(st.fractions(-3, 3, max_denominator=4), min_size=2, max_size=2), min_size=2, max_size=2)
)
def test_invertible_is_the_determinant_by_hand(matrix) -> None:
    det = matrix[0][0] * matrix[1][1] - matrix[0][1] * matrix[1][0]
    assert invertible(matrix, det != 0).run().holds
    assert not invertible(matrix, det == 0).run().holds


def test_products() -> None:
    assert product_is([((1, 2), (3, 4)), ((1,), (Fraction(1, 2),))], ((2,), (5,))).run().holds
    assert not product_is([((1, 2),), ((1, 2),)], ((5,),)).run().holds


def test_a_square_matrix_is_asked_for() -> None:
    with pytest.raises(Undecided):
        invertible(((1, 2),), True).run()


def test_combinations_need_multipliers_that_are_not_negative() -> None:
    assert nonnegative_combination(2 * a + b, [(2, a), (1, b)]).run().holds
    assert not nonnegative_combination(2 * a - b, [(2, a), (-1, b)]).run().holds
    assert nonnegative_combination(-a, [(1, b)], [(-1, a + b)]).run().holds
    assert not nonnegative_combination(-a, [(1, b)], [(-1, a + b - 1)]).run().holds


def test_every_case_is_run_and_no_case_is_no_proof() -> None:
    def cases(n: int) -> list[int]:
        return list(range(n))

    def small(case: int, n: int) -> bool:
        return case < 3

    assert every(cases, small, n=3).run().holds
    assert not every(cases, small, n=4).run().holds
    assert not every(cases, small, n=0).run().holds


def test_outcomes() -> None:
    def double(n: int) -> int:
        return 2 * n

    assert outcome_is(double, 6, n=3).run().holds
    assert not outcome_is(double, 6, n=4).run().holds


def test_the_sign_of_a_sum() -> None:
    assert sign_of_sum([(2, "tanh", 1), (-1, "tanh", 2)], 0, 1).run().holds
    assert not sign_of_sum([(2, "tanh", 1), (-1, "tanh", 2)], 0, -1).run().holds
    with pytest.raises(Undecided, match="contains 0"):
        sign_of_sum([(1, "gelu", 1), (-1, "gelu", -1)], -1, 1).run()


@pytest.mark.parametrize(
    ("name", "at_1"),
    [("gelu", "0.8413447460685429"), ("silu", "0.7310585786300049"), ("logistic", "0.7310585786300049")],
)
def test_functions_against_tabled_values(name, at_1) -> None:
    """Phi(1) and the logistic function at 1, from tables, as decimals with a unit in the last place."""
    number = Fraction(at_1)
    assert sign_of_sum([(1, name, 1)], -number + Fraction(1, 10**15), 1).run().holds
    assert sign_of_sum([(1, name, 1)], -number - Fraction(1, 10**15), -1).run().holds


def test_taylor_remainders() -> None:
    half = Fraction(1, 2)
    assert derivative_bound("silu", 3, half, 1).run().holds
    assert not derivative_bound("silu", 2, half, Fraction(1, 100)).run().holds
    with pytest.raises(Undecided):
        derivative_bound("silu", 4, half, Fraction(1, 48)).run()


def test_equal_maps_and_unequal_ones() -> None:
    up, down = blocks.OPPOSED_UP, blocks.OPPOSED_DOWN
    assert same_map("relu", residual(up, down), Map(up, blocks.OPPOSED_ANSWER)).run().holds
    assert not same_map("relu", residual(up, down), Map(up, down)).run().holds
    with pytest.raises(Undecided, match=r"R\^2 and R\^1"):
        same_map("relu", residual(up, down), Map(((1,),), ((1,),))).run()
    biased = residual(up, down, (1,) * len(up))
    for one, other in ((biased, residual(up, down)), (residual(up, down), biased)):
        with pytest.raises(Undecided, match="without biases"):
            same_map("relu", one, other).run()


def test_certificates_that_prove_nothing_are_refused() -> None:
    block = residual(blocks.OPEN_UP, blocks.OPEN_DOWN)
    assert certified("not-absorbable", "relu", block, blocks.EXHAUST).run().holds
    assert (
        not certified("not-absorbable", "relu", residual(blocks.UP, blocks.DOWN), blocks.EXHAUST).run().holds
    )
    assert not certified("not-absorbable", "relu", block, {"cost": [{"count": True}]}).run().holds


def test_absorbed_without_subset_needs_both_halves() -> None:
    up, down, answer = blocks.OPPOSED_UP, blocks.OPPOSED_DOWN, blocks.OPPOSED_ANSWER
    assert absorbed_without_subset("gelu", residual(up, down), Map(up, answer)).run().holds
    assert (
        not absorbed_without_subset(
            "gelu", residual(blocks.UP, blocks.DOWN), Map(blocks.FLIPPED, blocks.DOWN)
        )
        .run()
        .holds
    )


def test_flipping_needs_the_condition_and_the_equality() -> None:
    block = residual(blocks.UP, blocks.DOWN)
    assert absorbed_by_flipping("relu", block, (0, 1)).run().holds
    assert absorbed_by_flipping("gelu", block, (0, 1)).run().holds
    for wrong in ((), (0,), (1,), (0, 2), (0, 1, 2)):
        finding = absorbed_by_flipping("relu", block, wrong).run()
        assert not finding.holds
        assert "does not satisfy" in finding.detail


def test_the_condition_counts_the_gap_and_the_skip() -> None:
    skip = ((Fraction(11, 10), 0), (Fraction(-11, 10), 0))
    assert condition(Map(blocks.UP, blocks.DOWN, skip), Fraction(11, 10), (0,))
    assert not condition(Map(blocks.UP, blocks.DOWN, skip), 1, (0,))
    assert condition(Map(blocks.UP, blocks.DOWN), 1, ())
    assert not condition(Map(blocks.UP, blocks.DOWN), 1, (0,))


def test_a_condition_and_a_map_that_disagree_are_not_an_answer(monkeypatch) -> None:
    monkeypatch.setattr("symproof.proof.checks.maps.condition", lambda *_: False)
    with pytest.raises(Undecided, match="disagree"):
        absorbed_by_flipping("relu", residual(blocks.UP, blocks.DOWN), (0, 1)).run()


def test_not_absorbed_despite_needs_both_halves() -> None:
    pair = residual(blocks.UP, blocks.DOWN)
    assert not_absorbed_despite("abs", pair, (0, 1), {"cost": []}).run().holds
    assert not not_absorbed_despite("abs", pair, (0,), {"cost": []}).run().holds
    assert not not_absorbed_despite("relu", pair, (0, 1), blocks.EXHAUST).run().holds


def test_a_part_of_a_map_can_be_altered_and_no_other_thing() -> None:
    check = certified("not-absorbable", "relu", residual(blocks.OPEN_UP, blocks.OPEN_DOWN), blocks.EXHAUST)
    other = check.altered({"W_down": blocks.DOWN, "width": 3})
    assert other.data["W"] == residual(blocks.OPEN_UP, blocks.DOWN)
    assert check.data["W"] == residual(blocks.OPEN_UP, blocks.OPEN_DOWN)
    for unknown in ("V_down", "W_", "W_gate", "claim_down", "down"):
        with pytest.raises(ValueError, match="no such data"):
            check.altered({unknown: blocks.DOWN})
    with pytest.raises(ValueError, match="changes nothing"):
        check.altered({"W_up": [list(row) for row in blocks.OPEN_UP]})


@pytest.mark.parametrize("name", ["thm-4-relu", "thm-4-gelu"])
@pytest.mark.parametrize(
    ("rule", "step"),
    [
        ("combination", "combination"),
        ("branch", "one-unknown"),
        ("branch", "branch"),
        ("exhaust", "not-absorbed"),
    ],
)
def test_a_rule_of_the_kernel_that_accepts_all_is_found_out(monkeypatch, name, rule, step) -> None:
    """Each rule has mutants in the ledger that only it, or a combination below it, rejects."""
    keys = next(keys for keys, called in kernel_subset.RULES.items() if called.__name__ == f"_{rule}")
    monkeypatch.setitem(kernel_subset.RULES, keys, lambda node, tree, depth: None)
    result = run_statement(statement(name), mutants=True)
    assert [part.of.name for part in result.steps if part.of.name == step and not part.fine] == [step]
