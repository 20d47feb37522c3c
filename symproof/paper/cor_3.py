"""Corollary 3: the impossibility holds at every depth."""

from __future__ import annotations

from typing import Any

from symproof.paper._stacks import *

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
degree, v = sequence("k"), matrix("p", "d", "1")


def _depth(d: int, N: int, depth: int) -> Check:
    """Bilinear layers with all weights in symbols: F(tx) = t x and H(tx) = 0 modulo t^2."""
    point = symbols("t") * vector("x", d)

    def stack(skip: int) -> Any:
        value = point
        for layer in range(depth):
            up, values, down = grid(f"a{layer}", N, d), grid(f"b{layer}", N, d), grid(f"D{layer}", d, N)
            value = skip * value + down * (up * value).multiply_elementwise(values * value)
        return value

    both = Matrix([*stack(1), *stack(0)])
    return expansion(both, symbols("t"), 2, Matrix([*point, *([0] * d)]))


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    power = POWERS.part(equal(pw(t, k), t * tau), nonzero(k, 1))
    shrinking = POWERS.part(tends(tau, 0), equal(pw(t, k), t * tau), nonzero(k, 1))
    layer, gate_rows, values = m(side, n, p), rows(side, n) * p, val(side, n) * p
    gated = down(side, n) * had(g(t * gate_rows), values)
    return (
        step("power", equal(pw(t, k), t * tau), cited(power, "k-not-1", new=(tau,))),
        step("tau-small", tends(tau, 0), cited(shrinking, "power", "k-not-1")),
        step(
            "continuous",
            has(m(side, n, x), CONTINUOUS),
            words(
                "sums of sigma(w x), sigma continuous by homogeneous-form",
                "k-positive",
                "homogeneous",
                by("homogeneous-form", part="continuous"),
                rocq="corollary_3_homogeneous",
            ),
        ),
        step(
            "rate",
            equal(m(side, n, t * p), t * tau * layer),
            algebra(
                by("homogeneous", {lam: t, v: p}),
                by("one-degree", inside=pw(t, HOLE) * layer),
                by("power", right=layer),
                by("t-positive", times=[]),
            ),
        ),
        step("near", tends(layer, m(side, n, at)), through(by("continuous", {x: at}), "p-limit")),
        *never("", tau * layer, "rate", by("tau-small", times=layer), by("near", times=[])),
        step("gated-rate", equal(m(side, n, t * p), t * gated), algebra(by("gated-layer", {v: t * p}))),
        step(
            "argument",
            tends(t * gate_rows, 0),
            limit(by("t-small", times=gate_rows), by("p-limit", times=[])),
        ),
        step("gate", tends(g(t * gate_rows), 0), through("gated", "argument")),
        *never(
            "gated-",
            gated,
            "gated-rate",
            by("gate", inside=down(side, n) * had(HOLE, values)),
            by("p-limit", times=[]),
        ),
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
            every(
                equal(m(side, n, lam * v), pw(lam, degree(side, n)) * m(side, n, v)),
                side,
                n,
                lam,
                v,
                where=(positive(lam),),
            ),
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
            every(equal(degree(side, n), k), side, n),
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
        *STACKS,
        LIMIT,
        Given(
            "gated-layer",
            every(
                equal(m(side, n, v), down(side, n) * had(g(rows(side, n) * v), val(side, n) * v)), side, n, v
            ),
        ),
    ),
    concludes=("impossible", "gated-impossible"),
    names={**NAMES, "p": "a point of R^d", "k": "the degree of all layers; with an index, that of one layer"},
    written=_steps,
)
