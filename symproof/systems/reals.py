"""The real solutions of a system with finitely many complex ones: how many, and a box around each.

In the algebra A = Q[unknowns]/(equations), with the standard monomials as a basis, M_g is multiplication by
g. The form (g, h) -> trace M_gh has as its rank the number of complex solutions, and as its signature that of
the real ones (Hermite). With a linear form t that separates the solutions, f the square-free part of the
characteristic polynomial of M_t, and H_j its Horner polynomials,

    g_v(T) = sum over i < deg f of trace(M_v M_t^i) H_(deg f - 1 - i)(T)

every solution has v = g_v(r) / g_1(r) at a root r of f, one for each root (Rouillier, AAECC 9, 1999).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, count, pairwise
from math import ceil, floor

from flint import arb, ctx, fmpq, fmpq_mat, fmpq_poly
from sympy import QQ, Poly, Symbol
from sympy.polys.rings import PolyElement, PolyRing

from symproof.functions.enclosure import ball, dyadic
from symproof.systems.deadline import Deadline
from symproof.systems.groebner import Monomial, standard
from symproof.systems.system import rational

Box = tuple[tuple[Fraction, Fraction], ...]  # an interval for each unknown, one point where it is rational
LARGEST = 60  # complex solutions, with multiplicity, of a system whose real ones are looked for
BITS = 64  # of the first intervals


@dataclass(frozen=True, slots=True)
class Reals:
    """The real solutions.

    Attributes:
        complex: the number of complex solutions, without multiplicity.
        degrees: of the factors of f over Q: solutions of one factor are conjugate.
        polynomial: f, integer coefficients from the constant on.
        form: the coefficients of t.
        boxes: disjoint boxes with exactly one real solution each.
    """

    complex: int
    degrees: tuple[int, ...]
    polynomial: tuple[int, ...]
    form: tuple[int, ...]
    boxes: tuple[Box, ...]


class _Algebra:
    """Multiplication in Q[unknowns]/(basis), for a Groebner basis of dimension 0."""

    def __init__(self, ring: PolyRing, basis: Sequence[PolyElement], n: int, deadline: Deadline) -> None:
        self.ring, self.basis, self.deadline = ring, list(basis), deadline
        self.monomials = standard(basis, n)
        self.places = {m: i for i, m in enumerate(self.monomials)}
        self.unknowns = [self._times(v) for v in range(n)]
        one = fmpq_mat(len(self.monomials), len(self.monomials))
        for i in range(len(self.monomials)):
            one[i, i] = fmpq(1)
        self.one = one

    def _times(self, v: int) -> fmpq_mat:
        """The matrix of multiplication by an unknown, one column for each standard monomial."""
        size = len(self.monomials)
        found = fmpq_mat(size, size)
        for j, m in enumerate(self.monomials):
            self.deadline.check("multiplication tables")
            up = (*m[:v], m[v] + 1, *m[v + 1 :])
            rest = self.ring({up: QQ(1)}).rem(self.basis)
            for monomial, c in rest.terms():
                value = rational(c)
                found[self.places[tuple(monomial)], j] = fmpq(value.numerator, value.denominator)
        return found

    def of(self, m: Monomial) -> fmpq_mat:
        """The matrix of multiplication by a monomial."""
        found = self.one
        for v, e in enumerate(m):
            for _ in range(e):
                found = self.unknowns[v] * found
        return found

    def hermite(self) -> fmpq_mat:
        """The matrix of (g, h) -> trace M_gh."""
        size = len(self.monomials)
        tables = [self.of(m) for m in self.monomials]
        entries = []
        for a in tables:
            self.deadline.check("the trace form")
            entries += [trace(a * b) for b in tables]
        return fmpq_mat(size, size, entries)


def trace(matrix: fmpq_mat) -> fmpq:
    """The sum of the diagonal."""
    return sum((matrix[i, i] for i in range(matrix.nrows())), fmpq(0))


def signature(form: fmpq_mat) -> int:
    """Positive minus negative eigenvalues of a symmetric matrix: Descartes' rule, exact as all are real."""
    p = [c for c in form.charpoly().coeffs() if c]
    turned = [c * (-1) ** n for n, c in enumerate(form.charpoly().coeffs()) if c]
    return _changes(p) - _changes(turned)


def _changes(p: Sequence[fmpq]) -> int:
    return sum(x * y < 0 for x, y in pairwise(p))


