"""Activations with parameters: one answer for all values, and the same answer for each."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from symproof.activations.classify import Absorbs, classify
from symproof.activations.gates import classify_gate
from symproof.command.activation import answer_to
from symproof.errors import Malformed
from symproof.functions.expression import Expr, Num, Param, Z, parameters, substitute
from symproof.functions.grammar import parameter, parse
from symproof.functions.parity import is_zero, rational_value

TABLE = [
    ("z*logistic(b*z)", "b > 0", "generic", "1", "Swish: even part (z/2) tanh(b z/2)"),
    ("swish(b)", "b < 0", "generic", "1", "the same with b < 0"),
    ("relu(z) - b*relu(-z)", "0 < b < 1", "generic", "b + 1", "leaky ReLU"),
    ("leaky_relu(b)", "b > 1", "generic", "b + 1", "leaky ReLU with a steep left side"),
    ("leaky_relu(b)", "-1 < b < 1", "generic", "b + 1", "gap above 0"),
    ("b*relu(z)**2", "b > 0", "never", None, "homogeneous of degree 2"),
    ("tanh(b*z)", "b > 0", "never", None, "odd part is no polynomial"),
    ("abs(z)**2 + b", "b", "never", "0", "even for every b"),
    ("b*z", "b > 0", "always", "2*b", "linear"),
    ("relu(z) + b", "b > 0", "generic", "1", "a kink at 0 and a constant"),
    ("z + b*z**2", "b > 0", "open", "2", "a polynomial"),
    # what depends on the parameter, or is not decided for all values at once
    ("leaky_relu(b)", "b", "undetermined", "b + 1", "b = 1 is the identity, b = -1 is even"),
    ("leaky_relu(b)", "b > 0", "undetermined", "b + 1", "b = 1 is the identity"),
    ("relu(z) + b", "b", "undetermined", "1", "another kind for b = 0"),
    ("b*relu(z)**2", "b", "undetermined", None, "0 for b = 0"),
    ("z**2 + b*z", "b", "undetermined", "2*b", "even for b = 0"),
    ("abs(z - b)", "b > 0", "undetermined", None, "a break point that moves"),
    ("1/(z**2 + b)", "b", "undetermined", None, "a pole for b <= 0"),
    ("z*logistic(b*z)", "b", "undetermined", "1", "z/2 for b = 0"),
]  # fmt: skip


def read(source: str, where: str) -> Expr:
    return answered(source, where)[0]


def answered(source: str, where: str) -> tuple[Expr, Absorbs, str | None]:
    answer = answer_to(source, None, [where])
    assert answer.activation is not None
    gap = None if answer.facts is None or not answer.facts.gap.holds else str(answer.facts.gap.value)
    return answer.activation, answer.ruling.verdict, gap


@pytest.mark.parametrize(("source", "where", "verdict", "gap", "reason"), TABLE)
def test_one_answer_for_all_values(
    source: str, where: str, verdict: str, gap: str | None, reason: str
) -> None:
    assert answered(source, where)[1:] == (verdict, gap), reason


@settings(max_examples=40)
@given(st.sampled_from(TABLE), st.fractions(min_value=-3, max_value=3, max_denominator=7))
def test_the_answer_holds_for_each_value(row: tuple[str, str, str, str | None, str], b: Fraction) -> None:
    """Oracle: the same expression with a number in the place of the parameter."""
    source, where, verdict, gap, _ = row
    own = parameter(where)
    if (own.lo is not None and b <= own.lo) or (own.hi is not None and b >= own.hi):
        return
    special = classify(substitute(read(source, where), Z, {"b": Num(b)}))
    if verdict != "undetermined":
        assert special.ruling.verdict == verdict
    if gap is not None and special.facts is not None:
        assert special.facts.gap.value is not None
        at_b = rational_value(substitute(parse(gap, [own]), Z, {"b": Num(b)}))
        assert rational_value(special.facts.gap.value) == at_b


@pytest.mark.parametrize(
    ("c", "where", "zero"),
    [
        ("b", "b > 0", False), ("b - b", "b", True), ("b", "b", None), ("b - 1", "b > 1", False),
        ("b - 1", "b > 0", None), ("b**2 + 1", "b", False), ("b**2 - 2", "1 < b < 3/2", None),
        ("b**2 - 2", "b > 3/2", False), ("exp(b)", "b", False), ("exp(b) - 1", "b > 0", False),
        ("exp(b) - 1", "b", None), ("(b + 1)**2 - b**2 - 2*b - 1", "b", True), ("b*pi", "b < 0", False),
    ],
)  # fmt: skip
def test_a_constant_with_parameters_is_zero_never_or_not_known(c: str, where: str, zero: bool | None) -> None:
    assert is_zero(parse(c, [parameter(where)])) is zero


def test_gates_have_parameters_too() -> None:
    assert answer_to(None, "z*logistic(b*z)", ["b > 0"]).ruling.verdict is Absorbs.NEVER
    assert classify_gate(parse("logistic(b*z)", [Param("b", Fraction(0))])).ruling.verdict is Absorbs.GENERIC


def test_parameters_are_declared() -> None:
    e = read("z*logistic(b*z)", "b > 0")
    assert parameters(e) == (Param("b", Fraction(0)),)
    for where in ((), ("c > 0",)):
        with pytest.raises(Malformed, match="column"):
            answer_to("z*logistic(b*z)", None, where)


def test_swish_has_no_degree_for_any_value_of_its_parameter() -> None:
    """Its even part is scale independent; leaky ReLU has degree 1 for every slope, cone by cone."""
    swish = answer_to("z*logistic(b*z)", None, ["b > 0"]).facts
    assert swish is not None
    assert swish.degree.holds is False
    assert "scale independent" in swish.degree.steps[0].claim
    leaky = answer_to("leaky_relu(a)", None, ["0 < a < 1"]).facts
    assert leaky is not None
    assert str(leaky.degree.value) == "1"
    assert [step.where for step in leaky.degree.steps] == ["for t > 0", "for t > 0", "at 0"]


@pytest.mark.parametrize("source", ["z*exp(b*z)", "tanh(b*z)", "z*tanh(b*z)"])
def test_what_is_not_homogeneous_for_each_value_is_not_for_all(source: str) -> None:
    """Oracle: the number 3/2 in the place of the parameter, where enclosures refute a degree."""
    general = answer_to(source, None, ["b > 0"]).facts
    special = classify(substitute(read(source, "b > 0"), Z, {"b": Num(Fraction(3, 2))})).facts
    assert general is not None
    assert special is not None
    assert general.degree.holds is special.degree.holds is False
