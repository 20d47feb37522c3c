"""All solutions of X Y = T for invertible T and s >= d, in charts with as many parameters as dimensions."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations
from typing import Any

from sympy import QQ
from sympy.polys.rings import PolyRing

from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.linear import product, rref
from symproof.systems.system import Rows, System, rank, unknown_system

Matrix = Sequence[Sequence[Fraction | int]]
Polynomials = list[list[Any]]
Chart = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Family:
    """The solutions of X Y = T, X d x s and Y s x d unknown, T invertible, s >= d.

    In a solution X has rank d, since X Y has. So some d columns C of X are independent, and the equation
    reads X_C Y_C = T - X_D Y_D, with D the other columns: for every X with det X_C != 0 and every Y_D there
    is exactly one Y_C. These charts, one for each C, cover the solutions; each has d s + d (s - d) free
    parameters.

    The solutions form a smooth variety of **dimension 2ds - d^2**, codimension exactly d^2: the derivative
    (dX, dY) -> dX Y + X dY of the d^2 equations is onto at every solution, since dY = Y T^-1 B gives
    X dY = B.

    In one formula: Y = R T + (I - R X) Z with R a right inverse of X and Z any s x d matrix.

    Args:
        d: at least 1.
        s: at least d.
        T: d x d, invertible; None: -I, condition (3) of Theorem 4.

    Raises:
        Malformed: s < d or T is singular.

    Source: new; the paper's Corollary 5 has "proper subvariety".
    """

    d: int
    s: int
    T: Rows | None = None

    def __post_init__(self) -> None:
        if self.s < self.d or rank(self.target) < self.d:
            raise Malformed(f"needs s >= d and an invertible target, found d = {self.d}, s = {self.s}")

    @property
    def target(self) -> Rows:
        """T."""
        return self.system.T

    @property
    def system(self) -> System:
        """The system with all entries unknown."""
        return unknown_system(self.d, self.s, self.T)

    @property
    def dimension(self) -> int:
        """2ds - d^2."""
        return 2 * self.d * self.s - self.d**2

    def charts(self) -> Iterator[Chart]:
        """The sets C of d columns."""
        return combinations(range(self.s), self.d)

    def parameters(self, chart: Chart) -> list[str]:
        """The names of the parameters of a chart: all of X, and the rows of Y outside C."""
        system = self.system
        return [
            name
            for name, (matrix, k, _) in zip(system.names, system.places, strict=True)
            if matrix == "X" or k not in chart
        ]

    def point(self, chart: Chart, X: Matrix, Y_rest: Matrix) -> list[list[Fraction]]:
        """Y, s x d, with X Y = T.

        Args:
            chart: d columns C.
            X: d x s with det X_C != 0.
            Y_rest: the s - d rows of Y outside C, in order.

        Raises:
            Malformed: det X_C = 0, or Y_rest has not s - d rows.
        """
        rest = [k for k in range(self.s) if k not in chart]
        if len(Y_rest) != len(rest):
            raise Malformed(f"needs {len(rest)} rows of Y outside {chart}, found {len(Y_rest)}")
        right = [[Fraction(t) for t in row] for row in self.target]
        if rest:
            part = product([[row[k] for k in rest] for row in X], Y_rest)
            right = [[t - p for t, p in zip(*rows, strict=True)] for rows in zip(right, part, strict=True)]
        chosen = _solve([[row[k] for k in chart] for row in X], right)
        if chosen is None:
            raise Malformed(f"the columns {chart} of X must be independent")
        rows = dict(zip(chart, chosen, strict=True)) | dict(zip(rest, Y_rest, strict=True))
        return [[Fraction(y) for y in rows[k]] for k in range(self.s)]

    def from_matrix(self, X: Matrix, Z: Matrix) -> list[list[Fraction]]:
        """R T + (I - R X) Z for a right inverse R of X: a solution Y for every X of rank d and every Z.

        Raises:
            Malformed: the rank of X is less than d.
        """
        chart = self.chart_of(X)
        rest = [k for k in range(self.s) if k not in chart]
        return self.point(chart, X, [Z[k] for k in rest])

    def chart_of(self, X: Matrix) -> Chart:
        """The first d independent columns of X.

        Raises:
            Malformed: the rank of X is less than d.
        """
        columns = tuple(rref(X)[1])
        if len(columns) < self.d:
            raise Malformed(f"X must have rank {self.d}, found {len(columns)}")
        return columns

    def parameters_of(self, X: Matrix, Y: Matrix) -> tuple[Chart, Matrix, list[list[Fraction]]]:
        """The chart and the parameters X, Y_rest of a solution.

        Raises:
            Rejected: X Y is not T.
        """
        if product(X, Y) != [list(row) for row in self.target]:
            raise Rejected("X Y is not the target")
        chart = self.chart_of(X)
        return chart, X, [[Fraction(y) for y in Y[k]] for k in range(self.s) if k not in chart]

    def random_point(self, seed: int = 0, bound: int = 3) -> tuple[Rows, Rows]:
        """A rational solution (X, Y); X and the free rows of Y are integers from -bound to bound."""
        rng = random.Random(seed)
        while True:
            X = [[rng.randint(-bound, bound) for _ in range(self.s)] for _ in range(self.d)]
            if len(rref(X)[1]) == self.d:
                break
        chart = self.chart_of(X)
        rest = [[rng.randint(-bound, bound) for _ in range(self.d)] for _ in range(self.s - self.d)]
        Y = self.point(chart, X, rest)
        return tuple(tuple(map(Fraction, row)) for row in X), tuple(map(tuple, Y))

    def jacobian_rank(self, X: Matrix, Y: Matrix) -> int:
        """The rank of (dX, dY) -> dX Y + X dY at a point, d^2 x 2ds; d^2 at every solution."""
        d, s = self.d, self.s
        rows = []
        for i in range(d):
            for j in range(d):
                row = [Fraction(0)] * (2 * d * s)
                for k in range(s):
                    row[i * s + k] = Fraction(Y[k][j])
                    row[d * s + k * d + j] = Fraction(X[i][k])
                rows.append(row)
        return len(rref(rows)[1])


def onto(d: int, s: int) -> bool:
    """Whether X (Y A) - T A = (X Y - T) A holds as an identity of polynomials in the entries of all four.

    At a solution of X Y = T the right side is 0, so dY = Y A is a preimage of T A; every B is T A with
    A = T^-1 B, hence the derivative is onto.
    """
    shapes = (("x", d, s), ("y", s, d), ("t", d, d), ("a", d, d))
    ring = PolyRing([f"{n}{i}_{j}" for n, a, b in shapes for i in range(a) for j in range(b)], QQ)
    gens = iter(ring.gens)
    X, Y, T, A = ([[next(gens) for _ in range(b)] for _ in range(a)] for _, a, b in shapes)
    image, wanted = _times(X, _times(Y, A)), _times(T, A)
    gap = [[x - t for x, t in zip(*rows, strict=True)] for rows in zip(_times(X, Y), T, strict=True)]
    wrong = _times(gap, A)
    return all(image[i][j] - wanted[i][j] == wrong[i][j] for i in range(d) for j in range(d))


def _times(P: Polynomials, Q: Polynomials) -> Polynomials:
    columns = list(zip(*Q, strict=True))
    return [[sum(x * y for x, y in zip(row, column, strict=True)) for column in columns] for row in P]


def _solve(A: Matrix, B: Matrix) -> list[list[Fraction]] | None:
    """A^-1 B, or None when A is singular."""
    d = len(A)
    done, pivots = rref([[*map(Fraction, a), *map(Fraction, b)] for a, b in zip(A, B, strict=True)])
    return [row[d:] for row in done] if pivots == list(range(d)) else None
