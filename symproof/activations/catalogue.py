"""The catalogue of activations, each with a linear gap that is proved and a kind that is proved.

sigma has linear gap c when sigma(z) - sigma(-z) = c z; then sigma(z) = (c/2) z + E(z) with E even. Conic:
E(z) = e|z| with e != 0. Rigid: E(a_1 t), ..., E(a_m t) are independent modulo polynomials on t > 0 for
distinct a_i > 0; then so are the functions E(w.x), one for each w != 0 up to sign, in every dimension
(restrict to a ray through a generic x, on which the |w.x| are distinct and not 0). `Activation.prove` runs
the proofs; what a record claims is not believed.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Any

from flint import arb

from symproof.activations.records import BY_NAME, RECORDS, Record, record_of
from symproof.errors import Malformed, Rejected, did_you_mean
from symproof.functions.definitions import arguments
from symproof.functions.enclosure import enclose
from symproof.functions.expression import (
    Call,
    Expr,
    Num,
    Param,
    Z,
    call,
    has_variable,
    latex,
    substitute,
    text,
    without_ones,
)
from symproof.functions.grammar import MalformedExpression, parse
from symproof.functions.independence import Form, shape
from symproof.functions.interpret import exact
from symproof.functions.library import FUNCTIONS
from symproof.functions.parity import Step, is_zero, linear_gap, mirror_breaks, prove_gap, rational_value
from symproof.functions.pieces import constant, cut, even_part, same, value


class Kind(StrEnum):
    """The two kinds of even part for which equality of maps is decided by the parity normal form."""

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
            return Kind.CONIC, f"E(z) = e|z| with e = {e}, for z > 0 by reduced fractions and at 0"
    raise Rejected(f"the even part of {formula} is {found.form}: {found.reason}")


def _formula_of(record: Record, given: Iterable[Expr] = ()) -> Expr:
    """The formula with its parameters filled in."""
    body = parse(record.formula, [Param(parameter.name) for parameter in record.parameters])
    return without_ones(substitute(body, Z, arguments(record.name, tuple(given))))


def _entry(record: Record, *given: Fraction) -> Activation:
    """The activation of a record that claims a gap and a kind."""
    if record.gap is None or record.kind is None:
        raise Malformed(f"activation: {record.name} is not decided block by block")
    values = arguments(record.name, tuple(map(Num, given)))
    gap = rational_value(substitute(parse(record.gap, [Param(name) for name in values]), Z, values))
    if gap is None:
        raise Malformed(f"activation: the gap of {record.name} is not rational")
    name = f"{record.name}({', '.join(map(str, given))})" if given else record.name
    return Activation(name, record.title, _formula_of(record, map(Num, given)), gap, Kind(record.kind))


CATALOGUE: dict[str, Activation] = {
    record.name: _entry(record) for record in RECORDS if record.kind and record.name != "leaky_relu"
}
"""The activations decided block by block, by name. leaky_relu(a) is made by `activation`."""

NON_MEMBERS: dict[str, str] = {record.name: f"{record.name}(z)" for record in RECORDS if record.gap is None}
"""Activations in use that have no linear gap (text of the grammar): `no_gap` shows it."""


def leaky_relu(slope: Fraction) -> Activation:
    """Leaky ReLU: z for z >= 0 and slope * z below.

    Args:
        slope: a rational number other than 1.

    Raises:
        Malformed: when the slope is 1, which leaves no even part.
    """
    if slope == 1:
        raise Malformed("leaky_relu(1) is the identity: its even part is 0; required: a slope other than 1")
    return _entry(BY_NAME["leaky_relu"], slope)


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


def formula(source: str, parameters: Iterable[Param] = ()) -> Expr:
    """The definition behind a name, or the expression itself.

    Args:
        source: a name or an alias of `RECORDS`, also with its parameters, as in ``"elu(1/2)"``; the name of a
            function of one argument; else an expression in z.
        parameters: the names in it that stand for a parameter.

    Raises:
        Malformed: when it is none of them; for an expression, with the column.

    >>> print(formula("LeakyReLU"), "and", formula("elu(2)"))
    relu(z) - 1/100*relu(-z) and relu(z) + 2*(exp(-relu(-z)) - 1)
    """
    if source.isidentifier() and source not in {"z", "pi", "E", *(p.name for p in parameters)}:
        return _named(source)
    found = parse(source, parameters)
    if not isinstance(found, Call) or has_variable(found):
        return found
    record = BY_NAME.get(found.name)
    if record is None or len(found.args) > len(record.parameters):
        hint = f"{found.name}(z)" if len(found.args) == 1 else f"0*z + {found}"
        raise MalformedExpression(1, f"an expression in z, for instance {hint}", f"the number {found}")
    return _formula_of(record, found.args)


def _named(name: str) -> Expr:
    record = record_of(name)
    if record is not None:
        return _formula_of(record)
    if name in FUNCTIONS and FUNCTIONS[name].required == 1:
        return call(name, Z)
    names = [*BY_NAME, *(alias for record in RECORDS for alias in record.aliases)]
    hint = did_you_mean(name, names) or "; or an expression in z"
    raise MalformedExpression(1, f"the name of an activation{hint}", ascii(name[:30]))


def kernel_name(source: str) -> str | None:
    """The name under which the kernel knows an activation; None when it knows no such function.

    An expression counts as one of the kernel's activations when reduced fractions prove them equal.

    Args:
        source: as in `formula`.

    >>> kernel_name("swish"), kernel_name("max(z, z/10)"), kernel_name("tanh")
    ('silu', 'leaky_relu(1/10)', None)
    """
    if source in CATALOGUE:
        return source
    e = formula(source)
    name = next((name for name, known in CATALOGUE.items() if same(e, known.formula)), None)
    return name or _leaky_name(e)


def _leaky_name(e: Expr) -> str | None:
    """leaky_relu(a) when e is it, else None."""
    slope = rational_value(-constant(e, Fraction(-1)))
    if slope is None or slope == 1:
        return None
    known = leaky_relu(slope)
    return known.name if same(e, known.formula) else None


def no_gap(sigma: Expr) -> bool:
    """Whether it is proved that sigma(z) - sigma(-z) is not linear, by balls at two points."""
    return linear_gap(sigma).holds is False
