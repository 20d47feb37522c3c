"""An expression cut into pieces that are analytic in the inside, and exact questions about it.

`cut` finds the rational points at which abs, sign or a root changes its form and proves that the expression
has a real value everywhere. `vanishes` proves that an expression is 0 on an interval and at points.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise

from symproof.functions.convert import Converted, Split, convert
from symproof.functions.enclosure import enclose, sign_of
from symproof.functions.expression import Expr, Num, Z, substitute
from symproof.functions.field import CONSTANTS, Domain, Field, Undefined, Unresolved, settle

MAX_BREAKS = 16
"""Break points of one expression."""


@dataclass(frozen=True, slots=True)
class Piece:
    """An open interval and the signs that abs and sign have on it, in the order of the walk."""

    domain: Domain
    signs: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Pieces:
    """An expression with a real value everywhere on the domain; it is analytic inside each piece.

    breaks are the rational points between the pieces, in order; there is one piece more than breaks.
    """

    expr: Expr
    breaks: tuple[Fraction, ...]
    pieces: tuple[Piece, ...]


REALS = Domain(None, None)
POSITIVE = Domain(Fraction(0), None)


def on(e: Expr, domain: Domain, signs: Sequence[int] | None = None) -> Converted:
    """e as a reduced fraction on the domain; raises as `convert` does."""
    return settle(domain, lambda field: convert(e, field, field.poly(field.gen("z").poly), signs))


def at(e: Expr, point: Fraction, signs: Sequence[int] | None = None) -> Converted:
    """The value of e at a rational point; raises as `convert` does."""
    return settle(CONSTANTS, lambda field: convert(e, field, field.number(point), signs))


def value(e: Expr, point: Fraction, signs: Sequence[int] | None = None) -> Expr:
    """The value of e at a rational point as an expression without z, a reduced fraction."""

    def job(field: Field) -> Expr:
        return field.expr(convert(e, field, field.number(point), signs).value)

    return settle(CONSTANTS, job)


def intervals(domain: Domain, breaks: Iterable[Fraction]) -> list[Domain]:
    """The open intervals between the break points, in order."""
    ends = [domain.lo, *breaks, domain.hi]
    return [Domain(lo, hi) for lo, hi in pairwise(ends)]


def cut(e: Expr, domain: Domain = REALS, breaks: Iterable[Fraction] = ()) -> Pieces:
    """The pieces of e.

    Args:
        e: an expression.
        domain: the open interval where it is wanted.
        breaks: rational points at which to cut in any case.

    Raises:
        Undefined: when e has no real value at some point of the domain.
        Unresolved: when the procedure cannot tell.
    """
    todo = intervals(domain, sorted({b for b in breaks if b in domain}))[::-1]
    pieces: list[Piece] = []
    while todo:
        part = todo.pop()
        try:
            pieces.append(Piece(part, _signs(e, part)))
        except Split as split:
            todo += intervals(part, split.points)[::-1]
        if len(pieces) + len(todo) > MAX_BREAKS + 1:
            raise Unresolved(f"more than {MAX_BREAKS} break points")
    points = tuple(piece.domain.lo for piece in pieces[1:] if piece.domain.lo is not None)
    for b in points:
        _defined(partial(at, e, b), f"at z = {b}")
    return Pieces(e, points, tuple(pieces))


def _signs(e: Expr, part: Domain) -> tuple[int, ...]:
    where = f"for z {between(part)}"
    return _defined(partial(on, e, part), where).signs


def _defined(job: Callable[[], Converted], where: str) -> Converted:
    try:
        return job()
    except Undefined as error:
        raise Undefined(f"no real value {where}: {error}") from None


def between(part: Domain) -> str:
    """The interval in words, after "for z"."""
    match part.lo, part.hi:
        case None, None:
            return "real"
        case None, hi:
            return f"< {hi}"
        case lo, None:
            return f"> {lo}"
        case lo, hi:
            return f"between {lo} and {hi}"
    raise TypeError("not an interval")


def vanishes(e: Expr, pieces: Pieces) -> bool:
    """Whether reduced fractions prove e = 0 on every piece and at every break point. False proves nothing.

    Raises:
        Split, Undefined, Unresolved: when e cannot be converted on these pieces.
    """
    return all(on(e, piece.domain).value.num == 0 for piece in pieces.pieces) and all(
        at(e, b).value.num == 0 for b in pieces.breaks
    )


def attempt(job: Callable[[], bool]) -> bool:
    """The result, or False when the procedure cannot tell: for proofs that are looked for, not relied on."""
    try:
        return job()
    except (Split, Undefined, Unresolved):
        return False


def same(left: Expr, right: Expr) -> bool:
    """Whether reduced fractions prove that two expressions are the same function on the line."""
    return attempt(lambda: vanishes(left - right, cut(left - right)))


def differ(left: Expr, right: Expr) -> bool:
    """Whether balls prove that two expressions without z have different values."""
    return sign_of(lambda bits: enclose(left - right, Fraction(0), bits)) is not None


def constant(e: Expr, point: Fraction) -> Expr:
    """The value of e at a rational point, as an expression left as it is."""
    return substitute(e, Num(point))


def mirrored(e: Expr) -> Expr:
    """e(-z)."""
    return substitute(e, -Z)


def even_part(e: Expr) -> Expr:
    """(e(z) + e(-z)) / 2."""
    return (e + mirrored(e)) / 2


def odd_part(e: Expr) -> Expr:
    """(e(z) - e(-z)) / 2."""
    return (e - mirrored(e)) / 2


def continuous_at(e: Expr, pieces: Pieces, index: int) -> bool | None:
    """Whether e is continuous at break point ``index``: True and False are proved, None is not known."""
    b = pieces.breaks[index]
    verdicts = [_meets(e, b, pieces.pieces[side].signs) for side in (index, index + 1)]
    return False if False in verdicts else None if None in verdicts else True


def _meets(e: Expr, b: Fraction, signs: tuple[int, ...]) -> bool | None:
    """Whether the piece with these signs has the value e(b) as its limit at b."""
    try:
        limit, here = value(e, b, signs), value(e, b)
        if at(limit - here, b).value.num == 0:
            return True
    except (Split, Undefined, Unresolved):
        return None
    return False if differ(limit, here) else None
