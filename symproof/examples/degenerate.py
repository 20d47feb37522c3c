"""Examples that break a hypothesis: degenerate weights with the right verdict, and each statement sharp."""

from __future__ import annotations

import random
from dataclasses import replace

from symproof.absorb.decide import find_subset
from symproof.absorb.least_width import least_width
from symproof.examples import draw
from symproof.examples.draw import Rows
from symproof.examples.example import Example, Request, absorbed, decided
from symproof.examples.planted import absorbable, block_of
from symproof.kernel.errors import Malformed
from symproof.model.block import Block
from symproof.verdict import Verdict

HOLDS = "(3) holds on the kernel of that row, no S solves (3)"


def _needs(condition: bool, text: str) -> None:
    if not condition:
        raise Malformed(text)


def _partial(rng: random.Random, request: Request, n: int) -> tuple[Rows, Rows] | None:
    """n neurons in different classes, the first of them arbitrary, with (3) true on the kernel of its row.

    The first d rows form a unimodular U and the columns 1, ..., d-1 are those of -U^-1, so with
    S = {1, ..., d-1} the sum over S is -I plus a column times row 0.
    """
    d = request.d
    _needs(n >= d, f"this kind needs N > d, found N = {request.width}, d = {d}")
    U, inverse = draw.unimodular(rng, d, rng.randint(0, 2 * d))
    if draw.largest(U) > request.bound:
        return None
    up = [*U, *draw.rows(rng, d, n - d, request.bound, U)]
    down = [[-x for x in column] for column in draw.transposed(inverse)]
    down = [draw.vector(rng, d, request.bound), *down[1:]]
    down += [draw.vector(rng, d, request.bound) for _ in range(n - d)]
    return up, down


def _shuffled(rng: random.Random, request: Request, up: Rows, down: Rows) -> Block:
    order = rng.sample(range(len(up)), len(up))
    return block_of(request, [up[k] for k in order], [down[k] for k in order])


def _without_subset(block: Block, why: str) -> Example | None:
    """An absorbable example for which (3) has no solution: Theorem 4's condition alone would say no."""
    if isinstance(find_subset(block), tuple):
        return None
    return decided(block, Verdict.ABSORBABLE, why)


def collinear(rng: random.Random, request: Request) -> Example | None:
    """Two rows of one class: the class's linear part is free, absorbable although (3) has no solution."""
    found = _partial(rng, request, request.width - 1)
    if found is None:
        return None
    up, down = found
    factor = rng.choice((-1, 2, -2)) if request.conic else -1
    up, down = [*up, [factor * x for x in up[0]]], [*down, draw.vector(rng, request.d, request.bound)]
    why = f"two rows are one class, whose linear part two neurons can choose; {HOLDS}"
    return _without_subset(_shuffled(rng, request, up, down), why)


def zero_column(rng: random.Random, request: Request) -> Example | None:
    """A zero column of W_down frees its neuron, which doubles another class."""
    found = _partial(rng, request, request.width - 1)
    if found is None:
        return None
    up, down = found
    more = draw.rows(rng, request.d, 1, request.bound, up)
    why = f"the neuron with the zero column is free and doubles another class; {HOLDS}"
    return _without_subset(_shuffled(rng, request, [*up, *more], [*down, [0] * request.d]), why)


def zero_row(rng: random.Random, request: Request) -> Example | None:
    """A zero row of W_up computes 0 when sigma(0) = 0, and its neuron is free."""
    _needs(
        not request.sigma.constant,
        f"{request.activation}(0) is not 0: a zero row is a class of its own and frees nothing",
    )
    found = _partial(rng, request, request.width - 1)
    if found is None:
        return None
    up, down = [*found[0], [0] * request.d], [*found[1], draw.vector(rng, request.d, request.bound)]
    why = f"the neuron with the zero row computes 0 and doubles another class; {HOLDS}"
    return _without_subset(_shuffled(rng, request, up, down), why)


def degenerate_not(rng: random.Random, request: Request) -> Example | None:
    """Two rows of one class, and still not absorbable: the least width exceeds N."""
    d, n = request.d, request.width
    _needs(d >= 2 and n >= 2, f"this kind needs d >= 2 and N >= 2, found d = {d}, N = {n}")
    up = draw.rows(rng, d, n - 1, request.bound)
    up.append([-x for x in up[0]])
    down = [draw.vector(rng, d, request.bound) for _ in up]
    why = "two rows are one class, and no sign of the other classes makes (3) true on the kernel of that row"
    return decided(_shuffled(rng, request, up, down), Verdict.NOT_ABSORBABLE, why)