def real_solutions(
    ring: PolyRing, basis: Sequence[PolyElement], n: int, deadline: Deadline | None = None
) -> Reals | None:
    """All real solutions of a system of dimension 0; None when it has more than `LARGEST` complex ones.

    Args:
        ring: Q[unknowns] with a graded order.
        basis: a Groebner basis in it, of dimension 0.
        n: the number of unknowns.
        deadline: when to give up.

    Raises:
        GaveUp: the time is over.

    >>> from sympy import QQ
    >>> from sympy.polys.orderings import grevlex
    >>> R = PolyRing("x, y", QQ, grevlex)
    >>> x, y = R.gens
    >>> found = real_solutions(R, [x - y, y**2 - 4], 2)
    >>> [[str(lo) for lo, hi in box] for box in found.boxes]
    [['-2', '-2'], ['2', '2']]
    """
    limit = deadline or Deadline()
    if len(standard(basis, n, LARGEST + 1)) > LARGEST:
        return None
    algebra = _Algebra(ring, basis, n, limit)
    hermite = algebra.hermite()
    distinct = hermite.rank()
    form, f, powers = _separating(algebra, distinct, n)
    horner = _horner(f)
    one, *forms = (
        sum((trace(table * p) * h for p, h in zip(powers, reversed(horner), strict=True)), fmpq_poly())
        for table in (algebra.one, *algebra.unknowns)
    )
    boxes = _boxes(f, one, forms, limit)
    if len(boxes) != signature(hermite):
        raise ArithmeticError(f"{len(boxes)} real solutions, the trace form has {signature(hermite)}")
    factors = f.numer().factor()[1]
    return Reals(
        distinct,
        tuple(sorted(p.degree() for p, _ in factors)),
        tuple(map(int, f.numer().coeffs())),
        form,
        tuple(boxes),
    )


def _separating(
    algebra: _Algebra, distinct: int, n: int
) -> tuple[tuple[int, ...], fmpq_poly, list[fmpq_mat]]:
    """A linear form with different values at all solutions, the polynomial f of its values, its powers."""
    for c in count():
        algebra.deadline.check("a form that separates the solutions")
        form = tuple(c**k if c else 1 - bool(k) for k in range(n))
        table = sum((k * M for k, M in zip(form, algebra.unknowns, strict=True)), algebra.one * 0)
        p = table.charpoly()
        f = p / p.gcd(p.derivative())
        if f.degree() == distinct:
            powers = [algebra.one]
            while len(powers) < distinct:
                powers.append(powers[-1] * table)
            return form, f / f[f.degree()], powers
    raise AssertionError("there are infinitely many forms")


def _horner(f: fmpq_poly) -> list[fmpq_poly]:
    """H_0, ..., H_(d-1): H_0 = 1, H_j = T H_(j-1) + the coefficient of T^(d-j), for a monic f of degree d."""
    d, T = f.degree(), fmpq_poly([0, 1])
    found = [fmpq_poly([1])]
    while len(found) < d:
        found.append(found[-1] * T + f[d - len(found)])
    return found


def _boxes(f: fmpq_poly, one: fmpq_poly, forms: Sequence[fmpq_poly], deadline: Deadline) -> list[Box]:
    """A box around each real solution, disjoint from the others, by halving the intervals of the roots."""
    roots = Poly([Fraction(int(c.p), int(c.q)) for c in reversed(f.coeffs())], Symbol("T"), domain=QQ)
    for bits in (BITS << k for k in count()):
        deadline.check("intervals of the roots")
        ends = [interval for interval, _ in roots.intervals(eps=QQ(1, 2**bits))]
        boxes = [_box((_fraction(lo), _fraction(hi)), one, forms, 4 * bits) for lo, hi in ends]
        whole = [box for box in boxes if box is not None]
        if len(whole) == len(boxes) and all(_apart(p, q) for p, q in combinations(whole, 2)):
            return whole
    raise AssertionError("there are infinitely many precisions")


def _fraction(value: object) -> Fraction:
    return Fraction(str(value))


def _box(
    root: tuple[Fraction, Fraction], one: fmpq_poly, forms: Sequence[fmpq_poly], bits: int
) -> Box | None:
    """Intervals around the g_v(r)/g_1(r), their values at a rational root; None when they are not finite."""
    lo, hi = root
    if lo == hi:
        at = fmpq(lo.numerator, lo.denominator)
        values = [g(at) / one(at) for g in forms]
        return tuple((Fraction(int(v.p), int(v.q)),) * 2 for v in values)
    with ctx.workprec(bits):
        r = ball(lo).union(ball(hi))
        values = [_at(g, r) / _at(one, r) for g in forms]
        if not all(v.is_finite() for v in values):
            return None
        return tuple(_rounded(v, 10 ** (bits // 24)) for v in values)


def _rounded(value: arb, grid: int) -> tuple[Fraction, Fraction]:
    """An interval that contains the ball, its ends on a grid of decimals."""
    low, high = dyadic(value.lower()) * grid, dyadic(value.upper()) * grid
    return Fraction(floor(low), grid), Fraction(ceil(high), grid)


def _at(g: fmpq_poly, r: arb) -> arb:
    total = arb(0)
    for c in reversed(g.coeffs()):
        total = total * r + arb(c)
    return total


def _apart(p: Box, q: Box) -> bool:
    return any(a[1] < b[0] or b[1] < a[0] for a, b in zip(p, q, strict=True))
