"""Symbols and small exact weights that several statements share."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Matrix


def vector(name: str, size: int) -> Matrix:
    """The column (name1, ..., name<size>) of symbols."""
    return Matrix(size, 1, [sympy.Symbol(f"{name}{i + 1}") for i in range(size)])


def grid(name: str, rows: int, columns: int) -> Matrix:
    """The rows x columns matrix of symbols name_ij."""
    return Matrix(rows, columns, lambda i, j: sympy.Symbol(f"{name}{i + 1}_{j + 1}"))


def column(*entries: Any) -> Matrix:
    """The column with these entries; as a multiplier it says in which equations a hypothesis is used."""
    return Matrix(list(entries))


# A block with d = 2, N = 3 and W_down[:,S] W_up[S,:] = -I for S = {0, 1}: the smallest absorbable kind.
# Neurons are counted from 0, here and in every example, as on the command line.
UP = ((1, 0), (1, 1), (1, -1))
DOWN = ((-1, 0, 2), (1, -1, 3))
FLIPPED = ((-1, 0), (-1, -1), (1, -1))
IDENTITY = ((1, 0), (0, 1))
