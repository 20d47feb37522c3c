"""Sentences as HTML: what is set as mathematics, and that nothing is lost."""

from __future__ import annotations

import re
from html import unescape

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symproof.paper import statements
from symproof.proof.sizes import resolve
from symproof.render.page import anchor, detail, source
from symproof.render.prose import prose


def plain(html: str) -> str:
    return unescape(re.sub(r"<[^>]*>", "", html))


@pytest.mark.parametrize(
    ("text", "html"),
    [
        ("W_down x", "<i>W</i><sub>down</sub> <i>x</i>"),
        ("M_ij != 0", "<i>M</i><sub><i>ij</i></sub> ≠ 0"),
        ("t^(n+1)", "<i>t</i><sup>n+1</sup>"),
        ("exp(-z^2/2)", "exp(−<i>z</i><sup>2</sup>/2)"),
        ("D^-1", "<i>D</i><sup>−1</sup>"),
        ("x_i^2 <= d", "<i>x</i><sub><i>i</i></sub><sup>2</sup> ≤ <i>d</i>"),
        ("-I and non-collinear", "−<i>I</i> and non-collinear"),
        ("c - d", "<i>c</i> − <i>d</i>"),
        ("lambda^k sigma(z)", "λ<sup><i>k</i></sup> σ(<i>z</i>)"),
        ("W'_up = A", "<i>W</i>′<sub>up</sub> = A"),
        ("the paper's open problem, it's a class", "the paper's open problem, it's a class"),
        ("sigma = gelu_tanh", "σ = gelu_tanh"),
        ("a.x with a = 2", "<i>a</i>.<i>x</i> with <i>a</i> = 2"),
        ("rows e1, -e1", "rows e1, −e1"),
        ("0.5 +/- 2e-13", "0.5 ± 2e-13"),
        ("<b>&", "&lt;<i>b</i>&gt;&amp;"),
    ],
)
def test_notation_becomes_mathematics_and_words_stay(text, html):
    assert prose(text) == html


@given(st.text(alphabet="abxWSI_^()'-+=<>&|0 1.\\", max_size=40))
def test_no_letter_or_digit_is_lost_and_no_markup_of_the_text_survives(text):
    html = prose(text)
    assert re.findall(r"[A-Za-z0-9\\&]", plain(html)) == re.findall(r"[A-Za-z0-9\\&]", text)
    assert set(re.findall(r"<[^>]*>", html)) <= {
        f"<{slash}{tag}>" for tag in ("i", "sub", "sup") for slash in ("", "/")
    }


def test_every_sentence_of_every_statement_keeps_its_words():
    count = 0
    for item in statements():
        texts = [item.words, item.title, *(h.text for h in item.hypotheses)]
        texts += [h.without.text for h in item.hypotheses]
        texts += [text for s in item.steps(resolve(item.sizes, {})) for text in (s.claim, s.scope.text)]
        for text in texts:
            words = set(re.findall(r"(?<![A-Za-z_^])[A-Za-z]{6,}(?![A-Za-z])", text)) - {"lambda"}
            kept = plain(prose(text))
            assert all(word in kept for word in words), text
            assert "^" not in kept, text
            count += 1
    assert count > 400


def test_products_and_powers_of_python_become_those_of_mathematics():
    assert plain(detail("the sides differ by 2*z**2.")) == "the sides differ by 2 z2"
    assert source("Proposition 1 (ReLU^2), B.2 (i)") == "Proposition 1 (ReLU<sup>2</sup>), B.2 (i)"


def test_an_anchor_is_one_word():
    assert anchor("thm-4-relu", "without", "k not 1") == "thm-4-relu.without.k-not-1"
