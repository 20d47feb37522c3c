"""Whether a residual-free MLP of a given width exists, without classes, normal forms or subsets.

ReLU, d = 1: V_up only matters through the signs of its entries; each pattern of signs is a linear system.
ReLU, d = 2, at most two neurons: on a sample of rays each neuron is on or off; for each pattern the equations
at the sample are linear in the products Z_j = V_j v_j, which must have rank at most 1, v_j in its pattern.
Analytic sigma, d = 1: the Taylor coefficients are polynomial equations, decided by a Groebner basis.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cmp_to_key
from itertools import combinations_with_replacement, product
from typing import Any

import sympy

Point = tuple[Fraction, Fraction]
Rows = Sequence[Sequence[Any]]
POWERS = (1, 2, 4, 6, 8, 10)  # of the Taylor coefficients compared
Found = tuple[list[list[Fraction]], list[list[Fraction]]] | None  # V_up, V_down
Linear = list[tuple[list[Fraction], Fraction]]  # equations a.z = b


def relu_map(up: Rows, down: Rows, skip: Rows, x: Sequence[Fraction]) -> list[Fraction]:
    """M x + W_down ReLU(W_up x)."""
    h = [max(sum((Fraction(a) * b for a, b in zip(w, x, strict=True)), Fraction(0)), Fraction(0)) for w in up]
    return [
        sum((Fraction(a) * b for a, b in zip(D, h, strict=True)), Fraction(0))
        + sum((Fraction(a) * b for a, b in zip(M, x, strict=True)), Fraction(0))
        for D, M in zip(down, skip, strict=True)
    ]


def exists_on_a_line(up: Rows, down: Rows, skip: Rows, width: int) -> bool:
    """ReLU, d = 1: for each choice of v_j in {1, -1, 0} solve for the V_j at x = 1 and x = -1."""
    right = [relu_map(up, down, skip, [Fraction(s)])[0] for s in (1, -1)]
    for v in product((1, -1, 0), repeat=width):
        system = [
            ([Fraction(max(s * t, 0)) for t in v], value) for s, value in zip((1, -1), right, strict=True)
        ]
        if solution_space(system, width) is not None:
            return True
    return False


def exists_in_the_plane(up: Rows, down: Rows, skip: Rows, width: int) -> bool:
    """ReLU, d = 2, width 0, 1 or 2: some pattern of the sample has a solution.

    True is confirmed by V itself: both maps are linear between the kinks of V and of W, and are compared on
    rays that determine them. False needs no confirmation: every pattern was excluded.
    """
    rays = sample(up)
    values = [relu_map(up, down, skip, x) for x in rays]
    patterns = list(half_planes(rays))
    for chosen in combinations_with_replacement(patterns, width):
        found = fitted(rays, values, chosen)
        if found is not None:
            if not _same(up, down, skip, found):
                raise ArithmeticError(f"the sample is too coarse for {up}, {down}, {skip}")
            return True
    return False


def sample(up: Rows) -> list[Point]:
    """Rays in order of angle: the kinks of W, the axes, and three more between each two neighbours."""
    rays = {(Fraction(c), Fraction(s)) for c, s in ((1, 0), (0, 1), (-1, 0), (0, -1))}
    for a, b in up:
        if a or b:
            scale = abs(a) + abs(b)
            rays |= {(Fraction(-b, scale), Fraction(a, scale)), (Fraction(b, scale), Fraction(-a, scale))}
    order = sorted(rays, key=cmp_to_key(_by_angle))
    full = []
    for x, y in zip(order, order[1:] + order[:1], strict=True):
        full += [x, *((x[0] * s + y[0] * t, x[1] * s + y[1] * t) for s, t in ((3, 1), (1, 1), (1, 3)))]
    return full


def _by_angle(x: Point, y: Point) -> int:
    upper = [p[1] > 0 or (p[1] == 0 and p[0] > 0) for p in (x, y)]
    if upper[0] != upper[1]:
        return -1 if upper[0] else 1
    cross = x[0] * y[1] - x[1] * y[0]
    return -1 if cross > 0 else int(cross < 0)


def half_planes(rays: list[Point]) -> Iterator[tuple[tuple[bool, ...], tuple[Point, Point]]]:
    """The patterns "on" of a row v over the rays, each with the cone of the v that have it.

    Rays on the boundary count as off or on alike: ReLU is 0 there either way. Two normals bound the cone.
    """
    normals = sorted({n for x in rays for n in ((-x[1], x[0]), (x[1], -x[0]))}, key=cmp_to_key(_by_angle))
    distinct = [n for k, n in enumerate(normals) if k == 0 or _by_angle(normals[k - 1], n)]
    for lo, hi in zip(distinct, distinct[1:] + distinct[:1], strict=True):
        inside = (lo[0] + hi[0], lo[1] + hi[1])
        yield tuple(x[0] * inside[0] + x[1] * inside[1] > 0 for x in rays), (lo, hi)


def fitted(
    rays: list[Point],
    values: list[list[Fraction]],
    chosen: Sequence[tuple[tuple[bool, ...], tuple[Point, Point]]],
) -> Found:
    """V_up and V_down with these patterns that fit the sample, or None when there are none."""
    n = len(chosen)
    systems: list[Linear] = [
        [
            ([c if on[t] else Fraction(0) for on, _ in chosen for c in x], values[t][i])
            for t, x in enumerate(rays)
        ]
        for i in (0, 1)
    ]
    rows = [solution_space(system, 2 * n) for system in systems]
    if any(row is None for row in rows):
        return None
    (base0, kernel), (base1, _) = rows
    return _rank_one(chosen, base0, base1, kernel)


def _rank_one(
    chosen: Sequence[tuple[tuple[bool, ...], tuple[Point, Point]]],
    base0: list[Fraction],
    base1: list[Fraction],
    kernel: list[list[Fraction]],
) -> Found:
    """Z_j of rank at most 1 with its row space in the cone, among base + kernel."""
    n = len(chosen)
    if not kernel:
        up, down = [], []
        for j, (_, cone) in enumerate(chosen):
            top, bottom = base0[2 * j : 2 * j + 2], base1[2 * j : 2 * j + 2]
            if top[0] * bottom[1] != top[1] * bottom[0]:
                return None
            row = top if any(top) else bottom
            if not any(row):
                row, V = list(_inner(cone)), (Fraction(0), Fraction(0))
            else:
                at = 0 if row[0] else 1
                V = (top[at] / row[at], bottom[at] / row[at])
                if not _inside(row, cone):
                    row, V = [-x for x in row], (-V[0], -V[1])
                if not _inside(row, cone):
                    return None
            up.append(row)
            down.append(V)
        return up, [[V[i] for V in down] for i in (0, 1)]
    if n == 2 and chosen[0][0] == chosen[1][0]:
        total = [[base[t] + base[2 + t] for t in (0, 1)] for base in (base0, base1)]
        return _two_rows(chosen[0][1], total)
    return _touching(chosen, base0, base1, kernel)


def _two_rows(cone: tuple[Point, Point], total: list[list[Fraction]]) -> Found:
    """Any 2 x 2 matrix is V_0 v_0 + V_1 v_1 for the two edges of the cone."""
    (a, b), (c, e) = cone
    det = a * e - b * c
    down = [[(x * e - y * c) / det, (-x * b + y * a) / det] for x, y in total]
    return [[a, b], [c, e]], down


def _touching(
    chosen: Sequence[tuple[tuple[bool, ...], tuple[Point, Point]]],
    base0: list[Fraction],
    base1: list[Fraction],
    kernel: list[list[Fraction]],
) -> Found:
    """A family is left: the rank conditions as polynomials; an inconsistent ideal excludes the pattern."""
    s = sympy.symbols(f"s0:{len(kernel)}")
    t = sympy.symbols(f"t0:{len(kernel)}")
    z0 = [_q(b) + sum(_q(k[c]) * u for k, u in zip(kernel, s, strict=True)) for c, b in enumerate(base0)]
    z1 = [_q(b) + sum(_q(k[c]) * u for k, u in zip(kernel, t, strict=True)) for c, b in enumerate(base1)]
    minors = [sympy.expand(z0[2 * j] * z1[2 * j + 1] - z0[2 * j + 1] * z1[2 * j]) for j in range(len(chosen))]
    if sympy.groebner([m for m in minors if m != 0] or [sympy.Integer(0)], *s, *t).exprs == [1]:
        return None
    raise NotImplementedError("a family of matrices of rank one")


def _q(x: Fraction) -> Any:
    return sympy.Rational(x.numerator, x.denominator)


def _inner(cone: tuple[Point, Point]) -> Point:
    return cone[0][0] + cone[1][0], cone[0][1] + cone[1][1]


def _inside(v: Sequence[Fraction], cone: tuple[Point, Point]) -> bool:
    """Whether v lies in the closed cone between lo and hi (an angle below pi)."""
    lo, hi = cone
    return lo[0] * v[1] - lo[1] * v[0] >= 0 and v[0] * hi[1] - v[1] * hi[0] >= 0


def solution_space(system: Linear, n: int) -> tuple[list[Fraction], list[list[Fraction]]] | None:
    """One solution and a basis of the homogeneous ones, or None."""
    rows = [[*a, b] for a, b in system]
    pivots: list[int] = []
    for j in range(n):
        at = next((k for k in range(len(pivots), len(rows)) if rows[k][j]), None)
        if at is None:
            continue
        top = len(pivots)
        rows[top], rows[at] = rows[at], [*rows[top]]
        rows[top] = [x / rows[top][j] for x in rows[top]]
        for k in range(len(rows)):
            if k != top and rows[k][j]:
                rows[k] = [x - rows[k][j] * y for x, y in zip(rows[k], rows[top], strict=True)]
        pivots.append(j)
    if any(row[n] for row in rows[len(pivots) :]):
        return None
    free = [j for j in range(n) if j not in pivots]
    one = [rows[pivots.index(j)][n] if j in pivots else Fraction(0) for j in range(n)]
    kernel = [
        [-rows[pivots.index(j)][f] if j in pivots else Fraction(j == f) for j in range(n)] for f in free
    ]
    return one, kernel


def _same(up: Rows, down: Rows, skip: Rows, V: tuple[Rows, Rows]) -> bool:
    """Equality on the rays of all kinks of both, the axes, and between: there both maps are linear."""
    zero = [[0, 0], [0, 0]]
    return all(relu_map(up, down, skip, x) == relu_map(V[0], V[1], zero, x) for x in sample([*up, *V[0]]))


def exists_by_taylor(
    up: Sequence[int], down: Sequence[int], skip: Fraction, width: int, terms: int = 5
) -> bool:
    """d = 1, sigma(z) = z/2 + sum of e_2k z^2k with every e_2k != 0 for k >= 1: does a V of this width exist?

    With rows v_j and columns y_j the equations are sum y_j v_j = sum D_k w_k + 2 M and, for k = 1, 2, ...,
    sum y_j v_j^(2k) = sum D_k w_k^(2k). Their ideal is all iff there is none, even over the complex numbers.
    """
    v, y = sympy.symbols(f"v0:{width}"), sympy.symbols(f"y0:{width}")
    right = [sum((Fraction(D) * w**p for D, w in zip(down, up, strict=True)), Fraction(0)) for p in POWERS]
    right[0] += 2 * skip
    system = [
        sum(b * a**p for a, b in zip(v, y, strict=True)) - _q(value)
        for p, value in zip(POWERS, right, strict=True)
    ]
    if width == 0:
        return not any(right)
    return bool(sympy.groebner(system, *y, *v, order="grevlex").exprs != [1])
