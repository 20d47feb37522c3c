"""One record for each activation: what it is called, its formula, what is claimed of it. Plain data.

Everything else reads it here: the grammar (a name in an expression is an abbreviation of the formula), the
catalogue (which proves the claims), the commands (which know the aliases), the export to Rocq. What the
kernel believes stands apart in `kernel.activations`; a test compares the two. Growth, range, enclosure and
Taylor series are computed from the formula.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple


class Parameter(NamedTuple):
    """A parameter of a formula: its letter, and its value when none is given (None: it must be given)."""

    name: str
    default: str | None


class Rocq(NamedTuple):
    """How the theories of `symproof.rocq` speak of an activation.

    Attributes:
        term: the activation as a term.
        never: the theorem that a block is not absorbable.
        same: the theorem that V computes the block; "": the one for every linear gap 1.
        field: the quantifier over the real numbers that the theorems have; "" for Coq's own.
        given: what stands before the conclusion.
        imports: further files: of Coq, of mathcomp, of the development.
    """

    term: str
    never: str
    same: str = ""
    field: str = " (R : realFieldType)"
    given: str = ""
    imports: tuple[str, str, str] = ("", "", "")


REALS = (" (R : realType)", ("", " reals", " Decay DecayReal ConcreteSmooth"))
SMOOTH_GELU = Rocq(  # z / (1 + exp(-alpha (z + beta z^3)))
    "(smooth_gelu alpha beta)",
    "smooth_gelu_not_absorbable",
    field=REALS[0],
    given="forall alpha beta : R, 0 < alpha -> 0 <= beta -> ",
    imports=REALS[1],
)


@dataclass(frozen=True, slots=True)
class Record:
    """An activation.

    Attributes:
        name: as it is written in an expression, applied to z and its parameters.
        title: the usual name, and the definition that is meant where there are several.
        formula: the definition, text of the grammar in z and the parameters.
        parameters: in the order in which they follow z.
        aliases: other names: those of torch.nn.functional and of Hugging Face's ACT2FN (case and
            underscores do not count, so torch.nn's LeakyReLU is leaky_relu).
        gap: the c with sigma(z) - sigma(-z) = c z, in the parameters; None: there is none.
        kind: "conic" or "rigid", for the activations that the kernel decides block by block.
        rocq: its own theorems in Rocq; None: those for every activation of its kind and gap.
    """

    name: str
    title: str
    formula: str
    parameters: tuple[Parameter, ...] = ()
    aliases: tuple[str, ...] = ()
    gap: str | None = None
    kind: str | None = None
    rocq: Rocq | None = None


def _clipped(u: str, low: str, high: str) -> str:
    return f"min(max({u}, {low}), {high})"


RECORDS: tuple[Record, ...] = (
    # in the kernel's table: decided block by block
    Record(
        "relu",
        "ReLU",
        "max(z, 0)",
        gap="1",
        kind="conic",
        rocq=Rocq("relu", "relu_not_absorbable", "relu_same_absorbs"),
    ),
    Record(
        "leaky_relu",
        "leaky ReLU with slope a",
        "relu(z) - a*relu(-z)",
        (Parameter("a", "1/100"),),
        ("prelu",),
        gap="1 + a",
        kind="conic",
    ),
    Record("abs", "absolute value", "abs(z)", gap="0", kind="conic"),
    Record(
        "gelu",
        "GELU, erf form: z Phi(z)",
        "z*(1 + erf(z/sqrt(2)))/2",
        (),
        ("gelu_python",),
        gap="1",
        kind="rigid",
        rocq=Rocq(
            "Gelu.gelu",
            "gelu_not_absorbable",
            "gelu_same_absorbs",
            field="",
            imports=(" Reals", " Rstruct", " ConcreteGelu"),
        ),
    ),
    Record(
        "gelu_tanh",
        "GELU, tanh form",
        "z*(1 + tanh(sqrt(2/pi)*(z + 0.044715*z**3)))/2",
        (),
        ("gelu_new", "gelu_pytorch_tanh", "gelu_python_tanh", "gelu_accurate"),
        gap="1",
        kind="rigid",
        rocq=SMOOTH_GELU,
    ),
    Record(
        "quick_gelu",
        "quick GELU: z logistic(1.702 z)",
        "z*logistic(1.702*z)",
        (),
        ("gelu_quick",),
        gap="1",
        kind="rigid",
        rocq=SMOOTH_GELU,
    ),
    Record("silu", "SiLU (Swish): z logistic(z)", "z*logistic(z)", gap="1", kind="rigid", rocq=SMOOTH_GELU),
    Record(
        "softplus",
        "softplus",
        "log(1 + exp(z))",
        gap="1",
        kind="rigid",
        rocq=Rocq("(@softplus R)", "softplus_not_absorbable", field=REALS[0], imports=REALS[1]),
    ),
    Record(
        "squareplus",
        "squareplus",
        "(z + sqrt(z**2 + b))/2",
        (Parameter("b", "4"),),
        gap="1",
        kind="rigid",
    ),
    Record(
        "hardswish",
        "hard swish: z relu6(z + 3)/6",
        "z*min(max(z + 3, 0), 6)/6",
        (),
        (),
        gap="1",
        kind="rigid",
        rocq=Rocq("(@hardswish R)", "hardswish_not_absorbable", imports=("", "", " Decay ConcreteSmooth")),
    ),
    # answered by the theorems alone
    Record("linear", "the identity", "z", (), ("identity",), gap="2"),
    Record("tanh", "hyperbolic tangent", "1 - 2/(exp(2*z) + 1)"),
    Record("logistic", "logistic function", "1/(1 + exp(-z))", (), ("sigmoid",)),
    Record(
        "gelu_fast",
        "GELU, tanh form with the decimal c for sqrt(2/pi), as some code has it: another function",
        "z*(1 + tanh(c*(z + 0.044715*z**3)))/2",
        (Parameter("c", "0.7978845608"),),
        gap="1",
    ),
    Record("logsigmoid", "logarithm of the logistic function", "-log(1 + exp(-z))", gap="1"),
    Record("erf", "error function", "erf(z)"),
    Record("laplace", "Laplace (Mega): a normal distribution function", "Phi((z - 0.707107)/0.282095)"),
    Record("atan", "arc tangent", "atan(z)", (), ("arctan",)),
    Record("sin", "sine", "sin(z)"),
    Record("exp", "exponential function", "exp(z)"),
    Record("softsign", "softsign", "z/(1 + abs(z))"),
    Record("hardtanh", "hard tanh", _clipped("z", "-1", "1")),
    Record("relu6", "ReLU6", _clipped("z", "0", "6")),
    Record("hardsigmoid", "hard sigmoid", f"{_clipped('z + 3', '0', '6')}/6"),
    Record("elu", "ELU", "relu(z) + a*(exp(-relu(-z)) - 1)", (Parameter("a", "1"),)),
    Record("celu", "CELU", "relu(z) + a*(exp(-relu(-z)/a) - 1)", (Parameter("a", "1"),)),
    Record("selu", "SELU", "1.0507009873554805*(relu(z) + 1.6732632423543772*(exp(-relu(-z)) - 1))"),
    Record("mish", "Mish", "z*tanh(softplus(z))"),
    Record("relu2", "squared ReLU", "relu(z)**2", (), ("relu_squared", "squared_relu")),
    Record("swish", "Swish with parameter b", "z*logistic(b*z)", (Parameter("b", "1"),), gap="1"),
    Record("tanhshrink", "tanh shrink", "z - tanh(z)"),
    Record("softshrink", "soft shrink", "relu(z - l) - relu(-z - l)", (Parameter("l", "1/2"),)),
    Record("hardshrink", "hard shrink", "z*(1 - heaviside(l - abs(z), 1))", (Parameter("l", "1/2"),)),
)

BY_NAME: dict[str, Record] = {record.name: record for record in RECORDS}

_SIMPLIFIED: dict[str, Record] = {
    re.sub("_", "", name).lower(): record for record in RECORDS for name in (*record.aliases, record.name)
}


def record_of(name: str) -> Record | None:
    """The record with this name or alias; case and underscores do not count (torch.nn's LeakyReLU)."""
    return BY_NAME.get(name) or _SIMPLIFIED.get(re.sub("_", "", name).lower())


def rocq_names(name: str) -> Rocq | None:
    """The theorems in Rocq that are about the activation of this name alone."""
    record = BY_NAME.get(name)
    return None if record is None else record.rocq
