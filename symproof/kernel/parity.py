"""Classes of neurons, the parity form of a map, and the subset problem over the classes.

The map is f(x) = M x + W_down sigma(W_up x) with sigma(z) = (gap/2) z + E(z), E even. Rows w and s w (s != 0)
are one class when E is homogeneous, else rows w and -w. A map with biases is one on (x, 1), with rows
(w_k, b_k) and skip [M | b_down]. SOUNDNESS.md, sections 5 to 7.
"""

from __future__ import annotations

from fractions import Fraction
from math import gcd

from symproof.kernel.activations import Activation
from symproof.kernel.linear import product
from symproof.kernel.trees import Problem
from symproof.reader.numbers import Matrix, Number, Scaled, fraction, scaled
from symproof.reader.weights import Weights

Classes = dict[tuple[int, ...], list[tuple[int, int, Fraction]]]


def classes(rows: list[Scaled], act: Activation) -> Classes:
    """Class key -> its neurons (k, sign, scale): w_k = sign * scale * (the class's own direction).

    Args:
        rows: the rows of W_up as `scaled` gives them.
        act: the activation.
    """
    found: Classes = {}
    for k, (v, m) in enumerate(rows):
        if any(v) or act.constant:
            sign = 1 if next(filter(None, v), 1) > 0 else -1
            g = sign * gcd(*v)
            key = tuple(x // g for x in v) if act.homogeneous else (m, *(sign * x for x in v))
            found.setdefault(key, []).append(
                (k, sign, Fraction(abs(g), m) if act.homogeneous else Fraction(1))
            )
    return found


def lifted(weights: Weights, act: Activation, free: bool) -> tuple[Matrix, Matrix, Matrix]:
    """Rows, columns and skip of the map; with biases, of the map on (x, 1), constants moved into the skip.

    A neuron with w_k = 0 is a constant. It leaves its column when its value is known (homogeneous E), or does
    not matter because the map it is compared with has any constant it needs (``free``).
    """
    if weights.b_up is None:
        return weights.up, weights.down, weights.M
    last, down = [fraction(b) for b in weights.b_down or [0] * weights.d], weights.down
    still = {k: b for k, (w, b) in enumerate(zip(weights.up, weights.b_up, strict=True)) if not any(w)}
    if still and (act.homogeneous or free):  # homogeneous: sigma(b) is b for b > 0, else (gap - 1) b
        value = {k: act.homogeneous * fraction(b) * (1 if b > 0 else act.gap - 1) for k, b in still.items()}
        last = [sum((fraction(D[k]) * value[k] for k in still), y) for D, y in zip(down, last, strict=True)]
        down = [[0 if k in still else x for k, x in enumerate(row)] for row in down]
    return weights.rows, down, [(*row, y) for row, y in zip(weights.M, last, strict=True)]


def parity_form(up: Matrix, down: Matrix, skip: Matrix | None, act: Activation) -> tuple[object, object]:
    """The even part (class -> coefficient, zero ones dropped) and the linear part M + (gap/2) W_down W_up.

    Two maps with the same activation are equal as functions iff their parity forms are equal.
    """
    even = {}
    for key, neurons in classes([scaled(w) for w in up], act).items():
        coefficient = [sum((c * fraction(row[k]) for k, _, c in neurons), Fraction(0)) for row in down]
        if any(coefficient):
            even[key] = coefficient
    linear = [[act.gap / 2 * x for x in row] for row in product(down, up)]
    pairs = zip(linear, skip or [[0] * len(row) for row in linear], strict=True)
    return even, [[x + fraction(m) for x, m in zip(*rows, strict=True)] for rows in pairs]


def class_problem(up: Matrix, down: Matrix, skip: Matrix, act: Activation) -> Problem:
    """The subset problem over the classes: P_K, u_K, and the target for "each class keeps one neuron"."""
    T = {(i, j): -fraction(x) / act.gap for i, row in enumerate(skip) for j, x in enumerate(row) if x}
    kept: list[int] = []
    columns: list[list[Number]] = []
    rows = [scaled(w) for w in up]
    for neurons in classes(rows, act).values():
        first, sign, scale = neurons[0]
        merged: list[Number] = [row[first] for row in down]
        if len(neurons) > 1:
            merged = [sum((c / scale * fraction(row[k]) for k, _, c in neurons), Fraction(0)) for row in down]
        alive = any(merged)
        if alive:
            kept.append(first)
            columns.append(merged)
        for k, s, c in neurons:  # sum_K P_K u_K - W_down W_up, which is 0 when every class is one neuron
            if (alive - s * sign) * c:
                for i, row in enumerate(down):
                    p = (alive - s * sign) * c / scale / 2 * fraction(row[k])
                    for j, x in enumerate(up[first] if p else ()):
                        T[i, j] = T.get((i, j), Fraction(0)) + p * fraction(x)
    P: Matrix = list(zip(*columns, strict=True)) if kept else [[] for _ in down]
    return Problem(P, [up[k] for k in kept], T, len(up[0]))
