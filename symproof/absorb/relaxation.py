"""The real relaxation: is there an x in [0,1]^n with A x = b, A some of the equations?

If not, the residual y = b - A x of the nearest point of the box separates b from all A x:
y.b > sum_k max(0, (A^T y)_k), a combination of the equations that proves it. A projected gradient method
(Nesterov 1983, restarted as O'Donoghue and Candes 2015) on scaled columns comes near to it in a few steps; it
stops at the first residual that separates. Floats only propose: y is rounded to integers of few bits, and a
bound of the rounding errors of float64 says whether the kernel will accept them.

For (3) one diagonal entry often suffices: sum_k max(0, -W_down[i,k] W_up[k,i]) < 1. The tightest equations
are tried first, alone and together, then whole rows of the grid of all equations.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from symproof.absorb.limits import Clock
from symproof.absorb.system import Place, Tree, combination, floats
from symproof.kernel.trees import Problem

Floats = NDArray[np.floating[Any]]

FEW, ROWS = 8, 4  # equations, rows of the grid that the first attempt takes
GROWTH = 4
OVER = 4  # equations an unknown, beyond which more rows of the grid hardly help
STEPS = 150
MARGIN = 0.05  # of y.b, so that few bits keep the separation
SLACK = 0.01  # of y.b, what multipliers of fewer equations must keep of it
SOLVED = 1e-4  # of |b|^2: then a point of the box all but solves the equations
SAFETY = 1e-9  # relative rounding error of a sum of float64 products, generously
TINY = 1e-280  # absolute error of products that underflow, generously
BITS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 30)
BLOCK = 1 << 20  # entries that are worked on in float64 at once


class Equations(Protocol):
    """Some of the equations A x = b as floats; multipliers have the shape of ``target``."""

    @property
    def target(self) -> Floats:
        """b."""
        ...

    def forward(self, x: Floats) -> Floats:
        """A x."""
        ...

    def adjoint(self, y: Floats) -> Floats:
        """A^T y."""
        ...

    def squares(self) -> Floats:
        """The squared lengths of the columns of A."""
        ...

    def magnitude(self, y: Floats) -> Floats:
        """|A|^T |y|."""
        ...

    def place(self, at: tuple[int, ...]) -> Place:
        """The (i, j) of an entry of ``target``."""
        ...


@dataclass(frozen=True, slots=True)
class Chosen:
    """Equations (i, j) at these places, written out: A is m x n."""

    places: Sequence[Place]
    matrix: Floats
    target: Floats

    def forward(self, x: Floats) -> Floats:
        """A x."""
        return self.matrix @ x

    def adjoint(self, y: Floats) -> Floats:
        """A^T y."""
        return y @ self.matrix

    def squares(self) -> Floats:
        """The squared lengths of the columns of A."""
        result: Floats = np.einsum("ik,ik->k", self.matrix, self.matrix)
        return result

    def magnitude(self, y: Floats) -> Floats:
        """|A|^T |y|."""
        return np.abs(y) @ np.abs(self.matrix)

    def place(self, at: tuple[int, ...]) -> Place:
        """The equation's place."""
        return self.places[at[0]]

    def pruned(self, y: Floats) -> Floats:
        """Multipliers that separate, after one after the other of them became 0 that is missed least."""
        left = np.flatnonzero(y)
        terms, values = y[left, None] * self.matrix[left], y[left] * self.target[left]
        while len(left) > 1:
            gaps = values.sum() - values - np.maximum(terms.sum(axis=0) - terms, 0).sum(axis=1)
            k = int(gaps.argmax())
            if not gaps[k] > SLACK * (values.sum() - values[k]):
                break
            left, terms, values = np.delete(left, k), np.delete(terms, k, axis=0), np.delete(values, k)
        return np.where(np.isin(np.arange(len(y)), left), y, 0.0)


