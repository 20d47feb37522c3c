"""Solutions of X Y = -I over finite fields: the formula, and counting that confirms it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import product
from math import prod

import numpy as np
from numpy.typing import NDArray

from symproof.errors import GaveUp
from symproof.kernel.errors import Malformed

WORK = 10**9  # products of bits in one exhaustive count: some seconds
CHUNK = 1 << 22  # bits that are held at a time

Bits = NDArray[np.bool_]


def solutions(q: int, d: int, s: int) -> int:
    """The number of pairs (X, Y), X d x s and Y s x d over F_q, with X Y = -I.

    It is prod_{i<d} (q^s - q^i) q^(d(s-d)), and 0 for s < d. Proof: X must be onto, so have rank d, which
    row by row leaves q^s, q^s - 1, q^s - q, ... minus choices already spanned: row i is outside the span of
    the i rows before it, q^s - q^i choices. Each column y of Y is a solution of X y = -e_j: a coset of the
    kernel of X, which has q^(s-d) elements; there are d columns. The formula holds over every finite field.

    Source: new.

    >>> solutions(2, 1, 1), solutions(2, 2, 2), solutions(3, 2, 1)
    (1, 6, 0)
    """
    if s < d:
        return 0
    rank_d: int = prod(q**s - q**i for i in range(d))
    right_inverses: int = q ** (d * (s - d))
    return rank_d * right_inverses


def share(q: int, d: int, s: int) -> Fraction:
    """The share of the solutions among all pairs: q^(-d^2) prod_{i<d} (1 - q^(i-s)), about q^(-d^2).

    The finite-field picture of "measure zero, codimension d^2": d^2 equations, each true for one pair in q.
    """
    return Fraction(solutions(q, d, s), q ** (2 * d * s))


@dataclass(frozen=True)
class Field:
    """F_q with the elements 0, ..., q-1: the digits of an element to base p are a polynomial over F_p.

    Args:
        q: a prime power from 2 to 256.

    Raises:
        Malformed: q is not one.
    """

    q: int

    def __post_init__(self) -> None:
        if not 2 <= self.q <= 256 or self.p**self.degree != self.q:
            raise Malformed(f"the order of a field must be a prime power from 2 to 256, found {self.q}")

    @cached_property
    def p(self) -> int:
        """The characteristic: the least prime factor of q."""
        return next(p for p in range(2, self.q + 1) if self.q % p == 0)

    @cached_property
    def degree(self) -> int:
        """The degree over F_p."""
        k = 1
        while self.p ** (k + 1) <= self.q:
            k += 1
        return k

    @cached_property
    def sum(self) -> NDArray[np.uint8]:
        """The table of x + y."""
        p, digits = self.p, self._digits
        both = [
            [self._number([(a + b) % p for a, b in zip(x, y, strict=True)]) for y in digits] for x in digits
        ]
        return np.array(both, dtype=np.uint8)

    @cached_property
    def product(self) -> NDArray[np.uint8]:
        """The table of x y: products of polynomials modulo an irreducible one."""
        modulus = self._irreducible()
        rows = [[self._number(self._times(x, y, modulus)) for y in self._digits] for x in self._digits]
        return np.array(rows, dtype=np.uint8)

    @property
    def minus_one(self) -> int:
        """-1."""
        return self.p - 1

    @cached_property
    def _digits(self) -> list[list[int]]:
        return [[x // self.p**i % self.p for i in range(self.degree)] for x in range(self.q)]

    def _number(self, digits: list[int]) -> int:
        return sum(c * self.p**i for i, c in enumerate(digits))

    def _times(self, x: list[int], y: list[int], modulus: list[int]) -> list[int]:
        """The product of two polynomials modulo t^k + modulus."""
        p, k = self.p, self.degree
        result = [0] * (2 * k)
        for (i, a), (j, b) in product(enumerate(x), enumerate(y)):
            result[i + j] += a * b
        for top in range(2 * k - 1, k - 1, -1):
            for i, c in enumerate(modulus):
                result[top - k + i] -= result[top] * c
        return [c % p for c in result[:k]]

    def _irreducible(self) -> list[int]:
        """Lower coefficients m of the first t^k + m without zero divisors in F_p[t]/(t^k + m)."""
        nonzero = self._digits[1:]
        return next(
            m
            for m in self._digits
            if not any(self._number(self._times(x, y, m)) == 0 for x in nonzero for y in nonzero)
        )


def count(field: Field, d: int, s: int) -> int:
    """The number of solutions of X Y = -I over the field, by running through every X and every column of Y.

    Given X the columns of Y are independent of each other, so the number of Y is the product over j of the
    number of y in F_q^s with X y = -e_j; every X and every y is tried, none is reasoned about.

    Raises:
        GaveUp: more than `WORK` tests would be needed.
    """
    vectors = field.q**s
    if field.q ** (d * s) * vectors * d * d > WORK:
        raise GaveUp([f"{field.q}^{d * s} matrices X, {vectors} columns y"], f"work: {WORK} tests")
    zero, minus = _dots(field, s)
    total, step = 0, max(1, CHUNK // vectors)
    matrices = field.q ** (d * s)
    for start in range(0, matrices, step):
        index = np.arange(start, min(start + step, matrices))
        rows = [index // vectors**i % vectors for i in range(d)]
        ways = np.ones(len(index), dtype=np.int64)
        for j in range(d):
            hit = np.ones((len(index), vectors), dtype=np.bool_)
            for i, row in enumerate(rows):
                hit &= (minus if i == j else zero)[row]
            ways *= np.count_nonzero(hit, axis=1)
        total += int(ways.sum())
    return total


def _dots(field: Field, s: int) -> tuple[Bits, Bits]:
    """For all vectors r, y of F_q^s: whether r.y is 0, and whether it is -1."""
    q = field.q
    dots = np.zeros((q**s, q**s), dtype=np.uint8)
    for i in range(s):
        digit = np.arange(q**s) // q**i % q
        dots = field.sum[dots, field.product[digit[:, None], digit[None, :]]]
    return dots == 0, dots == field.minus_one
