"""The verdict page of one block: answer, evidence in words with the right numbers, what to re-check."""

from __future__ import annotations

import json
import random
import re
from fractions import Fraction
from html import unescape
from itertools import product

import pytest
from helpers.pages import Page
from hypothesis import assume, given
from hypothesis import strategies as st

from symproof import Block, Limits, Malformed, decide, read_block
from symproof.errors import Rejected
from symproof.examples.gallery import pieces
from symproof.kernel.claims import check
from symproof.render.verdict import verdict_html, verdict_page
from symproof.render.verdict.evidence import _conclusion, _equation, _number, _sides

PIECES = {piece.name: piece for piece in pieces()}
DRAWN = ("01-negated-identity", "07-critical", "15-zero-column")
FLAT = [name for name, piece in PIECES.items() if read_block(piece.path).d != 2]


def decided(name: str):
    return decide(read_block(PIECES[name].path))


@pytest.fixture(scope="module")
def pages():
    """Pictures on a few pages only: they take most of the time."""
    return {name: verdict_html(decided(name), name in DRAWN or name in FLAT) for name in PIECES}


def shown(html: str) -> str:
    return "".join(Page(html).text)


@pytest.mark.parametrize("name", PIECES)
def test_each_page_of_the_gallery_is_whole_and_fetches_nothing(pages, name):
    page = Page(pages[name])
    ids = page.ids()
    assert page.open == []
    assert set(ids.values()) == {1}
    assert all(a == "data:," or a[1:] in ids for a in page.addresses())
    assert not {tag for tag, _ in page.elements} & {"script", "img", "iframe", "object"}
    assert not re.search(r"\b(undefined|None|NaN|Fraction)\b", shown(pages[name]))
    assert "\\" not in pages[name].replace("\\u", "")


@pytest.mark.parametrize("name", PIECES)
def test_the_page_carries_the_weights_and_a_certificate_that_the_kernel_accepts(pages, name, tmp_path):
    boxes = dict(
        re.findall(
            r"<summary><code>([a-z.]+)</code></summary><pre><code>(.*?)</code>", pages[name], re.DOTALL
        )
    )
    proof = json.loads(unescape(boxes["certificate.json"]))
    (tmp_path / "weights.json").write_text(unescape(boxes["weights.json"]), encoding="utf-8")
    weights = read_block(tmp_path / "weights.json").weights
    assert check(proof, weights, PIECES[name].expected)
    assert f"--claim {PIECES[name].expected}" in pages[name]
    with pytest.raises(Rejected):
        check(proof, Block([[7]], [[7]]).weights, PIECES[name].expected)


def test_the_answer_stands_at_the_top(pages):
    assert "<h1>This block absorbs its skip</h1>" in pages["01-negated-identity"]
    assert "<h1>This block cannot absorb its skip</h1>" in pages["02-generic"]
    assert "with <i>M</i> = <i>I</i>" in pages["02-generic"]
    assert "with <i>M</i> = <i>I</i>" not in pages["17-singular-skip"]
    assert "rows 0, 1 of <i>W</i><sub>up</sub> are collinear" in pages["03-four-neurons"]


def test_the_pictures_are_those_of_the_plane(pages):
    for name in PIECES:
        assert ('<section id="pictures"' in pages[name]) is (name in DRAWN), name
    assert pages["01-negated-identity"].count("<svg") == 4
    assert "walk: walk needs the skip" not in pages["01-negated-identity"]


@pytest.mark.parametrize(
    "size", [10**9, 10**10, 10**300, 10**400, *(Fraction(1, 10**k) for k in (9, 10, 400))]
)
@pytest.mark.parametrize("place", [0, 1])
def test_numbers_beyond_floats_leave_out_pictures_and_nothing_else(size, place):
    up, down = [[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]]
    (up, down)[place][0][0] = size
    decision = decide(Block(up, down))
    html = verdict_html(decision)
    assert str(decision.verdict) in html
    beyond = not Fraction(1, 10**9) <= size <= 10**9
    assert ("drawn with floats, and an entry is too large or too small" in shown(html)) is beyond


def test_a_block_with_many_neurons_says_which_pictures_are_not_drawn(pages):
    text = shown(pages["07-critical"])
    assert "kinks shows at most 12 lines, found 24" in text
    assert "distance shows every set: at most 10 neurons, found 24" in text


