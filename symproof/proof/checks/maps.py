"""Maps with given weights, decided by the kernel: equality by normal forms, impossibility by certificates."""

from __future__ import annotations

from collections.abc import Sequence
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


def same_map(
    activation: str, block: tuple[Rows, Rows, Rows | None], other: tuple[Rows, Rows, Rows | None]
) -> Check:
    """A check that two maps x -> M x + W_down sigma(W_up x) are equal as functions.

    Args:
        activation: a name that the kernel knows, for instance ``"relu"``.
        block, other: (W_up, W_down, M); M is None for no skip. Each map is its own argument to the kernel.
    """
    data = {"activation": activation, **_named(block, "W"), **_named(other, "V")}
    return Check(Kind.KERNEL, decide_same, data)


def decide_same(
    *,
    activation: str,
    W_up: Rows,
    W_down: Rows,
    W_skip: Rows | None,
    V_up: Rows,
    V_down: Rows,
    V_skip: Rows | None,
) -> Finding:
    """Whether the kernel's normal forms of the two maps agree."""
    act = named(activation)
    one, two = Weights(W_up, W_down, activation, W_skip), Weights(V_up, V_down, activation, V_skip)
    if one.d != two.d:
        raise Undecided(f"the maps act on R^{one.d} and R^{two.d}")
    holds = parity_form(W_up, W_down, W_skip, act) == parity_form(V_up, V_down, V_skip, act)
    sizes = f"sigma = {activation}, d = {one.d}, widths {one.width} and {two.width}"
    return Finding(holds, f"normal forms {'agree' if holds else 'differ'} ({sizes})")


def absorbed_by_flipping(
    activation: str, block: tuple[Rows, Rows, Rows | None], subset: Sequence[int]
) -> Check:
    """A check that S satisfies W_down[:,S] W_up[S,:] = -M/c, and that flipping its rows absorbs M.

    Args:
        activation: a name that the kernel knows, with gap c != 0.
        block: (W_up, W_down, M); M None for no skip.
        subset: S, neurons counted from 0. The V that is compared has the rows of S negated.
    """
    data = {"activation": activation, **_named(block, "W"), "subset": tuple(subset)}
    return Check(Kind.KERNEL, decide_flipping, data)


def decide_flipping(
    *, activation: str, W_up: Rows, W_down: Rows, W_skip: Rows | None, subset: Sequence[int]
) -> Finding:
    """Whether S satisfies the condition and the kernel's normal forms of the two maps agree."""
    gap = named(activation).gap
    found = condition(W_up, W_down, W_skip, gap, subset)
    flipped = tuple(
        tuple(-entry for entry in row) if k in subset else tuple(row) for k, row in enumerate(W_up)
    )
    same = decide_same(
        activation=activation,
        W_up=W_up,
        W_down=W_down,
        W_skip=W_skip,
        V_up=flipped,
        V_down=W_down,
        V_skip=None,
    )
    if found != same.holds:
        raise Undecided("the condition and the equality of the maps disagree: one of the two is misread")
    return Finding(found and same.holds, f"S = {_set(subset)} {_does(found)} the condition; {same.detail}")


def condition(up: Rows, down: Rows, skip: Rows | None, gap: Fraction | int, subset: Sequence[int]) -> bool:
    """Whether gap * W_down[:,S] W_up[S,:] = -M, recomputed entry by entry; M None for 0."""
    d = len(down)
    return all(
        gap * sum(Fraction(down[i][k]) * up[k][j] for k in subset) == (0 if skip is None else -skip[i][j])
        for i in range(d)
        for j in range(d)
    )


def not_absorbed_despite(
    activation: str, pair: tuple[Rows, Rows], subset: Sequence[int], evidence: Any
) -> Check:
    """A check that S satisfies W_down[:,S] W_up[S,:] = -I and that all the same no V exists, as certified."""
    data = {
        "activation": activation,
        "W_up": frozen(pair[0]),
        "W_down": frozen(pair[1]),
        "subset": tuple(subset),
        "evidence": evidence,
    }
    return Check(Kind.KERNEL, decide_despite, data)


def decide_despite(
    *, activation: str, W_up: Rows, W_down: Rows, subset: Sequence[int], evidence: Any
) -> Finding:
    """Whether S satisfies the condition and the kernel accepts that the block is not absorbable."""
    identity = tuple(tuple(int(i == j) for j in range(len(W_down))) for i in range(len(W_down)))
    if not condition(W_up, W_down, identity, 1, subset):
        return Finding(False, f"S = {_set(subset)} does not satisfy the condition")
    none = decide_certified(
        claim="not-absorbable",
        activation=activation,
        W_up=W_up,
        W_down=W_down,
        W_skip=None,
        evidence=evidence,
    )
    return Finding(none.holds, f"S = {_set(subset)} satisfies the condition; {none.detail}")


