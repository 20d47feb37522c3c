"""From a choice of signs to an MLP: the V that computes a block without its skip.

The choice is that of a cost (`symproof.kernel.cost`): a sign for each class, and a set F of classes that get
a second neuron. Nothing here is trusted: the kernel compares parity forms.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from symproof.kernel.activations import Activation
from symproof.kernel.linear import product, rref
from symproof.kernel.parity import class_problem, lifted
from symproof.model import display
from symproof.reader.numbers import Matrix, fraction
from symproof.reader.weights import Weights

Rows = list[list[Fraction]]
Neurons = list[
    tuple[list[Fraction], list[Fraction]]
]  # rows, with the bias last where there is one, and columns


@dataclass(frozen=True, slots=True)
class Choice:
    """r extra rank-one maps, the classes F with two neurons, and the other classes whose sign is -1."""

    r: int
    free: tuple[int, ...]
    flipped: frozenset[int]


@dataclass(frozen=True, slots=True)
class Network:
    """A residual-free MLP x -> V_down sigma(V_up x + b_up) + b_down: V_up is n x d, V_down is d x n.

    Where the block has no output bias and ``b_down`` is not None, one more neuron with row 0 stands for it.
    """

    up: Rows
    down: Rows
    b_up: list[Fraction] | None = None
    b_down: list[Fraction] | None = None

    @property
    def width(self) -> int:
        """The number of neurons."""
        return len(self.up)

    def _repr_html_(self) -> str:
        return display.network_html(self.up, self.down, self.b_up, self.b_down)


def rational(rows: Matrix) -> Rows:
    """The matrix with its entries as fractions."""
    return [[fraction(x) for x in row] for row in rows]


def network_of(weights: Weights) -> Network:
    """The block itself, without its skip."""
    b_up, b_down = (None if b is None else list(map(fraction, b)) for b in (weights.b_up, weights.b_down))
    return Network(rational(weights.up), rational(weights.down), b_up, b_down)


def construct(weights: Weights, act: Activation, choice: Choice, free: bool = False) -> Network:
    """The MLP of width n + |F| + 2r that the choice describes.

    Args:
        weights: the block.
        act: its activation, gap != 0.
        choice: what the problem over its classes (`symproof.kernel.widths`) allows on the
            common kernel of the rows in F.
        free: whether V has an output bias, or one more neuron in its place.
    """
    lift = lifted(weights, act, free)
    whole, d, width = class_problem(*lift, act), weights.d, len(lift[0][0])
    used = d if free else width  # columns that V must match; column d is the constant
    columns, rows = [list(c) for c in zip(*rational(whole.P), strict=True)], rational(whole.Q)
    signs = [-1 if k in choice.flipped else 1 for k in range(len(rows))]
    neurons: Neurons = [
        ([sign * x for x in u], p)
        for k, (u, p, sign) in enumerate(zip(rows, columns, signs, strict=True))
        if k not in choice.free
    ]
    if choice.free or choice.r:
        q, a, b = _decompose(_rest(lift, act, neurons, slice(used)), [rows[k][:used] for k in choice.free])
        neurons += [
            pair for k, x in zip(choice.free, q, strict=True) for pair in _pair(rows[k], columns[k], x)
        ]
        neurons += [
            pair
            for u, x in zip(b, a, strict=True)
            for pair in _pair(u + [Fraction(0)] * (width - used), [Fraction(0)] * d, x)
        ]
    V_down, V_up = [[p[i] for _, p in neurons] for i in range(d)], [u[:d] for u, _ in neurons]
    if weights.b_up is None:
        return Network(V_up, V_down)
    left = _rest(lift, act, neurons, slice(d, None)) if free else []
    return Network(
        V_up, V_down, [u[d] for u, _ in neurons], [act.gap / 2 * y for (y,) in left] if free else None
    )


def _pair(u: list[Fraction], p: list[Fraction], q: list[Fraction]) -> Neurons:
    """Two neurons on the rows u and -u with even coefficient p and linear part (gap/2) q u."""
    return [
        (u, [(x + y) / 2 for x, y in zip(p, q, strict=True)]),
        ([-x for x in u], [(x - y) / 2 for x, y in zip(p, q, strict=True)]),
    ]


def _rest(lift: tuple[Matrix, Matrix, Matrix], act: Activation, neurons: Neurons, columns: slice) -> Rows:
    """These columns of W_down W_up + (2/gap) M minus what the neurons contribute."""
    up, down, skip = lift
    total = product(down, [row[columns] for row in up])
    mine = [[Fraction(0)] * len(total[0])] * len(down)
    if neurons:
        mine = product(
            [[p[i] for _, p in neurons] for i in range(len(down))], [u[columns] for u, _ in neurons]
        )
    return [
        [x + 2 * fraction(m) / act.gap - y for x, m, y in zip(row, own[columns], other, strict=True)]
        for row, own, other in zip(total, skip, mine, strict=True)
    ]


def _decompose(rest: Rows, U: Rows) -> tuple[Rows, Rows, Rows]:
    """Columns q_K, a_i and rows b_i with rest = sum q_K u_K + sum a_i b_i, with the fewest a_i, b_i."""
    d = len(rest[0])
    _, pivots = rref(U)
    basis = _kernel_basis(U, d)
    free = [j for j in range(d) if j not in pivots]
    short: Rows = []
    a: Rows = []
    if free:
        projected = product(rest, basis)
        short, _ = rref(projected)
        a = _solve_columns(projected, short)
    b = [[row[free.index(j)] if j in free else Fraction(0) for j in range(d)] for row in short]
    taken = product(list(zip(*a, strict=True)), b) if b else [[Fraction(0)] * d] * len(rest)
    left = [[x - y for x, y in zip(*rows, strict=True)] for rows in zip(rest, taken, strict=True)]
    return _solve_columns(left, U), a, b


def _kernel_basis(rows: Rows, d: int) -> Rows:
    """A d x b matrix whose columns are a basis of {y in Q^d : rows . y = 0}, as the kernel chooses it."""
    reduced, pivots = rref(rows)
    free = [j for j in range(d) if j not in pivots]
    basis = [[Fraction(i == j) for j in free] for i in range(d)]
    for row, i in zip(reduced, pivots, strict=True):
        basis[i] = [-row[j] for j in free]
    return basis


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
