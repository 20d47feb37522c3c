"""Linear algebra on large problems: N + 1 independent equations modulo a prime decide the generic case.

The equations of the first rows of P come first. While they are dependent, a random vector z that they
annihilate modulo the prime shows which equations raise the rank: those with sum_k P_ik z_k Q_kj != 0. When
there are none, the columns are dependent.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import islice

import numpy as np

from symproof.absorb.limits import Clock
from symproof.absorb.modular import (
    PRIMES,
    Exact,
    Factors,
    Floats,
    Ints,
    exact,
    factor,
    kernel_vector,
    mismatch,
    multipliers,
    reduce,
    solution,
    subtract_product,
)
from symproof.absorb.system import Place, Tree, combination, shape
from symproof.kernel.trees import Problem
from symproof.reader.numbers import fraction

SPARE = 15  # equations more than unknowns and right side, for accidents
SEED = 1  # of the random vectors; any value will do


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
    values: Floats = field(default_factory=lambda: np.zeros(0))

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
        self.places, self.columns, self.values = [self.seen[k] for k in kept], columns[:, kept], columns[n]
        return factors

    def combination(self, factors: Factors, column: int) -> Tree:
        """The combination whose coefficients modulo p are 1 at one pivot column and 0 elsewhere."""
        target: Ints = np.array([int(k == column) for k in factors.pivots])
        return self._tree({self.seen[k]: w for k, w in multipliers(factors, target, self.p).items()})

    def contradiction(self, factors: Factors, wrong: Place) -> Tree | None:
        """Equation ``wrong`` minus the combination with its coefficients; None when it holds modulo p."""
        grid = self.grid([wrong])[:, 0]
        target: Ints = grid[factors.pivots].astype(np.int64)
        y = multipliers(factors, target, self.p)
        value = sum(w * int(self.values[k]) for k, w in y.items()) - int(grid[-1])
        if value % self.p == 0:
            return None
        return self._tree({wrong: -1} | {self.seen[k]: w for k, w in y.items()})

    def _tree(self, terms: dict[Place, int]) -> Tree:
        rows = sorted({i for i, _ in terms})
        modulus = self.right.denominator() * exact([self.problem.P[i] for i in rows]).denominator()
        return combination(sorted(terms.items()), Fraction(self.p, modulus))

    def lacking(self, factors: Factors, rng: np.random.Generator) -> list[Place]:
        """Equations that raise the rank, a few more than it lacks; empty when none does."""
        n, p = len(self.problem.Q), self.p
        missing = n - len(factors.pivots)
        z = kernel_vector(factors, n, p, rng.integers(1, p, missing).astype(np.float64))
        if (left := exact(self.problem.P).modulo(p)) is None or (right := self.right.modulo(p)) is None:
            raise _DividesDenominator
        value = np.zeros((len(left), right.shape[1]))
        subtract_product(
            value, reduce(reduce(left.astype(np.float64), p) * z, p), reduce(right.astype(np.float64), p), p
        )
        found = np.argwhere(value)
        some = rng.permutation(len(found))[: 2 * missing + SPARE]
        return sorted((int(i), int(j)) for i, j in found[some])


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


def _first(problem: Problem) -> list[Place]:
    """The equations of the rows of P that are not zero: N + 1 and a few more."""
    _, n, b = shape(problem)
    places = ((i, j) for i, row in enumerate(problem.P) if any(row) for j in range(b))
    return list(islice(places, n + 1 + SPARE))


def _run(work: _Eliminator) -> Bulk | None:
    """The outcome modulo this prime; None when another prime is needed."""
    n, rng = len(work.problem.Q), np.random.default_rng(SEED)
    places = _first(work.problem)
    while places:
        factors = work.extend(places)
        if n in factors.pivots:
            return Bulk(tree=work.combination(factors, n))
        if len(factors.pivots) == n:
            return _read_off(work, factors)
        places = work.lacking(factors, rng)
    return Bulk(places=tuple(work.places))


def _read_off(work: _Eliminator, factors: Factors) -> Bulk | None:
    """What the one solution modulo the prime says."""
    x = solution(factors, work.p)
    bad = next((k for k, v in enumerate(x) if v > 1), None)
    if bad is not None:
        return Bulk(tree=work.combination(factors, bad))
    subset = tuple(k for k, v in enumerate(x) if v)
    wrong = mismatch(work.problem, subset)
    if wrong is None:
        return Bulk(subset=subset)
    tree = work.contradiction(factors, wrong)
    return None if tree is None else Bulk(tree=tree)
