"""Branching on integer forms: lattice enumeration whose every step is a step of the evidence.

At a node some forms c_j have values v_j. One more form is chosen, its range over the relaxation x in [0,1]^n
is bounded from both sides by multipliers of the equations in force, rounded and then evaluated exactly, and
one child is made for every integer in the range.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np

from symproof.absorb.lattice import EXACT, Forms, Lattice
from symproof.absorb.limits import Clock
from symproof.absorb.simplex import Floats, Minimum, independent, minimise
from symproof.absorb.system import Equation, Tree, holds, sparse, text
from symproof.kernel.trees import DEPTH_MAX

CANDIDATES = 3  # forms whose range is computed at a node
NEAR = 1e-6
BYTES = 500  # of a subset in a list
PRECISION = 20  # bits after the point of multipliers


@dataclass(frozen=True, slots=True)
class Combination:
    """A form plus Y . equations plus Z . forms in force.

    Attributes:
        Y: a multiplier an equation.
        Z: a multiplier a form in force.
        low: the least the form can be, for x in [0,1]^n.
        high: the most.
        largest: the largest coefficient in absolute value.
    """

    Y: list[Fraction]
    Z: list[Fraction]
    low: Fraction
    high: Fraction
    largest: Fraction

    def excludes(self) -> bool:
        """Whether this combination alone shows that the form takes no integer value."""
        return 2 * self.largest < 1 and floor(self.high) < ceil(self.low)

    def sides(self, equations: Sequence[Equation]) -> dict[str, Any]:
        """Y and Z as the evidence spells them."""
        result: dict[str, Any] = {"Y": sparse(zip(equations, self.Y, strict=True))}
        if any(self.Z):
            result["Z"] = [[j, text(z)] for j, z in enumerate(self.Z) if z]
        return result

    def leaf(self, equations: Sequence[Equation], modulus: int) -> Tree:
        """The leaf of this combination."""
        return {"combination": {**self.sides(equations), "modulus": text(modulus)}}


def form_bound(
    space: Lattice,
    forms: Forms,
    chosen: Sequence[tuple[int, int]],
    k: int | None,
    multipliers: Floats,
) -> Combination:
    """Form k (None: zero) minus the multipliers of the equations and of the projected forms in force.

    With c = p + w A, subtracting z p_j means subtracting z c_j and adding z w_j to the multipliers of the
    equations.
    Multipliers are rounded so that every coefficient is right to about 2^-PRECISION.
    """
    r, fine, bits = len(space.rows), forms.bits, forms.bits - EXACT + PRECISION
    Z = [-round(float(y) * (1 << PRECISION)) for y in multipliers[r:]]
    Y = [-round(float(y) * (1 << fine)) for y in multipliers[:r]]
    for z, (j, _) in zip(Z, chosen, strict=True):
        Y = [y - (z * w >> PRECISION) for y, w in zip(Y, forms.weights[j], strict=True)]
    a = [0] * len(space.rows[0])
    if k is not None:
        Y = [y - w for y, w in zip(Y, forms.weights[k], strict=True)]
        a = [c << bits for c in forms.integer[k]]
    Y, beta = [y >> fine - bits for y in Y], 0
    for y, row, value in zip(Y, space.rows, space.values, strict=True):
        a = [x + y * c for x, c in zip(a, row, strict=True)]
        beta += y * value
    for z, (j, value) in zip(Z, chosen, strict=True):
        if z:
            shifted = z << bits - PRECISION
            a = [x + shifted * c for x, c in zip(a, forms.integer[j], strict=True)]
            beta += shifted * value
    one = 1 << bits
    return Combination(
        [Fraction(y, one) for y in Y],
        [Fraction(z, 1 << PRECISION) for z in Z],
        Fraction(sum(x for x in a if x < 0) - beta, one),
        Fraction(sum(x for x in a if x > 0) - beta, one),
        Fraction(max(map(abs, a)), one),
    )


class Stuck(Exception):
    """The tree would have too many nodes or be too deep, or floats could not tell a node's point."""


class _Found(Exception):
    """A solution ends the search."""


@dataclass(frozen=True, slots=True)
class Node:
    """Forms with their values, and the same as E x = e with rows of size about 1.

    Attributes:
        chosen: (form, value) in order.
        E: the equations, then the projected forms, divided by ``sizes``.
        e: their values, divided likewise.
        sizes: one a row.
        basis: independent columns of E.
        directions: orthonormal rows that span the projected forms.
        rest: the other forms.
    """

    chosen: tuple[tuple[int, int], ...]
    E: Floats
    e: Floats
    sizes: Floats
    basis: list[int]
    directions: Floats
    rest: tuple[int, ...]


