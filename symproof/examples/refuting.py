"""Not absorbable examples, one kind for each argument that a leaf can make.

In each, W_down[:,S] W_up[S,:] = -I/c has a solution in a larger set than {0,1}^N, given as a point, so that
no simpler kind of certificate exists: a rational solution rules out "inconsistent", one in [0,1]^N rules out
M = 0 ("bound" too), one in integers as well leaves only a lattice argument.
"""

from __future__ import annotations

import random
from fractions import Fraction
from operator import mul

from flint import fmpz_mat

from symproof.examples import draw
from symproof.examples.draw import Rows, Vector
from symproof.examples.example import Example, Request, refuted
from symproof.examples.leaves import Equations, Tree, feasible, scaled
from symproof.examples.planted import arranged, block_of
from symproof.kernel.errors import Malformed

Point = tuple[Fraction, ...]


def _form(p: Vector, Y: Rows, q: Vector) -> int:
    """p^T Y q, the coefficient that the combination Y gives to the neuron (p, q)."""
    return sum(x * sum(y * z for y, z in zip(row, q, strict=True)) for x, row in zip(p, Y, strict=True))


def _leaf(Y: Rows, M: int) -> Tree:
    entries = [[i, j, str(y)] for i, row in enumerate(Y) for j, y in enumerate(row) if y]
    return {"combination": {"Y": entries, "modulus": str(M)}}


