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
(a, b, value), n_1 = sequence("a", "b", "e"), symbols("n_1")
V_1, V_on = matrix("V_1", "n_1", "d"), matrix("V_on", "n_1", "d")
v, K, J, Z_ = matrix("v", "d", "1"), matrix("K", "d", "d"), matrix("J", "d", "d"), matrix("W_0", "d", "N")
rest = mapping("H_rest", "d", "1")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    piece = 1 + W_down * P * W_up
    return (
        step("one", at_least(1, pos(z) + pos(-z)), signs({z: "+0-"})),
        step("start", at_least(0, a(0) + b(0)), combination("a-0", "b-0")),
        step(
            "next",
            at_least(n + 1, a(n + 1) + b(n + 1)),
            combination("a-step", "b-step", "so-far", by("one", {z: value(n)})),
        ),
        step("counted", at_least(n, a(n) + b(n)), induction(n, "start", "next", "so-far")),
        step(
            "narrow",
            at_least(2 * d - 1, a(n_1) + b(n_1)),
            combination(by("counted", {n: n_1}), "narrow-first-layer"),
        ),
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
        Given("a-0", equal(a(0))),
        Given("a-step", every(equal(a(n + 1), a(n) + pos(value(n))), n)),
        Given("b-0", equal(b(0))),
        Given("b-step", every(equal(b(n + 1), b(n) + pos(-value(n))), n)),
        Given("so-far", at_least(n, a(n) + b(n))),
        Given("active", every(equal(relu(W_up * x), P * W_up * x), x)),
        Given("zero-weights", equal(Z_)),
        Given("same", every(equal(J * x, rest(relu(V_1 * x))), x)),
    ),
    names={
        "a": "how many of the first n rows of the first layer of H are active at x",
        "b": "how many of them are active at -x",
        "e": "the value of a row of the first layer of H at x",
        "n": "a natural number",
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
