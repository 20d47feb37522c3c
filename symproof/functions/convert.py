"""From an expression to a reduced fraction on a domain, checking on the way that it is defined there.

exp, log and powers are taken apart by the laws that hold for positive functions, with the sign proved
first: exp(a + b) = exp(a) exp(b), log(a b) = log(a) + log(b), (a b)**q = a**q b**q. erf, atan and sin are
odd, cos is even.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq, fmpq_mpoly, fmpz

from symproof.functions.expression import Expr, Param
from symproof.functions.field import Field, Frac, Gen, Undefined, Unresolved, terms_of, to_fraction
from symproof.functions.interpret import OPEN, Algebra, Open, interpret
from symproof.functions.sign import Split, sign

MAX_FACTOR_BITS = 160
"""Integers under a root or a logarithm are split into primes up to this size."""
MAX_POWER = 200
"""Integer powers are expanded up to this exponent."""


class Reduction(Algebra[Frac]):
    """The meaning of an expression as a reduced fraction."""

    def __init__(self, field: Field, variable: Frac, signs: Sequence[int] | None = None) -> None:
        self.field = field
        self.met: list[int] = []
        self.smooth = True
        self._variable = variable
        self._signs = None if signs is None else list(signs)

    def number(self, value: Fraction) -> Frac:
        return self.field.number(value)

    def variable(self) -> Frac:
        return self._variable

    def constant(self, name: str) -> Frac:
        if name == "pi":
            return self.field.poly(self.field.gen("pi").poly)
        return self.exp(self.field.one)

    def parameter(self, parameter: Param) -> Frac:
        return self.field.poly(self.field.gen("parameter", parameter=parameter).poly)

    def add(self, terms: Sequence[Frac]) -> Frac:
        return self.field.add(terms)

    def mul(self, factors: Sequence[Frac]) -> Frac:
        return self.field.mul(factors)

    def div(self, above: Frac, below: Frac) -> Frac:
        return self.field.mul([above, self._inverse(below)])

    def power(self, base: Frac, exponent: Frac, rational: Fraction | None) -> Frac:
        value = self.field.rational(exponent) if not self.field.domain.constants else rational
        if value is None:
            if sign(self.field, base) <= 0:
                raise Unresolved("a base that is not positive, to a power that is not a rational number")
            return self.exp(self.field.mul([exponent, self.log(base)]))
        if value.denominator == 1:
            if abs(value) > MAX_POWER:
                raise Unresolved(f"a power is larger than {MAX_POWER}")
            raised = self.field.integer_power(base, abs(int(value)))
            return raised if value >= 0 else self._inverse(raised)
        return self.root(base, value)

    def call(self, name: str, args: Sequence[Frac]) -> Frac | Open:
        match name:
            case "exp":
                return self.exp(args[0])
            case "log":
                return self.log(args[0])
            case "abs" | "sign":
                own = self._sign(args[0])
                return self.field.scale(Fraction(own), args[0] if name == "abs" else self.field.one)
            case "erf" | "atan" | "sin" | "cos":
                return self.by_parity(name, args[0])
            case _:
                return OPEN

    def holds(self, condition: Frac) -> bool | None:
        value = self.field.rational(condition)
        return None if value is None else bool(value)

    def undecided(self) -> Frac:
        raise Unresolved("which case of a piecewise function applies?")

    def _sign(self, e: Frac) -> int:
        found = sign(self.field, e) if self._signs is None else self._signs[len(self.met)]
        self.met.append(found)
        return found

    def _inverse(self, e: Frac) -> Frac:
        if sign(self.field, e) == 0:
            raise Undefined("division by zero")
        return self.field.invert(e)

    def by_parity(self, name: str, e: Frac) -> Frac:
        """An odd function, or cos, with the sign taken out of its argument."""
        if self.field.is_zero(e):
            return self.field.one if name == "cos" else self.field.zero
        positive = e.num.leading_coefficient() > 0
        arg = e if positive else self.field.scale(Fraction(-1), e)
        if name in {"sin", "cos"}:
            self.field.gen("sin", arg)
        value = self._atan(arg) if name == "atan" else self.field.poly(self.field.gen(name, arg).poly)
        return value if positive or name == "cos" else self.field.scale(Fraction(-1), value)

    def _atan(self, e: Frac) -> Frac:
        """atan, by atan(u) + atan(1/u) = pi/2 for u > 0, and -pi/2 for u < 0, of one of the two arguments."""
        if self.field.is_zero(self.field.sub(e, self.field.one)):
            return self.field.scale(Fraction(1, 4), self.constant("pi"))
        if str(e.num) >= str(e.den) or not (own := self._sign_if_one(e)):
            return self.field.poly(self.field.gen("atan", e).poly)
        half_turn = self.field.scale(Fraction(own, 2), self.constant("pi"))
        return self.field.sub(half_turn, self.by_parity("atan", self.field.invert(e)))

    def _sign_if_one(self, e: Frac) -> int:
        """The sign of e where it is the same on the whole domain and known, else 0."""
        try:
            return sign(self.field, e)
        except (Split, Unresolved):
            return 0

    def exp(self, e: Frac) -> Frac:
        """exp(e): one factor a term of e when e is a polynomial in the generators, else one generator."""
        parts = _terms(self.field, e)
        return self.field.mul([self._exp_term(c, monomial) for c, monomial in parts])

    def _exp_term(self, c: Fraction, monomial: Frac) -> Frac:
        used = self.field.used(monomial)
        gen = used[0] if len(used) == 1 else None
        if gen is not None and gen.kind == "log" and monomial.num == gen.poly and gen.arg is not None:
            return self.root(gen.arg, c)
        unit, n = self.field.steps("exp", monomial, c)
        return self._signed_power(unit, n)

    def _signed_power(self, gen: Gen, n: int) -> Frac:
        """A power of a generator that never vanishes."""
        if abs(n) > MAX_POWER:
            raise Unresolved(f"a power is larger than {MAX_POWER}")
        raised = self.field.poly(gen.poly ** abs(n))
        return raised if n >= 0 else self.field.invert(raised)

    def log(self, e: Frac) -> Frac:
        """log(e), e > 0 proved."""
        if sign(self.field, e) <= 0:
            raise Undefined("log of a number that is not positive")
        return self.field.add([self.field.scale(times, self._log_factor(f)) for f, times in self._factors(e)])

    def _log_factor(self, f: Frac) -> Frac:
        used = self.field.used(f)
        if len(used) == 1 and f.num == used[0].poly and used[0].arg is not None:
            gen = used[0]
            if gen.kind == "exp" and gen.arg is not None:
                return self.field.scale(gen.unit, gen.arg)
            if gen.kind == "root" and gen.arg is not None:
                return self.field.scale(gen.unit, self.log(gen.arg))
        return self.field.poly(self.field.gen("log", f).poly)

    def root(self, e: Frac, exponent: Fraction) -> Frac:
        """e ** exponent, e >= 0 proved; 0 ** positive is 0."""
        own = sign(self.field, e)
        if own < 0 or (own == 0 and exponent < 0):
            raise Undefined("a broken power of a negative number" if own else "zero to a negative power")
        if own == 0:
            self.smooth = False
            return self.field.zero
        return self.field.mul([self._root_factor(f, times * exponent) for f, times in self._factors(e)])

    def _root_factor(self, f: Frac, exponent: Fraction) -> Frac:
        used = self.field.used(f)
        if len(used) == 1 and f.num == used[0].poly and used[0].arg is not None:
            gen = used[0]
            if gen.kind == "exp" and gen.arg is not None:
                return self.exp(self.field.scale(exponent * gen.unit, gen.arg))
            if gen.kind == "root" and gen.arg is not None:
                return self._root_factor(gen.arg, exponent * gen.unit)
        if exponent.denominator == 1:
            raised = self.field.integer_power(f, abs(int(exponent)))
            return raised if exponent >= 0 else self.field.invert(raised)
        gen, n = self.field.steps("root", f, exponent)
        return self._signed_power(gen, n)

    def _factors(self, e: Frac) -> list[tuple[Frac, Fraction]]:
        """Positive irreducible factors whose product with these exponents is abs(e); e does not vanish."""
        found: list[tuple[Frac, Fraction]] = []
        for part, side in ((e.num, 1), (e.den, -1)):
            content, factors = part.factor()
            found += self._primes(content, side)
            for factor, times in factors:
                found.append((self._positive(factor), Fraction(side * int(times))))
        return found

    def _positive(self, factor: fmpq_mpoly) -> Frac:
        f = self.field.poly(factor)
        return f if sign(self.field, f) > 0 else self.field.scale(Fraction(-1), f)

    def _primes(self, content: fmpq, side: int) -> list[tuple[Frac, Fraction]]:
        found = []
        for part, direction in ((abs(int(content.p)), side), (int(content.q), -side)):
            if part.bit_length() > MAX_FACTOR_BITS:
                raise Unresolved("an integer under a root or a logarithm has too many digits")
            for prime, times in fmpz(part).factor():
                found.append((self.field.number(Fraction(int(prime))), Fraction(direction * int(times))))
        return [(prime, times) for prime, times in found if not prime.num.is_one()]


def _terms(field: Field, e: Frac) -> list[tuple[Fraction, Frac]]:
    """e as a sum of rational multiples of monomials; of one primitive fraction when e has a denominator."""
    if e.den == 1:
        return [(c, field.poly(field.monomial(exponents))) for exponents, c in terms_of(e.num)]
    value = to_fraction(e.num.leading_coefficient())
    return [(value, field.scale(1 / value, e))]


@dataclass(frozen=True, slots=True)
class Converted:
    """A reduced fraction, the signs that abs and sign met, and whether no root of 0 was taken.

    With ``smooth``, at a point, the expression with these signs held fixed is analytic there: every operation
    in it has its arguments in the open set where it is analytic.
    """

    value: Frac
    signs: tuple[int, ...]
    smooth: bool


def convert(e: Expr, field: Field, variable: Frac, signs: Sequence[int] | None = None) -> Converted:
    """e as a reduced fraction on the domain of the field.

    Args:
        e: an expression.
        field: where the fraction lives.
        variable: the fraction that z stands for: z itself, or a rational number.
        signs: the signs that abs and sign met on another domain, in order, to be used again instead of this
            domain's own: gives the continuation of one piece beyond its interval.

    Raises:
        Split: when the domain must be cut at rational points.
        Undefined: when e has no real value on the domain.
        Unresolved: when the procedure cannot tell.
    """
    algebra = Reduction(field, variable, signs)
    value = interpret(e, algebra)
    return Converted(value, tuple(algebra.met), algebra.smooth)


__all__ = ["Converted", "Split", "convert"]
