"""The linear gap and the degree of homogeneity of a function, each with its proof or its refutation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise

from flint import arb

from symproof.errors import Rejected
from symproof.functions.convert import convert
from symproof.functions.enclosure import enclose, sign_of
from symproof.functions.expression import Expr, Num, Z, parameters, substitute, text, wrap
from symproof.functions.field import CONSTANTS, Domain, Field, Undefined, Unresolved, settle
from symproof.functions.pieces import (
    POSITIVE,
    Pieces,
    at,
    attempt,
    between,
    constant,
    cut,
    differ,
    mirrored,
    value,
    vanishes,
)
from symproof.functions.sign import Split, sign

ZERO = Fraction(0)
WITNESSES = (Fraction(1, 2), *map(Fraction, (1, 2, 5, 10, 20)))
"""Points at which a linear gap or a degree is refuted."""
MAX_ROOT = 12
"""Degrees p/q are looked for up to this q."""


@dataclass(frozen=True, slots=True)
class Step:
    """One line of a proof: for which t, what was shown there, and the fractions it was read off."""

    where: str
    claim: str
    forms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Property:
    """A derived number: ``value`` is it (holds is True), there is none (False), or it is not known (None).

    Where it holds and ``value`` is None, every number will do.
    """

    holds: bool | None
    value: Expr | None = None
    steps: tuple[Step, ...] = ()


def mirror_breaks(breaks: Iterable[Fraction]) -> list[Fraction]:
    """The positive ones among the break points and their mirror images."""
    return sorted({abs(b) for b in breaks if b})


def prove_gap(e: Expr, gap: Expr | Fraction | int) -> tuple[Step, ...]:
    """The proof of e(z) - e(-z) = gap * z for all real z: for z = t > 0, on each piece by reduced fractions.

    z = 0 is trivial and z < 0 follows from z > 0, since both sides are odd.

    Args:
        e: an expression with a real value everywhere.
        gap: a number or an expression without z.

    Raises:
        Rejected: when a fraction does not vanish; names the piece and what is left over.
        Undefined, Unresolved: when the expression cannot be treated.
    """
    c = wrap(gap)
    claim = f"sigma(t) - sigma(-t) = {_multiple(c)}"
    pieces = cut(e - mirrored(e), POSITIVE, mirror_breaks(cut(e).breaks))
    steps = []
    for piece in pieces.pieces:
        left_over = settle(piece.domain, lambda field: _gap_error(e, c, field))
        if left_over is not None:
            raise Rejected(f"for t {between(piece.domain)}: {claim} leaves over {left_over}")
        forms = settle(piece.domain, lambda field: _both_sides(e, field))
        steps.append(Step(f"for t {between(piece.domain)}", claim, forms))
    for b in pieces.breaks:
        if at(e - mirrored(e) - c * Z, b).value.num != 0:
            raise Rejected(f"at t = {b}: {claim} fails")
        steps.append(Step(f"at t = {b}", claim))
    return tuple(steps)


def _multiple(c: Expr) -> str:
    """c*t as people write it."""
    return {"0": "0", "1": "t"}.get(str(c), f"{c}*t" if isinstance(c, Num) else f"({c})*t")


def _both_sides(e: Expr, field: Field) -> tuple[str, ...]:
    """The fractions of sigma(t) and sigma(-t)."""
    z = field.poly(field.gen("z").poly)
    left, right = (text(field.expr(convert(side, field, z).value), "t") for side in (e, mirrored(e)))
    return f"sigma(t) = {left}", f"sigma(-t) = {right}"


def _gap_error(e: Expr, c: Expr, field: Field) -> Expr | None:
    z = field.poly(field.gen("z").poly)
    error = convert(e - mirrored(e) - c * Z, field, z).value
    return None if field.is_zero(error) else field.expr(error)


def linear_gap(e: Expr) -> Property:
    """The c with e(z) - e(-z) = c z, derived from one value and proved; or the proof that there is none.

    Raises:
        Undefined, Unresolved: when the expression cannot be treated.
    """
    odd = e - mirrored(e)
    try:
        candidate = value(odd, Fraction(1))
        return Property(True, candidate, prove_gap(e, candidate))
    except (Rejected, Split, Undefined, Unresolved):
        pass
    for s, t in pairwise(WITNESSES):
        if differ(constant(odd, s) * t, constant(odd, t) * s):
            claim = "(sigma(t) - sigma(-t))/t takes two different values (enclosures)"
            step = Step(f"at t = {s} and t = {t}", claim)
            return Property(False, None, (step,))
    return Property(None)


def homogeneous_degree(e: Expr, pieces: Pieces) -> Property:
    """The k with e(lz) = l**k e(z) for all l > 0, derived and proved; or the proof that there is none.

    The zero function is homogeneous of every degree. Both half-lines are treated: e(t) = e(1) t**k and
    e(-t) = e(-1) t**k for t > 0, and e(0) = 0 unless k = 0.

    Raises:
        Undefined, Unresolved: when the expression cannot be treated.
    """
    if attempt(lambda: vanishes(e, pieces)):
        return Property(True, None, (Step("for all z", "sigma(z) = 0"),))
    for k in _candidates(e):
        sides = [(side - constant(side, Fraction(1)) * Z**k) for side in (e, mirrored(e))]
        at_zero = e if k else Num(ZERO)
        if attempt(partial(_homogeneous, sides, at_zero, pieces)):
            power = text(Z**k, "t")
            steps = (
                Step("for t > 0", f"sigma(t) = sigma(1)*{power}"),
                Step("for t > 0", f"sigma(-t) = sigma(-1)*{power}"),
                Step("at 0", "sigma(0) = 0" if k else "any value"),
            )
            return Property(True, Num(k), steps)
    return _not_homogeneous(e)


def _homogeneous(sides: list[Expr], at_zero: Expr, pieces: Pieces) -> bool:
    positive = [cut(side, POSITIVE, mirror_breaks(pieces.breaks)) for side in sides]
    return at(at_zero, ZERO).value.num == 0 and all(
        vanishes(side, own) for side, own in zip(sides, positive, strict=True)
    )


def _candidates(e: Expr) -> list[Fraction]:
    """The only possible degree on each half-line, from |e(2)/e(1)| = 2**k, at one value of each parameter."""
    values = {p.name: Num(Domain(p.lo, p.hi).sample()) for p in parameters(e)}
    sampled, found = substitute(e, Z, values), []
    for side in (Fraction(1), Fraction(-1)):
        ratio = abs(enclose(sampled, 2 * side) / enclose(sampled, side))
        k = ratio.log() / arb(2).log()
        if not k.is_finite() or abs(k) > 64:
            continue
        guess = Fraction(str(k.mid().str(15, radius=False))).limit_denominator(MAX_ROOT)
        if guess >= 0 and guess not in found:
            found.append(guess)
    return found


def _not_homogeneous(e: Expr) -> Property:
    zero = constant(e, ZERO)
    for side in (1, -1):
        for t in WITNESSES:
            one, two, four = (constant(e, side * t * n) for n in (1, 2, 4))
            if differ(one * four, two * two):
                where = f"at {side * t}, {2 * side * t}, {4 * side * t}"
                return Property(
                    False, None, (Step(where, "sigma(z) sigma(4z) != sigma(2z)**2 (enclosures)"),)
                )
    one, two, minus, below = (constant(e, Fraction(n)) for n in (1, 2, -1, -2))
    if differ(one * below, two * minus):
        claim = "the two half-lines grow at different rates (enclosures)"
        return Property(False, None, (Step("at 1, 2, -1, -2", claim),))
    if differ(zero, Num(ZERO)) and (differ(one, two) or differ(minus, below)):
        claim = "sigma(0) != 0 leaves only degree 0, and sigma is not constant on a half-line (enclosures)"
        return Property(False, None, (Step("at 0", claim),))
    return Property(None)


def is_zero(c: Expr) -> bool | None:
    """Whether an expression without z is the number 0: True and False are proved, None is not known."""
    if sign_of(lambda bits: enclose(c, ZERO, bits)) is not None:
        return False
    try:
        return settle(CONSTANTS, lambda field: sign(field, convert(c, field, field.zero).value)) == 0
    except (Split, Undefined, Unresolved):
        return None


def rational_value(c: Expr) -> Fraction | None:
    """The value of an expression without z that reduces to a rational number, else None."""
    try:
        return settle(CONSTANTS, lambda field: field.rational(convert(c, field, field.zero).value))
    except (Split, Undefined, Unresolved):
        return None
