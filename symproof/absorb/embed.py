"""Planted solutions by embedding: 2x - 1 is a vector of +1 and -1, short among all integer solutions."""

from __future__ import annotations

from collections.abc import Iterator

from flint import fmpz_mat

from symproof.absorb.bkz import BITS, bkz
from symproof.absorb.lattice import Lattice
from symproof.absorb.limits import Clock

Subset = tuple[int, ...]


def planted(space: Lattice, block: int, clock: Clock) -> Iterator[Subset]:
    """Candidate subsets, read off a reduced basis of the span of (2 kernel, 0) and (2 point - 1, 1).

    Args:
        space: the integer solutions.
        block: of BKZ; below 3 only LLL is run.
        clock: checked inside.
    """
    rows = [[*(2 * x for x in row), 0] for row in space.kernel] + [[*(2 * x - 1 for x in space.point), 1]]
    basis = fmpz_mat(rows).lll()
    yield from _read(basis)
    if block >= 3:
        yield from _read(bkz(basis * (1 << BITS), block, clock) * basis)


def _read(basis: fmpz_mat) -> Iterator[Subset]:
    for row in basis.tolist():
        vector = [int(x) for x in row]
        if all(x in (1, -1) for x in vector):
            yield tuple(k for k, x in enumerate(vector[:-1]) if x == vector[-1])
