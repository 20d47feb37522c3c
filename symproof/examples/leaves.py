"""Trees with small numbers for small problems: all small combinations, and splits where none works."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symproof.kernel.trees import children

Tree = dict[str, Any]
Ints = NDArray[np.int64]

MODULI = 24  # moduli that are tried for a combination
GRID = 20_000  # combinations that are tried; random ones when there are more


@dataclass(frozen=True, slots=True)
class Equations:
    """sum_k x_k a_k = t, x_k in {0, 1}: integer vectors a_k = p_k q_k and t, d^2 entries each.

    Args:
        columns: d^2 x n.
        target: d^2.
        free: the names of the unknowns, one a column.
    """

    columns: Ints
    target: Ints
    free: tuple[int, ...]

    @classmethod
    def of(cls, up: list[list[int]], down: list[list[int]], target: list[list[int]]) -> Equations:
        """The equations of W_down[:,S] W_up[S,:] = target; ``down`` lists the columns of W_down."""
        flat = [[x * y for x in p for y in q] for p, q in zip(down, up, strict=True)]
        return cls(
            np.array(flat, dtype=np.int64).T, np.array(target, dtype=np.int64).ravel(), tuple(range(len(up)))
        )

    def fix(self, position: int, value: int) -> Equations:
        """The equations with one unknown given."""
        rest = [k for k in range(len(self.free)) if k != position]
        target = self.target - value * self.columns[:, position]
        return Equations(self.columns[:, rest], target, tuple(self.free[k] for k in rest))

    def combinations(self, seed: int = 0) -> Ints:
        """Combinations of the equations, one a row, by the size of their entries."""
        places = len(self.target)
        reach = next((r for r in (3, 2, 1) if (2 * r + 1) ** places <= GRID), 0)
        if reach:
            grid = np.array(list(product(range(-reach, reach + 1), repeat=places)), dtype=np.int64)
        else:
            rng = np.random.default_rng(seed)
            grid = rng.integers(-1, 2, size=(GRID, places)) * (rng.random((GRID, places)) < 4 / places)
        order = np.argsort(np.abs(grid).sum(axis=1), kind="stable")
        return grid[order]

    def leaf(self, moduli: range = range(MODULI + 1), combinations: Ints | None = None) -> Tree | None:
        """A leaf that refutes the equations, modulus as small as possible, or None when none was found."""
        grid = self.combinations() if combinations is None else combinations
        a, beta = grid @ self.columns, grid @ self.target
        for m in moduli:
            centred = a if not m else a - m * ((2 * a + m) // (2 * m))
            lo, hi = np.minimum(centred, 0).sum(axis=1), np.maximum(centred, 0).sum(axis=1)
            reached = beta if not m else beta + m * -((beta - lo) // m)  # the least beta + t m >= lo
            good = np.flatnonzero((reached > hi) | (reached < lo))
            if len(good):
                return self._leaf(grid[good[0]], m)
        return None

    def _leaf(self, combination: Ints, m: int) -> Tree:
        d = round(len(self.target) ** 0.5)
        Y = [[k // d, k % d, str(int(y))] for k, y in enumerate(combination) if y]
        return {"combination": {"Y": Y, "modulus": str(m)}}


def split_tree(equations: Equations, depth: int, combinations: Ints) -> Tree | None:
    """A tree of splits, at most ``depth`` deep, whose ends are leaves; None when none was found."""
    leaf = equations.leaf(combinations=combinations)
    if leaf is not None or not depth:
        return leaf
    for position in _promising(equations):
        zero = split_tree(equations.fix(position, 0), depth - 1, combinations)
        if zero is not None:
            one = split_tree(equations.fix(position, 1), depth - 1, combinations)
            if one is not None:
                form = [[equations.free[position], "1"]]
                return {"branch": {"form": form, "lower": {}, "upper": {}}, "children": [zero, one]}
    return None


def _promising(equations: Equations) -> Iterator[int]:
    """Unknowns with the largest coefficients first."""
    weight = np.abs(equations.columns).sum(axis=0)
    yield from (int(k) for k in np.argsort(-weight, kind="stable")[:4])


def scaled(tree: Tree, gap: Any) -> Tree:
    """The tree for the equations divided by ``gap``: every combination multiplied by it."""
    if "combination" in tree:
        body = tree["combination"]
        return {"combination": {**body, "Y": [[i, j, str(int(y) * gap)] for i, j, y in body["Y"]]}}
    return {**tree, "children": [scaled(child, gap) for child in children(tree)]}


def feasible(equations: Equations) -> bool:
    """Whether some 0/1 vector solves the equations, by exhaustion of two halves."""
    n = equations.columns.shape[1]
    half = n // 2
    left = _sums(equations.columns[:, :half])
    right = equations.target - _sums(equations.columns[:, half:])
    known = set(map(bytes, np.ascontiguousarray(left)))
    return any(bytes(row) in known for row in np.ascontiguousarray(right))


def _sums(columns: Ints) -> Ints:
    sums = np.zeros((1, columns.shape[0]), dtype=np.int64)
    for column in columns.T:
        sums = np.vstack([sums, sums + column])
    return sums
