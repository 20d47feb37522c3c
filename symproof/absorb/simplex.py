"""The range of a linear form over {x in [0,1]^n : E x = e}, by a dual simplex method in floats.

Nothing here is trusted: multipliers y, whatever they are, give a true bound of c.x once the residual
c - y E is computed exactly. Every basis is dual feasible, as every unknown is boxed; ratio tests flip them
from bound to bound while that improves the value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.floating[Any]]

TOLERANCE = 1e-9
PIVOT = 1e-9
STEPS = 300
REFRESH = 30  # steps after which the inverse is computed afresh
PERTURBATION = 1e-7  # of the costs, so that ties do not make the method cycle


@dataclass(frozen=True, slots=True)
class Minimum:
    """The outcome of minimising c.x.

    Attributes:
        multipliers: y; c - y E proves the bound. When ``feasible`` is false, y E x = y e contradicts the box.
        basis: the columns of the last basis.
        value: the bound.
        x: the minimiser, or None when the method stopped early.
    """

    multipliers: Floats
    basis: list[int]
    value: float
    x: Floats | None
    feasible: bool = True


def minimise(c: Floats, E: Floats, e: Floats, basis: list[int]) -> Minimum:
    """Minimise c.x.

    Args:
        c: n coefficients.
        E: m x n, of rank m; rows of size about 1.
        e: m values.
        basis: m columns of E that are independent.
    """
    basis, noise = list(basis), _noise(len(c))
    for step in range(STEPS):
        if step % REFRESH == 0:
            inverse: Floats = np.linalg.inv(E[:, basis])
            d = c + noise
            d -= (d[basis] @ inverse) @ E
            d[basis] = 0
        x = (d < 0).astype(np.float64)
        x[basis] = 0
        inside = inverse @ (e - E @ x)
        excess = np.maximum(-inside, inside - 1)
        r = int(excess.argmax())
        if excess[r] <= TOLERANCE:
            x[basis] = inside
            return _outcome(c, E, e, basis, x)
        ray = inverse[r] if inside[r] > 1 else -inverse[r]
        a = ray @ E
        entering = _entering(d, a, float(excess[r]), basis)
        if entering is None:
            return Minimum(ray, basis, np.inf, None, feasible=False)
        t = d[entering] / a[entering]
        d -= t * a
        d[entering] = 0
        column = inverse @ E[:, entering]
        row = inverse[r] / column[r]
        column[r] = 0
        inverse = inverse - column[:, None] * row
        inverse[r] = row
        basis[r] = entering
    return _outcome(c, E, e, basis, None)


def _noise(n: int) -> Floats:
    """The same small numbers each time, no two equal."""
    return PERTURBATION * (1 + np.arange(n) * 0.6180339887498949 % 1)


def _outcome(c: Floats, E: Floats, e: Floats, basis: list[int], x: Floats | None) -> Minimum:
    y: Floats = np.linalg.solve(E[:, basis].T, c[basis])
    return Minimum(y, basis, float(y @ e + np.minimum(c - y @ E, 0).sum()), x)


def _entering(d: Floats, a: Floats, slope: float, basis: list[int]) -> int | None:
    """The column whose reduced cost stops the ascent; None when nothing does: there is no solution."""
    crossing = np.where(d < 0, -a, a) > PIVOT
    crossing[basis] = False
    where = crossing.nonzero()[0]
    if not len(where):
        return None
    size = np.abs(a[where])
    order = (np.abs(d[where]) / size).argsort(kind="stable")
    remaining = slope - size[order].cumsum()
    if remaining[-1] > TOLERANCE:
        return None
    return int(where[order[(remaining <= TOLERANCE).argmax()]])


def independent(E: Floats) -> list[int]:
    """m independent columns of E (m x n of rank m), by Gram-Schmidt with pivoting."""
    rest, result = E.copy(), []
    for _ in range(len(E)):
        lengths = (rest * rest).sum(axis=0)
        k = int(np.argmax(lengths))
        q = rest[:, k] / np.sqrt(lengths[k])
        rest -= np.outer(q, q @ rest)
        result.append(k)
    return result
