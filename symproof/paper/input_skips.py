"""Skips that depend on the input are never absorbed (new)."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "input-skips",
    "place": 607,
    "title": "input-dependent skips are never absorbed",
    "says": "For [d at least 2](d-at-least-2), a map with a product s(w.x) v.x, where v is [not parallel "
    "to w](not-parallel) and s is [smooth and no polynomial](no-polynomial), equals no MLP without skip "
    "of any width, with any continuous activation.",
}
s_0, s_1, s_2, along, across, X = symbols("s_0 s_1 s_2 a b X")
e_1, e_2 = symbols("eps eps'")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "killed",
            equal(
                (s_0 + e_1 * s_1) * (X + e_1 * across) - s_0 * X,
                e_1 * (s_0 * across + s_1 * X) + e_1**2 * s_1 * across,
            ),
            algebra(),
        ),
        step(
            "left",
            has(
                sigma(z), "satisfies c s' w.x v.x + c' s of one lower order, with c not 0, and all else gone"
            ),
            words(
                "a derivative along a vector that a ridge does not see removes it; one for each ridge of "
                "either side, and two for each other product, transversal to w where that is possible",
                "killed",
                "not-parallel",
                "equal",
                rocq="none",
            ),
        ),
        step(
            "polynomial",
            has(sigma(z), "is a polynomial"),
            words(
                "v.x is free where w.x is given, so a derivative of some order is 0",
                "left",
                "d-at-least-2",
                rocq="none",
            ),
        ),
        step(
            "impossible",
            FALSE,
            words("the gate is no polynomial by hypothesis", "polynomial", "no-polynomial", rocq="none"),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "no-polynomial",
            has(sigma(z), "is smooth and no polynomial, the gate s of one product s(w.x) v.x"),
            "s(z) = z, w.x = X, v.x = Y: X Y = ((X + Y)^2 - (X - Y)^2)/4, two ridges.",
            identity(X * along, ((X + along) ** 2 - (X - along) ** 2) / 4),
            mutant("one ridge", rhs=(X + along) ** 2 / 4),
        ),
        needed(
            "not-parallel",
            has(W_val, "has a row v that is not parallel to the row w of its gate"),
            "v = w: s(w.x) w.x is a ridge itself, one neuron of the activation z s(z).",
            identity(s_0 * X, X * s_0),
            mutant("twice", rhs=2 * X * s_0),
        ),
        needed(
            "d-at-least-2",
            at_least(d, 2),
            "d = 1: x logistic(x) is one SiLU neuron.",
            identity(s_0 * X, X * s_0),
            mutant("half of it", rhs=X * s_0 / 2),
        ),
    ),
    suppose=(Given("equal", has(V_up, "and V_down, with any continuous activation, give the same map")),),
    names={
        "s_0": "the gate at a point",
        "s_1": "its derivative there",
        "eps": "a small step",
        "b": "the change of v.x along the step",
        "X": "the value of v.x",
    },
    written=_steps,
)
