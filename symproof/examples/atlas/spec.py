"""What a sweep goes through: neurons up to what does not change them, and the symmetries of the verdict.

A block x + W_down sigma(W_up x) is a list of N neurons (p, q), p a column of W_down, q a row of W_up, with
entries in a finite set E. The verdict "a residual-free MLP of width N computes it" depends on the function
and on N only. So these change nothing, and the sweep decides one representative of each orbit:

1. **Order.** The function is the sum over the neurons: permuting them leaves it as it is.
2. **Dead neurons.** If p = 0, or q = 0 and sigma(0) = 0, the neuron computes 0 whatever the other half is.
   All dead neurons are one type.
3. **Positive scale**, conic sigma only: sigma(s z) = s sigma(z) for s > 0, so (p, s q) and (s p, q) are the
   same function. A type keeps q primitive (coprime integers), the scale in p.
4. **Signed permutations of the coordinates.** For a signed permutation matrix P, f_P = P f P^-1 is the block
   x + (P W_down) sigma((W_up P^-1) x): the skip stays the identity, the width stays N. V absorbs f iff
   P V P^-1 absorbs f_P. P acts on a neuron by (P p, P q), since the row q P^-1 = q P^T is P q as a vector.
   It maps neurons with entries in E to such neurons if E = -E; otherwise only permutations without signs are
   used.

Not used: flipping the sign of a row and of its column. It keeps every product p q, hence equation (3), and
yet changes the function (sigma is not odd): for degenerate weights the verdict may change.

"Degenerate" (a row zero, two rows in one class, a column zero) and "some S solves (3)" are constant on orbits
too: 1 and 4 permute rows and columns and conjugate the sums of p q; a dead neuron makes the block degenerate
and has p q = 0; a positive scale keeps lines and p q.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import permutations, product
from math import comb, factorial, gcd, lcm, prod

import numpy as np
from numpy.typing import NDArray

from symproof.kernel.activations import Activation, activation
from symproof.kernel.errors import Malformed
from symproof.reader.numbers import number

Vector = tuple[Fraction, ...]
Neuron = tuple[Vector, Vector]  # p, q
Types = tuple[int, ...]  # the types of the N neurons, in increasing order
Ints = NDArray[np.int64]

NEURONS = 2500  # neurons (p, q) with entries in E: more make tables of pairs that do not fit
CHUNKS = 10**6  # choices of all but two neurons


@dataclass(frozen=True)
class Spec:
    """One sweep.

    Args:
        d: the dimension.
        width: N, the number of neurons.
        entries: the finite set E, increasing.
        activation: of the kernel's table.

    Raises:
        Malformed: a size is below 1, E is empty or not increasing, or the sweep is far too long.
    """

    d: int
    width: int
    entries: tuple[Fraction, ...]
    activation: str = "relu"

    def __post_init__(self) -> None:
        if self.d < 1 or self.width < 1:
            raise Malformed(f"d and N must be at least 1, found {self.d} and {self.width}")
        if not self.entries or sorted(set(self.entries)) != list(self.entries):
            raise Malformed("the entries must be different numbers in increasing order, at least one")
        if self.act.name != self.activation:
            raise Malformed(f"the activation must be spelt {self.act.name}, found {self.activation}")
        neurons = len(self.entries) ** (2 * self.d)
        rest = max(0, self.width - 2)
        if neurons > NEURONS or comb(neurons + rest - 1, rest) > CHUNKS:
            found = f"{len(self.entries)}^{2 * self.d} neurons and N = {self.width}"
            raise Malformed(f"too large a sweep: {found}")

    @property
    def act(self) -> Activation:
        """The kernel's facts about the activation."""
        return activation(self.activation)

    @property
    def pairs(self) -> int:
        """The number of weight pairs: |E|^(2dN)."""
        return int(len(self.entries) ** (2 * self.d * self.width))

    @property
    def orbits(self) -> int:
        """At least so many representatives: the multisets of types, by the order of the group."""
        return -(-comb(len(self.neurons) + self.width - 1, self.width) // len(self.group))

    @property
    def table(self) -> int:
        """Bytes of the tables of one chunk."""
        types = len(self.neurons)
        return 8 * (self.width + 4) * (types * (types + 1) // 2 if self.width > 1 else types)

    @property
    def label(self) -> str:
        """The entries as they are written on the command line."""
        return ",".join(map(str, self.entries))

    @cached_property
    def _grouped(self) -> dict[Neuron, list[Neuron]]:
        """Every type of neuron, with the pairs (p, q) with entries in E that are of that type."""
        vectors = list(product(self.entries, repeat=self.d))
        groups: dict[Neuron, list[Neuron]] = {}
        for pair in product(vectors, vectors):
            groups.setdefault(self.normal(pair), []).append(pair)
        return groups

    @cached_property
    def neurons(self) -> list[Neuron]:
        """The types, in a fixed order."""
        return sorted(self._grouped)

    @cached_property
    def sizes(self) -> list[int]:
        """How many pairs (p, q) with entries in E each type has."""
        return [len(self._grouped[neuron]) for neuron in self.neurons]

    def normal(self, neuron: Neuron) -> Neuron:
        """The representative of a neuron under the rules 2 and 3."""
        p, q = neuron
        zero = (Fraction(0),) * self.d
        if not any(p) or (not any(q) and not self.act.constant):
            return zero, zero
        if self.act.homogeneous and any(q):
            scale = Fraction(gcd(*(x.numerator for x in q)), lcm(*(x.denominator for x in q)))
            q, p = tuple(x / scale for x in q), tuple(x * scale for x in p)
        return p, q

    @cached_property
    def group(self) -> Ints:
        """The signed permutations of rule 4 as permutations of the types, one a row, the identity first."""
        place = {neuron: k for k, neuron in enumerate(self.neurons)}
        symmetric = {-x for x in self.entries} == set(self.entries)
        rows = []
        for signs in product((1, -1), repeat=self.d) if symmetric else [(1,) * self.d]:
            for order in permutations(range(self.d)):
                moved = [
                    tuple(tuple(s * v[j] for s, j in zip(signs, order, strict=True)) for v in neuron)
                    for neuron in self.neurons
                ]
                rows.append([place[self.normal((p, q))] for p, q in moved])
        return np.array(rows, dtype=np.int64)

    def chunks(self) -> list[Types]:
        """The work in pieces: the types of all neurons but the last two, in increasing order.

        A chunk whose first type is not the least of its orbit has no representatives and is left out.
        """
        if self.width <= 2:
            return [()]
        least = np.flatnonzero(self.group.min(axis=0) == np.arange(len(self.neurons)))
        chosen = {int(k) for k in least}
        return [prefix for prefix in _increasing(len(self.neurons), self.width - 2) if prefix[0] in chosen]

    def representatives(self, prefix: Types) -> list[tuple[Types, int]]:
        """The representatives in a chunk, each with the number of weight pairs in its orbit.

        A multiset of types is written as an increasing tuple; the representative of an orbit is the least
        tuple. Its orbit has |G| / |stabilizer| multisets, and each has as many ordered weight pairs:
        the number of orders of the tuple times the product of the sizes of the types.
        """
        tuples = _completed(prefix, len(self.neurons), min(2, self.width))
        base = len(self.neurons)
        own = _codes(tuples, base)
        stabilizer = np.zeros(len(tuples), dtype=np.int64)
        least = np.ones(len(tuples), dtype=np.bool_)
        for g in self.group:
            codes = _codes(np.sort(g[tuples], axis=1), base)
            least &= own <= codes
            stabilizer += own == codes
        result = []
        for k in np.flatnonzero(least):
            types = tuple(int(t) for t in tuples[k])
            orbit = len(self.group) // int(stabilizer[k])
            result.append((types, orbit * self.arrangements(types)))
        return result

    def arrangements(self, types: Types) -> int:
        """The number of weight pairs whose neurons have these types in some order."""
        orders = factorial(len(types)) // prod(factorial(c) for c in Counter(types).values())
        return orders * prod(self.sizes[t] for t in types)

    def weights(self, types: Types) -> tuple[list[list[Fraction]], list[list[Fraction]]]:
        """W_up (N x d) and W_down (d x N) of a representative, entries in E."""
        chosen = [self._grouped[self.neurons[t]][0] for t in types]
        return [list(q) for _, q in chosen], [list(row) for row in zip(*(p for p, _ in chosen), strict=True)]


@lru_cache(maxsize=8)
def cached(spec: Spec) -> Spec:
    """One object for equal specs, so that its tables are made once in a process."""
    return spec


def entries_of(text: str) -> tuple[Fraction, ...]:
    """The set E from text such as '-1,0,1' or '0,1/2'.

    Raises:
        Malformed: a part is not a number.
    """
    return tuple(sorted({number(part.strip(), "entries") for part in text.split(",")}))


def _increasing(count: int, length: int) -> list[Types]:
    """All tuples of this length with count values, non-decreasing."""
    result: list[Types] = [()]
    for _ in range(length):
        result = [(*t, k) for t in result for k in range(t[-1] if t else 0, count)]
    return result


def _completed(prefix: Types, count: int, length: int) -> Ints:
    """All non-decreasing tuples that begin with the prefix and have ``length`` more entries, one a row."""
    first = prefix[-1] if prefix else 0
    if length == 1:
        tails = np.arange(first, count)[:, None]
    else:
        a, b = np.triu_indices(count - first)
        tails = np.stack([a, b], axis=1) + first
    head = np.tile(np.array(prefix, dtype=np.int64), (len(tails), 1))
    return np.hstack([head, tails.astype(np.int64)])


def _codes(tuples: Ints, base: int) -> Ints:
    """The tuples as numbers, in the same order."""
    code = np.zeros(len(tuples), dtype=np.int64)
    for column in tuples.T:
        code = code * base + column
    return code
