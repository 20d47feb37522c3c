"""Sign case split: every sign of every named quantity is tried; in each case an identity is left.

Understood inside expressions: ``relu(z)``, ``mag(z)`` for |z|, ``pos(z)`` for 1 when z > 0 and else 0,
``sgn(z)``, and ``pw(z, k)`` for z^k with z >= 0 and k a symbol for a positive real number. The sign of an
argument is known when it is a polynomial in positive quantities with coefficients of one sign; otherwise the
check is undecided.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import product
from typing import Any

import sympy
from sympy.core.function import AppliedUndef
from sympy.polys.rings import PolyElement, PolyRing

from symproof.proof.check import Check, Finding, Undecided
from symproof.proof.checks.polynomial import Expr, entries, flatten, polynomial
from symproof.proof.kinds import Kind

relu = sympy.Function("relu")
mag = sympy.Function("mag")
pos = sympy.Function("pos")
sgn = sympy.Function("sgn")
pw = sympy.Function("pw")

SIGNS = {"+": 1, "0": 0, "-": -1}


def sign_cases(
    lhs: Any, rhs: Any, split: Mapping[Expr, str], given: Sequence[tuple[Expr, Expr]] = ()
) -> Check:
    """A check that lhs = rhs in every sign case.

    Args:
        lhs, rhs: expressions or matrices of one shape.
        split: for each symbol whose sign matters the signs it may have, a part of ``"+0-"``; ``"+"``
            declares it positive, ``"+0"`` nonnegative.
        given: pairs (multiplier, h) with h = 0, as in `identity`, read in each case.
    """
    data = {"lhs": lhs, "rhs": rhs, "split": dict(split), "given": tuple(given)}
    return Check(Kind.CASES, decide_cases, data)


def decide_cases(
    lhs: Any, rhs: Any, split: Mapping[Expr, str], given: Sequence[tuple[Expr, Expr]]
) -> Finding:
    """Whether the equation holds in every sign case."""
    left, right = entries(lhs), entries(rhs)
    if len(left) != len(right):
        return Finding(False, "the two sides have different shapes")
    cases = 0
    for case in all_cases(split):
        world = World(case, [*left, *right, *(part for pair in given for part in pair)])
        excess = [world.read(multiplier) * world.read(hypothesis) for multiplier, hypothesis in given]
        for one, other in zip(left, right, strict=True):
            gap = world.read(one) - world.read(other) - sum(excess, world.ring.zero)
            if gap:
                return Finding(False, f"{describe(case)}: the sides differ by {gap.as_expr()}")
        cases += 1
    return Finding(True, f"{cases} sign case{'' if cases == 1 else 's'}")


def homogeneous(
    function: Expr, scale: Mapping[Expr, Expr], factor: Expr, degree: Expr, split: Mapping[Expr, str]
) -> Check:
    """A check that derives the degree of a function and compares it with the one claimed.

    Args:
        function: the expression.
        scale: what each symbol is replaced by, for instance ``{z: t*z}``.
        factor: the positive symbol t.
        degree: the claimed degree, a number; derived is the one power of t in every term of every case.
        split: as in `sign_cases`; it must name the factor.
    """
    data = {
        "function": function,
        "scale": dict(scale),
        "factor": factor,
        "degree": degree,
        "split": dict(split),
    }
    return Check(Kind.CASES, decide_degree, data)


def decide_degree(
    function: Expr, scale: Mapping[Expr, Expr], factor: Expr, degree: Expr, split: Mapping[Expr, str]
) -> Finding:
    """Whether function(scaled) = factor^degree * function in every sign case, the degree being derived."""
    scaled = function.subs(list(scale.items()), simultaneous=True)
    seen = []
    powers: set[int] = set()
    for case in all_cases(split):
        world = World(case, [function, scaled])
        after = world.read(scaled)
        place = world.ring.symbols.index(world.value[factor])
        powers |= {int(monomial[place]) for monomial in after}
        seen.append((case, world.read(function), after, world.ring.gens[place]))
    if not powers:
        return Finding(False, "the scaled function is 0 in every case: it has no degree")
    if len(powers) > 1:
        return Finding(False, f"not homogeneous: the degrees {sorted(powers)} occur")
    found = powers.pop()
    for case, before, after, gen in seen:
        if after != before * gen**found:
            return Finding(False, f"{describe(case)}: not homogeneous of degree {found}")
    return Finding(found == degree, f"degree {found} derived in {len(seen)} sign cases, {degree} claimed")


def all_cases(split: Mapping[Expr, str]) -> Iterator[dict[Expr, int]]:
    """Every choice of one allowed sign for each symbol.

    Raises:
        Undecided: when the allowed signs are not a part of ``+0-``.
    """
    if any(not signs or set(signs) - set(SIGNS) for signs in split.values()):
        raise Undecided("allowed signs are a part of +0-")
    for signs in product(*split.values()):
        yield {symbol: SIGNS[sign] for symbol, sign in zip(split, signs, strict=True)}


def describe(case: Mapping[Expr, int]) -> str:
    """A case in words, for instance ``z < 0, w = 0``."""
    words = {1: ">", 0: "=", -1: "<"}
    return ", ".join(f"{symbol} {words[sign]} 0" for symbol, sign in case.items())


class World:
    """One sign case: which quantities are positive, and the ring in which expressions are read.

    Args:
        case: the sign of each symbol that is split.
        expressions: everything that will be read, to collect the unknowns.
    """

    def __init__(self, case: Mapping[Expr, int], expressions: Sequence[Expr]) -> None:
        self.value = {
            symbol: sign * sympy.Symbol(f"|{symbol}|" if sign < 0 else str(symbol))
            for symbol, sign in case.items()
        }
        self.positive = {entry for value in self.value.values() for entry in value.free_symbols}
        free = {symbol for expression in expressions for symbol in expression.free_symbols} - set(self.value)
        exponents = {
            atom.args[1]
            for expression in expressions
            for atom in expression.atoms(AppliedUndef)
            if atom.func == pw
        }
        self.powers = {
            (base, power): sympy.Symbol(f"{base}^({power})") for base in self.positive for power in exponents
        }
        opaque = self._opaque(expressions)
        gens = sorted(self.positive | free | set(self.powers.values()) | opaque, key=str)
        self.ring = PolyRing(gens or [sympy.Symbol("unused")], sympy.QQ)
        self.signed = [
            index
            for index, gen in enumerate(self.ring.symbols)
            if gen in self.positive or gen in self.powers.values()
        ]

    def _opaque(self, expressions: Sequence[Expr]) -> set[Expr]:
        known = {relu, mag, pos, sgn, pw}
        atoms = {
            atom
            for expression in expressions
            for atom in expression.atoms(AppliedUndef)
            if atom.func not in known
        }
        return {flatten(atom.xreplace(self.value)) for atom in atoms}

    def read(self, expression: Expr) -> PolyElement:
        """The expression as a polynomial in this case.

        Raises:
            Undecided: when the sign of an argument is not known here, or the expression is not a polynomial.
        """
        if isinstance(expression, AppliedUndef):
            return self._applied(expression)
        if not expression.args:
            return polynomial(self.ring, self.value.get(expression, expression))
        if expression.is_Add:
            return sum((self.read(arg) for arg in expression.args), self.ring.zero)
        if expression.is_Mul:
            result = self.ring.one
            for arg in expression.args:
                result *= self.read(arg)
            return result
        if expression.is_Pow and expression.exp.is_Integer and expression.exp >= 0:
            return self.read(expression.base) ** int(expression.exp)
        raise Undecided(f"cannot read {expression}")

    def _applied(self, atom: Expr) -> PolyElement:
        if atom.func == pw:
            return self._power(self.read(atom.args[0]), atom.args[1])
        if atom.func not in (relu, mag, pos, sgn):
            return polynomial(self.ring, atom.xreplace(self.value))
        inner = self.read(atom.args[0])
        sign = self.sign(inner)
        if atom.func == relu:
            return inner if sign > 0 else self.ring.zero
        if atom.func == mag:
            return inner if sign > 0 else -inner
        return self.ring(int(sign > 0) if atom.func == pos else sign)

    def sign(self, poly: PolyElement) -> int:
        """The sign of a polynomial in positive quantities.

        Raises:
            Undecided: when the coefficients do not settle it.
        """
        if not poly:
            return 0
        allowed = set(self.signed)
        clean = all(
            not power or place in allowed for monomial in poly for place, power in enumerate(monomial)
        )
        if clean and all(coefficient > 0 for coefficient in poly.values()):
            return 1
        if clean and all(coefficient < 0 for coefficient in poly.values()):
            return -1
        raise Undecided(f"the sign of {poly.as_expr()} is not settled in this case")

    def _power(self, base: PolyElement, power: Expr) -> PolyElement:
        if not base:
            return self.ring.zero
        if len(base) != 1 or self.sign(base) < 0:
            raise Undecided(f"a power of {base.as_expr()}, which is not a product of positive quantities")
        (monomial, coefficient), *_ = base.items()
        if coefficient != 1:
            raise Undecided(f"a power of {base.as_expr()}, whose coefficient is not 1")
        result = self.ring.one
        for place, degree in enumerate(monomial):
            if degree:
                result *= self.ring(self.powers[(self.ring.symbols[place], power)]) ** degree
        return result
