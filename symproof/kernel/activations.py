"""What the kernel takes from analysis about each activation. SOUNDNESS.md says why each line is true."""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from symproof.kernel.errors import Malformed
from symproof.reader.numbers import brief, number


@dataclass(frozen=True, slots=True)
class Activation:
    """sigma(z) = (gap/2) z + E(z), E even.

    homogeneous: E(z) = e|z|, e != 0, and sigma(z) = z for z > 0; else the E(w.x), one for each w != 0 up to
    sign, are linearly independent modulo polynomials. constant: whether sigma(0) != 0. translates: whether
    the E(w.x + b), one for each (w, b) with w != 0 up to sign, are so too.
    """

    name: str
    homogeneous: bool
    gap: Fraction
    constant: bool = False
    translates: bool = True


ZERO, ONE = Fraction(0), Fraction(1)
TABLE = {"relu": Activation("relu", True, ONE), "abs": Activation("abs", True, ZERO)}
TABLE |= {name: Activation(name, False, ONE) for name in ("gelu", "gelu_tanh", "quick_gelu", "silu")}
TABLE |= {name: Activation(name, False, ONE, constant=True) for name in ("softplus", "squareplus")}
TABLE |= {"hardswish": Activation("hardswish", False, ONE, translates=False)}


def activation(name: str | None) -> Activation:
    """The activation called ``name``: leaky_relu(a) for a rational a != 1 ('1/10' or '0.1'); None: relu."""
    name = "relu" if name is None else name
    if name in TABLE:
        return TABLE[name]
    match = re.fullmatch(r"leaky_relu\(([^()]*)\)", name)
    if match is None:
        raise Malformed(f"activation {brief(name)} is none of {', '.join(TABLE)}, leaky_relu(a)")
    slope = number(match[1], "the slope of leaky_relu")
    if slope == 1:
        raise Malformed("leaky_relu(1) is the identity, which has no even part")
    return Activation(f"leaky_relu({slope})", True, 1 + slope)
