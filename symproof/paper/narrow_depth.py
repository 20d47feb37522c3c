"""Depth, ReLU: a first layer narrower than 2 d never does, for almost every residual stack (new)."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "narrow-depth",
    "place": 660,
    "title": "ReLU at depth: a first layer narrower than 2d",
    "says": "[Almost every](almost-every) stack of [ReLU](relu) residual blocks equals no ReLU stack "
    "without skips whose first layer has [fewer than 2 d neurons](narrow-first-layer).",
}
D, w_, x_ = symbols("D w x")
a, b, n_1 = symbols("a b n_1")
V_1, V_on = matrix("V_1", "n_1", "d"), matrix("V_on", "n_1", "d")
v, K, J, Z_ = matrix("v", "d", "1"), matrix("K", "d", "d"), matrix("J", "d", "d"), matrix("W_0", "d", "N")
rest = mapping("H_rest", "d", "1")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    piece = 1 + W_down * P * W_up
    return (
        step("complement", equal(pos(z) + pos(-z), mag(sgn(z))), cases({z: "+0-"})),
        step(
            "counted",
            at_least(n_1, a + b),
            words(
                "each of the n_1 rows is active at most at one of x and -x, for x on no kernel",
                "complement",
                rocq="none",
            ),
        ),
        step("narrow", at_least(2 * d - 1, a + b), combination("counted", "narrow-first-layer")),
        step("direction", equal(V_on * v), cited(KERNEL_VECTOR, "narrow", new=(v,))),
        step("not-zero", nonzero(v), cited(KERNEL_VECTOR, "direction")),
        step(
            "constant",
            equal(relu(V_1 * (x + v)), relu(V_1 * x)),
            algebra("relu", by("relu", {x: x + v}), "direction"),
        ),
        step("piece", equal(x + W_down * relu(W_up * x), piece * x), algebra(by("active", times=W_down))),
        step("at-0", equal(1 + Z_ * P * W_up, 1), algebra(by("zero-weights", right=P * W_up))),
        step("invertible", equal(K * J, 1), cited(NULL_SET, "piece", "at-0", "almost-every", new=(K,))),
        step(
            "along", equal(J * v), algebra("same", by("same", {x: x + v}), by("constant", inside=rest(HOLE)))
        ),
        step("direction-zero", equal(v), algebra(by("along", times=K), by("invertible", right=v))),
        step("contradiction", FALSE, clash("direction-zero", "not-zero")),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "relu",
            every(equal(relu(V_1 * x), V_on * x), x),
            "sigma(z) = z, d = 1, n_1 = 1: x + D w x = (1 + D w) (1 x) for every W. For GELU it is not "
            "known.",
            identity(x_ + D * w_ * x_, (1 + D * w_) * x_),
            mutant("V_down = D w", rhs=D * w_ * x_),
        ),
        needed(
            "narrow-first-layer",
            at_least(2 * d - 1, n_1),
            "d = 1, n_1 = 2: every block x + D ReLU(w x) is (1 + D w [w > 0]) ReLU(x) - (1 + D w [w < 0]) "
            "ReLU(-x).",
            sign_cases(
                x_ + D * relu(w_ * x_),
                (1 + D * w_ * pos(w_)) * relu(x_) - (1 + D * w_ * pos(-w_)) * relu(-x_),
                {x_: "+0-", w_: "+0-"},
            ),
            mutant("without the skip", lhs=D * relu(w_ * x_)),
        ),
        needed(
            "almost-every",
            has(W_up, "and W_down lie outside a set of measure zero"),
            "d = 1, n_1 = 1: x - ReLU(x) = -ReLU(-x).",
            sign_cases(x_ - relu(x_), -relu(-x_), {x_: "+0-"}),
            mutant("D = -1/2", lhs=x_ - relu(x_) / 2),
        ),
    ),
    suppose=(
        Given("active", every(equal(relu(W_up * x), P * W_up * x), x)),
        Given("zero-weights", equal(Z_)),
        Given("same", every(equal(J * x, rest(relu(V_1 * x))), x)),
    ),
    names={
        "a": "the number of rows active at x",
        "b": "the number of rows active at -x",
        "n_1": "the width of the first layer of H",
        "V_1": "the rows of the first layer of H",
        "V_on": "these rows where they are active in an open cone, 0 elsewhere",
        "v": "a small direction along which H is constant in the cone",
        "J": "the linear map that F is in an open part of the cone, a product of pieces",
        "K": "the inverse of J",
        "W_0": "W_down at the point 0",
        "H_rest": "the layers of H behind the first",
    },
    written=_steps,
)
