"""Value biases alone break Proposition 2, in every dimension (new)."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "value-biases",
    "place": 641,
    "title": "value biases alone let a gated block absorb",
    "says": "With a gate of [linear gap 1](gap), value biases alone let a gated block of 2 d neurons "
    "equal one without skip.",
}
ones = matrix("1_d", "d", "1")
X, gate_of = symbols("X"), Function("g")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step("vector", equal(g(y) - g(-y), y), entrywise("gap", z, y)),
        step(
            "absorbed",
            equal(
                x + had(g(x), B * x - ones) - had(g(B * x), x), had(g(-x), B * x - ones) - had(g(-B * x), x)
            ),
            algebra(
                by("vector", {y: x}, inside=had(HOLE, B * x - ones)),
                by("vector", {y: B * x}, inside=had(HOLE, x)),
                "unit",
                "commuting",
            ),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "gap",
            every(equal(g(z) - g(-z), z), z),
            "g(z) = z has g(z) - g(-z) = 2 z, and x - g(x) = 0 is not -g(-x) = x.",
            identity(X - X - X, -X),
            mutant("they are equal", rhs=0),
        ),
    ),
    suppose=(
        Given("unit", every(equal(had(x, ones), x), x)),
        Given("commuting", every(equal(had(B * x, x), had(x, B * x)), x)),
    ),
    names={"1_d": "the vector of ones, so that value biases are -1", "B": "the rows b_i, arbitrary"},
    written=_steps,
)
