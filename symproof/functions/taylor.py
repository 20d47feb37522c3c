"""Exact Taylor coefficients of an expression at 0: power series over the field of the constants that occur.

Each function is the solution of a differential equation, read off coefficient by coefficient: E' = u' E for
E = exp(u), u L' = u' for L = log(u), u P' = q u' P for P = u**q, (1 + u**2) A' = u' for A = atan(u), and
E' = 2/sqrt(pi) u' exp(-u**2) for E = erf(u).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction

from symproof.functions.convert import Reduction
from symproof.functions.expression import Expr, Param
from symproof.functions.field import CONSTANTS, Field, Frac, Undefined, Unresolved, settle
from symproof.functions.interpret import OPEN, Algebra, Open, interpret
from symproof.functions.sign import sign

HALF = Fraction(1, 2)
Series = list[Frac]
"""Coefficients 0, ..., n."""


def taylor_coefficients(e: Expr, signs: Sequence[int], order: int) -> tuple[Expr, ...]:
    """The Taylor coefficients 0, ..., order of e at 0, expressions without z.

    Args:
        e: an expression, analytic at 0 with these signs (`pieces.at(e, 0, signs).smooth`).
        signs: the signs that abs and sign have, in the order of the walk: they choose the side of 0.
        order: the last coefficient.

    Raises:
        Undefined, Unresolved: when a constant cannot be treated.
    """

    def job(field: Field) -> tuple[Expr, ...]:
        return tuple(field.expr(c) for c in interpret(e, _Taylor(field, signs, order)))

    return settle(CONSTANTS, job)


class _Taylor(Algebra[Series]):
    """The meaning of an expression as a truncated power series in z."""

    def __init__(self, field: Field, signs: Sequence[int], order: int) -> None:
        self.field = field
        self.constants = Reduction(field, field.zero)
        self.length = order + 1
        self._signs = list(signs)
        self._met = 0

    def _constant(self, value: Frac) -> Series:
        return [value] + [self.field.zero] * (self.length - 1)

    def number(self, value: Fraction) -> Series:
        return self._constant(self.field.number(value))

    def variable(self) -> Series:
        return [self.field.number(Fraction(int(n == 1))) for n in range(self.length)]

    def constant(self, name: str) -> Series:
        return self._constant(self.constants.constant(name))

    def parameter(self, parameter: Param) -> Series:
        return self._constant(self.constants.parameter(parameter))

    def add(self, terms: Sequence[Series]) -> Series:
        return [self.field.add(parts) for parts in zip(*terms, strict=True)]

    def mul(self, factors: Sequence[Series]) -> Series:
        total = self.number(Fraction(1))
        for factor in factors:
            total = [self._convolved(total, factor, n) for n in range(self.length)]
        return total

    def _convolved(self, u: Series, v: Series, n: int, weights: Sequence[Fraction] | None = None) -> Frac:
        """The sum of weights[j] u[j] v[n - j] over j = 0, ..., n; weights 1 when they are left out."""
        pairs = [(1 if weights is None else weights[j], u[j], v[n - j]) for j in range(n + 1)]
        return self.field.add(
            self.field.mul([self.field.number(Fraction(w)), a, b])
            for w, a, b in pairs
            if w and not self.field.is_zero(a) and not self.field.is_zero(b)
        )

    def div(self, above: Series, below: Series) -> Series:
        head = self._inverse(below[0])
        found: Series = []
        for n in range(self.length):
            known = self._convolved([*found, self.field.zero], below, n)
            found.append(self.field.mul([self.field.sub(above[n], known), head]))
        return found

    def _inverse(self, e: Frac) -> Frac:
        if sign(self.field, e) == 0:
            raise Undefined("division by zero at z = 0")
        return self.field.invert(e)

    def power(self, base: Series, exponent: Series, rational: Fraction | None) -> Series:
        fixed = all(map(self.field.is_zero, exponent[1:]))
        q = self.field.rational(exponent[0]) if fixed else None
        if q is not None and q.denominator == 1:
            raised = self._integer_power(base, abs(int(q)))
            return raised if q >= 0 else self.div(self.number(Fraction(1)), raised)
        if sign(self.field, base[0]) <= 0:
            raise Unresolved("a broken power of a function that is not positive at 0")
        if q is None:
            return self._exp(self.mul([exponent, self._log(base)]))
        head = self.constants.root(base[0], q)
        return self._solved(head, base, lambda j, n: q * j - (n - j))

    def _integer_power(self, base: Series, n: int) -> Series:
        total = self.number(Fraction(1))
        for digit in bin(n)[2:]:
            total = self.mul([total, total])
            if digit == "1":
                total = self.mul([total, base])
        return total

    def _solved(self, head: Frac, u: Series, weight: Callable[[int, int], Fraction]) -> Series:
        """P with P[0] = head and n u[0] P[n] = sum of weight(j, n) u[j] P[n - j] over j = 1, ..., n."""
        found, inverse = [head], self._inverse(u[0])
        for n in range(1, self.length):
            weights = [Fraction(0), *(weight(j, n) / n for j in range(1, n + 1))]
            value = self._convolved(u, [*found, self.field.zero], n, weights)
            found.append(self.field.mul([value, inverse]))
        return found

    def call(self, name: str, args: Sequence[Series]) -> Series | Open:
        u = args[0]
        match name:
            case "exp":
                return self._exp(u)
            case "log":
                return self._log(u)
            case "abs" | "sign":
                own = Fraction(self._signs[self._met])
                self._met += 1
                return self.mul([self.number(own), u]) if name == "abs" else self.number(own)
            case "sin" | "cos":
                return self._circular(u)[name == "cos"]
            case "atan":
                square = self.add([self.number(Fraction(1)), self.mul([u, u])])
                head = self.constants.by_parity("atan", u[0])
                return self._integral(head, self.div(self._derivative(u), square))
            case "erf":
                speed = self._exp(self.mul([self.number(Fraction(-1)), u, u]))
                two = self.field.scale(Fraction(2), self.constants.root(self.constants.constant("pi"), -HALF))
                slope = self.mul([self._constant(two), self._derivative(u), speed])
                return self._integral(self.constants.by_parity("erf", u[0]), slope)
        return OPEN

    def holds(self, condition: Series) -> bool | None:
        return self.constants.holds(condition[0])

    def undecided(self) -> Series:
        return [self.constants.undecided()]

    def _exp(self, u: Series) -> Series:
        one = [self.field.one, *u[1:]]
        return self._solved(self.constants.exp(u[0]), one, lambda j, _: Fraction(j))

    def _log(self, u: Series) -> Series:
        return self._integral(self.constants.log(u[0]), self.div(self._derivative(u), u))

    def _circular(self, u: Series) -> tuple[Series, Series]:
        """sin(u) and cos(u), by S' = u' C and C' = -u' S."""
        sines, cosines = [self.constants.by_parity("sin", u[0])], [self.constants.by_parity("cos", u[0])]
        for n in range(1, self.length):
            weights = [Fraction(j, n) for j in range(n + 1)]
            up = self._convolved(u, [*cosines, self.field.zero], n, weights)
            down = self._convolved(u, [*sines, self.field.zero], n, weights)
            sines.append(up)
            cosines.append(self.field.scale(Fraction(-1), down))
        return sines, cosines

    def _derivative(self, u: Series) -> Series:
        scaled = [self.field.scale(Fraction(n), u[n]) for n in range(1, self.length)]
        return [*scaled, self.field.zero]

    def _integral(self, head: Frac, slope: Series) -> Series:
        return [head, *(self.field.scale(Fraction(1, n), slope[n - 1]) for n in range(1, self.length))]
