"""Maps with given weights, decided by the kernel: equality by normal forms, impossibility by certificates."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

from symproof.kernel.activations import activation as named
from symproof.kernel.claims import certificate
from symproof.kernel.claims import check as kernel_check
from symproof.kernel.errors import Rejected
from symproof.kernel.parity import parity_form
from symproof.proof.check import Check, Finding, Undecided
from symproof.proof.checks.algebra import Number, Rows, frozen
from symproof.proof.kinds import Kind
from symproof.reader.weights import Weights


@dataclass(frozen=True, slots=True)
class Map:
    """The map x -> M x + W_down sigma(W_up x + b_up) + b_down.

    Attributes:
        up, down: W_up, N x d, and W_down, d x N.
        skip: M, d x d; None when there is no skip.
        b_up, b_down: N and d numbers inside and outside sigma; None when there is no such bias.
    """

    up: Rows
    down: Rows
    skip: Rows | None = None
    b_up: Sequence[Number] | None = None
    b_down: Sequence[Number] | None = None

    def __post_init__(self) -> None:
        for name in ("up", "down", "skip"):
            rows = getattr(self, name)
            object.__setattr__(self, name, None if rows is None else frozen(rows))

    def weights(self, activation: str) -> Weights:
        """The map as the kernel takes it, where no skip is the skip 0."""
        d = len(self.down)
        return Weights(self.up, self.down, activation, self.skip or ((0,) * d,) * d, self.b_up, self.b_down)


def residual(
    up: Rows, down: Rows, b_up: Sequence[Number] | None = None, b_down: Sequence[Number] | None = None
) -> Map:
    """The block x + W_down sigma(W_up x + b_up) + b_down."""
    return Map(up, down, unit(len(down)), b_up, b_down)


def unit(d: int) -> tuple[tuple[int, ...], ...]:
    """The identity matrix."""
    return tuple(tuple(int(i == j) for j in range(d)) for i in range(d))


def same_map(activation: str, one: Map, other: Map) -> Check:
    """A check that two maps without biases are equal as functions.

    Args:
        activation: a name that the kernel knows, for instance ``"relu"``.
        one, other: each its own argument to the kernel.
    """
    return Check(Kind.KERNEL, decide_same, {"activation": activation, "W": one, "V": other})


def decide_same(*, activation: str, W: Map, V: Map) -> Finding:
    """Whether the kernel's normal forms of the two maps agree."""
    act, one, two = named(activation), W.weights(activation), V.weights(activation)
    if one.d != two.d:
        raise Undecided(f"the maps act on R^{one.d} and R^{two.d}")
    if any(bias is not None for bias in (W.b_up, W.b_down, V.b_up, V.b_down)):
        raise Undecided("the normal forms are those of maps without biases")
    holds = parity_form(one.up, one.down, one.skip, act) == parity_form(two.up, two.down, two.skip, act)
    sizes = f"sigma = {activation}, d = {one.d}, widths {one.width} and {two.width}"
    return Finding(holds, f"normal forms {'agree' if holds else 'differ'} ({sizes})")


def absorbed_by_flipping(activation: str, block: Map, subset: Sequence[int]) -> Check:
    """A check that S satisfies W_down[:,S] W_up[S,:] = -M/c, and that flipping its rows absorbs M.

    Args:
        activation: a name that the kernel knows, with gap c != 0.
        block: without biases.
        subset: S, neurons counted from 0. The V that is compared has the rows of S negated.
    """
    data = {"activation": activation, "W": block, "subset": tuple(subset)}
    return Check(Kind.KERNEL, decide_flipping, data)


def decide_flipping(*, activation: str, W: Map, subset: Sequence[int]) -> Finding:
    """Whether S satisfies the condition and the kernel's normal forms of the two maps agree."""
    found = condition(W, named(activation).gap, subset)
    flipped = tuple(tuple(-x for x in row) if k in subset else row for k, row in enumerate(W.up))
    same = decide_same(activation=activation, W=W, V=replace(W, up=flipped, skip=None))
    if found != same.holds:
        raise Undecided("the condition and the equality of the maps disagree: one of the two is misread")
    return Finding(found and same.holds, f"S = {_set(subset)} {_does(found)} the condition; {same.detail}")