def even(rng: random.Random, request: Request) -> Example | None:
    """An even activation: linear gap 0."""
    _needs(request.activation == "abs", f"this kind is for abs, found {request.activation}")
    up = draw.rows(rng, request.d, request.width, request.bound) if request.d > 1 else [[1]] * request.width
    down = [draw.vector(rng, request.d, request.bound) for _ in up]
    block = Block(up, draw.transposed(down), "abs")
    return decided(
        block, Verdict.NOT_ABSORBABLE, "|z| is even, so no MLP of it has a linear part, and x is one"
    )


def sharp_degree(rng: random.Random, request: Request) -> Example | None:
    """Proposition 1 without k != 1: ReLU is homogeneous of degree 1, and with (3) it absorbs."""
    _needs(request.activation == "relu", f"this kind is about relu, found {request.activation}")
    example = absorbable(rng, request)
    why = "ReLU(l z) = l ReLU(z): degree k = 1, the one degree Proposition 1 excludes; (3) holds for S"
    return example and replace(example, why=why)


def sharp_skip(rng: random.Random, request: Request) -> Example | None:
    """Propositions 1 and 2 without M != 0: V = W."""
    up = draw.rows(rng, request.d, request.width, request.bound)
    down = [draw.vector(rng, request.d, request.bound) for _ in up]
    block = block_of(request, up, down, [[0] * request.d for _ in range(request.d)])
    return absorbed(block, (), "the skip is 0, so V = W, with S empty")


def sharp_rows(rng: random.Random, request: Request) -> Example | None:
    """Theorem 4 without non-collinear rows: d opposed pairs, absorbable although (3) has no solution."""
    d = request.d
    _needs(request.width == 2 * d, f"this kind has N = 2d = {2 * d} neurons, found {request.width}")
    U, _ = draw.unimodular(rng, d, rng.randint(0, d))
    up = [[s * x for x in u] for u in U for s in (1, -1)]
    down = [draw.vector(rng, d, request.bound) for _ in up]
    why = "the rows are d opposed pairs: each pair's linear part is free, so any linear map can be added"
    return _without_subset(block_of(request, up, down), why)


def sharp_dimension(rng: random.Random, request: Request) -> Example | None:
    """Corollary 5 without d >= 2: for ReLU with d = 1 and N >= 2 every W is absorbable."""
    _needs(request.d == 1 and request.width >= 2 and request.conic and request.gap != 0,
           "this kind has d = 1, N >= 2 and a conic activation with linear gap not 0")  # fmt: skip
    up = [draw.vector(rng, 1, request.bound) for _ in range(request.width)]
    down = [draw.vector(rng, 1, request.bound) for _ in up]
    why = "on a line two neurons compute every function with one kink at 0"
    return _without_subset(block_of(request, up, down), why)


def sharp_rank(rng: random.Random, request: Request) -> Example | None:
    """Proposition 8 (i) without rank d: rows in a subspace, least width more than N + d."""
    d, n = request.d, request.width
    _needs(d >= 3 and n <= 5, f"this kind needs d >= 3 and N <= 5, found d = {d}, N = {n}")
    plane = draw.rows(rng, 2, n, request.bound)
    U, _ = draw.unimodular(rng, d, d)
    up = draw.times([[*w, *[0] * (d - 2)] for w in plane], U)
    block = block_of(request, up, [draw.vector(rng, d, request.bound) for _ in up])
    width = least_width(block)
    if not (width.exact and width.lower > n + d):
        return None
    why = f"the rows span a plane; the least width is {width.lower} > N + d = {n + d}"
    return decided(block, Verdict.NOT_ABSORBABLE, why)


def sharp_size(rng: random.Random, request: Request) -> Example | None:
    """The size of S is at least d: d - 1 neurons get all of -I right but a matrix of rank one."""
    d = request.d
    _needs(
        d >= 2 and request.width == d - 1,
        f"this kind has N = d - 1 = {d - 1} neurons and d >= 2, found {request.width}",
    )
    found = _partial(rng, request, d)
    if found is None:
        return None
    block = block_of(request, found[0][1:], found[1][1:])
    why = "the sum over the d - 1 neurons is -I/c plus a matrix of rank one; rank d is out of their reach"
    return decided(block, Verdict.NOT_ABSORBABLE, why)


def sharp_width(rng: random.Random, request: Request) -> Example | None:
    """Proposition 8: width N + d suffices, no smaller one does."""
    d, n = request.d, request.width
    _needs(2 <= d <= 3 and n <= 5, f"this kind needs d = 2 or 3 and N <= 5, found d = {d}, N = {n}")
    up = draw.rows(rng, d, n, request.bound)
    block = block_of(request, up, [draw.vector(rng, d, request.bound) for _ in up])
    width = least_width(block)
    if not (width.exact and width.lower == n + d):
        return None
    return decided(block, Verdict.NOT_ABSORBABLE, f"the least width is exactly N + d = {n + d}")
