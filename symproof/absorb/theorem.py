"""What the ledger says of a block for all weights, when the kernel's table does not have its activation."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symproof.absorb.construct import Network
from symproof.absorb.limits import Clock, Limits, enforced
from symproof.absorb.polynomial import coefficients, decide_polynomial
from symproof.activations.catalogue import formula
from symproof.activations.classify import Absorbs, classify
from symproof.equality.decide import equal
from symproof.errors import GaveUp
from symproof.model.block import Block
from symproof.verdict import EqualVerdict, Verdict


@dataclass(frozen=True, slots=True)
class ByTheorem:
    """An answer that rests on statements of the ledger, without a certificate.

    Attributes:
        verdict: not-absorbable when the statements say "never" of all weights; absorbable when they say
            "always" and N >= d, or when M = 0 (V = W); else undecided.
        statements: the ids of the statements.
        why: the reason in words.
        network: V, where one was found (sigma a polynomial).
        checked: what confirmed it.
    """

    verdict: Verdict
    statements: tuple[str, ...]
    why: str
    network: Network | None = None
    checked: str = ""


def by_theorem(block: Block, activation: str, limits: Limits | None = None) -> ByTheorem:
    """The answer about M x + W_down sigma(W_up x) from what is proved of sigma for all weights.

    Args:
        block: the weights; its own activation does not count.
        activation: sigma, a name, an alias or an expression in z.
        limits: of the time, where sigma is a polynomial and these weights have to be looked at.

    Raises:
        Malformed: the activation is none of them.

    >>> answer = by_theorem(Block([[1, 2]], [[3], [4]]), "tanh")
    >>> print(answer.verdict, *answer.statements)
    not-absorbable any-activation
    """
    sigma = formula(activation)
    ruling = classify(sigma).ruling
    if not any(map(any, block.weights.M)):
        return ByTheorem(Verdict.ABSORBABLE, (), "M = 0, and V = W computes the block")
    if block.b_up is not None:
        return ByTheorem(Verdict.UNDECIDED, (), "the theorems about this activation have no hidden biases")
    if ruling.verdict is Absorbs.NEVER and ruling.carried_by:
        return ByTheorem(Verdict.NOT_ABSORBABLE, ruling.carried_by, ruling.why)
    if ruling.verdict is Absorbs.ALWAYS and ruling.carried_by and block.width >= block.d:
        return ByTheorem(Verdict.ABSORBABLE, ruling.carried_by, ruling.why)
    if ruling.verdict is Absorbs.OPEN and (a := coefficients(sigma)) is not None:
        return _polynomial(block, activation, a, limits)
    why = f"the kernel's table does not have this activation, and the theorems do not decide: {ruling.why}"
    return ByTheorem(Verdict.UNDECIDED, ruling.carried_by, why)


def _polynomial(block: Block, activation: str, a: dict[int, Fraction], limits: Limits | None) -> ByTheorem:
    """The answer for these weights; a V that is written out computes the same polynomials as the block."""
    clock = Clock(limits or Limits())
    try:
        with enforced(clock):
            answer = decide_polynomial(block, a, clock)
    except GaveUp as stop:
        return ByTheorem(Verdict.GAVE_UP, (), str(stop))
    if (V := answer.network) is None:
        return ByTheorem(answer.verdict, (), answer.why)
    zero = [[0] * block.d] * block.d
    same = equal(block, Block(V.up, V.down, block.activation, zero), activation=activation)
    if same.verdict is not EqualVerdict.EQUAL:
        raise ArithmeticError(f"the V that was found does not compute the block: {same}")
    return ByTheorem(answer.verdict, (), answer.why, V, "V and the block are equal: all coefficients agree")
