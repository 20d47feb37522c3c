"""Certificates that the kernel has accepted: the one way from what the search found to what is shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import Any, TypeVar, Unpack, cast

from symproof.absorb.limits import Clock, Limits
from symproof.errors import GaveUp, Malformed, OutOfBudget, Rejected
from symproof.kernel.bounds import SENTENCES as BOUNDED
from symproof.kernel.bounds import check_bound
from symproof.kernel.budget import Budget
from symproof.kernel.claims import CLAIMS, certified
from symproof.kernel.claims import check as kernel_check
from symproof.kernel.stacks import SENTENCES as STACKS
from symproof.kernel.stacks import check_stack
from symproof.model.block import Block, BlockLike, Options
from symproof.model.certificate import Certificate
from symproof.model.convert import Entry, exact_matrix, exact_number
from symproof.reader.numbers import Matrix
from symproof.reader.weights import Weights

Result = TypeVar("Result")


def proved(
    weights: Weights, claim: str, width: int, evidence: Any, clock: Clock | None = None
) -> tuple[Certificate, str]:
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
    proof, sentence = accepted(
        claim, clock, lambda budget: certified(weights, claim, width, evidence, budget)
    )
    return Certificate(proof), sentence


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


def check(
    certificate: Any,
    block: BlockLike | Sequence[Block],
    claim: str,
    width: int | None = None,
    *,
    bound: Entry | None = None,
    covariance: Matrix | None = None,
    layer: int | None = None,
    **options: Unpack[Options],
) -> str:
    """The sentence that a certificate establishes: the trusted kernel recomputes it from the weights.

    Args:
        certificate: of a `Decision`, or the JSON object that a file holds.
        block: whose weights it is about, or a pair (W_up, W_down) with ``options``, the other arguments of
            `Block`; a sequence of blocks is a stack.
        claim: what it must establish, such as "absorbable"; ``symproof check --help`` names the claims.
        width: of the claims that end in at-least or at-most.
        bound: of the claims that have one.
        covariance: of the inputs, for the claims about the distance of the skip.
        layer: of the claim layer-at-least.

    Raises:
        Malformed: the certificate is not in the format (FORMAT.md), or the claim is none.
        Rejected: it is, and does not establish this claim about these weights.
        OutOfBudget: neither was found within the kernel's budget.

    >>> check({"claim": "absorbable"}, ([[1]], [[-1]]), "absorbable")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    symproof.reader.numbers.Malformed: certificate: needs the keys ...
    """
    of_stack = isinstance(block, Sequence) and all(isinstance(one, Block) for one in block)
    given = cast(Sequence[BlockLike], block if of_stack else [block])
    blocks = [Block.of(one, **options).weights for one in given]
    if claim in STACKS and covariance is None:
        return check_stack(certificate, blocks, claim, width=width, layer=layer)
    if of_stack or layer is not None:
        raise Malformed(f"{claim} is about one block and no layer")
    (weights,) = blocks
    if (bound is None) == (claim in BOUNDED):
        raise Malformed(f"a bound is for {', '.join(BOUNDED)}, and needed there")
    if bound is not None:
        metric = None if covariance is None else exact_matrix(covariance, "the covariance", "binary")
        value = Fraction(exact_number(bound, "bound"))
        return check_bound(certificate, weights, claim, value, covariance=metric)
    if covariance is not None:
        raise Malformed(f"{claim} takes no covariance")
    if width is not None and claim in CLAIMS and not claim.startswith("width"):
        raise Malformed(f"{claim} is about width N: it takes no other width")
    return kernel_check(certificate, weights, claim, width)
