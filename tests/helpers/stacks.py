"""Random stacks with a known answer, and the answer by running through all subsets."""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

from symproof.kernel.linear import product, rref
from symproof.model.block import Block


def solves(block: Block, S: Sequence[int]) -> bool:
    """Whether W_down[:,S] W_up[S,:] = -I."""
    return not any(map(any, block.residual(S)))


def solution(block: Block) -> tuple[int, ...] | None:
    """The first S that solves (3), all of them tried."""
    sizes = range(block.d, block.width + 1)
    return next((S for n in sizes for S in combinations(range(block.width), n) if solves(block, S)), None)


def rows(rng: random.Random, n: int, d: int, most: int = 4) -> list[list[int]]:
    """n rows of d integers, none of them 0, no two equal or opposite."""
    found: list[list[int]] = []
    while len(found) < n:
        row = [rng.randint(-most, most) for _ in range(d)]
        if any(row) and row not in found and [-x for x in row] not in found:
            found.append(row)
    return found


def turned(matrix: Sequence[Sequence[Fraction | int]]) -> list[list[Fraction | int]]:
    """The transposed matrix."""
    return [list(column) for column in zip(*matrix, strict=True)]


def inverse(matrix: Sequence[Sequence[int]]) -> list[list[Fraction]] | None:
    """The inverse of a square matrix; None when there is none."""
    d = len(matrix)
    reduced, pivots = rref([[*row, *(int(i == j) for j in range(d))] for i, row in enumerate(matrix)])
    return [row[d:] for row in reduced] if pivots == list(range(d)) else None


def absorbable(rng: random.Random, d: int, n: int, activation: str, most: int = 4) -> Block:
    """A block with W_down[:,S] W_up[S,:] = -I for d of its neurons, in a random place."""
    while True:
        up = rows(rng, n, d, most)
        back = inverse(up[:d])
        if back is not None:
            break
    columns: list[list[Fraction | int]] = [[-x for x in column] for column in turned(back)]
    columns += rows(rng, n - d, d, most)
    order = rng.sample(range(n), n)
    block = Block([up[k] for k in order], turned([columns[k] for k in order]), activation)
    assert solves(block, [order.index(k) for k in range(d)])
    return block


def generic(rng: random.Random, d: int, n: int, activation: str, most: int = 4) -> Block:
    """A block with rows different up to sign and columns that are not 0, mostly without a solution of (3)."""
    return Block(rows(rng, n, d, most), turned(rows(rng, n, d, most)), activation)


def not_absorbable(rng: random.Random, d: int, n: int, activation: str, most: int = 4) -> Block:
    """A generic block without a solution of (3)."""
    while solution(block := generic(rng, d, n, activation, most)) is not None:
        pass
    return block


def unseen(below: Block, block: Block) -> bool:
    """Whether (H3) fails: a row of W_up of the block is orthogonal to all columns of the one below."""
    return not all(map(any, product(block.W_up, below.W_down)))


def least_rank(block: Block) -> int:
    """The least rank of I + W_down[:,S] W_up[S,:], by all S."""
    every = (S for n in range(block.width + 1) for S in combinations(range(block.width), n))
    return min(len(rref(block.residual(S))[1]) for S in every)


def row_rank(block: Block) -> int:
    """The rank of W_up."""
    return len(rref(block.W_up)[1])
