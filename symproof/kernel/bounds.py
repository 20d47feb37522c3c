"""The claims with a bound: how far the skip, other weights and other MLPs are from absorbing (FORMAT.md)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symproof.kernel.activations import activation
from symproof.kernel.budget import Budget
from symproof.kernel.claims import FORMAT, Proof, agree
from symproof.kernel.distance import at_least, at_most, symmetric
from symproof.kernel.errors import Malformed
from symproof.kernel.nearby import changed, error
from symproof.reader.numbers import Matrix
from symproof.reader.weights import Weights

LEFT = "|M + gap W_down[:,S] W_up[S,:]|^2"
FAR = "have |W - W_down|^2 + |U - W_up|^2 >= {bound}"
SENTENCES = {
    "distance-at-least": f"every set S of neurons has {LEFT} >= {{bound}}",
    "distance-at-most": f"some set S of neurons has {LEFT} <= {{bound}}",
    "solution-at-least": f"all W, U with W[:,S] U[S,:] = -M/gap for some set S of neurons {FAR}",
    "weights-at-least": "all W, U such that a residual-free MLP{free} of width N computes "
    f"M x + W sigma(U x{{inside}}){{outside}} {FAR}",
    "error-at-least": "every residual-free MLP V of width N has "
    "|V(x) - M x - W_down sigma(W_up x)|^2 >= {bound} for some |x| <= 1",
}
WEIGHED = ("distance-at-least", "distance-at-most")  # with a covariance, where one is named


def check_bound(
    certificate: Any,
    weights: Weights,
    claim: str,
    bound: Fraction,
    budget: Budget | None = None,
    *,
    covariance: Matrix | None = None,
) -> str:
    """The sentence that is established.

    Args:
        certificate: a parsed JSON object (FORMAT.md).
        weights: the block; its biases count for `weights-at-least` only.
        claim: a key of `SENTENCES`.
        bound: the bound that the caller wants.
        budget: what the kernel may do by itself, and the caller's clock.
        covariance: of the inputs, d x d, for the claims in `WEIGHED`; None: the identity.

    Raises:
        Malformed: the certificate is not in the format, or the covariance not symmetric.
        Rejected: it is, and does not establish this bound for these weights.
        OutOfBudget: neither was found within the budget.
    """
    asked = _head(weights, claim, bound, covariance)
    evidence = agree(certificate, asked)
    return _established(evidence, weights, bound, asked, budget or Budget(), covariance=covariance)


def certified_bound(
    weights: Weights,
    claim: str,
    bound: Fraction,
    evidence: Any,
    budget: Budget,
    *,
    covariance: Matrix | None = None,
) -> tuple[Proof, str]:
    """The certificate that names what it is about, and its sentence; raises as `check_bound`."""
    asked = _head(weights, claim, bound, covariance)
    sentence = _established(evidence, weights, bound, asked, budget, covariance=covariance)
    return {**asked, "evidence": evidence}, sentence


def _head(weights: Weights, claim: str, bound: Fraction, covariance: Matrix | None) -> dict[str, Any]:
    """What a certificate of one of these claims must name."""
    if claim not in SENTENCES or (covariance is not None and claim not in WEIGHED):
        kind = "" if covariance is None else " with a covariance"
        raise Malformed(f"the claims{kind} are {', '.join(WEIGHED if kind else SENTENCES)}; found {claim}")
    act = activation(weights.activation)
    names = {"format": FORMAT, "claim": claim, "activation": act.name, "bound": str(bound)}
    inputs = {} if covariance is None else {"covariance": Weights(covariance, covariance).sha256()}
    return {**names, **inputs, "sha256": weights.sha256()}


def _established(
    evidence: Any,
    weights: Weights,
    bound: Fraction,
    asked: dict[str, Any],
    budget: Budget,
    *,
    covariance: Matrix | None,
) -> str:
    """The sentence about this head, once the evidence is accepted."""
    act = activation(asked["activation"])
    C = None if covariance is None else symmetric(covariance, weights.d)
    match asked["claim"]:
        case "distance-at-least":
            at_least(evidence, weights, act, bound, budget, covariance=C)
        case "distance-at-most":
            at_most(evidence, weights, act, bound, budget, covariance=C)
        case "error-at-least":
            error(evidence, weights, act, bound, budget)
        case claim:
            changed(evidence, weights, act, bound, budget, whatever=claim == "weights-at-least")
    hidden, output = weights.b_up is not None, weights.b_down is not None
    free = " with hidden biases" * hidden + " and an output bias" * output
    words = {"free": free, "inside": " + b_up" * hidden, "outside": " + b_down" * output}
    inputs = ", |A|^2 = tr(A C A^T) for the covariance C" * (C is not None)
    about = f"sigma = {act.name}, d = {weights.d}, N = {weights.width}{inputs}"
    return f"{SENTENCES[asked['claim']].format(bound=bound, **words)} ({about})"
