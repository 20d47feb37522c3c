"""Half sums: whether some x in {0,1}^n has sum_k x_k c_k = t, one class of the sums modulo q at a time.

The sums over the two halves of the unknowns are never all there: only those of one class of the one half, and
those of the class that t leaves of the other. They are compared modulo two large primes; a class where both
see a common value may hold a solution.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import prod

from symproof.kernel.budget import Budget

PRIMES = (2**61 - 1, 2**62 - 57)  # two residues and a carry fill a lane
CLASSES = (1, 2, 3, 7, 13, 31, 61, 127, 251, 509, 1021, 2039, 4093, 8191, 16381)  # about the powers of two
MODULUS = prod(PRIMES) * prod(CLASSES)
MANY = 20  # unknowns of a half whose sums are held, those of a class packed into one integer
PACKED = 7  # the binary logarithm of how many these are, when they are spread well
PIECE = 1 << 19  # sums that are compared at once
LANE, CARRY = 8, 63  # bytes of a sum, and the bit that says that it exceeds the prime

Packed = tuple[int, int, int, int]  # residues side by side, their bytes, ones in their places, 2^63 - p there


class Sums:
    """All start + sum_k x_k c_k, by classes modulo q: sums over few unknowns plus packed ones over many."""

    def __init__(self, start: int, codes: Sequence[int], q: int) -> None:
        few = max(len(codes) // 4, len(codes) - MANY)
        self.q, self.few, self.many = q, _sums(start, codes[:few]), _sums(0, codes[few:])
        self.tables: dict[int, tuple[list[tuple[int, int]], dict[int, Packed]]] = {}

    def table(self, p: int) -> tuple[list[tuple[int, int]], dict[int, Packed]]:
        """The few with their classes, and the many by their classes, modulo p."""
        if p not in self.tables:
            groups: dict[int, list[int]] = {}
            for s in self.many:
                groups.setdefault(s % self.q, []).append(s % p)
            found = [(s % self.q, s % p) for s in self.few]
            self.tables[p] = found, {c: _packed(values, p) for c, values in groups.items()}
        return self.tables[p]

    def of(self, c: int, p: int) -> Iterator[memoryview]:
        """The sums in the class c modulo q, modulo p, some at a time."""
        (few, groups), parts, size = self.table(p), list[bytes](), 0
        for r, s in few:
            if (c - r) % self.q in groups:
                lanes, length, ones, over = groups[(c - r) % self.q]
                lanes += s * ones
                parts.append((lanes - (lanes + over >> CARRY & ones) * p).to_bytes(length, sys.byteorder))
                size += length
                if size >= LANE * PIECE:
                    yield memoryview(b"".join(parts)).cast("Q")
                    parts, size = [], 0
        yield memoryview(b"".join(parts)).cast("Q")


def _sums(start: int, codes: Iterable[int]) -> list[int]:
    """Each sum once, and in order: unequal integers can be made to share Python's hash."""
    result = [start]
    for c in codes:
        result = [s for s, _ in groupby(sorted([*result, *(s + c for s in result)]))]
    return result


def _packed(values: list[int], p: int) -> Packed:
    ones = int.from_bytes(array("Q", [1] * len(values)).tobytes(), sys.byteorder)
    lanes = int.from_bytes(array("Q", values).tobytes(), sys.byteorder)
    return lanes, LANE * len(values), ones, ((1 << CARRY) - p) * ones


def reached(codes: Sequence[int], target: int, budget: Budget) -> bool:
    """Whether x in {0,1}^n may have sum_k x_k codes_k = target modulo `MODULUS`: no answer is no solution.

    A step pays 32 half sums; those of a crowded class, which are made more than once, are paid each time.
    """
    n, cost = len(codes), 1 << max((len(codes) + 1) // 2 - 4, 0)
    budget.spend(cost)
    q = CLASSES[min(max(n // 2 - n // 8, PACKED), MANY) - PACKED]
    left, right = Sums(0, codes[::2], q), Sums(target, [-c for c in codes[1::2]], q)
    return any(all(_common(left, right, c, p, budget) for p in PRIMES) for c in range(q))


def _common(left: Sums, right: Sums, c: int, p: int, budget: Budget) -> bool:
    """Whether the two halves have a sum in common modulo p, in the class c."""
    for again, part in enumerate(left.of(c, p)):
        budget.spend(len(right.few) * len(right.many) >> 4 if again else 0)
        if not all(map(set(part).isdisjoint, right.of(c, p))):
            return True
    return False
