"""Two ReLU blocks: what the points at which F = f_2 o f_1 bends say of all pairs of layers that compute F.

F is linear near most points. At a *bend* it is linear on both sides of one hyperplane, with Jacobians J and
J + a b, a a column and b a row, and J invertible. Vertices [a] and [b] (vectors up to scale) joined by the
bends are a bipartite graph; n_1 + n_2 neurons are a cover of it. SOUNDNESS.md, section 9.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from operator import mul
from typing import Any

from symproof.kernel.budget import Budget
from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.levels import least_rank, plain
from symproof.kernel.linear import rref
from symproof.reader.numbers import canonical, fraction
from symproof.reader.text import entries, fields, index, items
from symproof.reader.weights import Weights, vector

Vector = Sequence[Fraction]
Direction = tuple[Fraction, ...]


@dataclass(frozen=True, slots=True)
class Layer:
    """Rows u_k and columns D_k of x + sum_k D_k relu(u_k.x)."""

    up: list[list[Fraction]]
    columns: list[list[Fraction]]


@dataclass(frozen=True, slots=True)
class Bend:
    """The neuron that is 0 at a point, [a], [b], and the signs of the neurons of block 0."""

    neuron: tuple[int, int]
    left: Direction
    right: Direction
    signs: tuple[int, ...]


Pair = tuple[Layer, Layer]


def pair_of(stack: Sequence[Weights]) -> Pair:
    """The two blocks as fractions.

    Raises:
        Rejected: the theorem is not about them; the message starts with the name of the condition that fails.
    """
    plain(stack, {"relu": False})
    if len(stack) != 2:
        raise Rejected(f"(two blocks) the theorem for relu is about two blocks, found {len(stack)}")
    halves = [[[list(map(fraction, r)) for r in m] for m in (b.up, zip(*b.down, strict=True))] for b in stack]
    return Layer(*halves[0]), Layer(*halves[1])


def pair_bound(evidence: Any, stack: Sequence[Weights], budget: Budget) -> int:
    """A number of neurons that V_2 relu(R_2 V_1 relu(R_1 x)), with R^d in between, needs for the stack."""
    pair = pair_of(stack)
    if isinstance(evidence, dict) and "matching" in evidence:
        return matching(pair, fields(evidence, "evidence", ("matching",))["matching"])
    way = "rays" if isinstance(evidence, dict) and "rays" in evidence else "chains"
    body = fields(evidence, "evidence", ("first", "second", way, "block", "tree"))
    rigid(pair, body)
    block = stack[index(body["block"], 2, "block")]
    return len(pair[0].up) + len(pair[1].up) + least_rank(block, {"tree": body["tree"]}, budget)


def dot(u: Vector, v: Vector) -> Fraction:
    """The scalar product."""
    return sum(map(mul, u, v), Fraction(0))


def direction(v: Vector) -> Direction:
    """The vector up to scale: its first nonzero entry is 1."""
    lead = next(filter(None, v), None)
    if lead is None:
        raise Rejected("a bend must have a column a and a row b that are not zero")
    return tuple(x / lead for x in v)


def applied(layer: Layer, x: Vector) -> tuple[list[int], list[list[Fraction]], list[Fraction]]:
    """At x: the signs of the neurons, the Jacobian (a neuron that is 0 counts as off), and the value."""
    z = [dot(u, x) for u in layer.up]
    on = [k for k, value in enumerate(z) if value > 0]
    axes = range(len(x))
    jacobian = [
        [sum((layer.columns[k][i] * layer.up[k][j] for k in on), Fraction(i == j)) for j in axes]
        for i in axes
    ]
    return [(value > 0) - (value < 0) for value in z], jacobian, [dot(row, x) for row in jacobian]


def bend(pair: Pair, x: Vector) -> Bend:
    """The bend at x.

    Raises:
        Rejected: not exactly one of all neurons is 0 at x, or a Jacobian beside it is singular.
    """
    first, J, y = applied(pair[0], x)
    second, K, _ = applied(pair[1], y)
    zero = [(i, k) for i, signs in enumerate((first, second)) for k, s in enumerate(signs) if not s]
    if len(zero) != 1 or any(len(rref(A)[1]) < len(x) for A in (J, K)):
        raise Rejected(f"{len(zero)} neurons are 0 at a point of a bend, or the Jacobian is singular there")
    i, k = zero[0]
    column, row = pair[i].columns[k], pair[i].up[k]
    if i:
        row = [dot(row, c) for c in zip(*J, strict=True)]
    else:
        column = [dot(r, column) for r in K]
    return Bend((i, k), direction(column), direction(row), tuple(first))


def read(pair: Pair, text: Any) -> Bend:
    """The bend at a point of the certificate."""
    return bend(pair, point(pair, text))


def point(pair: Pair, text: Any) -> list[Fraction]:
    """A point of the certificate."""
    x = [fraction(value) for value in vector(text, "point", canonical)]
    if len(x) != len(pair[0].up[0]):
        raise Malformed(f"a point must have {len(pair[0].up[0])} entries, found {len(x)}")
    return x


def matching(pair: Pair, points: Any) -> int:
    """How many bends without a common vertex there are: n_1 + n_2 is at least that."""
    found = [read(pair, x) for x in items(points, "matching")]
    if len({b.left for b in found}) < len(found) or len({b.right for b in found}) < len(found):
        raise Rejected("two bends of the matching have a vertex in common")
    return len(found)


def rigid(pair: Pair, body: dict[str, Any]) -> None:
    """Check that F = V_2 relu(R_2 V_1 relu(R_1 x)), n_1 + n_2 <= N_1 + N_2, only by flips of both blocks."""
    left, right = [direction(c) for c in pair[1].columns], [direction(u) for u in pair[0].up]
    for i, side in enumerate(("first", "second")):
        cherries = entries(body[side], 2, side)
        if len(cherries) != len(pair[i].up):
            raise Rejected(f"{side}: {len(cherries)} cherries for {len(pair[i].up)} neurons")
        for k, cherry in enumerate(cherries):
            two = [read(pair, x) for x in cherry]
            if any(b.neuron != (i, k) for b in two):
                raise Rejected(f"{side}: another neuron than {k} of block {i} is 0")
            right += [b.right for b in two] if i else []
            left += [] if i else [b.left for b in two]
    if len(set(left)) < len(left) or len(set(right)) < len(right):
        raise Rejected("the vertices of the cherries are not all different")
    if "rays" in body:
        return homeomorphism(pair, [point(pair, x) for x in items(body["rays"], "rays")])
    chains = entries(body["chains"], 2, "chains")
    for j, points in chains:
        chain(pair, index(j, len(pair[1].up), "chain"), points)
    if len(rref([pair[1].up[j] for j, _ in chains])[1]) < len(pair[0].up[0]):
        raise Rejected("the rows of the neurons with a chain do not span the space")


def chain(pair: Pair, j: int, points: Any) -> None:
    """Points where neuron j of block 1 is 0; block 0 changes one sign from one to the next, in all each."""
    found = [read(pair, x) for x in items(points, "chain")]
    if any(b.neuron != (1, j) for b in found):
        raise Rejected(f"chain {j}: another neuron is 0")
    moves = [
        {k for k, (s, t) in enumerate(zip(p.signs, q.signs, strict=True)) if s != t}
        for p, q in pairwise(found)
    ]
    if any(len(changed) != 1 for changed in moves):
        raise Rejected(f"chain {j}: not exactly one sign of block 0 changes from a point to the next")
    if len(set().union(*moves)) < len(pair[0].up):
        raise Rejected(f"chain {j}: a sign of block 0 never changes")


def homeomorphism(pair: Pair, rays: list[list[Fraction]]) -> None:
    """d = 2: F is linear between neighbouring rays, which go round once, and so do their images."""
    if len(pair[0].up[0]) != 2 or len(rays) < 3:
        raise Rejected("rays are for d = 2, at least three of them")
    images = []
    for x in rays:
        first, _, y = applied(pair[0], x)
        second, _, z = applied(pair[1], y)
        images.append((first + second, z))
    for (s, _), (t, _) in pairwise([*images, images[0]]):
        if any(a * b < 0 for a, b in zip(s, t, strict=True)):
            raise Rejected("a neuron changes its sign between two neighbouring rays")
    turned = [z for _, z in images]
    if not once(rays) or not (once(turned) or once(turned[::-1])):
        raise Rejected("the rays or their images do not go round 0 once")


def once(rays: Sequence[Vector]) -> bool:
    """Whether the rays go round 0 once, counterclockwise, by less than half a turn each."""
    steps = list(pairwise([*rays, rays[0]]))
    if any(x[0] * y[1] <= x[1] * y[0] for x, y in steps):
        return False
    upper = [y > 0 or (y == 0 and x > 0) for x, y in rays]
    return sum(b and not a for a, b in pairwise([*upper, upper[0]])) == 1
