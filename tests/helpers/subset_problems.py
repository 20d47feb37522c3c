"""Random subset problems and brute force over all subsets, for the tests of the search."""

from __future__ import annotations

import json
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from symproof.kernel.trees import Problem

CASES = Path(__file__).parents[1] / "fixtures" / "cases"


def read_case(path: Path) -> tuple[Problem, dict[str, Any]]:
    """The problem P = W_down, Q = W_up, T = -I of a case, and what is known about it."""
    case = json.loads(path.read_text())
    up, down = ([[_entry(x) for x in row] for row in case[name]] for name in ("W_up", "W_down"))
    return Problem(down, up, {(i, i): Fraction(-1) for i in range(len(down))}), case["about"]


def _entry(text: str | int) -> int | Fraction:
    value = Fraction(text)
    return int(value) if value.denominator == 1 else value


def total(problem: Problem, subset: tuple[int, ...]) -> dict[tuple[int, int], Fraction]:
    """sum over S of p_k q_k^T minus T, the entries that are not zero; from the definition."""
    result = {}
    for i, row in enumerate(problem.P):
        for j in range(len(problem.Q[0])):
            value = sum((Fraction(row[k]) * Fraction(problem.Q[k][j]) for k in subset), Fraction(0))
            if value != problem.T.get((i, j), 0):
                result[i, j] = value
    return result


def random_problem(rng: Random) -> Problem:
    """A small problem: integers, fractions or binary floats; identity, planted or near target."""
    a, b, n, reach = rng.randint(1, 3), rng.randint(1, 3), rng.randint(1, 8), rng.choice([1, 1, 2, 3])
    kinds: list[Callable[[], int | Fraction | float]] = [
        lambda: rng.randint(-reach, reach),
        lambda: Fraction(rng.randint(-reach, reach), rng.choice([1, 2, 3])),
        lambda: rng.randint(-reach, reach) / 4,
    ]
    entry = rng.choice(kinds)
    P = [[entry() for _ in range(n)] for _ in range(a)]
    Q = [[entry() for _ in range(b)] for _ in range(n)]
    T = {(i, i): Fraction(-1) for i in range(min(a, b))}
    if rng.random() < 0.5:
        chosen = [k for k in range(n) if rng.random() < 0.5]
        T = {
            (i, j): sum((Fraction(P[i][k]) * Fraction(Q[k][j]) for k in chosen), Fraction(0))
            for i in range(a)
            for j in range(b)
        }
        if rng.random() < 0.5:
            T[rng.randrange(a), rng.randrange(b)] += Fraction(1, 2 ** rng.choice([0, 1, 30]))
    return Problem(P, Q, T)


def brute_force(problem: Problem) -> list[tuple[int, ...]]:
    """All solutions in lexicographic order: every subset of at most some ten unknowns against the equations.

    All is multiplied by 2^30 times the small denominators of `random_problem`, so that int64 is exact.
    """
    n = len(problem.Q)
    columns = []
    for i, row in enumerate(problem.P):
        for j in range(len(problem.Q[0])):
            terms = [Fraction(row[k]) * Fraction(problem.Q[k][j]) for k in range(n)]
            columns.append([*terms, Fraction(problem.T.get((i, j), 0))])
    scaled = [[x * (144 << 30) for x in column] for column in columns]
    assert all(x.denominator == 1 and abs(x) < 2**55 for column in scaled for x in column)
    table = np.array([[int(x) for x in column] for column in scaled], dtype=np.int64)
    masks = (np.arange(1 << n)[:, None] >> np.arange(n)) & 1
    good = (masks @ table[:, :n].T == table[:, n]).all(axis=1)
    return sorted(tuple(int(k) for k in np.flatnonzero(masks[m])) for m in np.flatnonzero(good))
