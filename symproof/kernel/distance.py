"""How far the skip is from what sign flips can absorb: min over S of |M + gap W_down[:,S] W_up[S,:]|^2.

|A|^2 is the sum of the squares of the entries, or tr(A C A^T) for a covariance C of the inputs; S are the
sets of neurons. SOUNDNESS.md, section 11.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import mul
from typing import Any

from symproof.kernel.activations import Activation
from symproof.kernel.budget import Budget
from symproof.kernel.cost import integer_rows
from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.linear import integer_product
from symproof.reader.numbers import Matrix, fraction, whole
from symproof.reader.text import fields, index, indices
from symproof.reader.weights import Weights, shape

Integers = Sequence[Sequence[int]]
BITS_MAX = 4096  # after the point, of an entry that is rounded


def symmetric(C: Matrix, d: int) -> tuple[Integers, int]:
    """A covariance as integers and their denominator."""
    found, k = whole(C)
    if not len(found) == len(found[0]) == d:
        raise Malformed(f"the covariance must be {d} x {d}, found {shape(C)}")
    if [*map(tuple, found)] != [*zip(*found, strict=True)]:
        raise Malformed("the covariance is not symmetric")
    return found, k


def at_least(
    evidence: Any,
    weights: Weights,
    act: Activation,
    bound: Fraction,
    budget: Budget,
    *,
    covariance: tuple[Integers, int] | None,
) -> None:
    """Every S leaves at least ``bound``, by a matrix Y: |Y|^2 |A|^2 >= <Y, A>^2 for the A that S leaves."""
    needed = ("Y",) if covariance is None else ("Y", "L", "scale")
    body = fields(evidence, "evidence", needed, ("bits",))
    Y = Z = square(body["Y"], weights.d, "Y")
    k, bits = 1, rounding(body)
    if covariance is not None:
        C, k = covariance
        _positive(C, body, budget)
        Z = integer_product(Y, C, budget.tick)
    (up, m), (down, n) = rounded(weights.up, bits), whole(weights.down)
    least = linear(
        Z, weights, act, (down, n), (integer_product(Z, list(zip(*up, strict=True)), budget.tick), m)
    )
    if bits is not None:  # an entry of W_up is off by 1 / 2m at most
        off = sum(sum(map(abs, D)) * sum(map(abs, z)) for D, z in zip(down, Z, strict=True))
        least -= abs(act.gap) * off / (2 * m * n)
    size = sum(y * z for pair in zip(Y, Z, strict=True) for y, z in zip(*pair, strict=True))
    if bound > 0 and (least <= 0 or least * least < bound * size * k):
        raise Rejected("Y shows a smaller bound")


def linear(
    Z: Integers, weights: Weights, act: Activation, down: tuple[Integers, int], rest: tuple[Integers, int]
) -> Fraction:
    """<Z, M> + sum_k min(0, gap D_k^T Z u_k), from W_down = D / n and Z W_up^T = rest / m."""
    (D, n), (rows, m) = down, rest
    terms = [0] * weights.width  # D_k^T Z u_k, times m n
    for x, y in zip(D, rows, strict=True):
        terms = list(map(int.__add__, terms, map(mul, x, y)))
    sign = -1 if act.gap < 0 else 1
    least = abs(act.gap) * sum(min(0, sign * t) for t in terms) / (m * n)
    entries = (xy for pair in zip(weights.M, Z, strict=True) for xy in zip(*pair, strict=True))
    return least + sum((fraction(x) * z for x, z in entries if x), Fraction(0))


def _positive(C: Integers, body: dict[str, Any], budget: Budget) -> None:
    """C is positive semidefinite: scale^2 C - L L^T has a dominant diagonal."""
    L, scale = square(body["L"], len(C), "L"), body["scale"]
    if type(scale) is not int or scale < 1:
        raise Malformed("scale must be an integer above 0")
    for i, (row, x) in enumerate(
        zip(C, integer_product(L, list(zip(*L, strict=True)), budget.tick), strict=True)
    ):
        left = [scale * scale * c - y for c, y in zip(row, x, strict=True)]
        if left[i] < sum(map(abs, left)) - abs(left[i]):
            raise Rejected(f"L does not show that the covariance is positive semidefinite: row {i}")


def at_most(
    evidence: Any,
    weights: Weights,
    act: Activation,
    bound: Fraction,
    budget: Budget,
    *,
    covariance: tuple[Integers, int] | None,
) -> None:
    """Some S leaves at most ``bound``: this one."""
    body = fields(evidence, "evidence", ("S",), ("bits",) if covariance is None else ())
    S = indices(body["S"], weights.width, "S", ascending=True)
    up, m = rounded([weights.up[k] for k in S] or [[0] * weights.d], rounding(body))
    down, n = rounded(
        [[row[k] for k in S] for row in weights.down] if S else [[0]] * weights.d, rounding(body)
    )
    (skip, k), gap = whole(weights.M), act.gap
    one, flip = m * n * gap.denominator, k * gap.numerator  # M + gap W_S U_S = integers / (k one)
    left = [
        [one * x + flip * y for x, y in zip(*rows, strict=True)]
        for rows in zip(skip, integer_product(down, up, budget.tick), strict=True)
    ]
    if "bits" in body:  # entries of W_down and W_up are off by 1 / 2m at most
        off = [len(S) + 2 * sum(map(abs, column)) for column in zip(*up, strict=True)]
        far = [2 * sum(map(abs, row)) for row in down]
        left = [
            [abs(x) + abs(flip) * (r + c) // 4 + 1 for x, c in zip(row, off, strict=True)]
            for row, r in zip(left, far, strict=True)
        ]
    C, q = covariance or (None, 1)
    right = left if C is None else integer_product(left, C, budget.tick)
    size = sum(x * y for pair in zip(left, right, strict=True) for x, y in zip(*pair, strict=True))
    if size > bound * q * (k * one) ** 2:
        raise Rejected("this S leaves more")


def square(value: Any, d: int, where: str) -> Integers:
    """A d x d matrix of integers."""
    rows = integer_rows(value, d, where)
    if len(rows[0]) != d:
        raise Malformed(f"{where} must be {d} x {d}, found {shape(rows)}")
    return rows


def rounding(body: dict[str, Any]) -> int | None:
    """The bits after the point to which entries are rounded; None: they are not."""
    bits = body.get("bits")
    return None if "bits" not in body else index(bits, BITS_MAX + 1, "bits")


def rounded(rows: Matrix, bits: int | None) -> tuple[Integers, int]:
    """Integers and m = 2^bits with rows within 1 / 2m of integers / m; exactly, when bits is None."""
    if bits is None:
        return whole(rows)
    ratios = ((x.as_integer_ratio() for x in row) for row in rows)
    return [[((p << bits + 1) + q) // (2 * q) for p, q in row] for row in ratios], 1 << bits
