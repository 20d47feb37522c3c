"""The problems over the classes that decide which widths suffice. SOUNDNESS.md, sections 6 and 7."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm

from symproof.kernel.activations import Activation
from symproof.kernel.budget import RATIONAL, Budget
from symproof.kernel.errors import Rejected
from symproof.kernel.linear import rref
from symproof.kernel.parity import class_problem, lifted, rational_constants
from symproof.kernel.trees import Problem
from symproof.reader.numbers import Number, Rows, scaled
from symproof.reader.weights import Weights

ZERO = Fraction(0)


def width_problems(weights: Weights, act: Activation, excluding: bool) -> list[tuple[Problem, int]]:
    """Problems over the n classes, each with the neurons that V needs besides: none, or one with row 0.

    Let m = w - n - (those besides). A width w does not suffice if in all problems that come with
    ``excluding`` every x costs more than m. It suffices if in one of those that come without some x costs at
    most m.

    With an output bias the constants do not count, only the first d columns. Without, a neuron of V with row
    0 takes them, or V has none. Constants of the block that are not known to be rational count as free.

    Raises:
        Rejected: the even parts of translates may be dependent (hardswish).
    """
    if weights.b_up is None:
        return [(class_problem(weights.up, weights.down, weights.M, act), 0)]
    if excluding and not act.translates:
        raise Rejected(f"{act.name} with biases: different neurons may have dependent even parts")
    d, known = weights.d, weights.b_down is None and rational_constants(weights, act)
    lift = class_problem(*lifted(weights, act, not known), act)
    T = {at: x for at, x in lift.T.items() if at[1] < d}
    cut = Problem(lift.P, Rows(len(lift.Q), lambda k: lift.Q[k][:d]), T, d)
    if known:
        return [(lift, 0), (cut, 1)]
    return [(cut, 0 if excluding or weights.b_down is not None else 1)]


def restricted(problem: Problem, F: Sequence[int], budget: Budget) -> Problem:
    """The problem without the classes in F, on the common kernel of their rows."""
    n, b, f = len(problem.Q), problem.columns, len(F)
    budget.spend(RATIONAL * f * min(f, b) * b + 2 * (f + 4) * (n - f) * b)
    echelon, pivots = rref([problem.Q[k] for k in F])
    exact, free = [scaled(row) for row in echelon], [j for j in range(b) if j not in pivots]
    common = lcm(*(m for _, m in exact))

    def on_kernel(row: Sequence[Number]) -> list[Fraction]:
        """The row times the basis B: its entries at the free columns once it is 0 at the pivots."""
        v, m = scaled(row)
        terms = [(v[i] * common // c, e) for i, (e, c) in zip(pivots, exact, strict=True) if v[i]]
        return [Fraction(v[j] * common - sum(x * e[j] for x, e in terms), m * common) for j in free]

    rest = [k for k in range(n) if k not in F]
    T = {(i, j): x for i, row in _dense(problem) for j, x in enumerate(on_kernel(row)) if x}
    return Problem(
        [[row[k] for k in rest] for row in problem.P], [on_kernel(problem.Q[k]) for k in rest], T, len(free)
    )


def _dense(problem: Problem) -> list[tuple[int, list[Fraction]]]:
    """The rows of T that are not zero."""
    columns = range(problem.columns)
    return [(i, [problem.T.get((i, j), ZERO) for j in columns]) for i in sorted({i for i, _ in problem.T})]
