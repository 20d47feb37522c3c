"""One leaf from one integer form: a form whose range over the solutions contains no integer."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import numpy as np

from symproof.absorb.lattice import Forms, Lattice
from symproof.absorb.system import Equation, Tree, combined

NEAR = 1e-6


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
