"""The report: one file that needs nothing else, says what the run found, and whose links lead somewhere."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from dataclasses import replace
from importlib.resources import files
from itertools import pairwise, product
from pathlib import Path

import pytest

pytest.importorskip(
    "matplotlib", reason="the report of the tests has pictures, which need the extra `figures`"
)

from helpers.pages import Page, small

from symproof.examples.gallery import pieces, run
from symproof.paper import statements
from symproof.proof.engine import State, run_statement
from symproof.proof.ledger import Ledger, build
from symproof.proof.statement import Statement
from symproof.render.figures import draw
from symproof.render.report import collect, report
from symproof.render.report.atlas import atlas, sweep
from symproof.render.report.computed import computed
from symproof.render.report.material import Material, standing
from symproof.render.tex.tokens import TexError
from symproof.rocq.formal_status import Proved, Status

SCRIPT = files("symproof.render.report").joinpath("play.js").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def material(tmp_path_factory) -> Material:
    """All proofs with their mutants; of gallery, atlas and pictures a part. The whole is in test_browser."""
    ledger = build(statements(), statements(), mutants=True)
    gallery = tuple(run(piece, tmp_path_factory.mktemp("gallery")) for piece in pieces()[:3])
    return Material(ledger, gallery, (sweep(1, 2, 1, "relu"),), (draw("parity"), draw("walk")))


@pytest.fixture(scope="module")
def html(material) -> str:
    return report(material)


@pytest.fixture(scope="module")
def page(html) -> Page:
    return Page(html)


def test_the_page_is_well_formed_and_each_id_is_unique(page):
    assert page.open == []
    assert [name for name, count in page.ids().items() if count > 1] == []


def test_every_link_and_reference_leads_into_the_page(page, html):
    ids = page.ids()
    for address in page.addresses():
        assert address == "data:," or (address.startswith("#") and address[1:] in ids), address
    referenced = re.findall(r"url\(#([^)]+)\)", html)
    for _, attributes in page.elements:
        referenced += (attributes.get("aria-labelledby") or "").split()
    assert [name for name in referenced if name not in ids] == []


def test_nothing_is_fetched_and_only_our_own_script_runs(page, html):
    assert [attributes for tag, attributes in page.elements if tag == "script"] == [{}]
    assert html.count(f"<script>\n{SCRIPT}</script>") == 1
    assert not re.search(
        r"fetch|XMLHttp|WebSocket|import|eval|Function\(|Storage|cookie|https?:(?!//www.w3)", SCRIPT
    )
    tags = {tag for tag, _ in page.elements}
    assert not tags & {"iframe", "object", "embed", "img", "audio", "video", "base", "form"}
    assert not [key for _, attributes in page.elements for key in attributes if key.startswith("on")]
    assert not re.search(r"@import|url\((?!#)", html)
    schemes = set(re.findall(r"https?://[^\s\"'<)]+", html))
    assert schemes <= {
        "http://www.w3.org/1998/Math/MathML",
        "http://www.w3.org/2000/svg",
        "http://www.w3.org/1999/xlink",
    }


def test_no_latex_and_no_placeholder_is_left(page, html):
    text = "".join(page.text)
    assert "\\" not in html.replace(SCRIPT, "")
    assert not re.search(r"\b(undefined|None|NaN|nan|TODO|Traceback|object at 0x)\b", text)
    assert not re.search(r"\$|[A-Za-z]_\{|\b[WV]_(down|up)\b", text)


def test_every_statement_step_hypothesis_and_fact_has_its_place(page, material):
    ids = page.ids()
    for result in material.ledger.results:
        name = result.statement.id
        assert ids[name] == 1
        assert all(f"{name}.{re.sub('[^A-Za-z0-9]+', '-', s.of.name)}" in ids for s in result.steps)
        assert all(
            f"{name}.without.{re.sub('[^A-Za-z0-9]+', '-', h.of.name)}" in ids for h in result.hypotheses
        )
    assert all(f"fact.{re.sub('[^A-Za-z0-9]+', '-', fact.name)}" in ids for fact in material.ledger.facts)
    order = [attributes["id"] for tag, attributes in page.elements if tag == "article"]
    assert order == [item.id for item in statements()]


def test_every_formula_is_mathml(page, material):
    stated, checks = 0, []
    for result in material.ledger.results:
        stated += 1 + len(result.steps) + len(result.hypotheses)
        stated += sum(len(step.of.premises) for step in result.steps)
        checks += [step.of.check for step in result.steps]
        checks += [h.of.without.check for h in result.hypotheses if h.of.without.check]
    shown = [a for tag, a in page.elements if tag == "span" and a.get("class") == "formula"]
    assert len(shown) == stated + sum(computed(check).count('class="formula"') for check in checks)
    assert sum(tag == "math" for tag, _ in page.elements) >= len(shown)


def test_the_numbers_are_those_of_the_run(html, material):
    rows = [material.ledger.row(result) for result in material.ledger.results]
    assert material.ledger.passed
    total = {key: sum(row[key] for row in rows) for key in ("checked", "cited", "mutants", "killed")}
    lead = (
        f"{len(rows)} statements, {total['checked']} proof steps checked by machine, {total['cited']} cited; "
    )
    assert lead + f"{total['killed']} of {total['mutants']} false variants refuted" in html
    assert total["mutants"] == total["killed"] > 300
    assert f"{len(material.gallery)} of {len(material.gallery)} blocks" in html


def test_the_structure_serves_keyboard_and_reader(page):
    headings = [int(tag[1]) for tag, _ in page.elements if re.fullmatch("h[1-6]", tag)]
    assert headings[0] == 1
    assert headings.count(1) == 1
    assert all(after - before <= 1 for before, after in pairwise(headings))
    scrollers = [a for _, a in page.elements if a.get("role") == "region"]
    assert len(scrollers) >= 8
    assert all(a.get("tabindex") == "0" and a.get("aria-label") for a in scrollers)
    assert [a["href"] for tag, a in page.elements if a.get("class") == "skip"] == ["#main"]
    assert all("scope" in a for tag, a in page.elements if tag == "th")
    assert ("html", {"lang": "en"}) in page.elements


def in_another_process(expression: str, out: Path) -> str:
    """The report on the material that the expression makes, from a process with another hash seed."""
    program = f"""
