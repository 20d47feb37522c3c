"""Claims about stacks F = f_L o ... o f_1 of residual blocks and the networks without skips in their place.

The first block is applied first; blocks, layers, neurons are counted from 0. SOUNDNESS.md, sections 8, 9.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from symproof.kernel.activations import activation
from symproof.kernel.bends import pair_bound
from symproof.kernel.budget import Budget
from symproof.kernel.claims import FORMAT, agree, computed
from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.levels import ANY_DEPTH, layer_bound, total_bound
from symproof.reader.text import items
from symproof.reader.weights import Weights

Stack = Sequence[Weights]
DEEP = "each network of consecutive layers without skips, of any depth, {free},"
PAIR = "each pair of layers V_2 relu(R_2 V_1 relu(R_1 x)) without skips, with R^d between them,"
SENTENCES = {
    "representable": "layers without skips, as wide as the blocks, compute the stack",
    "not-representable": f"{DEEP} that equals the stack on an open set has more than {{w}} neurons",
    "neurons-at-least": f"{DEEP} that equals the stack on an open set has at least {{w}} neurons",
    "layer-at-least": "each network of consecutive layers without skips, {free}, with a hidden layer for"
    " each block, that equals the stack on an open set has at least {w} neurons in layer {layer}",
    "pair-not-representable": f"{PAIR} that computes the stack has more than {{w}} neurons",
    "pair-at-least": f"{PAIR} that computes the stack has at least {{w}} neurons",
}

BOUNDS: dict[str, Callable[[Any, Stack, Budget], int]] = {
    "not-representable": total_bound,
    "neurons-at-least": total_bound,
    "pair-not-representable": pair_bound,
    "pair-at-least": pair_bound,
}


def check_stack(
    certificate: Any,
    stack: Stack,
    claim: str,
    *,
    width: int | None = None,
    layer: int | None = None,
    budget: Budget | None = None,
) -> str:
    """The sentence that is established.

    Args:
        certificate: a parsed JSON object (FORMAT.md).
        stack: the blocks, in the order in which they are applied.
        claim: the claim the caller wants, a key of `SENTENCES`.
        width: the number of neurons, for the claims that end in at-least; else all neurons of the blocks.
        layer: the layer, for ``layer-at-least``.
        budget: what the kernel may do by itself, and the caller's clock.

    Raises:
        Malformed: the certificate is not in the format, or the blocks make no stack.
        Rejected: it does not establish this claim about these blocks.
        OutOfBudget: neither was found within the budget.
    """
    asked = _head(stack, claim, width, layer)
    evidence, spent = agree(certificate, asked), budget or Budget()
    w, total = asked["width"], sum(b.width for b in stack)
    if claim == "representable":
        parts = items(evidence, "evidence")
        if len(parts) != len(stack):
            raise Malformed(f"evidence: {len(parts)} layers for {len(stack)} blocks")
        for part, block in zip(parts, stack, strict=True):
            moved = block.b_up is not None and block.b_down is None  # an output bias joins the next biases
            whole = replace(block, b_down=[0] * block.d) if moved else block
            computed(part, whole, activation(asked["activation"]), block.width, spent)
    else:
        if layer is None:
            bound = BOUNDS[claim](evidence, stack, spent)
        else:
            bound = layer_bound(evidence, stack, layer, spent)
        if bound < w + (not claim.endswith("at-least")):
            raise Rejected(f"the evidence shows that {bound} neurons are needed; all blocks have {total}")
    free = "with or without biases" if ANY_DEPTH.get(asked["activation"]) else "without biases"
    about = f"sigma = {asked['activation']}, d = {stack[0].d}, N = {', '.join(str(b.width) for b in stack)}"
    return f"{SENTENCES[claim].format(w=w, layer=layer, free=free)} ({about})"


def named(stack: Stack) -> str:
    """The activation of all blocks.

    Raises:
        Malformed: they make no stack.
    """
    names = {activation(b.activation).name for b in stack}
    if len({b.d for b in stack}) != 1 or len(names) != 1:
        raise Malformed("a stack is at least one block, all of one dimension d and with one activation")
    return names.pop()


def _head(stack: Stack, claim: str, width: int | None, layer: int | None) -> dict[str, Any]:
    """What a certificate of this claim must name."""
    if claim not in SENTENCES or (layer is None) != (claim != "layer-at-least"):
        raise Malformed(f"the claims about stacks are {', '.join(SENTENCES)}; found {claim}, layer {layer}")
    if width is not None and not claim.endswith("at-least"):
        raise Malformed(f"{claim} is about all neurons of the blocks, not about {width}")
    size = sum(b.width for b in stack) if width is None else width
    head = {"format": FORMAT, "claim": claim, "activation": named(stack), "width": size}
    return {**head, **({} if layer is None else {"layer": layer}), "sha256": [b.sha256() for b in stack]}


def certificate(
    stack: Stack, claim: str, evidence: Any, width: int | None = None, layer: int | None = None
) -> dict[str, Any]:
    """The certificate object of a claim about a stack, evidence unchecked."""
    return {**_head(stack, claim, width, layer), "evidence": evidence}
