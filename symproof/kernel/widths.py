"""The problems whose joint refutation excludes a width. SOUNDNESS.md, sections 6 and 7."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import lcm

from symproof.kernel.activations import Activation
from symproof.kernel.budget import RATIONAL, STEPS, Budget
from symproof.kernel.errors import Rejected
from symproof.kernel.linear import rref
from symproof.kernel.parity import class_problem, lifted
from symproof.kernel.trees import PRIME, Problem
from symproof.reader.numbers import Number, Rows, fraction, scaled
from symproof.reader.weights import Weights

RANK_MAX = STEPS // RATIONAL  # entries that the ranks of one claim may touch
ZERO = Fraction(0)


def families(weights: Weights, act: Activation, width: int) -> list[tuple[Problem, int]]:
    """Subset problems over the classes, each with its width; with all refuted, ``width`` does not suffice.

    With biases V may have a neuron with row 0. Then, as with an output bias, its constants are free and only
    the first d columns count, with one neuron less. Constants of W whose value is not known count as free.

    Raises:
        Rejected: the even parts of translates may be dependent (hardswish).
    """
    if weights.b_up is None:
        return [(class_problem(weights.up, weights.down, weights.M, act), width)]
    if not act.translates and width >= 0:
        raise Rejected(f"{act.name} with biases: different neurons may have dependent even parts")
    d, fixed = weights.d, weights.b_down is None and (act.homogeneous or all(map(any, weights.up)))
    lift = class_problem(*lifted(weights, act, not fixed), act)
    T = {at: x for at, x in lift.T.items() if at[1] < d}
    cut = Problem(lift.P, Rows(len(lift.Q), lambda k: lift.Q[k][:d]), T, d)
    return [(lift, width), (cut, width - 1)] if fixed else [(cut, width)]


def width_problems(
    problem: Problem, width: int, budget: Budget | None = None
) -> Iterator[tuple[int, tuple[int, ...], Problem]]:
    """All (r, F, problem) whose joint refutation means that ``width`` neurons do not suffice.

    n classes need one neuron each; the m = width - n others go to r extra rank-one maps, two each, and to a
    second neuron in the m - 2r classes of a set F, whose directions are then free: what must fail is
    rank(sum_K x_K p_K q_K - T) <= r on the common kernel of the rows q_K, K in F.
    """
    n, m = len(problem.Q), width - len(problem.Q)
    for r in range(m // 2 + 1):
        for F in combinations(range(n), min(m - 2 * r, n)):
            yield r, F, restricted(problem, F, budget or Budget()) if F else problem


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


def rank_above(problem: Problem, r: int, budget: Budget) -> None:
    """Check rank(sum_k x_k p_k q_k - T) > r for all x."""
    budget.spend(RATIONAL * rank_cost(problem))
    for T in remainders(problem, len(problem.Q)):
        budget.tick()
        if len(rref([scaled(row)[0] for row in T], PRIME)[1]) <= r and len(rref(T)[1]) <= r:
            raise Rejected(f"a choice of signs leaves rank at most {r}")


def remainders(problem: Problem, n: int) -> Iterator[list[list[Fraction]]]:
    """T - sum_{k < n} x_k p_k q_k for all x."""
    if not n:
        yield [[problem.T.get((i, j), ZERO) for j in range(problem.columns)] for i in range(len(problem.P))]
        return
    p, q = [fraction(row[n - 1]) for row in problem.P], [fraction(y) for y in problem.Q[n - 1]]
    for T in remainders(problem, n - 1):
        yield T
        yield [[t - x * y for t, y in zip(row, q, strict=True)] for row, x in zip(T, p, strict=True)]


def rank_cost(problem: Problem) -> int:
    """The entries that the ranks of a problem touch: 2^n a b min(a, b)."""
    small, large = sorted((len(problem.P), problem.columns))
    return (small * small * large or 1) << len(problem.Q)
