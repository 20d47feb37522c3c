"""Certificates that the kernel has accepted: the one way from what the search found to what is shown."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from symproof.absorb.limits import Clock, Limits
from symproof.errors import GaveUp, Malformed, OutOfBudget, Rejected
from symproof.kernel.budget import Budget
from symproof.kernel.claims import certified
from symproof.reader.weights import Weights

Result = TypeVar("Result")


def proved(
    weights: Weights, claim: str, width: int, evidence: Any, clock: Clock | None = None
) -> tuple[dict[str, Any], str]:
    """The certificate of a claim of `symproof.kernel.claims`, and the kernel's sentence.

    Args:
        weights: the block.
        claim: one of the kernel's claims.
        width: the width of the claim; N for those about width N.
        evidence: as FORMAT.md of the kernel describes it.
        clock: asked while the kernel works.

    Raises:
        GaveUp: the kernel's budget is spent, or the time.
        ArithmeticError: the kernel refuses evidence of our own making. That is a defect of the search and
            says nothing about the block: it is no `Rejected`, which is a caller's certificate that fails.
    """
    clock = clock or Clock(Limits())
    return accepted(claim, clock, lambda budget: certified(weights, claim, width, evidence, budget))


def accepted(claim: str, clock: Clock, run: Callable[[Budget], Result]) -> Result:
    """What the kernel says about evidence of our own making.

    Args:
        claim: for messages.
        clock: asked while the kernel works.
        run: the check.

    Raises:
        GaveUp, ArithmeticError: as `proved`.
    """
    clock.note("the kernel's check")
    try:
        return run(Budget(tick=clock.check))
    except OutOfBudget as limit:
        raise GaveUp(clock.tried, str(limit)) from limit
    except (Malformed, Rejected) as refusal:
        raise ArithmeticError(f"the kernel refuses what the search found for {claim}: {refusal}") from refusal
