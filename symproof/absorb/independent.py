"""A largest set of independent rows, found modulo a prime."""

from __future__ import annotations

from symproof.kernel.linear import PRIME
from symproof.reader.numbers import Matrix, scaled


def independent_rows(rows: Matrix) -> tuple[int, ...]:
    """Indices of rows that are independent modulo a prime, as many as there are; so they are over Q.

    Each row is scaled to integers first, by its own denominator. Modulo a prime the rank can only drop.
    """
    integers = [[x % PRIME for x in scaled(row)[0]] for row in rows]
    if not integers or not integers[0]:
        return ()
    import flint  # takes as long to import as a layer to decide

    reduced, rank = flint.nmod_mat([*map(list, zip(*integers, strict=True))], PRIME).rref()
    pivots, j = list[int](), 0
    for i in range(rank):
        j = next(k for k in range(j, len(integers)) if int(reduced[i, k]))
        pivots.append(j)
    return tuple(pivots)
