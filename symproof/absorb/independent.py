"""d independent rows of W_up, found and shown modulo a prime."""

from __future__ import annotations

from collections.abc import Sequence

import flint

from symproof.reader.numbers import Matrix, scaled

PRIME = 2**61 - 1


def independent_rows(up: Matrix, d: int) -> tuple[tuple[int, ...], int] | None:
    """Indices of d rows whose determinant is not 0 modulo a prime, and the prime; None when there are none.

    Modulo a prime the rank can only drop: a nonzero determinant there is nonzero over Q. The rows are scaled
    to integers first, each by its own denominator.
    """
    integers: Sequence[Sequence[int]] = [[x % PRIME for x in scaled(row)[0]] for row in up]
    columns = flint.nmod_mat([[row[j] for row in integers] for j in range(d)], PRIME)
    reduced, rank = columns.rref()
    if rank < d:
        return None
    pivots, j = [], 0
    for i in range(d):
        while not int(reduced[i, j]):
            j += 1
        pivots.append(j)
        j += 1
    return tuple(pivots), PRIME
