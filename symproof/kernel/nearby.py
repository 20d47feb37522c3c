"""Blocks and MLPs near a block: how far other weights are that could absorb, and how far every MLP is.

`solution-at-least` and `weights-at-least` are about changes of W_down and W_up, `error-at-least` about ReLU
MLPs of the same width and any weights. SOUNDNESS.md, section 14.
"""

from __future__ import annotations

from fractions import Fraction
from math import isqrt
from typing import Any

from symproof.kernel.activations import Activation
from symproof.kernel.budget import Budget
from symproof.kernel.distance import Integers, linear, rounded, rounding, square
from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.linear import integer_product
from symproof.reader.numbers import whole
from symproof.reader.text import fields, indices
from symproof.reader.weights import Weights

ROOT = 120  # bits after the point of an upper bound of a square root
PAIRS = 256  # neurons that are compared with all later ones at once


def changed(
    evidence: Any, weights: Weights, act: Activation, bound: Fraction, budget: Budget, *, whatever: bool
) -> None:
    """No W, U nearer than ``bound`` solve (3); ``whatever``: nor break the hypotheses of Theorem 4."""
    if not act.gap:
        raise Rejected(f"{act.name} has linear gap 0: there is no subset condition")
    body = fields(evidence, "evidence", ("Y",), ("bits",))
    Y, bits = square(body["Y"], weights.d, "Y"), rounding(body)
    (up, m), (down, n) = rounded(weights.up, bits), rounded(weights.down, bits)
    off = Fraction(0) if bits is None else Fraction(2 * weights.d * weights.width, 4 * m * m)
    q = max(Fraction(0), bound)
    q += off + (2 * root(q * off) if off else 0)  # as far from the rounded weights as they are off, more
    rest = integer_product(Y, list(zip(*up, strict=True)), budget.tick)  # Y W_up^T
    other = integer_product(list(zip(*down, strict=True)), Y, budget.tick)  # W_down^T Y
    slope = Fraction(_squares(rest), m * m) + Fraction(_squares(other), n * n)
    spare = linear(Y, weights, act, (down, n), (rest, m)) / abs(act.gap) - root(Fraction(_squares(Y))) * q / 2
    if spare < 0 or spare * spare < slope * q or not any(map(any, Y)):
        raise Rejected("Y shows a smaller bound")
    if whatever and weights.b_up is not None and not act.translates:
        raise Rejected(f"{act.name} with biases: different neurons may have dependent even parts")
    if whatever:
        _generic((up, m), (down, n), act, q, budget)


def _generic(
    up: tuple[Integers, int], down: tuple[Integers, int], act: Activation, q: Fraction, budget: Budget
) -> None:
    """All changes smaller than sqrt(q) leave rows and columns nonzero and rows in different classes."""
    (U, m), (D, n) = up, down
    sizes, least = [_squares([u]) for u in U], q * m * m
    if any(_squares([column]) < q * n * n for column in zip(*D, strict=True)) or min(sizes) < least:
        raise Rejected("a row or a column is nearer to 0")
    for start in range(0, len(U), PAIRS):
        part = U[start : start + PAIRS]
        for i, row in enumerate(integer_product(part, list(zip(*U[start:], strict=True)), budget.tick)):
            a = sizes[start + i] - least
            for b, c in zip(sizes[start + i + 1 :], row[i + 1 :], strict=True):
                together = a * (b - least) < c * c if act.homogeneous else a + b - least < 2 * abs(c)
                if together:
                    raise Rejected(f"the row {start + i} is nearer to the class of a later one")


def error(evidence: Any, weights: Weights, act: Activation, bound: Fraction, budget: Budget) -> None:
    """relu: kinks and flips in the plane of two coordinates."""
    body = fields(evidence, "evidence", ("plane",))
    plane = indices(body["plane"], weights.d, "plane", ascending=True)
    if len(plane) != 2:
        raise Malformed(f"plane: two coordinates, found {len(plane)}")
    if act.name != "relu" or weights.width < 2 or weights.b_up is not None:
        raise Rejected("the bound is about relu, at least two neurons and no biases")
    budget.spend(weights.d << weights.width + 3)
    (up, m), (down, n), (skip, k) = whole(weights.up), whole(weights.down), whole(weights.M)
    u, columns = [[row[j] for j in plane] for row in up], list(zip(*down, strict=True))
    sizes = [_squares([x]) for x in u]
    if not all(sizes):
        raise Rejected("a row is 0 in this plane")
    wedge = min(
        Fraction((x[0] * y[1] - x[1] * y[0]) ** 2, sizes[i] * sizes[j])
        for i, x in enumerate(u)
        for j, y in enumerate(u[:i])
    )
    if bound <= 0:
        return
    if not wedge:
        raise Rejected("two rows are collinear in this plane")
    kink = min(Fraction(_squares([D]) * s, (m * n) ** 2) for D, s in zip(columns, sizes, strict=True))
    left = 9 * bound / wedge  # the square of what both minima must reach
    if kink < 16 * left:
        raise Rejected("a kink is too small")
    one = k * m * n
    A = [[m * n * row[j] for j in plane] for row in skip]
    steps = [[[k * x * y for y in row] for x in D] for D, row in zip(columns, u, strict=True)]
    threshold = left * (2 * weights.width + 2) ** 2 * one * one
    for S in range(1 << weights.width):
        if S:  # Gray code: one neuron changes
            at = (S & -S).bit_length() - 1
            sign = 1 if (S ^ S >> 1) >> at & 1 else -1
            A = [
                [x + sign * y for x, y in zip(*rows, strict=True)] for rows in zip(A, steps[at], strict=True)
            ]
            budget.tick()
        p, r = (sum(x * x for x in column) for column in zip(*A, strict=True))
        s = sum(x * y for x, y in A)
        if p + r < 2 * threshold and (p - threshold) * (r - threshold) > s * s:
            raise Rejected("a set of flips leaves too little")


def _squares(rows: Integers) -> int:
    """The sum of the squares of the entries."""
    return sum(x * x for row in rows for x in row)


def root(x: Fraction) -> Fraction:
    """A little more than the square root of x >= 0."""
    scale = 1 << ROOT
    return Fraction(isqrt(x.numerator * scale * scale // x.denominator) + 1, scale)
