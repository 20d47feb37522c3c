"""Gated blocks at the origin: Taylor coefficients of the gates, and the expansion of a symbolic block."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import factorial
from typing import Any

from sympy import Matrix, Rational, symbols

from symproof.paper._symbols import grid, vector
from symproof.proof.checks.enclosure import derivative_bound
from symproof.proof.checks.limits import expansion
from symproof.proof.checks.polynomial import Expr, identity
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Without
from symproof.proof.step import Step, bounded, general, mutant

t, z, kappa = symbols("t z kappa")

SIZES = (Size("d", 3, 1, 4), Size("N", 4, 1, 6), Size("order", 5, 4, 20))


def logistic(order: int) -> tuple[Rational, ...]:
    """The first coefficients of the logistic function, from y' = y - y^2 and y(0) = 1/2."""
    found = [Rational(1, 2)]
    for n in range(order - 1):
        square = sum(found[i] * found[n - i] for i in range(n + 1))
        found.append((found[n] - square) / (n + 1))
    return tuple(found)


def normal(order: int) -> tuple[Expr, ...]:
    """The first coefficients of Phi: 1/2, and kappa (-1)^m / (2^m m! (2m+1)) at 2m+1, kappa = phi(0)."""
    found: list[Expr] = [Rational(0)] * order
    found[0] = Rational(1, 2)
    for m in range(order // 2):
        if 2 * m + 1 < order:
            found[2 * m + 1] = kappa * Rational((-1) ** m, 2**m * factorial(m) * (2 * m + 1))
    return tuple(found)


def polynomial_of(coefficients: Sequence[Expr]) -> Expr:
    """The polynomial in z with these coefficients."""
    return sum((c * z**n for n, c in enumerate(coefficients)), Rational(0))


def shown(coefficients: Sequence[Expr], terms: int = 3) -> str:
    """The first terms of a power series in LaTeX, from the coefficients that are checked."""
    from sympy import latex

    found = ""
    for n, c in enumerate(coefficients):
        if c != 0 and terms:
            power = "" if n == 0 else "z" if n == 1 else f"z^{{{n}}}"
            text = power if c == 1 else latex(c) + (f"\\,{power}" if power else "")
            found += text if text.startswith("-") or not found else "+" + text
            terms -= 1
    return found + r"+\cdots"


def block_step(sizes: Sizes, gate: Sequence[Expr], name: str, uses: tuple[str, ...]) -> Step:
    """The expansion of a gated block at t x with symbolic weights, remainder written out.

    Args:
        sizes: d, N and the order n.
        gate: the coefficients of g below n; above, g(z) = polynomial + z^n r(z).
        name: of the gate, for the text.
        uses: the steps that establish the coefficients and the remainder.
    """
    d, N, order = sizes["d"], sizes["N"], sizes["order"]
    a, b, D, x = grid("a", N, d), grid("b", N, d), grid("D", d, N), vector("x", d)
    u, w = a * x, b * x

    def terms(coefficients: Sequence[Expr]) -> Any:
        total = Matrix.zeros(d, 1)
        for n, c in enumerate(coefficients):
            total += c * t ** (n + 1) * D * Matrix([u[j] ** n * w[j] for j in range(N)])
        rest = Matrix([symbols(f"r{j}") * u[j] ** order * w[j] for j in range(N)])
        return total + t ** (order + 1) * D * rest

    def gated(coefficients: Sequence[Expr]) -> Any:
        values = []
        for j in range(N):
            here = polynomial_of(coefficients).subs(z, t * u[j]) + (t * u[j]) ** order * symbols(f"r{j}")
            values.append(here * t * w[j])
        return D * Matrix(values)

    wrong = [*gate[:2], gate[2] + 1, *gate[3:]]
    return Step(
        "expansion",
        f"The {name} block at t x is the sum over n < {order} of g_n t^(n+1) sum_j D_j (a_j.x)^n (b_j.x), "
        f"plus t^{order + 1} times "
        "a remainder that stays bounded: it has no term of order 1 in t.",
        r"f(tx)=\sum_{n}g_n t^{n+1}\sum_j D_j (a_j\cdot x)^n (b_j\cdot x)+t^{"
        + str(order + 1)
        + r"}\sum_j D_j\,r_j\,(a_j\cdot x)^{"
        + str(order)
        + r"}(b_j\cdot x)",
        identity(gated(gate), terms([Rational(0), *gate[1:]])),
        bounded(d=d, N=N, order=order),
        uses=uses,
        mutants=(
            mutant("g(0) = 1/2", lhs=gated([Rational(1, 2), *gate[1:]])),
            mutant("g_2 changed on one side", rhs=terms(wrong)),
        ),
    )


def remainder_step(name: str, order: int, uses: tuple[str, ...]) -> Step:
    """The remainder of the Taylor polynomial, bounded on [-1/2, 1/2] by ball arithmetic."""
    return Step(
        "remainder",
        f"On |z| <= 1/2 the derivative of order {order}, divided by {order}!, is at most 1 in "
        f"absolute value.",
        rf"\frac{{|g^{{({order})}}(z)|}}{{{order}!}}\le1\qquad(|z|\le\tfrac12)",
        derivative_bound(name, order, Fraction(1, 2), 1),
        bounded(order=order),
        then=f"By Taylor's theorem g(z) is the Taylor polynomial plus z^{order} r(z) with |r(z)| <= 1.",
        uses=uses,
        mutants=(mutant("at most 1/1000000000", bound=Fraction(1, 10**9)),),
    )


def conclude(uses: tuple[str, ...]) -> Step:
    """The skip has a term of order 1 in t and the two blocks have none."""
    m, one, two, left, right = symbols("m f2 h2 f h")
    side = t * m + t**2 * one - t**2 * two
    return Step(
        "first-order",
        "In M(tx) + f(tx) - h(tx) with f(tx), h(tx) = O(t^2) the term of order 1 in t is M x alone.",
        r"M(tx)+f(tx)-h(tx)=t\,Mx+O(t^2)",
        expansion(side, t, 2, t * m),
        general(
            "one coordinate; f2 and h2 are the bounded quotients f(tx)/t^2 and h(tx)/t^2; Proposition 2 "
            "concludes"
        ),
        then="So the difference is not 0 for small t when M x != 0.",
        uses=uses,
        mutants=(
            mutant("f has a term of order 1", function=side + t * left),
            mutant("the order of the skip", function=t**2 * m + 0 * right),
        ),
    )


def skip_hypothesis() -> Hypothesis:
    """M != 0, with V = W as the example."""
    D, V, g, b = symbols("D V g b")
    return Hypothesis(
        "M-nonzero",
        "M != 0",
        r"M\ne0",
        Without(
            True,
            "With M = 0 the choice V = W gives equality, neuron by neuron.",
            identity(D * g * b, V * g * b, [(g * b, D - V)]),
            (mutant("V = 2 W_down", given=((g * b, 2 * D - V),)),),
        ),
    )
