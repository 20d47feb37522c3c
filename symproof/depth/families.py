"""Stacks of given sizes as a family: how many of their weights count, with skips and without.

The rank of the derivative of the Taylor coefficients on the axes (relu: of values) by the weights, at random
weights modulo a prime: at most the generic rank, and equal to it but for bad luck.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from contextlib import suppress
from fractions import Fraction
from itertools import pairwise

from flint import nmod_mat

from symproof.depth.ranks import ENTRIES, PRIME, drawn
from symproof.errors import Rejected
from symproof.kernel.ranks import coefficients, jets, values


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


def relu_share(d: int, widths: Sequence[int], scale: int, draws: int = 20) -> int:
    """At how many random weights a ReLU stack has more free values than any stack without skips.

    Args:
        d: the dimension.
        widths: the numbers of neurons.
        scale: what the drawn integers of W_down are divided by; the larger, the closer to the identity.
        draws: of weights.
    """
    bar = (2 * d - 1) * sum(widths) - 1  # parameters of a stack without skips, up to scaling
    return sum(relu_rank(d, widths, scale, seed) > bar for seed in range(draws))


def relu_rank(d: int, widths: Sequence[int], scale: int, seed: int) -> int:
    """The rank of the derivative of values of a ReLU stack by its weights, at random weights and points.

    x + W relu(U x) / scale is (scale x + W relu(U x)) / scale: the rank is that of integer weights with skip
    scale.
    """
    rng = random.Random(f"{d} {widths} {scale} {seed}")
    blocks = drawn(rng, d, widths, 9)
    columns: list[list[list[list[int]]]] = []
    while len(columns) < 4 * d * sum(widths):
        with suppress(Rejected):  # a neuron that is 0 at the point
            columns += values(blocks, [[rng.randint(-999, 999) for _ in range(d)]], PRIME, scale)
    rows = [[x for i in range(d) for point in columns for x in point[w][i]] for w in range(len(columns[0]))]
    return int(nmod_mat([[x % PRIME for x in row] for row in rows], PRIME).rank())
