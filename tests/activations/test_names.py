"""Names of activations: records, aliases of Hugging Face and torch, parameters, constants, suggestions."""

from __future__ import annotations

from fractions import Fraction

import mpmath
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symproof import Block, equal
from symproof.activations.catalogue import CATALOGUE, formula, kernel_name, record_of
from symproof.activations.records import RECORDS, Record
from symproof.errors import Malformed
from symproof.functions.enclosure import enclose
from symproof.functions.expression import text
from symproof.functions.grammar import parse
from symproof.functions.library import FUNCTIONS, PRIMITIVES, SPELLINGS
from symproof.functions.pieces import same
from symproof.kernel import activations as kernel

ACT2FN = {
    "gelu": "gelu",
    "gelu_fast": "gelu_fast",
    "gelu_new": "gelu_tanh",
    "gelu_python": "gelu",
    "gelu_pytorch_tanh": "gelu_tanh",
    "gelu_accurate": "gelu_tanh",
    "laplace": "laplace",
    "leaky_relu": "leaky_relu",
    "linear": "linear",
    "mish": "mish",
    "quick_gelu": "quick_gelu",
    "relu": "relu",
    "relu2": "relu2",
    "relu6": "relu6",
    "sigmoid": "logistic",
    "silu": "silu",
    "swish": "swish",
    "tanh": "tanh",
    "prelu": "leaky_relu",
    "hardswish": "hardswish",
}
"""Keys of transformers.activations.ACT2CLS, but for the clipped GELU and xIELU."""
TORCH = [
    *("CELU", "ELU", "GELU", "Hardshrink", "Hardsigmoid", "Hardswish", "Hardtanh", "LeakyReLU", "LogSigmoid"),
    *("Mish", "PReLU", "ReLU", "ReLU6", "SELU", "SiLU", "Sigmoid", "Softplus", "Softshrink", "Softsign"),
    *("Tanh", "Tanhshrink", "Identity"),
]
"""Classes of torch.nn that apply one function to each entry."""


def test_gelu_fast_is_its_own_function_and_no_alias() -> None:
    """transformers.activations.FastGELUActivation writes 0.7978845608 for sqrt(2/pi); bloom eight digits."""
    fast = formula("gelu_fast")
    assert same(fast, parse("z*(1 + tanh(0.7978845608*z*(1 + 0.044715*z*z)))/2"))
    assert same(formula("gelu_fast(0.79788456)"), parse("z*(1 + tanh(0.79788456*z*(1 + 0.044715*z*z)))/2"))
    assert not same(fast, formula("gelu_tanh"))
    assert kernel_name("gelu_fast") is None
    answer = equal(Block([[1]], [[1]]), Block([[1]], [[1]]), activation="gelu_fast")
    assert answer.verdict == "equal"
    at_one = enclose(fast - formula("gelu_tanh"), Fraction(1), 128)
    assert at_one > 0 or at_one < 0


@pytest.mark.parametrize(("alias", "name"), ACT2FN.items())
def test_hugging_face_s_names(alias: str, name: str) -> None:
    record = record_of(alias)
    assert record is not None
    assert record.name == name
    assert same(formula(alias), formula(name))


@pytest.mark.parametrize("name", TORCH)
def test_torch_s_names(name: str) -> None:
    assert record_of(name) is not None
    formula(name)


def values(name: str, z: mpmath.mpf) -> mpmath.mpf:
    """Torch's documentation, line by line, in mpmath: an oracle that shares no code with the records."""
    zero, one = mpmath.mpf(0), mpmath.mpf(1)
    table = {
        "celu": lambda: max(zero, z) + min(zero, mpmath.expm1(z)),
        "elu": lambda: z if z > 0 else mpmath.expm1(z),
        "selu": lambda: (
            mpmath.mpf("1.0507009873554805")
            * (max(zero, z) + min(zero, mpmath.mpf("1.6732632423543772") * mpmath.expm1(z)))
        ),
        "hardshrink": lambda: z if abs(z) > mpmath.mpf(1) / 2 else zero,
        "softshrink": lambda: mpmath.sign(z) * max(abs(z) - mpmath.mpf(1) / 2, zero),
        "hardsigmoid": lambda: min(max(z + 3, zero), mpmath.mpf(6)) / 6,
        "hardtanh": lambda: min(max(z, -one), one),
        "relu6": lambda: min(max(z, zero), mpmath.mpf(6)),
        "relu2": lambda: max(z, zero) ** 2,
        "logsigmoid": lambda: -mpmath.log1p(mpmath.exp(-z)),
        "gelu_fast": lambda: (
            z / 2 * (1 + mpmath.tanh(z * mpmath.mpf("0.7978845608") * (1 + mpmath.mpf("0.044715") * z * z)))
        ),
        "mish": lambda: z * mpmath.tanh(mpmath.log1p(mpmath.exp(z))),
        "softsign": lambda: z / (1 + abs(z)),
        "tanh": lambda: mpmath.tanh(z),
        "tanhshrink": lambda: z - mpmath.tanh(z),
        "logistic": lambda: 1 / (1 + mpmath.exp(-z)),
        "laplace": lambda: (
            (1 + mpmath.erf((z - mpmath.mpf("0.707107")) / (mpmath.mpf("0.282095") * mpmath.sqrt(2)))) / 2
        ),
        "erf": lambda: mpmath.erf(z),
        "atan": lambda: mpmath.atan(z),
        "sin": lambda: mpmath.sin(z),
        "exp": lambda: mpmath.exp(z),
        "linear": lambda: z,
        "swish": lambda: z / (1 + mpmath.exp(-z)),
    }
    return table[name]()


