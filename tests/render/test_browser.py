"""The report and a verdict page in headless Chromium: what readers get."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

pytest.importorskip("matplotlib", reason="pictures need the extra `figures`")

from helpers.browser import browser, missing

from symproof import decide
from symproof.paper import statement
from symproof.render.figures.blocks import ABSORBED
from symproof.render.report import collect, report
from symproof.render.verdict import verdict_html

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(missing()), reason=f"needs Debian's chromium and chromium-driver; {missing()}"),
]

OUTSIDE = """
return [...document.querySelectorAll('body *')]
  .filter(e => e.getBoundingClientRect().right > innerWidth + 1)
  .filter(e => !e.closest('.scroll, .picture, .graph, .formula, pre, .skip, thead'))
  .map(e => e.tagName + ' ' + e.className)
"""
FORMULAS = """
return [...document.querySelectorAll('math')].map(m => [m.getBoundingClientRect(), m])
  .filter(([box, m]) => m.checkVisibility() && (box.width < 3 || box.height < 5))
  .map(([box, m]) => m.outerHTML)
"""
CUT = """
return [...document.querySelectorAll('.formula')]
  .filter(f => f.checkVisibility() && f.scrollWidth > f.clientWidth + 1)
  .filter(f => getComputedStyle(f).overflowX != 'auto').map(f => f.textContent)
"""
TINY = """
return [...document.querySelectorAll('main *')]
  .filter(e => e.checkVisibility() && !e.closest('svg, math, sub, sup') && e.textContent.trim())
  .filter(e => parseFloat(getComputedStyle(e).fontSize) < 11).map(e => e.tagName + ' ' + e.className)
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """The two pages, in SYMPROOF_SCREENSHOTS when that names a directory, where the screenshots stay."""
    keep = os.environ.get("SYMPROOF_SCREENSHOTS")
    found = Path(keep) if keep else tmp_path_factory.mktemp("pages")
    (found / "report.html").write_text(report(collect()), encoding="utf-8")
    (found / "verdict.html").write_text(verdict_html(decide(ABSORBED)), encoding="utf-8")
    return found


@pytest.fixture(scope="module")
def chromium():
    with browser() as found:
        yield found


@pytest.mark.parametrize("width", [1200, 360])
@pytest.mark.parametrize("name", ["report", "verdict"])
def test_a_page_is_readable_fetches_nothing_and_runs_nothing(chromium, folder, name, width):
    address = (folder / f"{name}.html").as_uri()
    chromium.width(width)
    chromium.open(address)
    assert chromium.requests() == [address]
    assert chromium.log("browser") == []
    chromium.run("document.querySelectorAll('details').forEach(d => d.open = true)")
    assert chromium.run("return [document.documentElement.scrollWidth, innerWidth]") == [width, width]
    assert chromium.run(OUTSIDE) == []
    assert chromium.run("return document.querySelectorAll('math').length") > 5
    assert chromium.run(FORMULAS) == []
    assert chromium.run(TINY) == []
    if width == 1200:
        assert chromium.run(CUT) == []
    chromium.screenshot(folder / f"{name}-{width}.png")
    assert (folder / f"{name}-{width}.png").read_bytes().startswith(b"\x89PNG")


def test_the_keyboard_reaches_content_and_opens_a_proof(chromium, folder):
    chromium.width(1200)
    chromium.open((folder / "report.html").as_uri())
    focused = "return document.activeElement.outerHTML.slice(0, 60)"
    chromium.press("\ue004")
    assert "skip" in chromium.run(focused)
    chromium.press("\ue007")
    assert chromium.run("return location.hash") == "#main"
    chromium.run("document.querySelector('details.proof > summary').focus()")
    chromium.press("\ue007")
    assert chromium.run("return document.querySelector('details.proof').open") is True
    reachable = """return [...document.querySelectorAll('a[href], summary, [tabindex]')]
        .filter(e => e.checkVisibility() && e.tabIndex < 0).length"""
    assert chromium.run(reachable) == 0


def test_on_a_phone_the_graph_is_a_list_with_titles(chromium, folder):
    seen = "return [...document.querySelectorAll(arguments[0])].filter(e => e.checkVisibility()).length"
    for width, graphs in ((1200, 1), (390, 0)):
        chromium.width(width)
        chromium.open((folder / "report.html").as_uri())
        assert chromium.run(seen, ".graph svg") == graphs
        assert chromium.run(seen, ".rests li") > 20
        words = "return [...document.querySelectorAll('.rests li')].map(e => e.textContent)"
        assert all(re.search(r" \(.{9,}\)", text) for text in chromium.run(words))
    chromium.width(1200)


def test_a_link_into_a_closed_proof_can_be_followed(chromium, folder):
    place = f"thm-4-relu.{statement('thm-4-relu').steps({})[0].name}"
    chromium.open((folder / "report.html").as_uri() + f"#{place}")
    assert chromium.run("return document.getElementById(arguments[0]).closest('details') !== null", place)
    assert chromium.run(f"return document.querySelectorAll('[id=\"{place}\"]').length") == 1


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_light_and_dark(chromium, folder, scheme):
    chromium.command(
        "Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}]
    )
    chromium.open((folder / "report.html").as_uri())
    ratios = chromium.run(CONTRAST)
    picture = "return getComputedStyle(document.querySelector('.picture svg')).filter"
    assert chromium.run(picture).startswith("invert" if scheme == "dark" else "none")
    chromium.screenshot(folder / f"report-{scheme}.png")
    chromium.command("Emulation.setEmulatedMedia", features=[])
    assert len(ratios) > 5
    assert {name: ratio for name, ratio in ratios.items() if ratio < 4.5} == {}


CONTRAST = """
const light = c => {
  const [r, g, b] = c.match(/[0-9.]+/g).map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const paper = light(getComputedStyle(document.body).backgroundColor), found = {}
const names = 'p a .meta .note h2 th td .badge.checked .badge.bounded .badge.cited'
for (const name of names.split(' ')) {
  const e = document.querySelector('main ' + name)
  if (e) {
    const ink = light(getComputedStyle(e).color)
    found[name] = (Math.max(ink, paper) + 0.05) / (Math.min(ink, paper) + 0.05)
  }
}
return found
"""
