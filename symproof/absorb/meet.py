"""Exact meet in the middle: subsets whose integer codes add up to a target.

The 2^n subset sums are split into two tables of 2^(n/2), compared modulo the prime 2^61 - 1: equal sums
have equal residues, so "no match" is final; a match is confirmed on the integers themselves.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from itertools import product

import numpy as np
from numpy.typing import NDArray

from symproof.absorb.limits import Clock

Keys = NDArray[np.uint64]
Indices = NDArray[np.int64]

P61 = (1 << 61) - 1
MIX = np.uint64(0x9E3779B97F4A7C15)  # spreads keys over the buckets of the filter
FILTER_BITS = 28  # at most 2^28 one-byte buckets
BYTES = 48  # memory a pair of entries, one of each table, takes at the peak


def memory(n: int) -> int:
    """Bytes that the tables for n unknowns take."""
    return BYTES << ((n + 1) // 2)


class Meet:
    """The subsets of ``codes`` (integers, one an unknown) with sum ``target``.

    Args:
        codes: packed columns; equal sums mean that all equations hold.
        target: the packed right side.
        clock: limits; `GaveUp` when the tables do not fit.
        seed: of the multiplier that turns codes into keys.
    """

    def __init__(self, codes: Sequence[int], target: int, clock: Clock, seed: int = 1) -> None:
        self.codes, self.target, self.clock = list(codes), target, clock
        self.half = len(codes) // 2
        clock.allocate(memory(len(codes)), f"meet in the middle on {len(codes)} unknowns")
        reach = sum(map(abs, codes)) + abs(target)
        self.faithful = 2 * reach < P61  # then keys are equal only when sums are
        factor = 1 if self.faithful else random.Random(seed).randrange(1, P61)
        residues = [c * factor % P61 for c in codes]
        left = self._table(residues[: self.half], 0)
        right = self._table([P61 - r for r in residues[self.half :]], target * factor % P61)
        self._match(left, right)

    def _table(self, residues: list[int], start: int) -> Keys:
        """All sums modulo P61; the bits of an index say which residues are in."""
        table = np.empty(1 << len(residues), dtype=np.uint64)
        table[0] = start
        for k, r in enumerate(residues):
            self.clock.step(k, len(residues), "sums of unknown")
            low, high = table[: 1 << k], table[1 << k : 2 << k]
            np.add(low, np.uint64(r % P61), out=high)
            high[high >= P61] -= np.uint64(P61)
        return table

    def _match(self, left: Keys, right: Keys) -> None:
        """Keep the entries whose key occurs in both tables, sorted by key."""
        mine, yours = self._filtered(left, right)
        yours = yours[np.isin(right[yours], left[mine])]
        mine = mine[np.isin(left[mine], right[yours])]
        mine, yours = mine[np.argsort(left[mine])], yours[np.argsort(right[yours])]
        self.left, self.left_keys = mine, left[mine]
        self.right, self.right_keys = yours, right[yours]
        self.keys: Keys = np.unique(self.left_keys)

    def _filtered(self, left: Keys, right: Keys) -> tuple[Indices, Indices]:
        """Indices that survive a filter each way: left by the buckets of right, then the converse."""
        bits = min(FILTER_BITS, self.half + 5)
        mark = np.zeros(1 << bits, dtype=np.bool_)
        shift = np.uint64(64 - bits)
        mark[(right * MIX) >> shift] = True
        self.clock.check()
        mine = np.flatnonzero(mark[(left * MIX) >> shift])
        self.clock.check()
        mark[:] = False
        mark[(left[mine] * MIX) >> shift] = True
        yours = np.flatnonzero(mark[(right * MIX) >> shift])
        self.clock.check()
        return mine, yours

    def groups(self) -> Iterator[tuple[Indices, Indices]]:
        """For each key in both tables: the left and the right subsets that have it, as bit masks."""
        for key in self.keys:
            self.clock.check()
            a, b = np.searchsorted(self.left_keys, [key, key + np.uint64(1)])
            c, e = np.searchsorted(self.right_keys, [key, key + np.uint64(1)])
            yield self.left[a:b], self.right[c:e]

    def _sums(self, masks: Indices, codes: list[int]) -> dict[int, list[int]]:
        """The masks by their exact sum."""
        result: dict[int, list[int]] = {}
        for mask in map(int, masks):
            total = sum(c for k, c in enumerate(codes) if mask >> k & 1)
            result.setdefault(total, []).append(mask)
        return result

    def pairs(self) -> Iterator[tuple[list[int], list[int]]]:
        """Lists of left and of right masks such that any left with any right is a solution, exactly."""
        for left, right in self.groups():
            if self.faithful:
                yield left.tolist(), right.tolist()
                continue
            rights = self._sums(right, self.codes[self.half :])
            for total, masks in self._sums(left, self.codes[: self.half]).items():
                if self.target - total in rights:
                    yield masks, rights[self.target - total]

    def solutions(self) -> Iterator[tuple[int, ...]]:
        """Every solution, as a sorted tuple, in no particular order."""
        for lefts, rights in self.pairs():
            for left, right in product(lefts, rights):
                self.clock.check()
                mask = left | right << self.half
                yield tuple(k for k in range(len(self.codes)) if mask >> k & 1)

    def count(self) -> int:
        """How many solutions there are."""
        if not self.faithful:
            return sum(len(lefts) * len(rights) for lefts, rights in self.pairs())
        counts = []
        for keys in (self.left_keys, self.right_keys):
            first, last = (np.searchsorted(keys, self.keys, side=s) for s in ("left", "right"))
            counts.append((last - first).tolist())
        return sum(x * y for x, y in zip(*counts, strict=True))

    def smallest(self) -> tuple[int, ...] | None:
        """A solution with the fewest members."""
        best: int | None = None
        for lefts, rights in self.pairs():
            mask = min(lefts, key=int.bit_count) | min(rights, key=int.bit_count) << self.half
            if best is None or mask.bit_count() < best.bit_count():
                best = mask
        return None if best is None else tuple(k for k in range(len(self.codes)) if best >> k & 1)


def small_solution(codes: Sequence[int], target: int, modulus: int | None = None) -> tuple[int, ...] | None:
    """A solution among few unknowns, in plain integers; with a modulus, of the congruence."""
    half = len(codes) // 2
    left = {s: mask for mask, s in enumerate(_sums(codes[:half], modulus))}
    for mask, s in enumerate(_sums(codes[half:], modulus)):
        rest = target - s if modulus is None else (target - s) % modulus
        if (other := left.get(rest)) is not None:
            both = other | mask << half
            return tuple(k for k in range(len(codes)) if both >> k & 1)
    return None


def _sums(codes: Sequence[int], modulus: int | None) -> list[int]:
    result = [0]
    for c in codes:
        result += [s + c if modulus is None else (s + c) % modulus for s in result]
    return result
