"""Gated blocks at the origin: Taylor coefficients of the gates, the expansion, and Proposition 2."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from math import factorial
from typing import Any

from symproof.paper._blocks import skip_hypothesis
from symproof.paper._language import *
from symproof.proof.props import Prop

kappa = symbols("kappa")
rho = Function("rho")
varying("rho")

SIZES = (Size("order", 5, 4, 20),)
NAMES = {
    "kappa": "1 / sqrt(2 pi)",
    "rho": "the remainder of the gate behind its linear term, divided by z^2",
    "silu": "z / (1 + exp(-z)), entry by entry on vectors",
    "logistic": "1 / (1 + exp(-z))",
    "logistic'": "the derivative of the logistic function",
    "gelu": "z Phi(z), entry by entry on vectors",
    "Phi": "the normal distribution function",
    "Phi'": "its derivative",
    "phi": "the normal density",
    "phi'": "its derivative",
}


def logistic_coefficients(order: int) -> tuple[Rational, ...]:
    """The first coefficients of the logistic function, from y' = y - y^2 and y(0) = 1/2."""
    found = [Rational(1, 2)]
    for n in range(order - 1):
        square = sum(found[i] * found[n - i] for i in range(n + 1))
        found.append((found[n] - square) / (n + 1))
    return tuple(found)