def _combination(rng: random.Random, d: int, modulus: int) -> Rows:
    """A matrix Y with two or three entries 1 or -1, its trace not 0 (modulo ``modulus`` unless 0)."""
    while True:
        Y = [[0] * d for _ in range(d)]
        for place in rng.sample(range(d * d), min(d * d, rng.choice((2, 2, 3)))):
            Y[place // d][place % d] = rng.choice((1, -1))
        trace = sum(Y[i][i] for i in range(d))
        if trace % modulus if modulus else trace:
            return Y


def _wide_enough(request: Request) -> None:
    if request.width < request.d:
        raise Malformed(f"this kind needs N >= d, found N = {request.width}, d = {request.d}")


def _closed(
    rng: random.Random, request: Request, goal: Rows, accept: draw.Accept | None, double: int | None = None
) -> tuple[Rows, Rows] | None:
    """N neurons with sum of all columns times rows equal to ``goal``, each accepted.

    Args:
        rng: random numbers.
        request: the sizes.
        goal: d x d.
        accept: a condition on (column, row).
        double: a coordinate in which all rows are even, or None; then the goal is even there.
    """
    d, n = request.d, request.width
    _wide_enough(request)
    U, inverse = draw.unimodular(rng, d, rng.randint(0, 2 * d))
    if draw.largest(U) > request.bound:
        return None
    up = draw.rows(rng, d, n - d, request.bound, U)
    if double is not None:
        up, U = ([[x * (2 if j == double else 1) for j, x in enumerate(w)] for w in part] for part in (up, U))
    drawn = draw.columns(rng, up, request.bound, goal, accept)
    if drawn is None:
        return None
    left = [[x // 2 if j == double else x for j, x in enumerate(row)] for row in drawn[1]]
    last = draw.transposed(draw.times(left, inverse))
    if not all(any(p) and (accept is None or accept(p, q)) for p, q in zip(last, U, strict=True)):
        return None
    order = rng.sample(range(n), n)
    rows, columns = [*up, *U], [*drawn[0], *last]
    return [rows[k] for k in order], [columns[k] for k in order]


def _done(
    request: Request, found: tuple[Rows, Rows], tree: Tree, why: str, point: Fraction | None
) -> Example:
    points = () if point is None else ((point,) * request.width,)
    return refuted(block_of(request, *found), scaled(tree, request.gap), why, points)


def solved(m: int) -> str:
    """The point that solves (3), for the reason in words."""
    return f"x = (1/{m}, ..., 1/{m}) solves (3)"


def inconsistent(rng: random.Random, request: Request) -> Example | None:
    """A combination Y of the equations with all coefficients 0 and right side not 0: none over Q."""
    d = request.d
    if d < 2:
        raise Malformed("one equation with nonzero coefficients is consistent: this kind needs d >= 2")
    Y = _combination(rng, d, 0)
    up = draw.rows(rng, d, request.width, request.bound)
    down = []
    for q in up:
        v = [sum(y * z for y, z in zip(row, q, strict=True)) for row in Y]
        i, j = rng.sample(range(d), 2)
        p = [0] * d
        p[i], p[j] = v[j], -v[i]
        p = draw.vector(rng, d, request.bound) if not any(v) else p
        if not any(p):
            p[i] = 0 if v[i] else 1
            p[j] = 0 if v[j] else 1
        if not any(p) or _form(p, Y, q):
            return None
        factor = rng.choice((1, -1))
        down.append([factor * x for x in p])
    why = "a combination of the equations (3) reads 0 = a nonzero number: no solution over Q"
    return _done(request, (up, down), _leaf(Y, 0), why, None)


def bound(rng: random.Random, request: Request) -> Example | None:
    """All column.row >= 0, while their sum over S is the trace of -I/c; d of the neurons add up to +I/c."""
    d, n = request.d, request.width
    _wide_enough(request)
    found = arranged(rng, request, [tuple(range(d))], draw.identity(d))
    if found is None:
        return None
    up, down = found
    down = [[-x for x in p] if sum(map(mul, p, q)) < 0 else p for p, q in zip(down, up, strict=True)]
    order = rng.sample(range(n), n)
    point = tuple(Fraction(-1 if k < d else 0) for k in order)
    block = block_of(request, [up[k] for k in order], [down[k] for k in order])
    why = "the trace of (3): numbers >= 0 add up to one below 0; a rational solution needs some x_k < 0"
    return refuted(block, scaled(_leaf(draw.identity(d), 0), request.gap), why, (point,))


def integrality(rng: random.Random, request: Request) -> Example | None:
    """One coordinate of all rows is even, so one equation of (3) reads even = odd; x = 1/2 solves all."""
    d = request.d
    j = rng.randrange(d)
    found = _closed(rng, request, draw.identity(d, -2), None, double=j)
    Y = [[int(a == b == j) for b in range(d)] for a in range(d)]
    why = f"equation ({j}, {j}) of (3), times c, has even coefficients and right side -1; {solved(2)}"
    return found and _done(request, found, _leaf(Y, 2), why, Fraction(1, 2))


def modular(rng: random.Random, request: Request) -> Example | None:
    """A combination of several equations is 0 modulo 2 or 3 on the left and not on the right."""
    d = request.d
    if d < 2:
        raise Malformed("a combination of several equations needs d >= 2")
    m = rng.choice((2, 3))
    Y = _combination(rng, d, m)
    found = _closed(rng, request, draw.identity(d, -m), lambda p, q: _form(p, Y, q) % m == 0)
    why = f"a combination of the equations (3), times c, is contradictory modulo {m}; {solved(m)}"
    return found and _done(request, found, _leaf(Y, m), why, Fraction(1, m))


def lattice(rng: random.Random, request: Request) -> Example | None:
    """Solvable in [0,1]^N and in integers, not in {0,1}^N: one leaf with small coefficients modulo M."""
    d = request.d
    if request.width <= d * d:
        raise Malformed(
            f"half-integral and integral solutions need N > d^2 = {d * d}, found N = {request.width}"
        )
    found = _closed(rng, request, draw.identity(d, -2), None)
    if found is None:
        return None
    equations = Equations.of(*found, draw.identity(d, -1))
    if not in_lattice(equations):
        return None
    tree = equations.leaf(range(2, 25))
    if tree is None:
        return None
    if feasible(equations):
        raise ArithmeticError("a leaf was found for equations with a solution")
    why = (
        "(3) is solved by x = (1/2, ..., 1/2) and by an integer vector, so neither bounds nor divisibility "
        "refute it; a combination with small coefficients modulo M does"
    )
    return _done(request, found, tree, why, Fraction(1, 2))


def in_lattice(equations: Equations) -> bool:
    """Whether the equations have a solution in integers: the target is in the lattice of the columns."""
    basis = fmpz_mat([[int(x) for x in column] for column in equations.columns.T]).hnf()
    left = [int(t) for t in equations.target]
    for i in range(basis.nrows()):
        row = [int(basis[i, j]) for j in range(basis.ncols())]
        pivot = next((j for j, x in enumerate(row) if x), None)
        if pivot is not None:
            quotient = left[pivot] // row[pivot]
            left = [x - quotient * y for x, y in zip(left, row, strict=True)]
    return not any(left)
