"""Stacks with given weights and families of given sizes, decided by the kernel."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from symproof.errors import GaveUp
from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.stacks import certificate, check_stack
from symproof.model.block import Block
from symproof.proof.check import Check, Finding
from symproof.proof.checks.maps import Map
from symproof.proof.kinds import Kind


def stack_certified(
    claim: str, activation: str, blocks: Sequence[Map], evidence: Any, width: int | None = None
) -> Check:
    """A check that the kernel accepts the evidence for a claim about a stack.

    Args:
        claim: one of the kernel's claims about stacks.
        activation: a name that the kernel knows.
        blocks: the first applied first.
        evidence: as FORMAT.md of the kernel describes it.
        width: the number of neurons, for the claims that name one.
    """
    data = {
        "claim": claim,
        "activation": activation,
        "blocks": tuple(blocks),
        "evidence": evidence,
        "width": width,
    }
    return Check(Kind.KERNEL, decide_stack_certified, data)


def decide_stack_certified(
    *, claim: str, activation: str, blocks: Sequence[Map], evidence: Any, width: int | None
) -> Finding:
    """Whether the kernel accepts."""
    stack = [block.weights(activation) for block in blocks]
    try:
        proof = certificate(stack, claim, evidence, width)
        return Finding(True, check_stack(proof, stack, claim, width=width))
    except (Rejected, Malformed) as why:
        return Finding(False, str(why))


def stack_decided(activation: str, blocks: Sequence[Map], verdict: str, refuted: int | None = None) -> Check:
    """A check that a stack gets that verdict, its certificate found and accepted by the kernel.

    Args:
        activation: a name that the kernel knows.
        blocks: the first applied first.
        verdict: representable, not-representable or undecided.
        refuted: the block that refutes.
    """
    data = {"activation": activation, "blocks": tuple(blocks), "verdict": verdict, "refuted": refuted}
    return Check(Kind.KERNEL, decide_stack_decided, data)


def decide_stack_decided(
    *, activation: str, blocks: Sequence[Map], verdict: str, refuted: int | None
) -> Finding:
    """Whether the search comes to that verdict."""
    from symproof.depth.stack import decide_stack

    answer = decide_stack([Block.from_weights(block.weights(activation)) for block in blocks])
    holds = (str(answer.verdict), answer.refuted) == (verdict, refuted)
    return Finding(holds, answer.established or str(answer))


def almost_every(d: int, widths: Sequence[int], activation: str, series: Sequence[Any] = ()) -> Check:
    """A check that a rank certificate for these sizes is found and accepted by the kernel.

    Args:
        d: the dimension.
        widths: the numbers of neurons.
        activation: relu, gelu, gelu_tanh, silu, quick_gelu, or "series".
        series: rational Taylor coefficients at 0, for "series".
    """
    data = {"d": d, "widths": tuple(widths), "activation": activation, "series": tuple(series)}
    return Check(Kind.KERNEL, decide_almost_every, data)


def decide_almost_every(*, d: int, widths: Sequence[int], activation: str, series: Sequence[Any]) -> Finding:
    """Whether a certificate is found; the kernel checks it."""
    from symproof.depth.ranks import generic_depth

    try:
        return Finding(True, generic_depth(d, widths, activation, list(series) or None).established)
    except (GaveUp, Rejected) as why:
        return Finding(False, str(why))


def ranks_are(d: int, widths: Sequence[int], activation: str, skip: bool, equals: int) -> Check:
    """A check that a family of stacks of these sizes has that rank modulo a prime.

    Args:
        d: the dimension.
        widths: the numbers of neurons.
        activation: gelu, gelu_tanh, silu or quick_gelu.
        skip: whether the blocks have their skips.
        equals: the rank.
    """
    data = {"d": d, "widths": tuple(widths), "activation": activation, "skip": skip, "equals": equals}
    return Check(Kind.IDENTITY, decide_ranks, data)


def decide_ranks(*, d: int, widths: Sequence[int], activation: str, skip: bool, equals: int) -> Finding:
    """Whether the rank is the stated one."""
    from symproof.depth.families import residual_free_rank, residual_rank

    found = (residual_rank if skip else residual_free_rank)(d, widths, activation)
    return Finding(found == equals, f"the rank is {found}")
