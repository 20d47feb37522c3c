"""A block at the origin, order by order, and the first order at which M x + f differs from h.

With sigma(z) = sum a_n z**n the part of order n of W_down sigma(W_up x) is a_n times the form
sum_k W_down[:,k] (W_up[k,:] x)**n, and with a gate g(z) = sum a_n z**n that of W_down (g(W_gate x) * W_val x)
is a_(n-1) times sum_k W_down[:,k] (W_gate[k,:] x)**(n - 1) (W_val[k,:] x). The forms are exact, polynomials
over Q; an order differs exactly when an entry of M x (at order 1) plus a times the difference is not 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb

from flint import Ordering, fmpq_mpoly, fmpq_mpoly_ctx

from symproof.errors import Malformed
from symproof.functions.expansion import Expansion
from symproof.functions.expression import Num
from symproof.functions.field import terms_of, to_fmpq
from symproof.functions.parity import is_zero

Rows = Sequence[Sequence[Fraction]]
ZERO = Fraction(0)
MAX_MONOMIALS = 20_000
"""Monomials of one form."""


@dataclass(frozen=True, slots=True)
class Layer:
    """The weights of one side: W_up (or W_gate), W_val for a gated block, W_down."""

    up: Rows
    down: Rows
    value: Rows | None = None

    @property
    def d(self) -> int:
        """The dimension of x."""
        return len(self.down)


@dataclass(frozen=True, slots=True)
class Order:
    """One order of M x + f(x) - h(x).

    Attributes:
        n: the order.
        coefficient: the index of the Taylor coefficient that belongs to it.
        f, h: the coordinates of the two forms without the coefficient, as text; h is "" without V.
        differs: whether the parts of order n of M x + f and h differ; None: not known, or V is not given.
    """

    n: int
    coefficient: int
    f: tuple[str, ...]
    h: tuple[str, ...]
    differs: bool | None


def orders(
    expansion: Expansion, W: Layer, V: Layer | None = None, skip: Rows | None = None
) -> tuple[Order, ...]:
    """The orders 0, ..., n of M x + f - h for a function that is analytic at 0.

    Args:
        expansion: of the activation or of the gate, on both sides of 0.
        W: the block.
        V: the MLP without the skip, of the same kind and dimension; None: any.
        skip: M, d x d; None: the identity.

    Raises:
        Malformed: the expansion holds on one side only, W and V do not fit, or a form has too many terms.
    """
    if expansion.side:
        raise Malformed("a block is expanded where its activation is analytic at 0 from both sides")
    if V is not None and (V.d != W.d or (V.value is None) != (W.value is None)):
        raise Malformed("W and V must be of one kind and of one dimension")
    M = skip or [[Fraction(int(i == j)) for j in range(W.d)] for i in range(W.d)]
    gated = int(W.value is not None)
    return tuple(
        _order(expansion, n, n - gated, (W, V), M) for n in range(gated, expansion.order + 1 + gated)
    )


def first_difference(found: Sequence[Order]) -> int | None:
    """The least order that differs; None when none does, or one before it is not known."""
    return next((order.n if order.differs else None for order in found if order.differs is not False), None)


def _order(expansion: Expansion, n: int, index: int, sides: tuple[Layer, Layer | None], M: Rows) -> Order:
    W, V = sides
    if comb(n + W.d - 1, n) > MAX_MONOMIALS:
        raise Malformed(f"order {n} in dimension {W.d}: at most {MAX_MONOMIALS} monomials")
    f, h = _form(W, n), None if V is None else _form(V, n)
    differs = _differs(expansion, index, f, h, M if n == 1 else [[Fraction(0)]] * W.d)
    return Order(n, index, tuple(map(str, f)), tuple(map(str, h or ())), differs)


def _form(layer: Layer, n: int) -> list[fmpq_mpoly]:
    """The coordinates of the form of order n, without its Taylor coefficient."""
    context = fmpq_mpoly_ctx.get([f"x{j}" for j in range(layer.d)], Ordering.lex)
    factors = []
    for k, row in enumerate(layer.up):
        own = _linear(row, context) ** (n if layer.value is None else n - 1)
        factors.append(own if layer.value is None else own * _linear(layer.value[k], context))
    zero = context.constant(0)
    return [
        sum((to_fmpq(c) * factor for c, factor in zip(row, factors, strict=True)), zero) for row in layer.down
    ]


def _linear(row: Sequence[Fraction], context: fmpq_mpoly_ctx) -> fmpq_mpoly:
    return sum((to_fmpq(c) * x for c, x in zip(row, context.gens(), strict=True)), context.constant(0))


def _differs(
    expansion: Expansion, index: int, f: list[fmpq_mpoly], h: list[fmpq_mpoly] | None, M: Rows
) -> bool | None:
    """Whether M x + a (f - h) is not 0, a the Taylor coefficient of this index."""
    if h is None:
        return any(map(any, M)) if expansion.vanishes(index) else None
    answers: set[bool | None] = set()
    for row, p, q in zip(M, f, h, strict=True):
        left = dict(terms_of(p - q))
        linear = {tuple(int(i == j) for i in range(len(f))): m for j, m in enumerate(row) if m}
        for exponents in left.keys() | linear.keys():
            answers.add(_nonzero(expansion, index, linear.get(exponents, ZERO), left.get(exponents, ZERO)))
    return True if True in answers else None if None in answers else False


def _nonzero(expansion: Expansion, index: int, m: Fraction, c: Fraction) -> bool | None:
    """Whether m + c a is not 0."""
    if not c or not m:
        zero = not m if not c else expansion.vanishes(index)
    else:
        a = expansion.coefficients[index]
        zero = None if a is None else is_zero(Num(m) + Num(c) * a)
    return None if zero is None else not zero
