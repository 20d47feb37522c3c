"""Biases: the same condition (3), with hypotheses on the rows together with their biases (new)."""

from __future__ import annotations

from fractions import Fraction

from symproof.paper import _blocks, _theorem4
from symproof.paper._blocks import EXHAUST, OPEN_DOWN, OPEN_UP
from symproof.paper._language import *
from symproof.paper._theorem4 import T_i, a_i, a_o

ABOUT = {
    "id": "biases",
    "place": 630,
    "title": "Theorem 4 with biases",
    "says": "With biases, an activation of [linear gap 1](gap) whose [even part is e |z| or rigid](kind),"
    " rows [not 0](rows-nonzero), [pairwise non-collinear together with their biases](augmented-rows), "
    "and columns [not 0](columns-nonzero), a block equals an MLP without skip of the same width exactly "
    "when some S satisfies (3); the output bias moves by W_down[:,S] b[S], which must be 0 where there is"
    " none.",
}
q, X = symbols("q X")
Phi, phi, phi1 = symbols("Phi phi phi'")
E_ = z * (Phi - Rational(1, 2))
(rest,) = varying("rest,")
b_in, b_V = matrix("b", "N", "1"), matrix("b'", "N'", "1")
c_0, c_V = matrix("c_0", "d", "1"), matrix("c_0'", "d", "1")


BOTH = {"cost": [*EXHAUST["cost"], {"count": True}]}  # V with and without a neuron that is a constant


def slope(expression: Expr) -> Expr:
    """The derivative of a polynomial in z, Phi and phi, where Phi' is phi and phi' is called so."""
    parts = ((z, 1), (Phi, phi), (phi, phi1))
    return sum((expression.diff(unknown) * change for unknown, change in parts), Rational(0))


BIASES = (Fraction(1, 2), -3, 2)

FLIPPED_ANSWER = {
    "V_up": [["-1", "0"], ["-1", "-1"], ["1", "-1"]],
    "V_down": [["-1", "0", "2"], ["1", "-1", "3"]],
    "V_b_up": ["-1/2", "3", "2"],
    "V_b_down": ["-1/2", "7/2"],
}


