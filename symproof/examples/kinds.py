"""What kind of evidence a certificate carries, in one word for each rule and each kind of leaf."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from symproof.kernel.activations import activation
from symproof.kernel.trees import Node, Problem, children, combine
from symproof.kernel.widths import families, width_problems
from symproof.reader.weights import Weights

Tree = dict[str, Any]


def leaf_kind(node: Node, leaf: Tree) -> str:
    """The argument that a leaf makes.

    With a_k the coefficients of its combination (centred modulo M when M > 0):

    * ``inconsistent``: M = 0 and all a_k = 0, so the equations have no solution over Q;
    * ``bound``: M = 0 and some a_k != 0, so no solution has all coordinates in [0, 1];
    * ``integrality``: all a_k = 0 modulo M, and Y has one entry: one equation, which no integers solve;
    * ``modular``: all a_k = 0 modulo M for a combination of several equations, which no integers solve;
    * ``lattice``: M > 0 and some a_k != 0 modulo M: small coefficients, and a right side out of their reach.

    Args:
        node: the place in the tree where the leaf stands.
        leaf: the body of the leaf, accepted there by the kernel.
    """
    a, _, scale = combine(node, leaf)
    M = scale * Fraction(leaf["modulus"])
    if M:
        a = [x for x in a if x % M]
        if any(a):
            return "lattice"
        return "integrality" if len(leaf.get("Y", [])) == 1 and not leaf.get("Z") else "modular"
    return "bound" if any(a) else "inconsistent"


def tree_kinds(problem: Problem, tree: Tree) -> list[str]:
    """The rules of a tree that the kernel accepts for the problem, in the order of the tree, each once."""
    found: dict[str, None] = {}
    for kind in _walk(Node(problem), tree):
        found[kind] = None
    return list(found)


def _walk(node: Node, tree: Tree) -> Iterator[str]:
    if "combination" in tree:
        yield leaf_kind(node, tree["combination"])
        return
    yield "branch" if "branch" in tree else "exhaust"
    for value, child in enumerate(children(tree)):  # which values they are changes no coefficient
        yield from _walk(node.child({k: int(c) for k, c in tree["branch"]["form"]}, value), child)


def certificate_kind(weights: Weights, proof: dict[str, Any]) -> str:
    """The kind of evidence in one phrase, such as ``"V"``, ``"modular"`` or ``"3 trees: lattice, exhaust"``.

    Args:
        weights: the block.
        proof: a certificate of the claim absorbable or not-absorbable that the kernel accepts for it.
    """
    evidence = proof["evidence"]
    if "V_up" in evidence:
        return "V"
    act = activation(weights.activation or "relu")
    if not act.gap:
        return "gap 0"
    problems = (
        problem
        for whole, width in families(weights, act, proof["width"])
        for r, _, problem in width_problems(whole, width)
        if not r
    )
    kinds: dict[str, None] = {}
    for problem, tree in zip(problems, evidence["trees"], strict=True):
        kinds |= dict.fromkeys(tree_kinds(problem, tree))
    count = len(evidence["trees"])
    words = ", ".join(kinds)
    return words if count == 1 else f"{count} trees: {words}" if count else "counting classes"
