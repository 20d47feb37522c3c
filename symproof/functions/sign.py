"""The sign of a normal form on its domain, and where it changes.

A sign is concluded from bounds that hold on the whole domain, from the exact real roots of a polynomial over
Q, from a monotone function (exp, erf, atan, log) whose argument is settled, or, for constants, from a ball.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from flint import arb, fmpq, fmpq_mpoly, fmpq_poly

from symproof.functions.enclosure import PRECISIONS, sign_of
from symproof.functions.field import Domain, Field, Frac, Gen, Unresolved, terms_of, to_fmpq, to_fraction

Bound = tuple[Fraction | None, Fraction | None]
"""Closed bounds of a function on the domain; None: unbounded on that side."""


class Split(Exception):
    """The sign changes, or may change, at rational points inside the domain: cut it there."""

    def __init__(self, points: list[Fraction]) -> None:
        super().__init__(str(points))
        self.points = points


def sign(field: Field, e: Frac) -> int:
    """-1, 0 or 1: the sign of e, the same on the whole domain.

    Raises:
        Split: when it changes, with the rational points.
        Unresolved: when the procedure cannot tell.
    """
    if field.is_zero(e):
        return 0
    total = 1
    for part in (e.num, e.den):
        content, factors = part.factor()
        total *= 1 if content > 0 else -1
        for factor, times in factors:
            own = factor_sign(field, factor)
            total *= own if times % 2 else 1
    return total


def factor_sign(field: Field, f: fmpq_mpoly) -> int:
    """-1 or 1 for an irreducible polynomial in the generators; raises as `sign` does."""
    if not field.moves(f):
        return _constant_sign(field, f)
    known = _bounded_sign(field, f)
    if known is not None:
        return known
    used = field.used(f)
    if len(used) == 1:
        known = _polynomial_sign(field, f) if used[0].kind == "z" else _monotone_sign(field, f, used[0])
        if known is not None:
            return known
    raise Unresolved(f"where does {field.expr(Frac(f, field.one.den))} change its sign?")


def _constant_sign(field: Field, f: fmpq_mpoly) -> int:
    e = Frac(f, field.one.den)
    found = sign_of(lambda bits: field.enclose(e, Fraction(0), bits))
    if found is None:
        raise Unresolved(f"is the constant {field.expr(e)} zero? {PRECISIONS[-1]} bits do not tell")
    return found


def _monotone_sign(field: Field, f: fmpq_mpoly, gen: Gen) -> int | None:
    """The sign of g or of g - 1 for one generator g, from that of its argument."""
    if gen.arg is None:
        return None
    if f == gen.poly and gen.kind in {"erf", "atan"}:
        return sign(field, gen.arg)
    if f == gen.poly and gen.kind == "log":
        return sign(field, field.sub(gen.arg, field.one))
    if f == gen.poly - 1 and gen.kind == "exp":
        return sign(field, gen.arg)
    if f == gen.poly - 1 and gen.kind == "root":
        return sign(field, field.sub(gen.arg, field.one))
    return None


def _polynomial_sign(field: Field, f: fmpq_mpoly) -> int:
    """The sign of an irreducible polynomial in z over Q with no root in the domain."""
    p = univariate(f)
    domain = field.domain
    if p.degree() == 1:
        root = to_fraction(-p[0] / p[1])
        if root in domain:
            raise Split([root])
    elif count_roots(p, domain):
        raise Unresolved(f"{field.expr(Frac(f, field.one.den))} changes its sign at an irrational point")
    at = domain.sample()
    return 1 if p(to_fmpq(at)) > 0 else -1


def univariate(f: fmpq_mpoly) -> fmpq_poly:
    """A polynomial in one generator, as a polynomial in one variable."""
    table = {max(exponents): to_fmpq(c) for exponents, c in terms_of(f)}
    return fmpq_poly([table.get(i, fmpq(0)) for i in range(max(table, default=0) + 1)])


def count_roots(p: fmpq_poly, domain: Domain) -> int:
    """The number of distinct real roots in lo < z <= hi (Sturm); p squarefree, not 0 at lo and hi."""
    chain = [p, p.derivative()]
    while chain[-1].degree() > 0:
        chain.append(-(chain[-2] % chain[-1]))
    return _variations(chain, domain.lo, -1) - _variations(chain, domain.hi, 1)


def _variations(chain: list[fmpq_poly], at: Fraction | None, side: int) -> int:
    signs = []
    for p in chain:
        value = p(to_fmpq(at)) if at is not None else p[p.degree()] * side ** int(p.degree())
        if value != 0:
            signs.append(value > 0)
    return sum(left != right for left, right in pairwise(signs))


def _bounded_sign(field: Field, f: fmpq_mpoly) -> int | None:
    """The sign of f when the bounds of its terms give it."""
    terms = _term_bounds(field, f)
    lo, hi = _sum(terms)
    if lo is not None and (lo > 0 or (lo == 0 and any(t[0] == 0 and s > 0 for t, s in terms))):
        return 1
    if hi is not None and (hi < 0 or (hi == 0 and any(t[1] == 0 and s < 0 for t, s in terms))):
        return -1
    return None


def bounds(field: Field, f: fmpq_mpoly) -> Bound:
    """Closed bounds of a polynomial in the generators over the domain, term by term."""
    return _sum(_term_bounds(field, f))


def _term_bounds(field: Field, f: fmpq_mpoly) -> list[tuple[Bound, int]]:
    """For each term its closed bounds and its strict sign on the domain (0: not known)."""
    known = {gen.index: (gen_bounds(field, gen), _gen_sign(field, gen)) for gen in field.used(f)}
    found = []
    for exponents, value in terms_of(f):
        term: Bound = (value, value)
        strict = 1 if value > 0 else -1
        for index, (inner, own) in known.items():
            n = exponents[index]
            if n:
                term = times(term, raised(inner, n))
                strict *= own if n % 2 else abs(own)
        found.append((term, strict))
    return found


def _sum(terms: list[tuple[Bound, int]]) -> Bound:
    lows = [lo for (lo, _), _ in terms if lo is not None]
    highs = [hi for (_, hi), _ in terms if hi is not None]
    return (
        sum(lows, Fraction(0)) if len(lows) == len(terms) else None,
        sum(highs, Fraction(0)) if len(highs) == len(terms) else None,
    )


def gen_bounds(field: Field, gen: Gen) -> Bound:
    """Closed bounds of a generator over the domain."""
    if gen.kind == "z":
        return field.domain.lo, field.domain.hi
    if not gen.moves or gen.arg is None:
        return _constant_bounds(field, gen)
    lo, hi = _fraction_bounds(field, gen.arg)
    if gen.kind == "log":
        return (
            Fraction(0) if lo is not None and lo >= 1 else None,
            Fraction(0) if hi is not None and hi <= 1 else None,
        )
    below, above = lo is not None and lo >= 0, hi is not None and hi <= 0
    table: dict[str, Bound] = {
        "root": (Fraction(0), None),
        "exp": (Fraction(1 if below else 0), Fraction(1) if above else None),
        "erf": (Fraction(0 if below else -1), Fraction(0 if above else 1)),
        "atan": (Fraction(0 if below else -2), Fraction(0 if above else 2)),
        "sin": (Fraction(-1), Fraction(1)),
        "cos": (Fraction(-1), Fraction(1)),
    }
    return table[gen.kind]


def _fraction_bounds(field: Field, e: Frac) -> Bound:
    return bounds(field, e.num) if e.den == 1 else (None, None)


def _constant_bounds(field: Field, gen: Gen) -> Bound:
    value = field.enclose(Frac(gen.poly, field.one.den), Fraction(0), PRECISIONS[0])
    if not value.is_finite():
        return None, None
    return _dyadic(value.lower()), _dyadic(value.upper())


def _dyadic(value: arb) -> Fraction:
    mantissa, exponent = value.man_exp()
    return Fraction(int(mantissa)) * Fraction(2) ** int(exponent)


def _gen_sign(field: Field, gen: Gen) -> int:
    """The strict sign of a generator on the domain, 0 when not known at a glance."""
    if gen.kind in {"exp", "root"}:
        return 1
    lo, hi = gen_bounds(field, gen)
    if gen.kind == "z":
        return 1 if lo is not None and lo >= 0 else -1 if hi is not None and hi <= 0 else 0
    return 1 if lo is not None and lo > 0 else -1 if hi is not None and hi < 0 else 0


def times(left: Bound, right: Bound) -> Bound:
    """Bounds of a product. An unbounded end times 0 counts as 0: the end is approached, never reached."""
    ends = [_end(a, i, b, j) for i, a in enumerate(left) for j, b in enumerate(right)]
    finite = [value for kind, value in ends if kind == 0]
    lo = None if any(kind < 0 for kind, _ in ends) else min(finite, default=None)
    hi = None if any(kind > 0 for kind, _ in ends) else max(finite, default=None)
    return lo, hi


def _end(a: Fraction | None, i: int, b: Fraction | None, j: int) -> tuple[int, Fraction]:
    """The product of two ends: (0, value), or (-1 or 1, 0) for an infinite one. i, j: 0 lower, 1 upper."""
    if a is not None and b is not None:
        return 0, a * b
    left = (1 if i else -1) if a is None else (a > 0) - (a < 0)
    right = (1 if j else -1) if b is None else (b > 0) - (b < 0)
    return left * right, Fraction(0)


def raised(inner: Bound, n: int) -> Bound:
    """Bounds of a power, n >= 1."""
    lo, hi = inner
    if n % 2:
        return (None if lo is None else lo**n), (None if hi is None else hi**n)
    if lo is not None and lo >= 0:
        return lo**n, (None if hi is None else hi**n)
    if hi is not None and hi <= 0:
        return hi**n, (None if lo is None else lo**n)
    return Fraction(0), (None if lo is None or hi is None else max(lo**n, hi**n))