def _two_kinks() -> tuple[list[Expr], list[Expr]]:
    """x + 2 ReLU(x) + 5 ReLU(0 x + 1), the answer on the rows 1, -1 with output bias 5; no S exists."""
    block = X + 2 * relu(X) + 5 * relu(0 * X + 1)
    return [block, _blocks.misses((2 * 1, 5 * 0), -1)], [3 * relu(X) - relu(-X) + 5, 9]


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    inside = W_up * x + b_in
    return (
        step("gap-vector", equal(sigma(h) - sigma(-h), h), entrywise("gap", z, h)),
        step(
            "sufficient",
            equal(
                x + W_down * sigma(inside) + c_0,
                W_down * sigma((1 - 2 * P) * inside) + c_0 + W_down * P * b_in,
            ),
            algebra(
                by("selection", {h: inside}, W_down),
                by("gap-vector", {h: inside}, W_down * P),
                by("condition", right=x),
            ),
        ),
        step("kink", equal(mag(q) + mag(-q) - 2 * mag(0), 2 * mag(q)), cases({q: "+0-"})),
        step(
            "second-derivative",
            equal(slope(slope(E_)), (2 - z**2) * phi),
            algebra(by("density-slope", times=z)),
        ),
        step(
            "quadratics",
            equal((alpha * u + beta) ** 2 - (gamma * u + delta) ** 2, beta**2 - delta**2),
            algebra(by("same-square", times=u**2), by("same-middle", times=2 * u)),
        ),
        step(
            "constants",
            equal(gamma**2 * (beta**2 - delta**2)),
            algebra(by("same-square", times=beta**2), by("same-middle", times=alpha * beta + gamma * delta)),
        ),
        step(
            "faster",
            tends(rest, 0),
            cited(EXPONENTIAL, "quadratics", "constants", discharges=("same-square", "same-middle")),
        ),
        step(
            "dominant",
            tends(r * alpha**2 * (2 * t**2 - (alpha + beta * t) ** 2) + rest, -r * alpha**4),
            limit(
                by("t-small", times=[r * alpha**2 * t, r * alpha**3 * beta, r * alpha**2 * beta**2 * t]),
                "faster",
            ),
        ),
        step(
            "grouped",
            equal(D_i, T_i),
            words(
                "ReLU: the hyperplanes are distinct, a second difference across one isolates its class; "
                "GELU: on a generic line the exponents differ by more than constants, and the slowest term"
                " has a limit that is not 0",
                "kink",
                "second-derivative",
                "quadratics",
                "constants",
                "dominant",
                "augmented-rows",
                "rows-nonzero",
                "equal",
                "kind",
                rocq="none",
                new=(T_i,),
                discharges=("same-square", "same-middle", "density-slope"),
            ),
        ),
        *_theorem4.count_steps("grouped", "none"),
        step(
            "bias-signs",
            equal(V_down * b_V, W_down * (1 - 2 * P) * b_in),
            words("the same for the biases of the rows", "term", "single", rocq="none"),
        ),
        step("split-vector", equal(sigma(y), y / 2 + E(y)), entrywise("even-part", z, y)),
        step(
            "evens",
            equal(W_down * E(inside), V_down * E(V_up * x + b_V)),
            words(
                "the sum over all classes, in each of which the columns agree", "grouped", "kind", rocq="none"
            ),
        ),
        step(
            "affine",
            equal(x + W_down * inside / 2 + c_0, V_down * (V_up * x + b_V) / 2 + c_V),
            algebra(
                "equal",
                "evens",
                by("split-vector", {y: inside}, W_down),
                by("split-vector", {y: V_up * x + b_V}, V_down),
            ),
        ),
        step(
            "constant-part",
            equal(V_down * b_V / 2 + c_V, W_down * b_in / 2 + c_0),
            algebra(by("affine", {x: 0})),
        ),
        step(
            "linear-at",
            equal(V_down * V_up * x, W_down * W_up * x + 2 * x),
            algebra("affine", "constant-part"),
        ),
        step("linear", equal(V_down * V_up, W_down * W_up + 2), vanishes("linear-at", x)),
        step("necessary", equal(W_down * P * W_up, -1), algebra("linear", "signs")),
        step("moved", equal(c_V, c_0 + W_down * P * b_in), algebra("constant-part", "bias-signs")),
        step("no-output-bias", equal(W_down * P * b_in), algebra("moved", "no-output", "no-output-V")),
        example(
            "absorbed",
            "sufficient",
            certified("absorbable", "gelu", residual(UP, DOWN, BIASES, (0, 0)), FLIPPED_ANSWER),
            bounded(d=2, N=3),
            mutant("without moving the output bias", evidence={**FLIPPED_ANSWER, "V_b_down": ["0", "0"]}),
            mutant("other biases", W_b_up=(1, -3, 2)),
        ),
        example(
            "no-output-bias-example",
            "no-output-bias",
            certified("not-absorbable", "relu", residual(UP, DOWN, BIASES), BOTH),
            bounded(d=2, N=3),
            mutant("b = 0", W_b_up=(0, 0, 0)),
            mutant("with an output bias", W_b_down=(0, 0), evidence=EXHAUST),
        ),
        example(
            "not-absorbed",
            "necessary",
            certified("not-absorbable", "relu", residual(OPEN_UP, OPEN_DOWN, BIASES, (0, 0)), EXHAUST),
            bounded(d=2, N=3),
            mutant("the absorbable weights", W_up=UP, W_down=DOWN),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "augmented-rows",
            has(W_up, "has rows that are, with their biases, pairwise non-collinear"),
            "With b = 0: rows e1, -e1, e2, -e2 and W_down = [[2,5,1,1],[1,1,3,7]] are absorbed although no"
            " S satisfies (3).",
            *_blocks.opposed("relu"),
        ),
        needed(
            "rows-nonzero",
            nonzero(w_i),
            "d = 1, N = 2: x + 2 ReLU(x) + 5 ReLU(0 x + 1) = 3 ReLU(x) - ReLU(-x) + 5, and no S satisfies "
            "(3): the sums are 0 and 2, and the product of (sum + 1) over all S is 9.",
            sign_cases(*_two_kinks(), {X: "+0-"}),
            mutant("the output bias left out", rhs=[3 * relu(X) - relu(-X), 9]),
            mutant("W_down = 2, -1", lhs=[_two_kinks()[0][0], _blocks.misses((2, -1), -1)]),
        ),
        needed(
            "columns-nonzero",
            nonzero(D_i),
            "d = 1, N = 2, b = (0, 1): x + 2 ReLU(x) + 0 ReLU(x + 1) = 3 ReLU(x) - ReLU(-x), and no S "
            "satisfies (3).",
            sign_cases(
                [X + 2 * relu(X), _blocks.misses((2, 0), -1)], [3 * relu(X) - relu(-X), 9], {X: "+0-"}
            ),
            mutant("the skip left out", lhs=[2 * relu(X), 9]),
        ),
        *_blocks.kind_hypotheses(),
    ),
    suppose=(
        _theorem4.suppose(1, 1)[0],
        Given("condition", equal(W_down * P * W_up, -1)),
        Given(
            "equal",
            every(equal(x + W_down * sigma(W_up * x + b_in) + c_0, V_down * sigma(V_up * x + b_V) + c_V), x),
        ),
        Given("even-part", every(equal(sigma(z), z / 2 + E(z)), z)),
        Given("same-width", at_least(N, a_i + a_o)),
        Given("density-slope", equal(phi1, -z * phi)),
        Given("same-square", equal(alpha**2, gamma**2)),
        Given("same-middle", equal(alpha * beta, gamma * delta)),
        Given("no-output", equal(c_0)),
        Given("no-output-V", equal(c_V)),
    ),
    concludes=("sufficient", "necessary", "moved", "no-output-bias"),
    names={
        **_theorem4.NAMES,
        "b": "the biases inside sigma, N numbers",
        "b'": "the biases of V inside sigma",
        "c_0": "the output bias",
        "c_0'": "the output bias of V",
        "q": "the change of a row along a step",
        "Phi": "the normal distribution function",
        "phi": "its derivative",
        "phi'": "the derivative of phi",
        "alpha": "the slope of a row on a generic line",
        "beta": "its value at the start of the line",
        "gamma": "the slope of another row",
        "delta": "its value at the start",
        "r": "the coefficient of the slowest exponential",
        "t": "1 / s along the line, which tends to 0",
        "rest": "the other terms over the slowest exponential",
    },
    written=_steps,
)