def _set(subset: Sequence[int]) -> str:
    return "{" + ", ".join(map(str, subset)) + "}"


def _does(holds: bool) -> str:
    return "satisfies" if holds else "does not satisfy"


def certified(
    claim: str,
    activation: str,
    block: tuple[Rows, Rows, Rows | None],
    evidence: Any,
    width: int | None = None,
    *,
    biases: tuple[Sequence[Number], Sequence[Number] | None] | None = None,
) -> Check:
    """A check that the kernel accepts evidence for a claim about a block, for instance ``"not-absorbable"``.

    Args:
        claim: one of the kernel's claims.
        activation: a name that the kernel knows.
        block: (W_up, W_down, M), M None for the identity.
        evidence: the evidence part of a certificate.
        width: for the claims about a width.
        biases: (b_up, b_down) inside and outside sigma; b_down None when there is no output bias.
    """
    data = {
        "claim": claim,
        "activation": activation,
        **_named(block, "W"),
        "evidence": evidence,
        "width": width,
    }
    b_up, b_down = biases or (None, None)
    return Check(Kind.KERNEL, decide_certified, {**data, "b_up": b_up, "b_down": b_down})


def decide_certified(
    *,
    claim: str,
    activation: str,
    W_up: Rows,
    W_down: Rows,
    W_skip: Rows | None,
    evidence: Any,
    width: int | None = None,
    b_up: Sequence[Number] | None = None,
    b_down: Sequence[Number] | None = None,
) -> Finding:
    """Whether the kernel accepts the certificate."""
    weights = Weights(W_up, W_down, activation, W_skip, b_up=b_up, b_down=b_down)
    body = certificate(weights, claim, weights.width if width is None else width, evidence)
    try:
        return Finding(True, kernel_check(body, weights, claim, width))
    except Rejected as reason:
        return Finding(False, f"the kernel rejects: {reason}")


def _named(block: tuple[Rows, Rows, Rows | None], letter: str) -> dict[str, Rows | None]:
    up, down, skip = block
    return {
        f"{letter}_up": frozen(up),
        f"{letter}_down": frozen(down),
        f"{letter}_skip": None if skip is None else frozen(skip),
    }


def absorbed_without_subset(
    activation: str, block: tuple[Rows, Rows, Rows | None], other: tuple[Rows, Rows, Rows | None]
) -> Check:
    """A check that a block equals another map although no set S satisfies (3): the kernel decides both."""
    data = {"activation": activation, **_named(block, "W"), **_named(other, "V")}
    return Check(Kind.KERNEL, decide_without_subset, data)


def decide_without_subset(
    *,
    activation: str,
    W_up: Rows,
    W_down: Rows,
    W_skip: Rows | None,
    V_up: Rows,
    V_down: Rows,
    V_skip: Rows | None,
) -> Finding:
    """Whether the maps agree and the kernel refutes every subset."""
    same = decide_same(
        activation=activation,
        W_up=W_up,
        W_down=W_down,
        W_skip=W_skip,
        V_up=V_up,
        V_down=V_down,
        V_skip=V_skip,
    )
    if not same.holds:
        return same
    none = decide_certified(
        claim="no-subset",
        activation=activation,
        W_up=W_up,
        W_down=W_down,
        W_skip=W_skip,
        evidence={"tree": {"exhaust": True}},
    )
    return Finding(none.holds, f"{same.detail}; {none.detail}")


def absorbed_unlike_identity(
    activation: str, block: tuple[Rows, Rows, Rows], other: tuple[Rows, Rows, Rows | None], evidence: Any
) -> Check:
    """A check that a block with skip M equals V, while with the identity skip no V exists, as certified."""
    data = {"activation": activation, **_named(block, "W"), **_named(other, "V"), "evidence": evidence}
    return Check(Kind.KERNEL, decide_unlike_identity, data)


def decide_unlike_identity(
    *,
    activation: str,
    W_up: Rows,
    W_down: Rows,
    W_skip: Rows | None,
    V_up: Rows,
    V_down: Rows,
    V_skip: Rows | None,
    evidence: Any,
) -> Finding:
    """Whether the maps agree and the certificate for the identity skip is accepted."""
    same = decide_same(
        activation=activation,
        W_up=W_up,
        W_down=W_down,
        W_skip=W_skip,
        V_up=V_up,
        V_down=V_down,
        V_skip=V_skip,
    )
    if not same.holds:
        return same
    none = decide_certified(
        claim="not-absorbable",
        activation=activation,
        W_up=W_up,
        W_down=W_down,
        W_skip=None,
        evidence=evidence,
    )
    return Finding(none.holds, f"{same.detail}; with the identity skip: {none.detail}")
