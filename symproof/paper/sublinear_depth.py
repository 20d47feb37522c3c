"""Depth for every sublinear or flat activation: tanh, sin, ReLU6, softsign, z tanh z, softshrink (new)."""

from __future__ import annotations

from fractions import Fraction

from symproof.paper._language import *
from symproof.proof.checks.enclosure import sign_of_sum

ABOUT = {
    "id": "sublinear-depth",
    "place": 655,
    "title": "sublinear and flat activations never absorb, at any depth",
    "says": "With an activation that is [flat at 0 or sublinear at infinity](flat), no stack of residual "
    "blocks equals a stack without skips, at any depths and widths.",
}
F, H, u_, v_ = (family(name, "d", "1") for name in ("F", "H", "u", "v"))
rows, columns, small = family("U", "N", "d"), family("D", "d", "N"), mapping("rho_N", "N", "1")
rows_H, columns_H = family("R_H", "N", "d"), family("V_H", "d", "N")
varying("u v rho_N")
L, L_, X = symbols("L L' X")
xi = matrix("xi", "d", "1")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    nxt = {n: n + 1}
    return (
        step(
            "start-u",
            equal(u_(0), x),
            algebra(by("scaled-F", {n: 0}), by("F-start", {xi: t * x}), "t-nonzero"),
        ),
        step(
            "next-u",
            equal(u_(n + 1), u_(n) + columns(n) * small(rows(n) * u_(n))),
            algebra(
                by("scaled-F", nxt),
                by("F-step", {xi: t * x}),
                by("scaled-F", times=[1], inside=columns(n) * sigma(rows(n) * HOLE)),
                by("rate", {h: rows(n) * u_(n)}, columns(n)),
                "t-nonzero",
            ),
        ),
        step(
            "start-v",
            equal(v_(0), x),
            algebra(by("scaled-H", {n: 0}), by("H-start", {xi: t * x}), "t-nonzero"),
        ),
        step(
            "next-v",
            equal(v_(n + 1), columns_H(n) * small(rows_H(n) * v_(n))),
            algebra(
                by("scaled-H", nxt),
                by("H-step", {xi: t * x}),
                by("scaled-H", inside=columns_H(n) * sigma(rows_H(n) * HOLE)),
                by("rate", {h: rows_H(n) * v_(n)}, columns_H(n)),
                "t-nonzero",
            ),
        ),
        step("first-u", tends(u_(0), x), limit("start-u")),
        step(
            "flat-u",
            tends(small(rows(n) * u_(n)), 0),
            words(
                "the activation over t tends to 0 at t times what stays bounded", "flat", "u-n", rocq="none"
            ),
        ),
        step("step-u", tends(u_(n + 1), x), limit("next-u", "u-n", by("flat-u", times=columns(n)))),
        step("residual", tends(u_(n), x), induction(n, "first-u", "step-u", "u-n")),
        step(
            "second-v",
            equal(v_(1), columns_H(0) * small(rows_H(0) * x)),
            algebra(by("next-v", {n: 0}), by("start-v", inside=columns_H(0) * small(rows_H(0) * HOLE))),
        ),
        step(
            "flat-0",
            tends(small(rows_H(0) * x), 0),
            words("a fixed argument stays bounded", "flat", rocq="none"),
        ),
        step("first-v", tends(v_(1), 0), limit("second-v", by("flat-0", times=columns_H(0)))),
        step(
            "flat-v",
            tends(small(rows_H(n + 1) * v_(n + 1)), 0),
            words(
                "the activation over t tends to 0 at t times what stays bounded", "flat", "v-n", rocq="none"
            ),
        ),
        step("step-v", tends(v_(n + 2), 0), limit(by("next-v", nxt), by("flat-v", times=columns_H(n + 1)))),
        step("plain", tends(v_(n + 1), 0), induction(n, "first-v", "step-v", "v-n")),
        step(
            "equal",
            equal(u_(L), v_(L_ + 1)),
            algebra(
                by("same", {xi: t * x}), by("scaled-F", {n: L}), by("scaled-H", {n: L_ + 1}), "t-nonzero"
            ),
        ),
        step("both", tends(x, 0), limit(by("residual", {n: L}), by("plain", {n: L_}), "equal")),
        step("zero", equal(x), constant("both")),
        step("impossible", FALSE, clash("zero", "point")),
        example(
            "tanh",
            "impossible",
            sign_of_sum([(1, "tanh", Fraction(1, 1000)), (-1, "tanh", 1000)], 0, -1),
            bounded(t="1/1000"),
            mutant("the other sign", sign=1),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "flat",
            has(
                sigma(t * z), "divided by t tends to 0, as t tends to 0 or to infinity, for z in bounded sets"
            ),
            "ReLU is neither: the block with W_up = (1,0), (1,1), (1,-1), W_down = [[-1,0,2],[1,-1,3]] is "
            "absorbed.",
            absorbed_by_flipping("relu", residual(UP, DOWN), (0, 1)),
            mutant("only one row flipped", subset=(0,)),
        ),
    ),
    suppose=(
        Given("F-start", every(equal(F(0, xi), xi), xi)),
        Given("F-step", every(equal(F(n + 1, xi), F(n, xi) + columns(n) * sigma(rows(n) * F(n, xi))), n, xi)),
        Given("H-start", every(equal(H(0, xi), xi), xi)),
        Given("H-step", every(equal(H(n + 1, xi), columns_H(n) * sigma(rows_H(n) * H(n, xi))), n, xi)),
        Given("same", every(equal(F(L, xi), H(L_ + 1, xi)), xi)),
        Given("scaled-F", every(equal(F(n, t * x), t * u_(n)), n)),
        Given("scaled-H", every(equal(H(n, t * x), t * v_(n)), n)),
        Given("rate", every(equal(sigma(t * h), t * small(h)), h)),
        Given("point", nonzero(x)),
        Given("u-n", tends(u_(n), x)),
        Given("v-n", tends(v_(n + 1), 0)),
    ),
    concludes=("impossible",),
    names={
        "n": "a natural number, of a layer",
        "F": "the first n residual blocks, one after the other",
        "H": "the first n residual-free blocks",
        "U": "the rows of layer n",
        "D": "the columns of layer n",
        "R_H": "the rows of layer n of H",
        "V_H": "the columns of layer n of H",
        "xi": "a point of R^d",
        "u": "the value of F behind n blocks at t x, divided by t",
        "v": "the value of H behind n blocks at t x, divided by t",
        "rho_N": "the activation at t times its argument, divided by t",
        "L": "the depth of F",
        "L'": "the depth of H, less one",
    },
    written=_steps,
)
