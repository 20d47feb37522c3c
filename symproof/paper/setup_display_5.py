"""Display (5): for GELU the absorption equation (1) is an equation of even parts and one of matrices."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "setup-display-5",
    "place": 120,
    "title": "absorption for GELU splits by parity",
    "says": "For [GELU, that is z/2 plus E(z)](gelu) with [E even](even), a block equals an MLP without "
    "skip exactly when the even parts agree, and V_down V_up is W_down W_up plus 2 I.",
    "v2": "display (5)",
    "v1": "in Theorem 10",
    "where": "appendix B.3",
}
a_ = symbols("a")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step("vector", equal(sigma(y), y / 2 + E(y)), entrywise("gelu", z, y)),
        step("even-vector", equal(E(-y), E(y)), entrywise("even", z, y)),
        step(
            "here",
            equal(
                x + W_down * W_up * x / 2 + W_down * E(W_up * x), V_down * V_up * x / 2 + V_down * E(V_up * x)
            ),
            algebra("equal", by("vector", {y: W_up * x}, W_down), by("vector", {y: V_up * x}, V_down)),
        ),
        step(
            "evens",
            equal(W_down * E(W_up * x), V_down * E(V_up * x)),
            algebra(
                "here",
                by("here", {x: -x}),
                by("even-vector", {y: W_up * x}, W_down),
                by("even-vector", {y: V_up * x}, V_down),
            ),
        ),
        step("odd", equal(V_down * V_up * x, W_down * W_up * x + 2 * x), algebra("here", "evens")),
        step("linear", equal(V_down * V_up, W_down * W_up + 2), vanishes("odd", x)),
        step(
            "back",
            equal(x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)),
            algebra(
                by("vector", {y: W_up * x}, W_down),
                by("vector", {y: V_up * x}, V_down),
                "even-parts",
                by("linear-parts", right=x),
            ),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "gelu",
            every(equal(sigma(z), z / 2 + E(z)), z),
            "sigma(z) = z, d = N = 1: x + 3 sigma(x) = 2 sigma(2 x), and V_down V_up - W_down W_up - 2 is "
            "4 - 3 - 2 = -1, not 0.",
            identity([a_ + 3 * a_ - 2 * (2 * a_), 2 * 2 - 3 * 1 - 2], [0, -1]),
            mutant("V_down V_up = 5, as display (5) asks", lhs=[a_ + 3 * a_ - 1 * (5 * a_), 5 - 3 * 1 - 2]),
            mutant("the difference is 0", rhs=[0, 0]),
        ),
        needed(
            "even",
            every(equal(E(-z), E(z)), z),
            "sigma(z) = z has E(z) = z/2, d = N = 1: x + 3 sigma(x) = 2 sigma(2 x), and V_down V_up - "
            "W_down W_up - 2 is 4 - 3 - 2 = -1, not 0.",
            identity([a_ + 3 * a_ - 2 * (2 * a_), 2 * 2 - 3 * 1 - 2], [0, -1]),
            mutant("the difference is 0", rhs=[0, 0]),
        ),
    ),
    suppose=(
        Given("equal", every(equal(x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)), x)),
        Given("even-parts", every(equal(W_down * E(W_up * x), V_down * E(V_up * x)), x)),
        Given("linear-parts", equal(V_down * V_up, W_down * W_up + 2)),
    ),
    concludes=("evens", "linear", "back"),
    written=_steps,
)
