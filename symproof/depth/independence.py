"""The independence behind the theorem on every depth, tried by exact Taylor coefficients modulo a prime.

On a line through 0 the pre-activations of bias-free nets are power series in t without constant term. When
they are pairwise different up to sign, t and the sigma(z) are independent (SOUNDNESS.md, section 8). A rank
modulo a prime is at most the rank over the field of the coefficients, so a full rank is a proof for the list.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass

from flint import nmod_mat

from symproof.functions.grammar import parse
from symproof.functions.taylor import taylor_coefficients
from symproof.kernel.ranks import combined, compose, taylor

PRIME = 2**61 - 1
SPARE = 12  # Taylor coefficients more than functions
TRIPLES = ((3, 4, 5), (5, 12, 13), (8, 15, 17), (7, 24, 25), (20, 21, 29))  # a^2 + b^2 = c^2

SOFTPLUS = ("log(1+exp(log(1+exp(z))))", "log(1+exp(z-log(2)))")

Series = list[int]


@dataclass(frozen=True, slots=True)
class Ranked:
    """A list of functions, t and the sigma(z), and the rank of their Taylor coefficients modulo the prime."""

    functions: int
    rank: int

    @property
    def independent(self) -> bool:
        """Whether the list is proved to be independent."""
        return self.rank == self.functions


def collisions(rng: random.Random, name: str, layers: int, K: int) -> list[Series]:
    """Pre-activations of nets of that many layers, pairwise different up to sign, but close to colliding.

    The first layer has rows of equal sums of squares; each later one multiples of one function, its sums and
    differences with another, with t and with earlier functions, and nested multiples.

    Args:
        rng: what draws them.
        name: gelu, silu, quick_gelu or gelu_tanh.
        layers: 1, 2 or 3.
        K: Taylor coefficients.
    """
    c, t = taylor(name, K, PRIME), [0, 1, *[0] * (K - 2)]
    found = [_times(a, t) for a in {1, *rng.choice(TRIPLES), rng.randint(2, 9)}]
    before = found
    for _ in range(1, layers):
        s = [compose(c, z, PRIME) for z in before]
        one, two = (combined([rng.choice((-2, -1, 1, 3)) for _ in s], s) for _ in range(2))
        a, b, _ = rng.choice(TRIPLES)
        new = [one, _times(a, one), _times(b, one), _sum(one, t), _sum(one, two), _sum(one, _times(-1, two))]
        new += [_sum(_times(rng.randint(2, 5), one), _times(rng.randint(-7, -1), t))]
        before = rng.sample(new, 5)
        found += before
    return _distinct(found)


def ranked(name: str, functions: Sequence[Series]) -> Ranked:
    """The rank of t and the sigma(z), for z in the functions.

    >>> two = [[0, 1] + [0] * 10, [0, -1] + [0] * 10]
    >>> ranked("gelu", two[:1]).independent, ranked("gelu", two).independent
    (True, False)
    """
    K = len(functions[0])
    c = taylor(name, K, PRIME)
    rows = [[0, 1, *[0] * (K - 2)], *(compose(c, z, PRIME) for z in functions)]
    return Ranked(len(rows), nmod_mat([[x % PRIME for x in row] for row in rows], PRIME).rank())


def tried(name: str, layers: int, seed: int) -> Ranked:
    """One list of `collisions`, ranked.

    Args:
        name: gelu, silu, quick_gelu or gelu_tanh.
        layers: 1, 2 or 3.
        seed: of the draw.
    """
    rng = random.Random(f"{name} {layers} {seed}")
    return ranked(name, collisions(rng, name, layers, 6 + 5 * layers + SPARE))


def softplus_collides(K: int = 20) -> bool:
    """Whether s(s(w)) and s(w - log 2) differ by a constant to order K, s = log(1 + e^w): they do, exactly.

    With e^(s(w)) = 1 + e^w both are, up to a constant, the logarithm of 2 + e^w. So softplus has no theorem
    of this kind: a neuron of the second layer is one of the first.
    """
    twice, shifted = (taylor_coefficients(parse(text), (), K - 1) for text in SOFTPLUS)
    return twice[1:] == shifted[1:]


def _times(a: int, z: Series) -> Series:
    return [a * x % PRIME for x in z]


def _sum(y: Series, z: Series) -> Series:
    return [(a + b) % PRIME for a, b in zip(y, z, strict=True)]


def _distinct(functions: Sequence[Series]) -> list[Series]:
    """The functions without 0 and without those that are an earlier one up to sign."""
    kept: dict[tuple[int, ...], Series] = {}
    for z in functions:
        if any(z) and tuple(_times(-1, z)) not in kept:
            kept.setdefault(tuple(x % PRIME for x in z), z)
    return list(kept.values())
