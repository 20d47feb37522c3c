"""Classes of neurons, the parity normal form of a map, and the problems that decide a width.

The map is f(x) = M x + W_down sigma(W_up x) with sigma(z) = (gap/2) z + E(z), E even. Rows w and s w (s != 0)
are one class when E is conic, rows w and -w when it is rigid. SOUNDNESS.md, sections 5 and 6.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations
from math import gcd

from symproof.kernel.activations import Activation
from symproof.kernel.errors import Rejected
from symproof.kernel.linear import kernel_basis, product, rref, times
from symproof.kernel.numbers import Matrix, Number, fraction, scaled
from symproof.kernel.subset import Problem, Sparse

RANK_MAX = 1 << 14  # ranks that the kernel computes itself for one claim: some seconds

Key = tuple[int, ...]


def classes(up: Matrix, act: Activation) -> dict[Key, list[tuple[int, int, Fraction]]]:
    """Class key -> its neurons (k, sign, scale): w_k = sign * scale * (the class's own direction)."""
    found: dict[Key, list[tuple[int, int, Fraction]]] = {}
    for k, w in enumerate(up):
        v, m = scaled(w)
        if any(v):
            sign = 1 if next(filter(None, v)) > 0 else -1
            g = sign * gcd(*v)
            key = tuple(x // g for x in v) if act.conic else (m, *(sign * x for x in v))
            found.setdefault(key, []).append((k, sign, Fraction(abs(g), m) if act.conic else Fraction(1)))
        elif act.constant:
            found.setdefault((), []).append((k, 1, Fraction(1)))
    return found


def normal_form(up: Matrix, down: Matrix, skip: Matrix | None, act: Activation) -> tuple[object, object]:
    """The even part (class -> coefficient, zero ones dropped) and the linear part M + (gap/2) W_down W_up.

    Two maps with the same activation are equal as functions iff their normal forms are equal.
    """
    even = {}
    for key, neurons in classes(up, act).items():
        coefficient = [sum((c * fraction(row[k]) for k, _, c in neurons), Fraction(0)) for row in down]
        if any(coefficient):
            even[key] = coefficient
    linear = [[act.gap / 2 * x for x in row] for row in product(down, up)]
    if skip is not None:
        linear = [
            [x + fraction(m) for x, m in zip(*rows, strict=True)] for rows in zip(linear, skip, strict=True)
        ]
    return even, linear


def reduced(up: Matrix, down: Matrix, skip: Matrix, act: Activation) -> Problem:
    """The subset problem over the classes: P_K, u_K, and the target for "each class keeps one neuron"."""
    target: Sparse = {
        (i, j): -fraction(x) / act.gap for i, row in enumerate(skip) for j, x in enumerate(row) if x
    }
    kept: list[int] = []
    columns: list[list[Number]] = []
    for neurons in classes(up, act).values():
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
                        target[i, j] = target.get((i, j), Fraction(0)) + p * fraction(x)
    P: Matrix = list(zip(*columns, strict=True)) if kept else [[] for _ in down]
    return Problem(P, [up[k] for k in kept], target)


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
            basis = kernel_basis([whole.Q[k] for k in F], len(whole.Q[0]))
            rest = [k for k in range(n) if k not in F]
            Q = product([whole.Q[k] for k in rest], basis) if rest and basis[0] else [[] for _ in rest]
            yield r, F, Problem([[row[k] for k in rest] for row in whole.P], Q, times(whole.T, basis))


def rank_above(problem: Problem, r: int, budget: int) -> int:
    """Check rank(sum_k x_k p_k q_k - T) > r for all x; what is left of the budget of ranks."""
    n = len(problem.Q)
    if budget < 1 << n:
        raise Rejected(f"more than {RANK_MAX} ranks would have to be computed")
    d, b = len(problem.P), problem.columns
    value = [[-problem.T.get((i, j), Fraction(0)) for j in range(b)] for i in range(d)]
    on = [False] * n
    for count in range(1 << n):  # Gray code: one neuron changes at a time
        if count:
            k = (count & -count).bit_length() - 1
            on[k] = not on[k]
            for row, p in zip(value, problem.P, strict=True):
                change = fraction(p[k]) * (1 if on[k] else -1)
                row[:] = [x + change * fraction(q) for x, q in zip(row, problem.Q[k], strict=True)]
        if len(rref(value)[1]) <= r:
            raise Rejected(f"a choice of signs leaves rank at most {r}")
    return budget - (1 << n)
