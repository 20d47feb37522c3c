"""Buchberger's algorithm with a memory: when 1 is in the ideal, the cofactors that show it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import accumulate, combinations, zip_longest
from typing import Any

from sympy.polys.rings import PolyElement, PolyRing

from symproof.systems.deadline import Deadline

Monomial = tuple[int, ...]
UNKNOWNS = 16  # for which dimension and degree are computed


@dataclass(slots=True)
class Basis:
    """A Groebner basis in the making: polynomials, and how each was made from earlier ones.

    Args:
        ring: Q[unknowns] with its order.
        deadline: when to give up.
    """

    ring: PolyRing
    deadline: Deadline = field(default_factory=Deadline)
    polynomials: list[PolyElement] = field(default_factory=list)
    made: list[dict[int, PolyElement]] = field(default_factory=list)  # earlier polynomial -> multiplier
    given: int = 0

    def complete(self, generators: Sequence[PolyElement]) -> int | None:
        """Extend the generators to a Groebner basis, or stop at a nonzero constant and return its position.

        S-polynomials of pairs are reduced in the order of the degree of their least common multiples; a pair
        with coprime leading monomials reduces to 0 and is skipped (Buchberger's first criterion).

        Raises:
            GaveUp: the time is over.
        """
        self.polynomials, self.made = list(generators), [{} for _ in generators]
        self.given = len(generators)
        alive = [i for i, g in enumerate(generators) if g]
        for i in alive:
            if self.polynomials[i].is_ground:
                return i
        pairs = {(i, j): self._lcm(i, j) for i, j in combinations(alive, 2)}
        while pairs:
            self.deadline.check("Groebner basis")
            i, j = min(pairs, key=lambda pair: (sum(pairs[pair]), pairs[pair], pair))
            common = pairs.pop((i, j))
            if common == tuple(a + b for a, b in zip(self.lead(i), self.lead(j), strict=True)):
                continue
            position = self._reduce(i, j, common, alive)
            if position is None:
                continue
            if self.polynomials[position].is_ground:
                return position
            pairs |= {(k, position): self._lcm(k, position) for k in alive}
            alive.append(position)
        return None

    def lead(self, i: int) -> Monomial:
        """The leading monomial."""
        return tuple(self.polynomials[i].LM)

    def _lcm(self, i: int, j: int) -> Monomial:
        return tuple(map(max, self.lead(i), self.lead(j)))

    def _reduce(self, i: int, j: int, common: Monomial, alive: list[int]) -> int | None:
        """Reduce the S-polynomial of i and j; the position of what is left, or None for 0."""
        factors = {}
        for k, sign in ((i, 1), (j, -1)):
            shift = tuple(a - b for a, b in zip(common, self.lead(k), strict=True))
            factors[k] = self.ring({shift: sign / self.polynomials[k].LC})
        left = factors[i] * self.polynomials[i] + factors[j] * self.polynomials[j]
        quotients, rest = left.div([self.polynomials[k] for k in alive])
        if not rest:
            return None
        for k, q in zip(alive, quotients, strict=True):
            if q:
                factors[k] = factors.get(k, self.ring.zero) - q
        self.polynomials.append(rest)
        self.made.append({k: f for k, f in factors.items() if f})
        return len(self.polynomials) - 1

    def cofactors(self, position: int) -> dict[int, PolyElement]:
        """Multipliers of the given generators whose combination is the polynomial at this position."""
        weights: dict[int, PolyElement] = {position: self.ring.one}
        for k in range(position, self.given - 1, -1):
            weight = weights.pop(k, None)
            if weight:
                for t, f in self.made[k].items():
                    weights[t] = weights.get(t, self.ring.zero) + weight * f
        return {k: w for k, w in weights.items() if w}

    def reduced(self) -> list[PolyElement]:
        """The reduced Groebner basis, monic, by leading monomial; after `complete`."""
        kept: list[PolyElement] = []
        for g in sorted((g.monic() for g in self.polynomials if g), key=lambda g: (sum(g.LM), g.LM)):
            if not any(_divides(h.LM, g.LM) for h in kept):
                kept.append(g)
        return [g.rem([h for h in kept if h is not g]).monic() for g in kept]


def dimension(basis: Sequence[PolyElement], n: int) -> int | None:
    """The dimension of the solution set over the algebraic closure; None beyond `UNKNOWNS` unknowns.

    Args:
        basis: a Groebner basis for a graded order, 1 not in the ideal.
        n: the number of unknowns.
    """
    return None if n > UNKNOWNS else n - _factored(basis, n)[0]


def degree(basis: Sequence[PolyElement], n: int) -> int:
    """The degree of the solution set: how many points it has in a generic plane of complementary dimension.

    In dimension 0 that is the number of solutions over the algebraic closure, with multiplicity. The Hilbert
    series of the leading monomials is Q(t)/(1 - t)^dimension, and the degree is Q(1).
    """
    return sum(_factored(basis, n)[1])


def _factored(basis: Sequence[PolyElement], n: int) -> tuple[int, list[int]]:
    """c and Q with numerator of the Hilbert series = (1 - t)^c Q, Q(1) not 0."""
    left, c = _numerator([tuple(g.LM) for g in basis], n), 0
    if not any(left):
        raise ArithmeticError("1 is in the ideal")
    while not sum(left):
        left, c = list(accumulate(left))[:-1], c + 1
    return c, left


def _numerator(leads: Sequence[Monomial], n: int) -> list[int]:
    """N, with N/(1 - t)^n the Hilbert series of a monomial ideal: N(I) = (1 - t) N(I, v = 0) + t N(I : v)."""
    kept: list[Monomial] = []
    for m in sorted(set(leads), key=sum):
        if not any(_divides(k, m) for k in kept):
            kept.append(m)
    v = max(range(n), key=lambda v: sum(m[v] > 0 for m in kept)) if kept and n else 0
    shared = sum(m[v] > 0 for m in kept) if kept and n else 0
    if shared <= 1:  # no two share an unknown
        total = [1]
        for m in kept:
            total = _sum(total, [0] * sum(m) + [-x for x in total])
        return total
    outside = _numerator([m for m in kept if not m[v]], n)
    quotient = _numerator([(*m[:v], max(m[v] - 1, 0), *m[v + 1 :]) for m in kept], n)
    return _sum(_sum(outside, [0, *(-x for x in outside)]), [0, *quotient])


def _sum(p: Sequence[int], q: Sequence[int]) -> list[int]:
    return [x + y for x, y in zip_longest(p, q, fillvalue=0)]


def standard(basis: Sequence[PolyElement], n: int, most: int | None = None) -> list[Monomial]:
    """The monomials that no leading monomial of the basis divides, by degree: finitely many in dimension 0.

    Args:
        basis: a Groebner basis for a graded order.
        n: the number of unknowns.
        most: at most as many and those of one more degree.
    """
    leads = [tuple(g.LM) for g in basis]
    level: set[Monomial] = {(0,) * n}
    found: list[Monomial] = []
    while level and (most is None or len(found) < most):
        found += sorted(level)
        ups = {(*m[:v], m[v] + 1, *m[v + 1 :]) for m in level for v in range(n)}
        level = {up for up in ups if not any(_divides(lead, up) for lead in leads)}
    return found


def _divides(m: Any, n: Any) -> bool:
    return all(a <= b for a, b in zip(m, n, strict=True))
