"""The subset problem ABS(P, Q, T) and the rules that prove it has no solution.

ABS(P, Q, T): P is a x n with columns p_k, Q is n x b with rows q_k, T is a x b, all rational. Is there x in
{0,1}^n with sum_k x_k p_k q_k = T? `refute` returns when a tree proves that there is none, and raises
`Rejected` when it does not. The rules, each proved in SOUNDNESS.md:

    leaf      one rational combination of the equations, read over Q or modulo M
    split     x_k = 0 and x_k = 1
    branch    the values of an integer form c.x, its range proved by two combinations
    exhaust   the kernel runs through all x itself, at most EXHAUST_MAX unknowns
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from math import ceil, floor, lcm
from operator import mul
from typing import Any

from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.numbers import Matrix, Scaled, Sparse, brief, canonical, fraction, scaled

EXHAUST_MAX = 40  # two tables of 2^20 sums: about a second and 200 MB
PRIME = 2**127 - 1
POINT = 0x243F6A8885A308D313198A2E03707344  # digits of pi; any value is sound
DEPTH_MAX = 200  # of a tree; Python's own stack carries some four times that

Form = dict[int, int]  # coefficients of the free unknowns


@dataclass(frozen=True, slots=True)
class Problem:
    """ABS(P, Q, T): P given by its a rows, Q by its n rows, T sparse; b is needed only when Q has no rows."""

    P: Matrix
    Q: Matrix
    T: Sparse
    b: int = 0
    known: dict[int, Scaled] = field(default_factory=dict, compare=False, repr=False)

    @property
    def columns(self) -> int:
        """The number b of columns of Q and T."""
        return len(self.Q[0]) if self.Q else self.b

    def row(self, k: int) -> Scaled:
        """q_k as integers over a common denominator, computed once."""
        if k not in self.known:
            self.known[k] = scaled(self.Q[k])
        return self.known[k]

    def outer(self, k: int) -> Sparse:
        """p_k q_k."""
        q, m = self.row(k)
        p = [fraction(row[k]) / m for row in self.P]
        return {(i, j): x * y for i, x in enumerate(p) if x for j, y in enumerate(q) if y}


@dataclass(frozen=True, slots=True)
class Node:
    """A problem inside a tree: the free unknowns, what is left of T, the extra equations E.x = e in force."""

    problem: Problem
    free: tuple[int, ...]
    T: Sparse
    extra: tuple[tuple[Form, Fraction], ...] = ()

    def fix(self, k: int, value: int) -> Node:
        """The problem with x_k = value."""
        free = tuple(j for j in self.free if j != k)
        T, extra = self.T, self.extra
        if value:
            T = dict(T)
            for at, x in self.problem.outer(k).items():
                T[at] = T.get(at, Fraction(0)) - x
            extra = tuple((E, e - E.get(k, 0)) for E, e in extra)
        return Node(self.problem, free, T, extra)

    def remainders(self) -> Iterator[Sparse]:
        """T - sum x_k p_k q_k for all values of the free unknowns."""
        if not self.free:
            yield self.T
        for value in (0, 1) if self.free else ():
            yield from self.fix(self.free[0], value).remainders()


def refute(problem: Problem, tree: Any) -> None:
    """Return when ``tree`` proves that ABS(P, Q, T) has no solution; else raise `Rejected` or `Malformed`."""
    _check(Node(problem, tuple(range(len(problem.Q))), problem.T), tree, 0)


def _check(node: Node, tree: Any, depth: int) -> None:
    if depth > DEPTH_MAX:
        raise Malformed(f"a tree deeper than {DEPTH_MAX}")
    for keys, rule in RULES.items():
        if isinstance(tree, dict) and set(tree) == set(keys):
            return rule(node, tree, depth)
    raise Malformed(f"a tree is a leaf, split, branch or exhaust, found {brief(tree)}")


def _leaf(node: Node, tree: Any, depth: int) -> None:
    body = fields(tree["leaf"], "leaf", ("Y", "M"), ("Z",))
    M = canonical(body["M"], "leaf M")
    if M < 0:
        raise Malformed(f"leaf M must be at least 0, found {M}")
    a, beta = combine(node, body)
    if M > 0:
        a = [x - M * floor(x / M + Fraction(1, 2)) for x in a]
    lo, hi = sum(x for x in a if x < 0), sum(x for x in a if x > 0)
    reached = beta + M * ceil((lo - beta) / M) if M > 0 else beta  # the least beta + tM >= lo
    if lo <= reached <= hi:
        raise Rejected(f"leaf: {brief(reached)} is a value that the combination may take")


def _split(node: Node, tree: Any, depth: int) -> None:
    k = unknown(tree["split"], node)
    _check(node.fix(k, 0), tree["zero"], depth + 1)
    _check(node.fix(k, 1), tree["one"], depth + 1)


def _branch(node: Node, tree: Any, depth: int) -> None:
    body = fields(tree["branch"], "branch", ("form", "lower", "upper"))
    form: Form = {}
    for k, text in entries(body["form"], 2, "branch form"):
        if unknown(k, node) in form or (c := canonical(text, "branch form")).denominator != 1:
            raise Malformed(f"branch form: {brief([k, text])} repeats an unknown or is not an integer")
        form[k] = int(c)
    low, high = (_range(node, form, body[side])[s] for s, side in enumerate(("lower", "upper")))
    first, last, children = ceil(low), floor(high), items(tree["children"], "branch children")
    if len(children) != max(0, last - first + 1):
        raise Rejected(f"branch: {len(children)} children for {brief(first)} to {brief(last)}")
    for value, child in enumerate(children, first):
        _check(replace(node, extra=(*node.extra, (form, Fraction(value)))), child, depth + 1)


def _range(node: Node, form: Form, combo: Any) -> tuple[Fraction, Fraction]:
    """Bounds of c.x over the solutions: c.x = (c + combination).x - beta, every x_k in [0, 1]."""
    a, beta = combine(node, fields(combo, "branch bound", (), ("Y", "Z")))
    a = [x + form.get(k, 0) for k, x in zip(node.free, a, strict=True)]
    return sum((x for x in a if x < 0), -beta), sum((x for x in a if x > 0), -beta)


def _exhaust(node: Node, tree: Any, depth: int) -> None:
    if tree["exhaust"] is not True:
        raise Malformed(f"exhaust must be true, found {brief(tree['exhaust'])}")
    if len(node.free) > EXHAUST_MAX:
        raise Rejected(f"exhaust: {len(node.free)} unknowns are free, at most {EXHAUST_MAX} are run through")
    *codes, target = hashed(node)
    left = {key(x) for x in sums(codes[::2])}
    if any(key(target - x) in left for x in sums(codes[1::2])):
        raise Rejected("exhaust: a solution is not excluded")


RULES: dict[tuple[str, ...], Callable[[Node, Any, int], None]] = {
    ("leaf",): _leaf,
    ("split", "zero", "one"): _split,
    ("branch", "children"): _branch,
    ("exhaust",): _exhaust,
}


def key(x: int) -> bytes:
    """x modulo PRIME; as bytes, since unequal integers can be made to share Python's hash."""
    return (x % PRIME).to_bytes(16)


