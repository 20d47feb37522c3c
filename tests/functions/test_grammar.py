"""The grammar: what is read, what is printed, and what is refused with its column."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import arb
from hypothesis import given
from hypothesis import strategies as st

from symproof.errors import Malformed
from symproof.functions.definitions import FUNCTIONS
from symproof.functions.enclosure import enclose
from symproof.functions.expression import Add, Call, Const, Div, Expr, Mul, Neg, Num, Pow, Var, latex, text
from symproof.functions.grammar import MAX_DEPTH, MAX_LENGTH, MalformedExpression, parse
from symproof.functions.interpret import exact

Z = Var()


def n(p: int, q: int = 1) -> Num:
    return Num(Fraction(p, q))


@pytest.mark.parametrize(
    ("source", "tree"),
    [
        ("z", Z),
        ("0.1", n(1, 10)),  # a decimal is the rational it writes
        ("10/4", n(5, 2)),
        ("-z**2", Neg(Pow(Z, n(2)))),  # the power binds tighter
        ("(-z)**2", Pow(Neg(Z), n(2))),
        ("z**2**3", Pow(Z, Pow(n(2), n(3)))),  # right associative
        ("2**-z", Pow(n(2), Neg(Z))),
        ("z - 1 - 2", Add((Z, Neg(n(1)), Neg(n(2))))),
        ("z/2/3", Div(Div(Z, n(2)), n(3))),
        ("z*-2", Mul((Z, Neg(n(2))))),
        ("pi + E", Add((Const("pi"), Const("E")))),
        ("max(z, 0)", Call("max", (Z, n(0)))),
        ("\t exp ( z ) ", Call("exp", (Z,))),
    ],
)
def test_trees(source: str, tree: Expr) -> None:
    assert parse(source) == tree


HOSTILE = [
    ("", 1),
    ("   ", 4),
    ("__import__('os').system('true')", 12),
    ("__import__(z)", 1),
    ("z.__class__", 2),
    ("eval(z)", 1),
    ("lambda z: z", 9),
    ("lambda z", 1),
    ("z;z", 2),
    ("z z", 3),
    ("2z", 2),
    ("1e5", 2),
    ("1_0", 2),
    ("1.", 2),
    (".5", 1),
    ("z^2", 2),
    ("z**", 4),
    ("*z", 1),
    ("(z", 3),
    ("z)", 2),
    ("()", 2),
    ("max(z)", 1),
    ("exp(z, z)", 1),
    ("exp", 4),
    ("exp z", 5),
    ("Z", 1),
    ("x", 1),
    ("nan", 1),
    ("inf", 1),
    ("z**1000", 4),
    ("z**-65", 4),
    ("9" * 61, 1),
    ("z=1", 2),
    ("[z]", 1),
    ("{z}", 1),
    ("z\n+1", 2),
    ("\x00", 1),
    ("\u0661", 1),
    ("\uff5a", 1),
    ("\u03c0", 1),
    ("'z'", 1),
    ("z if z else z", 3),
    ("(" * (MAX_DEPTH + 1) + "z" + ")" * (MAX_DEPTH + 1), MAX_DEPTH + 2),
    ("-" * 100 + "z", MAX_DEPTH + 2),
    ("z" + "**z" * 100, 3 * MAX_DEPTH + 4),
    ("exp(" * 300 + "z" + ")" * 300, MAX_LENGTH + 1),
    ("z+" * 100_000 + "z", MAX_LENGTH + 1),
]


@pytest.mark.parametrize(("source", "column"), HOSTILE, ids=[repr(s[:20]) for s, _ in HOSTILE])
def test_hostile_text_is_malformed_with_its_column(source: str, column: int) -> None:
    with pytest.raises(MalformedExpression) as caught:
        parse(source)
    assert caught.value.column == column
    assert f"column {column}:" in str(caught.value)
    assert len(str(caught.value)) < 500
    assert str(caught.value).isascii()


@given(st.text(max_size=60))
def test_any_text_parses_or_is_malformed(source: str) -> None:
    try:
        tree = parse(source)
    except Malformed:
        return
    assert parse(text(tree)) == tree


leaves = st.one_of(
    st.just(Z),
    st.sampled_from([Const("pi"), Const("E")]),
    st.integers(0, 99).map(n),
    st.fractions(min_value=0, max_value=9, max_denominator=9).map(Num),
)


def grow(inner: st.SearchStrategy[Expr]) -> st.SearchStrategy[Expr]:
    some = st.lists(inner, min_size=2, max_size=3).map(tuple)
    calls = st.sampled_from(sorted(FUNCTIONS)).flatmap(
        lambda name: st.tuples(*[inner] * FUNCTIONS[name].arity).map(lambda args: Call(name, args))
    )
    return st.one_of(
        some.map(Add),
        some.map(Mul),
        inner.map(Neg),
        st.tuples(inner, inner).map(lambda pair: Div(*pair)),
        st.tuples(inner, st.integers(-3, 3).map(n)).map(lambda pair: Pow(*pair)),
        calls,
    )


trees = st.recursive(leaves, grow, max_leaves=12)


@given(trees)
def test_printing_a_parsed_text_and_parsing_it_again_changes_nothing(tree: Expr) -> None:
    once = parse(text(tree))
    assert parse(text(once)) == once


@given(trees, st.fractions(min_value=-5, max_value=5, max_denominator=7))
def test_printing_and_parsing_keep_the_value(tree: Expr, z: Fraction) -> None:
    assert exact(parse(text(tree)), z) == exact(tree, z)


@given(trees)
def test_latex_is_balanced(tree: Expr) -> None:
    shown = latex(tree)
    assert shown.count("{") == shown.count("}")
    assert shown.count(r"\left(") == shown.count(r"\right)")


def test_latex_of_gelu() -> None:
    assert latex(parse("z*Phi(z)/2")) == r"\frac{z \cdot \Phi\left(z\right)}{2}"


@pytest.mark.parametrize(
    ("source", "z", "expected"),
    [
        ("1/3 + 0.25", 0, Fraction(7, 12)),
        ("z**-2", 3, Fraction(1, 9)),
        ("max(z, -z) - abs(z)", -4, 0),
        ("heaviside(z)", 0, Fraction(1, 2)),
        ("1/z", 0, None),
        ("0**-1", 0, None),
        ("exp(0)", 0, None),  # not rational arithmetic
        ("2**(z/2)", 1, None),
        ("((2**64)**64)**64", 0, None),  # a tower of powers is given up, not computed
    ],
)
def test_exact_values(source: str, z: int, expected: Fraction | None) -> None:
    assert exact(parse(source), Fraction(z)) == expected


def test_nested_abbreviations_cost_linear_work() -> None:
    """relu(u) uses u twice: opened as trees, thirty levels would be 2**30 nodes."""
    assert exact(parse("relu(" * 30 + "z" + ")" * 30), Fraction(2)) == 2


@pytest.mark.parametrize("source", ["(sqrt(2) - sqrt(2))**2", "(z - 1)**3", "(sqrt(2) - sqrt(2))**64"])
def test_a_power_of_a_ball_around_zero_stays_finite(source: str) -> None:
    """python-flint's ``**`` gives nan for a ball that contains 0."""
    assert enclose(parse(source), Fraction(1), 64).contains(arb(0))