@pytest.mark.parametrize("record", [r for r in RECORDS if r.kind is None], ids=lambda record: record.name)
@given(z=st.fractions(min_value=-9, max_value=9, max_denominator=30))
def test_formulas_are_those_of_the_documentation(record: Record, z: Fraction) -> None:
    found = enclose(formula(record.name), z, 200)
    with mpmath.workdps(50):
        expected = values(record.name, mpmath.mpf(z.numerator) / z.denominator)
        assert abs(mpmath.mpf(found.mid().str(50, radius=False)) - expected) < mpmath.mpf(10) ** -40


def test_names_are_unambiguous() -> None:
    names = [name for record in RECORDS for name in (record.name, *record.aliases)]
    simplified = [name.replace("_", "").lower() for name in names]
    assert len(set(simplified)) == len(names)
    assert not set(SPELLINGS) & set(FUNCTIONS)
    assert {r.name for r in RECORDS if r.name in PRIMITIVES} == {"abs", "atan", "erf", "exp", "sin"}


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_a_name_in_an_expression_is_the_record_s_formula(record: Record) -> None:
    assert same(parse(f"{record.name}(z)"), formula(record.name))
    assert parse(text(parse(f"{record.name}(z)"))) == parse(f"{record.name}(z)")


@pytest.mark.parametrize(
    ("source", "meaning"),
    [
        ("elu(1/2)", "relu(z) + (exp(-relu(-z)) - 1)/2"),
        ("celu(2)", "relu(z) + 2*(exp(-relu(-z)/2) - 1)"),
        ("leaky_relu(0.1)", "max(z, z/10)"),
        ("prelu(1/4)", "max(z, z/4)"),
        ("softshrink(1)", "relu(z - 1) - relu(-z - 1)"),
        ("swish(1.702)", "quick_gelu(z)"),
        ("squareplus(1)", "(z + sqrt(z**2 + 1))/2"),
        ("LeakyReLU", "max(z, z/100)"),
    ],
)
def test_a_name_with_its_parameters_is_the_activation(source: str, meaning: str) -> None:
    assert same(formula(source), parse(meaning))


@pytest.mark.parametrize(
    "source", ["relu(2)", "exp(2)", "gelu(1/2)", "max(1, 2)", "elu(1, 2)", "sqrt(2)", "sin(pi)"]
)
def test_a_number_is_not_taken_for_an_activation(source: str) -> None:
    with pytest.raises(Malformed, match=r"an expression in z, .*found the number"):
        formula(source)


@pytest.mark.parametrize("source", ["3", "pi", "0", "2*sin(1)", "0*z + exp(2)"])
def test_constants_that_are_no_call_are_constants(source: str) -> None:
    assert formula(source) == parse(source)


@pytest.mark.parametrize(
    ("source", "suggestion"),
    [
        ("tahn", "tanh"),
        ("gelu_ne", "gelu_new"),
        ("swihs", "swish"),
        ("harswish", "hardswish"),
        ("z*tahn(z)", "tanh"),
        ("z*Tanh(z)", "tanh"),
        ("sigmod(z)", "sigmoid"),
        ("Relu(z)", "relu"),
    ],
)
def test_misspelt_names_get_a_suggestion(source: str, suggestion: str) -> None:
    with pytest.raises(Malformed, match=rf"did you mean .*\b{suggestion}\b"):
        formula(source)


@pytest.mark.parametrize("source", ["swish7q", "qqq", "qqq(z)", "no such", "ReLU7(z)", ""])
def test_unknown_names_are_malformed(source: str) -> None:
    with pytest.raises(Malformed, match="column"):
        formula(source)


@pytest.mark.parametrize(
    ("source", "name"),
    [
        ("swish", "silu"),
        ("SiLU", "silu"),
        ("gelu_new", "gelu_tanh"),
        ("z*Phi(z)", "gelu"),
        ("max(0, z)", "relu"),
        ("max(z, -z)", "abs"),
        ("relu(z) - relu(-z)/3", "leaky_relu(1/3)"),
        ("elu(0)", "relu"),
        ("log(exp(z) + 1)", "softplus"),
        ("LeakyReLU", "leaky_relu(1/100)"),
        ("z*relu6(z + 3)/6", "hardswish"),
        ("-z*relu(-z)/relu(1)", None),
        ("tanh", None),
        ("z", None),
        ("2*relu(z)", None),
        ("squareplus(1)", None),
        ("z*logistic(z + 0.001)", None),
        ("silu(z) + 0.0001*cos(z)", None),
    ],
)
def test_what_the_kernel_knows_it_by(source: str, name: str | None) -> None:
    assert kernel_name(source) == name
    assert name is None or kernel.activation(name).name == name


def test_the_kernel_s_table_and_the_records_agree() -> None:
    """Gap and kind: `test_activations` proves them from the formula and compares them with the kernel's."""
    assert set(kernel.TABLE) == set(CATALOGUE) == {r.name for r in RECORDS if r.kind} - {"leaky_relu"}
