"""The functions an expression may name. Eight are primitive; every other is an abbreviation, said once.

Every decision is made on the definition, so what a name means is not believed anywhere else.
"""

from __future__ import annotations

from dataclasses import dataclass

from symproof.activations.records import RECORDS, Parameter


@dataclass(frozen=True, slots=True)
class Function:
    """A function name. formula: its definition in z and the parameters; None: it is primitive."""

    name: str
    formula: str | None
    parameters: tuple[Parameter, ...] = ()

    @property
    def arity(self) -> int:
        """The number of arguments when none is left out."""
        return 1 + len(self.parameters)

    @property
    def required(self) -> int:
        """The number of arguments that have no default."""
        return 1 + sum(p.default is None for p in self.parameters)


PRIMITIVES = ("exp", "log", "abs", "sign", "erf", "atan", "sin", "cos")

_OTHERS = (
    Function("sqrt", "z**(1/2)"),
    Function("max", "(z + v + abs(z - v))/2", (Parameter("v", None),)),
    Function("min", "(z + v - abs(z - v))/2", (Parameter("v", None),)),
    Function("heaviside", "(1 + sign(z))/2 + (h - 1/2)*(1 - abs(sign(z)))", (Parameter("h", "1/2"),)),
    Function("sinh", "(exp(z) - exp(-z))/2"),
    Function("cosh", "(exp(z) + exp(-z))/2"),
    Function("erfc", "1 - erf(z)"),
    Function("Phi", "(1 + erf(z/sqrt(2)))/2"),
)

SPELLINGS = {"Max": "max", "Min": "min", "Abs": "abs", "Heaviside": "heaviside"} | {
    alias: record.name for record in RECORDS for alias in record.aliases
}
"""Other names of functions: SymPy's, and the aliases of the activations."""

FUNCTIONS: dict[str, Function] = (
    {record.name: Function(record.name, record.formula, record.parameters) for record in RECORDS}
    | {f.name: f for f in _OTHERS}
    | {name: Function(name, None) for name in PRIMITIVES}
)
