"""The LaTeX subset: what converts, what it converts to, and that nothing unknown passes."""

from __future__ import annotations

from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symproof.paper import statements
from symproof.proof.sizes import resolve
from symproof.render.tex import TexError, to_lines, to_mathml
from symproof.render.tex.symbols import ACCENTS, GREEK

SPACE = "{http://www.w3.org/1998/Math/MathML}"
CORE = {
    "math", "mrow", "mi", "mn", "mo", "mtext", "mspace", "mstyle", "mfrac", "msqrt", "mroot", "msub", "msup",
    "msubsup", "munder", "mover", "munderover", "mtable", "mtr", "mtd",
}  # fmt: skip
ARITY = {"mfrac": 2, "mroot": 2, "msub": 2, "msup": 2, "msubsup": 3, "munder": 2, "mover": 2, "munderover": 3}


def tree(source: str):
    return fromstring(to_mathml(source))


def tags(source: str) -> list[str]:
    return [node.tag.removeprefix(SPACE) for node in tree(source).iter()]


def shown(source: str) -> str:
    return "".join(tree(source).itertext())


def formulas() -> list[tuple[str, str]]:
    found = []
    for item in statements():
        found.append((item.id, item.latex))
        found += [(f"{item.id}, hypothesis {h.name}", h.latex) for h in item.hypotheses]
        found += [(f"{item.id}, step {s.name}", s.formula) for s in item.steps(resolve(item.sizes, {}))]
    return found


def test_every_formula_of_every_statement_converts_to_mathml_core():
    checked = 0
    for place, source in formulas():
        for node in tree(source).iter():
            tag = node.tag.removeprefix(SPACE)
            assert tag in CORE, f"{place}: {tag}"
            assert len(node) == ARITY.get(tag, len(node)), f"{place}: {tag} with {len(node)} children"
            assert "\\" not in (node.text or ""), place
        checked += 1
    assert checked >= 190


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (r"\sigma(\lambda z)=\lambda^k\sigma(z)", "σ\u2061(λz)=λkσ\u2061(z)"),
        (r"\forall S:\ W[:,S]\ne-I", "∀S:W[:,S]≠−I"),
        (r"\psi\notin\mathbb{R}[t]", "ψ∉ℝ[t]"),
        (r"l_m\nparallel l_n", "lm∦ln"),
        (r"|s|\,|u\cdot x|", "|s||u⋅x|"),
        (r"g'(0)\text{ exists}", "g′(0)\u00a0exists"),
    ],
)
def test_the_characters_are_those_that_latex_prints(source, text):
    assert shown(source) == text


@pytest.mark.parametrize(
    ("source", "tag"),
    [
        (r"\tfrac12", "mfrac"), (r"x_i", "msub"), (r"x^2", "msup"), (r"z_+^k", "msubsup"),
        (r"\sqrt2", "msqrt"),
        (r"\sqrt[3]{x}", "mroot"), (r"\lim_{z\to0}g", "munder"), (r"\sum_{k=1}^n a_k", "munderover"),
        (r"\bar E", "mover"), (r"\begin{pmatrix}1&0\\0&1\end{pmatrix}", "mtable"),
        (r"\begin{cases}1&x>0\\0&x\le0\end{cases}", "mtable"),
        (r"\begin{aligned}a&=b\end{aligned}", "mtable"),
        (r"\displaystyle\sum_k a", "mstyle"), (r"\binom nk", "mfrac"),
    ],
)  # fmt: skip
def test_each_construction_has_its_element(source, tag):
    assert tag in tags(source)


def test_a_numeral_argument_is_one_digit_as_in_latex():
    assert tags(r"\tfrac12z").count("mi") == 1
    (fraction,) = [node for node in tree(r"\tfrac1{48}").iter() if node.tag == f"{SPACE}mfrac"]
    assert [part.text for part in fraction] == ["1", "48"]
    (power,) = [node for node in tree("x^23").iter() if node.tag == f"{SPACE}msup"]
    assert power[1].text == "2"


