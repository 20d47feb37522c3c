"""The integer instance behind an exported theorem: scaled weights, and which rows and columns it mentions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

from symproof.kernel.trees import Problem, children, combinations
from symproof.reader.numbers import Matrix, fraction
from symproof.reader.weights import Weights

ALL_MAX = 40_000  # entries of the weights that a file states in full

ASK = "; ask the verified checker: symproof check --checker rocq"


class NotExportable(Exception):
    """The certificate is right, but the Rocq development has no theorem of this form."""


@dataclass(frozen=True, slots=True)
class Integers:
    """A rational matrix as integers over one denominator."""

    rows: list[list[int]]
    denominator: int


def scale(matrix: Matrix, factor: int = 1) -> Integers:
    """The matrix over its least common denominator times ``factor``."""
    exact = [[fraction(x) for x in row] for row in matrix]
    m = factor * lcm(*{x.denominator for row in exact for x in row})
    return Integers([[int(x * m) for x in row] for row in exact], m)


@dataclass(frozen=True)
class Instance:
    """W_down on the rows I and W_up on the columns J as integers, the target -M/gap on I x J scaled alike.

    Args:
        weights: d, N, W_up, W_down, M.
        gap: sigma(z) - sigma(-z) = gap z, not 0.
        I: rows of W_down that the theorem mentions, increasing.
        J: columns of W_up and of M that it mentions, increasing.
    """

    weights: Weights
    gap: Fraction
    I: list[int]  # noqa: E741
    J: list[int]

    @cached_property
    def skip(self) -> Integers:
        """M on I x J."""
        M = self.weights.M  # built anew at each call
        return scale([[M[i][j] for j in self.J] for i in self.I])

    @cached_property
    def up(self) -> Integers:
        """The N rows of W_up, on the columns J."""
        return scale([[row[j] for j in self.J] for row in self.weights.up])

    @cached_property
    def down(self) -> Integers:
        """The N columns of W_down, on the rows I, over a denominator that makes the target integral."""
        columns = list(zip(*(self.weights.down[i] for i in self.I), strict=True))
        plain = scale(columns)
        scaled_target = [
            Fraction(plain.denominator * self.up.denominator * x, self.skip.denominator) / self.gap
            for row in self.skip.rows
            for x in row
        ]
        factor = lcm(*{x.denominator for x in scaled_target})
        return plain if factor == 1 else scale(columns, factor)

    @cached_property
    def target(self) -> list[list[int]]:
        """-M/gap on I x J, times both denominators."""
        s = Fraction(self.down.denominator * self.up.denominator, self.skip.denominator) / self.gap
        return [[int(-s * x) for x in row] for row in self.skip.rows]

    @property
    def problem(self) -> Problem:
        """Equation (3) in full, as the kernel has it."""
        entries = (
            (i, j, fraction(x)) for i, row in enumerate(self.weights.M) for j, x in enumerate(row) if x
        )
        return Problem(self.weights.down, self.weights.up, {(i, j): -x / self.gap for i, j, x in entries})

    @property
    def full(self) -> bool:
        """Whether every entry of the weights is mentioned."""
        return len(self.I) == len(self.J) == self.weights.d


def mentioned(tree: Any) -> tuple[set[int], set[int]]:
    """Rows and columns of the equations that a tree combines; exhaust nodes may use any."""
    rows: set[int] = set()
    columns: set[int] = set()
    for Y in _matrices(tree):
        rows |= {i for i, _, _ in Y}
        columns |= {j for _, j, _ in Y}
    return rows, columns


def _matrices(tree: Any) -> Iterator[list[list[Any]]]:
    for combination in combinations(tree):
        yield combination.get("Y", [])
    for child in children(tree):
        yield from _matrices(child)


def has_exhaust(tree: Any) -> bool:
    """Whether some node of the tree is an enumeration."""
    return "exhaust" in tree or any(map(has_exhaust, children(tree)))


def instance(weights: Weights, gap: Fraction, tree: Any, scope: str = "auto") -> Instance:
    """The instance of a tree: all rows and columns, or the ones it needs.

    Args:
        scope: ``all``; ``used``: the rows and columns that the tree combines, with enough more to see that no
            column of W_down is zero; ``auto``: all up to `ALL_MAX` entries of the weights.
    """
    d, N = weights.d, weights.width
    whole = list(range(d))
    if scope == "all" or (scope == "auto" and 2 * d * N <= ALL_MAX) or has_exhaust(tree):
        return Instance(weights, gap, whole, whole)
    rows, columns = mentioned(tree)
    rows, columns = rows or {0}, columns | set(range(min(d, 2)))
    for k in range(N):
        if not any(weights.down[i][k] for i in rows):
            rows.add(next((i for i in whole if weights.down[i][k]), 0))
    return Instance(weights, gap, sorted(rows), sorted(columns))
