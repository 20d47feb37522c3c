"""What a function on t > 0 is made of: a polynomial, or scales that are independent.

psi is *scale independent* when sum c_i psi(a_i t) = polynomial for all t > 0, with distinct a_i > 0, forces
every c_i = 0. On a ray through a generic x a sum of functions psi(|w . x|), one for each w up to sign, is
such a sum; so scale independence on t > 0 is all that the rigid kind needs, in every dimension. Two reasons
are recognised.

* Taylor: psi is analytic at 0 from the right and not a polynomial there (Lemma 7 of the paper).
* Kink: psi has finitely many singular points on t > 0 and at least one. With b the least of them, the least
  one of psi(a t) is b/a; the largest a has the least, alone, so its coefficient is 0; and so on.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from math import comb

from flint import arb

from symproof.functions.convert import convert
from symproof.functions.enclosure import PRECISIONS, ball, enclose, sign_of
from symproof.functions.expression import Add, Expr, Neg, Num, Z, text
from symproof.functions.field import Domain, Field, Frac, Gen, Undefined, Unresolved, settle, terms_of
from symproof.functions.growth import growth
from symproof.functions.pieces import POSITIVE, Pieces, at, attempt, cut, vanishes
from symproof.functions.series import taylor_balls
from symproof.functions.sign import Split, gen_sign

MAX_DEGREE = 12
"""Finite differences are taken up to this order."""
STEPS = (Fraction(1), Fraction(1, 2), Fraction(2), Fraction(1, 3))
NOTHING = Num(Fraction(0))


class Form(StrEnum):
    """What is proved of a function on t > 0."""

    POLYNOMIAL = "polynomial"
    INDEPENDENT = "scale independent"
    UNKNOWN = "undetermined"


@dataclass(frozen=True, slots=True)
class Shape:
    """The form and the reason; of a polynomial the coefficients c_0, c_1, ... (expressions without z).

    taylor: scale independent because it is analytic at 0 from the right and not a polynomial there.
    """

    form: Form
    reason: str
    coefficients: tuple[Expr, ...] = ()
    taylor: bool = False

    def coefficient(self, n: int) -> Expr:
        """The coefficient of t**n of a polynomial."""
        return self.coefficients[n] if n < len(self.coefficients) else NOTHING


def shape(psi: Expr, breaks: Sequence[Fraction]) -> Shape:
    """The shape of psi on t > 0.

    Args:
        psi: an expression with a real value for every z > 0.
        breaks: positive points outside which it is known to be analytic.

    Raises:
        Undefined, Unresolved, Split: when psi cannot be cut into pieces on z > 0.
    """
    pieces = cut(psi, POSITIVE, breaks)
    coefficients = polynomial(psi, pieces)
    if coefficients is not None:
        return Shape(Form.POLYNOMIAL, "equal to a polynomial on t > 0 by reduced fractions", coefficients)
    if (reason := taylor(psi, pieces)) is not None:
        return Shape(Form.INDEPENDENT, reason, taylor=True)
    if (reason := kink(psi, pieces)) is not None:
        return Shape(Form.INDEPENDENT, reason)
    return Shape(Form.UNKNOWN, "neither a polynomial nor scale independent by the criteria we have")


def polynomial(psi: Expr, pieces: Pieces) -> tuple[Expr, ...] | None:
    """The coefficients when reduced fractions prove that psi is one polynomial on all of t > 0, else None."""
    try:
        candidate = settle(pieces.pieces[0].domain, lambda field: _coefficients(psi, field))
    except (Split, Undefined, Unresolved):
        return None
    if candidate is None:
        return None
    terms = tuple(c * Z**n for n, c in enumerate(candidate) if c != NOTHING)
    return candidate if attempt(lambda: vanishes(Add((psi, Neg(Add((NOTHING, *terms))))), pieces)) else None


def _coefficients(psi: Expr, field: Field) -> tuple[Expr, ...] | None:
    z = field.gen("z")
    e = convert(psi, field, field.poly(z.poly)).value
    if field.moves(e.den) or any(gen.moves and gen.kind != "z" for gen in field.used(e.num)):
        return None
    table: dict[int, Frac] = {}
    for exponents, c in terms_of(e.num):
        n = exponents[z.index]
        rest = tuple(0 if i == z.index else k for i, k in enumerate(exponents))
        term = field.scale(c, field.make(field.monomial(rest), e.den))
        table[n] = field.add([table.get(n, field.zero), term])
    return tuple(field.expr(table.get(n, field.zero)) for n in range(max(table, default=-1) + 1))


def taylor(psi: Expr, pieces: Pieces) -> str | None:
    """Why psi is analytic at 0 from the right and not a polynomial near 0; None when not proved."""
    first = pieces.pieces[0]
    try:
        if not at(psi, Fraction(0), first.signs).smooth:
            return None
    except (Split, Undefined, Unresolved):
        return None
    reason = _exponential(psi, first.domain) or (_outgrown(psi) if single(psi, pieces) else None)
    return None if reason is None else f"analytic at 0 from the right, and not a polynomial there: {reason}"


def _exponential(psi: Expr, domain: Domain) -> str | None:
    """A reduced fraction in z and the exponentials of powers of z is a polynomial only if it looks like one.

    exp(z), exp(z**2), ... are algebraically independent over C(z), and so is exp(c z**k) alone, c != 0; so
    the reduced fraction is unique. At most one constant, a transcendental number, may occur outside the
    exponents: then the same holds over the field it generates.
    """

    def job(field: Field) -> str | None:
        e = convert(psi, field, field.poly(field.gen("z").poly)).value
        constants = [gen for gen in field.used(e) if not gen.moves]
        if len(constants) > 1 or any(gen.kind not in {"pi", "exp", "log"} for gen in constants):
            return None
        if any(gen.arg is None or field.rational(gen.arg) is None for gen in constants if gen.kind != "pi"):
            return None
        moving = [gen for gen in field.used(e) if gen.moves and gen.kind != "z"]
        plain = all(_power_of_z(field, gen, scaled=False) for gen in moving)
        if not plain and not (len(moving) == 1 and _power_of_z(field, moving[0], scaled=True)):
            return None
        if not moving and not field.moves(e.den):
            return None
        return f"it is {text(field.expr(e), 't')} in lowest terms" + (
            ", and exponentials of powers of t are algebraically independent over C(t)" if moving else ""
        )

    try:
        return settle(domain, job)
    except (Split, Undefined, Unresolved):
        return None


def _power_of_z(field: Field, gen: Gen, scaled: bool) -> bool:
    """Whether the generator is exp(z**k), or, scaled, exp of it times a constant that is plainly not 0."""
    if gen.kind != "exp" or gen.arg is None or gen.arg.den != 1 or len(gen.arg.num) != 1:
        return False
    moving = [inner for inner in field.used(gen.arg) if inner.moves]
    fixed = [inner for inner in field.used(gen.arg) if not inner.moves]
    plain = len(moving) == 1 and moving[0].kind == "z"
    return plain and (not fixed or (scaled and all(_never_zero(field, inner) for inner in fixed)))


def _never_zero(field: Field, gen: Gen) -> bool:
    """pi, exp(c), a root of a positive number, the logarithm of a prime, a parameter of one sign."""
    if gen.kind == "log" and gen.arg is not None:
        return field.rational(gen.arg) is not None
    return gen.kind in {"pi", "exp", "root"} or (gen.kind == "parameter" and gen_sign(field, gen) != 0)


def single(psi: Expr, pieces: Pieces) -> bool:
    """Whether the first piece continues, analytically, to all of t > 0: proved by reduced fractions."""
    signs = pieces.pieces[0].signs

    def same(part: Domain, own: tuple[int, ...]) -> bool:
        def job(field: Field) -> bool:
            z = field.poly(field.gen("z").poly)
            left, right = convert(psi, field, z, signs).value, convert(psi, field, z, own).value
            return field.is_zero(field.sub(left, right))

        return settle(part, job)

    def joined() -> bool:
        for b, piece in zip(pieces.breaks, pieces.pieces[1:], strict=True):
            if not at(psi, b, signs).smooth or not same(piece.domain, piece.signs):
                return False
        return all(_value_agrees(psi, b, signs) for b in pieces.breaks)

    return attempt(joined)


def _value_agrees(psi: Expr, b: Fraction, signs: tuple[int, ...]) -> bool:
    def job(field: Field) -> bool:
        point = field.number(b)
        left, right = convert(psi, field, point, signs).value, convert(psi, field, point).value
        return field.is_zero(field.sub(left, right))

    return settle(Domain(None, None, constants=True), job)


def _outgrown(psi: Expr) -> str | None:
    """|psi| <= C (1 + t)**n, and a finite difference of order > n is not 0: no polynomial does that."""
    degree = growth(psi)
    if degree is None or degree >= MAX_DEGREE:
        return None
    order = int(degree) + 1
    for step in STEPS:
        if sign_of(lambda bits, h=step: _difference(psi, h, order, bits)) is not None:  # type: ignore[misc]
            bound = f"grows at most like {text(Z ** Num(degree), 't')}" if degree else "is bounded"
            return (
                f"it {bound}, and its finite difference of order {order} "
                f"with step {step} from {step} is not 0 (enclosure)"
            )
    return None


def _difference(psi: Expr, step: Fraction, order: int, bits: int) -> arb:
    total = arb(0)
    for i in range(order + 1):
        total += ball(Fraction((-1) ** i * comb(order, i))) * enclose(psi, step * (order + 1 - i), bits)
    return total


def kink(psi: Expr, pieces: Pieces) -> str | None:
    """Why psi has a singular point on t > 0, of which there are finitely many; None when not proved."""
    for i, b in enumerate(pieces.breaks):
        left, right = pieces.pieces[i].signs, pieces.pieces[i + 1].signs
        order = jump_order(psi, b, left, right)
        if order is not None:
            what = "value" if order == 0 else f"derivative of order {order}"
            return f"singular at t = {b}, where its {what} jumps, and analytic between finitely many points"
    return None


def jump_order(psi: Expr, b: Fraction, left: tuple[int, ...], right: tuple[int, ...]) -> int | None:
    """The least order found at which the two pieces that meet at b provably differ, else None."""
    try:
        if not (at(psi, b, left).smooth and at(psi, b, right).smooth):
            return None
    except (Split, Undefined, Unresolved):
        return None
    for bits in PRECISIONS:
        one, other = (taylor_balls(psi, b, signs, MAX_DEGREE, bits) for signs in (left, right))
        for order, (before, after) in enumerate(zip(one, other, strict=True)):
            if not before.overlaps(after):
                return order
    return None
