"""An activation as a sum of functions whose parity, and perhaps degree, is proved.

A function that is a polynomial on each of finitely many intervals is a sum of powers z^n and of kinks
z^n sgn(z - b): these are independent, so blocks with such activations are compared completely. Of any other
function a polynomial odd or even part is split off; what is left is even or odd.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise, zip_longest
from math import comb

from symproof.activations.catalogue import formula
from symproof.functions.expression import Expr, text
from symproof.functions.field import Undefined, Unresolved
from symproof.functions.independence import polynomial
from symproof.functions.parity import mirror_breaks, rational_value
from symproof.functions.pieces import POSITIVE, Pieces, constant, cut, even_part, odd_part, same
from symproof.functions.sign import Split

ZERO, ONE = Fraction(0), Fraction(1)
Coefficients = list[Fraction]  # c_0, c_1, ... of a polynomial

RELATED = {  # name: (base, s, t, p) with name(z) = t base(s z) + p(z)
    "quick_gelu": ("silu", Fraction("1.702"), 1 / Fraction("1.702"), ()),
    "tanh": ("logistic", Fraction(2), Fraction(2), (-1,)),
    "logsigmoid": ("softplus", Fraction(-1), Fraction(-1), ()),
}


@dataclass(frozen=True, slots=True)
class Basis:
    """A function phi of one variable.

    Attributes:
        name: different functions have different names.
        parity: phi(-z) = parity phi(z), 1 or -1; 0 when it has none that is proved.
        degree: the n with phi(t z) = t^n phi(z) for t > 0; None when there is none.
        kink: whether it is z^n sgn z.
    """

    name: str
    parity: int
    degree: int | None = None
    kink: bool = False

    def factor(self, t: Fraction) -> Fraction:
        """The c with phi(t z) = c phi(z), for a function with a degree and t not 0."""
        return abs(t) ** (self.degree or 0) * (1 if t > 0 else self.parity)


@dataclass(frozen=True, slots=True)
class Atom:
    """The function coefficient phi(scale z + shift)."""

    basis: Basis
    coefficient: Fraction
    scale: Fraction = ONE
    shift: Fraction = ZERO


def power(n: int) -> Basis:
    """z^n."""
    return Basis(f"z^{n}", (-1) ** n, n)


def kink(n: int) -> Basis:
    """z^n sgn z, which is 0 at 0."""
    return Basis(f"z^{n} sgn z", (-1) ** (n + 1), n, True)


@cache
def atoms(e: Expr) -> tuple[Atom, ...]:
    """The parts of an activation.

    Args:
        e: an expression in z.

    Raises:
        Undefined: it has no real value at some point.
        Unresolved: the procedure cannot tell whether it has.

    >>> [(atom.basis.name, str(atom.coefficient)) for atom in atoms(formula("relu"))]
    [('z^1', '1/2'), ('z^1 sgn z', '1/2')]
    >>> [(atom.basis.parity, str(atom.coefficient)) for atom in atoms(formula("silu"))]
    [(-1, '1/2'), (1, '1')]
    """
    try:
        pieces = cut(e)
    except Split as split:
        raise Unresolved(f"a break point at {split.points[0]} does not help") from None
    return _piecewise(e, pieces) or _related(e) or _opaque(e, pieces)


def _powers(p: Sequence[Fraction]) -> tuple[Atom, ...]:
    return tuple(Atom(power(n), c) for n, c in enumerate(p) if c)


def _rational(found: Sequence[Expr] | None) -> Coefficients | None:
    """The coefficients, when all of them are rational numbers."""
    values = None if found is None else [rational_value(c) for c in found]
    return None if values is None or None in values else values  # type: ignore[return-value]


def _piecewise(e: Expr, pieces: Pieces) -> tuple[Atom, ...]:
    """Powers and kinks, when e is a rational polynomial on each piece; else nothing."""
    parts = [_rational(polynomial(e, Pieces(e, (), (piece,)))) for piece in pieces.pieces]
    if any(part is None for part in parts):
        return ()
    p, kinks = list(parts[0] or []), []
    for b, (left, right) in zip(pieces.breaks, pairwise(parts), strict=True):
        half = [(y - x) / 2 for x, y in zip_longest(left or [], right or [], fillvalue=ZERO)]
        p = [x + y for x, y in zip_longest(p, half, fillvalue=ZERO)]
        jumps = _shifted(half, b)
        if rational_value(constant(e, b)) != _at(left or [], b) + sum(jumps[:1]):
            return ()  # the value at a jump is not the mean of its sides
        kinks += [Atom(kink(n), c, shift=-b) for n, c in enumerate(jumps) if c]
    return _powers(p) + tuple(kinks) or (Atom(power(0), ZERO),)


def _at(p: Sequence[Fraction], z: Fraction) -> Fraction:
    return sum((c * z**n for n, c in enumerate(p)), ZERO)


def _shifted(p: Sequence[Fraction], b: Fraction) -> Coefficients:
    """The coefficients of p in powers of z - b."""
    return [
        sum((c * comb(n, j) * b ** (n - j) for n, c in enumerate(p) if n >= j), ZERO) for j in range(len(p))
    ]


def _related(e: Expr) -> tuple[Atom, ...]:
    """The atoms of the activation that e is a rescaled copy of, rescaled; else nothing."""
    for name, (base, s, t, p) in RELATED.items():
        if same(e, formula(name)):
            parts = (Atom(a.basis, t * a.coefficient, s * a.scale, a.shift) for a in atoms(formula(base)))
            return (*parts, *_powers([Fraction(c) for c in p]))
    return ()


def _opaque(e: Expr, pieces: Pieces) -> tuple[Atom, ...]:
    """A polynomial odd or even part, and what is left over."""
    breaks = mirror_breaks(pieces.breaks)
    for part, parity in ((odd_part(e), 1), (even_part(e), -1)):
        try:
            p = _rational(polynomial(part, cut(part, POSITIVE, breaks)))
        except (Split, Undefined, Unresolved):
            continue
        own = p is not None and not any(c for n, c in enumerate(p) if (-1) ** n == parity)
        if p is not None and own and (parity == 1 or rational_value(constant(e, ZERO)) == _at(p, ZERO)):
            return (*_powers(p), Atom(Basis(text(e), parity), ONE))
    return (Atom(Basis(text(e), 0), ONE),)
