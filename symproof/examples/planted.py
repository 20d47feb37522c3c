"""Absorbable examples with a planted S, and near misses."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction

from symproof.examples import draw
from symproof.examples.draw import Rows, Vector
from symproof.examples.example import Example, Request, absorbed, decided
from symproof.kernel.errors import Malformed
from symproof.model.block import Block
from symproof.verdict import Verdict

BEST_OF = 12  # draws, the one with the smallest numbers is kept


def block_of(request: Request, up: Rows, down: Rows, T: Rows | None = None) -> Block:
    """The block whose condition (3) reads sum_{k in S} down[k] up[k] = T, T = -I by default.

    Args:
        request: names the activation; with linear gap c the columns are divided by c, and the skip is -T.
        up: N rows.
        down: the N columns of W_down, for gap 1.
        T: d x d integers.
    """
    scaled = [[Fraction(x) / request.gap for x in row] for row in draw.transposed(down)]
    skip = None if T is None else [[-x for x in row] for row in T]
    return Block(up, scaled, request.activation, skip)


def chosen(rng: random.Random, request: Request) -> tuple[int, ...]:
    """The S to plant: the one asked for, or a random one of the size asked for, by default d or a few more.

    Raises:
        Malformed: it is not a set of at least d of the N neurons.
    """
    d, n = request.d, request.width
    S = request.subset
    if S is None:
        size = request.size if request.size is not None else min(n, d + rng.randint(0, 2))
        if not d <= size <= n:
            raise Malformed(f"the size of S must be from d = {d} to N = {n}, found {size}")
        S = tuple(sorted(rng.sample(range(n), size)))
    if len(set(S)) != len(S) or not all(0 <= k < n for k in S) or len(S) < d:
        raise Malformed(f"S must be at least d = {d} distinct neurons from 0 to {n - 1}, found {list(S)}")
    return tuple(sorted(S))


def plant(rng: random.Random, request: Request, sizes: list[int], T: Rows) -> tuple[Rows, Rows] | None:
    """Rows and columns for groups of neurons of these sizes, each group with sum column times row = T.

    In each group d rows form a unimodular matrix U and the last columns are (T - the others) U^-1.
    """
    d = request.d
    up: Rows = []
    down: Rows = []
    for size in sizes:
        U, inverse = draw.unimodular(rng, d, rng.randint(0, 2 * d))
        if d == 1 and request.bound > 1:  # a unit cannot be avoided twice on a line
            U = inverse = [[rng.choice((1, -1))]] if not up else U
        if draw.largest(U) > request.bound or any(_same(u, w, d) for u in U for w in up):
            return None
        others = draw.rows(rng, d, size - d, request.bound, [*up, *U])
        drawn = draw.columns(rng, others, request.bound, T)
        if drawn is None:
            return None
        last = draw.transposed(draw.times(drawn[1], inverse))
        if not all(any(p) for p in last):
            return None
        up, down = [*up, *others, *U], [*down, *drawn[0], *last]
    return up, down


def _same(u: Vector, w: Vector, d: int) -> bool:
    return abs(u[0]) == abs(w[0]) if d == 1 else draw.line(u) == draw.line(w)


def arranged(
    rng: random.Random, request: Request, groups: list[tuple[int, ...]], T: Rows
) -> tuple[Rows, Rows] | None:
    """N neurons, each of the disjoint sets in ``groups`` planted, the others random."""
    found = plant(rng, request, [len(S) for S in groups], T)
    if found is None:
        return None
    places = [k for S in groups for k in rng.sample(S, len(S))]
    others = [k for k in range(request.width) if k not in places]
    more = draw.rows(rng, request.d, len(others), request.bound, found[0])
    columns = [draw.vector(rng, request.d, request.bound) for _ in others]
    up = dict(zip([*places, *others], [*found[0], *more], strict=True))
    down = dict(zip([*places, *others], [*found[1], *columns], strict=True))
    return [up[k] for k in range(request.width)], [down[k] for k in range(request.width)]


def _best(
    rng: random.Random, request: Request, groups: list[tuple[int, ...]], T: Rows
) -> tuple[Rows, Rows] | None:
    """The draw with the smallest numbers."""
    draws = [arranged(rng, request, groups, T) for _ in range(BEST_OF)]
    return min((x for x in draws if x), key=lambda x: (draw.largest(x[1]), draw.size(x[1])), default=None)


def absorbable(rng: random.Random, request: Request) -> Example | None:
    """(3) holds for the planted S."""
    S = chosen(rng, request)
    found = _best(rng, request, [S], draw.identity(request.d, -1))
    return found and absorbed(block_of(request, *found), S, f"(3) holds for the planted S, of size {len(S)}")


def boundary(rng: random.Random, request: Request) -> Example | None:
    """The size of S is d, the least there can be: W_down[:,S] is minus the inverse of W_up[S,:]."""
    example = absorbable(rng, replace(request, size=request.d, subset=None))
    why = f"S has d = {request.d} members, the fewest possible: W_down[:,S] = -W_up[S,:]^-1 / c"
    return example and replace(example, why=why)


def several(rng: random.Random, request: Request) -> Example | None:
    """Several disjoint sets solve (3) at once."""
    d, n, count = request.d, request.width, request.count
    if count < 1 or count * d > n or d == 1:
        raise Malformed(f"{count} disjoint sets need N >= {count * d} and d >= 2, found N = {n}, d = {d}")
    order = rng.sample(range(n), count * d)
    groups = [tuple(sorted(order[g * d : (g + 1) * d])) for g in range(count)]
    found = _best(rng, request, groups, draw.identity(d, -1))
    if found is None:
        return None
    block = block_of(request, *found)
    if any(any(map(any, block.residual(S))) for S in groups):
        raise ArithmeticError(f"not all of {groups} solve (3)")
    return absorbed(block, groups[0], f"(3) holds for each of the disjoint sets {groups}")


def converse(rng: random.Random, request: Request) -> Example | None:
    """Skip -I: the sum over S is +I/c."""
    S, T = chosen(rng, request), draw.identity(request.d)
    found = _best(rng, request, [S], T)
    why = "with skip -I the sum over S must be +I/c: V_down sigma(V_up x) - x is an MLP of the same width"
    return found and absorbed(block_of(request, *found, T), S, why)


def singular_skip(rng: random.Random, request: Request) -> Example | None:
    """A skip M without inverse: the sum over S is -M/c."""
    d, S = request.d, chosen(rng, request)
    zero = rng.randrange(d)
    T = [[-int(i == j != zero) for j in range(d)] for i in range(d)]
    found = _best(rng, request, [S], T)
    why = f"M is the identity without entry {zero}, not invertible; (3) reads W_down[:,S] W_up[S,:] = -M/c"
    return found and absorbed(block_of(request, *found, T), S, why)


def near_miss(rng: random.Random, request: Request) -> Example | None:
    """All entries of (3) hold for the planted S but one, which is off by a little."""
    d, S = request.d, chosen(rng, request)
    found = _best(rng, request, [S], draw.identity(d, -1))
    if found is None:
        return None
    up, down = found
    axis = [k for k in S if sum(map(bool, up[k])) == 1]
    if not axis:
        return None
    k, i = rng.choice(axis), rng.randrange(d)
    j = next(j for j, x in enumerate(up[k]) if x)
    block = block_of(request, up, down)
    changed = [list(row) for row in block.W_down]
    changed[i][k] += request.off / up[k][j]
    moved = Block(up, changed, request.activation)
    wrong = [(a, b) for a, row in enumerate(moved.residual(S)) for b, x in enumerate(row) if x]
    if wrong != [(i, j)] or not any(row[k] for row in changed):
        return None
    why = f"S = {list(S)} solves (3) except for entry ({i}, {j}), which is off by {request.off}"
    return decided(moved, Verdict.NOT_ABSORBABLE, why)
