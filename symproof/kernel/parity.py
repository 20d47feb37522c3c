"""Classes of neurons, the parity normal form of a map, and the problems that decide a width.

The map is f(x) = M x + W_down sigma(W_up x) with sigma(z) = (gap/2) z + E(z), E even. Rows w and s w (s != 0)
are one class when E is conic, rows w and -w when it is rigid. A map with biases is one on (x, 1), with rows
(w_k, b_k) and skip [M | b_down]. SOUNDNESS.md, sections 5 to 7.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import gcd

from symproof.kernel.activations import Activation
from symproof.kernel.errors import Rejected
from symproof.kernel.linear import kernel_basis, product, rref, times
from symproof.kernel.numbers import Matrix, Number, Scaled, fraction, scaled
from symproof.kernel.subset import Node, Problem
from symproof.kernel.weights import Weights

Classes = dict[tuple[int, ...], list[tuple[int, int, Fraction]]]
RANK_MAX = 1 << 19  # a b min(a, b) summed over the ranks that the kernel computes for one claim: some seconds


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
            key = tuple(x // g for x in v) if act.conic else (m, *(sign * x for x in v))
            found.setdefault(key, []).append((k, sign, Fraction(abs(g), m) if act.conic else Fraction(1)))
    return found


def lifted(weights: Weights, act: Activation, free: bool) -> tuple[Matrix, Matrix, Matrix]:
    """Rows, columns and skip of the map; with biases, of the map on (x, 1), constants moved into the skip.

    A neuron with w_k = 0 is a constant. It leaves its column when its value is known (conic), or does not
    matter because the map it is compared with has any constant it needs (``free``).
    """
    if weights.b_up is None:
        return weights.up, weights.down, weights.M
    last, down = [fraction(b) for b in weights.b_down or [0] * weights.d], weights.down
    still = {k: b for k, (w, b) in enumerate(zip(weights.up, weights.b_up, strict=True)) if not any(w)}
    if still and (act.conic or free):  # conic: sigma(b) is b for b > 0, else (gap - 1) b
        value = {k: act.conic * fraction(b) * (1 if b > 0 else act.gap - 1) for k, b in still.items()}
        last = [sum((fraction(D[k]) * value[k] for k in still), y) for D, y in zip(down, last, strict=True)]
        down = [[0 if k in still else x for k, x in enumerate(row)] for row in down]
    return weights.rows, down, [(*row, y) for row, y in zip(weights.M, last, strict=True)]


def normal_form(up: Matrix, down: Matrix, skip: Matrix | None, act: Activation) -> tuple[object, object]:
    """The even part (class -> coefficient, zero ones dropped) and the linear part M + (gap/2) W_down W_up.

    Two maps with the same activation are equal as functions iff their normal forms are equal.
    """
    even = {}
    for key, neurons in classes([scaled(w) for w in up], act).items():
        coefficient = [sum((c * fraction(row[k]) for k, _, c in neurons), Fraction(0)) for row in down]
        if any(coefficient):
            even[key] = coefficient
    linear = [[act.gap / 2 * x for x in row] for row in product(down, up)]
    pairs = zip(linear, skip or [[0] * len(row) for row in linear], strict=True)
    return even, [[x + fraction(m) for x, m in zip(*rows, strict=True)] for rows in pairs]


def reduced(up: Matrix, down: Matrix, skip: Matrix, act: Activation) -> Problem:
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
    return Problem(P, [up[k] for k in kept], T, len(up[0]), {t: rows[k] for t, k in enumerate(kept)})


def families(weights: Weights, act: Activation, width: int) -> list[tuple[Problem, int]]:
    """Subset problems over the classes, each with its width; with all refuted, ``width`` does not suffice.

    With biases V may have a neuron with row 0. Then, as with an output bias, its constants are free and only
    the first d columns count, with one neuron less. Constants of W whose value is not known count as free.

    Raises:
        Rejected: the even parts of shifted neurons may be dependent (hardswish).
    """
    if weights.b_up is None:
        return [(reduced(weights.up, weights.down, weights.M, act), width)]
    if not act.shifts and width >= 0:
        raise Rejected(f"{act.name} with biases: different neurons may have dependent even parts")
    known = weights.b_down is None and (act.conic or all(map(any, weights.up)))
    whole = reduced(*lifted(weights, act, not known), act)
    T = {at: x for at, x in whole.T.items() if at[1] < weights.d}
    flat = Problem(whole.P, [row[: weights.d] for row in whole.Q], T, weights.d)
    return [(whole, width), (flat, width - 1)] if known else [(flat, width)]


def width_problems(whole: Problem, width: int) -> Iterator[tuple[int, tuple[int, ...], Problem]]:
    """All (r, F, problem) whose joint refutation means that ``width`` neurons do not suffice.

    n classes need one neuron each; the m = width - n others go to r extra rank-one maps, two each, and to a
    second neuron in the m - 2r classes of a set F, whose directions are then free: what must fail is
    rank(sum_K x_K p_K q_K - T) <= r on the common kernel of the rows q_K, K in F.
    """
    n, m = len(whole.Q), width - len(whole.Q)
    for r in range(m // 2 + 1):
        for F in combinations(range(n), min(m - 2 * r, n)):
            if not F:
                yield r, F, whole
                continue
            basis = kernel_basis([whole.Q[k] for k in F], whole.columns)
            rest = [k for k in range(n) if k not in F]
            Q = product([whole.Q[k] for k in rest], basis) if rest and basis[0] else [[] for _ in rest]
            P = [[row[k] for k in rest] for row in whole.P]
            yield r, F, Problem(P, Q, times(whole.T, basis), len(basis[0]))


def rank_above(problem: Problem, r: int, budget: int) -> int:
    """Check rank(sum_k x_k p_k q_k - T) > r for all x; what is left of the budget."""
    n, left = len(problem.Q), budget - rank_cost(problem)
    if left < 0:
        raise Rejected(f"the ranks to be computed cost more than {RANK_MAX}")
    rows, columns = range(len(problem.P)), range(problem.columns)
    for T in Node(problem, tuple(range(n)), problem.T).remainders():
        if len(rref([[T.get((i, j), 0) for j in columns] for i in rows])[1]) <= r:
            raise Rejected(f"a choice of signs leaves rank at most {r}")
    return left


def rank_cost(problem: Problem) -> int:
    """What the ranks of a problem cost: 2^n a b min(a, b)."""
    small, large = sorted((len(problem.P), problem.columns))
    return (small * small * large or 1) << len(problem.Q)