def test_the_combination_on_the_page_excludes_every_set():
    """The numbers of 04-lp-feasible, recomputed from the page's own table, against all 64 sets."""
    decision = decided("04-lp-feasible")
    html = verdict_html(decision)
    cells = re.findall(r'<th scope="row">\((\d), (\d)\)</th><td data-label="Multiplier">([^<]*)</td>', html)
    Y = {(int(i), int(j)): Fraction(y.replace("−", "-")) for i, j, y in cells}
    block = decision.block
    M = Fraction(decision.certificate["evidence"]["cost"][0]["tree"]["combination"]["modulus"])
    beta = -sum(Y.get((i, i), 0) for i in range(2))
    reached = set()
    for x in product((0, 1), repeat=block.width):
        left = sum(
            y * sum(x[k] * block.W_down[i][k] * block.W_up[k][j] for k in range(block.width))
            for (i, j), y in Y.items()
        )
        reached.add((left - beta) / M)
    assert all(value.denominator != 1 for value in reached)
    assert f"= {_number(beta)}.</p>" in html


@pytest.mark.parametrize(
    ("a", "beta", "M", "words"),
    [
        ([0, 0], 3, 0, "The left side is 0, the right side 3"),
        ([1, -2], 5, 0, "between −2 and 1; the right side does not"),
        ([Fraction(1, 8), Fraction(-1, 8)], Fraction(7, 4), 1, "are −1/4 and 3/4, outside"),
    ],
)
def test_each_kind_of_leaf_is_concluded_in_its_own_words(a, beta, M, words):
    a = [Fraction(x) for x in a]
    low, high = sum(x for x in a if x < 0), sum(x for x in a if x > 0)
    assert words in _conclusion(a, Fraction(beta), Fraction(M), Fraction(low), Fraction(high))


@given(
    st.lists(st.fractions(-9, 9, max_denominator=10**25), min_size=1, max_size=8),
    st.fractions(0, 1, max_denominator=10**9),
    st.booleans(),
)
def test_the_shown_bounds_of_long_numbers_contain_both_sides_and_keep_them_apart(a, gap, above):
    low, high = sum((x for x in a if x < 0), Fraction(0)), sum((x for x in a if x > 0), Fraction(0))
    assume(gap)
    beta = high + gap if above else low - gap
    html = "".join(_sides(len(a), beta, Fraction(0), low, high))
    cells = re.findall(r'data-label="Value">([≤≥]?) ?([^<]*)</td>', html)
    (_, least), (_, most), (relation, right) = [(r, Fraction(v.replace("−", "-"))) for r, v in cells]
    assert least <= low
    assert high <= most
    assert most < right <= beta if above else beta <= right < least
    assert relation in ("", "≥" if above else "≤")


@given(st.integers(2, 10**6), st.fractions(-1, 1, max_denominator=10**15), st.integers(-5, 5))
def test_modulo_a_number_the_right_side_is_shown_between_two_multiples(M, a, k):
    low, high = min(a, Fraction(0)), max(a, Fraction(0))
    beta = Fraction(1, 2) + high + k * M
    assume(beta - k * M < low + M)
    html = "".join(_sides(1, beta, Fraction(M), low, high))
    values = [Fraction(v.replace("−", "-")) for v in re.findall(r"Value\">[≤≥]? ?([^<]*)</td>", html)]
    least, most, below, above = values
    assert below < least <= low <= high <= most < above


def test_a_page_of_many_digits_shows_none_of_them():
    rng = random.Random(1)
    up = [[rng.getrandbits(24) * 2.0**-26 for _ in range(4)] for _ in range(24)]
    down = [[(rng.getrandbits(24) - 2**23) * 2.0**-30 for _ in range(24)] for _ in range(4)]
    html = verdict_html(decide(Block(up, down, "gelu", floats="binary")))
    why = html[html.index('id="why"') : html.index('id="check"')]
    assert "Both sides of the sum" in why
    assert not re.search(r"[0-9]{13}", why)


def test_long_equations_and_numbers_are_cut_and_marked():
    assert _equation([Fraction(0)]) == "0"
    assert _equation([Fraction(1), Fraction(-1)]) == "<i>x</i><sub>0</sub> − <i>x</i><sub>1</sub>"
    assert _equation([Fraction(2)] * 11).endswith("… (3 more terms)")
    assert _number(Fraction(-1, 3)) == "−1/3"
    assert _number(Fraction(1, 7**60)).startswith("≈")


def test_a_search_that_gave_up_says_that_nothing_follows():
    up = [[k * k % 97 + 1, k * 31 % 89 + 1] for k in range(60)]
    down = [[k * 17 % 83 + 1 for k in range(60)], [k * k * 5 % 79 + 1 for k in range(60)]]
    decision = decide(Block(up, down), Limits(time=0.0))
    html = verdict_html(decision)
    assert "Not decided within the limits" in html
    assert "says nothing about the answer" in html
    assert "There is no certificate" in html


def test_a_page_is_written_whole_and_not_over_another(tmp_path):
    decision = decided("14-one-dimension-gelu")
    path = tmp_path / "verdict.html"
    verdict_page(decision, path)
    assert path.read_text(encoding="utf-8") == verdict_html(decision)
    with pytest.raises(Malformed):
        verdict_page(decision, path)
    verdict_page(decision, path, force=True)
