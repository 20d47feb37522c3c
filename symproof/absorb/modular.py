"""Linear algebra modulo a prime of 22 bits on float64 blocks: exact, at the speed of BLAS.

Residues are kept in [-p/2, p/2]. A product of two is at most 2^42, so a sum of 2^10 products stays below
2^53 and float64 carries it without rounding. Matrices are stored transposed: one numpy row a column.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symproof.absorb.system import stored
from symproof.kernel.trees import Problem
from symproof.reader.numbers import Matrix, fraction, scaled

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

PRIMES = (4194301, 4194287, 4194277, 4194271)  # the largest primes below 2^22
INNER = 1024  # longest inner dimension of one exact product
PANEL = 16  # columns that are eliminated one by one
DIRECT = 200_000  # products that plain integers do quickly enough


def reduce(x: Floats, p: int) -> Floats:
    """``x`` modulo p, in place, centred; |x| < 2^53."""
    t = x * (1.0 / p)
    np.rint(t, out=t)
    t *= p
    x -= t
    return x


def subtract_product(c: Floats, a: Floats, b: Floats, p: int) -> None:
    """``c -= a @ b`` modulo p, in place."""
    for k in range(0, a.shape[1], INNER):
        c -= a[:, k : k + INNER] @ b[k : k + INNER]
        reduce(c, p)


@dataclass(slots=True)
class Factors:
    """A[order] = L U modulo p for an m x n matrix A of rank r.

    Attributes:
        order: which row of A stands at each position; the first r are independent.
        pivots: the r columns of A that are independent of the columns before them.
        lower: r x m, the transpose of L, unit upper triangular in its first r columns.
        upper: n x r, the transpose of U.
    """

    order: Ints
    pivots: list[int]
    lower: Floats
    upper: Floats


def factor(columns: Floats, p: int) -> Factors:
    """L, U and the permutation; the rows of ``columns`` (n x m, overwritten) are the columns of A."""
    n, m = columns.shape
    if n <= PANEL:
        return _panel(columns, p)
    left = factor(columns[: n // 2], p)
    r = len(left.pivots)
    right = columns[n // 2 :][:, left.order]
    _forward(right[:, :r], left.lower[:, :r], p)
    if r:
        subtract_product(right[:, r:], right[:, :r], left.lower[:, r:], p)
    rest = factor(right[:, r:], p)
    s = len(rest.pivots)
    left.order[r:] = left.order[r:][rest.order]
    lower = np.zeros((r + s, m))
    lower[:r, :r] = left.lower[:, :r]
    lower[:r, r:] = left.lower[:, r:][:, rest.order]
    lower[r:, r:] = rest.lower
    upper = np.zeros((n, r + s))
    upper[: n // 2, :r] = left.upper
    upper[n // 2 :, :r] = right[:, :r]
    upper[n // 2 :, r:] = rest.upper
    return Factors(left.order, left.pivots + [n // 2 + k for k in rest.pivots], lower, upper)


def _panel(columns: Floats, p: int) -> Factors:
    """The factors of a few columns, one after the other; a column is reduced only when its turn comes."""
    n, m = columns.shape
    order, pivots, r = np.arange(m), list[int](), 0
    lower, upper = np.zeros((n, m)), np.zeros((n, n))
    for k in range(n):
        column = reduce(columns[k], p)
        nonzero = column[r:].nonzero()[0]
        if len(nonzero):
            swap, back = [r, r + int(nonzero[0])], [r + int(nonzero[0]), r]
            for array in (columns, lower):
                array[:, swap] = array[:, back]
            order[swap] = order[back]
            inverse = float(centred(pow(int(column[r]), -1, p), p))
            lower[r, r:] = reduce(column[r:] * inverse, p)
            later = reduce(columns[k + 1 :, r], p)
            columns[k + 1 :, r + 1 :] -= later[:, None] * lower[r, r + 1 :]
            pivots.append(k)
            r += 1
        upper[k, :r] = column[:r]
    return Factors(order, pivots, lower[:r], upper[:, :r])


def _forward(x: Floats, lower: Floats, p: int) -> None:
    """Solve z L^T = x for z in place, ``lower`` the unit upper triangular L^T (r x r)."""
    r = len(lower)
    if r <= 2 * PANEL:
        if r > 1:
            x[:] = reduce(x @ _inverse(lower, p), p)
        return
    h = r // 2
    _forward(x[:, :h], lower[:h, :h], p)
    subtract_product(x[:, h:], x[:, :h], lower[:h, h:], p)
    _forward(x[:, h:], lower[h:, h:], p)


def _inverse(lower: Floats, p: int) -> Floats:
    """The inverse of a unit triangular 1 - X: (1 + X)(1 + X^2)(1 + X^4) ..., finite as X is nilpotent."""
    one = np.eye(len(lower))
    power = one - lower
    result, degree = one + power, 2
    while degree < len(lower):
        power = reduce(power @ power, p)
        result = reduce(result + result @ power, p)
        degree *= 2
    return result


def centred(x: int, p: int) -> int:
    """The representative of x modulo p in [-p/2, p/2]."""
    x %= p
    return x - p if 2 * x > p else x


def _dot(a: Floats, b: Floats, p: int) -> int:
    return sum(int(a[k : k + INNER] @ b[k : k + INNER]) for k in range(0, len(a), INNER)) % p


def multipliers(factors: Factors, target: Ints, p: int) -> dict[int, int]:
    """Multipliers y of the rows of A, by row, with y A = target on the pivot columns.

    Args:
        factors: of A.
        target: one residue a pivot.
        p: the prime.
    """
    r = len(factors.pivots)
    upper, lower = factors.upper[factors.pivots], factors.lower
    z = np.zeros(r)
    for k in range(r):  # z U = target
        left = int(target[k]) - _dot(z[:k], upper[k, :k], p)
        z[k] = centred(left * pow(int(upper[k, k]), -1, p), p)
    for k in range(r - 1, -1, -1):  # y L = z
        z[k] = centred(int(z[k]) - _dot(lower[k, k + 1 : r], z[k + 1 :], p), p)
    return {int(factors.order[k]): int(z[k]) for k in range(r) if z[k]}


def kernel_vector(factors: Factors, columns: int, p: int, free: Floats) -> Floats:
    """z with A z = 0 modulo p, A the first ``columns`` columns that were factored.

    Args:
        factors: of a matrix with A in front.
        columns: how many columns A has.
        p: the prime.
        free: residues for the columns of A that are no pivots.
    """
    pivots = [k for k in factors.pivots if k < columns]
    z = np.zeros(columns)
    z[np.setdiff1d(np.arange(columns), pivots)] = free
    upper, left = factors.upper[:columns, : len(pivots)], np.zeros((1, len(pivots)))
    subtract_product(left, z[None, :], upper, p)
    for t in range(len(pivots) - 1, -1, -1):
        k = pivots[t]
        z[k] = centred(int(left[0, t]) * pow(int(upper[k, t]), -1, p), p)
        left[0, :t] -= upper[k, :t] * z[k]
        reduce(left[0, :t], p)
    return z


def solution(factors: Factors, p: int) -> list[int]:
    """x with A x = b modulo p for A of full column rank, b the last column that was factored."""
    n = len(factors.pivots)
    x, upper = factors.upper[-1].copy(), factors.upper
    for k in range(n - 1, -1, -1):
        x[k] = centred(int(x[k]) * pow(int(upper[k, k]), -1, p), p)
        x[:k] -= upper[k, :k] * x[k]
        reduce(x[:k], p)
    return [int(v) % p for v in x]


@dataclass(frozen=True, slots=True)
class Exact:
    """A matrix as integer numerators over integer denominators; ``denominators`` is None when all are 1.

    For floats: numerators times 2^exponents, read from their bits.
    """

    numerators: NDArray[Any]
    denominators: NDArray[Any] | None = None
    exponents: NDArray[Any] | None = None

    def denominator(self) -> int:
        """The least common denominator of all entries."""
        if self.exponents is not None:
            low = self.exponents[self.numerators != 0]
            return 1 << max(0, -int(low.min(initial=0)))
        if self.denominators is not None:
            return lcm(*set(self.denominators.ravel().tolist()))
        return 1

    def largest(self) -> int:
        """A bound of |entry| times the least common denominator."""
        top = max((abs(int(x)) for x in (self.numerators.min(), self.numerators.max())), default=0)
        if self.exponents is not None:
            top <<= max(0, int(self.exponents.max()))
        return top * self.denominator()

    def modulo(self, p: int) -> Ints | None:
        """The residues modulo p < 2^31, or None when p divides a denominator."""
        top = np.asarray(self.numerators % p, dtype=np.int64)
        if self.exponents is not None:
            low, high = int(self.exponents.min()), int(self.exponents.max())
            powers = np.array([pow(2, e, p) for e in range(low, high + 1)], dtype=np.int64)
            scaled: Ints = top * powers[self.exponents - low] % p
            return scaled
        if self.denominators is None:
            return top
        bottom = np.asarray(self.denominators % p, dtype=np.int64)
        if not bottom.all():
            return None
        values, where = np.unique(bottom, return_inverse=True)
        inverses = np.array([pow(int(v), -1, p) for v in values], dtype=np.int64)
        quotients: Ints = top * inverses[where.reshape(bottom.shape)] % p
        return quotients


def exact(rows: Matrix) -> Exact:
    """The matrix in bulk form; nothing is rounded."""
    if (entries := stored(rows)) is not None:
        if entries.dtype.kind == "f":
            return _binary(entries.astype(np.float64))
        return Exact(entries if entries.dtype == np.uint64 else entries.astype(np.int64))
    kinds = {kind for row in rows for kind in set(map(type, row))}
    if kinds == {float}:
        return _binary(np.array(rows, dtype=np.float64))
    if kinds == {int}:
        try:
            return Exact(np.array(rows, dtype=np.int64))
        except OverflowError:
            return Exact(np.array(rows, dtype=object))
    ratios = [[x.as_integer_ratio() for x in row] for row in rows]
    numerators = np.array([[p for p, _ in row] for row in ratios], dtype=object)
    return Exact(numerators, np.array([[q for _, q in row] for row in ratios], dtype=object))


def _binary(values: NDArray[np.float64]) -> Exact:
    """Floats as odd integers (or zero) times powers of two."""
    mantissas, exponents = np.frexp(values)
    numerators = np.ldexp(mantissas, 53).astype(np.int64)
    lowest = numerators & -numerators  # the lowest bit that is set
    trailing = np.frexp(lowest.astype(np.float64))[1] - 1
    trailing[numerators == 0] = 0
    exponents = exponents.astype(np.int64) - 53 + trailing
    exponents[numerators == 0] = 0
    return Exact(numerators >> trailing, None, exponents)


def mismatch(problem: Problem, subset: Sequence[int]) -> tuple[int, int] | None:
    """An equation (i, j) that the subset violates, or None when sum_{k in S} p_k q_k = T holds exactly."""
    a, b = len(problem.P), problem.columns
    if a * b * len(subset) > DIRECT:
        return _modulo_primes(problem, subset)
    rows = [scaled(row[k] for k in subset) for row in problem.P]
    columns = [scaled(problem.Q[k][j] for k in subset) for j in range(b)]
    for i, (p, c) in enumerate(rows):
        for j, (q, e) in enumerate(columns):
            total = sum(x * y for x, y in zip(p, q, strict=True))
            if total != fraction(problem.T.get((i, j), 0)) * (c * e):
                return i, j
    return None


def _modulo_primes(problem: Problem, subset: Sequence[int]) -> tuple[int, int] | None:
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
