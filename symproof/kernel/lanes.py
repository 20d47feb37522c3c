"""The cheapest choice of signs, by running through all: one integer carries an entry of A(x) for many x.

Bit l of plane v of an entry says whether the entry is v modulo p for the l-th x. Elimination works on planes,
for each x as if it were alone. The rank modulo a prime is at most the rank: an x where it is large is done.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import reduce
from itertools import combinations
from operator import mul, or_
from typing import NamedTuple

from symproof.kernel.budget import RATIONAL, Budget
from symproof.kernel.linear import PRIME, Integers, rref

Planes = list[int]

LANES = 16  # unknowns whose 2^16 values are treated at once: the integers fit a cache
BATCH = 4096  # values of x that are gathered before they are looked at more closely
PRIMES = (5, 7, 11)  # for what 2 and 3 leave


class Whole(NamedTuple):
    """A(x) = sum_k x_k p_k u_k - T in integers: P is a x n, U is n x b, T is a x b."""

    P: Integers
    U: Integers
    T: Integers

    def at(self, x: int) -> list[list[int]]:
        """A(x), bit k of x being x_k."""
        chosen = [k for k in range(len(self.U)) if x >> k & 1]
        columns = [[self.U[k][j] for k in chosen] for j in range(len(self.T[0]))]
        pairs = zip(([p[k] for k in chosen] for p in self.P), self.T, strict=True)
        return [[sum(map(mul, p, c)) - y for c, y in zip(columns, row, strict=True)] for p, row in pairs]

    def steps(self, n: int) -> int:
        """What the ranks for all values of n unknowns take: many x share an operation."""
        a, b = len(self.T), len(self.T[0])
        return (a * b * min(a, b) << n >> 12) + a * b


def modular_rank(rows: Sequence[Sequence[int]]) -> int:
    """The rank modulo PRIME: at most the rank.

    A row is one integer, 128 bits an entry, so that all entries are treated at once. They stay below 2^61 +
    4: as 2^61 is 1 modulo PRIME, the bits beyond are added to the low ones.
    """
    n, rank = len(rows[0]) if rows else 0, 0
    ones = sum(1 << 128 * j for j in range(n))
    left = [
        int.from_bytes(b"".join((x % PRIME).to_bytes(16, "little") for x in row), "little") for row in rows
    ]
    for _ in range(n):
        heads = [(x & (1 << 128) - 1) % PRIME for x in left]
        left, ones = [x >> 128 for x in left], ones >> 128
        at = next((i for i, x in enumerate(heads) if x), None)
        if at is not None:
            pivot, inverse, rank = left.pop(at), -pow(heads.pop(at), -1, PRIME), rank + 1
            low, high = ones * PRIME, ones * ((1 << 67) - 1)
            for i, x in enumerate(heads):
                if x:
                    y = left[i] + x * inverse % PRIME * pivot
                    y = (y & low) + (y >> 61 & high)
                    left[i] = (y & low) + (y >> 61 & high)
    return rank


def cheapest(A: Whole, m: int, rows: Integers, budget: Budget) -> tuple[int, tuple[int, ...]] | None:
    """An x that costs at most m, with the rows u_k that count for it; None when there is no such x.

    Args:
        A: n unknowns.
        m: a number.
        rows: the rows that may count: U, or none.
        budget: of the claim.
    """
    n, limit, left = len(A.U), min(m if rows else m // 2, len(A.T)), list[int]()
    c = min(n, LANES)
    full = (1 << (1 << c)) - 1
    truth = [full - full // ((1 << (1 << k)) + 1) for k in range(c)]  # bit l of the k-th is bit k of l
    tables = {p: _tables(A, truth, p, full) for p in (2, 3)}
    budget.spend(A.steps(n) if limit >= 0 else 0)
    for high in range(1 << n - c if limit >= 0 else 0):
        budget.tick()
        fixed, alive = A.at(high << c), full
        for p, table in tables.items():
            alive = alive and alive & _low(_plus(table, fixed, p), limit, p, full)
        left += [lane | high << c for lane in _bits(alive)]
        if len(left) >= BATCH or high + 1 == 1 << n - c:
            for p in PRIMES:
                budget.spend(A.steps(0) * len(left) >> 4)
                left = left and _sifted(A, left, limit, p)
            for x in left:
                inside = counting(A.at(x), m, rows, budget)
                if inside is not None:
                    return x, inside
            left = []
    return None


def counting(A: Integers, m: int, rows: Integers, budget: Budget) -> tuple[int, ...] | None:
    """The rows in some R that contains the rows of A and has 2 dim R - rank(rows in R) <= m; None without
    one.

    The least is taken where e rows and those of A span R, of dimension rank A + e, which is at most the cost.
    """
    if modular_rank(A) > m:
        return None
    base, b = rref(A)[0], len(A[0])
    for e in range(m - len(base) + 1):
        for chosen in combinations(rows, e):
            budget.spend(RATIONAL * (len(base) + e + len(rows)) * b)
            R, pivots = rref([*base, *chosen])
            inside = tuple(k for k, u in enumerate(rows) if not any(_rest(u, R, pivots)))
            if 2 * len(R) - len(rref([rows[k] for k in inside])[0]) <= m:
                return inside
    return None


def _rest(u: Sequence[int], R: Sequence[Sequence[Fraction]], pivots: list[int]) -> list[int | Fraction]:
    """What a reduced echelon form leaves of u."""
    return [y - sum(u[i] * row[j] for i, row in zip(pivots, R, strict=True)) for j, y in enumerate(u)]


def _sifted(A: Whole, xs: list[int], limit: int, p: int) -> list[int]:
    """Those x with rank A(x) <= limit modulo p."""
    full = (1 << len(xs)) - 1
    truth = [int("0" + "".join("01"[x >> k & 1] for x in reversed(xs)), 2) for k in range(len(A.U))]
    return [xs[lane] for lane in _bits(_low(_plus(_tables(A, truth, p, full), A.at(0), p), limit, p, full))]


def _tables(A: Whole, truth: list[int], p: int, full: int) -> list[list[Planes]]:
    """sum_k x_k p_k u_k modulo p over the first unknowns, for the lanes in which they have these values."""
    tables = [[[full] + [0] * (p - 1) for _ in row] for row in A.T]
    for k, on in enumerate(truth):
        for entries, row in zip(tables, A.P, strict=True):
            for j, planes in enumerate(entries):
                if v := row[k] * A.U[k][j] % p:
                    entries[j] = [planes[w] & (full ^ on) | planes[w - v] & on for w in range(p)]
    return tables


def _plus(tables: list[list[Planes]], value: Integers, p: int) -> list[list[Planes]]:
    """The tables plus a constant matrix, without the planes of 0."""
    return [
        [[planes[(w - v) % p] for w in range(1, p)] for planes, v in zip(*rows, strict=True)]
        for rows in zip(tables, value, strict=True)
    ]


def _low(A: list[list[Planes]], limit: int, p: int, full: int) -> int:
    """The lanes in which the rank modulo p is at most ``limit``."""
    b = len(A[0])
    echelon, have = [[[0] * (p - 1)] * b for _ in range(b)], [0] * b
    count = [full] + [0] * (limit + 1)  # count[i]: the lanes with at least i pivots so far
    for row in A:
        v = list(row)
        for c in range(b):
            old = [x & have[c] for x in v[c]]
            for j in range(c + 1, b) if any(old) else ():
                v[j] = _sum(v[j], _times(old, echelon[c][j], -1, p), p, full)
            new = [x ^ y for x, y in zip(v[c], old, strict=True)]
            if here := reduce(or_, new):
                inverse, rest = [new[pow(s, -1, p) - 1] for s in range(1, p)], full ^ here
                for j in range(c + 1, b):
                    unit = _times(inverse, v[j], 1, p)
                    echelon[c][j] = [x | y for x, y in zip(echelon[c][j], unit, strict=True)]
                    v[j] = [x & rest for x in v[j]]
                have[c] |= here
                for i in range(limit + 1, 0, -1):
                    count[i] |= count[i - 1] & here
    return full ^ count[-1]


def _times(a: Planes, b: Planes, sign: int, p: int) -> Planes:
    """sign a b; modulo 2 and 3 in the fewest operations."""
    if p == 2:
        return [a[0] & b[0]]
    if p == 3:
        (u, v), (x, y) = a, b[::sign]
        return [u & x | v & y, u & y | v & x]
    out = [0] * p
    for s, x in enumerate(a, 1):
        for t, y in enumerate(b, 1) if x else ():
            out[sign * s * t % p] |= x & y
    return out[1:]


def _sum(a: Planes, b: Planes, p: int, full: int) -> Planes:
    """a + b; modulo 2 and 3 in the fewest operations."""
    if p == 2:
        return [a[0] ^ b[0]]
    if p == 3:
        (u, v), (x, y) = a, b
        t = (u | y) ^ (v | x)
        return [(v | y) ^ t, (u | x) ^ t]
    left, right, out = [full ^ reduce(or_, a), *a], [full ^ reduce(or_, b), *b], [0] * p
    for s, x in enumerate(left):
        for t, y in enumerate(right) if x else ():
            out[(s + t) % p] |= x & y
    return out[1:]


def _bits(x: int) -> Iterator[int]:
    """The positions of the bits that are set."""
    text = f"{x:b}"[::-1]
    at = text.find("1")
    while at >= 0:
        yield at
        at = text.find("1", at + 1)
