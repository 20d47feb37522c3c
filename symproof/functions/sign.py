"""The sign of an element of the field on its domain, and where it changes.

A sign is concluded from bounds that hold on the whole domain, from the exact real roots of a polynomial over
Q, from a monotone function (exp, erf, atan, log) whose argument is settled, or, for constants, from a ball.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

from flint import fmpq, fmpq_mpoly, fmpq_poly

from symproof.functions import intervals
from symproof.functions.enclosure import PRECISIONS, dyadic, sign_of
from symproof.functions.field import Domain, Field, Frac, Gen, Unresolved, terms_of, to_fmpq, to_fraction
from symproof.functions.intervals import REALS, Interval, of_function


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
    if not field.moves(f) and not field.has_parameters(f):
        return _constant_sign(field, f)
    known, used = _bounded_sign(field, f), field.used(f)
    if known is None and len(used) == 1:
        gen = used[0]
        known = _polynomial_sign(field, f, gen) if gen.arg is None else _monotone_sign(field, f, gen)
    if known is None:
        raise Unresolved(f"where does {field.expr(Frac(f, field.one.den))} change its sign?")
    return known


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


def _polynomial_sign(field: Field, f: fmpq_mpoly, gen: Gen) -> int:
    """The sign of an irreducible polynomial over Q in z or in one parameter, with no root in its domain."""
    p = univariate(f)
    domain = field.domain if gen.parameter is None else Domain(gen.parameter.lo, gen.parameter.hi)
    if p.degree() == 1:
        root = to_fraction(-p[0] / p[1])
        if root in domain and gen.parameter is None:
            raise Split([root])
        changes = root in domain
    else:
        changes = count_roots(p, domain) > 0
    if changes:
        where = "an irrational point" if gen.parameter is None else f"a value of {gen.parameter.name}"
        raise Unresolved(f"{field.expr(Frac(f, field.one.den))} changes its sign at {where}")
    return 1 if p(to_fmpq(domain.sample())) > 0 else -1


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
    lo, hi = intervals.total(bounds for bounds, _ in terms)
    if lo is not None and (lo > 0 or (lo == 0 and any(t[0] == 0 and s > 0 for t, s in terms))):
        return 1
    if hi is not None and (hi < 0 or (hi == 0 and any(t[1] == 0 and s < 0 for t, s in terms))):
        return -1
    return None


def bounds(field: Field, f: fmpq_mpoly) -> Interval:
    """Closed bounds of a polynomial in the generators over the domain, term by term."""
    return intervals.total(bounds for bounds, _ in _term_bounds(field, f))


def _term_bounds(field: Field, f: fmpq_mpoly) -> list[tuple[Interval, int]]:
    """For each term its closed bounds and its strict sign on the domain (0: not known)."""
    known = {gen.index: (gen_bounds(field, gen), gen_sign(field, gen)) for gen in field.used(f)}
    found = []
    for exponents, value in terms_of(f):
        term: Interval = (value, value)
        strict = 1 if value > 0 else -1
        for index, (inner, own) in known.items():
            n = exponents[index]
            if n:
                term = intervals.times(term, intervals.raised(inner, n))
                strict *= own if n % 2 else abs(own)
        found.append((term, strict))
    return found


def gen_bounds(field: Field, gen: Gen) -> Interval:
    """Closed bounds of a generator over the domain."""
    if gen.kind == "z":
        return field.domain.lo, field.domain.hi
    if gen.parameter is not None:
        return gen.parameter.lo, gen.parameter.hi
    if gen.arg is None or not (gen.moves or field.has_parameters(gen.arg)):
        return _constant_bounds(field, gen)
    return of_function(gen.kind, _fraction_bounds(field, gen.arg))


def _fraction_bounds(field: Field, e: Frac) -> Interval:
    return bounds(field, e.num) if e.den == 1 else REALS


def _constant_bounds(field: Field, gen: Gen) -> Interval:
    value = field.enclose(Frac(gen.poly, field.one.den), Fraction(0), PRECISIONS[0])
    if not value.is_finite():
        return REALS
    return dyadic(value.lower()), dyadic(value.upper())


def gen_sign(field: Field, gen: Gen) -> int:
    """The strict sign of a generator on the domain, 0 when not known at a glance."""
    if gen.kind in {"exp", "root"}:
        return 1
    lo, hi = gen_bounds(field, gen)
    if gen.kind == "z" or gen.parameter is not None:  # open intervals
        return 1 if lo is not None and lo >= 0 else -1 if hi is not None and hi <= 0 else 0
    return 1 if lo is not None and lo > 0 else -1 if hi is not None and hi < 0 else 0
