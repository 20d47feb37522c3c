"""Linear algebra on large problems: N + 1 independent equations modulo a prime decide the generic case.

Only as many rows of P are read as give N + 1 independent equations; more follow when they do not.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

import numpy as np

from symproof.absorb.limits import Clock
from symproof.absorb.modular import PRIMES, Factors, Floats, combination, factor, reduce, solution
from symproof.absorb.residues import Exact, Ints, exact
from symproof.absorb.system import Tree, shape, text
from symproof.absorb.verify import mismatch
from symproof.kernel.numbers import fraction
from symproof.kernel.subset import Problem

Place = tuple[int, int]

SPARE = 15  # equations more than unknowns and right side, for accidents


@dataclass(frozen=True, slots=True)
class Bulk:
    """At most one of a refuting leaf and a verified subset; else a largest independent set of equations."""

    tree: Tree | None = None
    subset: tuple[int, ...] | None = None
    places: tuple[Place, ...] = ()


class _DividesDenominator(Exception):
    """The prime does not suit the problem."""


@dataclass(slots=True)
class _Eliminator:
    """Equations of a problem modulo one prime, eliminated chunk by chunk; the independent ones are kept."""

    problem: Problem
    right: Exact
    p: int
    clock: Clock
    places: list[Place] = field(default_factory=list)
    columns: Floats = field(default_factory=lambda: np.zeros((0, 0)))
    seen: list[Place] = field(default_factory=list)

    def grid(self, places: Sequence[Place]) -> Floats:
        """These equations, one a column: n coefficients, then the right side."""
        n, p = shape(self.problem)[1], self.p
        rows = sorted({i for i, _ in places})
        left, right = exact([self.problem.P[i] for i in rows]).modulo(p), self.right.modulo(p)
        if left is None or right is None:
            raise _DividesDenominator
        u, v = (reduce(x.astype(np.float64), p) for x in (left, right))
        result, start = np.empty((n + 1, len(places))), 0
        for t, i in enumerate(rows):
            columns = [j for k, j in places if k == i]
            end = start + len(columns)
            whole = columns[-1] - columns[0] + 1 == len(columns)
            chosen = v[:, columns[0] : columns[-1] + 1] if whole else v[:, columns]
            np.multiply(u[t][:, None], chosen, out=result[:n, start:end])
            start = end
        result[n] = [self._value(place) for place in places]
        return reduce(result, p)

    def _value(self, place: Place) -> int:
        """The right side of an equation modulo p."""
        x = fraction(self.problem.T.get(place, 0))
        if x.denominator % self.p == 0:
            raise _DividesDenominator
        return x.numerator * pow(x.denominator, -1, self.p) % self.p if x else 0

    def extend(self, places: Sequence[Place]) -> Factors:
        """Eliminate these equations, sorted, together with what was independent before."""
        n = shape(self.problem)[1]
        self.clock.check()
        size = 8 * (n + 1) * (len(self.places) + len(places))
        self.clock.allocate(6 * size, "elimination modulo a prime")
        grid = self.grid(places)
        columns = np.hstack([self.columns, grid]) if self.places else grid
        self.seen = [*self.places, *places]
        factors = factor(columns.copy(), self.p)
        kept = factors.order[: len(factors.pivots)]
        self.places, self.columns = [self.seen[k] for k in kept], columns[:, kept]
        return factors

    def leaf(self, factors: Factors, column: int) -> Tree:
        """The leaf whose coefficients modulo p are 1 at one pivot column and 0 elsewhere."""
        target: Ints = np.array([int(k == column) for k in factors.pivots])
        y = sorted((self.seen[k], w) for k, w in combination(factors, target, self.p).items())
        rows = sorted({i for (i, _), _ in y})
        modulus = self.right.denominator() * exact([self.problem.P[i] for i in rows]).denominator()
        return {"leaf": {"Y": [[i, j, str(w)] for (i, j), w in y], "M": text(Fraction(self.p, modulus))}}


def bulk(problem: Problem, clock: Clock) -> Bulk:
    """Rank modulo a prime of 22 bits; decides when the columns are independent or the system inconsistent."""
    right = exact(problem.Q)
    for p in PRIMES:
        try:
            outcome = _run(_Eliminator(problem, right, p, clock))
        except _DividesDenominator:
            continue
        if outcome is not None:
            return outcome
    return Bulk()


def _chunks(problem: Problem) -> Iterator[list[Place]]:
    """The equations of the rows of P that are not zero: N + 1 and a few more, then twice as many, ..."""
    _, n, b = shape(problem)
    places = ((i, j) for i, row in enumerate(problem.P) if any(row) for j in range(b))
    size = n + 1 + SPARE
    while chunk := list(islice(places, size)):
        yield chunk
        size *= 2


def _run(work: _Eliminator) -> Bulk | None:
    """The outcome modulo this prime; None when another prime is needed."""
    n = shape(work.problem)[1]
    chunks = _chunks(work.problem)
    while chunk := next(chunks, None):
        factors = work.extend(chunk)
        if n in factors.pivots:
            return Bulk(tree=work.leaf(factors, n))
        if len(factors.pivots) < n:
            continue
        x = solution(factors, work.p)
        bad = next((k for k in range(n) if x[k] > 1), None)
        if bad is not None:
            return Bulk(tree=work.leaf(factors, bad))
        subset = tuple(k for k in range(n) if x[k])
        wrong = mismatch(work.problem, subset)
        if wrong is None:
            return Bulk(subset=subset)
        chunks = iter([] if wrong in work.seen else [[wrong]])
    return Bulk(places=tuple(work.places)) if len(work.places) < n else None
