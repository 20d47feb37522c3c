"""What equation (3) leaves over for a set S, and the sets that come closest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

import numpy as np

from symproof.absorb.limits import Clock, Limits, enforced
from symproof.absorb.meet import P61
from symproof.absorb.solve import Solution, solve
from symproof.absorb.system import shape
from symproof.errors import GaveUp
from symproof.kernel.trees import Problem
from symproof.reader.numbers import Number, brief, fraction

LARGE = 50_000  # entries of the equations beyond which a near miss is not looked for
WEIGHT = 0x243F6A8885A308D  # of the linear forms: digits of pi; a bad choice only hides a near miss
ALL_SUBSETS = 14  # unknowns for which all 2^n sets are looked at one by one


@dataclass(frozen=True, slots=True)
class Residual:
    """The entries (i, j) of sum_S p_k q_k - T that are not zero."""

    subset: tuple[int, ...]
    entries: dict[tuple[int, int], Fraction]

    @property
    def rank_key(self) -> tuple[int, Fraction, tuple[int, ...]]:
        """Fewest entries first, then the smallest largest entry."""
        return len(self.entries), max(map(abs, self.entries.values()), default=Fraction(0)), self.subset

    def __str__(self) -> str:
        shown = ", ".join(f"[{i}][{j}] by {brief(x)}" for (i, j), x in list(self.entries.items())[:4])
        more = f" and {len(self.entries) - 4} more" if len(self.entries) > 4 else ""
        wrong = f"is off at {shown}{more}" if self.entries else "solves (3)"
        return f"S = {{{', '.join(map(str, self.subset))}}} {wrong}"


def residual(problem: Problem, subset: tuple[int, ...]) -> Residual:
    """What the set leaves over."""
    left = {at: -x for at, x in problem.T.items()}
    for k in subset:
        q = [fraction(y) for y in problem.Q[k]]
        for i, row in enumerate(problem.P):
            p = fraction(row[k])
            for j, y in enumerate(q):
                left[i, j] = left.get((i, j), Fraction(0)) + p * y
    return Residual(subset, {at: x for at, x in sorted(left.items()) if x})


def residuals(problem: Problem, clock: Clock | None = None) -> Iterator[Residual]:
    """Every set with what it leaves over, by Gray code; only for at most `ALL_SUBSETS` unknowns.

    Raises:
        GaveUp: the clock's time is over.
    """
    clock = clock or Clock(Limits())
    n = len(problem.Q)
    columns = [residual(Problem(problem.P, problem.Q, {}), (k,)).entries for k in range(n)]
    left = {at: -x for at, x in problem.T.items()}
    on = [False] * n
    for count in range(1 << n):
        clock.step(count, 1 << n, "set")
        if count:
            k = (count & -count).bit_length() - 1
            on[k] = not on[k]
            for at, x in columns[k].items():
                left[at] = left.get(at, Fraction(0)) + (x if on[k] else -x)
        yield Residual(tuple(k for k in range(n) if on[k]), {at: x for at, x in sorted(left.items()) if x})


def near_miss(problem: Problem, limits: Limits) -> Residual | None:
    """A set that violates (3) in one entry, one row or one column only; None when none was found.

    For few unknowns all sets are looked at; beyond that, the problem is solved without one row or one column,
    within the limits together, as long as enough equations are left to make a solution a surprise. Large
    problems are left alone.
    """
    a, n, b = shape(problem)
    if min(a, b) < 2 or (n > ALL_SUBSETS and ((a - 1) * b * 4 < n or a * b * n > LARGE)):
        return None
    clock = Clock(limits)
    try:
        with enforced(clock):
            return _nearest(problem, clock) if n <= ALL_SUBSETS else _solved_but_for_a_line(problem, clock)
    except GaveUp:
        return None


def _nearest(problem: Problem, clock: Clock) -> Residual | None:
    """The best of all sets: those that are wrong in one line modulo a prime are looked at exactly."""
    best: Residual | None = None
    for subset in sorted({*_wrong_in_one_row(problem), *_wrong_in_one_row(_transposed(problem))}):
        clock.check()
        found = residual(problem, subset)
        if subset and _one_line(found) and (best is None or found.rank_key < best.rank_key):
            best = found
    return best


def _wrong_in_one_row(problem: Problem) -> list[tuple[int, ...]]:
    """All sets that leave something over in one row, as a linear form of each row modulo a prime sees it."""
    a, n, b = shape(problem)
    try:
        P, Q = ([[_modulo(x) for x in row] for row in rows] for rows in (problem.P, problem.Q))
        T = {at: _modulo(x) for at, x in problem.T.items()}
    except ValueError:  # the prime divides a denominator
        return []
    weights = [pow(WEIGHT, j, P61) for j in range(b)]
    forms = [sum(w * y for w, y in zip(weights, row, strict=True)) % P61 for row in Q]
    left = np.zeros((1 << n, a), dtype=np.uint64)
    left[0] = [-sum(weights[j] * T.get((i, j), 0) for j in range(b)) % P61 for i in range(a)]
    for k in range(n):
        high = left[: 1 << k] + np.array([row[k] * forms[k] % P61 for row in P], dtype=np.uint64)
        left[1 << k : 2 << k] = np.where(high >= P61, high - np.uint64(P61), high)
    masks = np.flatnonzero(np.count_nonzero(left, axis=1) == 1).tolist()
    return [tuple(k for k in range(n) if mask >> k & 1) for mask in masks]


def _modulo(x: Number) -> int:
    p, q = x.as_integer_ratio()
    return p * pow(q, -1, P61) % P61


def _transposed(problem: Problem) -> Problem:
    P, Q = list(zip(*problem.Q, strict=True)), list(zip(*problem.P, strict=True))
    return Problem(P, Q, {(j, i): x for (i, j), x in problem.T.items()})


def _solved_but_for_a_line(problem: Problem, clock: Clock) -> Residual | None:
    """A solution of the problem without one row or one column.

    Raises:
        GaveUp: a limit was reached.
    """
    for smaller in chain(_without_rows(problem), _without_columns(problem)):
        clock.check()
        answer = solve(smaller, clock.remaining())
        if isinstance(answer, Solution):
            return residual(problem, answer.subset)
    return None


def _one_line(found: Residual) -> bool:
    """Whether the wrong entries lie in one row or in one column."""
    return 1 in (len({i for i, _ in found.entries}), len({j for _, j in found.entries}))


def _without_rows(problem: Problem) -> Iterator[Problem]:
    for r in range(len(problem.P)):
        P = [row for i, row in enumerate(problem.P) if i != r]
        yield Problem(P, problem.Q, {(i - (i > r), j): x for (i, j), x in problem.T.items() if i != r})


def _without_columns(problem: Problem) -> Iterator[Problem]:
    for c in range(problem.columns):
        Q = [[y for j, y in enumerate(row) if j != c] for row in problem.Q]
        yield Problem(problem.P, Q, {(i, j - (j > c)): x for (i, j), x in problem.T.items() if j != c})
