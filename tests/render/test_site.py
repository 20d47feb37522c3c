"""The documentation site of `make docs`: links lead somewhere, pages open and fit, nothing is fetched."""

from __future__ import annotations

import os
import re
from functools import cache
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest
from helpers.browser import browser, missing
from helpers.pages import Page

from symproof.paper import statements

ROOT = Path(__file__).parents[2]
SITE = Path(os.environ.get("SYMPROOF_SITE", "no site")).resolve()  # named by `make docs`
pytestmark = pytest.mark.skipif(not (SITE / "index.html").exists(), reason="run by `make docs`")
needs_browser = pytest.mark.skipif(
    bool(missing()), reason=f"needs Debian's chromium and chromium-driver; {missing()}"
)
PAGES = sorted(SITE.rglob("*.html"))
OPENED = [
    "index", "tutorial", "how-to/ci", "how-to/stacks", "reference/python", "reference/decided",
    "reference/format", "generated/commands", "generated/statements", "generated/statement/thm-4-relu",
    "generated/json", "bench", "generated/01_from_weights_to_a_verdict",
]  # fmt: skip


@cache
def ids(path: Path) -> set[str]:
    """What a fragment of a link can name there."""
    return set(re.findall(r'\bid="([^"]*)"', path.read_text(encoding="utf-8")))


def links(path: Path) -> list[str]:
    return re.findall(r'<a\b[^>]*\bhref="([^"]*)"', path.read_text(encoding="utf-8"))


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.relative_to(SITE).as_posix())
def test_every_link_leads_somewhere(path):
    for link in links(path):
        address, fragment = urldefrag(link)
        if re.match(r"https://|mailto:", address):
            continue
        assert not re.match(r"[a-z]+:|//", address), link
        target = (path.parent / unquote(address)).resolve() if address else path
        target = target / "index.html" if target.is_dir() else target
        assert target.exists(), link
        if fragment and target.suffix == ".html":
            assert unquote(fragment) in ids(target), link


def test_a_link_that_leads_nowhere_is_found(tmp_path):
    """The control: the same check on a page with a broken link and on one without."""
    (tmp_path / "a.html").write_text('<h1 id="x">a</h1><a class="k" href="b.html#y">b</a>')
    (tmp_path / "b.html").write_text('<a href="a.html#x">a</a>')
    with pytest.raises(AssertionError, match=r"b\.html#y"):
        test_every_link_leads_somewhere(tmp_path / "a.html")
    test_every_link_leads_somewhere(tmp_path / "b.html")


def test_there_is_a_page_of_every_statement_and_notebook():
    for item in statements():
        assert (SITE / "generated" / "statement" / f"{item.id}.html").exists()
    for source in (ROOT / "notebooks").glob("[0-9]*.py"):
        assert (SITE / "generated" / f"{source.stem}.html").exists()


def test_formulas_are_mathml_and_no_page_loads_from_a_host():
    for path in PAGES:
        text = path.read_text(encoding="utf-8")
        assert not re.search(r'<(?:script|img|link|iframe)\b[^>]*\b(?:src|href)="(?:https?:)?//', text), path
    assert "<math" in (SITE / "tutorial.html").read_text(encoding="utf-8")
    page = Page((SITE / "generated" / "statement" / "prop-1.html").read_text(encoding="utf-8"))
    assert any(tag == "math" for tag, _ in page.elements)


@pytest.fixture(scope="module")
def chromium():
    with browser() as found:
        yield found


@needs_browser
@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1200, 390])
@pytest.mark.parametrize("name", OPENED)
def test_a_page_opens_fits_and_fetches_nothing(chromium, name, width, scheme):
    chromium.width(width)
    media = [{"name": "prefers-color-scheme", "value": scheme}]
    chromium.command("Emulation.setEmulatedMedia", features=media)
    chromium.log("browser")
    chromium.requests()
    chromium.open((SITE / f"{name}.html").as_uri())
    assert [address for address in chromium.requests() if not address.startswith("file:")] == []
    assert [entry for entry in chromium.log("browser") if entry["level"] == "SEVERE"] == []
    assert chromium.run("return document.documentElement.scrollWidth") <= width
    assert chromium.run("return document.querySelector('h1').textContent.length") > 3
    if keep := os.environ.get("SYMPROOF_SCREENSHOTS"):
        chromium.screenshot(Path(keep) / f"site-{name.replace('/', '-')}-{width}-{scheme}.png")
