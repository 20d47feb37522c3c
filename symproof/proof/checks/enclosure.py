"""Rigorous enclosures with ball arithmetic (arb): an answer only when the ball decides it."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import flint

from symproof.activations.catalogue import formula
from symproof.functions.enclosure import ball, enclose
from symproof.functions.series import taylor_balls
from symproof.proof.check import Check, Finding, Undecided
from symproof.proof.kinds import Kind

BITS = 128


def sign_of_sum(
    terms: Sequence[tuple[int | Fraction, str, int | Fraction]], constant: int | Fraction, sign: int
) -> Check:
    """A check of the sign (1 or -1) of constant + sum of coefficient * function(point), all rational.

    Args:
        terms: triples (coefficient, name of a function or an activation, point).
        constant: added to the sum.
        sign: the claimed sign, 1 or -1.
    """
    return Check(Kind.ENCLOSURE, decide_sign, {"terms": tuple(terms), "constant": constant, "sign": sign})


def decide_sign(
    terms: Sequence[tuple[int | Fraction, str, int | Fraction]], constant: int | Fraction, sign: int
) -> Finding:
    """Whether the ball around the sum lies on the stated side of 0.

    Raises:
        Undecided: when the ball contains 0 at the working precision.
    """
    with flint.ctx.workprec(BITS):
        total = ball(Fraction(constant))
        for coefficient, name, point in terms:
            total += ball(Fraction(coefficient)) * enclose(formula(name), Fraction(point), BITS)
        if total.contains(0):
            raise Undecided(f"the enclosure {total} contains 0")
        found = 1 if total > 0 else -1
        return Finding(found == sign, f"enclosed in {total.str(12)}")


def derivative_bound(name: str, order: int, radius: Fraction, bound: int | Fraction) -> Check:
    """A check that |f^(order)(z)| / order! <= bound for every |z| <= radius: a Taylor remainder."""
    data = {"name": name, "order": order, "radius": radius, "bound": bound}
    return Check(Kind.ENCLOSURE, decide_bound, data)


def decide_bound(name: str, order: int, radius: Fraction, bound: int | Fraction) -> Finding:
    """Whether the Taylor coefficient at the ball [-radius, radius] is within the bound.

    Raises:
        Undecided: when the enclosure is too wide to tell.
    """
    with flint.ctx.workprec(BITS):
        widest, within = flint.arb(0), ball(Fraction(bound))
        for part in range(-PARTS, PARTS):
            low, high = ball(radius * Fraction(part, PARTS)), ball(radius * Fraction(part + 1, PARTS))
            widest = widest.max(abs(_taylor(name, order, low.union(high))))
        if widest <= within:
            return Finding(True, f"|f^({order})|/{order}! <= {widest.str(6)} on [-{radius}, {radius}]")
        for part in range(-PARTS, PARTS + 1):
            point = radius * Fraction(part, PARTS)
            at_point = abs(_taylor(name, order, ball(point)))
            if at_point > within:
                return Finding(False, f"|f^({order})({point})|/{order}! = {at_point.str(6)} is larger")
        raise Undecided(f"the enclosure {widest.str(6)} does not settle the bound")


PARTS = 16


def _taylor(name: str, order: int, at: Any) -> Any:
    """The Taylor coefficient of a function that is analytic at every point of the ball."""
    return taylor_balls(formula(name), at, (), order, BITS)[order]
