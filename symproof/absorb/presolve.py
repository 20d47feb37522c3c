"""Exact presolve of small systems in plain integers: what one equation says, and the rank modulo a prime."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from symproof.absorb.system import Equation, TooLong, Tree, combined

PRIMES = (1073741789, 1073741783)  # the largest primes below 2^30: products of two residues are quick


@dataclass(slots=True)
class Rank:
    """What elimination modulo a prime says.

    Attributes:
        tree: a leaf when the system has no solution modulo the prime, or none with 0/1 coordinates.
        unique: the only solution modulo the prime, when the columns are independent and it is 0/1.
        independent: positions of a largest independent set of equations.
    """

    tree: Tree | None
    unique: tuple[int, ...] | None
    independent: list[int]


def single(system: Sequence[Equation]) -> Tree | None:
    """A leaf when some equation alone has no solution.

    Raises:
        TooLong: some equation alone has none, and no such leaf can be spelt.
    """
    unspelt: TooLong | None = None
    for equation in system:
        try:
            if (tree := equation.reason()) is not None:
                return tree
        except TooLong as error:
            unspelt = error
    if unspelt is not None:
        raise unspelt
    return None


class _Echelon:
    """Rows in echelon form modulo p, each remembered as a combination of equations."""

    def __init__(self, p: int) -> None:
        self.p = p
        self.rows: list[tuple[int, list[int]]] = []  # pivot column, row with pivot 1
        self.steps: list[tuple[int, int, list[int]]] = []  # equation, inverse of the pivot, multipliers

    def reduce(self, row: list[int]) -> tuple[list[int], list[int]]:
        """The row minus multiples of the rows so far, and the multiples."""
        p, used = self.p, list[int]()
        for pivot, other in self.rows:
            f = row[pivot] % p
            used.append(f)
            if f:
                row = [x - f * y for x, y in zip(row, other, strict=True)]
        return [x % p for x in row], used

    def add(self, position: int, pivot: int, row: list[int], used: list[int]) -> None:
        """Append a reduced row with its pivot."""
        inverse = pow(row[pivot], -1, self.p)
        self.rows.append((pivot, [x * inverse % self.p for x in row]))
        self.steps.append((position, inverse, used))

    def combination(self, used: list[int]) -> dict[int, int]:
        """Multipliers of the equations for minus the sum of used[k] times row k."""
        weights = [-f for f in used]
        result = {}
        for k in range(len(weights) - 1, -1, -1):
            position, inverse, inner = self.steps[k]
            w = weights[k] * inverse % self.p
            result[position] = w
            for t, f in enumerate(inner):
                weights[t] -= w * f
        return result


def rank(system: Sequence[Equation], p: int = PRIMES[0]) -> Rank:
    """Eliminate modulo p; the values of the equations are integers (`single` saw to it).

    Raises:
        TooLong: the system has no solution, and the leaf that says so cannot be spelt.
    """
    n = len(system[0].row) if system else 0
    echelon = _Echelon(p)
    for position, equation in enumerate(system):
        row, used = echelon.reduce([*equation.row, int(equation.value)])
        pivot = next((k for k, x in enumerate(row) if x), None)
        if pivot == n:
            y = echelon.combination(used)
            y[position] = 1
            return Rank(_modular(system, y, echelon.p), None, [])
        if pivot is not None:
            echelon.add(position, pivot, row, used)
    independent = [position for position, _, _ in echelon.steps]
    if len(independent) < n or not n:
        return Rank(None, None, independent)
    return _unique(system, echelon, independent)


def _unique(system: Sequence[Equation], echelon: _Echelon, independent: list[int]) -> Rank:
    """Read off the one solution modulo p; a leaf for the first coordinate that is not 0 or 1."""
    n = len(independent)
    x = [0] * n
    for pivot, row in reversed(echelon.rows):
        x[pivot] = (row[n] - sum(row[k] * x[k] for k in range(n) if k != pivot)) % echelon.p
    bad = next((k for k in range(n) if x[k] > 1), None)
    if bad is None:
        return Rank(None, tuple(k for k in range(n) if x[k]), independent)
    unit = [0] * (n + 1)
    unit[bad] = 1
    _, used = echelon.reduce(unit)
    y = {e: -w for e, w in echelon.combination(used).items()}
    return Rank(_modular(system, y, echelon.p), None, independent)


def _modular(system: Sequence[Equation], y: dict[int, int], p: int) -> Tree:
    half = p // 2
    return combined(((system[e], Fraction((w + half) % p - half)) for e, w in sorted(y.items())), p)
