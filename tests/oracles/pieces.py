"""Brute force on the line: maps that are polynomials between finitely many points, compared by values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

Sigma = Callable[[Fraction], Fraction]


def clip(z: Fraction, low: int, high: int) -> Fraction:
    """z, but not outside low to high."""
    return min(max(z, Fraction(low)), Fraction(high))


# name: the function, where it changes its form
SIGMAS: dict[str, tuple[Sigma, tuple[int, ...]]] = {
    "relu": (lambda z: max(z, Fraction(0)), (0,)),
    "abs": (abs, (0,)),
    "leaky_relu(1/10)": (lambda z: max(z, z / 10), (0,)),
    "hardswish": (lambda z: z * clip(z + 3, 0, 6) / 6, (-3, 3)),
    "relu6": (lambda z: clip(z, 0, 6), (0, 6)),
    "hardtanh": (lambda z: clip(z, -1, 1), (-1, 1)),
    "relu2": (lambda z: max(z, Fraction(0)) ** 2, (0,)),
    "z + z**2": (lambda z: z + z**2, ()),
    "sign(z)": (lambda z: Fraction((z > 0) - (z < 0)), (0,)),
}
DEGREE = 3  # of a gated neuron with one of them


@dataclass(frozen=True, slots=True)
class Line:
    """m x + c + sum of D sigma(a x + b) (p x + q) over the neurons (D, a, b, p, q)."""

    sigma: str
    neurons: Sequence[tuple[Fraction, ...]]
    m: Fraction
    c: Fraction

    def at(self, x: Fraction) -> Fraction:
        """The value at x."""
        sigma = SIGMAS[self.sigma][0]
        return self.m * x + self.c + sum(D * sigma(a * x + b) * (p * x + q) for D, a, b, p, q in self.neurons)

    def breaks(self) -> set[Fraction]:
        """The points where a neuron changes its form."""
        return {(k - b) / a for _, a, b, _, _ in self.neurons for k in SIGMAS[self.sigma][1] if a}


def same(f: Line, g: Line) -> bool:
    """Whether two maps agree: at every break, and at more points than their degree between any two."""
    breaks = sorted(f.breaks() | g.breaks()) or [Fraction(0)]
    ends = [breaks[0] - 1, *breaks, breaks[-1] + 1]
    inner = [a + (b - a) * Fraction(n, DEGREE + 2) for a, b in pairwise(ends) for n in range(1, DEGREE + 2)]
    return all(f.at(x) == g.at(x) for x in [*breaks, *inner])
