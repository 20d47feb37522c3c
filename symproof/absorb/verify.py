"""Exact verification: a subset against all equations, a tree by the kernel."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from math import lcm

import numpy as np

from symproof.absorb.modular import INNER, exact, reduce
from symproof.kernel.trees import Problem
from symproof.reader.numbers import fraction, scaled

PLAIN = 200_000  # products that plain integers do quickly enough


def mismatch(problem: Problem, subset: Sequence[int]) -> tuple[int, int] | None:
    """An equation (i, j) that the subset violates, or None when sum_{k in S} p_k q_k = T holds exactly."""
    a, b = len(problem.P), problem.columns
    if a * b * len(subset) > PLAIN:
        return _bulk(problem, subset)
    rows = [scaled(row[k] for k in subset) for row in problem.P]
    columns = [scaled(problem.Q[k][j] for k in subset) for j in range(b)]
    for i, (p, c) in enumerate(rows):
        for j, (q, e) in enumerate(columns):
            total = sum(x * y for x, y in zip(p, q, strict=True))
            if total != fraction(problem.T.get((i, j), 0)) * (c * e):
                return i, j
    return None


def _bulk(problem: Problem, subset: Sequence[int]) -> tuple[int, int] | None:
    """The same modulo enough primes: an integer below their product that all of them divide is zero."""
    a, b = len(problem.P), problem.columns
    left = exact([[row[k] for k in subset] for row in problem.P])
    right = exact([problem.Q[k] for k in subset])
    target = {place: fraction(t) for place, t in problem.T.items()}
    common = left.denominator() * right.denominator()
    denominator = lcm(*{t.denominator for t in target.values()})
    top = max((abs(t) for t in target.values()), default=Fraction(0)) * denominator * common
    bound = len(subset) * left.largest() * right.largest() * denominator + int(top)
    product = 1
    for p in primes():
        if product > 2 * bound:
            return None
        x, y = left.modulo(p), right.modulo(p)
        if x is None or y is None or denominator % p == 0:
            continue
        total = np.zeros((a, b))
        u, v = reduce(x.astype(np.float64), p), reduce(y.astype(np.float64), p)
        for k in range(0, len(subset), INNER):
            total += u[:, k : k + INNER] @ v[k : k + INNER]
            reduce(total, p)
        for (i, j), t in target.items():
            total[i, j] -= t.numerator * pow(t.denominator, -1, p) % p
        wrong = np.argwhere(reduce(total, p))
        if len(wrong):
            return int(wrong[0][0]), int(wrong[0][1])
        product *= p
    raise ArithmeticError("the primes of 22 bits do not suffice")


def primes() -> Iterator[int]:
    """The primes from 2^22 down to 2^21."""
    top = 1 << 22
    sieve = np.ones(top, dtype=np.bool_)
    sieve[:2] = False
    for q in range(2, 1 << 11):
        if sieve[q]:
            sieve[q * q :: q] = False
    for p in range(top - 1, top >> 1, -1):
        if sieve[p]:
            yield p
