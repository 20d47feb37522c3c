"""The catalogue of activations, each with a linear gap that is proved and a kind that is proved.

sigma has linear gap c when sigma(z) - sigma(-z) = c z; then sigma(z) = (c/2) z + E(z) with E even. Conic:
E(z) = e|z| with e != 0. Rigid: E(a_1 t), ..., E(a_m t) are independent modulo polynomials on t > 0 for
distinct a_i > 0; then so are the functions E(w.x), one for each w != 0 up to sign, in every dimension
(restrict to a ray through a generic x, on which the |w.x| are distinct and not 0). `Activation.prove` runs
the proofs; the catalogue's own entries are not believed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from flint import arb

from symproof.errors import Malformed, Rejected
from symproof.functions.definitions import FUNCTIONS
from symproof.functions.enclosure import enclose
from symproof.functions.expression import Expr, Z, call, latex, text
from symproof.functions.grammar import parse
from symproof.functions.interpret import exact
from symproof.functions.parity import Step, is_zero, linear_gap, mirror_breaks, prove_gap, rational_value
from symproof.functions.pieces import cut, even_part, value
from symproof.functions.shape import Form, shape


class Kind(StrEnum):
    """The two kinds of even part for which equality of maps is decided by the normal form."""

    CONIC = "conic"
    RIGID = "rigid"


@dataclass(frozen=True, slots=True)
class ActivationProof:
    """What `Activation.prove` established: the gap piece by piece, the kind with its reason, sigma(0)."""

    gap: tuple[Step, ...]
    kind: str
    at_zero: Expr


@dataclass(frozen=True, slots=True)
class Activation:
    """An activation of the catalogue.

    Attributes:
        name: as users write it, for instance ``"gelu"`` or ``"leaky_relu(1/10)"``.
        title: the usual name and the definition meant, where there are two.
        formula: the definition as an expression in z.
        gap: the c with sigma(z) - sigma(-z) = c z, rational.
        kind: conic or rigid.
    """

    name: str
    title: str
    formula: Expr
    gap: Fraction
    kind: Kind

    def __str__(self) -> str:
        return f"{self.name}: {text(self.formula)}"

    def _repr_latex_(self) -> str:
        return rf"$\sigma(z) = {latex(self.formula)}$"

    @property
    def at_zero(self) -> Expr:
        """sigma(0) as an exact expression without z, for instance log(2)."""
        return value(self.formula, Fraction(0))

    def exact(self, z: Fraction) -> Fraction | None:
        """sigma(z) when it is computed by rational arithmetic, abs and sign; else None."""
        return exact(self.formula, z)

    def enclose(self, z: Fraction, bits: int = 64) -> arb:
        """A ball that contains sigma(z), computed with this working precision."""
        return enclose(self.formula, z, bits)

    def even_part(self, z: Fraction, bits: int = 64) -> arb:
        """A ball that contains E(z) = (sigma(z) + sigma(-z)) / 2."""
        return enclose(even_part(self.formula), z, bits)

    def sympy(self) -> Any:
        """The definition as a SymPy expression, a Piecewise where it has break points."""
        from symproof.functions.symbolic import piecewise

        return piecewise(self.formula)

    def prove(self) -> ActivationProof:
        """The proof of gap and kind.

        Raises:
            Rejected: when the entry's gap or kind is not what the formula has.
        """
        steps = prove_gap(self.formula, self.gap)
        kind, reason = prove_kind(self.formula)
        if kind is not self.kind:
            raise Rejected(f"{self.name} is {kind}, not {self.kind}: {reason}")
        return ActivationProof(steps, reason, self.at_zero)


def prove_kind(formula: Expr) -> tuple[Kind, str]:
    """The kind of the even part of an activation, and why.

    Raises:
        Rejected: when it is neither provably conic nor provably rigid.
        Undefined, Unresolved: when the expression cannot be treated.
    """
    found = shape(even_part(formula), mirror_breaks(cut(formula).breaks))
    if found.form is Form.INDEPENDENT:
        return Kind.RIGID, f"E is {found.reason}"
    if found.form is Form.POLYNOMIAL and len(found.coefficients) == 2:
        constant, e = found.coefficients
        if is_zero(constant) and is_zero(value(formula, Fraction(0))) and is_zero(e) is False:
            return Kind.CONIC, f"E(z) = e|z| with e = {e}, for z > 0 by normal forms and at 0"
    raise Rejected(f"the even part of {formula} is {found.form}: {found.reason}")


def _entry(name: str, title: str, formula: str, gap: Fraction | int, kind: Kind) -> Activation:
    return Activation(name, title, parse(formula), Fraction(gap), kind)


def leaky_relu(slope: Fraction) -> Activation:
    """Leaky ReLU: z for z >= 0 and slope * z below.

    Args:
        slope: a rational number other than 1.

    Raises:
        Malformed: when the slope is 1, which leaves no even part.
    """
    if slope == 1:
        raise Malformed("leaky_relu(1) is the identity: its even part is 0; required: a slope other than 1")
    formula = f"leaky_relu(z, {slope})"
    return _entry(f"leaky_relu({slope})", f"leaky ReLU with slope {slope}", formula, 1 + slope, Kind.CONIC)


_ENTRIES = (
    _entry("relu", "ReLU", "relu(z)", 1, Kind.CONIC),
    _entry("abs", "absolute value", "abs(z)", 0, Kind.CONIC),
    _entry("gelu", "GELU, erf form: z Phi(z)", "z*(1 + erf(z/sqrt(2)))/2", 1, Kind.RIGID),
    _entry(
        "gelu_tanh",
        "GELU, tanh form",
        "z*(1 + tanh(sqrt(2/pi)*(z + 0.044715*z**3)))/2",
        1,
        Kind.RIGID,
    ),
    _entry("quick_gelu", "quick GELU: z logistic(1.702 z)", "z*logistic(1.702*z)", 1, Kind.RIGID),
    _entry("silu", "SiLU (Swish): z logistic(z)", "z*logistic(z)", 1, Kind.RIGID),
    _entry("softplus", "softplus", "log(1 + exp(z))", 1, Kind.RIGID),
    _entry("squareplus", "squareplus with b = 4", "(z + sqrt(z**2 + 4))/2", 1, Kind.RIGID),
    _entry("hardswish", "hard swish: z relu6(z + 3)/6", "z*min(max(z + 3, 0), 6)/6", 1, Kind.RIGID),
)
CATALOGUE: dict[str, Activation] = {entry.name: entry for entry in _ENTRIES}
"""The activations without a parameter, by name. leaky_relu(a) is made by `activation`."""

NON_MEMBERS: dict[str, str] = {
    "tanh": "tanh(z)",
    "logistic": "logistic(z)",
    "erf": "erf(z)",
    "atan": "atan(z)",
    "softsign": "softsign(z)",
    "hardtanh": "hardtanh(z)",
    "relu6": "relu6(z)",
    "sin": "sin(z)",
    "exp": "exp(z)",
    "elu": "elu(z)",
    "selu": "1.0507009873554805*(relu(z) + 1.6732632423543772*(exp(-relu(-z)) - 1))",
    "mish": "mish(z)",
    "relu2": "relu(z)**2",
    "tanhshrink": "z - tanh(z)",
}
"""Activations in use that have no linear gap (text of the grammar): `no_gap` shows it."""

_LEAKY = re.compile(r"leaky_relu\(\s*(-?[0-9]{1,60}(?:\.[0-9]{1,60}|/[0-9]{1,60})?)\s*\)", re.ASCII)


def activation(name: str) -> Activation:
    """The activation of the catalogue with this name.

    Args:
        name: ``"relu"``, ..., or ``"leaky_relu(a)"`` with a rational a, written 1/10 or 0.1.

    Raises:
        Malformed: when there is none of this name; lists the names.

    >>> print(activation("leaky_relu(0.1)").gap)
    11/10
    """
    if name in CATALOGUE:
        return CATALOGUE[name]
    match = _LEAKY.fullmatch(name)
    slope = None if match is None else rational_value(parse(match[1]))
    if slope is None:
        names = ", ".join([*CATALOGUE, "leaky_relu(a) with a rational a"])
        raise Malformed(f"activation: required one of {names}; found {name[:40]!a}")
    return leaky_relu(slope)


GATES: dict[str, str] = {
    "swiglu": "silu(z)",
    "geglu": "gelu(z)",
    "reglu": "relu(z)",
    "glu": "logistic(z)",
    "bilinear": "z",
}
"""Names of gated blocks and the gate each of them has."""


def formula(source: str) -> Expr:
    """The definition behind a name, or the expression itself.

    Args:
        source: a name of the catalogue, of `NON_MEMBERS`, of a function of one argument; else an expression.

    Raises:
        Malformed: when it is none of them; for an expression, with the column.
    """
    if source in CATALOGUE or _LEAKY.fullmatch(source):
        return activation(source).formula
    if source in NON_MEMBERS:
        return parse(NON_MEMBERS[source])
    if source in FUNCTIONS and FUNCTIONS[source].arity == 1:
        return call(source, Z)
    return parse(source)


def no_gap(sigma: Expr) -> bool:
    """Whether it is proved that sigma(z) - sigma(-z) is not linear, by balls at two points."""
    return linear_gap(sigma).holds is False
