"""What kind of evidence a certificate carries, in one word for each rule and each kind of leaf."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from symproof.kernel import cost
from symproof.kernel.activations import activation
from symproof.kernel.budget import Budget
from symproof.kernel.trees import Node, Problem, children, combine
from symproof.kernel.widths import width_problems
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


WORDS = {
    "count": "counting classes",
    "ranks": "all signs",
    "halves": "ranks of halves",
    "definite": "a definite form",
    "compound": "2 x 2 minors",
}


def proof_kinds(place: cost.Place, proof: dict[str, Any]) -> list[str]:
    """The kinds of the trees and other rules in a proof that every choice of signs costs too much."""
    if "tree" in proof:
        return tree_kinds(place.problem, proof["tree"])
    found = [proof_kinds(*child) for child in cost.children(place, proof)]
    return [kind for kinds in found for kind in kinds] or [WORDS[next(iter(proof))]]


def certificate_kind(weights: Weights, proof: dict[str, Any]) -> str:
    """The kind of evidence in one phrase, such as ``"V"``, ``"modular"`` or ``"all signs, lattice"``.

    Args:
        weights: the block.
        proof: a certificate of the claim absorbable or not-absorbable that the kernel accepts for it.
    """
    evidence = proof["evidence"]
    if "cost" not in evidence:
        return "V" if "V_up" in evidence else "a choice of signs"
    act = activation(weights.activation or "relu")
    if not act.gap:
        return "gap 0"
    kinds: dict[str, None] = {}
    for (problem, besides), part in zip(width_problems(weights, act, True), evidence["cost"], strict=True):
        place = cost.Place(problem, proof["width"] - len(problem.Q) - besides, Budget())
        kinds |= dict.fromkeys(proof_kinds(place, part))
    return ", ".join(kinds)
