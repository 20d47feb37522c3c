"""Corollary 3: the impossibility holds at every depth."""

from __future__ import annotations

from typing import Any

from symproof.paper._language import *

ABOUT = {
    "id": "cor-3",
    "place": 240,
    "title": "no absorption at any depth",
    "says": "No stack of residual blocks equals a stack of blocks without skips, at any depths and [any "
    "widths, equal ones not needed](same-width): with [homogeneous layers](homogeneous) of [one "
    "degree](one-degree) that is [positive](k-positive) and [not 1](k-not-1), or with gated layers whose "
    "gate is [0 at 0 and continuous there](gated), [a derivative there not needed](g-differentiable).",
    "v2": "Corollary 3",
    "v1": "Corollary 7",
    "where": "section 3",
}
X, one, D_q = symbols("X c q")
L, L_ = symbols("L L'")
degree = sequence("k")
m, F, H = family("m", "d", "1"), family("F", "d", "1"), family("H", "d", "1")
u_, v_ = family("u", "d", "1"), family("v", "d", "1")
varying("u v")
down, in_, val = family("D", "d", "N"), family("G", "N", "d"), family("U", "N", "d")
x_, v = matrix("xi", "d", "1"), matrix("p", "d", "1")


def _depth(d: int, N: int, depth: int) -> Check:
    """Bilinear layers with all weights in symbols: F(tx) = t x and H(tx) = 0 modulo t^2."""
    point = symbols("t") * vector("x", d)

    def stack(skip: int) -> Any:
        value = point
        for layer in range(depth):
            weights = (grid(f"a{layer}", N, d), grid(f"b{layer}", N, d), grid(f"D{layer}", d, N))
            value = skip * value + _layer(*weights, value)
        return value

    both = Matrix([*stack(1), *stack(0)])
    return expansion(both, symbols("t"), 2, Matrix([*point, *([0] * d)]))


def _end(prefix: str) -> tuple[Written, ...]:
    """u(L) and v(L' + 1) are the same value: its limits x and 0 are equal, at a point x that is not 0."""
    return (
        step(
            f"{prefix}both",
            tends(x, 0),
            limit(by(f"{prefix}residual", {n: L}), by(f"{prefix}plain", {n: L_}), by(f"{prefix}equal")),
        ),
        step(f"{prefix}zero", equal(x), constant(f"{prefix}both")),
        step(f"{prefix}impossible", FALSE, clash(f"{prefix}zero", "point")),
    )


def _equal(prefix: str) -> Written:
    return step(
        f"{prefix}equal",
        equal(u_(L), v_(L_ + 1)),
        algebra(by("same", {x_: t * x}), by("scaled-F", {n: L}), by("scaled-H", {n: L_ + 1}), "t-nonzero"),
    )


def _chains(prefix: str, null: By, next_u: str, next_v: str, continuous: str) -> tuple[Written, ...]:
    """Homogeneous layers: u(n) tends to x and v(n + 1) to 0, by induction on the depth."""
    reason = "what is continuous is bounded near the limit of its argument"
    tau_small = null.name
    return (
        step("first-u", tends(u_(0), x), limit("start-u")),
        step(
            "bounded-u",
            has(m(n, u_(n)), BOUNDED),
            words(reason, continuous, "u-n", rocq="corollary_3_homogeneous"),
        ),
        step(
            "step-u", tends(u_(n + 1), x), limit(next_u, "u-n", by(tau_small, times=m(n, u_(n))), "bounded-u")
        ),
        step("residual", tends(u_(n), x), induction(n, "first-u", "step-u", "u-n")),
        step(
            "second-v",
            equal(v_(1), tau * m(0, x)),
            algebra(by(next_v, {n: 0}), by("start-v", inside=tau * m(0, HOLE))),
        ),
        step("first-v", tends(v_(1), 0), limit("second-v", by(tau_small, times=m(0, x)))),
        step(
            "bounded-v",
            has(m(n + 1, v_(n + 1)), BOUNDED),
            words(reason, continuous, "v-n", rocq="corollary_3_homogeneous"),
        ),
        step(
            "step-v",
            tends(v_(n + 2), 0),
            limit(by(next_v, {n: n + 1}), by(tau_small, times=m(n + 1, v_(n + 1))), "bounded-v"),
        ),
        step("plain", tends(v_(n + 1), 0), induction(n, "first-v", "step-v", "v-n")),
        _equal(prefix),
        *_end(prefix),
    )


