"""Search for the rule `halves`: ranks between what some p_k and what the other u_k kill (SOUNDNESS, Lemma 4).

The list [[]] measures T on the common kernel of all u_k. Two complementary halves are best for generic
weights: each of the two ranks is then d - n/2. With n odd one unknown is split off first.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Any

from symproof.absorb.limits import Clock
from symproof.kernel.cost import Place
from symproof.kernel.linear import PRIME

PARTITIONS = 3  # random ones that are tried
LARGEST = 600  # rows of a bordered matrix: the kernel's elimination takes some ten seconds


@dataclass(frozen=True, slots=True)
class Bound:
    """Every x costs at least ``least``; the proof shows cost > m for every m below."""

    least: int
    proof: dict[str, Any]


def halves(place: Place, clock: Clock) -> Bound:
    """The best bound of the lists that are tried, 0 at the least."""
    (P, U, T), *_ = place.integers()
    a, n, b = len(P), len(U), place.problem.columns
    found = [Bound(0, {"halves": [[]]})]
    if max(a, b) + n > LARGEST:
        return found[0]

    def rank(phi: list[int]) -> int:
        clock.check()
        rows = [[*t, *(p[k] for k in phi)] for t, p in zip(T, P, strict=True)]
        rows += [[*u, *[0] * len(phi)] for k, u in enumerate(U) if k not in phi]
        entries = [[x % PRIME for x in row] for row in rows]
        import flint  # takes as long to import as a layer to decide

        return max(0, flint.nmod_mat(entries, PRIME).rank() - n) if entries and entries[0] else 0

    found.append(Bound(2 * rank([]), {"halves": [[]]}))
    order, rng = list(range(n)), Random(n)
    for _ in range(PARTITIONS if n > 1 else 0):
        rng.shuffle(order)
        parts = [sorted(order[: n // 2]), sorted(order[n // 2 :])]
        found.append(Bound(sum(map(rank, parts)), {"halves": parts}))
    return max(found, key=lambda bound: bound.least)


def split_halves(place: Place, clock: Clock) -> Bound:
    """`halves`, after a split on the last unknown when their number is odd."""
    whole, n = halves(place, clock), len(place.problem.Q)
    if n % 2 == 0 or not place.twice:
        return whole
    children = [place.put(n - 1, 0), place.put(n - 1, 1), place.doubled(n - 1)]
    zero, one, both = (halves(child, clock) for child in children)
    proof = {"split": {"k": n - 1, "zero": zero.proof, "one": one.proof, "both": both.proof}}
    return max(whole, Bound(min(zero.least, one.least, both.least + 1), proof), key=lambda bound: bound.least)
