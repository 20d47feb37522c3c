"""Piecewise functions and SymPy's spellings: values against SymPy, equal functions, refusals."""

from __future__ import annotations

from fractions import Fraction

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st

from symproof.activations.classify import Absorbs, classify
from symproof.errors import Malformed
from symproof.functions.enclosure import enclose
from symproof.functions.expansion import expand
from symproof.functions.expression import latex, text
from symproof.functions.grammar import parse
from symproof.functions.growth import growth
from symproof.functions.interpret import exact
from symproof.functions.pieces import same

SAME = [
    ("Piecewise((z, z > 0), (0, True))", "relu(z)"),
    ("Piecewise((0, z < 0), (z, True))", "relu(z)"),
    ("Piecewise((0, z < -3), (z, z > 3), (z*(z + 3)/6, True))", "hardswish(z)"),
    ("Piecewise((z, (z > -1) & (z < 1)), (-1, z <= -1), (1, True))", "hardtanh(z)"),
    ("Piecewise((z, z > 0), (exp(z) - 1, True))", "elu(z)"),
    ("Piecewise((z, Abs(z) > 1/2), (0, True))", "hardshrink(z)"),
    ("Piecewise((log(z + 1), z > 0), (-log(1 - z), True))", "sign(z)*log(1 + abs(z))"),
    ("Piecewise((sqrt(z), z >= 0), (0, True))", "sqrt(relu(z))"),
    ("Piecewise((z, True))", "z"),
    ("Max(z, 0) - Min(z, 0)", "Abs(z)"),
    ("Heaviside(z)", "heaviside(z)"),
    ("Heaviside(z, 0)", "Piecewise((1, z > 0), (0, True))"),
    ("Heaviside(z, 1)", "Piecewise((1, z >= 0), (0, True))"),
    ("Piecewise((1/z, z > 1), (z, True))", "min(z, 1/max(z, 1))"),
]


@pytest.mark.parametrize(("source", "other"), SAME)
def test_the_same_function_written_otherwise(source: str, other: str) -> None:
    assert same(parse(source), parse(other))
    verdicts = {classify(parse(e)).ruling.verdict for e in (source, other)}
    assert len(verdicts - {Absorbs.UNDETERMINED}) == 1


@pytest.mark.parametrize("source", [row[0] for row in SAME])
def test_printing_and_parsing_change_nothing(source: str) -> None:
    tree = parse(source)
    assert parse(text(tree)) == tree
    assert latex(tree).count("{") == latex(tree).count("}")


@given(st.sampled_from(SAME), st.fractions(min_value=-4, max_value=4, max_denominator=6))
def test_the_value_is_sympy_s(row: tuple[str, str], z: Fraction) -> None:
    """Oracle: SymPy reads our text of the expression and evaluates it at the point, break points included."""
    e = parse(row[0])
    x = sympy.Symbol("z", real=True)
    names = {"z": x, "max": sympy.Max, "min": sympy.Min, "abs": sympy.Abs, "heaviside": sympy.Heaviside}
    theirs = sympy.sympify(text(e), locals=names).subs(x, sympy.Rational(z.numerator, z.denominator))
    ours = enclose(e, z, 128)
    number = exact(e, z)
    if number is not None:
        assert theirs == sympy.Rational(number.numerator, number.denominator)
    assert abs(sympy.N(theirs, 40) - sympy.Float(ours.mid().str(35, radius=False), 40)) < 1e-25


@pytest.mark.parametrize(
    "source",
    [
        "Piecewise()", "Piecewise(z)", "Piecewise((z, z > 0))", "Piecewise((z, z > 0), (0, z < 0))",
        "Piecewise((z, True), (0, z > 0))", "Piecewise((z, z), (0, True))",
        "Piecewise((z, z > 0), 0)",
        "Piecewise((z, z == 0), (0, True))", "Piecewise((z, z > 0 & z < 1), (0, True))",
        "Piecewise((z, False), (0, True))", "piecewise((z, True))", "z > 0", "(z > 0)", "True", "z & z",
        "Max(z)", "Heaviside(z, 0, 1)", "Piecewise((z, z > 0), (0, True)",
    ],
)  # fmt: skip
def test_what_is_no_piecewise_function_is_malformed(source: str) -> None:
    with pytest.raises(Malformed, match="column"):
        parse(source)


def test_a_branch_counts_only_where_it_applies() -> None:
    facts = classify(parse("Piecewise((1/z, z > 1), (sqrt(1 - z), z < 1), (7, True))")).facts
    assert facts is not None
    assert facts.pieces.breaks == (1,)
    assert facts.continuous is False


def test_growth_and_expansion_look_at_the_branches() -> None:
    assert growth(parse("Piecewise((z**2, z < 5), (z, True))")) == 2
    assert growth(parse("Piecewise((exp(z), z < 5), (z, True))")) is None
    (found,) = expand(parse("Piecewise((1 + z**2, z < 5), (z, True))"), 3)
    assert [str(c) for c in found.coefficients] == ["1", "0", "1", "0"]
    left, right = expand(parse("Piecewise((sin(z), z > 0), (z, True))"), 3)
    assert [str(c) for c in right.coefficients] == ["0", "1", "0", "-1/6"]
    assert [str(c) for c in left.coefficients] == ["0", "1", "0", "0"]
