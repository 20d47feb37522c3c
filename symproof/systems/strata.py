"""All solutions of X Y = T for singular T: the pieces with fixed ranks, and the irreducible components.

The pairs with rank X = a, rank Y = b, X Y = T, rank T = r are one orbit under the changes of basis of the
middle space and those at both ends that keep T: chains of two linear maps are classified by a, b and r. So
each piece is irreducible and smooth, and defined over Q. It is not empty iff r <= a, b <= min(d, s) and
a + b <= s + r (Sylvester), and lies in the closure of every piece with no smaller a and b (Abeasis and Del
Fra, J. Algebra 93, 1985). So the components are the closures of the pieces with maximal (a, b).

The dimension: im X is one of the a-spaces that contain im T, (a - r)(d - a) parameters; X maps onto it, a s;
Y is given up to ker X, of dimension s - a, by (s - a) r numbers on a complement of ker T, and on ker T by a
matrix of rank b - r with s - a rows and d - r columns, (b - r)(s - a + d - b).
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from symproof.kernel.linear import product, rref
from symproof.systems.system import Rows, System, rank


@dataclass(frozen=True, slots=True)
class Component:
    """An irreducible component of the solutions.

    Attributes:
        rank_x, rank_y: the ranks of X and Y at its generic points.
        dimension: of the component.
        point: X and Y of these ranks, rational.
    """

    rank_x: int
    rank_y: int
    dimension: int
    point: System


def ranks(d: int, s: int, r: int) -> list[tuple[int, int]]:
    """The pairs of ranks of X (d x s) and Y (s x d) with X Y of rank r.

    >>> ranks(1, 1, 0)
    [(0, 0), (0, 1), (1, 0)]
    """
    most = range(r, min(d, s) + 1)
    return [(a, b) for a in most for b in most if a + b <= s + r]


def dimension(d: int, s: int, r: int, a: int, b: int) -> int:
    """The dimension of the pairs with X Y = T, rank T = r, rank X = a, rank Y = b."""
    return (a - r) * (d - a) + a * s + (s - a) * r + (b - r) * (s - a + d - b)


def components(s: int, T: Rows) -> list[Component]:
    """The irreducible components of X Y = T, X d x s, Y s x d; none when s is less than the rank of T.

    Args:
        s: at least 1.
        T: d x d.

    Source: new.
    """
    d, r = len(T), rank(T)
    pairs = ranks(d, s, r)
    top = [(a, b) for a, b in pairs if not any((p, q) != (a, b) and p >= a and q >= b for p, q in pairs)]
    return [Component(a, b, dimension(d, s, r, a, b), point(s, T, a, b)) for a, b in top]


def point(s: int, T: Rows, a: int, b: int) -> System:
    """X and Y with X Y = T of these ranks: T = B C by its independent columns, both completed to bases."""
    d = len(T)
    C, pivots = rref(T)
    r = len(pivots)
    columns = [[Fraction(row[j]) for row in T] for j in pivots]
    columns += _beyond(columns, d)[: a - r] + [[Fraction(0)] * d] * (s - a)
    zeros = [[Fraction(0)] * d]
    rows = [*C, *zeros * (a - r), *_beyond(C, d)[: b - r], *zeros * (s - a - (b - r))]
    X = tuple(tuple(column[i] for column in columns) for i in range(d))
    Y = tuple(map(tuple, rows))
    found = System(X, Y, T)
    if product(X, Y) != [list(map(Fraction, row)) for row in T] or (rank(X), rank(Y)) != (a, b):
        raise ArithmeticError("the point of a component is not on it")
    return found


def _beyond(rows: list[list[Fraction]], d: int) -> list[list[Fraction]]:
    """Unit vectors that complete independent vectors to a basis."""
    unit = [[Fraction(int(i == j)) for j in range(d)] for i in range(d)]
    pivots = rref([list(column) for column in zip(*rows, *unit, strict=True)])[1]
    return [unit[j - len(rows)] for j in pivots if j >= len(rows)]
