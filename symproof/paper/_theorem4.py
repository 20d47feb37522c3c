"""Theorem 4 in one place: the steps for every skip and gap."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from symproof.paper._blocks import EXHAUST, OPEN_DOWN, OPEN_UP, TREE_DOWN, TREE_UP
from symproof.paper._language import *
from symproof.paper._lemma6 import C_o, L_o, c_r, l_r

a_i, a_o, scale, rank = symbols("a_i a_o s_i r_M")
T_i, R_i = matrix("T_i", "d", "1"), matrix("R_i", "d", "m")
V_i, row = matrix("V_i", "d", "1"), matrix("y_S", "1", "d")

NAMES = {
    "T_i": "what the rows of V in the class of neuron i add up to",
    "R_i": "the coefficients of the other classes",
    "L_o": "one row for each other class",
    "a_i": "the number of rows of V in the class of neuron i",
    "a_o": "the number of the other rows of V",
    "V_i": "the column of the one row of V in the class of neuron i",
    "s_i": "the factor of that row, which is s_i w_i",
    "y_S": "a row of d numbers that W_down[:,S] sends to 0",
    "r_M": "the rank of M",
    "w": "a number that is not 0",
}


def suppose(gap: Any, skip: Any) -> tuple[Given, ...]:
    """The two sides of the theorem, and what S means: sigma with the rows of S turned around."""
    return (
        Given("selection", every(equal(sigma((1 - 2 * P) * h), sigma(h) - P * sigma(h) + P * sigma(-h)), h)),
        Given("condition", equal(gap * W_down * P * W_up, -skip)),
        Given("equal", every(equal(skip * x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)), x)),
        Given("same-width", at_least(N, a_i + a_o)),
        Given("no-more", equal(row * W_down * P)),
    )


def sufficient_steps() -> tuple[Written, ...]:
    """Turning the rows of S around changes the block by -c W_down[:,S] W_up[S,:] x."""
    return (
        step("gap-vector", equal(sigma(y) - sigma(-y), c * y), entrywise("gap", z, y)),
        step(
            "sufficient",
            equal(M * x + W_down * sigma(W_up * x), W_down * sigma((1 - 2 * P) * W_up * x)),
            algebra(
                by("selection", {h: W_up * x}, W_down),
                by("gap-vector", {y: W_up * x}, W_down * P),
                by("condition", right=x),
            ),
        ),
    )


def necessary_steps() -> tuple[Written, ...]:
    """Parity splits the equation; independence of the even part leaves one row of V in each class."""
    conic = {c_r: D_i - T_i, l_r: w_i, C_o: R_i}
    return (
        step("evenness", equal(E(-z), E(z)), algebra("even-part", by("even-part", {z: -z}), "gap")),
        step("even-vector", equal(E(-y), E(y)), entrywise("evenness", z, y)),
        step("split-vector", equal(sigma(y), c * y / 2 + E(y)), entrywise("even-part", z, y)),
        step(
            "here",
            equal(
                M * x + c * W_down * W_up * x / 2 + W_down * E(W_up * x),
                c * V_down * V_up * x / 2 + V_down * E(V_up * x),
            ),
            algebra(
                "equal", by("split-vector", {y: W_up * x}, W_down), by("split-vector", {y: V_up * x}, V_down)
            ),
        ),
        step(
            "evens",
            equal(W_down * E(W_up * x), V_down * E(V_up * x)),
            algebra(
                "here",
                by("here", {x: -x}),
                by("even-vector", {y: W_up * x}, W_down),
                by("even-vector", {y: V_up * x}, V_down),
            ),
        ),
        step(
            "odd", equal(c * V_down * V_up * x, c * W_down * W_up * x + 2 * M * x), algebra("here", "evens")
        ),
        step("linear", equal(c * V_down * V_up, c * W_down * W_up + 2 * M), vanishes("odd", x)),
        step(
            "grouped",
            equal(W_down * E(W_up * x) - V_down * E(V_up * x), (D_i - T_i) * E(w_i * x) + R_i * E(L_o * x)),
            words(
                "a finite sum, ordered by classes of rows; neuron i is alone in its class",
                "rows-non-collinear",
                "kind",
                "evenness",
                rocq="theorem_4_rigid",
                new=(T_i, R_i, L_o),
            ),
        ),
        step("class", equal((D_i - T_i) * E(w_i * x) + R_i * E(L_o * x)), algebra("grouped", "evens")),
        step(
            "others",
            has(L_o, "has no nonzero row collinear with l_r"),
            words("other classes have other lines", "grouped", rocq="theorem_4_relu_general_skip"),
        ),
        step(
            "coefficient",
            equal(D_i, T_i),
            words(
                "conic: Lemma 6 for the class, its hypotheses being others and rows-nonzero; rigid: by "
                "definition",
                "class",
                "others",
                "rows-nonzero",
                "kind",
                by("lemma-6", conic),
                rocq="theorem_4_rigid",
            ),
        ),
        *count_steps("coefficient", "theorem_4_rigid"),
        step("necessary", equal(c * W_down * P * W_up, -M), algebra("linear", by("signs", times=c))),
    )


def count_steps(coefficient: str, rocq: str) -> tuple[Written, ...]:
    """Every class of W holds one row of V, which adds the neuron's own term to the linear part, up to sign.

    Args:
        coefficient: the step that says what the rows of the class add up to.
        rocq: the theorem of the inferences in words.
    """
    return (
        step("not-empty", nonzero(T_i), apart("columns-nonzero", coefficient)),
        step("occupied", at_least(a_i, 1), words("a sum over no rows is 0", "not-empty", rocq=rocq)),
        step(
            "rest",
            at_least(a_o, N - 1),
            words("the other N - 1 classes hold one row each, for the same reason", "occupied", rocq=rocq),
        ),
        step("single", at_least(1, a_i), combination("rest", "same-width")),
        step(
            "one-row",
            equal(T_i, mag(scale) * V_i),
            words(
                "exactly one row s_i w_i, with its column", "single", "occupied", rocq=rocq, new=(scale, V_i)
            ),
        ),
        step("sign", equal(scale, sgn(scale) * mag(scale)), cases({scale: "+0-"})),
        step(
            "term",
            equal(V_i * scale * w_i, sgn(scale) * D_i * w_i),
            algebra(
                by("sign", times=V_i, right=w_i),
                by("one-row", times=sgn(scale), right=w_i),
                by(coefficient, times=sgn(scale), right=w_i),
            ),
        ),
        step(
            "signs",
            equal(V_down * V_up, W_down * (1 - 2 * P) * W_up),
            words(
                "the sum of the N terms; S is the set of neurons with a negative s_i, and P its selection",
                "term",
                "single",
                rocq=rocq,
            ),
        ),
    )


def size_steps() -> tuple[Written, ...]:
    """S has at least as many elements as M has rank: what W_down[:,S] kills, M kills."""
    return (
        step(
            "killed", equal(row * M), algebra(by("condition", times=row), by("no-more", times=c, right=W_up))
        ),
        step("size", at_least(size, rank), cited(KERNEL_VECTOR, "killed")),
    )


def cited_steps(even: Any, **shown_by: By) -> tuple[Written, ...]:
    """Theorem 4 from the theorem for every skip and gap, at c = 1 and M = I, with this even part."""
    identity_skip = {c: 1, M: 1}
    return (
        step(
            "sufficient",
            equal(x + W_down * sigma(W_up * x), W_down * sigma((1 - 2 * P) * W_up * x)),
            algebra(by("general-skip", identity_skip, part="sufficient", gap=shown_by["gap"])),
        ),
        step(
            "necessary",
            equal(W_down * P * W_up, -1),
            algebra(by("general-skip", {**identity_skip, **even}, part="necessary", **shown_by)),
        ),
        step(
            "size",
            at_least(size, d),
            combination(by("general-skip", {**identity_skip, rank: d}, part="size")),
        ),
    )


def instance_steps(activation: str) -> tuple[Written, ...]:
    """Exact blocks decided both ways by the kernel."""
    return (
        example(
            "absorbed",
            "sufficient",
            absorbed_by_flipping(activation, residual(UP, DOWN), (0, 1)),
            bounded(d=2, N=3),
            mutant("only one row flipped", subset=(0,)),
            mutant("no skip", W_skip=None),
        ),
        example(
            "not-absorbed",
            "necessary",
            certified("not-absorbable", activation, residual(OPEN_UP, OPEN_DOWN), EXHAUST),
            bounded(d=2, N=3),
            mutant("the absorbable block in its place", W_down=DOWN),
        ),
        *_tree_steps(activation),
    )


def _tree(name: str, activation: str, tree: Any, wrong: Mapping[str, Any]) -> Written:
    """A certificate without a search: what is altered in `wrong` must make the kernel reject it."""
    return example(
        name,
        "necessary",
        certified("not-absorbable", activation, residual(TREE_UP, TREE_DOWN), {"cost": [{"tree": tree}]}),
        bounded(d=2, N=6),
        *(mutant(what, evidence={"cost": [{"tree": altered}]}) for what, altered in wrong.items()),
    )


def _combination(Y: list[list[Any]], M: str = "0", Z: list[list[Any]] | None = None) -> dict[str, Any]:
    return {"combination": {"Y": Y, "modulus": M} if Z is None else {"Y": Y, "modulus": M, "Z": Z}}


def _tree_steps(activation: str) -> tuple[Written, ...]:
    """One certificate of each shape for the block with rows `TREE_UP`: a combination, two branches."""
    modular, modulus = [[0, 0, "-1"], [0, 1, "-2"], [1, 0, "-1"], [1, 1, "-1"]], "4"
    zero, one, again = [[0, 1, "-1"], [1, 1, "2"]], [[0, 1, "-1"]], [[0, "4"]]
    single, form = ({"form": [[k, "1"] for k in at], "lower": {}, "upper": {}} for at in ((3,), (2, 3)))
    sides = [_combination(zero), _combination(one)]
    middle = [[0, 1, "-1"], [1, 1, "-2"]]
    low, between, high = (_combination(Y, Z=again) for Y in (zero, middle, one))
    return (
        _tree(
            "combination",
            activation,
            _combination(modular, modulus),
            {
                "modulo 5": _combination(modular, "5"),
                "one entry of Y with the other sign": _combination([[0, 0, "1"], *modular[1:]], modulus),
                "without the modulus": _combination(modular),
            },
        ),
        _tree(
            "one-unknown",
            activation,
            {"branch": single, "children": sides},
            {
                "the two sides exchanged": {"branch": single, "children": sides[::-1]},
                "the first combination on both sides": {"branch": single, "children": sides[:1] * 2},
            },
        ),
        _tree(
            "branch",
            activation,
            {"branch": form, "children": [low, between, high]},
            {
                "the case v = 2 left out": {"branch": form, "children": [low, between]},
                "the added equation not used": {
                    "branch": form,
                    "children": [_combination(zero), between, high],
                },
                "two cases exchanged": {"branch": form, "children": [between, low, high]},
            },
        ),
    )
