"""Block reduction of a lattice basis: BKZ by Schnorr-Euchner enumeration, LLL from flint."""

from __future__ import annotations

from typing import Any

import numpy as np
from flint import fmpz_mat
from numpy.typing import NDArray

from symproof.absorb.limits import Clock

Floats = NDArray[np.floating[Any]]
Ints = NDArray[np.object_]

BITS = 32  # lengths are seen in units of 2^-BITS of what the caller scaled to 2^BITS
TOURS = 40
STEPS = 50_000  # of one enumeration; a block that needs more is left as it is


def bkz(basis: fmpz_mat, block: int, clock: Clock) -> fmpz_mat:
    """The unimodular T for which T * basis is reduced in blocks.

    Args:
        basis: independent rows of length about 2^BITS, LLL-reduced.
        block: size of the blocks.
        clock: told of every enumeration.
    """
    n = basis.nrows()
    rows = np.array([[float(int(x)) for x in row] for row in basis.tolist()]) / (1 << BITS)
    transform: Ints = np.array([[int(i == k) for i in range(n)] for k in range(n)], dtype=object)
    for tour in range(TOURS):
        changed = False
        mu, r = _orthogonal(rows)
        for k in range(n - 1):
            clock.step(tour * (n - 1) + k, TOURS * (n - 1), "enumeration")
            end = min(n, k + block)
            x = shortest(mu[k:end, k:end], r[k:end])
            if x is not None:
                local = _insert(mu[k:end, k:end], r[k:end], x)
                rows[k:end] = local.astype(np.float64) @ rows[k:end]
                transform[k:end] = local @ transform[k:end]
                mu, r = _orthogonal(rows)
                changed = True
        if not changed:
            break
        whole = _lll(fmpz_mat([[round(float(x) * (1 << BITS)) for x in row] for row in rows]))
        rows, transform = whole.astype(np.float64) @ rows, whole @ transform
    return fmpz_mat(transform.tolist())


def _orthogonal(rows: Floats) -> tuple[Floats, Floats]:
    """Gram-Schmidt: the lower unit triangular mu and the squared lengths."""
    triangle = np.linalg.qr(rows.T, mode="r")
    d = np.diag(triangle)
    return (triangle / d[:, None]).T, d * d


def _lll(matrix: fmpz_mat) -> Ints:
    """The transform of LLL as Python integers."""
    transform = matrix.lll(transform=True)[1]
    return np.array([[int(x) for x in row] for row in transform.tolist()], dtype=object)


def _insert(mu: Floats, r: Floats, x: list[int]) -> Ints:
    """The unimodular change of a block that makes the combination x its first vector, LLL-reduced."""
    scaled = mu * np.sqrt(r / r[0]) * (1 << BITS)
    vectors = np.array([[round(float(y)) for y in row] for row in scaled], dtype=object)
    new = np.array(x, dtype=object)
    reduced = fmpz_mat([(new @ vectors).tolist(), *vectors.tolist()])
    lengths, change = reduced.lll(transform=True)
    kept = [t for t, row in enumerate(lengths.tolist()) if any(row)]
    rows = np.array([[int(c) for c in change.tolist()[t]] for t in kept], dtype=object)
    result: Ints = rows[:, 1:] + rows[:, :1] * new[None, :]
    return result


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
            step = -offset[i] if offset[i] * side[i] > 0 else side[i] - offset[i]
            x[i] += step - offset[i]
            offset[i] = step
    return best
