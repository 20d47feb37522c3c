"""Not absorbable examples that no single leaf refutes, whatever its combination and modulus."""

from __future__ import annotations

import random
from fractions import Fraction

from symproof.examples import draw
from symproof.examples.draw import Rows
from symproof.examples.example import Example, Request, refuted
from symproof.examples.leaves import Equations, feasible, scaled, split_tree
from symproof.examples.planted import block_of
from symproof.kernel.errors import Malformed

DEPTH = 3  # splits below one another
HALF = Fraction(1, 2)


def split(rng: random.Random, request: Request) -> Example | None:
    """Weights whose condition (3) has three half-integral solutions that no leaf gets around.

    Three groups of d neurons have the sums c_1, c_2, c_3 and three more neurons c_4, c_5, c_6, with

        c_1 = T - c_4 - c_5 + c_6,   c_2 = T - c_4 + c_5 - c_6,   c_3 = T + c_4 - c_5 - c_6,   T = -I.

    So (c_1 + c_2)/2 + c_4 = (c_1 + c_3)/2 + c_5 = (c_2 + c_3)/2 + c_6 = T: three solutions x^1, x^2, x^3 in
    [0,1]^N with entries 0, 1/2, 1, and the vectors 2 x^i restricted to the groups add up to an even vector.
    A leaf (Y, M) replaces a by a - n M with an integer vector n. Among n.x^1, n.x^2, n.x^3 one is an integer:
    twice their sum is even on the groups and on c_4, c_5, c_6 they are integers, so not all three can be
    half-odd. For that i, (a - n M).x^i = beta - M n.x^i is one of the numbers beta + tM, and it lies in
    [lo, hi], since x^i is in [0,1]^N. So the leaf is not accepted. (M = 0: n = 0.)

    Args:
        rng: random numbers.
        request: N >= 3d + 3.
    """
    d, n = request.d, request.width
    if n < 3 * d + 3:
        raise Malformed(f"an example that needs a split has N >= 3d + 3 = {3 * d + 3} here, found {n}")
    found = _groups(rng, request)
    if found is None:
        return None
    up, down = found
    more = draw.rows(rng, d, n - len(up), request.bound, up)
    up, down = [*up, *more], [*down, *(draw.vector(rng, d, request.bound) for _ in more)]
    points = _points(d, n)
    order = rng.sample(range(n), n)
    up, down = [up[k] for k in order], [down[k] for k in order]
    points = tuple(tuple(point[k] for k in order) for point in points)
    equations = Equations.of(up, down, draw.identity(d, -1))
    if feasible(equations):
        return None
    tree = split_tree(equations, DEPTH, equations.combinations())
    if tree is None:
        return None
    if "combination" in tree:
        raise ArithmeticError("a leaf was found where none exists")
    why = (
        "three half-integral points of [0,1]^N solve (3) and no leaf excludes all three: whatever integers "
        "it subtracts, one of them stays a solution; so a proof must split"
    )
    return refuted(block_of(request, up, down), scaled(tree, request.gap), why, points)


def _groups(rng: random.Random, request: Request) -> tuple[Rows, Rows] | None:
    """The 3d + 3 neurons, the groups first."""
    d, small = request.d, min(request.bound, 2)
    frames = [draw.unimodular(rng, d, rng.randint(0, 2 * d)) for _ in range(3)]
    up: Rows = [row for U, _ in frames for row in U]
    if d == 1:  # one neuron a group: any integers do, c_i = p q with q = 1 would be one class
        return _on_a_line(rng, request)
    if draw.largest(up) > request.bound or len({draw.line(row) for row in up}) < 3 * d:
        return None
    single = draw.rows(rng, d, 3, request.bound, up)
    columns = [draw.vector(rng, d, small) for _ in single]
    down: Rows = []
    for signs, (_, inverse) in zip(SIGNS, frames, strict=True):
        left = draw.identity(d, -1)
        for sign, p, q in zip(signs, columns, single, strict=True):
            left = draw.minus(left, [-sign * x for x in p], q)
        down += draw.transposed(draw.times(left, inverse))
    down += columns
    return (up + single, down) if all(any(p) for p in down) else None


def _on_a_line(rng: random.Random, request: Request) -> tuple[Rows, Rows] | None:
    """d = 1: six numbers c_k = p_k q_k, the q_k different divisors up to sign."""
    c = [rng.choice((1, -1)) * rng.randint(1, 4 * request.bound) for _ in range(3)]
    sums = [-1 + sum(s * x for s, x in zip(signs, c, strict=True)) for signs in SIGNS]
    up: Rows = []
    down: Rows = []
    for value in [*sums, *c]:
        taken = {abs(w[0]) for w in up}
        divisors = [q for q in range(1, abs(value) + 1) if value % q == 0 and q not in taken]
        if not divisors:
            return None
        q = rng.choice(divisors)
        up.append([q])
        down.append([value // q])
    return up, down


SIGNS = ((-1, -1, 1), (-1, 1, -1), (1, -1, -1))  # of c_4, c_5, c_6 in c_1, c_2, c_3


def _points(d: int, n: int) -> tuple[tuple[Fraction, ...], ...]:
    """The three half-integral solutions."""
    result = []
    for extra, pair in enumerate(((0, 1), (0, 2), (1, 2))):
        point = [Fraction(0)] * n
        for group in pair:
            point[group * d : (group + 1) * d] = [HALF] * d
        point[3 * d + extra] = Fraction(1)
        result.append(tuple(point))
    return tuple(result)