@dataclass(frozen=True, slots=True)
class RowEquations:
    """All equations of some rows i, sum_k P_ik x_k Q_k = T_i, never written out; float64 block by block."""

    rows: Sequence[int]
    P: Floats
    Q: Floats
    target: Floats

    def _blocks(self) -> Iterator[tuple[slice, Floats, Floats]]:
        n, b = self.Q.shape
        size = n if self.Q.dtype == np.float64 else max(1, BLOCK // b)
        for start in range(0, n, size):
            part = slice(start, start + size)
            yield part, self.P[:, part], self.Q[part].astype(np.float64, copy=False)

    def forward(self, x: Floats) -> Floats:
        """A x."""
        result: Floats = np.zeros_like(self.target)
        for part, P, Q in self._blocks():
            result += (P * x[part]) @ Q
        return result

    def adjoint(self, y: Floats) -> Floats:
        """A^T y."""
        return np.concatenate([np.einsum("ik,ki->k", P, Q @ y.T) for _, P, Q in self._blocks()])

    def squares(self) -> Floats:
        """The squared lengths of the columns of A."""
        parts = [np.einsum("ik,ik->k", P, P) * np.einsum("kj,kj->k", Q, Q) for _, P, Q in self._blocks()]
        return np.concatenate(parts)

    def magnitude(self, y: Floats) -> Floats:
        """|A|^T |y|."""
        size: Floats = np.abs(y).T
        parts = [np.einsum("ik,ki->k", np.abs(P), np.abs(Q) @ size) for _, P, Q in self._blocks()]
        return np.concatenate(parts)

    def place(self, at: tuple[int, ...]) -> Place:
        """The equation's place."""
        return self.rows[at[0]], at[1]


@dataclass(frozen=True, slots=True)
class Grid:
    """A problem in floats, and the nonzero entries of its target, the tightest first.

    Attributes:
        P: a x n.
        Q: n x b.
        places: where T is not zero.
        values: T there.
    """

    P: Floats
    Q: Floats
    places: list[Place]
    values: Floats

    def chosen(self, m: int) -> Chosen:
        """The m tightest equations."""
        rows, columns = np.array(self.places[:m]).T
        return Chosen(self.places[:m], _products(self.P, self.Q, rows, columns), self.values[:m])

    def rows(self, t: int) -> RowEquations:
        """The equations of t rows, those of the tightest equations first."""
        order = dict.fromkeys([i for i, _ in self.places] + list(range(len(self.P))))
        rows = list(order)[:t]
        at, target = {i: r for r, i in enumerate(rows)}, np.zeros((t, self.Q.shape[1]))
        for (i, j), value in zip(self.places, self.values, strict=True):
            if i in at:
                target[at[i], j] = value
        return RowEquations(rows, self.P[rows].astype(np.float64), self.Q, target)


def _products(P: Floats, Q: Floats, rows: NDArray[Any], columns: NDArray[Any]) -> Floats:
    """P_ik Q_kj for some (i, j), one row each."""
    result: Floats = P[rows].astype(np.float64) * Q[:, columns].T
    return result


@np.errstate(all="ignore")
def grid(problem: Problem, clock: Clock) -> Grid:
    """The problem in floats, its places sorted by |T_ij| over what the equation can reach on that side.

    Raises:
        OverflowError: an entry is beyond floats.
    """
    P, Q = floats(problem.P), floats(problem.Q)
    found = {place: float(t) for place, t in problem.T.items() if t}
    places, values = list(found), np.array(list(found.values()))
    reach, size = np.empty(len(places)), max(1, BLOCK // len(Q))
    for start in range(0, len(places), size):
        clock.check()
        part = slice(start, start + size)
        rows, columns = np.array(places[part]).T
        products = _products(P, Q, rows, columns) * np.sign(values[part])[:, None]
        reach[part] = np.maximum(products, 0).sum(axis=1)
    order = np.argsort(reach / np.abs(values), kind="stable").tolist()
    return Grid(P, Q, [places[t] for t in order], values[order])


def attempts(view: Grid, clock: Clock) -> Iterator[tuple[str, Equations]]:
    """Sets of equations worth trying, each with its name: the tightest ones, then whole rows of the grid."""
    (n, b), a = view.Q.shape, len(view.P)
    for m in _growing(FEW, len(view.places)):
        if clock.fits(32 * n * m):
            yield f"{m} equations", view.chosen(m)
    for t in _growing(ROWS, min(a, max(1, OVER * n // b))):
        if clock.fits(64 * n * t):
            yield f"{t} rows of equations", view.rows(t)


def _growing(first: int, last: int) -> Iterator[int]:
    """first, first GROWTH, first GROWTH^2, ..., last."""
    while first < last:
        yield first
        first *= GROWTH
    yield last


@np.errstate(all="ignore")
def tightest(view: Grid) -> Tree | None:
    """The tightest equation, when no point of the box solves it."""
    equation = view.chosen(1)
    return _rounded(equation, np.sign(equation.target))


@np.errstate(all="ignore")
def separated(equations: Equations, clock: Clock) -> Tree | None:
    """A combination of these equations that no point of the box satisfies; None when none was found."""
    b = equations.target
    scale = 1 / np.sqrt(np.maximum(equations.squares(), np.finfo(np.float32).tiny))
    rate = 1 / (1.05 * _largest(equations, scale))
    x = z = np.zeros(len(scale))
    momentum, whole = 1.0, float((b * b).sum())
    for step in range(STEPS):
        clock.step(step, STEPS, "step")
        y = b - equations.forward(scale * z)
        slopes, value = equations.adjoint(y), float((y * b).sum())
        if value - float(np.maximum(slopes, 0).sum()) > MARGIN * value > 0:
            return _rounded(equations, y)
        if not float((y * y).sum()) > SOLVED * whole:  # also when it is not a number
            return None
        fresh = np.clip(z + rate * scale * slopes, 0, 1 / scale)
        if float((z - fresh) @ (fresh - x)) > 0:
            momentum = 1.0
        later = (1 + np.sqrt(1 + 4 * momentum * momentum)) / 2
        x, z, momentum = fresh, fresh + (momentum - 1) / later * (fresh - x), later
    return None


def _largest(equations: Equations, scale: Floats) -> float:
    """The largest eigenvalue of the scaled A^T A, nearly, by power iteration."""
    v, value = np.ones(len(scale)), 1.0
    for _ in range(6):
        v = scale * equations.adjoint(equations.forward(scale * v))
        value = float(np.linalg.norm(v))
        if not value > 0:
            return 1.0
        v = v / value
    return value


def _rounded(equations: Equations, y: Floats) -> Tree | None:
    """The combination of these multipliers with the fewest bits, and few of them, that separates."""
    top = float(np.abs(y).max())
    for bits in BITS:
        z = np.rint(y * ((2**bits - 1) / top))
        if _certain(equations, z):
            if isinstance(equations, Chosen) and _certain(equations, fewer := equations.pruned(z)):
                z = fewer
            places = map(tuple, np.argwhere(z).tolist())
            return combination(sorted((equations.place(at), int(z[at])) for at in places))
    return None


def _certain(equations: Equations, y: Floats) -> bool:
    """Whether these multipliers separate beyond all rounding errors."""
    value = float((y * equations.target).sum())
    gap = value - float(np.maximum(equations.adjoint(y), 0).sum())
    if gap <= 0 or not np.isfinite(gap):
        return False
    error = float(np.abs(y * equations.target).sum()) + float(equations.magnitude(y).sum())
    return gap > SAFETY * error + TINY
