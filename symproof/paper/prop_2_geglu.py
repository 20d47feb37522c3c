"""GeGLU: the gate GELU vanishes at 0, and the block starts with the second order."""

from __future__ import annotations

from symproof.paper import _gates
from symproof.paper._language import *

ABOUT = {
    "id": "prop-2-geglu",
    "place": 228,
    "title": "GeGLU never absorbs",
    "says": "With [exact GELU as the gate](gelu), no block with [a skip that is not 0](M-nonzero) equals "
    "a gated block without skip, of any width, when there are no gate biases [in the block](gated) or [in"
    " its replacement](gated-V), and no value biases [in the block](no-value-bias) or [in its "
    "replacement](no-value-bias-V).",
    "v2": "Proposition 2 (GeGLU)",
    "v1": "Proposition 6 (GeGLU)",
    "where": "section 3",
}
gelu, Phi, phi = Function("gelu"), Function("Phi"), Function("phi")


def _series(order: int) -> tuple[Written, ...]:
    found = _gates.normal_coefficients(order)
    density = tuple((n + 1) * c for n, c in enumerate(found[1:]))
    return (
        _gates.taylor_step("density", phi(z), density, "density-slope", "density-start"),
        _gates.taylor_step("integral", Phi(z), found, "slope", "start", "density"),
        _gates.taylor_step("gate", gelu(z), (Rational(0), *found[: order - 1]), "gelu", "integral"),
    )


STATEMENT = _gates.statement(
    ABOUT,
    gelu,
    Phi,
    _series,
    (
        "With Phi in its place, Phi(-z) = 1 - Phi(z), flipping gate rows and down columns of S = {0, 1} "
        "absorbs the skip.",
        "a distribution function lies between 0 and 1",
    ),
    Given("slope", every(equal(Function("Phi'")(z), phi(z)), z)),
    Given("start", equal(Phi(0), Rational(1, 2))),
    Given("density-slope", every(equal(Function("phi'")(z), -z * phi(z)), z)),
    Given("density-start", equal(phi(0), _gates.kappa)),
)