import pathlib, sys
from symproof.paper import statements
from symproof.proof.ledger import build
from symproof.render.report import collect, report
from symproof.render.report.computed import computed
from symproof.render.report.material import Material
pathlib.Path(sys.argv[1]).write_text(report({expression}), encoding='utf-8')
"""
    environment = {**os.environ, "PYTHONHASHSEED": "7", "TZ": "UTC9"}
    subprocess.run([sys.executable, "-c", program, str(out)], env=environment, check=True, cwd=out.parent)
    return out.read_text(encoding="utf-8")


def test_the_proofs_print_the_same_bytes_in_every_process(material, tmp_path):
    other = in_another_process(
        "Material(build(statements(), statements(), mutants=True))", tmp_path / "a.html"
    )
    assert other == report(Material(material.ledger))


@pytest.mark.slow
def test_the_whole_report_has_the_same_bytes_in_every_process(tmp_path):
    assert in_another_process("collect()", tmp_path / "a.html") == report(collect())


def printed(item: Statement) -> str:
    return report(Material(Ledger((run_statement(item, mutants=True),))))


def test_a_failed_step_is_shown_as_failed_everywhere():
    text = printed(small(holds=False))
    assert text.count("a check failed") >= 1
    assert '<span class="badge failed">failed</span>' in text
    assert "not refuted" in text
    assert "small, step" in text  # the trouble, at the top
    assert "passed</span>" not in text


def test_what_passes_in_one_run_is_not_remembered_in_the_next():
    assert "a check failed" not in printed(small())
    assert "proof checked in general" in printed(small())


def test_a_formula_outside_the_subset_stops_the_report():
    with pytest.raises(TexError, match="unknown"):
        printed(small(word=r"}\unknown{"))


def test_rocq_is_shown_when_it_was_compiled_and_only_then():
    text = printed(small())
    assert "Rocq: not asked." in text
    assert "Rocq: 1 theorem" not in text
    proved = (Proved("main_theorem", "small", ()), Proved("other", "small", ("an_axiom",)))
    ledger = Ledger((run_statement(small(), mutants=True),))
    text = report(Material(ledger, formal=Status(None, proved)))
    assert "Rocq: 2 theorems" in text
    assert "<code>main_theorem</code> (no axioms)" in text
    assert "<code>other</code> (axioms an_axiom)" in text
    assert (
        "2 theorems for all sizes, 1 of them without any axiom; the others use <code>an_axiom</code>" in text
    )


def test_text_of_a_statement_cannot_become_markup():
    item = replace(
        small(word="<img src=x> & a"), about={**small().about, "title": "<script>alert(1)</script>"}
    )
    text = printed(item)
    assert "<script" not in text.replace(f"<script>\n{SCRIPT}", "")
    assert "<img" not in text


def test_without_pictures_the_report_says_why():
    assert "Not drawn: Matplotlib is not installed" in printed(small())


def test_the_standing_counts_each_step_once(material):
    for result in material.ledger.results:
        state = standing(result)
        assert state.general + state.bounded + state.cited + state.read + state.illustrations == len(
            result.steps
        )
        assert not state.failed
        assert state.cited == sum(s.state is State.CITED and not s.of.illustration for s in result.steps)


def test_facts_below_a_statement_are_those_of_all_it_rests_on(material):
    everything = {
        r.statement.id: {f.name for f in material.facts_below(r.statement.id)}
        for r in material.ledger.results
    }
    for result in material.ledger.results:
        for name in result.statement.uses:
            assert everything[name] <= everything[result.statement.id]
    assert "roots are few" in everything["thm-4-relu"]


def test_the_smallest_sweep_is_known():
    # d = N = 1: only D w = -1 absorbs, which is (w, D) = (1, -1) and (-1, 1); three values of D w
    html = atlas((sweep(1, 1, 1, "relu"),))
    cells = re.findall(r'data-label="([^"]*)">([^<]*)</td>', html)
    assert dict(cells) == {
        "Entries": "−1, …, 1",
        "Pairs": "9",
        "Representatives": "3",
        "Absorbable": "2",
        "without S": "0",
        "Not": "7",
        "Undecided": "0",
    }


def test_blocks_absorbed_without_a_set_are_counted_by_brute_force():
    # d = 1, N = 2, ReLU: every block is absorbed; by a set S when a subset of the products is -1
    total = sweep(1, 2, 1, "relu")
    cells = dict(re.findall(r'data-label="([^"]*)">([^<]*)</td>', atlas((total,))))

    def solved(w, v, D, E):
        return any(a * D * w + b * E * v == -1 for a, b in product((0, 1), repeat=2))

    alone = sum(not solved(*cells) for cells in product((-1, 0, 1), repeat=4))
    assert (cells["Absorbable"], cells["without S"]) == ("81", str(alone))


def test_the_style_has_light_dark_and_print():
    style = Path(sys.modules["symproof.render.page"].__file__).with_name("style.css").read_text()
    assert "prefers-color-scheme: dark" in style
    assert "@media print" in style
    assert not re.search(r"@font-face|@import|url\(", style)
