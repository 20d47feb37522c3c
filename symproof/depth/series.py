"""Rational Taylor series of an expression at 0, exactly."""

from __future__ import annotations

from fractions import Fraction

from symproof.errors import Malformed
from symproof.functions.expression import Expr
from symproof.functions.field import Undefined, Unresolved
from symproof.functions.interpret import exact
from symproof.functions.sign import Split
from symproof.functions.taylor import taylor_coefficients


def taylor(expression: Expr, K: int) -> list[Fraction]:
    """The coefficients of 1, z, ..., z^(K-1) of an expression at 0.

    Args:
        expression: in z, without abs and sign.
        K: how many coefficients.

    Raises:
        Malformed: they are not all rational, or it is not shown that they are, or the expression has no
            Taylor series at 0.

    >>> from symproof.functions.grammar import parse
    >>> print(*taylor(parse("z/(1+exp(-z))"), 5))
    0 1/2 1/4 0 -1/48
    """
    try:
        found = [exact(a, Fraction(0)) for a in taylor_coefficients(expression, (), K - 1)]
    except (Undefined, Unresolved, Split, IndexError) as error:  # IndexError: a sign that depends on z
        raise Malformed(f"no Taylor series at 0 was found: {error}") from None
    known = [a for a in found if a is not None]
    if len(known) < K:
        raise Malformed("a Taylor coefficient at 0 is not rational")
    return known
