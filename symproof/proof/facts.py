"""The facts that are cited and not checked. They are few; the ledger lists those in use by name."""

from __future__ import annotations

from dataclasses import dataclass, replace

from sympy import Symbol

from symproof.proof.checks.cases import pw
from symproof.proof.props import Prop, nonzero


@dataclass(frozen=True, slots=True)
class Fact:
    """A fact from the literature.

    Attributes:
        name: of the fact; its parts have the same one.
        text: what it says.
        reference: where it is proved.
        assumes, concludes: the part that is used, as data; a step that cites it says this and nothing else.
    """

    name: str
    text: str
    reference: str
    assumes: tuple[Prop, ...] = ()
    concludes: Prop | None = None

    def part(self, concludes: Prop, *assumes: Prop) -> Fact:
        """The fact as the part of it that a step uses."""
        return replace(self, assumes=assumes, concludes=concludes)


POWERS = Fact(
    "real powers",
    "for real c the map t -> t^c on t > 0 is multiplicative and continuous; for c > 0 it is strictly "
    "increasing with limit 0 at 0",
    "Rudin, Principles of Mathematical Analysis, 3rd ed., exercise 1.6 and chapter 8",
)
NULL_SET = Fact(
    "zero sets are null",
    "the zero set of a polynomial that is not the zero polynomial has Lebesgue measure zero",
    "Caron and Traynor, The zero set of a polynomial, WMSR 05-02 (2005)",
)
ROOTS = Fact(
    "roots are few",
    "a polynomial of degree n in one variable that is not zero has at most n roots in a field",
    "Lang, Algebra, 3rd ed., theorem IV.1.4",
)
SERIES = Fact(
    "coefficients are unique",
    "two power series that agree near 0 have equal coefficients, and two analytic functions on R that "
    "agree near 0 are equal",
    "Rudin, Principles of Mathematical Analysis, 3rd ed., theorem 8.5",
)
KERNEL_VECTOR = Fact(
    "more unknowns than equations",
    "a homogeneous linear system with more unknowns than equations has a nonzero solution",
    "Lang, Linear Algebra, 3rd ed., theorem II.2.1",
)
COMPACT = Fact(
    "bounded on a box",
    "a continuous function on a closed bounded subset of R^n is bounded",
    "Rudin, Principles of Mathematical Analysis, 3rd ed., theorem 4.15",
)
EXPONENTIAL = Fact(
    "exponentials beat powers",
    "t^n exp(-a t) tends to 0 as t tends to infinity, for every n and every a > 0",
    "Rudin, Principles of Mathematical Analysis, 3rd ed., theorem 8.6",
)

FRECHET = Fact(
    "differences vanish for polynomials only",
    "a continuous function on R whose second differences, taken n times with steps that are any multiples of "
    "given numbers other than 0, vanish together at all points is a polynomial",
    "Frechet, Une definition fonctionnelle des polynomes, Nouv. Ann. Math. 9 (1909) 145-162",
)

SPERNER = Fact(
    "Sperner",
    "subsets of n elements of which none contains another are no more than the middle binomial coefficient",
    "Sperner, Ein Satz ueber Untermengen einer endlichen Menge, Math. Z. 27 (1928) 544-548",
)
STANLEY = Fact(
    "Stanley",
    "of the sums over subsets of n distinct positive numbers no value is taken more often than the middle "
    "coefficient of the product of 1 + q^k, k from 1 to n",
    "Stanley, Weyl groups, the hard Lefschetz theorem, and the Sperner property, SIAM J. Alg. Disc. Meth. 1 "
    "(1980) 168-184",
)

_k, _z = Symbol("k"), Symbol("z_t")
POWER_TWO = POWERS.part(nonzero(pw(2, _k), 2), nonzero(_k, 1))
