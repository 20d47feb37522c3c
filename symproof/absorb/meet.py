"""Exact meet in the middle: subsets whose integer codes add up to a target.

The 2^n subset sums are split into two tables of 2^(n/2), compared modulo the prime 2^61 - 1: equal sums
have equal residues, so "no match" is final; a match is confirmed on the integers themselves. Where the tables
are too large, sums of two quarters stand for a half, those of one residue at a time (Schroeppel, Shamir).
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
CLASS_BITS = 16  # the binary logarithm of the sums of a half that are looked at together
FEW = 7  # one in so many codes is among those whose sums are added, one by one, to all sums of the others
ODD = np.uint64(0xC2B2AE3D27D4EB4F)  # spreads the keys once more


def memory(n: int, by_classes: bool = False) -> int:
    """Bytes that the tables for n unknowns take."""
    return BYTES << (n + 1) // 2 - (n // FEW if by_classes else 0)


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
        left = _table(residues[: self.half], 0, P61, clock)
        right = _table([-r % P61 for r in residues[self.half :]], target * factor % P61, P61, clock)
        self._match(left, right)

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


def _table(residues: Sequence[int], start: int, modulus: int, clock: Clock | None = None) -> Keys:
    """All sums modulo a number below 2^63; the bits of an index say which residues are in."""
    table = np.empty(1 << len(residues), dtype=np.uint64)
    table[0] = start
    for k, r in enumerate(residues):
        if clock is not None:
            clock.step(k, len(residues), "sums of unknown")
        low, high = table[: 1 << k], table[1 << k : 2 << k]
        np.add(low, np.uint64(r), out=high)
        high[high >= modulus] -= np.uint64(modulus)
    return table


class Part:
    """The sums of some codes modulo P61, grouped by their residues modulo ``classes``."""

    def __init__(self, codes: Sequence[int], classes: int, factor: int, start: int = 0) -> None:
        self.size = len(codes)
        residues = _table([c % classes for c in codes], start % classes, classes)
        self.masks = np.argsort(residues, kind="stable")
        self.residues = residues[self.masks]
        self.keys = _table([c * factor % P61 for c in codes], start * factor % P61, P61)[self.masks]
        self.ends = np.searchsorted(self.residues, np.arange(classes + 1, dtype=np.uint64)).tolist()

    def group(self, c: int) -> Keys:
        """The keys with this residue."""
        return self.keys[self.ends[c] : self.ends[c + 1]]


def by_classes(codes: Sequence[int], target: int, clock: Clock, seed: int = 1) -> tuple[int, ...] | None:
    """A subset of ``codes`` with sum ``target``, or None when there is none: time 2^(n/2), memory 2^(5n/14).

    Args:
        codes: integers, one an unknown.
        target: the sum.
        clock: asked for each residue.
        seed: of the multiplier that turns sums into keys.
    """
    n, factor = len(codes), random.Random(seed).randrange(1, P61)
    half, few = n // 2, n // FEW
    clock.allocate(memory(n, by_classes=True), f"meet in the middle by classes on {n} unknowns")
    classes = (1 << max(half - CLASS_BITS, 0)) + 1
    A, B = (Part(x, classes, factor) for x in (codes[:few], codes[few:half]))
    negated = [-c for c in codes[half:]]
    C, D = Part(negated[:few], classes, factor, target), Part(negated[few:], classes, factor)
    for c in range(classes):
        clock.step(c, classes, "class")
        for key in map(int, _common(_pairs(A, B, c, classes), _pairs(C, D, c, classes))):
            for left, right in product(_split(A, B, key), _split(C, D, key)):
                clock.check()
                mask = left | right << half
                subset = tuple(k for k in range(n) if mask >> k & 1)
                if sum(codes[k] for k in subset) == target:
                    return subset
    return None


def _pairs(few: Part, many: Part, c: int, classes: int) -> Keys:
    """The keys of the sums of the two parts with residue c."""
    groups = zip(few.keys, few.residues.tolist(), strict=True)
    keys = np.concatenate([many.group((c - r) % classes) + key for key, r in groups])
    keys[keys >= P61] -= np.uint64(P61)
    return keys


def _common(left: Keys, right: Keys) -> Keys:
    """The keys in both, by two filters and a comparison."""
    for spread in (MIX, ODD):
        right = right[_marked(left, right, spread)]
        left = left[_marked(right, left, spread)]
    return np.intersect1d(left, right)


def _marked(some: Keys, others: Keys, spread: np.uint64) -> NDArray[np.bool_]:
    """Which of the others fall into a bucket of one of some."""
    bits = np.uint64(64 - CLASS_BITS - 3)
    mark = np.zeros(1 << CLASS_BITS + 3, dtype=np.bool_)
    mark[(some * spread) >> bits] = True
    found: NDArray[np.bool_] = mark[(others * spread) >> bits]
    return found


def _split(first: Part, second: Part, key: int) -> list[int]:
    """The masks of the half whose sum has this key."""
    rest = np.uint64(key) + np.uint64(P61) - first.keys
    rest[rest >= P61] -= np.uint64(P61)
    return [
        int(first.masks[i]) | int(second.masks[j]) << first.size
        for i in np.flatnonzero(np.isin(rest, second.keys))
        for j in np.flatnonzero(second.keys == rest[i])
    ]


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
