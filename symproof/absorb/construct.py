"""From a choice of signs to an MLP: the V that computes a block without its skip.

The choice is what `symproof.kernel.parity.width_problems` describes: r, a set F of classes that get a second
neuron, and a sign for each other class. Nothing here is trusted: the kernel compares normal forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from symproof.kernel.activations import Activation
from symproof.kernel.linear import kernel_basis, product, rref
from symproof.kernel.numbers import Matrix, fraction
from symproof.kernel.subset import Problem
from symproof.kernel.weights import Weights

Rows = list[list[Fraction]]


@dataclass(frozen=True, slots=True)
class Choice:
    """r extra rank-one maps, the classes F with two neurons, and the other classes whose sign is -1."""

    r: int
    free: tuple[int, ...]
    flipped: frozenset[int]


@dataclass(frozen=True, slots=True)
class Network:
    """A residual-free MLP x -> V_down sigma(V_up x): V_up is n x d, V_down is d x n."""

    up: Rows
    down: Rows

    @property
    def width(self) -> int:
        """The number of neurons."""
        return len(self.up)


def rational(rows: Matrix) -> Rows:
    """The matrix with its entries as fractions."""
    return [[fraction(x) for x in row] for row in rows]


def construct(weights: Weights, act: Activation, whole: Problem, choice: Choice) -> Network:
    """The MLP of width n + |F| + 2r that the choice describes.

    Args:
        weights: the block.
        act: its activation, gap != 0.
        whole: the subset problem over its classes, `symproof.kernel.parity.reduced`.
        choice: what `whole` restricted to the kernel of the rows in F allows.
    """
    columns, rows = [list(c) for c in zip(*rational(whole.P), strict=True)], rational(whole.Q)
    signs = [-1 if k in choice.flipped else 1 for k in range(len(rows))]
    neurons = [
        ([sign * x for x in u], p)
        for k, (u, p, sign) in enumerate(zip(rows, columns, signs, strict=True))
        if k not in choice.free
    ]
    if choice.free or choice.r:
        rest = _rest(weights, act, neurons)
        q, a, b = _decompose(rest, [rows[k] for k in choice.free])
        neurons += [
            pair for k, x in zip(choice.free, q, strict=True) for pair in _pair(rows[k], columns[k], x)
        ]
        neurons += [
            pair for u, x in zip(b, a, strict=True) for pair in _pair(u, [Fraction(0)] * weights.d, x)
        ]
    down, up = _matrices(neurons, weights.d)
    return Network(up, down)


def _pair(
    u: list[Fraction], p: list[Fraction], q: list[Fraction]
) -> list[tuple[list[Fraction], list[Fraction]]]:
    """Two neurons on the rows u and -u with even coefficient p and linear part (gap/2) q u."""
    return [
        (u, [(x + y) / 2 for x, y in zip(p, q, strict=True)]),
        ([-x for x in u], [(x - y) / 2 for x, y in zip(p, q, strict=True)]),
    ]


def _rest(weights: Weights, act: Activation, neurons: list[tuple[list[Fraction], list[Fraction]]]) -> Rows:
    """W_down W_up + (2/gap) M minus what the single neurons contribute."""
    total = product(weights.down, weights.up)
    mine = product(*_matrices(neurons, weights.d)) if neurons else [[Fraction(0)] * weights.d] * weights.d
    return [
        [x + 2 * fraction(m) / act.gap - y for x, m, y in zip(*rows, strict=True)]
        for rows in zip(total, weights.M, mine, strict=True)
    ]


def _matrices(neurons: list[tuple[list[Fraction], list[Fraction]]], d: int) -> tuple[Rows, Rows]:
    return [[p[i] for _, p in neurons] for i in range(d)], [u for u, _ in neurons]


def _decompose(rest: Rows, U: Rows) -> tuple[Rows, Rows, Rows]:
    """Columns q_K, a_i and rows b_i with rest = sum q_K u_K + sum a_i b_i, with the fewest a_i, b_i."""
    d = len(rest)
    _, pivots = rref(U)
    basis = kernel_basis(U, d)
    free = [j for j in range(d) if j not in pivots]
    short: Rows = []
    a: Rows = []
    if free:
        projected = product(rest, basis)
        short, _ = rref(projected)
        a = _solve_columns(projected, short)
    b = [[row[free.index(j)] if j in free else Fraction(0) for j in range(d)] for row in short]
    left = [
        [x - sum((a[t][i] * b[t][j] for t in range(len(b))), Fraction(0)) for j, x in enumerate(row)]
        for i, row in enumerate(rest)
    ]
    return _solve_columns(left, U), a, b


def _solve_columns(value: Rows, rows: Sequence[Sequence[Fraction]]) -> Rows:
    """Columns c_k with value = sum_k c_k rows_k; the others get zero columns."""
    n = len(rows)
    if not n:
        return []
    augmented = [
        [*column, *target]
        for column, target in zip(zip(*rows, strict=True), zip(*value, strict=True), strict=True)
    ]
    done, pivots = rref(augmented)
    if any(p >= n for p in pivots):
        raise ValueError("the value is not in the span of the rows")
    result = [[Fraction(0)] * len(value) for _ in range(n)]
    for row, p in zip(done, pivots, strict=True):
        result[p] = row[n:]
    return result
