"""How far the skip is from what sign flips can absorb: min over S of |M + gap W_down[:,S] W_up[S,:]|^2.

|.| is the Frobenius norm, S are the sets of neurons. SOUNDNESS.md, section 11. The matrices are large and
dense: a product of integers is computed with many entries of a row packed into one integer.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from operator import mul
from typing import Any

from symproof.kernel.activations import Activation, activation
from symproof.kernel.budget import Budget
from symproof.kernel.claims import FORMAT, agree
from symproof.kernel.errors import Malformed, Rejected
from symproof.reader.numbers import Matrix, canonical, fraction
from symproof.reader.text import fields, index, items
from symproof.reader.weights import Weights, matrix, shape

Integers = Sequence[Sequence[int]]
CHUNK = 256  # entries that are packed into one integer: it stays in the processor's cache
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
    body = fields(certificate, "certificate", (*asked, "evidence"))
    agree(body, asked)
    rule = at_least if claim == "distance-at-least" else at_most
    rule(body["evidence"], weights, activation(asked["activation"]), bound, budget or Budget())
    about = f"sigma = {asked['activation']}, d = {weights.d}, N = {weights.width}"
    return f"{SENTENCES[claim].format(bound=bound)} ({about})"


def certificate(weights: Weights, claim: str, bound: Fraction, evidence: Any) -> dict[str, Any]:
    """The certificate object of a claim, evidence unchecked."""
    return {**_head(weights, claim, bound), "evidence": evidence}


def _head(weights: Weights, claim: str, bound: Fraction) -> dict[str, Any]:
    """What a certificate of this claim must name."""
    if claim not in SENTENCES:
        raise Malformed(f"the claims are {', '.join(SENTENCES)}; found {claim}")
    act = activation("relu" if weights.activation is None else weights.activation)
    names = {"format": FORMAT, "claim": claim, "activation": act.name, "bound": str(bound)}
    return {**names, "sha256": weights.sha256()}


def at_least(evidence: Any, weights: Weights, act: Activation, bound: Fraction, budget: Budget) -> None:
    """Every S leaves at least ``bound``, by a matrix Y: |Y|^2 |A|^2 >= <Y, A>^2 for the A that S leaves."""
    Y, _ = whole(matrix(fields(evidence, "evidence", ("Y",))["Y"], "Y", canonical))
    if not len(Y) == len(Y[0]) == weights.d:
        raise Malformed(f"Y must be {weights.d} x {weights.d}, found {shape(Y)}")
    (up, m), (down, n) = whole(weights.up), whole(weights.down)
    terms = [0] * weights.width  # D_k^T Y u_k, times m n
    for D, row in zip(down, product(Y, list(zip(*up, strict=True)), budget), strict=True):
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
    S = [index(k, weights.width, "S") for k in items(fields(evidence, "evidence", ("S",))["S"], "S")]
    if sorted(set(S)) != S:
        raise Malformed("S must be ascending, each neuron once")
    up, m = whole([weights.up[k] for k in S] or [[0] * weights.d])
    down, n = whole([[row[k] for k in S] for row in weights.down])
    flipped = product(down, up, budget)
    (skip, k), gap = whole(weights.M), act.gap
    one, flip = m * n * gap.denominator, k * gap.numerator  # M + gap W_S U_S = integers / (k one)
    left = sum(
        (one * x + flip * y) ** 2
        for M, row in zip(skip, flipped, strict=True)
        for x, y in zip(M, row, strict=True)
    )
    if left > bound * (k * one) ** 2:
        raise Rejected("this S leaves more")


def whole(rows: Matrix) -> tuple[list[list[int]], int]:
    """Integers and a denominator m with rows = integers / m."""
    ratios = [[x.as_integer_ratio() for x in row] for row in rows]
    m = lcm(*(denominators := {q for row in ratios for _, q in row}))
    factor = {q: m // q for q in denominators}
    return [[p * factor[q] for p, q in row] for row in ratios], m


def product(A: Integers, B: Integers, budget: Budget) -> list[list[int]]:
    """AB. Entry k of a row of B stands at byte ``size`` k of an integer: sums of multiples keep places."""
    result: list[list[int]] = [[] for _ in A]
    for start in range(0, len(B[0]), CHUNK):
        part = [row[start : start + CHUNK] for row in B]
        largest = max(max(map(abs, row)) for row in part) * max(1, *(sum(map(abs, row)) for row in A))
        size, width = largest.bit_length() // 8 + 1, len(part[0])
        half = 1 << (8 * size - 1)  # above every entry of the result in absolute value
        zero = int.from_bytes(half.to_bytes(size, "little") * width, "little")
        packed = [
            int.from_bytes(b"".join((x + half).to_bytes(size, "little") for x in row), "little") - zero
            for row in part
        ]
        for row, out in zip(A, result, strict=True):
            budget.tick()
            data = (zero + sum(map(mul, row, packed))).to_bytes(size * width, "little")
            out += [int.from_bytes(data[k : k + size], "little") - half for k in range(0, len(data), size)]
    return result
