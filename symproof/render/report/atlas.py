"""The atlas table: of all blocks of a small size with small integer entries, how many absorb their skip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from symproof.absorb.decide import decide
from symproof.model.block import Block

SIZES = ((1, 1, 2), (1, 2, 2), (2, 2, 1))  # d, N, and the largest entry
ACTIVATIONS = ("relu", "gelu")


@dataclass(frozen=True, slots=True)
class AtlasRow:
    """The verdicts on all pairs (W_up, W_down) of one size with entries from -largest to largest."""

    d: int
    N: int
    largest: int
    activation: str
    pairs: int
    absorbable: int
    not_absorbable: int
    undecided: int


def blocks(d: int, N: int, largest: int, activation: str) -> Iterator[Block]:
    """Every block of the size."""
    for cells in product(range(-largest, largest + 1), repeat=2 * d * N):
        up = [cells[k * d : (k + 1) * d] for k in range(N)]
        down = [cells[d * N + i * N : d * N + (i + 1) * N] for i in range(d)]
        yield Block(up, down, activation)


def atlas_row(d: int, N: int, largest: int, activation: str) -> AtlasRow:
    """Decide every block of the size."""
    answers = [decide(block).absorbable for block in blocks(d, N, largest, activation)]
    counts = [answers.count(answer) for answer in (True, False, None)]
    return AtlasRow(d, N, largest, activation, len(answers), *counts)


def atlas_rows() -> tuple[AtlasRow, ...]:
    """The table of the report."""
    return tuple(atlas_row(*size, name) for size in SIZES for name in ACTIVATIONS)