def normal_coefficients(order: int) -> tuple[Expr, ...]:
    """The first coefficients of Phi: 1/2, and kappa (-1)^m / (2^m m! (2m+1)) at 2m+1, kappa = phi(0)."""
    found: list[Expr] = [Rational(0)] * order
    found[0] = Rational(1, 2)
    for m in range(order // 2):
        if 2 * m + 1 < order:
            found[2 * m + 1] = kappa * Rational((-1) ** m, 2**m * factorial(m) * (2 * m + 1))
    return tuple(found)


def series_of(coefficients: Sequence[Expr]) -> Expr:
    """The polynomial in z with these coefficients, and its O term."""
    terms = sum((c * z**n for n, c in enumerate(coefficients)), Rational(0))
    return terms + Function("O")(z ** len(coefficients))


def taylor_step(name: str, value: Expr, coefficients: Sequence[Expr], *refs: str) -> Written:
    """The Taylor polynomial of a function at 0."""
    shown = taylor(value, series_of(coefficients))
    return step(name, shown, series(value, *refs), scope=bounded(order=len(coefficients)))


def statement(
    about: Mapping[str, Any],
    gate: Any,
    factor: Any,
    series_steps: Callable[[int], tuple[Written, ...]],
    texts: tuple[str, str],
    *suppose: Given,
) -> Statement:
    """Proposition 2 for a gate z times a bounded factor, with its expansion: nothing of order 1 in t.

    Args:
        about: the literal of the statement.
        gate, factor: functions.
        series_steps: the Taylor polynomials up to an order, the last one, `gate`, that of the gate.
        texts: what happens with the factor as the gate, and why the factor is bounded.
        suppose: what defines the factor.
    """
    name, square = gate.__name__, had(W_gate * x, W_gate * x)
    rocq = f"{str(about['title']).split()[0].lower()}_never_absorbs"
    there = rho(t * W_gate * x)
    expanded = t**2 * had(W_gate * x, W_val * x) / 2 + t**3 * had(had(square, there), W_val * x)

    def steps(sizes: Sizes) -> tuple[Written, ...]:
        return (
            *series_steps(sizes["order"]),
            step(
                "remainder",
                equal(gate(y), y / 2 + had(had(y, y), rho(y))),
                words(
                    "Taylor's theorem in every entry; rho is the rest of a convergent series",
                    "gate",
                    rocq=rocq,
                    new=(rho,),
                ),
            ),
            step(
                "expansion",
                equal(W_down * had(gate(t * W_gate * x), t * W_val * x), W_down * expanded),
                algebra(by("remainder", {y: t * W_gate * x}, inside=W_down * had(HOLE, t * W_val * x))),
            ),
            step("zero", equal(gate(0)), algebra(by(name, {z: 0}))),
            step("bounded", has(factor(t * z), BOUNDED), words(texts[1], "slope", "start", rocq=rocq)),
            step(
                "continuous",
                tends(gate(t * z), gate(0)),
                limit(by(name, {z: t * z}), by("t-small", times=z * factor(t * z)), "bounded", "zero"),
            ),
            step(
                "contradiction",
                FALSE,
                algebra(by("prop-2", {g: gate}, g0=by("zero"), g_continuous=by("continuous"))),
            ),
            example(
                "bound",
                "gate",
                derivative_bound(name, sizes["order"], Fraction(1, 2), 1),
                bounded(order=sizes["order"]),
                mutant("at most 1/1000000000", bound=Fraction(1, 10**9)),
            ),
        )

    flipped = identity(*logistic_flip(DOWN))
    nothing = logistic_flip(((1, 0, 2), (1, -1, 3)))[0]
    return Statement(
        about,
        hypotheses=(
            needed(
                name,
                every(equal(gate(z), z * factor(z)), z),
                texts[0],
                flipped,
                mutant("nothing absorbed: W_down[:,S] W_val[S,:] is not -I", lhs=nothing),
            ),
            skip_hypothesis(),
            *bias_hypotheses(),
        ),
        suppose=(Given("equal", gated_equation(gate)), *suppose),
        concludes=("expansion", "contradiction"),
        sizes=SIZES,
        names=NAMES,
        written=steps,
    )


def gated_equation(gate: Any) -> Prop:
    """A gated block with a skip equals one without, biases included."""
    left = M * x + W_down * had(gate(W_gate * x + b_gate), W_val * x + b_val)
    return every(equal(left, V_down * had(gate(V_gate * x + b_gate_V), V_val * x + b_val_V)), x)


def logistic_flip(down: Rows) -> tuple[Expr, Expr]:
    """Both sides for a logistic gate, d = 2: gate rows and down columns of neurons 0 and 1 flipped."""
    gates, point = Matrix(symbols("G1:4")), Matrix(symbols("x1:3"))
    values = Matrix(UP) * point
    flipped = Matrix([[-row[0], -row[1], row[2]] for row in down])
    other = Matrix([1 - gates[0], 1 - gates[1], gates[2]])
    left = point + Matrix(down) * gates.multiply_elementwise(values)
    return left, flipped * other.multiply_elementwise(values)


def bias_hypotheses() -> tuple[Hypothesis, ...]:
    """No biases, in four parts; with each of them alone a skip is absorbed by some gate with g(0) = 0."""
    X, gate = symbols("X"), Function("gate")
    return (
        needed(
            "gated",
            equal(b_gate),
            "A gate bias makes g(bias) != 0: with d = N = 1 and g(z) = z, x + (x + 1) x = (x/2 + 1)(2 x).",
            identity(X + (X + 1) * X, (X / 2 + 1) * (2 * X)),
            mutant("the gate row not halved", rhs=(X + 1) * (2 * X)),
        ),
        needed(
            "no-value-bias",
            equal(b_val),
            "Value biases alone break it, with g(0) = 0 and no gate bias: any g with g(z) - g(-z) = z, d ="
            " 1: x + g(x) (0 x - 1) = g(-x) (0 x - 1).",
            identity(X - gate(X), -gate(-X), [(-1, gate(X) - gate(-X) - X)]),
            mutant("value bias 1", lhs=X + gate(X)),
        ),
        needed(
            "gated-V",
            equal(b_gate_V),
            "With g(z) = z, W_down = 0 and a gate bias in V: x = (0 x + 1) x.",
            identity(X, (0 * X + 1) * X),
            mutant("gate bias 2", rhs=(0 * X + 2) * X),
        ),
        needed(
            "no-value-bias-V",
            equal(b_val_V),
            "With g(z) = z, W_down = 0 and a value bias in V: x = g(x) (0 x + 1).",
            identity(X, X * (0 * X + 1)),
            mutant("value bias 2", rhs=X * (0 * X + 2)),
        ),
    )
