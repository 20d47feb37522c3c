"""The block to play with: what a reader clicks and types, against what `decide` says of the same weights."""

from __future__ import annotations

import json
import random
import re
import time

import pytest
from helpers.browser import browser, missing
from hypothesis import given
from hypothesis import strategies as st

from symproof import Block, decide
from symproof.absorb.all_subsets import solutions
from symproof.absorb.decide import subset_problem
from symproof.absorb.limits import Limits
from symproof.render.figures.blocks import ABSORBED, NEAR_MISS
from symproof.render.page import page
from symproof.render.report.play import play

STILL = "<p>a still picture</p>"
needs_browser = pytest.mark.skipif(
    bool(missing()), reason=f"needs Debian's chromium and chromium-driver; {missing()}"
)
VERDICT = "return document.querySelector('[data-part=verdict]').dataset.verdict"
TEXT = "return document.querySelector(`[data-part=${arguments[0]}]`).textContent"
TYPE = """
const [side, i, j, text] = arguments;
const input = document.querySelector(`input[data-side=${side}][data-i="${i}"][data-j="${j}"]`);
input.value = text;
input.dispatchEvent(new Event("input", {bubbles: true}));
"""


@pytest.mark.parametrize(
    "block",
    [
        Block([[1]], [[-1]]),
        Block([[1, 0]] * 9, [[1] * 9] * 2),
        Block([[1, 0]], [[1], [1]], skip="-I"),
        Block([[1, 0]], [[1], [1]], b_up=[1]),
    ],
)
def test_only_small_plane_blocks_are_played_with(block):
    with pytest.raises(ValueError, match="N <= 8"):
        play(block, STILL)


@given(
    st.lists(st.lists(st.fractions(-9, 9, max_denominator=9), min_size=2, max_size=2), min_size=1, max_size=8)
)
def test_the_page_carries_the_exact_weights(rows):
    block = Block(rows, [[1] * len(rows)] * 2)
    found = re.search(r'data-block="([^"]*)"', play(block, STILL))
    assert found
    assert Block(**json.loads(found[1].replace("&quot;", '"'))) == block


@pytest.fixture(scope="module")
def chromium():
    with browser() as found:
        yield found


@pytest.fixture
def opened(chromium, tmp_path):
    def show(block: Block, **settings: object):
        path = tmp_path / "play.html"
        path.write_text(
            page("play", f'<main id="main">{play(block, STILL)}</main>', "play"), encoding="utf-8"
        )
        for name, value in settings.items():
            chromium.command(name, **value)
        chromium.open(path.as_uri())
        return chromium

    return show


@pytest.mark.slow
@needs_browser
def test_clicking_the_neurons_of_S_walks_to_the_identity(opened):
    shown = opened(ABSORBED)
    assert shown.run(VERDICT) == "absorbable"
    for k in decide(ABSORBED).subset or ():
        shown.run(f"document.querySelector('[data-neuron=\"{k}\"]').click()")
    assert "missing from the identity: [[0, 0], [0, 0]]" in shown.run(TEXT, "sum")
    time.sleep(0.6)
    lines = shown.run(
        "return [...document.querySelectorAll('[data-part=field] line')].map(l => "
        "Math.hypot(l.x2.baseVal.value - l.x1.baseVal.value, l.y2.baseVal.value - l.y1.baseVal.value))"
    )
    assert len(lines) == 25
    assert max(lines) < 0.02
    assert shown.log("browser") == []


@pytest.mark.slow
@needs_browser
def test_the_verdict_follows_the_weights_exactly(opened):
    """Oracle: `decide` and all subsets on the same typed fractions; collinear rows are left to it."""
    shown, rng, seen = opened(ABSORBED), random.Random(7), set()
    entries = {"up": [list(row) for row in ABSORBED.W_up], "down": [list(row) for row in ABSORBED.W_down]}
    for _ in range(60):
        side = rng.choice(("up", "down"))
        i, j = rng.randrange(len(entries[side])), rng.randrange(len(entries[side][0]))
        origin = (ABSORBED if rng.random() < 0.8 else NEAR_MISS).to_dict()[f"W_{side}"][i][j]
        text = rng.choice([origin, origin, f"{rng.randint(-3, 3)}", f"{rng.randint(-9, 9)}/4", "-0.5"])
        entries[side][i][j] = text
        shown.run(TYPE, side, i, j, str(text))
        block, said = Block(entries["up"], entries["down"]), shown.run(VERDICT)
        seen.add(said)
        solved = bool(list(solutions(subset_problem(block), Limits(), 1)))
        assert (said == "absorbable") == solved
        if said == "never":
            assert decide(block).absorbable is False
    assert {"absorbable", "never"} <= seen


@pytest.mark.slow
@needs_browser
@pytest.mark.parametrize("text", ["", "x", "1/0", "1e3", "1//2", "--1"])
def test_what_is_no_number_is_marked_and_changes_nothing(opened, text):
    shown = opened(ABSORBED)
    before = shown.run(TEXT, "verdict")
    shown.run(TYPE, "up", 0, 0, text)
    assert shown.run("return document.querySelectorAll('[aria-invalid]').length") == 1
    assert shown.run(TEXT, "verdict") == before


@pytest.mark.slow
@needs_browser
def test_the_keyboard_reaches_everything(opened):
    shown = opened(ABSORBED)
    shown.run("document.querySelector('[data-neuron]').focus()")
    shown.press(" ")
    assert shown.run("return document.activeElement.getAttribute('aria-pressed')") == "true"
    shown.run("document.querySelector('details').open = true; document.querySelector('input').focus()")
    shown.press("\ue013")  # the arrow up
    assert shown.run("return document.querySelector('input').value") == "5/4"


@pytest.mark.slow
@needs_browser
def test_without_scripts_the_still_picture_stands(opened):
    shown = opened(ABSORBED, **{"Emulation.setScriptExecutionDisabled": {"value": True}})
    try:
        tree = shown.command("DOM.getDocument", depth=-1)
        assert "a still picture" in json.dumps(tree)
        path = shown.command("DOM.querySelector", nodeId=tree["root"]["nodeId"], selector=".live")
        attributes = shown.command("DOM.getAttributes", nodeId=path["nodeId"])["attributes"]
        assert "hidden" in attributes
    finally:
        shown.command("Emulation.setScriptExecutionDisabled", value=False)


@pytest.mark.slow
@needs_browser
def test_reduced_motion_jumps(opened):
    features = [{"name": "prefers-reduced-motion", "value": "reduce"}]
    shown = opened(ABSORBED, **{"Emulation.setEmulatedMedia": {"features": features}})
    points = shown.run(
        "document.querySelector('[data-part=solve]').click();"
        "return ['image', 'goal'].map(p => document.querySelector(`[data-part=${p}]`).getAttribute('points'))"
    )
    assert points[0] == points[1]
    shown.command("Emulation.setEmulatedMedia", features=[])
