"""Stacks of given sizes as a family: how many of their weights count, with skips and without.

The rank of the derivative of the Taylor coefficients on the axes (relu: of values) by the weights, at random
weights modulo a prime: at most the generic rank, and equal to it but for bad luck.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

from flint import nmod_mat

from symproof.depth.ranks import ENTRIES, PRIME, drawn
from symproof.kernel.ranks import coefficients, jets


def dimension(d: int, widths: Sequence[int]) -> int:
    """The dimension of the family without skips: outer layers, and a matrix of rank at most d between two.

    2 d (n_1 + ... + n_L) - (L - 1) d^2 when all widths are at least d.

    >>> dimension(2, [3, 3])
    20
    """
    inner = (m * n - max(0, m - d) * max(0, n - d) for m, n in pairwise(widths))
    return d * widths[0] + d * widths[-1] + sum(inner)


def residual_rank(d: int, widths: Sequence[int], name: str, series: Sequence[Fraction] | None = None) -> int:
    """How many weights of a stack of residual blocks count.

    Args:
        d: the dimension.
        widths: the numbers of neurons.
        name: gelu, gelu_tanh, silu, quick_gelu, or "series".
        series: Taylor coefficients at 0, for "series".
    """
    return _rank(d, widths, name, series, 1)


def residual_free_rank(
    d: int, widths: Sequence[int], name: str, series: Sequence[Fraction] | None = None
) -> int:
    """The same without skips; at most `dimension`."""
    return _rank(d, widths, name, series, 0)


def _rank(d: int, widths: Sequence[int], name: str, series: Sequence[Fraction] | None, skip: int) -> int:
    blocks = drawn(random.Random(f"{d} {widths}"), d, widths, ENTRIES)
    spelt = None if series is None else [str(a) for a in series]
    order = 4 * sum(widths) + 16 if series is None else len(series)
    columns = jets(blocks, coefficients(name, spelt, order, PRIME), PRIME, skip)
    rows = [[x for i in range(d) for axis in columns for x in axis[w][i]] for w in range(len(columns[0]))]
    return int(nmod_mat([[x % PRIME for x in row] for row in rows], PRIME).rank())
