"""The integer solutions of the equations as a lattice, and the integer forms that see it best.

LLL on the rows (e_k | W A_k) gives a unimodular U whose first n - r rows are a reduced basis of the kernel of
A. With C = U^-T, every integer form is, up to a combination of the equations, an integer combination of the
first n - r rows of C: the dual basis. Its projections p_k = c_k - w_k A to the kernel are short when the form
takes few values on 0/1 vectors; LLL and BKZ make them short (Kannan; Aardal, Hurkens, Lenstra).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from flint import fmpq, fmpq_mat, fmpz_mat
from numpy.typing import NDArray

from symproof.absorb.bkz import BITS, bkz
from symproof.absorb.limits import Clock
from symproof.absorb.system import Equation, Tree, combined, longest

Floats = NDArray[np.float64]
Subset = tuple[int, ...]

CHUNK = 100  # unknowns that one call of LLL adds; the clock is checked in between
WORK = 20_000  # bits of the coefficients of one equation that such a call adds, unless one has more
EXACT = 44  # bits after the point to which the float p_k agree with the rounded w_k
NEAR = 1e-6  # floats that differ by less are taken for equal


@dataclass(frozen=True, slots=True)
class Lattice:
    """The integer solutions point + span(kernel) of A x = b, A r x n of rank r.

    Attributes:
        rows: A.
        values: b.
        point: an integer solution.
        kernel: n - r rows, an LLL-reduced basis of the integer kernel.
        dual: n - r integer forms, dual to the kernel in reversed order.
    """

    rows: list[list[int]]
    values: list[int]
    point: list[int]
    kernel: list[list[int]]
    dual: list[list[int]]


@dataclass(frozen=True, slots=True)
class Forms:
    """Integer forms c_k = p_k + w_k A with p_k orthogonal to the rows of A.

    Attributes:
        integer: the c_k.
        projected: the p_k, rounded to floats.
        weights: the w_k as multiples of 2^-bits.
        offsets: w_k b, so that c_k x = p_k x + offsets_k for every solution x.
        bits: so many that rounding the w_k changes no p_k by more than 2^-EXACT.
    """

    integer: list[list[int]]
    projected: Floats
    weights: list[list[int]]
    offsets: list[Fraction]
    bits: int


def lattice(system: Sequence[Equation], clock: Clock) -> Lattice | Tree:
    """The lattice of independent equations, or a leaf when they have no integer solution.

    Raises:
        TooLong: they have none, and the leaf that says so cannot be spelt.
    """
    rows, values = [e.row for e in system], [int(e.value) for e in system]
    r, n = len(rows), len(rows[0])
    unimodular, images = _reduced(rows, longest(system), clock)
    # A x = b for x = (last r rows of U)^T z reads images^T z = b
    inverse = fmpz_mat(images).transpose().inv()
    z = (fmpq_mat(inverse) * fmpq_mat(fmpz_mat([[v] for v in values]))).tolist()
    for j, (value,) in enumerate(z):
        if value.denom() != 1:
            y = [_fraction(q) for q in inverse.tolist()[j]]
            return combined(zip(system, y, strict=True), 1)
    clock.check()
    last = unimodular[n - r :]
    point = [sum(int(z[j][0].numer()) * last[j][k] for j in range(r)) for k in range(n)]
    dual = [
        [int(x.numer()) for x in row] for row in fmpq_mat(fmpz_mat(unimodular).inv()).transpose().tolist()
    ]
    return Lattice(rows, values, point, unimodular[: n - r], dual[: n - r][::-1])


def _reduced(rows: list[list[int]], size: int, clock: Clock) -> tuple[list[list[int]], list[list[int]]]:
    """U, and A times its last r rows, by LLL with a weight that makes the other rows vanish under A.

    ``size``: the bits of the largest coefficient.
    """
    r, n = len(rows), len(rows[0])
    chunk, bits = max(1, min(CHUNK, WORK // size)), size + n // 2 + 4
    while True:
        basis: list[list[int]] = []
        for start in range(0, n, chunk):
            clock.step(start, n, "LLL, unknown")
            for k in range(start, min(n, start + chunk)):
                basis.append([int(i == k) for i in range(n)] + [row[k] << bits for row in rows])
            basis = [[int(x) for x in row] for row in fmpz_mat(basis).lll().tolist()]
        if not any(x for row in basis[: n - r] for x in row[n:]):
            return [row[:n] for row in basis], [[x >> bits for x in row[n:]] for row in basis[n - r :]]
        bits *= 2


def _fraction(q: fmpq) -> Fraction:
    return Fraction(int(q.numer()), int(q.denom()))


def forms(space: Lattice, block: int, clock: Clock) -> Forms:
    """The dual forms reduced by LLL, and by BKZ with this block size when it is at least 3."""
    A, C = fmpq_mat(fmpz_mat(space.rows)), fmpz_mat(space.dual)
    gram = (A * A.transpose()).inv()
    projected = fmpq_mat(C) - fmpq_mat(C) * A.transpose() * gram * A
    scaled = fmpz_mat([[int((x * (1 << BITS)).round()) for x in row] for row in projected.tolist()])
    clock.check()
    scaled, transform = scaled.lll(transform=True)
    clock.check()
    C = transform * C
    if block >= 3:
        C = bkz(scaled, block, clock) * C
    weights = fmpq_mat(C) * A.transpose() * gram
    floors = fmpz_mat([[int(x.floor()) for x in row] for row in weights.tolist()])
    C -= floors * fmpz_mat(space.rows)
    weights -= fmpq_mat(floors)
    projected = fmpq_mat(C) - weights * A
    bits = max(sum(map(abs, row)) for row in space.rows).bit_length() + EXACT
    rounded = [[int((x * (1 << bits)).round()) for x in row] for row in weights.tolist()]
    sums = [sum(w * b for w, b in zip(row, space.values, strict=True)) for row in rounded]
    return Forms(
        [[int(x) for x in row] for row in C.tolist()],
        np.array([[float(_fraction(x)) for x in row] for row in projected.tolist()]),
        rounded,
        [Fraction(total, 1 << bits) for total in sums],
        bits,
    )


def form_leaf(equations: Sequence[Equation], space: Lattice, forms: Forms) -> Tree | None:
    """A leaf from a form, or from a sum or difference of two, without help of the relaxation."""
    p = forms.projected
    offsets = np.array([float(x % 1) for x in forms.offsets])
    for pairs in (None, 1, -1):
        vectors = p if pairs is None else (p[:, None, :] + pairs * p[None, :, :]).reshape(-1, p.shape[1])
        shifts = offsets if pairs is None else (offsets[:, None] + pairs * offsets[None, :]).ravel()
        low, high = np.minimum(vectors, 0).sum(axis=1) + shifts, np.maximum(vectors, 0).sum(axis=1) + shifts
        for t in np.flatnonzero(np.ceil(low - NEAR) > np.floor(high + NEAR)):
            i, j = (int(t), None) if pairs is None else divmod(int(t), len(p))
            weights = forms.weights[i]
            if j is not None and pairs is not None:
                weights = [w + pairs * v for w, v in zip(weights, forms.weights[j], strict=True)]
            if (tree := _shortest(equations, space, weights, forms.bits)) is not None:
                return tree
    return None


def _shortest(
    equations: Sequence[Equation], space: Lattice, weights: Sequence[int], bits: int
) -> Tree | None:
    """The leaf of these multipliers with the fewest bits that do."""
    for kept in (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, *range(32, bits, 16), bits):
        cut = bits - kept
        y = [Fraction(-w + (1 << cut >> 1) >> cut, 1 << kept) for w in weights if cut >= 0]
        if y and _excludes(space, y):
            return combined(zip(equations, y, strict=True), 1)
    return None


def _excludes(space: Lattice, y: list[Fraction]) -> bool:
    """The kernel's rule for a leaf with M = 1, on integer equations."""
    one = max(w.denominator for w in y)
    ints = [int(w * one) for w in y]
    a = [sum(w * c for w, c in zip(ints, column, strict=True)) for column in zip(*space.rows, strict=True)]
    a = [x - one * ((2 * x + one) // (2 * one)) for x in a]
    beta = sum(w * v for w, v in zip(ints, space.values, strict=True))
    low, high = sum(x for x in a if x < 0) - beta, sum(x for x in a if x > 0) - beta
    return bool(-(-low // one) > high // one)


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
