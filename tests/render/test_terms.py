"""SymPy terms as MathML: the characters, the brackets, and that nothing unknown passes."""

from __future__ import annotations

from fractions import Fraction
from xml.etree.ElementTree import tostring

import pytest
import sympy
from hypothesis import given
from hypothesis import strategies as st
from sympy import Function, Matrix, Rational, Symbol, sqrt, symbols

from symproof.paper import statements
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import resolve
from symproof.render.report.computed import computed
from symproof.render.terms import TermError, symbol, term

x, y, z, lam = symbols("x y z lambda")
sigma, mag, pos, relu = (Function(name) for name in ("sigma", "mag", "pos", "relu"))


def shown(expression) -> str:
    return "".join(term(expression).itertext())


@pytest.mark.parametrize(
    ("expression", "text"),
    [
        (x - y, "x−y"),
        (-x - y, "−x−y"),
        (x * (y + 1), "x(y+1)"),
        ((x + 1) ** 2, "(x+1)2"),
        ((-x) ** y, "(−x)y"),
        (x / 2, "12x"),
        (-x / 2, "−12x"),
        (x / y, "xy"),
        (1 / x, "1x"),
        (sqrt(x), "x"),
        (sigma(lam * z), "σ\u2061(λz)"),
        (mag(x - 1), "|x−1|"),
        (pos(-z), "[−z>0]"),
        (relu(z) ** 2, "ReLU\u2061(z)2"),
        (Matrix([[1, x]]), "(1x)"),
        (Rational(-2, 3), "−23"),
        (sympy.Integer(0), "0"),
        (2**x, "2x"),
    ],
)
def test_a_term_prints_as_mathematics_does(expression, text):
    assert shown(expression) == text


@pytest.mark.parametrize(
    ("name", "text", "tag"),
    [
        ("x_i", "xi", "msub"), ("D1_2", "D1,2", "msub"), ("lambda^k", "λk", "msup"), ("D^-1", "D−1", "msup"),
        ("c_0'", "c0′", "msubsup"), ("1_K", "1K", "msub"), ("d_(n+1)", "dn+1", "msub"),
        ("|z|^k", "|z|k", "msup"), ("q'", "q′", "msup"), ("slack", "slack", "mi"), ("w_i1", "wi1", "msub"),
    ],
)  # fmt: skip
def test_a_name_becomes_letter_index_and_exponent(name, text, tag):
    node = symbol(name)
    assert ("".join(node.itertext()), node.tag) == (text, tag)


BRANCHES = sympy.Piecewise((x, x > 0), (0, True))


@pytest.mark.parametrize(
    "expression", [BRANCHES, sympy.oo, sympy.Integral(x, x), x > 0, Symbol("x y"), Symbol("a__b"), 0.5]
)
def test_what_is_not_printed_is_refused(expression):
    with pytest.raises((TermError, sympy.SympifyError)):
        term(expression)


def back(node) -> Fraction:
    """The value of a printed number term at x = 2, y = 3, read from the elements: an oracle of its own."""
    kids = list(node)
    if node.tag == "mn":
        return Fraction(node.text)
    if node.tag == "mi":
        return {"x": Fraction(2), "y": Fraction(3)}[node.text]
    if node.tag == "mfrac":
        return back(kids[0]) / back(kids[1])
    if node.tag == "msup":
        return back(kids[0]) ** int(back(kids[1]))
    if node.tag == "mstyle":
        return back(kids[0])
    if node.tag == "mrow" and kids[0].text == "(":
        return back_row(kids[1:-1])
    return back_row(kids)


def back_row(kids) -> Fraction:
    total, product, sign, empty = Fraction(0), Fraction(1), 1, True
    for kid in kids:
        if kid.tag == "mo" and kid.text in "+−":
            total, product = (total, product) if empty else (total + sign * product, Fraction(1))
            sign = -1 if kid.text == "−" else 1
            empty = True
        elif kid.tag != "mspace":
            product *= back(kid)
            empty = False
    return total + sign * product


NUMBERS = st.integers(-3, 3).map(sympy.Integer) | st.fractions(-2, 2, max_denominator=4).map(
    lambda q: Rational(q.numerator, q.denominator)
)
TERMS = st.recursive(
    st.sampled_from([x, y]) | NUMBERS,
    lambda inner: (
        st.builds(lambda a, b: a + b, inner, inner)
        | st.builds(lambda a, b: a * b, inner, inner)
        | st.builds(lambda a, n: a**n, inner, st.integers(1, 3))
    ),
    max_leaves=8,
)


@given(TERMS)
def test_what_is_printed_has_the_value_of_the_term(expression):
    value = sympy.sympify(expression).subs({x: 2, y: 3})
    assert back(term(expression)) == Fraction(int(value.p), int(value.q))


def test_the_output_is_the_same_whatever_the_order_of_construction():
    one = term(x * y + z**2 + 1)
    other = term(1 + z**2 + y * x)
    assert tostring(one) == tostring(other)


def test_what_a_check_was_given_is_printed_from_its_data():
    html = computed(identity(x - y, 0, [(2, (x - y) / 2)]))
    assert html.startswith("<details><summary>What was computed</summary>")
    assert "Left minus right is the sum of these" in html
    assert computed(identity(x, x)).count("<math") == 2
    assert computed(identity([x] * 5, [x] * 5)) == ""


def test_most_identities_of_the_paper_are_printed_and_none_fails():
    printed = empty = 0
    for item in statements():
        checks = [step.check for step in item.steps(resolve(item.sizes, {}))]
        checks += [hypothesis.without.check for hypothesis in item.hypotheses]
        for check in checks:
            if check is not None and "lhs" in check.data:
                html = computed(check)
                printed += bool(html)
                empty += not html
    assert printed > 60
    assert empty < printed / 3