@dataclass(slots=True)
class Brancher:
    """A search through values of forms.

    Args:
        system: all equations; a candidate subset is checked on them.
        equations: the independent ones, the rows of ``space``.
        space: their integer solutions.
        forms: dual to them.
        clock: checked at every node.
        budget: most nodes.
        collect: find all solutions instead of the first; then no tree is made.
    """

    system: Sequence[Equation]
    equations: Sequence[Equation]
    space: Lattice
    forms: Forms
    clock: Clock
    budget: int
    collect: bool = False
    nodes: int = 0
    found: set[tuple[int, ...]] = field(default_factory=set)

    def run(self) -> Tree | None:
        """A tree that refutes, or None: then ``found`` has a solution, with ``collect`` all of them.

        Raises:
            Stuck: more than ``budget`` nodes are needed.
        """
        try:
            tree = self._node(self._root())
        except _Found:
            return None
        return None if self.collect else tree

    def _root(self) -> Node:
        sizes = np.array([float(max(map(abs, row))) for row in self.space.rows])
        E = np.array([[float(x) for x in row] for row in self.space.rows]) / sizes[:, None]
        e = np.array([float(v) for v in self.space.values]) / sizes
        rest = tuple(range(len(self.forms.integer)))
        return Node((), E, e, sizes, independent(E), np.zeros((0, E.shape[1])), rest)

    def _node(self, node: Node) -> Tree:
        self.nodes += 1
        self.clock.step(self.nodes, self.budget, "node")
        if self.nodes > self.budget or len(node.chosen) > DEPTH_MAX:
            raise Stuck
        if node.rest:
            return self._expand(node)
        bound = minimise(np.zeros(node.E.shape[1]), node.E, node.e, node.basis)
        if not bound.feasible:
            return self._contradiction(node, bound)
        if not self._candidate(bound):
            raise Stuck
        return {}

    def _candidate(self, bound: Minimum) -> bool:
        """Whether the minimiser is a solution; it is remembered, and ends the search for one."""
        if bound.x is None or np.abs(bound.x - np.rint(bound.x)).max() > NEAR:
            return False
        subset = tuple(int(k) for k in np.flatnonzero(bound.x > 0.5))
        if not holds(self.system, subset):
            return False
        self.found.add(subset)
        if not self.collect:
            raise _Found
        self.clock.allocate(BYTES * len(self.found), f"a list of {len(self.found)} subsets")
        return True

    def _expand(self, node: Node) -> Tree:
        """Choose the form with the fewest values among the shortest ones, and branch on it."""
        best: tuple[tuple[int, float], int, Minimum, Minimum] | None = None
        for k in self._shortest(node):
            low = minimise(self.forms.projected[k], node.E, node.e, node.basis)
            if not low.feasible:
                return self._contradiction(node, low)
            self._candidate(low)
            high = minimise(-self.forms.projected[k], node.E, node.e, low.basis)
            if not high.feasible:
                return self._contradiction(node, high)
            self._candidate(high)
            offset = float(self.forms.offsets[k] % 1)
            values = floor(offset - high.value + NEAR) - ceil(offset + low.value - NEAR) + 1
            key = values, -low.value - high.value
            if best is None or key < best[0]:
                best = key, k, low, high
            if values <= 1:
                break
        if best is None:
            raise Stuck
        return self._branch(node, *best[1:])

    def _shortest(self, node: Node) -> list[int]:
        """The forms that are shortest orthogonally to the chosen ones."""
        rest = self.forms.projected[list(node.rest)]
        rest = rest - (rest @ node.directions.T) @ node.directions
        order = np.argsort(np.abs(rest).sum(axis=1), kind="stable")
        return [node.rest[int(t)] for t in order[:CANDIDATES]]

    def _branch(self, node: Node, k: int, low: Minimum, high: Minimum) -> Tree:
        lower = self._combination(node, k, low.multipliers)
        upper = self._combination(node, k, -high.multipliers)
        values = range(ceil(lower.low), floor(upper.high) + 1)
        if not values:
            for single in (lower, upper):
                if single.excludes():
                    return single.leaf(self.equations, 1)
        middle = (low.value - high.value) / 2 + float(self.forms.offsets[k])
        children: list[Tree] = [{}] * len(values)
        parent = self._child(node, k, low.basis)
        for value in sorted(values, key=lambda v: abs(v - middle)):
            e = float(value - self.forms.offsets[k]) / parent.sizes[-1]
            chosen = (*node.chosen, (k, value))
            child = Node(chosen, parent.E, np.append(node.e, e), *_tail(parent))
            children[value - values.start] = self._node(child)
        form = [[i, text(c)] for i, c in enumerate(self.forms.integer[k]) if c]
        sides = {"lower": lower.sides(self.equations), "upper": upper.sides(self.equations)}
        return {"branch": {"form": form, **sides}, "children": children}

    def _child(self, node: Node, k: int, basis: list[int]) -> Node:
        """The node with one more form in force, its value still open."""
        p = self.forms.projected[k]
        size = float(np.abs(p).max())
        E = np.vstack([node.E, p / size])
        fresh = p - (p @ node.directions.T) @ node.directions
        directions = np.vstack([node.directions, fresh / np.linalg.norm(fresh)])
        residual = E[-1] - np.linalg.solve(node.E[:, basis].T, E[-1, basis]) @ node.E
        residual[basis] = 0
        wider = [*basis, int(np.argmax(np.abs(residual)))]
        rest = tuple(j for j in node.rest if j != k)
        return Node(node.chosen, E, node.e, np.append(node.sizes, size), wider, directions, rest)

    def _contradiction(self, node: Node, bound: Minimum) -> Tree:
        """The leaf of multipliers that contradict the box; large multiples lose less by rounding."""
        for scale in (1.0, 2.0**12, 2.0**24):
            ray = self._combination(node, None, -scale * bound.multipliers)
            if not ray.low <= 0 <= ray.high:
                return ray.leaf(self.equations, 0)
        raise Stuck

    def _combination(self, node: Node, k: int | None, multipliers: Floats) -> Combination:
        return form_bound(self.space, self.forms, node.chosen, k, multipliers / node.sizes)


def _tail(node: Node) -> tuple[Floats, list[int], Floats, tuple[int, ...]]:
    return node.sizes, node.basis, node.directions, node.rest