def _gated_chains() -> tuple[Written, ...]:
    """Gated layers: the gate tends to g(0) = 0 because its argument does."""
    inner_u, inner_v = t * in_(n) * u_(n), t * in_(n + 1) * v_(n + 1)
    return (
        step(
            "argument-u", tends(inner_u, 0), limit(by("t-small", times=in_(n) * u_(n)), by("u-n", times=[]))
        ),
        step("gate-u", tends(g(inner_u), 0), through("gated", "argument-u")),
        step(
            "gated-step-u",
            tends(u_(n + 1), x),
            limit("next-gated-u", "u-n", by("gate-u", inside=down(n) * had(HOLE, val(n) * u_(n)))),
        ),
        step("gated-residual", tends(u_(n), x), induction(n, "first-u", "gated-step-u", "u-n")),
        step(
            "gated-second-v",
            equal(v_(1), down(0) * had(g(t * in_(0) * x), val(0) * x)),
            algebra(
                by("next-gated-v", {n: 0}),
                by("start-v", inside=down(0) * had(g(t * in_(0) * HOLE), val(0) * HOLE)),
            ),
        ),
        step("argument-0", tends(t * in_(0) * x, 0), limit(by("t-small", times=in_(0) * x))),
        step("gate-0", tends(g(t * in_(0) * x), 0), through("gated", "argument-0")),
        step(
            "gated-first-v",
            tends(v_(1), 0),
            limit("gated-second-v", by("gate-0", inside=down(0) * had(HOLE, val(0) * x))),
        ),
        step(
            "argument-v",
            tends(inner_v, 0),
            limit(by("t-small", times=in_(n + 1) * v_(n + 1)), by("v-n", times=[])),
        ),
        step("gate-v", tends(g(inner_v), 0), through("gated", "argument-v")),
        step(
            "gated-step-v",
            tends(v_(n + 2), 0),
            limit(
                by("next-gated-v", {n: n + 1}),
                by("gate-v", inside=down(n + 1) * had(HOLE, val(n + 1) * v_(n + 1))),
                by("v-n", times=[]),
            ),
        ),
        step("gated-plain", tends(v_(n + 1), 0), induction(n, "gated-first-v", "gated-step-v", "v-n")),
        _equal("gated-"),
        *_end("gated-"),
    )


