"""What is proved about a function of one real variable, before any theorem is applied to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from functools import partial
from typing import TypeVar

from symproof.functions.convert import Split
from symproof.functions.expression import Expr
from symproof.functions.field import Undefined, Unresolved
from symproof.functions.growth import growth
from symproof.functions.independence import Form, Shape, shape
from symproof.functions.parity import (
    ZERO,
    Property,
    Step,
    homogeneous_degree,
    is_zero,
    linear_gap,
    mirror_breaks,
)
from symproof.functions.pieces import Pieces, continuous_at, cut, even_part, odd_part, value

T = TypeVar("T")


class Part(StrEnum):
    """What is proved of the even or the odd part on z > 0 (its mirror image gives z < 0)."""

    ZERO = "zero"
    LINEAR = "linear"
    POLYNOMIAL = "polynomial"
    INDEPENDENT = "not a polynomial"
    UNKNOWN = "undetermined"


_EVEN = {Part.LINEAR: "a multiple of |z|", Part.POLYNOMIAL: "polynomial in |z|"}


@dataclass(frozen=True, slots=True)
class Facts:
    """Proved facts about a function with a real value everywhere.

    Attributes:
        gap: the c with f(z) - f(-z) = c z.
        degree: the k with f(lz) = l**k f(z) for l > 0.
        even, odd: the shapes of the two parts on z > 0.
        at_zero: f(0).
        continuous_at_zero, continuous: True and False are proved, None is not known.
        odd_growth: an n with |f(z) - f(-z)| <= C (1 + |z|)**n, or None.
        analytic_at_zero: whether f is analytic near 0; False when that was not proved.
    """

    expr: Expr
    pieces: Pieces
    gap: Property
    degree: Property
    even: Shape
    odd: Shape
    at_zero: Expr
    continuous_at_zero: bool | None
    continuous: bool | None
    odd_growth: Fraction | None
    analytic_at_zero: bool

    @property
    def even_part(self) -> Part:
        """What the even part is on z > 0; LINEAR: e|z| exactly, with e != 0."""
        return part(self.even)

    @property
    def odd_part(self) -> Part:
        """What the odd part is on z > 0."""
        return part(self.odd)

    @property
    def even_words(self) -> str:
        """The even part in words."""
        return _EVEN.get(self.even_part, str(self.even_part))

    @property
    def odd_words(self) -> str:
        """The odd part in words."""
        return "polynomial on z > 0" if self.odd_part is Part.POLYNOMIAL else str(self.odd_part)

    @property
    def vanishes_at_zero(self) -> bool | None:
        """Whether f(0) = 0."""
        return is_zero(self.at_zero)


def facts(e: Expr) -> Facts:
    """The facts about e.

    Raises:
        Undefined: when e has no real value at some point.
        Unresolved: when the procedure cannot tell whether it has, or where it changes its form.
    """
    pieces = _plain(lambda: cut(e))
    breaks = mirror_breaks(pieces.breaks)
    odd = odd_part(e)
    shapes = [_or_unknown(partial(shape, part, breaks), _NO_SHAPE) for part in (even_part(e), odd)]
    joints = [continuous_at(e, pieces, i) for i in range(len(pieces.breaks))]
    at_origin = [joint for b, joint in zip(pieces.breaks, joints, strict=True) if b == 0]
    return Facts(
        expr=e,
        pieces=pieces,
        gap=_or_unknown(lambda: linear_gap(e), Property(None)),
        degree=_degree(e, pieces, shapes),
        even=shapes[0],
        odd=shapes[1],
        at_zero=_plain(lambda: value(e, ZERO)),
        continuous_at_zero=at_origin[0] if at_origin else True,
        continuous=False if False in joints else None if None in joints else True,
        odd_growth=growth(odd),
        analytic_at_zero=0 not in pieces.breaks,
    )


def _degree(e: Expr, pieces: Pieces, shapes: list[Shape]) -> Property:
    """The degree of homogeneity; none when a part psi is scale independent: psi(2t) is not 2**k psi(t)."""
    found = _or_unknown(lambda: homogeneous_degree(e, pieces), Property(None))
    names = [name for name, own in zip(("even", "odd"), shapes, strict=True) if own.form is Form.INDEPENDENT]
    if found.holds is not None or not names:
        return found
    claim = f"the {names[0]} part psi is scale independent, so psi(2t) is no multiple of psi(t)"
    return Property(False, None, (Step("for t > 0", claim),))


_NO_SHAPE = Shape(Form.UNKNOWN, "the parts of the function could not be put as reduced fractions")


def _plain(job: Callable[[], T]) -> T:
    """The result; a cut asked for where none can be made is a question left open."""
    try:
        return job()
    except Split as split:
        raise Unresolved(f"a break point at {split.points[0]} does not help") from None


def _or_unknown(job: Callable[[], T], unknown: T) -> T:
    """The result, or ``unknown`` when the procedure cannot tell."""
    try:
        return job()
    except (Split, Undefined, Unresolved):
        return unknown


def part(found: Shape) -> Part:
    """The shape in the words of `Part`; a coefficient that may or may not be 0 leaves it undetermined."""
    if found.form is Form.INDEPENDENT:
        return Part.INDEPENDENT
    if found.form is Form.UNKNOWN:
        return Part.UNKNOWN
    zeros = [is_zero(c) for c in found.coefficients]
    if None in zeros:
        return Part.UNKNOWN
    support = [n for n, zero in enumerate(zeros) if not zero]
    return Part.ZERO if not support else Part.LINEAR if support == [1] else Part.POLYNOMIAL
