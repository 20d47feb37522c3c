"""What equation (3) leaves over for a set S, and the sets that come closest."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain

from symproof.absorb.limits import Clock, Limits
from symproof.absorb.solve import Solution, solve
from symproof.errors import GaveUp
from symproof.kernel.numbers import brief, fraction
from symproof.kernel.subset import Problem

LARGE = 50_000  # entries of the equations beyond which a near miss is not looked for
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


def residuals(problem: Problem) -> Iterator[Residual]:
    """Every set with what it leaves over, by Gray code; only for at most `ALL_SUBSETS` unknowns."""
    n = len(problem.Q)
    columns = [residual(Problem(problem.P, problem.Q, {}), (k,)).entries for k in range(n)]
    left = {at: -x for at, x in problem.T.items()}
    on = [False] * n
    for count in range(1 << n):
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
    a, n, b = len(problem.P), len(problem.Q), problem.columns
    if n <= ALL_SUBSETS:
        near = [r for r in residuals(problem) if r.entries and r.subset and _one_line(r)]
        return min(near, key=lambda r: r.rank_key, default=None) if min(a, b) > 1 else None
    if min(a, b) < 2 or (a - 1) * b * 4 < n or a * b * n > LARGE:
        return None
    clock = Clock(limits)
    for smaller in chain(_without_rows(problem), _without_columns(problem)):
        try:
            clock.check()
            answer = solve(smaller, clock.remaining())
        except GaveUp:
            return None
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
