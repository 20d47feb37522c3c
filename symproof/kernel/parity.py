"""Classes of neurons, the parity form of a map, and the subset problem over the classes.

The map is M x + W_down sigma(W_up x) with sigma(z) = (gap/2) z + E(z), E even. Rows w and s w (s != 0) are
one class when E is homogeneous, else w and -w. With biases it is one on (x, 1), with rows (w_k, b_k) and skip
[M | b_down]. SOUNDNESS.md, sections 5 to 7.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import gcd

from symproof.kernel.activations import Activation
from symproof.kernel.linear import product
from symproof.kernel.trees import Problem
from symproof.reader.numbers import Matrix, Number, Rows, fraction, scaled, view
from symproof.reader.weights import Weights

Class = list[tuple[int, Fraction]]  # its neurons k with s: w_k = s w, w the row of the first one
LARGE = 1 << 16  # entries of a matrix that is not written out


def classes(rows: Matrix, act: Activation) -> list[Class]:
    """The classes, in the order of their first neurons. Keys are text: numbers can share a hash by design.

    Rows are compared in full only when the ratios of their first two nonzero entries agree.
    """
    groups: dict[str, list[int]] = {}
    for k in range(len(rows)):
        if (start := _start(view(rows, k))) or act.constant:
            groups.setdefault(start, []).append(k)
    found: list[Class] = [[(k, Fraction(1))] for k, *more in groups.values() if not more]
    for group in (group for group in groups.values() if len(group) > 1):
        same: dict[str, Class] = {}
        for k in group:
            key, lead = _direction(rows[k], act)
            same.setdefault(" ".join(f"{x:x}" for x in key), []).append((k, lead))
        found += [[(k, lead / neurons[0][1]) for k, lead in neurons] for neurons in same.values()]
    return sorted(found)


def _start(row: Sequence[Number]) -> str:
    """Where the first nonzero entry stands and the second one over it; empty for a row of zeros."""
    nonzero = ((j, *x.as_integer_ratio()) for j, x in enumerate(row) if x)
    (j, p, q), (_, r, s) = next(nonzero, (0, 0, 1)), next(nonzero, (0, 0, 1))
    g = gcd(r * q, s * p) * (1 if p > 0 else -1)
    return f"{j} {r * q // g:x} {s * p // g:x}" if p else ""


def _direction(row: Sequence[Number], act: Activation) -> tuple[tuple[int, ...], Fraction]:
    """The key of the row's class, and the row's factor: it is the factor times the class's own direction."""
    v, m = scaled(row)
    sign, g = (1 if next(filter(None, v), 1) > 0 else -1), gcd(*v) or 1
    if act.homogeneous:
        return tuple(sign * x // g for x in v), Fraction(sign * g, m)
    return (m, *(sign * x for x in v)), Fraction(sign)


def merged(row: Sequence[Number], neurons: Class) -> Number:
    """One entry of a class's coefficient, from the row of W_down."""
    first = row[neurons[0][0]]
    return sum((abs(s) * fraction(row[k]) for k, s in neurons[1:]), fraction(first)) if neurons[1:] else first


def lifted(weights: Weights, act: Activation, free: bool) -> tuple[Matrix, Matrix, Matrix]:
    """Rows, columns and skip of the map; with biases, of the map on (x, 1), constants moved into the skip.

    A neuron with w_k = 0 is a constant: it leaves when their sum is rational, or any constant is ``free``.
    """
    if weights.b_up is None:
        return weights.up, weights.down, weights.M
    last, down, M = [fraction(b) for b in weights.b_down or [0] * weights.d], weights.down, weights.M
    zero = {k: b for k, (w, b) in enumerate(zip(weights.up, weights.b_up, strict=True)) if not any(w)}
    if zero and (free or rational_constants(weights, act)):
        # sigma(b): b or (gap - 1) b for homogeneous E, else (gap/2) b as the E(b) cancel; 0 if they are free
        other = Fraction(0) if free else act.gap / 2
        slopes = (act.gap - 1, Fraction(1)) if act.homogeneous else (other, other)
        value = {k: fraction(b) * slopes[b > 0] for k, b in zero.items()}
        pairs = zip(down, last, strict=True)
        last = [sum((fraction(D[k]) * x for k, x in value.items()), y) for D, y in pairs]
        stored = down
        down = Rows(len(stored), lambda i: [0 if k in zero else x for k, x in enumerate(stored[i])])
    return weights.rows, down, Rows(len(last), lambda i: (*M[i], last[i]))


def rational_constants(weights: Weights, act: Activation) -> bool:
    """Whether the neurons with w_k = 0 add up to a vector that is known, and rational.

    sigma(b) = (gap/2) b + E(b), where a homogeneous E(b) is rational. Else the columns of each |b| must add
    up to 0, as E(b) = E(-b), or E(b) be sigma(0) = 0.
    """
    if act.homogeneous or weights.b_up is None:
        return True
    still = [(k, abs(b)) for k, (w, b) in enumerate(zip(weights.up, weights.b_up, strict=True)) if not any(w)]
    values = {b for _, b in still if b or act.constant}
    return not any(sum(fraction(D[k]) for k, b in still if b == v) for v in values for D in weights.down)


def parity_form(up: Matrix, down: Matrix, skip: Matrix | None, act: Activation) -> tuple[object, object]:
    """The even part (class -> coefficient, zero ones dropped) and the linear part M + (gap/2) W_down W_up.

    Two maps with the same activation are equal as functions iff their parity forms are equal.
    """
    even = {}
    for neurons in classes(up, act):
        key, factor = _direction(up[neurons[0][0]], act)
        coefficient = [abs(factor) * fraction(merged(row, neurons)) for row in down]
        if any(coefficient):
            even[key] = coefficient
    pairs = zip(product(down, up), skip or [[0] * len(up[0])] * len(down), strict=True)
    return even, [[act.gap / 2 * x + fraction(m) for x, m in zip(*rows, strict=True)] for rows in pairs]


def class_problem(up: Matrix, down: Matrix, skip: Matrix, act: Activation) -> Problem:
    """The subset problem over the classes: P_K, u_K, and the target for "each class keeps one neuron"."""
    silent = {k for k in range(len(up)) if not any(view(down, i)[k] for i in range(len(down)))}
    kept: list[Class] = []
    moved: list[tuple[int, int, Fraction]] = []  # sum_K P_K u_K - W_down W_up is the sum of 2 t D_k w_f
    for neurons in classes(up, act):
        loud = [(k, s) for k, s in neurons if k not in silent]
        some = len(loud) == 1 or (len(loud) > 1 and any(merged(row, neurons) for row in down))
        kept += [neurons] * some
        moved += [(k, neurons[0][0], (some * abs(s) - s) / 2) for k, s in loud if not some or s < 0]
    T = {(i, j): -fraction(x) / act.gap for i, row in enumerate(skip) for j, x in enumerate(row) if x}
    left = [[t * fraction(row[k]) for k, _, t in moved] for row in down] if moved else []
    for i, row in enumerate(product(left, [up[f] for _, f, _ in moved])):
        for j, x in enumerate(row):
            T[i, j] = T.get((i, j), Fraction(0)) + x
    if len(kept) == len(up):
        return Problem(down, up, T)
    P = Rows(len(down), lambda i: [merged(down[i], neurons) for neurons in kept])
    Q = Rows(len(kept), lambda t: up[kept[t][0][0]])
    small = len(down) * len(kept) <= LARGE
    return Problem(list(P) if small else P, list(Q) if small else Q, T, len(up[0]))
