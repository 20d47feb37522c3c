"""A linear activation: every wide enough block absorbs its skip (new)."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "linear-activation",
    "place": 616,
    "title": "with a linear activation every wide block absorbs",
    "says": "With [a linear activation](linear) [other than 0](a-nonzero), an MLP without skip of [at "
    "least d neurons](wide) equals any block.",
}
a, b, D, X = symbols("a b D X")
J, K = matrix("J_V", "N'", "d"), matrix("K_V", "d", "N'")
V = (W_down * W_up + b * M) * K


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step("linear-vector", equal(sigma(y), a * y), entrywise("linear", z, y)),
        step(
            "absorbs",
            equal(M * x + W_down * sigma(W_up * x), V * sigma(J * x)),
            algebra(
                by("linear-vector", {y: W_up * x}, W_down),
                by("linear-vector", {y: J * x}, V),
                by("wide", times=a * W_down * W_up + a * b * M, right=x),
                by("a-nonzero", times=M * x),
            ),
        ),
        example(
            "one-neuron",
            "absorbs",
            identity(X + D * X, (1 + D) * X),
            bounded(d=1, N=1),
            mutant("without the skip", rhs=D * X),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "linear",
            every(equal(sigma(z), a * z), z),
            "sigma(z) = z^2, d = 1: x + D x^2 at x minus the same at -x is 2 x, and V_down sigma(V_up x) "
            "is even.",
            identity(X + D * X**2 - (-X + D * X**2), 2 * X),
            mutant("without the skip", lhs=D * X**2 - D * X**2),
        ),
        needed(
            "a-nonzero",
            equal(a * b, 1),
            "With sigma = 0 the block is M x and every V is 0: at x = 1, M = 1 they differ by 1.",
            identity(1 + 0 * D, 1),
            mutant("M = 0", lhs=0 * D),
        ),
        needed(
            "wide",
            equal(K * J, 1),
            "d = 2, N' = 1, W = 0: the identity of rank 2 is no product of a column and a row.",
            rank_is(((1, 0), (0, 1)), 2),
            mutant("rank 1", rank=1),
        ),
    ),
    concludes=("absorbs",),
    names={
        "a": "the slope of the activation",
        "b": "its inverse",
        "J_V": "N' rows that have the left inverse K_V, as they have where N' is at least d: V_up",
        "K_V": "that left inverse",
    },
    written=_steps,
)
