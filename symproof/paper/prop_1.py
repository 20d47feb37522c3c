"""Proposition 1: a homogeneous activation of degree k != 1 never absorbs a linear skip."""

from __future__ import annotations

from symproof.paper._blocks import skip_hypothesis
from symproof.paper._language import *

ABOUT = {
    "id": "prop-1",
    "place": 200,
    "title": "homogeneous activations never absorb",
    "says": "With [a positively homogeneous activation](homogeneous) of [degree other than 1](k-not-1), "
    "no block with [a skip that is not 0](M-nonzero) equals an MLP without skip, of any width; neither [a"
    " positive degree](k-positive) nor [N at least d](N-at-least-d) is needed.",
    "v2": "Proposition 1",
    "v1": "Proposition 5",
    "where": "section 3",
}
D, V, m, h, b = symbols("D V m h b")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "vector",
            every(equal(sigma(lam * y), pw(lam, k) * sigma(y)), where=(positive(lam),)),
            entrywise("homogeneous", z, y),
        ),
        step("two", nonzero(pw(2, k), 2), cited(POWER_TWO, "k-not-1")),
        step(
            "scaled",
            equal((pw(2, k) - 2) * M * x),
            algebra(
                by("equal", {x: 2 * x}),
                by("equal", times=pw(2, k)),
                by("vector", {lam: 2, y: W_up * x}, W_down),
                by("vector", {lam: 2, y: V_up * x}, V_down),
            ),
        ),
        step("skip", equal(M * x), algebra("scaled", "two")),
        step("matrix", equal(M), vanishes("skip", x)),
        step("contradiction", FALSE, clash("matrix", "M-nonzero")),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "homogeneous",
            every(equal(sigma(lam * z), pw(lam, k) * sigma(z)), lam, z, where=(positive(lam),)),
            "GELU is not homogeneous, and a block with W_down[:,S] W_up[S,:] = -I is absorbed by flipping "
            "rows.",
            absorbed_by_flipping("gelu", residual(UP, DOWN), (0, 1)),
            mutant("only one row flipped", subset=(0,)),
        ),
        needed(
            "k-not-1",
            nonzero(k, 1),
            "ReLU has degree 1, and a block with W_down[:,S] W_up[S,:] = -I is absorbed by flipping rows.",
            absorbed_by_flipping("relu", residual(UP, DOWN), (0, 1)),
            mutant("only one row flipped", subset=(0,)),
        ),
        unneeded(
            "k-positive",
            positive(k),
            "No step uses k > 0. At k = 0, for instance, the contradiction runs with lambda^k = 1, lambda "
            "= 2.",
            identity(1, 0, [(b, 2 * m + h), (-b, m + h), (1, 1 - b * m)]),
            mutant("k = 1: 2 m + 2 h = 0", given=((b, 2 * m + 2 * h), (-b, m + h), (1, 1 - b * m))),
        ),
        skip_hypothesis(),
        unneeded(
            "N-at-least-d",
            at_least(N, d),
            "No step mentions the widths: the two sides may even have different ones.",
        ),
    ),
    suppose=(Given("equal", every(equal(M * x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)), x)),),
    written=_steps,
)
