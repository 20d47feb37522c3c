"""A rational point where a map is not 0: by exact values where there are some, else by balls."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import count
from typing import Any

from flint import arb, ctx

from symproof.absorb.limits import Clock
from symproof.equality.difference import Layer, Map, Term
from symproof.functions.enclosure import ball, bounds, enclose
from symproof.functions.interpret import exact
from symproof.kernel.linear import product
from symproof.reader.numbers import Number, fraction

PRECISIONS = (256, 1024, 4096, 16384)  # bits: less would not be faster
RANDOM, AIMED = 6, 3  # random points; terms of the difference that points are made for
SHOWN = 20  # digits of a value
Point = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Witness:
    """A point x where two maps differ in one component.

    Attributes:
        x: rational.
        component: where they differ.
        lower, upper: rational bounds of the difference, both positive or both negative; equal when exact.
    """

    x: tuple[Fraction, ...]
    component: int
    lower: Fraction
    upper: Fraction


def values(f: Map, x: Point, bits: int) -> Iterator[Fraction] | Iterator[arb]:
    """The components of a map at a rational point: Fractions if rational arithmetic will do, else balls."""
    lifted = [[t] for t in (*x, Fraction(1))]
    inside = [_inside(layer, lifted) for layer in f.layers]
    hidden = [_hidden(layer, *own) for layer, own in zip(f.layers, inside, strict=True)]
    exactly = [h for own in hidden for h in own if h is not None]
    rows = zip(
        (row[0] for row in product(f.linear, lifted)), *(layer.down for layer in f.layers), strict=True
    )
    if len(exactly) == sum(map(len, hidden)):
        return (_sum(y, down, exactly) for y, *down in rows)
    with ctx.workprec(bits):
        balls = [
            layer.sign * enclose(layer.sigma, z, bits) * ball(v)
            for layer, own in zip(f.layers, inside, strict=True)
            for z, v in zip(*own, strict=True)
        ]
    return _balls(rows, balls, bits)


def _inside(layer: Layer, lifted: list[list[Fraction]]) -> tuple[list[Fraction], list[Fraction]]:
    """The a_k.x^ and the v_k.x^."""
    z = [row[0] for row in product(layer.rows, lifted)]
    if layer.values is None:
        return z, [Fraction(1)] * len(z)
    return z, [row[0] for row in product(layer.values, lifted)]


def _hidden(layer: Layer, inner: list[Fraction], outer: list[Fraction]) -> list[Fraction | None]:
    """sigma(a_k.x^) (v_k.x^) with the layer's sign, as far as the values are rational."""
    found = ((exact(layer.sigma, z), v) for z, v in zip(inner, outer, strict=True))
    return [None if s is None else layer.sign * s * v for s, v in found]


def _sum(first: Fraction, down: Sequence[Sequence[Number]], hidden: list[Fraction]) -> Fraction:
    entries = (fraction(c) for row in down for c in row)
    return sum((c * h for c, h in zip(entries, hidden, strict=True) if c and h), first)


def _balls(rows: Iterable[Any], hidden: list[arb], bits: int) -> Iterator[arb]:
    for first, *down in rows:
        with ctx.workprec(bits):
            pairs = zip((c for row in down for c in row), hidden, strict=True)
            total = sum((ball(fraction(c)) * h for c, h in pairs if c), ball(first))
        yield total


def witness(difference: Map, left: Sequence[Term], clock: Clock) -> Witness | None:
    """A point where a map that is not known to be 0 is not 0; None when none was found.

    Args:
        difference: of two maps.
        left: terms that it consists of, as `left_over` finds them.
        clock: asked between two values. A map of powers and kinks has such a point, and one is found.

    Raises:
        GaveUp: the time is over.
    """
    rng = random.Random(0)
    candidates = [*simple(difference.d, rng), *aimed(left, difference.d, rng)]
    for bits in PRECISIONS:
        inexact = []
        for x in candidates:
            clock.check()
            found = separated(difference, x, bits)
            if isinstance(found, Witness):
                return found
            inexact += [x] * (not found)
        candidates = inexact
    if any(term.basis.degree is None for term in left):
        return None
    for bound in count(10):  # powers and kinks that do not cancel: almost every point will do
        clock.check()
        x = tuple(Fraction(rng.randint(-bound, bound), rng.randint(1, bound)) for _ in range(difference.d))
        if isinstance(found := separated(difference, x, PRECISIONS[-1]), Witness):
            return found
    raise AssertionError("there are infinitely many bounds")


def separated(difference: Map, x: Point, bits: int) -> Witness | bool:
    """The witness at this point, when a component is not 0 there; else whether all of them are exactly 0."""
    exactly = True
    for i, y in enumerate(values(difference, x, bits)):
        if isinstance(y, Fraction):
            if y:
                return Witness(x, i, y, y)
        elif y > 0 or y < 0:
            with ctx.workprec(bits):
                return Witness(x, i, *bounds(y))
        else:
            exactly = False
    return exactly


def simple(d: int, rng: random.Random) -> Iterator[Point]:
    """The point of ones, random integers, the first axes, the origin."""
    yield (Fraction(1),) * d
    for _ in range(RANDOM):
        yield tuple(Fraction(rng.randint(-9, 9)) for _ in range(d))
    for j in range(min(d, RANDOM)):
        yield tuple(Fraction(int(i == j)) for i in range(d))
    yield (Fraction(0),) * d


def aimed(left: Sequence[Term], d: int, rng: random.Random) -> Iterator[Point]:
    """Points where a term counts: on both sides of a kink and near it, a.x^ = 1 for another phi.

    Near a point of a.x^ = 0 at which no other kink is, a map of powers and kinks is a polynomial on each side
    of a line across, and not 0 on one of them. Among more points than its degree one will do.
    """
    for term in [term for term in left if any(term.row[:d])][:AIMED]:
        for _ in range(AIMED):
            start, e = ([Fraction(rng.randint(-9, 9)) for _ in range(d)] for _ in range(2))
            height, slope = _along(term, start, e)
            if slope:
                target = 0 if term.basis.kink else 1
                foot = [y + (target - height) / slope * t for y, t in zip(start, e, strict=True)]
                steps = _steps(left, foot, e) if term.basis.kink else [Fraction(0)]
                yield from (tuple(y + s * t for y, t in zip(foot, e, strict=True)) for s in steps)


def _along(term: Term, point: Sequence[Fraction], e: Sequence[Fraction]) -> tuple[Fraction, Fraction]:
    """a.x^ at a point, and how it grows along e."""
    *row, last, m = term.row
    height = sum((a * y for a, y in zip(row, point, strict=True)), Fraction(last))
    return height / m, sum((a * y for a, y in zip(row, e, strict=True)), Fraction(0)) / m


def _steps(left: Sequence[Term], foot: Sequence[Fraction], e: Sequence[Fraction]) -> list[Fraction]:
    """Steps along e from foot to both sides that cross no other kink."""
    pairs = (_along(term, foot, e) for term in left)
    free = min((abs(height / slope) / 2 for height, slope in pairs if height and slope), default=Fraction(1))
    most = 2 + max(term.basis.degree or 0 for term in left)
    return [side * free / n for n in range(1, most + 2) for side in (1, -1)]
