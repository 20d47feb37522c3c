"""Two ReLU blocks: the search for the points that show that only flips of the blocks compute them.

Nothing found here is believed: the kernel computes every bend again.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from itertools import chain, islice, pairwise
from typing import Any

from flint import fmpq, fmpq_mat

from symproof.absorb.limits import Clock, Limits
from symproof.kernel.bends import Bend, Direction, Layer, Pair, applied, bend, direction, dot
from symproof.kernel.errors import Rejected

Point = list[Fraction]
SOME = 8  # points on each hyperplane, for a matching
DRAWS = 300  # of a point on a hyperplane, for one cherry
STEPS = 30  # of a bisection
ROUNDS = 12  # of half circles, for one chain


def text(x: Point) -> list[str]:
    """A point as a certificate spells it."""
    return [str(value) for value in x]


def rigidity(pair: Pair, clock: Clock) -> dict[str, Any] | None:
    """The points of `kernel.bends.rigid`: cherries, and chains or, for d = 2, rays; None when none are found.

    Args:
        pair: the two blocks.
        clock: of the whole search.

    Source: Theorem A3 and Lemmas 3 and 4 of the paper's section on depth (SOUNDNESS.md, section 9).
    """
    d, rng = len(pair[0].up[0]), random.Random("rigidity")
    if d == 2:
        rays = _rays(pair)
        around = {k: [x for x, b in _bends(pair, rays) if b.neuron == k] for k in _neurons(pair)}
        first, second = (_cherries(pair, i, lambda k, i=i: iter(around[i, k])) for i in (0, 1))  # type: ignore[misc]
        more: dict[str, Any] = {"rays": [text(x) for x in rays]}
    else:
        first = _cherries(pair, 0, lambda k: _drawn(pair, k, rng, clock))
        found = {j: _chain(pair, j, rng, clock) for j in range(len(pair[1].up))} if first else {}
        second = _cherries(pair, 1, lambda j: iter(found.get(j) or _on_line(pair, j, rng, clock)))
        spanning = _spanning(pair[1], [j for j, points in found.items() if points])
        if len(spanning) < d:
            return None
        more = {"chains": [[j, [text(x) for x in found[j] or ()]] for j in spanning]}
    if first is None or second is None:
        return None
    return {"first": first, "second": second, **more}


@dataclass(frozen=True, slots=True)
class Edge:
    """A bend, and a point where it is."""

    point: Point
    bend: Bend


def edges(pair: Pair, clock: Clock | None = None) -> list[Edge]:
    """Bends of the pair, one for each edge of its graph that was found; for d = 2 that is each."""
    rng, clock = random.Random("bends"), clock or Clock(Limits())
    points: Iterable[Point]
    if len(pair[0].up[0]) == 2:
        points = _rays(pair)
    else:
        first = (x for k in range(len(pair[0].up)) for x in islice(_drawn(pair, k, rng, clock), SOME))
        second = (x for j in range(len(pair[1].up)) for x in islice(_on_line(pair, j, rng, clock), SOME))
        points = chain(first, second)
    found: dict[tuple[Direction, Direction], Edge] = {}
    for x, b in _bends(pair, points):
        found.setdefault((b.left, b.right), Edge(x, b))
    return list(found.values())


def matching(pair: Pair, clock: Clock) -> list[list[str]]:
    """Points with pairwise different left and right directions, as many as `edges` allows."""
    found = {(e.bend.left, e.bend.right): e.point for e in edges(pair, clock)}
    neighbours: dict[Direction, list[Direction]] = {}
    for left, right in found:
        neighbours.setdefault(left, []).append(right)
    chosen: dict[Direction, Direction] = {}

    def augment(left: Direction, seen: set[Direction]) -> bool:
        for right in neighbours[left]:
            if right not in seen:
                seen.add(right)
                if right not in chosen or augment(chosen[right], seen):
                    chosen[right] = left
                    return True
        return False

    for left in neighbours:
        augment(left, set())
    return [text(found[left, right]) for right, left in chosen.items()]


def _neurons(pair: Pair) -> list[tuple[int, int]]:
    return [(i, k) for i in (0, 1) for k in range(len(pair[i].up))]


def _bends(pair: Pair, points: Iterable[Point]) -> Iterator[tuple[Point, Bend]]:
    """The points that are bends."""
    for x in points:
        try:
            yield x, bend(pair, x)
        except Rejected:
            continue


def _cherries(pair: Pair, i: int, points: Callable[[int], Iterator[Point]]) -> list[list[list[str]]] | None:
    """Two bends of each neuron of block i, all directions different; None when a neuron has none."""
    try:
        other = [direction(c) for c in pair[1].columns] if i == 0 else [direction(u) for u in pair[0].up]
    except Rejected:
        return None
    used, cherries = set(other), []
    if len(used) < len(other):
        return None
    for k in range(len(pair[i].up)):
        two: list[Point] = []
        for x, b in _bends(pair, points(k)):
            end = b.right if i else b.left
            if b.neuron == (i, k) and end not in used:
                used.add(end)
                two.append(x)
                if len(two) == 2:
                    break
        if len(two) < 2:
            return None
        cherries.append([text(x) for x in two])
    return cherries


def _orthogonal(u: Point, rng: random.Random) -> Point:
    """A random point with u.x = 0; u is not 0."""
    at = next(i for i, x in enumerate(u) if x)
    x = [Fraction(rng.randint(-50, 50)) for _ in u]
    x[at] -= dot(u, x) / u[at]
    return x


def _drawn(pair: Pair, k: int, rng: random.Random, clock: Clock) -> Iterator[Point]:
    """Random points where neuron k of block 0 is 0."""
    for _ in range(DRAWS if any(pair[0].up[k]) else 0):
        clock.check()
        yield _orthogonal(pair[0].up[k], rng)


def _on_line(pair: Pair, j: int, rng: random.Random, clock: Clock) -> Iterator[Point]:
    """Random points where neuron j of block 1 is 0, as far as block 0 reaches them."""
    for _ in range(DRAWS // 4 if any(pair[1].up[j]) else 0):
        clock.check()
        x = _before(pair[0], _orthogonal(pair[1].up[j], rng))
        if x is not None:
            yield x


def _before(layer: Layer, y: Point) -> Point | None:
    """A point that block 0 sends to y, by Newton's method on the pieces; None when it does not arrive."""
    x, d = y, len(y)
    right = fmpq_mat(d, 1, [fmpq(v.numerator, v.denominator) for v in y])
    for _ in range(60):
        signs, J, _ = applied(layer, x)
        try:
            new = fmpq_mat(d, d, [fmpq(v.numerator, v.denominator) for row in J for v in row]).solve(right)
        except ZeroDivisionError:
            return None
        x = [Fraction(int(v.p), int(v.q)) for v in new.entries()]
        if applied(layer, x)[0] == signs:
            return x
    return None


