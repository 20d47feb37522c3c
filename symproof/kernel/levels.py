"""Stacks of GELU and SiLU blocks: how many neurons a network without skips, of any depth, needs for them.

The pre-activations of such a stack are, up to sign, pairwise different functions of a level that is their
block, when (H1) and (H3) hold; functions sigma(z) of different z are independent. SOUNDNESS.md, section 8.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from operator import mul
from typing import Any

from symproof.kernel.activations import activation
from symproof.kernel.budget import Budget
from symproof.kernel.cost import rank_above
from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.linear import invertible
from symproof.kernel.trees import Problem, refute
from symproof.reader.numbers import Matrix, canonical, scaled
from symproof.reader.text import fields, index, items
from symproof.reader.weights import Weights

Stack = Sequence[Weights]
ANY_DEPTH = {"gelu": True, "silu": True, "quick_gelu": True, "gelu_tanh": False}  # with biases as well?


def plain(stack: Stack, names: dict[str, bool]) -> None:
    """Check that the activation is one of these, with biases only where it says true, and each skip is I."""
    if (name := activation(stack[0].activation).name) not in names:
        raise Rejected(f"(activation) the theorem is about {', '.join(names)}, not {name}")
    for i, block in enumerate(stack):
        if any(x != (r == c) for r, row in enumerate(block.skip or ()) for c, x in enumerate(row)):
            raise Rejected(f"(skip) block {i} has another skip than the identity")
        if block.b_up is not None and not names[name]:
            raise Rejected(f"(biases) block {i} has biases, which the theorem for {name} does not admit")


def conditions(stack: Stack) -> list[Weights]:
    """The blocks without their dead neurons (row or column zero), when the theorem applies to them.

    Raises:
        Rejected: it does not; the message starts with the name of the condition that fails.
    """
    plain(stack, ANY_DEPTH)
    live: list[Weights] = []
    for i, block in enumerate(stack):
        columns = list(zip(*block.down, strict=True))
        alive = [k for k, u in enumerate(block.up) if any(u) and any(columns[k])]
        if not alive:
            raise Rejected(f"(live) block {i} has no neuron whose row and column are not zero")
        _distinct(i, {k: block.rows[k] for k in alive})
        if live and (j := _unseen(block, alive, live[-1])) is not None:
            raise Rejected(
                f"(H3) block {i}, neuron {j}: W_up W_down of the block before has a zero row there"
            )
        up, down = [block.up[k] for k in alive], [[row[k] for k in alive] for row in block.down]
        live.append(Weights(up, down))
    return live


def _distinct(i: int, rows: dict[int, Sequence[Any]]) -> None:
    """(H1): the rows (u, b) are pairwise different up to sign."""
    signed = sorted(
        (tuple(row if next(filter(None, row)) > 0 else [-x for x in row]), k) for k, row in rows.items()
    )
    for (u, j), (w, k) in pairwise(signed):
        if u == w:
            raise Rejected(f"(H1) block {i}, neurons {j} and {k}: their rows are equal up to sign")


def _unseen(block: Weights, alive: list[int], below: Weights) -> int | None:
    """A neuron whose row is orthogonal to all columns of the block below: then (H3) fails."""
    columns, seen = list(zip(*below.down, strict=True)), list[list[int]]()
    for k in alive:
        u = scaled(block.up[k])[0]
        while not any(sum(map(mul, u, D)) for D in seen):  # mostly the first column is enough for all
            if len(seen) == len(columns):
                return k
            seen.append(scaled(columns[len(seen)])[0])
    return None


def least_rank(block: Weights, body: dict[str, Any], budget: Budget) -> int:
    """A lower bound of the rank of I + W_down[:,S] W_up[S,:] for all S: 1 by a tree, or by all 2^N ranks."""
    problem = Problem(block.down, block.up, {(i, i): Fraction(-1) for i in range(block.d)})
    if "tree" in body:
        refute(problem, body["tree"], budget)
        return 1
    rank_above(problem, index(body["rank"], block.d + 1, "rank") - 1, budget)
    return int(body["rank"])


def small(block: Weights) -> bool:
    """Whether the product of the Frobenius norms is below 1: then I + W_down[:,S] W_up[S,:] is invertible."""
    rows = [[scaled(r) for r in matrix] for matrix in (block.up, block.down)]
    up, down = (sum((Fraction(sum(map(mul, v, v)), m * m) for v, m in half), Fraction(0)) for half in rows)
    return up * down < 1


def total_bound(evidence: Any, stack: Stack, budget: Budget) -> int:
    """A number of neurons that each network without skips has that equals the stack on an open set."""
    live = conditions(stack)
    total = sum(b.width for b in live)
    if isinstance(evidence, dict) and "full" in evidence:
        ways = items(fields(evidence, "evidence", ("full",))["full"], "full")
        if len(ways) != len(stack) or any(way not in ("norms", "ranks") for way in ways):
            raise Malformed("full: must be norms or ranks for each block")
        for block, way in zip(live, ways, strict=True):
            if way == "norms" and not small(block):
                raise Rejected("the Frobenius norms of a block have a product of at least 1")
            if way == "ranks":
                least_rank(block, {"rank": block.d}, budget)
        return total + len(stack) * stack[0].d
    kind = "tree" if isinstance(evidence, dict) and "tree" in evidence else "rank"
    body = fields(evidence, "evidence", ("block", kind))
    i = index(body["block"], len(stack), "block")
    rank = least_rank(stack[i], body, budget)
    return total + (rank if i == 0 else min(rank, 1))


def layer_bound(evidence: Any, stack: Stack, layer: int, budget: Budget) -> int:
    """A number of neurons in that layer of each such network with one hidden layer for each block."""
    live = conditions(stack)
    kind = "tree" if isinstance(evidence, dict) and "tree" in evidence else "rank"
    body = fields(evidence, "evidence", (kind, "minors", "modulus"))
    minors = items(body["minors"], "minors")
    canonical(body["modulus"], "modulus")  # also when there is no minor to use it
    if len(minors) != len(stack) - 1 - index(layer, len(stack), "layer"):
        raise Rejected("each block after the layer needs d independent rows")
    for block, rows in zip(live[layer + 1 :], minors, strict=True):
        independent(block.up, rows, body["modulus"])
    return live[layer].width + least_rank(stack[layer], body, budget)


def independent(up: Matrix, rows: Any, modulus: Any) -> None:
    """Check that the named rows of W_up are d independent ones, by a determinant modulo p."""
    p, chosen, d = canonical(modulus, "modulus"), items(rows, "rows"), len(up[0])
    if p.denominator != 1 or p < 2 or len(chosen) != d:
        raise Rejected(f"needs d = {d} rows and a modulus >= 2")
    if not invertible([scaled(up[index(k, len(up), "rows")])[0] for k in chosen], int(p)):
        raise Rejected(f"the determinant of the rows has no inverse modulo {p}")
