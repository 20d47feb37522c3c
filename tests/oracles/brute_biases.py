"""Brute force for blocks with biases, from the definition of the least width.

Nothing is taken from the kernel or from `oracles.brute`: V's neurons are enumerated class by class (one with
a sign, or two), and what they leave over is measured by ranks that flint computes. `line_absorbable` does not
use classes at all: it decides d = 1, relu, by the kinks and slopes of a function on the line.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from typing import Any

import flint

Rows = Sequence[Sequence[Any]]
Vector = Sequence[Any]


@dataclass(frozen=True, slots=True)
class Bounds:
    """low <= least width <= high; they differ only where irrational constants decide."""

    low: int
    high: int


def relu(z: Any) -> Fraction:
    """max(z, 0)."""
    return Fraction(max(z, 0))


def least_width(
    up: Rows, down: Rows, skip: Rows, *, b_up: Vector, b_down: Vector | None, conic: bool
) -> Bounds:
    """The fewest neurons of V with V_down sigma(V_up x + a) + c = M x + W_down sigma(W_up x + b_up) + b_down.

    Args:
        up: N x d.
        down: d x N.
        skip: M, d x d.
        b_up: N hidden biases.
        b_down: d output biases, or None: then c = 0.
        conic: sigma = relu, else a sigma of linear gap 1 whose shifted and scaled even parts are independent.
    """
    d = len(down)
    moving = [k for k, w in enumerate(up) if any(w)]
    still = [k for k, w in enumerate(up) if not any(w)]
    pairs = [(P, u) for P, u in _merged([(*up[k], b_up[k]) for k in moving], down, moving, conic) if any(P)]
    constant = [Fraction(y) for y in (b_down or [0] * d)]
    if conic:
        constant = [
            y + sum(row[k] * relu(b_up[k]) for k in still) for y, row in zip(constant, down, strict=True)
        ]
    linear = [
        [sum(Fraction(row[k]) * up[k][j] for k in moving) + 2 * Fraction(skip[i][j]) for j in range(d)]
        + [sum(Fraction(row[k]) * b_up[k] for k in moving) + 2 * constant[i]]
        for i, row in enumerate(down)
    ]
    loose = _fewest(pairs, linear, d)  # the constants are free
    if b_down is not None:
        return Bounds(loose, loose)
    if still and not conic:
        return Bounds(loose, loose + 1)
    least = min(_fewest(pairs, linear, d + 1), loose + 1)  # without, or with a neuron that is a constant
    return Bounds(least, least)


def _merged(
    rows: Rows, down: Rows, neurons: list[int], conic: bool
) -> list[tuple[list[Fraction], list[Fraction]]]:
    """(even coefficient, row) of every class, rows (w, b)."""
    found: list[tuple[list[Fraction], list[Fraction]]] = []
    for row, k in zip(rows, neurons, strict=True):
        for P, u in found:
            j = next(j for j, x in enumerate(u) if x)
            s = Fraction(row[j]) / u[j]
            if s and all(x == s * y for x, y in zip(row, u, strict=True)) and (conic or abs(s) == 1):
                P[:] = [p + abs(s) * D[k] for p, D in zip(P, down, strict=True)]
                break
        else:
            found.append(([Fraction(D[k]) for D in down], [Fraction(x) for x in row]))
    return found


def _fewest(pairs: list[tuple[list[Fraction], list[Fraction]]], linear: Rows, columns: int) -> int:
    """min of n + |F| + 2 rank, over the sign of each class, 0 for a class in F."""
    d, best = len(linear), len(pairs) + 2 * len(linear)
    for signs in product((1, -1, 0), repeat=len(pairs)):
        double = [u[:columns] for (_, u), e in zip(pairs, signs, strict=True) if not e]
        size = len(pairs) + len(double)
        if size < best:
            left = [
                [
                    linear[i][j]
                    - sum((e * P[i] * u[j] for (P, u), e in zip(pairs, signs, strict=True)), Fraction(0))
                    for j in range(columns)
                ]
                for i in range(d)
            ]
            best = min(best, size + 2 * (_rank(left + double) - _rank(double)))
    return best


def _rank(rows: Rows) -> int:
    if not rows:
        return 0
    flat = [flint.fmpq(x.numerator, x.denominator) for row in rows for x in map(Fraction, row)]
    return int(flint.fmpq_mat(len(rows), len(rows[0]), flat).rank())


def value(up: Rows, down: Rows, skip: Rows, *, b_up: Vector, b_down: Vector, x: Vector) -> list[Fraction]:
    """M x + W_down relu(W_up x + b_up) + b_down."""
    hidden = [relu(sum(a * t for a, t in zip(w, x, strict=True)) + b) for w, b in zip(up, b_up, strict=True)]
    return [
        sum(m * t for m, t in zip(M, x, strict=True)) + sum(a * h for a, h in zip(D, hidden, strict=True)) + y
        for M, D, y in zip(skip, down, b_down, strict=True)
    ]


def line_absorbable(
    up: Vector, down: Vector, skip: Any, *, b_up: Vector, b_down: Any, output: bool, width: int
) -> bool:
    """d = 1, relu: whether ``width`` <= 2 neurons give m x + sum down_k relu(up_k x + b_k) + b_down.

    Any V is sum_t rho_t (x - t)+ + lambda_t (t - x)+ + c, one neuron for each rho and lambda that is not 0,
    and one for c unless there is an output bias. As (t - x)+ = (x - t)+ - (x - t), it has the kink
    rho_t + lambda_t at t, the slope -sum lambda_t at minus infinity and there the intercept
    sum lambda_t t + c.
    """
    kinks: dict[Fraction, Fraction] = {}
    slope, intercept = Fraction(skip), Fraction(b_down)
    for w, D, b in zip(up, down, b_up, strict=True):
        if w:
            t = Fraction(-b, w)
            kinks[t] = kinks.get(t, Fraction(0)) + D * abs(w)
        if w < 0:
            slope, intercept = slope + D * w, intercept + D * b
        if not w:
            intercept += D * relu(b)
    kinks = {t: jump for t, jump in kinks.items() if jump}
    spare = width - len(kinks)
    if spare < 0:
        return False
    if spare >= 2:  # an affine function: a pair at any t, or a constant neuron when the slope is 0
        return True
    sides = [list(zip(kinks, choice, strict=True)) for choice in product((False, True), repeat=len(kinks))]
    ends = [
        (
            -sum((kinks[t] for t, left in side if left), Fraction(0)),
            sum((kinks[t] * t for t, left in side if left), Fraction(0)),
        )
        for side in sides
    ]
    if any(s == slope and (output or c == intercept) for s, c in ends):
        return True
    if spare == 0:
        return False
    if any(s == slope for s, _ in ends):  # the spare neuron is a constant
        return True
    for t in kinks:  # the spare neuron goes to t: lambda_t is any number
        for side in sides:
            other = [u for u, left in side if left and u != t]
            left = -slope - sum((kinks[u] for u in other), Fraction(0))
            if output or left * t + sum((kinks[u] * u for u in other), Fraction(0)) == intercept:
                return True
    return False