def condition(block: Map, gap: Fraction | int, subset: Sequence[int]) -> bool:
    """Whether gap * W_down[:,S] W_up[S,:] = -M, recomputed entry by entry."""
    d, M = len(block.down), block.skip
    return all(
        gap * sum(Fraction(block.down[i][k]) * block.up[k][j] for k in subset) == (-M[i][j] if M else 0)
        for i in range(d)
        for j in range(d)
    )


def not_absorbed_despite(activation: str, block: Map, subset: Sequence[int], evidence: Any) -> Check:
    """A check that S satisfies W_down[:,S] W_up[S,:] = -M and that all the same no V exists, as certified."""
    data = {"activation": activation, "W": block, "subset": tuple(subset), "evidence": evidence}
    return Check(Kind.KERNEL, decide_despite, data)


def decide_despite(*, activation: str, W: Map, subset: Sequence[int], evidence: Any) -> Finding:
    """Whether S satisfies the condition and the kernel accepts that the block is not absorbable."""
    if not condition(W, 1, subset):
        return Finding(False, f"S = {_set(subset)} does not satisfy the condition")
    none = decide_certified(claim="not-absorbable", activation=activation, W=W, evidence=evidence)
    return Finding(none.holds, f"S = {_set(subset)} satisfies the condition; {none.detail}")


def _set(subset: Sequence[int]) -> str:
    return "{" + ", ".join(map(str, subset)) + "}"


def _does(holds: bool) -> str:
    return "satisfies" if holds else "does not satisfy"


def certified(claim: str, activation: str, block: Map, evidence: Any, width: int | None = None) -> Check:
    """A check that the kernel accepts evidence for a claim about a block, for instance ``"not-absorbable"``.

    Args:
        claim: one of the kernel's claims.
        activation: a name that the kernel knows.
        block: the block.
        evidence: the evidence part of a certificate.
        width: for the claims about a width.
    """
    data = {"claim": claim, "activation": activation, "W": block, "evidence": evidence, "width": width}
    return Check(Kind.KERNEL, decide_certified, data)


def decide_certified(
    *, claim: str, activation: str, W: Map, evidence: Any, width: int | None = None
) -> Finding:
    """Whether the kernel accepts the certificate."""
    weights = W.weights(activation)
    body = certificate(weights, claim, weights.width if width is None else width, evidence)
    try:
        return Finding(True, kernel_check(body, weights, claim, width))
    except Rejected as reason:
        return Finding(False, f"the kernel rejects: {reason}")


def absorbed_without_subset(activation: str, block: Map, other: Map) -> Check:
    """A check that a block equals another map although no set S satisfies (3): the kernel decides both."""
    return Check(Kind.KERNEL, decide_without_subset, {"activation": activation, "W": block, "V": other})


def decide_without_subset(*, activation: str, W: Map, V: Map) -> Finding:
    """Whether the maps agree and the kernel refutes every subset."""
    same = decide_same(activation=activation, W=W, V=V)
    if not same.holds:
        return same
    evidence = {"tree": {"exhaust": True}}
    none = decide_certified(claim="no-subset", activation=activation, W=W, evidence=evidence)
    return Finding(none.holds, f"{same.detail}; {none.detail}")


def absorbed_unlike_identity(activation: str, block: Map, other: Map, evidence: Any) -> Check:
    """A check that a block with skip M equals V, while with the identity skip no V exists, as certified."""
    data = {"activation": activation, "W": block, "V": other, "evidence": evidence}
    return Check(Kind.KERNEL, decide_unlike_identity, data)


def decide_unlike_identity(*, activation: str, W: Map, V: Map, evidence: Any) -> Finding:
    """Whether the maps agree and the certificate for the identity skip is accepted."""
    same = decide_same(activation=activation, W=W, V=V)
    if not same.holds:
        return same
    identity = replace(W, skip=unit(len(W.down)))
    none = decide_certified(claim="not-absorbable", activation=activation, W=identity, evidence=evidence)
    return Finding(none.holds, f"{same.detail}; with the identity skip: {none.detail}")
