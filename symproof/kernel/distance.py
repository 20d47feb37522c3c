"""How far the skip is from what sign flips can absorb: min over S of |M + gap W_down[:,S] W_up[S,:]|^2.

|.| is the Frobenius norm, S are the sets of neurons. SOUNDNESS.md, section 11.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from symproof.kernel.activations import Activation, activation
from symproof.kernel.budget import Budget
from symproof.kernel.claims import FORMAT, agree
from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.linear import integer_product
from symproof.reader.numbers import canonical, fraction, whole
from symproof.reader.text import fields, indices
from symproof.reader.weights import Weights, matrix, shape

SENTENCES = {
    "distance-at-least": "every set S of neurons has |M + gap W_down[:,S] W_up[S,:]|^2 >= {bound}",
    "distance-at-most": "some set S of neurons has |M + gap W_down[:,S] W_up[S,:]|^2 <= {bound}",
}


def check_distance(
    certificate: Any, weights: Weights, claim: str, bound: Fraction, budget: Budget | None = None
) -> str:
    """The sentence that is established.

    Args:
        certificate: a parsed JSON object (FORMAT.md).
        weights: the block; its biases play no part in the claims.
        claim: a key of `SENTENCES`.
        bound: the bound that the caller wants.
        budget: the caller's clock.

    Raises:
        Malformed: the certificate is not in the format.
        Rejected: it is, and does not establish this bound for these weights.
    """
    asked = _head(weights, claim, bound)
    evidence = agree(certificate, asked)
    rule = at_least if claim == "distance-at-least" else at_most
    rule(evidence, weights, activation(asked["activation"]), bound, budget or Budget())
    about = f"sigma = {asked['activation']}, d = {weights.d}, N = {weights.width}"
    return f"{SENTENCES[claim].format(bound=bound)} ({about})"


def certificate(weights: Weights, claim: str, bound: Fraction, evidence: Any) -> dict[str, Any]:
    """The certificate object of a claim, evidence unchecked."""
    return {**_head(weights, claim, bound), "evidence": evidence}


def _head(weights: Weights, claim: str, bound: Fraction) -> dict[str, Any]:
    """What a certificate of this claim must name."""
    if claim not in SENTENCES:
        raise Malformed(f"the claims are {', '.join(SENTENCES)}; found {claim}")
    names = {"claim": claim, "activation": activation(weights.activation).name, "bound": str(bound)}
    return {"format": FORMAT, **names, "sha256": weights.sha256()}


def at_least(evidence: Any, weights: Weights, act: Activation, bound: Fraction, budget: Budget) -> None:
    """Every S leaves at least ``bound``, by a matrix Y: |Y|^2 |A|^2 >= <Y, A>^2 for the A that S leaves."""
    Y, _ = whole(matrix(fields(evidence, "evidence", ("Y",))["Y"], "Y", canonical))
    if not len(Y) == len(Y[0]) == weights.d:
        raise Malformed(f"Y must be {weights.d} x {weights.d}, found {shape(Y)}")
    (up, m), (down, n) = whole(weights.up), whole(weights.down)
    terms = [0] * weights.width  # D_k^T Y u_k, times m n
    for D, row in zip(down, integer_product(Y, list(zip(*up, strict=True)), budget.tick), strict=True):
        terms = [t + x * y for t, x, y in zip(terms, D, row, strict=True)]
    sign = -1 if act.gap < 0 else 1
    least = abs(act.gap) * sum(min(0, sign * t) for t in terms) / (m * n)
    least += sum(
        fraction(x) * y for M, row in zip(weights.M, Y, strict=True) for x, y in zip(M, row, strict=True) if x
    )
    if bound > 0 and (least <= 0 or least * least < bound * sum(y * y for row in Y for y in row)):
        raise Rejected("Y shows a smaller bound")


def at_most(evidence: Any, weights: Weights, act: Activation, bound: Fraction, budget: Budget) -> None:
    """Some S leaves at most ``bound``: this one."""
    S = indices(fields(evidence, "evidence", ("S",))["S"], weights.width, "S", ascending=True)
    up, m = whole([weights.up[k] for k in S] or [[0] * weights.d])
    down, n = whole([[row[k] for k in S] for row in weights.down])
    flipped = integer_product(down, up, budget.tick)
    (skip, k), gap = whole(weights.M), act.gap
    one, flip = m * n * gap.denominator, k * gap.numerator  # M + gap W_S U_S = integers / (k one)
    left = sum(
        (one * x + flip * y) ** 2
        for M, row in zip(skip, flipped, strict=True)
        for x, y in zip(M, row, strict=True)
    )
    if left > bound * (k * one) ** 2:
        raise Rejected("this S leaves more")
