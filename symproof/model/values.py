"""The value of a block at a point: Fractions where sigma takes rational values there, else enclosures."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from symproof.kernel import activations as table
from symproof.kernel.linear import product
from symproof.reader.numbers import Number, fraction
from symproof.reader.weights import Weights


def values(weights: Weights, name: str, x: Sequence[Number], bits: int) -> list[Any]:
    """M x + W_down sigma(W_up x + b_up) + b_down: d Fractions, or d balls that contain the values.

    Args:
        weights: the block.
        name: sigma, canonical.
        x: d exact numbers.
        bits: working precision of the enclosures.

    >>> [str(y) for y in values(Weights([[1]], [[2]], "relu"), "relu", [3], 64)]
    ['9']
    """
    point = [[value] for value in x]
    skipped = _plus(product(weights.M, point), weights.b_down)
    inner = _plus(product(weights.up, point), weights.b_up)
    hidden = _hidden(name, inner)
    if hidden is None:
        return _enclosed(weights, name, skipped, inner, bits)
    outer = product(weights.down, [[h] for h in hidden])
    return [m + y for m, (y,) in zip(skipped, outer, strict=True)]


def _plus(column: list[list[Fraction]], bias: Sequence[Number] | None) -> list[Fraction]:
    """The entries of a column, with the bias added where there is one."""
    entries = [x for (x,) in column]
    return entries if bias is None else [x + fraction(b) for x, b in zip(entries, bias, strict=True)]


def _hidden(name: str, inner: list[Fraction]) -> list[Fraction] | None:
    """sigma of every entry, when all of these values are found to be rational."""
    act = table.activation(name)
    if act.homogeneous:  # left of 0 the slope is gap - 1 when it is 1 on the right; abs has -1
        return [z if z > 0 else (act.gap - 1) * z for z in inner]
    from symproof.activations.catalogue import activation

    sigma = activation(name)
    found = [value for z in inner if (value := sigma.exact(z)) is not None]
    return found if len(found) == len(inner) else None


def _enclosed(
    weights: Weights, name: str, skipped: list[Fraction], inner: list[Fraction], bits: int
) -> list[Any]:
    """Balls that contain the entries of skipped + W_down sigma(inner)."""
    from flint import ctx

    from symproof.activations.catalogue import activation
    from symproof.functions.enclosure import ball

    sigma = activation(name)
    with ctx.workprec(bits):
        hidden = [sigma.enclose(z, bits) for z in inner]
        rows = zip(skipped, weights.down, strict=True)
        return [
            sum((ball(fraction(w)) * h for w, h in zip(row, hidden, strict=True)), ball(m)) for m, row in rows
        ]
