"""Random integer matrices with the properties that examples need."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import chain, islice
from math import gcd

from symproof.kernel.errors import Malformed

Vector = list[int]
Rows = list[list[int]]
Accept = Callable[[Vector, Vector], bool]

CANDIDATES = 12  # columns that are drawn for one neuron; the one that keeps numbers small is kept


def identity(d: int, scale: int = 1) -> Rows:
    """scale times the identity matrix."""
    return [[scale * int(i == j) for j in range(d)] for i in range(d)]


def line(w: Sequence[int]) -> tuple[int, ...]:
    """The primitive vector on the line through w, first nonzero entry positive."""
    g = gcd(*w) * (1 if next(x for x in w if x) > 0 else -1)
    return tuple(x // g for x in w)


def vector(rng: random.Random, d: int, bound: int) -> Vector:
    """A nonzero vector with entries from -bound to bound."""
    while True:
        w = [rng.randint(-bound, bound) for _ in range(d)]
        if any(w):
            return w


def rows(rng: random.Random, d: int, n: int, bound: int, taken: Sequence[Vector] = ()) -> Rows:
    """n nonzero rows, pairwise non-collinear and not collinear with those taken.

    For d = 1, where all rows are collinear, the rows differ in absolute value: different classes for a
    rigid activation, the same class for a conic one.

    Raises:
        Malformed: there are not that many with entries up to ``bound``.
    """
    key = line if d > 1 else lambda w: (abs(w[0]),)
    used = {key(w) for w in taken}
    found: Rows = []
    for _ in range(200 * (n + 1)):
        if len(found) == n:
            return found
        w = vector(rng, d, bound)
        if key(w) not in used:
            used.add(key(w))
            found.append(w)
    if len(found) == n:
        return found
    raise Malformed(f"{n} neurons in different classes need larger entries than {bound} for d = {d}")


def columns(
    rng: random.Random, up: Rows, bound: int, left: Rows, accept: Accept | None = None
) -> tuple[Rows, Rows] | None:
    """One nonzero column for each row, and what is left of a goal after subtracting column times row.

    Args:
        up: the rows.
        bound: of the entries.
        left: d x d, the goal; each column is chosen among some so that what is left stays small.
        accept: a condition on (column, row) that every column must meet.

    Returns:
        The columns, one a row of the list, and what is left; None when a row had no column to accept.
    """
    d = len(left)
    chosen: Rows = []
    for t, q in enumerate(up):
        tries: Iterator[Vector] = (
            vector(rng, d, bound) for _ in range(CANDIDATES * (1 if accept is None else 6))
        )
        if 2 * t > len(up):
            tries = chain([fitting(left, q, bound)], tries)
        fit = list(islice((p for p in tries if any(p) and (accept is None or accept(p, q))), CANDIDATES))
        if not fit:
            return None
        sizes = [size(minus(left, p, q)) for p in fit]
        best = fit[sizes.index(min(sizes))]
        left = minus(left, best, q)
        chosen.append(best)
    return chosen, left


def fitting(left: Rows, q: Vector, bound: int) -> Vector:
    """The integer column p with p q nearest to a matrix, row by row; perhaps zero."""
    square = sum(x * x for x in q)
    best = [(2 * sum(a * x for a, x in zip(row, q, strict=True)) + square) // (2 * square) for row in left]
    return [max(-bound, min(bound, x)) for x in best]


def minus(A: Rows, p: Vector, q: Vector) -> Rows:
    """A - p q."""
    return [[a - x * y for a, y in zip(row, q, strict=True)] for row, x in zip(A, p, strict=True)]


def size(A: Rows) -> int:
    """The sum of the absolute values of the entries."""
    return sum(abs(x) for row in A for x in row)


def unimodular(rng: random.Random, d: int, shears: int) -> tuple[Rows, Rows]:
    """An integer matrix with determinant 1 or -1, and its inverse."""
    order = rng.sample(range(d), d)
    signs = [rng.choice((1, -1)) for _ in range(d)]
    U = [[signs[i] * int(j == order[i]) for j in range(d)] for i in range(d)]
    inverse = [list(column) for column in zip(*U, strict=True)]
    for _ in range(shears if d > 1 else 0):
        i, j = rng.sample(range(d), 2)
        c = rng.choice((1, -1))
        U[i] = [x + c * y for x, y in zip(U[i], U[j], strict=True)]  # row i += c row j
        for row in inverse:
            row[j] -= c * row[i]  # the inverse of the shear, from the right
    return U, inverse


def times(A: Rows, B: Rows) -> Rows:
    """The product of two integer matrices."""
    return [
        [sum(x * y for x, y in zip(row, column, strict=True)) for column in zip(*B, strict=True)] for row in A
    ]


def transposed(A: Rows) -> Rows:
    """The transpose."""
    return [list(column) for column in zip(*A, strict=True)]


def largest(A: Rows) -> int:
    """The largest absolute value of an entry, 0 for no entries."""
    return max((abs(x) for row in A for x in row), default=0)
