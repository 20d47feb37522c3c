"""The Taylor expansion of a function at the origin, with exact coefficients and a proved remainder.

The remainder is Taylor's: |f(z) - T_n(z)| <= B |z|**(n + 1) for |z| <= r, where B bounds |f^(n+1)|/(n + 1)!
on the interval, by ball arithmetic on its parts. Where f changes its form at 0 each side has an expansion of
its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import ceil

from flint import arb

from symproof.functions.enclosure import dyadic, enclose, range_ball
from symproof.functions.expression import Expr, parameters
from symproof.functions.field import Domain, Undefined, Unresolved
from symproof.functions.parity import is_zero
from symproof.functions.pieces import Piece, at, attempt, cut
from symproof.functions.series import taylor_balls
from symproof.functions.sign import Split
from symproof.functions.taylor import taylor_coefficients

BITS = 256
PARTS = 32
"""Parts of the interval on which the remainder is bounded."""
HALVINGS = 8
"""Times the radius is halved when no bound is found."""
RADIUS = Fraction(1, 4)
DIGITS = 4


@dataclass(frozen=True, slots=True)
class Expansion:
    """The Taylor polynomial of order n at 0, on both sides of 0 or on one.

    Attributes:
        side: 0 when it holds on both sides, 1 for z > 0, -1 for z < 0.
        coefficients: a_0, ..., a_n, expressions without z; None where the exact arithmetic did not reach.
        balls: enclosures of the same numbers; not finite for parameters without two bounds.
        radius, bound: |f(z) - sum a_k z**k| <= bound |z|**(n + 1) for |z| <= radius on that side; None: not
            found.
    """

    side: int
    coefficients: tuple[Expr | None, ...]
    balls: tuple[arb, ...]
    radius: Fraction | None
    bound: Fraction | None

    @property
    def order(self) -> int:
        """The n of the last coefficient."""
        return len(self.balls) - 1

    def vanishes(self, n: int) -> bool | None:
        """Whether a_n = 0: True and False are proved, None is not known."""
        exact = self.coefficients[n]
        if exact is not None:
            return is_zero(exact)
        return None if self.balls[n].contains(0) or not self.balls[n].is_finite() else False


def expand(e: Expr, order: int = 12, radius: Fraction = RADIUS) -> tuple[Expansion, ...]:
    """The Taylor expansion of e at 0: one, or two when abs or sign makes the sides differ.

    Args:
        e: an expression in z, perhaps with parameters.
        order: the n of the last coefficient, at least 0.
        radius: of the interval for the remainder; it is made smaller where e changes its form before.

    Returns:
        Expansions; the coefficients are exact where the arithmetic of constants reaches, else enclosed.

    Raises:
        Undefined: when e has no real value at some point within the radius.
        Unresolved: when e is not known to be analytic at 0 from a side.

    >>> from symproof.functions.grammar import parse
    >>> found, = expand(parse("z*logistic(z)"), 4)
    >>> print(*found.coefficients)
    0 1/2 1/4 0 -1/48
    >>> expand(parse("sqrt(abs(z))"), 2)
    Traceback (most recent call last):
        ...
    symproof.functions.field.Unresolved: not known to be analytic at 0 for z < 0
    """
    pieces = cut(e, Domain(-radius, radius))
    if Fraction(0) not in pieces.breaks:
        own = next(piece for piece in pieces.pieces if Fraction(0) in piece.domain)
        return (_expansion(e, own, 0, order, radius),)
    i = pieces.breaks.index(Fraction(0))
    return tuple(
        _expansion(e, piece, side, order, radius)
        for side, piece in ((-1, pieces.pieces[i]), (1, pieces.pieces[i + 1]))
    )


def _expansion(e: Expr, piece: Piece, side: int, order: int, radius: Fraction) -> Expansion:
    if not attempt(lambda: at(e, Fraction(0), piece.signs).smooth):
        where = {0: "", 1: " for z > 0", -1: " for z < 0"}[side]
        raise Unresolved(f"not known to be analytic at 0{where}")
    exact = _exact(e, piece, order)
    balls = tuple(
        found if c is None else enclose(c, Fraction(0), BITS)
        for c, found in zip(exact, taylor_balls(e, Fraction(0), piece.signs, order, BITS), strict=True)
    )
    ends = [abs(end) for end in (piece.domain.lo, piece.domain.hi) if end]
    reach = min([radius, *(end / 2 for end in ends if end < radius)])
    found = None if parameters(e) else _remainder(e, piece, side, order + 1, reach)
    return Expansion(side, exact, balls, *(found or (None, None)))


def _exact(e: Expr, piece: Piece, order: int) -> tuple[Expr | None, ...]:
    """The exact coefficients as far as the arithmetic of constants reaches, then None."""
    for reach in range(order, -1, -max(1, order // 4)):
        try:
            return (*taylor_coefficients(e, piece.signs, reach), *[None] * (order - reach))
        except (Split, Undefined, Unresolved):
            continue
    return (None,) * (order + 1)


def _remainder(
    e: Expr, piece: Piece, side: int, n: int, radius: Fraction
) -> tuple[Fraction, Fraction] | None:
    """A radius and a bound of the coefficient n of the expansions at all points within it."""
    for _ in range(HALVINGS):
        low, high = -radius if side <= 0 else Fraction(0), radius if side >= 0 else Fraction(0)
        ends = [low + (high - low) * Fraction(i, PARTS) for i in range(PARTS + 1)]
        coefficient = partial(_largest, e, piece, n)
        parts = [coefficient(a, b) for a, b in pairwise(ends)]
        if all(part.is_finite() for part in parts):
            return radius, rounded_up(max(map(dyadic, parts)))
        radius /= 2
    return None


def _largest(e: Expr, piece: Piece, n: int, low: Fraction, high: Fraction) -> arb:
    return abs(taylor_balls(e, range_ball(low, high), piece.signs, n, BITS)[n]).upper()


def rounded_up(value: Fraction) -> Fraction:
    """The least number of few decimal digits that is not smaller than a nonnegative one.

    >>> print(rounded_up(Fraction(1, 3)), rounded_up(Fraction(0)))
    1667/5000 0
    """
    unit = Fraction(10) ** (len(str(value.numerator)) - len(str(value.denominator)) - DIGITS)
    return ceil(value / unit) * unit
