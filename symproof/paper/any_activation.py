"""Any activation that is analytic near 0: its odd part decides (new)."""

from __future__ import annotations

from symproof.paper._blocks import skip_hypothesis
from symproof.paper._odd import *
from symproof.proof.checks.limits import y as limits_y
from symproof.proof.checks.limits import z as limits_z

ABOUT = {
    "id": "any-activation",
    "place": 610,
    "title": "the odd part of an activation decides",
    "says": "An activation whose odd part is 0, or is [a power series on a half-line at 0](analytic) and "
    "[no polynomial there](odd-part), absorbs no [skip that is not 0](M-nonzero), at any width.",
}
b_ = symbols("n")
TANH = (Rational(0), Rational(1), Rational(0), -Rational(1, 3), Rational(0), Rational(2, 15))


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        *odd_equation(),
        step("zero-vector", equal(odd(y)), entrywise("even-case", z, y)),
        step(
            "even-skip",
            equal(M * x),
            algebra(
                "odd-equation",
                by("zero-vector", {y: W_up * x}, W_down),
                by("zero-vector", {y: V_up * x}, V_down),
            ),
        ),
        *impossible("even-"),
        *merged(
            "on a generic line the rows have distinct scales of one sign after merging; Lemma 7 for the "
            "half-line",
            "analytic_odd_part",
            "odd-part",
            "analytic",
            by("lemma-7"),
        ),
        example(
            "tanh-series",
            "impossible",
            power_series(TANH, 1 - limits_y**2, 0),
            bounded(order=6),
            mutant("the sign of z^3", coefficients=(0, 1, 0, Rational(1, 3), 0, Rational(2, 15))),
            mutant("y' = 1 - z y", equation=1 - limits_z * limits_y),
        ),
        example(
            "tanh",
            "impossible",
            nonnegative_combination(2 * b_ - (b_ - 1) - 1, [(1, b_)]),
            bounded(order=6),
            mutant("y in place of y^2", target=b_ - (b_ - 1) - 1),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "analytic",
            has(odd(z), "is a power series in z for 0 <= z < r"),
            "sigma(z) = z (1 + sin(pi log2 |z|)), sigma(0) = 0, is odd, continuous and no polynomial; "
            "sigma(2 z) = 2 z (1 - sin(pi log2 |z|)), so x = (1/2) sigma(x) + (1/4) sigma(2 x).",
            identity(*doubling(-1)),
            mutant("doubling keeps the sine", rhs=doubling(1)[1]),
        ),
        skip_hypothesis(),
        needed(
            "odd-part",
            has(odd(z), "is no polynomial on any 0 <= z < r"),
            "sigma(z) = z + z^3, d = 1, N = 2, W_down = 0: x = (4/3) sigma(x) - (1/6) sigma(2 x). For "
            "ReLU, O = z/2, see Theorem 4.",
            identity(*cubic()),
            mutant("half of it", lhs=X / 2),
        ),
    ),
    suppose=(
        *SUPPOSED,
        Given("even-case", every(equal(odd(z)), z)),
    ),
    concludes=("even-impossible", "impossible"),
    names=NAMES,
    written=_steps,
)
