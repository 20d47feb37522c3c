"""Exact linear algebra over Q, on matrices of integers and fractions."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from typing import Any

import flint

from symproof.proof.check import Check, Finding, Undecided
from symproof.proof.checks.polynomial import Expr, polynomial, ring_of
from symproof.proof.kinds import Kind

Number = int | Fraction
Rows = Sequence[Sequence[Number]]


def rank_is(matrix: Rows, rank: int) -> Check:
    """A check that a rational matrix has the stated rank."""
    return Check(Kind.LINEAR, decide_rank, {"matrix": frozen(matrix), "rank": rank})


def decide_rank(matrix: Rows, rank: int) -> Finding:
    """Whether the rank, computed by fraction-free elimination, is the stated one."""
    found = int(to_flint(matrix).rank())
    return Finding(
        found == rank, f"rank {found} of a {len(matrix)} x {len(matrix[0])} matrix, {rank} claimed"
    )


def product_is(factors: Sequence[Rows], equals: Rows) -> Check:
    """A check that a product of rational matrices is the stated matrix."""
    data = {"factors": tuple(frozen(factor) for factor in factors), "equals": frozen(equals)}
    return Check(Kind.LINEAR, decide_product, data)


def decide_product(factors: Sequence[Rows], equals: Rows) -> Finding:
    """Whether the product is the stated matrix."""
    shapes = [(len(factor), len(factor[0])) for factor in factors]
    if any(one[1] != two[0] for one, two in pairwise(shapes)):
        return Finding(False, f"the shapes {shapes} do not fit")
    result = to_flint(factors[0])
    for factor in factors[1:]:
        result = result * to_flint(factor)
    holds = bool(result == to_flint(equals))
    return Finding(holds, f"product of {len(factors)} matrices {'is' if holds else 'is not'} as stated")


def invertible(matrix: Rows, claimed: bool) -> Check:
    """A check whether a square rational matrix is invertible, as claimed."""
    return Check(Kind.LINEAR, decide_invertible, {"matrix": frozen(matrix), "claimed": claimed})


def decide_invertible(matrix: Rows, claimed: bool) -> Finding:
    """Whether the determinant is not 0 exactly when so claimed."""
    if any(len(row) != len(matrix) for row in matrix):
        raise Undecided("the matrix is not square")
    det = to_flint(matrix).det()
    return Finding(bool(det != 0) == claimed, f"determinant {det}")


def nonnegative_combination(
    target: Expr, parts: Sequence[tuple[Number, Expr]], equal: Sequence[tuple[Number, Expr]] = ()
) -> Check:
    """A check that target = sum of multiplier * part, multipliers >= 0: target >= 0 where every part is.

    Args:
        target: a polynomial expression.
        parts: pairs (multiplier, expression known to be >= 0).
        equal: pairs (multiplier of any sign, expression known to be 0), added to the combination.
    """
    return Check(
        Kind.LINEAR, decide_combination, {"target": target, "parts": tuple(parts), "equal": tuple(equal)}
    )


def decide_combination(
    target: Expr, parts: Sequence[tuple[Number, Expr]], equal: Sequence[tuple[Number, Expr]]
) -> Finding:
    """Whether the multipliers are nonnegative and the combination is the target."""
    if any(multiplier < 0 for multiplier, _ in parts):
        return Finding(False, "a multiplier is negative")
    ring = ring_of([target, *(part for _, part in (*parts, *equal))])
    gap = polynomial(ring, target)
    for multiplier, part in (*parts, *equal):
        weight = Fraction(multiplier)
        gap -= polynomial(ring, part) * ring.domain(weight.numerator, weight.denominator)
    if gap:
        return Finding(False, f"the combination misses the target by {gap.as_expr()}")
    return Finding(
        True, f"combination of {len(parts)} nonnegative {'quantity' if len(parts) == 1 else 'quantities'}"
    )


def to_flint(matrix: Rows) -> Any:
    """The matrix as a flint matrix, entry by entry through numerator and denominator."""
    rows, columns = len(matrix), len(matrix[0])
    flat = [Fraction(entry) for row in matrix for entry in row]
    return flint.fmpq_mat(rows, columns, [flint.fmpq(entry.numerator, entry.denominator) for entry in flat])


def frozen(matrix: Rows) -> tuple[tuple[Number, ...], ...]:
    """The matrix as nested tuples."""
    return tuple(tuple(row) for row in matrix)
