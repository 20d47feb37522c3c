"""The pictures: the same bytes everywhere, words for those who do not see, and exact facts behind the ink."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections import Counter
from fractions import Fraction
from itertools import combinations
from xml.etree.ElementTree import fromstring

import pytest

pytest.importorskip("matplotlib", reason="pictures need the extra `figures`")

from symproof import Block, Malformed, decide
from symproof.absorb.explain import degeneracies
from symproof.render.figures import draw, pictures
from symproof.render.figures.blocks import ABSORBED, NEAR_MISS
from symproof.render.figures.curve import DEGENERATE, block_at, conditions, curves, marked, nowhere
from symproof.render.figures.difference import pair
from symproof.render.figures.distance import _draw, _places
from symproof.render.figures.fields import confirmed
from symproof.render.figures.walk import gained

SVG = "{http://www.w3.org/2000/svg}"
NAMES = list(pictures())


@pytest.fixture(scope="module")
def drawn():
    return {name: draw(name) for name in NAMES}


def test_a_near_miss_is_not_drawn_at_zero():
    """One set misses by 1/1000 where others miss by 11: its mark stands apart from the line of 0."""
    miss = Block([[0, 1], [3, 2], [-1, -3], [1, 1]], [[1, 0, -2, -1], ["-999/1000", 2, -2, 0]])
    for block, scale in ((miss, "symlog"), (ABSORBED, "linear")):
        axes = _draw(block).figure.axes[0]
        assert axes.get_yscale() == scale
        zero = axes.transData.transform((0, 0))[1]
        marks = [tuple(point) for one in axes.lines for point in one.get_xydata()]
        assert len(marks) == 2**block.width
        for x, y in marks:
            assert (axes.transData.transform((x, y))[1] - zero > 5) == (y > 0)


def test_the_pictures_are_found_in_reading_order():
    known = ["parity", "kinks", "walk", "difference", "distance", "fields", "curve", "bends", "occur"]
    assert [*known, "reach"] == NAMES
    assert len({picture.place for picture in pictures().values()}) == len(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_each_picture_says_in_words_what_it_shows(drawn, name):
    root = fromstring(drawn[name].text)
    title, words = root[0], root[1]
    assert (title.tag, words.tag) == (f"{SVG}title", f"{SVG}desc")
    assert len(title.text) > 20
    assert len(words.text) > 150
    assert root.get("role") == "img"
    assert root.get("aria-labelledby").split() == [title.get("id"), words.get("id")]


@pytest.mark.parametrize("name", NAMES)
def test_each_picture_stands_alone(drawn, name):
    text = drawn[name].text
    root = fromstring(text)
    assert not re.search(r"<script|<image|<style|<!DOCTYPE|<\?xml|@import", text)
    addresses = {v for node in root.iter() for k, v in node.attrib.items() if k.endswith("href")}
    assert all(address.startswith("#") for address in addresses)
    ids = Counter(node.get("id") for node in root.iter() if node.get("id"))
    assert set(ids.values()) == {1}
    assert {address[1:] for address in addresses} | set(re.findall(r"url\(#([^)]*)\)", text)) <= set(ids)
    assert all(one.startswith(f"{name}-") for one in ids)
    assert not re.search(r"20[0-9]{2}-[0-9]{2}|matplotlib", text)


def test_two_pictures_on_one_page_share_no_id(drawn):
    ids = Counter(
        node.get("id") for svg in drawn.values() for node in fromstring(svg.text).iter() if node.get("id")
    )
    assert max(ids.values()) == 1


def test_the_bytes_do_not_depend_on_the_process(drawn):
    program = (
        "import sys\nfrom symproof.render.figures import draw, pictures\n"
        "sys.stdout.buffer.write(''.join(draw(n).text for n in pictures()).encode())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "1", "TZ": "UTC5", "SOURCE_DATE_EPOCH": "55555"}
    done = subprocess.run([sys.executable, "-c", program], env=environment, capture_output=True, check=True)
    assert done.stdout.decode() == "".join(drawn[name].text for name in NAMES)


def test_the_settings_of_the_caller_neither_matter_nor_change(drawn):
    import matplotlib

    with matplotlib.rc_context({"font.size": 30, "svg.fonttype": "none", "axes.grid": True}):
        assert draw("parity").text == drawn["parity"].text
        assert matplotlib.rcParams["font.size"] == 30


def test_a_picture_shows_itself_in_a_notebook_and_is_saved_whole(drawn, tmp_path):
    svg = drawn["walk"]
    assert svg._repr_svg_() == svg.text
    assert svg.title in repr(svg)
    svg.save(tmp_path / "walk.svg")
    assert (tmp_path / "walk.svg").read_text(encoding="utf-8") == svg.text
    with pytest.raises(Malformed):
        svg.save(tmp_path / "walk.svg")


def test_other_blocks_are_drawn(drawn):
    block = Block([[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 1]], "gelu")
    for name in ("kinks", "walk", "difference", "distance"):
        assert draw(name, block).text != drawn[name].text
    assert "{0, 1}" in draw("kinks", block).description


@pytest.mark.parametrize("name", ["parity", "fields", "curve"])
def test_a_block_for_a_picture_without_one_is_refused(name):
    with pytest.raises(Malformed, match="shows no block"):
        draw(name, ABSORBED)


@pytest.mark.parametrize("name", ["kinks", "walk", "difference"])
def test_a_picture_of_the_plane_refuses_other_dimensions(name):
    with pytest.raises(Malformed, match="d = 2, found d = 1"):
        draw(name, Block([[1]], [[-1]]))


def test_too_many_neurons_are_refused():
    wide = Block([[1, k] for k in range(13)], [[1] * 13, [2] * 13])
    for name in ("kinks", "distance"):
        with pytest.raises(Malformed, match="at most"):
            draw(name, wide)
    with pytest.raises(Malformed, match="no picture 'lines'"):
        draw("lines")


def test_the_walk_ends_at_the_identity_and_not_before():
    S = decide(ABSORBED).subset
    assert S == (0, 2, 3, 5)
    ends = [gained(ABSORBED, S[:t]) for t in range(len(S) + 1)]
    assert [end == [[1, 0], [0, 1]] for end in ends] == [False] * 4 + [True]
    with pytest.raises(Malformed, match="no such set"):
        draw("walk", NEAR_MISS)


def test_the_difference_is_the_exact_residual():
    same, off = pair(ABSORBED), pair(NEAR_MISS)
    assert same.rest == (0, 0)
    point = [Fraction(3, 7), Fraction(-5, 3)]
    assert same.block.evaluate(point) == same.other.evaluate(point)
    gap = [f - v for f, v in zip(off.block.evaluate(point), off.other.evaluate(point), strict=True)]
    assert gap[off.coordinate] == sum(r * x for r, x in zip(off.rest, point, strict=True)) != 0


def test_every_set_has_its_own_place():
    from symproof.absorb.decide import subset_problem
    from symproof.absorb.residual import residuals

    places = _places(list(residuals(subset_problem(ABSORBED))))
    assert len(places) == 64
    assert len(set(places.values())) == 64
    assert [S for S, (_, height) in places.items() if not height] == [(0, 2, 3, 5)]


def test_the_curves_are_where_the_equations_say():
    found = curves()
    assert [curve.sets for curve in found] == [((0, 1),), ((2, 3),), ((0, 1, 2, 3),)]
    for curve in found:
        for one in conditions(curve.sets[0]):
            assert not one.rem([curve.polynomial])


def test_points_are_absorbed_on_the_curves_and_where_rows_coincide_only():
    polynomials = [curve.polynomial for curve in curves()]
    answers = set()
    for point in marked():
        on = any(polynomial(*point) == 0 for polynomial in polynomials)
        verdict = decide(block_at(point)).absorbable
        assert verdict is (on or point in DEGENERATE), point
        answers.add((on, point in DEGENERATE))
    assert answers == {(True, False), (False, False), (False, True)}


def test_the_points_where_the_theorem_is_silent_are_all_and_only_those_named():
    for point in marked():
        assert bool(degeneracies(block_at(point))) is (point in DEGENERATE), point
    # a row is 0, or two rows are equal up to sign: their differences or sums have a common zero
    from sympy import QQ, groebner, symbols

    from symproof.render.figures.curve import SHIFT, weights

    a, b = symbols("a b")
    rows, _ = weights(a, b, QQ(SHIFT.numerator, SHIFT.denominator))
    pairs = [
        [x - s * y for x, y in zip(u, v, strict=True)] for u, v in combinations(rows, 2) for s in (1, -1)
    ]
    zeros = set()
    for system in [*rows, *pairs]:
        basis = groebner(system, a, b, domain=QQ)
        if basis.exprs != [1]:
            assert basis.is_zero_dimensional
            (zero,) = [p for p in DEGENERATE if all(e.subs({a: p[0], b: p[1]}) == 0 for e in basis.exprs)]
            zeros.add(zero)
    assert zeros == set(DEGENERATE)


def test_a_common_zero_beside_a_curve_is_noticed():
    (first, *_) = conditions((0, 1))
    poly = first.ring
    a, b = poly.gens
    assert not nowhere([a - 1, b])
    assert nowhere([a - 1, a])


def test_counts_in_the_picture_are_made_and_compared(monkeypatch):
    assert confirmed(2, 2, 2)
    assert not confirmed(5, 3, 6)
    monkeypatch.setattr("symproof.render.figures.fields.solutions", lambda q, d, s: 7)
    with pytest.raises(Exception, match="6 solutions, not 7"):
        confirmed(2, 2, 2)
