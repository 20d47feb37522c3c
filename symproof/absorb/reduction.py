"""Block reduction of a lattice basis: BKZ by Schnorr-Euchner enumeration, LLL from flint after every insertion."""

from __future__ import annotations

import numpy as np
from flint import fmpz_mat
from numpy.typing import NDArray

from symproof.absorb.limits import Clock

Floats = NDArray[np.float64]

BITS = 32  # the basis is given in multiples of 2^-BITS, so that the tags below weigh nothing
TOURS = 20
STEPS = 50_000  # of one enumeration; a block that needs more is left as it is


def bkz(basis: fmpz_mat, block: int, clock: Clock) -> fmpz_mat:
    """The unimodular T for which T * basis is reduced in blocks.

    Args:
        basis: independent rows of length about 2^BITS, LLL-reduced.
        block: size of the blocks.
        clock: checked before every enumeration.
    """
    n, width = basis.nrows(), basis.ncols()
    rows = [[*row, *(int(i == k) for i in range(n))] for k, row in enumerate(basis.tolist())]
    for _ in range(TOURS):
        changed = False
        for k in range(n - 1):
            clock.check()
            mu, r = _orthogonal(rows, width)
            end = min(n, k + block)
            best = shortest(mu[k:end, k:end], r[k:end])
            if best is not None:
                rows, changed = _insert(rows, k, best), True
        if not changed:
            break
    return fmpz_mat([row[width:] for row in rows])


def _orthogonal(rows: list[list[int]], width: int) -> tuple[Floats, Floats]:
    """Gram-Schmidt: the lower unit triangular mu and the squared lengths."""
    scaled = np.array([[float(int(x)) for x in row[:width]] for row in rows]) / (1 << BITS)
    triangle = np.linalg.qr(scaled.T, mode="r")
    d = np.diag(triangle)
    return (triangle / d[:, None]).T, d * d


def _insert(rows: list[list[int]], k: int, x: list[int]) -> list[list[int]]:
    """Put the combination x of the rows from k on before row k, and reduce the dependent rows to a basis."""
    new = [sum(int(c) * int(row[t]) for c, row in zip(x, rows[k:], strict=False)) for t in range(len(rows[0]))]
    reduced = fmpz_mat([*rows[:k], new, *rows[k:]]).lll().tolist()
    return [row for row in reduced if any(row)]


def shortest(mu: Floats, r: Floats) -> list[int] | None:
    """Coefficients of a vector shorter than the first basis vector, or None.

    Args:
        mu: k x k lower unit triangular Gram-Schmidt coefficients.
        r: squared lengths of the k orthogonalised vectors.
    """
    k, bound = len(r), 0.99 * float(r[0])
    lengths, columns = r.tolist(), mu.T.tolist()
    x, centre, offset, side = [0] * k, [0.0] * k, [0] * k, [1] * k
    partial = [0.0] * (k + 1)
    x[0], best, i, last = 1, None, 0, 0
    for _ in range(STEPS):
        distance = x[i] - centre[i]
        length = partial[i + 1] + distance * distance * lengths[i]
        if length < bound:
            partial[i] = length
            if i > 0:
                i -= 1
                column = columns[i]
                centre[i] = -sum(x[j] * column[j] for j in range(i + 1, last + 1))
                x[i] = round(centre[i])
                offset[i], side[i] = 0, 1 if centre[i] > x[i] else -1
                continue
            best, bound = x[:], 0.99 * length
        else:
            i += 1
            if i == k:
                break
        if i >= last:  # above it everything is zero: by symmetry one direction is enough
            last = i
            x[i] += 1
        else:
            step = side[i] if offset[i] == 0 else (-offset[i] if offset[i] * side[i] > 0 else side[i] - offset[i])
            x[i] += step - offset[i]
            offset[i] = step
    return best
