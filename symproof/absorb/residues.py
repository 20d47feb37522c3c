"""Matrices of exact numbers modulo a prime, in bulk."""

from __future__ import annotations

from dataclasses import dataclass
from math import lcm
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symproof.absorb.system import stored
from symproof.reader.numbers import Matrix

Ints = NDArray[np.int64]


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
