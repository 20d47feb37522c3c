"""ReLU^2 is homogeneous of degree 2, so Proposition 1 applies."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "prop-1-relu2",
    "place": 205,
    "title": "squared ReLU never absorbs",
    "says": "With [squared ReLU](relu2), no block with [a skip that is not 0](M-nonzero) equals an MLP "
    "without skip, of any width.",
    "v2": "Proposition 1 (ReLU^2)",
    "v1": "Proposition 5 (ReLU^2)",
    "where": "section 3",
}


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "degree",
            every(equal(sigma(lam * z), lam**2 * sigma(z)), where=(positive(lam),)),
            cases({z: "+0-", lam: "+"}, by("relu2", {z: lam * z}), by("relu2", times=-(lam**2))),
        ),
        step("contradiction", FALSE, algebra(by("prop-1", {k: 2}, homogeneous=by("degree")))),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "relu2",
            every(equal(sigma(z), relu(z) ** 2), z),
            "ReLU itself has degree 1 and ReLU(z) - ReLU(-z) = z: with d = 1, W_down = 0 two neurons equal"
            " the skip.",
            sign_cases(relu(z) - relu(-z), z, {z: "+0-"}),
            mutant("the squares of the two neurons", lhs=relu(z) ** 2 - relu(-z) ** 2),
        ),
        needed(
            "M-nonzero",
            nonzero(M),
            "With M = 0 the choice V = W gives equality; so does W_up doubled and W_down divided by 4.",
            sign_cases(relu(2 * z) ** 2 / 4, relu(z) ** 2, {z: "+0-"}),
            mutant("W_down divided by 2", lhs=relu(2 * z) ** 2 / 2),
        ),
    ),
    suppose=(Given("equal", every(equal(M * x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)), x)),),
    written=_steps,
)
