"""Display (2): the odd part of ReLU and of GELU is z/2."""

from __future__ import annotations

from sympy import Expr

from symproof.paper._language import *

ABOUT = {
    "id": "setup-parity",
    "place": 100,
    "title": "the odd part of ReLU and GELU is z/2",
    "says": "ReLU(z) and, by [its formula](sigma) and [the oddness of erf](erf-odd), GELU(z) are z/2 plus"
    " an even function; no other split into an even and an odd part exists.",
    "v2": "display (2)",
    "v1": "Parity",
    "where": "section 2",
}
p = symbols("p")
f_, e_, o_, gelu, R = (Function(name) for name in ("f", "e", "o", "gelu", "R"))


def _at_one() -> tuple[Expr, Expr]:
    """The hypothesis p = 1 in the second of two equations, with the multiplier that gives 2 p^3 - p = 1."""
    return column(0, 2 * p**2 + 2 * p + 1), p - 1


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "unique-even",
            equal(e_(z), (f_(z) + f_(-z)) / 2),
            algebra("split", by("split", {z: -z}), "even", "odd-part"),
        ),
        step(
            "unique-odd",
            equal(o_(z), (f_(z) - f_(-z)) / 2),
            algebra("split", by("split", {z: -z}), "even", "odd-part"),
        ),
        step("relu", equal(relu(z), z / 2 + mag(z) / 2), cases({z: "+0-"})),
        step("gelu", equal(gelu(z), z / 2 + E(z)), algebra("sigma", "even-part")),
        step("relu-even", equal(mag(-z), mag(z)), cases({z: "+0-"})),
        step(
            "gelu-even",
            equal(E(-z), E(z)),
            algebra("even-part", by("even-part", {z: -z}), by("erf-odd", times=z)),
        ),
        step("relu-gap", equal(relu(z) - relu(-z), z), algebra("relu", by("relu", {z: -z}), by("relu-even"))),
        step("gelu-gap", equal(gelu(z) - gelu(-z), z), algebra("gelu", by("gelu", {z: -z}), "gelu-even")),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "sigma",
            every(equal(gelu(z), z * (1 + R(z)) / 2), z),
            "sigma(z) = z^3 is its own odd part, and that is not z/2: z^3 - (-z)^3 - z is 2 z^3 - z, which"
            " is 1 at z = 1.",
            identity([z**3 - (-z) ** 3 - z, 2 * p**3 - p], [2 * z**3 - z, 1], [_at_one()]),
            mutant("sigma(z) = z^2, whose odd part is 0", lhs=[z**2 - (-z) ** 2 - z, 2 * p**3 - p]),
        ),
        needed(
            "erf-odd",
            every(equal(R(-z), -R(z)), z),
            "With z^2 in the place of R, which is even, z (1 + z^2)/2 minus the same at -z exceeds z by z^3.",
            identity(z * (1 + z**2) / 2 + z * (1 + z**2) / 2 - z, z**3),
            mutant("the odd z^3", lhs=z * (1 + z**3) / 2 + z * (1 - z**3) / 2 - z),
        ),
    ),
    suppose=(
        Given("split", every(equal(f_(z), e_(z) + o_(z)), z)),
        Given("even", every(equal(e_(-z), e_(z)), z)),
        Given("odd-part", every(equal(o_(-z), -o_(z)), z)),
    ),
    define=(Given("even-part", every(equal(E(z), z * R(z) / 2), z)),),
    concludes=("unique-even", "unique-odd", "relu", "relu-even", "gelu", "gelu-even", "relu-gap", "gelu-gap"),
    names={
        "f": "any function",
        "e": "an even function",
        "o": "an odd function",
        "gelu": "z Phi(z), Phi the normal distribution function",
        "R": "erf(z / sqrt 2)",
    },
    written=_steps,
)
