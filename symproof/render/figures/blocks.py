"""Exact blocks that the pictures show when none is given, and how to read a block for drawing."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from symproof.activations.catalogue import activation
from symproof.errors import Malformed
from symproof.model.block import Block
from symproof.model.display import spelt
from symproof.reader.numbers import Matrix, Number, fraction

# d = 2, N = 6: S = {0, 2, 3, 5} solves (3) and no other set does
ABSORBED = Block(
    [[1, 1], [-1, 1], [1, 0], [-1, 2], [2, 1], [0, 1]],
    [[-1, 1, 1, 1, 1, -1], [-1, -1, 2, 1, 2, -2]],
)
# the same with one entry of W_down changed, in a neuron of S: off by one row
NEAR_MISS = Block(
    [[1, 1], [-1, 1], [1, 0], [-1, 2], [2, 1], [0, 1]],
    [[-1, 1, 1, 1, 1, -1], [-1, -1, "5/2", 1, 2, -2]],
)
DRAWN = 10**9  # entries up to it, and down to its inverse, are drawn
SAMPLES = 2000


def drawable(block: Block, what: str, plane: bool = True) -> None:
    """Check that a picture can show a block.

    Raises:
        Malformed: its dimension is not 2 though the picture is one of the plane, it has biases, or an entry
            is too large or too small for a drawing with floats.
    """
    if plane and block.d != 2:
        raise Malformed(f"{what} is drawn for d = 2, found d = {block.d}")
    if block.weights.b_up is not None:
        raise Malformed(f"{what} is drawn for blocks without biases, found b_up")
    entries = (
        abs(fraction(x)) for M in (block.W_up, block.W_down, block.weights.M) for row in M for x in row
    )
    if not all(Fraction(1, DRAWN) <= x <= DRAWN for x in entries if x):
        raise Malformed(f"{what} is drawn with floats, and an entry is too large or too small for that")


def floats(rows: Matrix) -> list[list[float]]:
    """Entries for drawing only; nothing is decided with them."""
    return [[float(Fraction(*x.as_integer_ratio())) for x in row] for row in rows]


def ink(name: str, reach: float) -> Callable[[Any], Any]:
    """sigma for drawing on [-reach, reach]: enclosures at `SAMPLES` points, joined by straight lines."""
    import numpy

    act = activation(name)
    nodes = [
        Fraction(k, SAMPLES) * Fraction(reach).limit_denominator(1000) * 2
        for k in range(-SAMPLES // 2, SAMPLES // 2 + 1)
    ]
    values = [float(act.enclose(z).mid()) for z in nodes]
    places = [float(z) for z in nodes]
    return lambda z: numpy.interp(z, places, values)


def set_text(S: tuple[int, ...]) -> str:
    """The set in braces."""
    return "{" + ", ".join(map(str, S)) + "}"


def rows_text(rows: Matrix) -> str:
    """A matrix in a sentence: ((1, 0), (5/2, -1))."""
    return "(" + ", ".join(f"({', '.join(str(fraction(x)) for x in row)})" for row in rows) + ")"


def short(x: Number) -> str:
    """An entry as a label: exact, or rounded and marked so when it is long."""
    return spelt(x).replace("-", "\u2212")


def entry(x: Fraction) -> str:
    """An exact entry with a real minus sign."""
    return str(x).replace("-", "\u2212")
