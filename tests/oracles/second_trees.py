"""The trees of the second checker: every equation written out, `exhaust` without any hash."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm
from typing import Any

Vector = list[Fraction]

LIMIT = 4000
CANONICAL = re.compile(r"(0|-?[1-9][0-9]*)(?:/([1-9][0-9]*))?")


class Broken(Exception):
    """Not in the format."""


class Refused(Exception):
    """In the format, and not a proof of the claim."""


class TooMuch(Exception):
    """Beyond the work that a checker has to do by itself."""


def refutes(P: Any, Q: Any, T: Any, tree: Any) -> str:
    """The verdict on a tree for ABS(P, Q, T): a x n, n x b and a x b lists of rationals."""
    try:
        check_tree(System.of(P, Q, [[Fraction(x) for x in row] for row in T], len(T[0])), tree, 0)
    except Broken:
        return "malformed"
    except Refused:
        return "rejected"
    return "accepted"


def number(text: Any) -> Fraction:
    if not isinstance(text, str) or len(text) > 2 * LIMIT + 1 or not (found := CANONICAL.fullmatch(text)):
        raise Broken("a number")
    if any(part is not None and len(part) > LIMIT for part in found.groups()):
        raise Broken("a long number")
    p, q = int(found[1]), int(found[2] or 1)
    if found[2] and (q < 2 or gcd(p, q) != 1):
        raise Broken("lowest terms")
    return Fraction(p, q)


def index(value: Any, bound: int) -> int:
    if type(value) is not int or value < 0 or value >= bound:
        raise Broken("an index")
    return value


def keys(value: Any, needed: set[str], optional: set[str]) -> Any:
    if not isinstance(value, dict) or needed - set(value) or set(value) - needed - optional:
        raise Broken("keys")
    return value


@dataclass(frozen=True)
class System:
    """Equations a.x = beta, keyed (i, j), and the extra ones; only those of free unknowns count."""

    n: int
    size: tuple[int, int]
    grid: dict[tuple[int, int], tuple[Vector, Fraction]]
    extra: tuple[tuple[Vector, Fraction], ...]
    free: frozenset[int]

    @staticmethod
    def of(P: Any, Q: Any, T: Any, b: int) -> System:
        n = len(Q)
        grid = {
            (i, j): ([Fraction(P[i][k]) * Q[k][j] for k in range(n)], Fraction(T[i][j]))
            for i in range(len(P))
            for j in range(b)
        }
        return System(n, (len(P), b), grid, (), frozenset(range(n)))

    def put(self, k: int, value: int) -> System:
        """x_k = value."""
        grid = {at: (a, beta - value * a[k]) for at, (a, beta) in self.grid.items()}
        extra = tuple((a, beta - value * a[k]) for a, beta in self.extra)
        return System(self.n, self.size, grid, extra, self.free - {k})

    def child(self, form: Vector, value: int) -> System:
        """form.x = value in force; where it has one unknown and 0 or 1 gives this value, that is fixed."""
        extra = (*self.extra, (form, Fraction(value)))
        system = System(self.n, self.size, self.grid, extra, self.free)
        (k, *more) = [k for k, c in enumerate(form) if c] or [None]
        if k is None or more or value not in (0, form[k]):
            return system
        return system.put(k, int(value / form[k]))

    def combined(self, combo: Any) -> tuple[Vector, Fraction]:
        """The combination of equations that Y and Z name: n coefficients (0 where not free), right side."""
        picked: list[tuple[Fraction, tuple[Vector, Fraction]]] = []
        seen: set[tuple[int, ...]] = set()
        for name, size in (("Y", 3), ("Z", 2)):
            for item in _list(combo.get(name, []), size):
                bounds = self.size if name == "Y" else (len(self.extra),)
                at = tuple(index(x, bound) for x, bound in zip(item[:-1], bounds, strict=True))
                if at in seen:
                    raise Broken("an entry twice")
                seen.add(at)
                picked.append(
                    (number(item[-1]), self.grid[at[0], at[1]] if name == "Y" else self.extra[at[0]])
                )
        a = [
            sum((y * eq[0][k] for y, eq in picked), Fraction(0)) if k in self.free else Fraction(0)
            for k in range(self.n)
        ]
        return a, sum((y * eq[1] for y, eq in picked), Fraction(0))


def _list(value: Any, size: int) -> list[Any]:
    if not isinstance(value, list) or not all(isinstance(x, list) and len(x) == size for x in value):
        raise Broken("a list")
    return value


def check_tree(system: System, tree: Any, depth: int) -> None:
    if depth > 200 or not isinstance(tree, dict):
        raise Broken("a tree")
    kind = tuple(sorted(tree))
    if kind == ("combination",):
        _combination(system, tree["combination"])
    elif kind == ("branch", "children"):
        form, values = branch_values(system, tree["branch"])
        children = tree["children"]
        if not isinstance(children, list) or len(children) != max(0, values[1] - values[0] + 1):
            raise Refused("one child a value")
        for t, child in enumerate(children):
            check_tree(system.child(form, values[0] + t), child, depth + 1)
    elif kind == ("exhaust",):
        if tree["exhaust"] is not True:
            raise Broken("exhaust")
        _exhaust(system)
    else:
        raise Broken("a tree")


def _free(system: System, k: Any) -> int:
    if index(k, system.n) not in system.free:
        raise Refused("an unknown that is not free")
    return int(k)


def _combination(system: System, body: Any) -> None:
    keys(body, {"Y", "modulus"}, {"Z"})
    avoided(*system.combined(body), number(body["modulus"]))


def avoided(a: Vector, beta: Fraction, m: Fraction) -> None:
    """No zeros and ones give a.x = beta, read modulo m (0: over Q)."""
    if m < 0:
        raise Broken("a modulus below 0")
    if m:
        a = [x - m * ((2 * x + m) // (2 * m)) for x in a]
    lo, hi = sum(min(x, Fraction(0)) for x in a), sum(max(x, Fraction(0)) for x in a)
    if not m:
        met = lo <= beta <= hi
    else:
        t = (hi - beta) // m  # the greatest t with beta + t m <= hi
        met = beta + t * m >= lo
    if met:
        raise Refused("the combination may take a value")


def branch_values(system: System, branch: Any) -> tuple[Vector, tuple[int, int]]:
    keys(branch, {"form", "lower", "upper"}, set())
    form = [Fraction(0)] * system.n
    seen: set[int] = set()
    for item in _list(branch["form"], 2):
        k, c = _free(system, item[0]), number(item[1])
        if k in seen or c.denominator > 1:
            raise Broken("the form")
        seen.add(k)
        form[k] = c
    ends = []
    for side, pick in (("lower", min), ("upper", max)):
        a, beta = system.combined(keys(branch[side], set(), {"Y", "Z"}))
        ends.append(sum((pick(form[k] + a[k], Fraction(0)) for k in system.free), Fraction(0)) - beta)
    return form, (-((-ends[0]) // 1), ends[1] // 1)


def _exhaust(system: System) -> None:
    free = sorted(system.free)
    if len(free) > 64:
        raise Refused("too many unknowns")
    equations = list(system.grid.values())
    scales = [lcm(beta.denominator, *(a[k].denominator for k in free)) for a, beta in equations]
    columns = [[int(a[k] * s) for (a, _), s in zip(equations, scales, strict=True)] for k in free]
    goal = tuple(int(beta * s) for (_, beta), s in zip(equations, scales, strict=True))
    half = len(free) // 2
    left = set(_sums(columns[:half], len(goal)))
    for value in _sums(columns[half:], len(goal)):
        if tuple(g - v for g, v in zip(goal, value, strict=True)) in left:
            raise Refused("a solution")


def _sums(columns: list[list[int]], size: int) -> Iterator[tuple[int, ...]]:
    if not columns:
        yield (0,) * size
        return
    for value in _sums(columns[1:], size):
        yield value
        yield tuple(v + c for v, c in zip(value, columns[0], strict=True))