def _chain(pair: Pair, j: int, rng: random.Random, clock: Clock) -> list[Point] | None:
    """Points of `kernel.bends.chain` for neuron j of block 1: half circles in the hyperplane, pulled back."""
    if not any(pair[1].up[j]):
        return None
    for _ in range(ROUNDS):
        clock.check()
        chain = _half_circle(pair, _orthogonal(pair[1].up[j], rng), _orthogonal(pair[1].up[j], rng))
        found = [b for _, b in _bends(pair, chain)]
        if len(found) < len(chain) or any(b.neuron != (1, j) for b in found):
            continue
        if found and all(len({b.signs[k] for b in found}) == 2 for k in range(len(pair[0].up))):
            return chain
    return None


def _half_circle(pair: Pair, a: Point, b: Point) -> list[Point]:
    """Points from a to -a by way of b, pulled back through block 0, one sign changed from each to the next.

    Empty when two signs change at one place, or a point is not reached.
    """

    def at(r: Fraction) -> Point | None:
        y = [-2 * r * p + (1 - r * r) * q for p, q in zip(a, b, strict=True)]
        x = _before(pair[0], y)
        return None if x is None or 0 in applied(pair[0], x)[0] else x

    chain, last = [at(Fraction(-1))], Fraction(-1)
    todo = [(Fraction(i, 7), 0) for i in range(7, -7, -1)]
    while todo:
        r, depth = todo[-1]
        x, before = at(r), chain[-1]
        if x is None or before is None or depth > STEPS:
            return []
        changed = sum(s != t for s, t in pairwise_signs(pair[0], before, x))
        if changed > 1:
            todo.append(((r + last) / 2, depth + 1))
            continue
        if changed:
            chain.append(x)
        last = r
        todo.pop()
    return [x for x in chain if x is not None]


def pairwise_signs(layer: Layer, x: Point, y: Point) -> Iterator[tuple[int, int]]:
    """The signs of each neuron of the layer at two points."""
    return zip(applied(layer, x)[0], applied(layer, y)[0], strict=True)


def _spanning(layer: Layer, among: list[int]) -> list[int]:
    """The first neurons among these whose rows are independent."""
    chosen: list[int] = []
    for j in among:
        rows = [layer.up[k] for k in (*chosen, j)]
        flat = [fmpq(v.numerator, v.denominator) for row in rows for v in row]
        if fmpq_mat(len(rows), len(rows[0]), flat).rank() == len(rows):
            chosen.append(j)
    return chosen


def _rays(pair: Pair) -> list[Point]:
    """d = 2: rays in cyclic order, at least four, between which F is linear."""
    rays = _sorted([*_lines(pair[0].up), *_lines([[Fraction(1), Fraction(0)], [Fraction(0), Fraction(1)]])])
    found = list(rays)
    for x, y in pairwise([*rays, rays[0]]):
        _, J, _ = applied(pair[0], [p + q for p, q in zip(x, y, strict=True)])
        pulled = [[dot(u, c) for c in zip(*J, strict=True)] for u in pair[1].up]
        found += [z for z in _lines(pulled) if _cross(x, z) > 0 and _cross(z, y) > 0]
    return _sorted(found)


def _lines(rows: list[Point]) -> list[Point]:
    """The two rays on which each row is 0."""
    return [[s * -u[1], s * u[0]] for u in rows if any(u) for s in (1, -1)]


def _cross(x: Point, y: Point) -> Fraction:
    return x[0] * y[1] - x[1] * y[0]


def _sorted(rays: list[Point]) -> list[Point]:
    """The rays counterclockwise from the first axis on, each once."""

    def upper(x: Point) -> bool:
        return x[1] > 0 or (x[1] == 0 and x[0] > 0)

    def compare(x: Point, y: Point) -> int:
        if upper(x) != upper(y):
            return -1 if upper(x) else 1
        return -1 if _cross(x, y) > 0 else int(_cross(x, y) < 0)

    ordered = sorted(rays, key=cmp_to_key(compare))
    return [x for x, y in pairwise([*ordered, ordered[0]]) if len(ordered) == 1 or compare(x, y)]
