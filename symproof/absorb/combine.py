"""Exact combinations of a form with the equations in force, from float multipliers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor
from typing import Any

import numpy as np
from numpy.typing import NDArray

from symproof.absorb.lattice import EXACT, Forms, Lattice
from symproof.absorb.system import Equation, Tree, sparse, text

PRECISION = 20  # bits after the point of multipliers


@dataclass(frozen=True, slots=True)
class Combination:
    """A form plus Y . equations plus Z . forms in force.

    Attributes:
        Y: a multiplier an equation.
        Z: a multiplier a form in force.
        low: the least the form can be, for x in [0,1]^n.
        high: the most.
        largest: the largest coefficient in absolute value.
    """

    Y: list[Fraction]
    Z: list[Fraction]
    low: Fraction
    high: Fraction
    largest: Fraction

    def excludes(self) -> bool:
        """Whether this combination alone shows that the form takes no integer value."""
        return 2 * self.largest < 1 and floor(self.high) < ceil(self.low)

    def sides(self, equations: Sequence[Equation]) -> dict[str, Any]:
        """Y and Z as the evidence spells them."""
        result: dict[str, Any] = {"Y": sparse(zip(equations, self.Y, strict=True))}
        if any(self.Z):
            result["Z"] = [[j, text(z)] for j, z in enumerate(self.Z) if z]
        return result

    def leaf(self, equations: Sequence[Equation], modulus: int) -> Tree:
        """The leaf of this combination."""
        return {"combination": {**self.sides(equations), "modulus": text(modulus)}}


def combination(
    space: Lattice,
    forms: Forms,
    chosen: Sequence[tuple[int, int]],
    k: int | None,
    multipliers: NDArray[np.float64],
) -> Combination:
    """Form k (None: zero) minus the multipliers of the equations and of the projected forms in force.

    With c = p + w A, subtracting z p_j means subtracting z c_j and adding z w_j to the multipliers of the
    equations.
    Multipliers are rounded so that every coefficient is right to about 2^-PRECISION.
    """
    r, fine, bits = len(space.rows), forms.bits, forms.bits - EXACT + PRECISION
    Z = [-round(float(y) * (1 << PRECISION)) for y in multipliers[r:]]
    Y = [-round(float(y) * (1 << fine)) for y in multipliers[:r]]
    for z, (j, _) in zip(Z, chosen, strict=True):
        Y = [y - (z * w >> PRECISION) for y, w in zip(Y, forms.weights[j], strict=True)]
    a = [0] * len(space.rows[0])
    if k is not None:
        Y = [y - w for y, w in zip(Y, forms.weights[k], strict=True)]
        a = [c << bits for c in forms.integer[k]]
    Y, beta = [y >> fine - bits for y in Y], 0
    for y, row, value in zip(Y, space.rows, space.values, strict=True):
        a = [x + y * c for x, c in zip(a, row, strict=True)]
        beta += y * value
    for z, (j, value) in zip(Z, chosen, strict=True):
        if z:
            shifted = z << bits - PRECISION
            a = [x + shifted * c for x, c in zip(a, forms.integer[j], strict=True)]
            beta += shifted * value
    one = 1 << bits
    return Combination(
        [Fraction(y, one) for y in Y],
        [Fraction(z, 1 << PRECISION) for z in Z],
        Fraction(sum(x for x in a if x < 0) - beta, one),
        Fraction(sum(x for x in a if x > 0) - beta, one),
        Fraction(max(map(abs, a)), one),
    )
