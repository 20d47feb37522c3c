"""The claims a certificate can establish, and the one function that accepts them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from symproof.kernel.activations import Activation, activation
from symproof.kernel.budget import Budget
from symproof.kernel.cost import chosen, exceeds
from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.parity import lifted, parity_form
from symproof.kernel.trees import Problem, refute
from symproof.kernel.widths import width_problems
from symproof.reader.numbers import canonical, fraction
from symproof.reader.text import fields, items
from symproof.reader.weights import Weights, matrix, vector

FORMAT = "symproof-certificate-2"
Proof = dict[str, Any]


def check(
    certificate: Any, weights: Weights, claim: str, width: int | None = None, budget: Budget | None = None
) -> str:
    """The sentence that is established by a certificate, a parsed JSON object (FORMAT.md).

    Args:
        weights: the block x -> M x + W_down sigma(W_up x + b_up) + b_down; without a named activation, relu.
        claim: the claim the caller wants, one of `CLAIMS`.
        width: for ``width-at-least`` and ``width-at-most``; the other claims are about width N.
    Raises:
        Malformed: the certificate is not in the format.
        Rejected: it is, and does not establish this claim about these weights.
        OutOfBudget: neither was found within the budget.
    """
    if claim not in CLAIMS:
        raise Malformed(f"the claims are {', '.join(CLAIMS)}; found {claim}")
    width = width if width is not None and claim.startswith("width") else weights.width
    asked = _head(weights, claim, width)
    return _established(agree(certificate, asked), weights, asked, budget or Budget())


def certified(weights: Weights, claim: str, width: int, evidence: Any, budget: Budget) -> tuple[Proof, str]:
    """The certificate that names what it is about, and the sentence it establishes; raises as `check`."""
    proof = certificate(weights, claim, width, evidence)
    return proof, _established(evidence, weights, proof, budget)


def _established(evidence: Any, weights: Weights, head: dict[str, Any], budget: Budget) -> str:
    """The sentence about this head, once the evidence is accepted."""
    claim, width, name = head["claim"], head["width"], head["activation"]
    CLAIMS[claim](evidence, weights, activation(name), width - (claim == "width-at-least"), budget)
    return f"{_sentence(claim, weights, width)} (sigma = {name}, d = {weights.d}, N = {weights.width})"


def agree(certificate: Any, asked: dict[str, Any]) -> Any:
    """The evidence of a certificate that names what the caller asks for."""
    body = fields(certificate, "certificate", (*asked, "evidence"))
    for name, value in asked.items():
        if _types(body[name]) != _types(value):
            raise Malformed(f"certificate: {name} must be of the kind of {value!r}, found {body[name]!r:.60}")
        if body[name] != value:
            raise Rejected(f"the certificate is for another {name}: {body[name]!r:.80}, asked for {value!r}")
    return body["evidence"]


def _types(value: Any) -> set[type]:
    """The types of a value and of its parts: for Python true is 1."""
    return {type(value), *map(type, value if isinstance(value, list) else ())}


def _head(weights: Weights, claim: str, width: int) -> dict[str, Any]:
    """What a certificate of this claim must name."""
    names = {"claim": claim, "activation": activation(weights.activation).name, "width": width}
    return {"format": FORMAT, **names, "sha256": weights.sha256()}


def _sentence(claim: str, weights: Weights, width: int) -> str:
    """The claim in words. V has biases where the block has them."""
    hidden, output = weights.b_up is not None, weights.b_down is not None
    block = f"M x + W_down sigma(W_up x{' + b_up' * hidden}){' + b_down' * output}"
    mlp = f"residual-free MLP{' with hidden biases' * hidden}{' and an output bias' * output}"
    return {
        "no-subset": "no set S of neurons has W_down[:,S] W_up[S,:] = -M/gap"
        + " and W_down[:,S] b_up[S] = 0" * (hidden > output),
        "not-absorbable": f"no {mlp} of width {width} computes {block}",
        "absorbable": f"a {mlp} of width {width} computes {block}",
        "width-at-least": f"each {mlp} that computes {block} has width >= {width}",
        "width-at-most": f"a {mlp} of width {width} computes {block}",
    }[claim]


def _no_subset(evidence: Any, weights: Weights, act: Activation, width: int, budget: Budget) -> None:
    refute(equation(weights, act), fields(evidence, "evidence", ("tree",))["tree"], budget)


def equation(weights: Weights, act: Activation) -> Problem:
    """Equation (3): W_down[:,S] W_up[S,:] = -M/gap; hidden biases alone are one more column, target 0."""
    if not act.gap:
        raise Rejected(f"{act.name} has linear gap 0: there is no subset condition")
    entries = ((i, j, fraction(x)) for i, row in enumerate(weights.M) for j, x in enumerate(row) if x)
    rows = weights.up if weights.b_down is not None else weights.rows
    return Problem(weights.down, rows, {(i, j): -x / act.gap for i, j, x in entries})


def _impossible(evidence: Any, weights: Weights, act: Activation, width: int, budget: Budget) -> None:
    proofs = items(fields(evidence, "evidence", ("cost",))["cost"], "cost")
    if not act.gap and not any(any(row) for row in weights.M):
        raise Rejected("with linear gap 0 and skip 0 the block is its own answer")
    problems = width_problems(weights, act, excluding=True) if act.gap else []
    if len(proofs) != len(problems):
        raise Malformed(f"cost: {len(proofs)} proofs where {len(problems)} are needed")
    for (problem, besides), proof in zip(problems, proofs, strict=True):
        exceeds(problem, width - len(problem.Q) - besides, proof, budget)


def computed(evidence: Any, weights: Weights, act: Activation, width: int, budget: Budget) -> None:
    """Check that the evidence is a residual-free MLP of at most that width that computes the block."""
    if isinstance(evidence, dict) and "flip" in evidence:
        return chosen(fields(evidence, "evidence", ("flip", "double")), weights, act, width, budget)
    hidden, output = weights.b_up is not None, weights.b_down is not None
    needed = ("V_up", "V_down", *["V_b_up"] * hidden, *["V_b_down"] * output)
    body = fields(evidence, "evidence", needed, ("V_b_down",) * hidden)
    zero = {"V_up": [["0"] * weights.d], "V_down": [["0"]] * weights.d, "V_b_up": ["0"]}
    nothing = all(body[name] == [] for name in zero if name in body)  # width 0: a neuron that does nothing
    body = {**body, **{name: value for name, value in zero.items() if nothing and name in body}}
    up, down = (matrix(body[name], name, canonical) for name in ("V_up", "V_down"))
    biases = (vector(body[b], b, canonical) if b in body else None for b in ("V_b_up", "V_b_down"))
    V, free = Weights(up, down, None, [[0] * len(down)] * len(down), *biases), "V_b_down" in body
    size = V.width - nothing + (free and not output)  # without output bias, a neuron with row 0 in its place
    if V.d != weights.d or size > width:
        raise Rejected(f"V has d = {V.d} and width {size}, not d = {weights.d} and at most {width}")
    if parity_form(*lifted(V, act, free), act) != parity_form(*lifted(weights, act, free), act):
        raise Rejected("V computes another function: the parity forms differ")


CLAIMS: dict[str, Callable[[Any, Weights, Activation, int, Budget], None]] = {
    "no-subset": _no_subset,
    "not-absorbable": _impossible,
    "absorbable": computed,
    "width-at-least": _impossible,
    "width-at-most": computed,
}


def certificate(weights: Weights, claim: str, width: int, evidence: Any) -> dict[str, Any]:
    """The certificate object of a claim, evidence unchecked."""
    return {**_head(weights, claim, width), "evidence": evidence}
