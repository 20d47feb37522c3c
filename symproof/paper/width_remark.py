"""The remark on width: an opposed pair of neurons is linear, so pairs add any linear map."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "width-remark",
    "place": 490,
    "title": "opposed pairs of neurons add any linear map",
    "says": "With an activation of [linear gap 1](gap), opposed pairs of neurons compute any linear map A.",
    "v2": "Discussion (width)",
    "v1": None,
    "where": "section 5",
}
p_, z_ = symbols("p z")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step("vector", equal(sigma(y) - sigma(-y), y), entrywise("gap", z, y)),
        step("pairs", equal(A * sigma(x) - A * sigma(-x), A * x), algebra(by("vector", {y: x}, A))),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "gap",
            every(equal(sigma(z) - sigma(-z), z), z),
            "sigma(z) = |z|: opposed pairs with columns p and -p cancel, p |z| - p |-z| = 0.",
            sign_cases(p_ * mag(z_) - p_ * mag(-z_), 0, {z_: "+0-"}),
            mutant("ReLU", lhs=p_ * relu(z_) - p_ * relu(-z_)),
        ),
    ),
    written=_steps,
)