def _layer(up: Matrix, values: Matrix, down: Matrix, point: Matrix) -> Matrix:
    return down * (up * point).multiply_elementwise(values * point)


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    power = POWERS.part(equal(pw(t, k), t * tau), nonzero(k, 1))
    small = POWERS.part(tends(tau, 0), equal(pw(t, k), t * tau), nonzero(k, 1))
    return (
        step("power", equal(pw(t, k), t * tau), cited(power, "k-not-1", new=(tau,))),
        step("tau-small", tends(tau, 0), cited(small, "power", "k-not-1")),
        step(
            "continuous",
            has(m(n, x), CONTINUOUS),
            words(
                "sums of sigma(w x), sigma continuous by homogeneous-form",
                "k-positive",
                "homogeneous",
                by("homogeneous-form", part="continuous"),
                rocq="corollary_3_homogeneous",
            ),
        ),
        step(
            "layer",
            equal(m(n, t * v), t * tau * m(n, v)),
            algebra(
                by("homogeneous", {lam: t}),
                by("one-degree", inside=pw(t, HOLE) * m(n, v)),
                by("power", right=m(n, v)),
                by("t-positive", times=[]),
            ),
        ),
        step(
            "start-u",
            equal(u_(0), x),
            algebra(by("scaled-F", {n: 0}), by("F-start", {x_: t * x}), "t-nonzero"),
        ),
        step(
            "next-u",
            equal(u_(n + 1), u_(n) + tau * m(n, u_(n))),
            algebra(
                by("scaled-F", {n: n + 1}),
                by("F-step", {x_: t * x}),
                by("scaled-F", times=[1], inside=m(n, HOLE)),
                by("layer", {v: u_(n)}),
                "t-nonzero",
            ),
        ),
        step(
            "next-v",
            equal(v_(n + 1), tau * m(n, v_(n))),
            algebra(
                by("scaled-H", {n: n + 1}),
                by("H-step", {x_: t * x}),
                by("scaled-H", inside=m(n, HOLE)),
                by("layer", {v: v_(n)}),
                "t-nonzero",
            ),
        ),
        step(
            "start-v",
            equal(v_(0), x),
            algebra(by("scaled-H", {n: 0}), by("H-start", {x_: t * x}), "t-nonzero"),
        ),
        *_chains("", by("tau-small"), "next-u", "next-v", "continuous"),
        step(
            "value",
            equal(m(n, t * v), t * down(n) * had(g(t * in_(n) * v), val(n) * v)),
            algebra(by("gated-layer", {v: t * v})),
        ),
        step(
            "next-gated-u",
            equal(u_(n + 1), u_(n) + down(n) * had(g(t * in_(n) * u_(n)), val(n) * u_(n))),
            algebra(
                by("scaled-F", {n: n + 1}),
                by("F-step", {x_: t * x}),
                by("scaled-F", times=[1], inside=m(n, HOLE)),
                by("value", {v: u_(n)}),
                "t-nonzero",
            ),
        ),
        step(
            "next-gated-v",
            equal(v_(n + 1), down(n) * had(g(t * in_(n) * v_(n)), val(n) * v_(n))),
            algebra(
                by("scaled-H", {n: n + 1}),
                by("H-step", {x_: t * x}),
                by("scaled-H", inside=m(n, HOLE)),
                by("value", {v: v_(n)}),
                "t-nonzero",
            ),
        ),
        *_gated_chains(),
        example(
            "stack",
            "",
            _depth(2, 2, 2),
            bounded(d=2, N=2, L=2),
            mutant("modulo t^3", order=3),
            mutant("H keeps the linear term", equals=Matrix([*(symbols("t") * vector("x", 2))] * 2)),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "homogeneous",
            every(equal(m(n, lam * v), pw(lam, degree(n)) * m(n, v)), n, lam, v, where=(positive(lam),)),
            "GELU is not homogeneous: at depth 1 the block with W_down[:,S] W_up[S,:] = -I is absorbed.",
            absorbed_by_flipping("gelu", residual(UP, DOWN), (0, 1)),
            mutant("only one row flipped", subset=(0,)),
        ),
        needed(
            "k-not-1",
            nonzero(k, 1),
            "ReLU has degree 1: at depth 1 the block with W_down[:,S] W_up[S,:] = -I is absorbed.",
            absorbed_by_flipping("relu", residual(UP, DOWN), (0, 1)),
            mutant("only one row flipped", subset=(0,)),
        ),
        needed(
            "gated",
            has(g(0), VANISHING),
            "g = 1 - tanh has g(0) = 1 and g(z) + g(-z) = 2: with d = N = 1, D = -1/2, b = 1, x + D g(a x)"
            " b x = -D g(-a x) b x.",
            identity(X - one * X / 2, (2 - one) * X / 2),
            mutant("D = -1", lhs=X - one * X),
        ),
        unneeded(
            "same-width",
            equal(N, wide),
            "No step mentions widths or compares depths; both compositions need at least one layer.",
        ),
        unneeded(
            "g-differentiable",
            has(g(0), "has a derivative"),
            "No step uses it: as in Proposition 2, continuity at 0 with g(0) = 0 is enough.",
        ),
        needed(
            "k-positive",
            positive(k),
            "k = -1: sigma(z) = 1/z, sigma(0) = 0, d = N = 1, W_down = 0 in F, and H = sigma(sigma(x)), "
            "two layers: for x != 0, with q = 1/x, 1/q = x.",
            identity(one * 1, X, [(one, 1 - X * D_q), (X, one * D_q - 1)]),
            mutant("one layer", given=((one, 1 - X * D_q),)),
        ),
        needed(
            "one-degree",
            every(equal(degree(n), k), n),
            "Layers sgn(z) z^2 and then sgn(z) |z|^(1/2), d = N = 1, W_down = 0 in F: H = id, since "
            "(|z|^2)^(1/2) = |z|.",
            sign_cases(
                sgn(sgn(X) * X**2) * pw(mag(X) ** 2, k),
                X,
                {X: "+0-"},
                [(sgn(X), pw(mag(X), k) ** 2 - mag(X))],
            ),
            mutant("the second layer |z|", lhs=sgn(sgn(X) * X**2) * mag(X) ** 2),
        ),
    ),
    suppose=(
        Given("F-start", every(equal(F(0, x_), x_), x_)),
        Given("F-step", every(equal(F(n + 1, x_), F(n, x_) + m(n, F(n, x_))), n, x_)),
        Given("H-start", every(equal(H(0, x_), x_), x_)),
        Given("H-step", every(equal(H(n + 1, x_), m(n, H(n, x_))), n, x_)),
        Given("gated-layer", every(equal(m(n, v), down(n) * had(g(in_(n) * v), val(n) * v)), n, v)),
        Given("same", every(equal(F(L, x_), H(L_ + 1, x_)), x_)),
        Given("scaled-F", every(equal(F(n, t * x), t * u_(n)), n)),
        Given("scaled-H", every(equal(H(n, t * x), t * v_(n)), n)),
        Given("point", nonzero(x)),
        Given("u-n", tends(u_(n), x)),
        Given("v-n", tends(v_(n + 1), 0)),
    ),
    concludes=("impossible", "gated-impossible"),
    names={
        "n": "a natural number, of a layer",
        "m": "the MLP of layer n",
        "k": "the degree of all layers; with an index, that of one layer",
        "F": "the first n residual blocks, one after the other",
        "H": "the first n residual-free blocks",
        "xi": "a point of R^d",
        "p": "a point of R^d",
        "u": "the value of F behind n blocks at t x, divided by t",
        "v": "the value of H behind n blocks at t x, divided by t",
        "L": "the depth of F",
        "L'": "the depth of H, less one",
        "D": "the columns of gated layer n",
        "G": "its gate rows",
        "U": "its value rows",
    },
    written=_steps,
)
