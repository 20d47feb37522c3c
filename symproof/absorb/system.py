"""The equations of ABS(P, Q, T) as integers, what one of them says, and their rank modulo a prime.

Equation ij, sum_k P_ik Q_kj x_k = T_ij, multiplied by a rational s_ij has coprime integer coefficients;
a combination y of such integer equations is the matrix Y with Y_ij = y_ij s_ij of the evidence.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, frexp, gcd
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symproof.errors import GaveUp
from symproof.kernel.linear import PRIME
from symproof.kernel.trees import Problem
from symproof.reader.numbers import MAX_DIGITS, Matrix, Number, scaled
from symproof.reader.tensors import Tensor

Tree = dict[str, Any]
Place = tuple[int, int]  # (i, j) of the equation sum_k P_ik Q_kj x_k = T_ij

PLAIN = 20_000  # coefficients of the whole system that plain integers eliminate quickly
LARGEST = 5_000_000  # coefficients of a system that is written out in integers
PRIMES = (1073741789, 1073741783)  # the largest primes below 2^30
HUGE = 100_000  # bits of a coefficient: beyond, making a row coprime takes seconds
FINE = 32  # bits of a short bound, counted from those of a number of its size
BITS_MAX = MAX_DIGITS * 332 // 100  # at most MAX_DIGITS decimal digits: log2(10) > 3.32


@dataclass(frozen=True, slots=True)
class Equation:
    """``row . x = value``, coprime integers or all zero: equation (i, j) times ``factor / content``."""

    i: int
    j: int
    row: list[int]
    value: int | Fraction
    factor: int
    content: int

    def scaled(self, y: int | Fraction) -> int | Fraction:
        """The multiplier of equation (i, j) that is ``y`` times this one."""
        return y * self.factor if self.content == 1 else Fraction(self.factor, self.content) * y

    def reason(self) -> Tree | None:
        """A combination when this equation alone has no solution: by integrality, or by its range."""
        total, size = sum(self.row), sum(map(abs, self.row))
        if not -size <= 2 * self.value - total <= size:  # the row takes the values (total -+ size) / 2
            return combined([(self, Fraction(self.content, self.factor))], 0)
        if self.value.denominator != 1:
            return combined([(self, 1)], 1)
        return None


def shape(problem: Problem) -> tuple[int, int, int]:
    """(a, n, b): P is a x n, Q is n x b."""
    return len(problem.P), len(problem.Q), problem.columns


def equations(problem: Problem) -> list[Equation]:
    """All a b equations, the ones that say 0 = 0 left out.

    Raises:
        GaveUp: their coefficients would have more than `HUGE` bits.
    """
    b = shape(problem)[2]
    columns = [scaled(row[j] for row in problem.Q) for j in range(b)]
    result = []
    for i, entries in enumerate(problem.P):
        p, c = scaled(entries)
        for j, (q, e) in enumerate(columns):
            if _bits(p) + _bits(q) > HUGE:
                raise GaveUp(["integer equations"], f"coefficients of more than {HUGE} bits")
            row = [x * y for x, y in zip(p, q, strict=True)]
            g = gcd(*row) or 1
            if g > 1:
                row = [x // g for x in row]
            t = problem.T.get((i, j), 0)
            if t or any(row):
                result.append(Equation(i, j, row, _quotient(t, c * e, g), c * e, g))
    return result


def _quotient(t: Number, factor: int, content: int) -> int | Fraction:
    """t factor / content; an integer where it is one."""
    p, q = t.as_integer_ratio()
    whole, rest = divmod(p * factor, q * content)
    return whole if not rest else Fraction(p * factor, q * content)


def _bits(vector: list[int]) -> int:
    return max(map(int.bit_length, vector), default=0)


def longest(system: Sequence[Equation]) -> int:
    """The bits of the largest coefficient."""
    return max((abs(x).bit_length() for e in system for x in e.row), default=0)


class TooLong(Exception):
    """A number has more digits than the evidence may have."""


def text(x: int | Fraction) -> str:
    """The number as the evidence spells it."""
    if max(abs(x.numerator), x.denominator).bit_length() > BITS_MAX:
        raise TooLong
    return str(x)


def sparse(terms: Iterable[tuple[Equation, int | Fraction]]) -> list[list[Any]]:
    """The matrix Y of a combination of equations, as the evidence spells it."""
    return [[e.i, e.j, text(e.scaled(y))] for e, y in terms if y]


def combined(terms: Iterable[tuple[Equation, int | Fraction]], modulus: int | Fraction) -> Tree:
    """The tree that is one combination of equations."""
    return {"combination": {"Y": sparse(terms), "modulus": text(modulus)}}


def combination(terms: Iterable[tuple[Place, int]], modulus: int | Fraction = 0) -> Tree:
    """The tree that is one combination of the equations at these places, as they stand in the problem."""
    return {"combination": {"Y": [[i, j, text(y)] for (i, j), y in terms], "modulus": text(modulus)}}


def stored(rows: Matrix) -> NDArray[Any] | None:
    """The entries of a tensor as they stand in the file, not copied; None for another matrix."""
    if not isinstance(rows, Tensor):
        return None
    flat = np.asarray(rows.data)
    return flat.reshape(rows.columns, rows.length).T if rows.by_columns else flat.reshape(rows.length, -1)


def floats(rows: Matrix) -> NDArray[np.floating[Any]]:
    """The matrix in floats, right to a relative rounding error; that of a tensor of floats is not copied.

    Raises:
        OverflowError: an entry is beyond the normal range of binary64, and no float itself.
    """
    if (entries := stored(rows)) is not None:
        return entries if entries.dtype.kind == "f" else entries.astype(np.float64)
    result = np.array(rows, dtype=np.float64)
    smallest = np.finfo(np.float64).tiny
    for i in np.flatnonzero((np.abs(result) < smallest).any(axis=1)).tolist():
        row = rows[i]
        if Fraction in set(map(type, row)) and any(
            0 < abs(x) < smallest for x in row if isinstance(x, Fraction)
        ):
            raise OverflowError(f"an entry below {smallest}")
    return result


def packed(rows: Sequence[Sequence[int]], values: Sequence[int]) -> tuple[list[int], int]:
    """One integer an unknown and one for the right side, equal sums exactly when all equations hold.

    Every row becomes a digit in a base that exceeds twice what the row can sum to.
    """
    codes, target, base = [0] * (len(rows[0]) if rows else 0), 0, 1
    for row, value in zip(rows, values, strict=True):
        codes = [c + base * a for c, a in zip(codes, row, strict=True)]
        target += base * value
        base *= 2 * (sum(map(abs, row)) + abs(value)) + 1
    return codes, target


def holds(system: Sequence[Equation], subset: Iterable[int]) -> bool:
    """Whether the subset solves all the equations, exactly."""
    chosen = list(subset)
    return all(sum(e.row[k] for k in chosen) == e.value for e in system)


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


def rank(system: Sequence[Equation], p: int = PRIMES[0]) -> Rank:
    """The rank modulo p; the values of the equations are integers (`single` saw to it).

    The reduced echelon form of the matrix whose columns are the equations has the first independent ones as
    pivots, and says how every other one is combined of them; the values must be combined alike.

    Raises:
        TooLong: the system has no solution, and the leaf that says so cannot be spelt.
    """
    from flint import nmod_mat

    if not system:
        return Rank(None, None, [])
    values = [int(e.value) % p for e in system]
    echelon, r = nmod_mat([list(column) for column in zip(*(e.row for e in system), strict=True)], p).rref()
    rows = [list(map(int, row)) for row in echelon.tolist()[:r]]
    independent = [next(k for k, x in enumerate(row) if x) for row in rows]
    for k in sorted(set(range(len(system))) - set(independent)):
        y = {e: row[k] for e, row in zip(independent, rows, strict=True)}
        if (sum(w * values[e] for e, w in y.items()) - values[k]) % p:
            return Rank(_modular(system, {**y, k: -1}, p), None, [])
    if r < len(system[0].row):
        return Rank(None, None, independent)
    return _unique(system, independent, p)


def _unique(system: Sequence[Equation], independent: list[int], p: int) -> Rank:
    """Read off the one solution modulo p; a leaf for the first coordinate that is not 0 or 1."""
    from flint import nmod_mat

    inverse = nmod_mat([system[e].row for e in independent], p).inv()
    values = nmod_mat([[int(system[e].value)] for e in independent], p)
    x = [int(row[0]) for row in (inverse * values).tolist()]
    bad = next((k for k, v in enumerate(x) if v > 1), None)
    if bad is None:
        return Rank(None, tuple(k for k, v in enumerate(x) if v), independent)
    y = {e: int(inverse[bad, t]) for t, e in enumerate(independent)}
    return Rank(_modular(system, y, p), None, independent)


def _modular(system: Sequence[Equation], y: dict[int, int], p: int) -> Tree:
    half = p // 2
    return combined(((system[e], (w + half) % p - half) for e, w in sorted(y.items())), p)


def outward(value: float, unit: Fraction, up: bool) -> Fraction:
    """A short number a little above or below: a multiple of 2^-FINE times the power of two above ``unit``.

    >>> outward(0.1, Fraction(1), up=False) < Fraction("0.1") < outward(0.1, Fraction(1), up=True)
    True
    """
    step = Fraction(2) ** (frexp(float(unit))[1] - FINE)
    steps = Fraction(value) / step
    return step * (ceil(steps) + 1 if up else floor(steps) - 1)


def independent_rows(rows: Matrix) -> tuple[int, ...]:
    """Indices of rows that are independent modulo a prime, as many as there are; so they are over Q.

    Each row is scaled to integers first, by its own denominator. Modulo a prime the rank can only drop.
    """
    integers = [[x % PRIME for x in scaled(row)[0]] for row in rows]
    if not integers or not integers[0]:
        return ()
    import flint  # takes as long to import as a layer to decide

    reduced, rank = flint.nmod_mat([*map(list, zip(*integers, strict=True))], PRIME).rref()
    pivots, j = list[int](), 0
    for i in range(rank):
        j = next(k for k in range(j, len(integers)) if int(reduced[i, k]))
        pivots.append(j)
    return tuple(pivots)
