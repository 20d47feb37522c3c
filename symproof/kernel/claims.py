"""The claims a certificate can establish, and the one function that accepts them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symproof.kernel.activations import Activation, activation
from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.linear import invertible
from symproof.kernel.numbers import canonical, fraction, scaled
from symproof.kernel.parity import RANK_MAX, normal_form, rank_above, reduced, width_problems
from symproof.kernel.subset import Problem, fields, index, refute
from symproof.kernel.weights import Weights, matrix

FORMAT = "symproof-certificate-1"


def check(certificate: Any, weights: Weights, claim: str, width: int | None = None) -> str:
    """The sentence that is established.

    Args:
        certificate: a parsed JSON object (FORMAT.md).
        weights: the block x -> M x + W_down sigma(W_up x); without a named activation, relu.
        claim: the claim the caller wants, one of `CLAIMS`.
        width: for ``width-at-least`` and ``width-at-most``; the other claims are about width N.

    Raises:
        Malformed: the certificate is not in the format.
        Rejected: it is, and does not establish this claim about these weights.
    """
    body = fields(
        certificate, "certificate", ("format", "claim", "activation", "width", "sha256", "evidence"), ()
    )
    act = activation(weights.activation or "relu")
    if claim not in CLAIMS:
        raise Malformed(f"the claims are {', '.join(CLAIMS)}; found {claim}")
    if width is None or not claim.startswith("width"):
        width = weights.width
    asked = {
        "format": FORMAT,
        "claim": claim,
        "activation": act.name,
        "width": width,
        "sha256": weights.sha256(),
    }
    for name, value in asked.items():
        if type(body[name]) is not type(value):
            raise Malformed(f"certificate: {name} must be of the kind of {value!r}, found {body[name]!r:.60}")
        if body[name] != value:
            raise Rejected(f"the certificate is for another {name}: {body[name]!r:.80}, asked for {value!r}")
    CLAIMS[claim](body["evidence"], weights, act, width)
    return (
        f"{SENTENCES[claim].format(width=width)} (sigma = {act.name}, d = {weights.d}, N = {weights.width})"
    )


def _no_subset(evidence: Any, weights: Weights, act: Activation, width: int) -> None:
    tree = fields(evidence, "evidence", ("tree",), ())["tree"]
    if not act.gap:
        raise Rejected(f"{act.name} has linear gap 0: there is no subset condition")
    entries = ((i, j, fraction(x)) for i, row in enumerate(weights.M) for j, x in enumerate(row) if x)
    refute(Problem(weights.down, weights.up, {(i, j): -x / act.gap for i, j, x in entries}), tree)


def _impossible(evidence: Any, weights: Weights, act: Activation, width: int) -> None:
    trees = fields(evidence, "evidence", ("trees",), ())["trees"]
    if not isinstance(trees, list):
        raise Malformed("evidence: trees must be a list")
    used, budget = 0, RANK_MAX
    if act.gap:
        whole = reduced(weights.up, weights.down, weights.M, act)
        for r, _, problem in width_problems(whole, width):
            if r:
                budget = rank_above(problem, r, budget)
            elif used == len(trees):
                raise Rejected(f"{used} trees, and more sets of classes to treat")
            else:
                refute(problem, trees[used])
                used += 1
    elif not any(any(row) for row in weights.M):
        raise Rejected("with linear gap 0 and skip 0 the block is its own answer")
    if used != len(trees):
        raise Malformed(f"{len(trees)} trees where {used} are needed")


def _computed(evidence: Any, weights: Weights, act: Activation, width: int) -> None:
    if isinstance(evidence, dict) and "rows" in evidence:
        return _spanning(fields(evidence, "evidence", ("rows", "modulus"), ()), weights, act, width)
    body = fields(evidence, "evidence", ("V_up", "V_down"), ())
    nothing = body["V_up"] == [] == body["V_down"]  # width 0, the map 0: one neuron that does nothing
    if nothing:
        body = {"V_up": [["0"] * weights.d], "V_down": [["0"]] * weights.d}
    V = Weights(matrix(body["V_up"], "V_up", canonical), matrix(body["V_down"], "V_down", canonical))
    if V.d != weights.d or V.width - nothing > width:
        raise Rejected(
            f"V has d = {V.d} and width {V.width}; d = {weights.d} and at most {width} are asked for"
        )
    if normal_form(V.up, V.down, None, act) != normal_form(weights.up, weights.down, weights.M, act):
        raise Rejected("V computes another function: the normal forms differ")


def _spanning(body: dict[str, Any], weights: Weights, act: Activation, width: int) -> None:
    """Proposition 8 (i): d independent rows of W_up, shown by a determinant that is invertible modulo p."""
    p, d = canonical(body["modulus"], "modulus"), weights.d
    rows = body["rows"] if isinstance(body["rows"], list) else []
    if p.denominator != 1 or p < 2 or len(rows) != d or not act.gap or width < weights.width + d:
        raise Rejected(f"needs d = {d} rows, a modulus >= 2, a gap that is not 0 and width >= N + d")
    if not invertible([scaled(weights.up[index(k, weights.width, "rows")])[0] for k in rows], int(p)):
        raise Rejected(f"the determinant of the rows has no inverse modulo {p}")


CLAIMS: dict[str, Callable[[Any, Weights, Activation, int], None]] = {
    "no-subset": _no_subset,
    "not-absorbable": _impossible,
    "absorbable": _computed,
    "width-at-least": lambda evidence, weights, act, width: _impossible(evidence, weights, act, width - 1),
    "width-at-most": _computed,
}
SENTENCES = {
    "no-subset": "no set S of neurons has W_down[:,S] W_up[S,:] = -M/gap",
    "not-absorbable": "no residual-free MLP of width {width} computes M x + W_down sigma(W_up x)",
    "absorbable": "a residual-free MLP of width {width} computes M x + W_down sigma(W_up x)",
    "width-at-least": "each residual-free MLP that computes M x + W_down sigma(W_up x) has width >= {width}",
    "width-at-most": "a residual-free MLP of width {width} computes M x + W_down sigma(W_up x)",
}


def certificate(weights: Weights, claim: str, width: int, evidence: Any) -> dict[str, Any]:
    """The certificate object of a claim, evidence unchecked."""
    act = activation(weights.activation or "relu")
    head = {"format": FORMAT, "claim": claim, "activation": act.name, "width": width}
    return {**head, "sha256": weights.sha256(), "evidence": evidence}
