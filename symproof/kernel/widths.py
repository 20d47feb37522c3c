"""The problems whose joint refutation excludes a width. SOUNDNESS.md, sections 6 and 7."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

from symproof.kernel.activations import Activation
from symproof.kernel.budget import RATIONAL, STEPS, Budget
from symproof.kernel.errors import Rejected
from symproof.kernel.linear import kernel_basis, product, rref, times
from symproof.kernel.parity import class_problem, lifted
from symproof.kernel.trees import Problem
from symproof.reader.numbers import fraction
from symproof.reader.weights import Weights

RANK_MAX = STEPS // RATIONAL  # entries that the ranks of one claim may touch
ZERO = Fraction(0)


def families(weights: Weights, act: Activation, width: int) -> list[tuple[Problem, int]]:
    """Subset problems over the classes, each with its width; with all refuted, ``width`` does not suffice.

    With biases V may have a neuron with row 0. Then, as with an output bias, its constants are free and only
    the first d columns count, with one neuron less. Constants of W whose value is not known count as free.

    Raises:
        Rejected: the even parts of shifted neurons may be dependent (hardswish).
    """
    if weights.b_up is None:
        return [(class_problem(weights.up, weights.down, weights.M, act), width)]
    if not act.translates and width >= 0:
        raise Rejected(f"{act.name} with biases: different neurons may have dependent even parts")
    known = weights.b_down is None and (act.homogeneous or all(map(any, weights.up)))
    whole = class_problem(*lifted(weights, act, not known), act)
    T = {at: x for at, x in whole.T.items() if at[1] < weights.d}
    flat = Problem(whole.P, [row[: weights.d] for row in whole.Q], T, weights.d)
    return [(whole, width), (flat, width - 1)] if known else [(flat, width)]


def width_problems(
    whole: Problem, width: int, budget: Budget | None = None
) -> Iterator[tuple[int, tuple[int, ...], Problem]]:
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
            if budget:
                budget.spend(RATIONAL * (len(F) ** 2 + n * (n - len(F))) * whole.columns)
            basis = kernel_basis([whole.Q[k] for k in F], whole.columns)
            rest = [k for k in range(n) if k not in F]
            Q = product([whole.Q[k] for k in rest], basis) if rest and basis[0] else [[] for _ in rest]
            P = [[row[k] for k in rest] for row in whole.P]
            yield r, F, Problem(P, Q, times(whole.T, basis), len(basis[0]))


def rank_above(problem: Problem, r: int, budget: Budget) -> None:
    """Check rank(sum_k x_k p_k q_k - T) > r for all x."""
    budget.spend(RATIONAL * rank_cost(problem))
    for T in remainders(problem, len(problem.Q)):
        budget.tick()
        if len(rref(T)[1]) <= r:
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
