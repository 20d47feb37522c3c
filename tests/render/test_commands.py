"""`symproof report` and `symproof figure` on the command line."""

from __future__ import annotations

import json
import sys

import pytest

pytest.importorskip("matplotlib", reason="pictures need the extra `figures`")

from helpers.pages import small

from symproof.command import main as cli
from symproof.files.writers import write_block
from symproof.render.figures import pictures
from symproof.render.figures.blocks import ABSORBED
from symproof.render.report.material import Material
from symproof.verdict import Exit


def test_without_a_name_the_pictures_are_listed(capsys):
    assert cli.main(["figure"]) == Exit.ESTABLISHED
    listed = capsys.readouterr().out
    assert all(name in listed for name in pictures())
    assert cli.main(["figure", "--json"]) == Exit.ESTABLISHED
    assert [one["name"] for one in json.loads(capsys.readouterr().out)["figures"]] == list(pictures())


def test_a_picture_goes_to_standard_output_or_to_a_file(capsys, tmp_path):
    assert cli.main(["figure", "walk"]) == Exit.ESTABLISHED
    text = capsys.readouterr().out
    out = tmp_path / "walk.svg"
    assert cli.main(["figure", "walk", "--out", str(out), "--json"]) == Exit.ESTABLISHED
    assert out.read_text(encoding="utf-8") == text
    assert json.loads(capsys.readouterr().out)["name"] == "walk"
    assert cli.main(["figure", "walk", "--out", str(out)]) == Exit.MALFORMED
    assert cli.main(["figure", "walk", "--out", str(out), "--force"]) == Exit.ESTABLISHED


def test_a_picture_of_given_weights(capsys, tmp_path):
    write_block(tmp_path / "w.json", ABSORBED)
    assert cli.main(["figure", "distance", str(tmp_path / "w.json")]) == Exit.ESTABLISHED
    assert "one solves (3)" in capsys.readouterr().out
    assert cli.main(["figure", "parity", str(tmp_path / "w.json")]) == Exit.MALFORMED
    assert "shows no block" in capsys.readouterr().err


def test_an_unknown_picture_is_refused_with_the_names(capsys):
    assert cli.main(["figure", "nothing"]) == Exit.MALFORMED
    assert "there are: parity, kinks" in capsys.readouterr().err


def test_without_matplotlib_a_picture_is_incomplete(capsys, monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert cli.main(["figure", "parity"]) == Exit.INCOMPLETE
    assert "pip install matplotlib" in capsys.readouterr().err


@pytest.fixture
def quick(monkeypatch):
    """A report of two statements, without gallery, atlas and pictures."""
    from symproof.paper import statement, statements
    from symproof.proof.ledger import build

    ledger = build([statement("setup-parity"), statement("width-remark")], statements(), mutants=True)
    monkeypatch.setattr("symproof.render.report.collect", lambda show: Material(ledger))


def test_a_report_is_written_and_summed_up(capsys, tmp_path, quick):
    out = tmp_path / "report.html"
    assert cli.main(["report", str(out), "--json"]) == Exit.ESTABLISHED
    value = json.loads(capsys.readouterr().out)
    assert value["schema"] == "symproof-report-1"
    assert (value["verdict"], value["statements"], value["troubles"]) == ("passed", 2, [])
    assert out.read_text(encoding="utf-8").startswith("<!DOCTYPE html>")
    assert cli.main(["report", str(out)]) == Exit.MALFORMED
    assert cli.main(["report", str(out), "--force", "--quiet"]) == Exit.ESTABLISHED
    assert capsys.readouterr().out == ""


def test_a_report_to_standard_output_is_nothing_but_the_page(capsys, quick):
    assert cli.main(["report", "-"]) == Exit.ESTABLISHED
    text = capsys.readouterr().out
    assert text.startswith("<!DOCTYPE html>")
    assert text.endswith("</html>\n")


def test_a_failing_run_is_written_and_answered_with_1(capsys, tmp_path, monkeypatch):
    from symproof.proof.engine import run_statement
    from symproof.proof.ledger import Ledger

    broken = Material(Ledger((run_statement(small(holds=False), mutants=True),)))
    monkeypatch.setattr("symproof.render.report.collect", lambda show: broken)
    out = tmp_path / "report.html"
    assert cli.main(["report", str(out)]) == Exit.REJECTED
    captured = capsys.readouterr()
    assert captured.out.startswith("failed: 1 statements")
    assert "symproof: failed: small, step 'only'" in captured.err
    assert "a check failed" in out.read_text(encoding="utf-8")
