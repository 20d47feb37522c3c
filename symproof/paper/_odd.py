"""What the statements about the odd part of an activation share: steps, and exact examples."""

from __future__ import annotations

from symproof.paper._language import *

X, s_ = symbols("X s")
C, L = matrix("C", "d", "m"), matrix("L", "m", "d")
SUPPOSED = (
    Given("equal", every(equal(M * x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)), x)),
    Given("odd-is", every(equal(odd(z), (sigma(z) - sigma(-z)) / 2), z)),
)
NAMES = {"C": "the columns after merging rows that agree up to sign", "L": "one row of each such pair"}


def cubic() -> tuple[Expr, Expr]:
    """x as a combination of sigma(x) and sigma(2 x) for sigma(z) = z + z^3."""
    first, second = X + X**3, 2 * X + (2 * X) ** 3
    return X, Rational(4, 3) * first - Rational(1, 6) * second


def doubling(flip: int) -> tuple[Expr, Expr]:
    """x from sigma(x) and sigma(2 x), sigma(z) = z (1 + s), s a wave of log2 |z|: doubling turns s to -s."""
    return X, Rational(1, 2) * X * (1 + s_) + Rational(1, 4) * (2 * X) * (1 + flip * s_)


def odd_equation() -> tuple[Written, ...]:
    """What is left of the equality when its value at -x is taken away: M x and odd parts."""
    return (
        step("odd-vector", equal(odd(y), (sigma(y) - sigma(-y)) / 2), entrywise("odd-is", z, y)),
        step(
            "odd-equation",
            equal(M * x + W_down * odd(W_up * x), V_down * odd(V_up * x)),
            algebra(
                "equal",
                by("equal", {x: -x}),
                by("odd-vector", {y: W_up * x}, W_down),
                by("odd-vector", {y: V_up * x}, V_down),
            ),
        ),
    )


def oddness() -> Written:
    """The odd part is odd."""
    return step("oddness", equal(odd(-z), -odd(z)), algebra("odd-is", by("odd-is", {z: -z})))


def impossible(prefix: str = "") -> tuple[Written, ...]:
    """A skip that sends every x to 0 is 0."""
    return (
        step(f"{prefix}matrix", equal(M), vanishes(f"{prefix}skip", x)),
        step(f"{prefix}impossible", FALSE, clash(f"{prefix}matrix", "M-nonzero")),
    )


def merged(reason: str, rocq: str, *refs: By | str) -> tuple[Written, ...]:
    """Both sides on the same rows L, no two of them equal up to sign, with columns C that are 0."""
    return (
        oddness(),
        step(
            "merged",
            equal(W_down * odd(W_up * x) - V_down * odd(V_up * x), C * odd(L * x)),
            words(
                "rows u and -u are merged, zero rows left out, since O is odd",
                "oddness",
                rocq=rocq,
                new=(C, L),
            ),
        ),
        step("line", equal(M * x + C * odd(L * x)), algebra("odd-equation", "merged")),
        step("coefficients", equal(C), words(reason, "line", *refs, rocq=rocq)),
        step("skip", equal(M * x), algebra("line", by("coefficients", right=odd(L * x)))),
        *impossible(),
    )