@pytest.mark.parametrize(
    ("source", "form"), [("a-b", "infix"), ("a=-b", "prefix"), ("(-b)", "prefix"), ("|-b|", "prefix")]
)
def test_a_sign_between_operands_is_infix_and_else_prefix(source, form):
    assert [node.get("form") for node in tree(source).iter() if node.text == "−"] == [form]


def test_bars_pair_from_the_left():
    bars = [node.get("form") for node in tree("2|t||l(e)|").iter() if node.text == "|"]
    assert bars == ["prefix", "postfix"] * 2


@pytest.mark.parametrize(
    "source",
    [
        r"\unknown", r"\mathsf", r"\operatorname", r"(x", r"x)", r"[x", "{x", "x}", "|x", r"\{x", "x^", "^2",
        "x_1_2", "x^1^2", r"\frac1", r"\frac{1}", r"\left(x", r"\left(x\right", r"\begin{array}1\end{array}",
        r"\begin{pmatrix}1\end{bmatrix}", r"\begin{pmatrix}1", r"\mathbb{X}", r"\text{a\b}", "a#b", "a$b",
        "a%b", "é", r"\bigl(x", "=^2", r"\sqrt", "x''_", "a & b", r"a \\ b",
    ],
)  # fmt: skip
def test_what_is_not_in_the_subset_is_refused_with_its_place(source):
    with pytest.raises(TexError) as caught:
        to_mathml(source)
    assert 0 <= caught.value.place <= len(source)
    assert repr(source) in str(caught.value)


@given(st.text(max_size=30) | st.text(alphabet="\\{}()[]|^_ ab12-+=&'", max_size=30))
def test_any_text_converts_or_is_refused(source):
    try:
        node = fromstring(to_mathml(source))
    except TexError:
        return
    assert "\\" not in "".join(node.itertext())


ATOMS = st.sampled_from([*(rf"\{name} " for name in GREEK), "B", "Q", "7"])  # in no macro: B, Q, 7


@given(st.recursive(ATOMS, lambda inner: st.one_of(
    st.builds("({})".format, inner), st.builds("|{}|".format, ATOMS), st.builds("{}+{}".format, inner, inner),
    st.builds(r"\frac{{{}}}{{{}}}".format, inner, inner), st.builds("{{{}}}^{{{}}}".format, inner, inner),
    st.builds(rf"\{next(iter(ACCENTS))}{{{{{{}}}}}}".format, inner),
), max_leaves=12))  # fmt: skip
def test_what_the_grammar_makes_converts_to_one_element_with_every_letter(source):
    assert [c for c in shown(source) if c in "BQ7"] == [c for c in source if c in "BQ7"]


def pieces_of(source: str) -> list[str]:
    return ["".join(fromstring(part).itertext()) for part in to_lines(source)]


@pytest.mark.parametrize(
    ("source", "lines"),
    [
        ("f(x)=0", ["f(x)", "=0"]),
        (r"a=b,\quad c\;\Rightarrow\;d", ["a", "=b,", "c", "⇒d"]),
        (r"\exists x:\ y\ne0", ["∃x:", "y", "≠0"]),
        (r"(a=b,\ c)", ["(a=b,c)"]),
        (r"\quad a", ["a"]),
        (r"\sum_{k=1}^n a_k\le1", ["∑k=1nak", "≤1"]),
    ],
)
def test_a_long_formula_breaks_before_relations_and_behind_commas(source, lines):
    assert pieces_of(source) == lines


def test_the_parts_of_a_formula_are_the_whole():
    for place, source in formulas():
        parts = pieces_of(source)
        assert all(parts), place
        assert "".join(parts) == shown(source), place


def test_the_output_is_the_same_twice():
    source = r"\begin{pmatrix}2/3&1/3\\1/3&2/3\end{pmatrix}"
    assert to_mathml(source, True) == to_mathml(source, True)
    assert 'display="block"' in to_mathml(source, True)
    assert "display" not in to_mathml("x")