def sums(codes: list[int]) -> list[int]:
    """All subset sums."""
    result = [0]
    for code in codes:
        result += [s + code for s in result]
    return result


def hashed(node: Node) -> list[int]:
    """One linear form modulo PRIME at each free column, then at T: equal matrices have equal values."""
    b = node.problem.columns
    columns = [*map(node.problem.outer, node.free), node.T]
    scale = lcm(*{x.denominator for column in columns for x in column.values()})
    power = {(i, j): pow(POINT, i * b + j, PRIME) for column in columns for i, j in column}
    return [sum(int(x * scale) * power[at] for at, x in column.items()) % PRIME for column in columns]


def combine(node: Node, body: dict[str, Any]) -> tuple[list[Fraction], Fraction]:
    """Coefficients and right side of sum_ij Y_ij (equation ij) + sum_e Z_e (extra equation e)."""
    Y: dict[int, dict[int, Fraction]] = {}
    beta = Fraction(0)
    b = node.problem.columns
    for i, j, text in entries(body.get("Y", []), 3, "Y"):
        row = Y.setdefault(index(i, len(node.problem.P), "Y row"), {})
        if index(j, b, "Y column") in row:
            raise Malformed(f"Y: the entry [{i}, {j}] appears twice")
        row[j] = canonical(text, f"Y[{i}][{j}]")
        beta += row[j] * node.T.get((i, j), 0)
    a = [Fraction(0)] * len(node.free)
    for i, row in Y.items():
        y, denominator = scaled(row.get(j, 0) for j in range(b))
        p = node.problem.P[i]
        for t, k in enumerate(node.free):
            if p[k]:
                q, m = node.problem.row(k)
                a[t] += fraction(p[k]) * Fraction(sum(map(mul, y, q)), denominator * m)
    Z: dict[int, Fraction] = {}
    for e, text in entries(body.get("Z", []), 2, "Z"):
        if index(e, len(node.extra), "Z") in Z:
            raise Malformed(f"Z: the equation {e} appears twice")
        Z[e] = canonical(text, f"Z[{e}]")
        beta += Z[e] * node.extra[e][1]
    z, denominator = scaled(Z.values())
    for t, k in enumerate(node.free if Z else ()):
        a[t] += Fraction(sum(w * node.extra[e][0].get(k, 0) for w, e in zip(z, Z, strict=True)), denominator)
    return a, beta


def fields(value: Any, where: str, needed: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, Any]:
    """An object with exactly these keys."""
    if not isinstance(value, dict) or not set(needed) <= set(value) <= {*needed, *optional}:
        raise Malformed(f"{where}: needs the keys {', '.join((*needed, *optional))}, found {brief(value)}")
    return value


def items(value: Any, where: str) -> list[Any]:
    """A list."""
    if not isinstance(value, list):
        raise Malformed(f"{where}: must be a list, found {brief(value)}")
    return value


def entries(value: Any, size: int, where: str) -> list[list[Any]]:
    """A list of lists of one size."""
    rows = items(value, where)
    if not all(isinstance(e, list) and len(e) == size for e in rows):
        raise Malformed(f"{where}: must be a list of lists of {size}, found {brief(value)}")
    return rows


def index(value: Any, bound: int, where: str) -> int:
    """An index below ``bound``."""
    if type(value) is not int or not 0 <= value < bound:
        raise Malformed(f"{where}: must be an index from 0 to {bound - 1}, found {brief(value)}")
    return value


def unknown(value: Any, node: Node) -> int:
    """The index of an unknown that is still free."""
    if index(value, len(node.problem.Q), "unknown") not in node.free:
        raise Rejected(f"the unknown {value} is not free here")
    return int(value)
