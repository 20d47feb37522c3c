"""Elementary functions on an interval as reduced fractions of polynomials over Q in generators.

A generator stands for a real function on the interval (z, pi, a parameter, exp of a monomial, the root or the
logarithm of an irreducible positive polynomial, erf, atan, sin, cos of a fraction). The relations used
(s**q = f for a root, sin**2 + cos**2 = 1, atan(u) + atan(1/u) = pi/2 for u > 0) hold for the functions. Hence
a fraction that is 0 proves that the function is 0; one that is not 0 proves nothing, and nonzero is only ever
concluded from a ball or from bounds.
Denominators never vanish on the interval: whoever divides proves that first.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from hashlib import sha256
from math import gcd
from typing import TypeVar

from flint import Ordering, arb, ctx, fmpq, fmpq_mpoly, fmpq_mpoly_ctx

from symproof.functions.enclosure import DIRECT, ball, integer_power, range_ball
from symproof.functions.expression import Add, Const, Div, Expr, Mul, Neg, Num, Param, Pow, Var, call

SLOTS = 20
"""Generators in one computation."""
MAX_TERMS = 300
"""Terms of a numerator or denominator."""
MAX_NODES = 2000
"""Size of a generator written out as an expression."""
MAX_BITS = 50_000
"""Bits of a coefficient before a power is taken."""
ROUNDS = 12
"""Times a computation is repeated with finer roots."""

_CONTEXT = fmpq_mpoly_ctx.get([f"x{i}" for i in range(SLOTS)], Ordering.lex)

R = TypeVar("R")


class Unresolved(Exception):
    """The procedure does not decide: says why. Never an answer about the function."""


class Undefined(Exception):
    """The expression has no real value somewhere on the domain: says where."""


class Finer(Exception):
    """A root or an exponential is needed in smaller units: repeat the computation with ``unit``."""

    def __init__(self, key: str, unit: Fraction) -> None:
        super().__init__(key)
        self.key = key
        self.unit = unit


@dataclass(frozen=True, slots=True)
class Domain:
    """Where a computation takes place: the open interval lo < z < hi (None: unbounded), or constants only."""

    lo: Fraction | None
    hi: Fraction | None
    constants: bool = False

    def sample(self) -> Fraction:
        """A rational point inside."""
        if self.lo is None:
            return Fraction(0) if self.hi is None else self.hi - 1
        return self.lo + 1 if self.hi is None else (self.lo + self.hi) / 2

    def __contains__(self, point: Fraction) -> bool:
        return (self.lo is None or self.lo < point) and (self.hi is None or point < self.hi)


CONSTANTS = Domain(None, None, constants=True)


@dataclass(frozen=True, slots=True)
class Frac:
    """numerator / denominator, polynomials in the generators."""

    num: fmpq_mpoly
    den: fmpq_mpoly


@dataclass(frozen=True, slots=True)
class Gen:
    """A generator. exp: exp(arg * unit); root: arg ** unit with arg > 0 and unit 1/q; others: kind(arg)."""

    index: int
    kind: str
    arg: Frac | None
    unit: Fraction
    moves: bool
    key: str
    nodes: int
    parameter: Param | None = None

    @property
    def poly(self) -> fmpq_mpoly:
        """The generator as a polynomial."""
        return _CONTEXT.gens()[self.index]

    @property
    def steps(self) -> int:
        """q, for a root: its q-th power is the argument."""
        return self.unit.denominator


class Field:
    """The arithmetic of reduced fractions over one domain.

    Args:
        domain: the open interval, or constants only.
        units: for the key of a root or exponential, the unit its exponents are multiples of.
    """

    def __init__(self, domain: Domain, units: dict[str, Fraction]) -> None:
        self.domain = domain
        self.gens: list[Gen] = []
        self._units = units
        self._found: dict[str, Gen] = {}
        self.one = Frac(_CONTEXT.constant(1), _CONTEXT.constant(1))
        self.zero = Frac(_CONTEXT.constant(0), _CONTEXT.constant(1))

    def gen(
        self,
        kind: str,
        arg: Frac | None = None,
        unit: Fraction = Fraction(1),
        parameter: Param | None = None,
    ) -> Gen:
        """The generator of this kind and argument, made when it is new."""
        key = self.key(kind, arg) if arg is not None else f"parameter {parameter.name}" if parameter else kind
        if key not in self._found:
            if len(self.gens) == SLOTS:
                raise Unresolved(f"more than {SLOTS} independent functions")
            moves = kind == "z" if arg is None else self.moves(arg)
            nodes = 1 if arg is None else 1 + self._nodes(arg)
            if nodes > MAX_NODES:
                raise Unresolved("functions are nested too deeply")
            unit = self._units.get(key, unit)
            self._found[key] = Gen(len(self.gens), kind, arg, unit, moves, key, nodes, parameter)
            self.gens.append(self._found[key])
        return self._found[key]

    def key(self, kind: str, arg: Frac) -> str:
        """A name for the function kind(arg) that does not depend on slots and units (SHA-256)."""
        parts = []
        for p in (arg.num, arg.den):
            powers = sorted(
                str(sorted((gen.key, str(n * gen.unit)) for gen in self.gens if (n := exponents[gen.index])))
                + str(c)
                for exponents, c in terms_of(p)
            )
            parts.append("+".join(powers))
        return kind + sha256("/".join(parts).encode()).hexdigest()

    def _nodes(self, e: Frac) -> int:
        terms = [exponents for p in (e.num, e.den) for exponents, _ in terms_of(p)]
        return sum(1 + sum(gen.nodes for gen in self.gens if exponents[gen.index]) for exponents in terms)

    def steps(self, kind: str, arg: Frac, exponent: Fraction) -> tuple[Gen, int]:
        """The generator and the integer power of it that is the function to the given exponent."""
        gen = self.gen(kind, arg, abs(exponent) if kind == "exp" else Fraction(1))
        scaled = exponent / gen.unit
        if scaled.denominator != 1:
            raise Finer(gen.key, common_unit(gen.unit, exponent))
        return gen, int(scaled)

    def number(self, value: Fraction) -> Frac:
        """A rational number."""
        return Frac(_CONTEXT.constant(to_fmpq(value)), self.one.den)

    def poly(self, num: fmpq_mpoly) -> Frac:
        """A polynomial in the generators."""
        return self.make(num, self.one.den)

    def monomial(self, exponents: tuple[int, ...]) -> fmpq_mpoly:
        """The monomial with these exponents."""
        return _CONTEXT.from_dict({exponents: fmpq(1)})

    def make(self, num: fmpq_mpoly, den: fmpq_mpoly) -> Frac:
        """num / den with the relations applied and common factors cancelled; den does not vanish."""
        self._check_size(num, den)
        num, den = self._reduce(num), self._reduce(den)
        num, den = self._clear_roots(num, den)
        self._check_size(num, den)
        if num == 0:
            return self.zero
        common = num.gcd(den)
        num, den = num / common, den / common
        lead = den.leading_coefficient()
        return Frac(num / lead, den / lead)

    def _check_size(self, num: fmpq_mpoly, den: fmpq_mpoly) -> None:
        if len(num) > MAX_TERMS or len(den) > MAX_TERMS:
            raise Unresolved("the fraction grows too large")

    def _reduce(self, p: fmpq_mpoly) -> fmpq_mpoly:
        for gen in reversed(self.gens):
            if gen.kind == "root" and gen.steps > 1 and gen.arg is not None:
                p = _lower(p, gen.index, gen.steps, gen.arg.num)
            elif gen.kind == "cos" and gen.arg is not None:
                p = _lower(p, gen.index, 2, 1 - self.gen("sin", gen.arg).poly ** 2)
        return p

    def _clear_roots(self, num: fmpq_mpoly, den: fmpq_mpoly) -> tuple[fmpq_mpoly, fmpq_mpoly]:
        """Multiplies out the powers of a root s > 0 that divide the whole denominator: 1/s = s**(q-1)/f."""
        for gen in self.gens:
            if gen.kind != "root":
                continue
            least = min((exponents[gen.index] for exponents, _ in terms_of(den)), default=0)
            if least:
                lift = gen.poly ** (gen.steps - least)
                num, den = self._reduce(num * lift), self._reduce(den * lift)
        return num, den

    def add(self, terms: Iterable[Frac]) -> Frac:
        """The sum."""
        total = self.zero
        for term in terms:
            total = self.make(total.num * term.den + term.num * total.den, total.den * term.den)
        return total

    def mul(self, factors: Iterable[Frac]) -> Frac:
        """The product."""
        total = self.one
        for factor in factors:
            total = self.make(total.num * factor.num, total.den * factor.den)
        return total

    def scale(self, value: Fraction, e: Frac) -> Frac:
        """A rational multiple."""
        return self.mul([self.number(value), e])

    def sub(self, left: Frac, right: Frac) -> Frac:
        """left - right."""
        return self.add([left, self.scale(Fraction(-1), right)])

    def invert(self, e: Frac) -> Frac:
        """1/e; the caller has proved that e does not vanish on the domain."""
        return self.make(e.den, e.num)

    def integer_power(self, e: Frac, n: int) -> Frac:
        """e ** n for n >= 0."""
        bits = max((_bits(c) for part in (e.num, e.den) for c in part.coeffs()), default=1)
        if bits * n > MAX_BITS:
            raise Unresolved("a power has too many digits")
        total = self.one
        for digit in bin(n)[2:]:
            total = self.mul([total, total])
            if digit == "1":
                total = self.mul([total, e])
        return total

    def is_zero(self, e: Frac) -> bool:
        """Whether the fraction is 0. True proves that the function is 0; False proves nothing."""
        return bool(e.num == 0)

    def rational(self, e: Frac) -> Fraction | None:
        """The value of a fraction without generators."""
        if not (e.num.is_constant() and e.den.is_constant()):
            return None
        value = e.num.leading_coefficient() / e.den.leading_coefficient() if e.num != 0 else fmpq(0)
        return to_fraction(value)

    def used(self, e: Frac | fmpq_mpoly) -> list[Gen]:
        """The generators that occur."""
        parts = (e.num, e.den) if isinstance(e, Frac) else (e,)
        degrees = [part.degrees() for part in parts]
        return [gen for gen in self.gens if any(d[gen.index] > 0 for d in degrees)]

    def moves(self, e: Frac | fmpq_mpoly) -> bool:
        """Whether a generator occurs that depends on z."""
        return any(gen.moves for gen in self.used(e))

    def has_parameters(self, e: Frac | fmpq_mpoly) -> bool:
        """Whether a parameter occurs, inside generators too."""
        return any(
            gen.parameter is not None or (gen.arg is not None and self.has_parameters(gen.arg))
            for gen in self.used(e)
        )

    def enclose(self, e: Frac, z: Fraction, bits: int) -> arb:
        """A ball around the value of the fraction at z."""
        with ctx.workprec(bits):
            balls = {gen.index: self._enclose_gen(gen, z, bits) for gen in self.used(e)}
            return _value(e.num, balls) / _value(e.den, balls)

    def _enclose_gen(self, gen: Gen, z: Fraction, bits: int) -> arb:
        if gen.parameter is not None:
            return range_ball(gen.parameter.lo, gen.parameter.hi)
        if gen.arg is None:
            return ball(z) if gen.kind == "z" else arb.pi()
        inner = self.enclose(gen.arg, z, bits)
        if gen.kind == "exp":
            return (inner * ball(gen.unit)).exp()
        return (inner.log() * ball(gen.unit)).exp() if gen.kind == "root" else DIRECT[gen.kind](inner)

    def expr(self, e: Frac) -> Expr:
        """The fraction as an expression."""
        above = self._expr(e.num)
        return above if e.den == 1 else Div(above, self._expr(e.den))

    def _expr(self, p: fmpq_mpoly) -> Expr:
        terms = []
        for exponents, value in terms_of(p):
            powers = [(self.gen_expr(gen), exponents[gen.index]) for gen in self.gens if exponents[gen.index]]
            factors = [base if n == 1 else Pow(base, Num(Fraction(n))) for base, n in powers]
            if abs(value) != 1 or not factors:
                factors = [Num(abs(value)), *factors]
            term = factors[0] if len(factors) == 1 else Mul(tuple(factors))
            terms.append(Neg(term) if value < 0 else term)
        return Num(Fraction(0)) if not terms else terms[0] if len(terms) == 1 else Add(tuple(terms))

    def gen_expr(self, gen: Gen) -> Expr:
        """The generator as an expression."""
        if gen.parameter is not None:
            return gen.parameter
        if gen.arg is None:
            return Var() if gen.kind == "z" else Const("pi")
        inner = self.expr(gen.arg)
        if gen.kind == "root":
            return Pow(inner, Num(gen.unit)) if gen.steps != 2 else call("sqrt", inner)
        return call(gen.kind, Mul((Num(gen.unit), inner)) if gen.kind == "exp" and gen.unit != 1 else inner)


def to_fraction(c: fmpq) -> Fraction:
    """The same rational number."""
    return Fraction(int(c.p), int(c.q))


def to_fmpq(c: Fraction) -> fmpq:
    """The same rational number."""
    return fmpq(c.numerator, c.denominator)


def terms_of(p: fmpq_mpoly) -> list[tuple[tuple[int, ...], Fraction]]:
    """The exponents and coefficient of each term, as Python numbers."""
    return [(tuple(int(n) for n in exponents), to_fraction(c)) for exponents, c in p.to_dict().items()]


def common_unit(left: Fraction, right: Fraction) -> Fraction:
    """The largest rational of which both are integer multiples."""
    a, b = left.numerator * right.denominator, right.numerator * left.denominator
    return Fraction(gcd(a, b), left.denominator * right.denominator)


def _bits(c: fmpq) -> int:
    return max(int(c.p).bit_length(), int(c.q).bit_length())


def _lower(p: fmpq_mpoly, index: int, steps: int, value: fmpq_mpoly) -> fmpq_mpoly:
    """p with x_index ** steps replaced by value."""
    if p.degrees()[index] < steps:
        return p
    total = _CONTEXT.constant(0)
    for exponents, c in terms_of(p):
        times, rest = divmod(exponents[index], steps)
        kept = (*exponents[:index], rest, *exponents[index + 1 :])
        total += _CONTEXT.from_dict({kept: to_fmpq(c)}) * value**times
    return total


def _value(p: fmpq_mpoly, balls: dict[int, arb]) -> arb:
    total = arb(0)
    for exponents, c in terms_of(p):
        term = ball(c)
        for index, inner in balls.items():
            if exponents[index]:
                term *= integer_power(inner, exponents[index])
        total += term
    return total


def settle(domain: Domain, job: Callable[[Field], R]) -> R:
    """The result of a computation over the domain, repeated with finer steps as long as it asks for them."""
    units: dict[str, Fraction] = {}
    for _ in range(ROUNDS):
        try:
            return job(Field(domain, units))
        except Finer as need:
            units[need.key] = need.unit
    raise Unresolved("roots are nested too finely")
