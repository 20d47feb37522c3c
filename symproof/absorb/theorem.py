"""What the ledger says of a block for all weights, when the kernel's table does not have its activation."""

from __future__ import annotations

from dataclasses import dataclass

from symproof.activations.catalogue import formula
from symproof.activations.classify import Absorbs, classify
from symproof.model.block import Block
from symproof.verdict import Verdict


@dataclass(frozen=True, slots=True)
class ByTheorem:
    """An answer that rests on statements of the ledger, without a certificate.

    Attributes:
        verdict: not-absorbable when the statements say "never" of all weights; absorbable when they say
            "always" and N >= d, or when M = 0 (V = W); else undecided.
        statements: the ids of the statements.
        why: the reason in words.
    """

    verdict: Verdict
    statements: tuple[str, ...]
    why: str


def by_theorem(block: Block, activation: str) -> ByTheorem:
    """The answer about M x + W_down sigma(W_up x) from what is proved of sigma for all weights.

    Args:
        block: the weights; its own activation does not count.
        activation: sigma, a name, an alias or an expression in z.

    Raises:
        Malformed: the activation is none of them.

    >>> answer = by_theorem(Block([[1, 2]], [[3], [4]]), "tanh")
    >>> print(answer.verdict, *answer.statements)
    not-absorbable any-activation
    """
    ruling = classify(formula(activation)).ruling
    if not any(map(any, block.weights.M)):
        return ByTheorem(Verdict.ABSORBABLE, (), "M = 0, and V = W computes the block")
    if block.b_up is not None:
        return ByTheorem(Verdict.UNDECIDED, (), "the theorems about this activation have no hidden biases")
    if ruling.verdict is Absorbs.NEVER and ruling.carried_by:
        return ByTheorem(Verdict.NOT_ABSORBABLE, ruling.carried_by, ruling.why)
    if ruling.verdict is Absorbs.ALWAYS and ruling.carried_by and block.width >= block.d:
        return ByTheorem(Verdict.ABSORBABLE, ruling.carried_by, ruling.why)
    why = f"the kernel's table does not have this activation, and the theorems do not decide: {ruling.why}"
    return ByTheorem(Verdict.UNDECIDED, ruling.carried_by, why)
