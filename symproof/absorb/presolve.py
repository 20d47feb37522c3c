"""Exact presolve of small systems in plain integers: what one equation says, and the rank modulo a prime."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

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
