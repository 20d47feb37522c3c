"""The notebooks: their form, the outputs that are committed, and that a rebuild gives the same bytes."""

import ast
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import jupytext
import nbformat
import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "notebooks").glob("[0-9][0-9]_*.py"))
TOPICS = 15
CELLS = 13  # code cells in a notebook, at most: twelve, and the solution of the exercise
LINES = 22  # of a code cell, at most: one that writes a file format by hand
WIDTH = 110  # characters of a line of the source, at most
PROSE = 5  # lines between two code cells, at most

# what an output must not hold: it would differ on the next machine or on the next day
UNSTABLE = {
    "an address": re.compile(r"\b0x[0-9a-fA-F]{6,}"),
    "a path": re.compile(r"/(?:home|root|tmp|work|usr|Users|var|opt)/|[A-Z]:\\\\Users"),
    "a date": re.compile(r"\b20\d\d-\d\d-\d\d\b|\b\d\d:\d\d:\d\d\b"),
    "a time": re.compile(r"\b\d+(?:\.\d+)?\s?(?:ms|s|seconds)\b"),
    "a version": re.compile(r"\b(?:Python|sympy|numpy|matplotlib|symproof) v?\d+\.\d+", re.I),
}

notebooks = pytest.mark.parametrize("source", SOURCES, ids=lambda path: path.stem)


def cells(source: Path) -> list[nbformat.NotebookNode]:
    return jupytext.reads(source.read_text(), fmt="py:percent").cells


def built(source: Path) -> nbformat.NotebookNode:
    return nbformat.read(source.with_suffix(".ipynb"), as_version=4)


def code(source: Path) -> list[str]:
    return [cell.source for cell in cells(source) if cell.cell_type == "code"]


def texts(source: Path) -> list[str]:
    """Every text of every output, whatever its form."""
    found = []
    for cell in built(source).cells:
        for output in cell.get("outputs", []):
            found += [output.text] if output.output_type == "stream" else list(output.data.values())
    return found


def test_the_topics_are_numbered_in_order() -> None:
    assert [source.stem[:2] for source in SOURCES] == [f"{n:02}" for n in range(1, TOPICS + 1)]
    assert [p.stem for p in sorted((ROOT / "notebooks").glob("*.ipynb"))] == [s.stem for s in SOURCES]


@notebooks
def test_it_opens_with_a_title_one_formula_and_a_reason(source: Path) -> None:
    first = cells(source)[0]
    assert first.cell_type == "markdown"
    match = re.fullmatch(
        r"# (?P<title>[^\n]+)\n\n\$\$(?P<formula>[^$]+)\$\$\n\n(?P<why>.+)", first.source, re.S
    )
    assert match is not None
    assert len(match["why"].splitlines()) <= PROSE
    assert sum(cell.source.count("$$") for cell in cells(source)) == 2


@notebooks
def test_the_formulas_are_closed(source: Path) -> None:
    for cell in cells(source):
        if cell.cell_type == "markdown":
            inline = cell.source.replace("$$", "")
            assert inline.count("$") % 2 == 0, cell.source
            for formula in re.findall(r"\$([^$]+)\$", cell.source.replace("$$", "$")):
                assert formula.count("{") == formula.count("}"), formula


@notebooks
def test_prose_and_code_alternate(source: Path) -> None:
    kinds = [cell.cell_type for cell in cells(source)[1:]]
    assert kinds == ["markdown", "code"] * (len(kinds) // 2)
    assert len(kinds) // 2 <= CELLS
    for cell in cells(source)[1:]:
        limit = LINES if cell.cell_type == "code" else PROSE
        assert len(cell.source.splitlines()) <= limit, cell.source


@notebooks
def test_the_code_parses_and_the_lines_are_short(source: Path) -> None:
    for cell in code(source):
        ast.parse(cell)
    assert max(map(len, source.read_text().splitlines())) <= WIDTH


@notebooks
def test_a_wrong_step_is_tried_and_refused(source: Path) -> None:
    committed = [cell for cell in built(source).cells if cell.cell_type == "code"]
    said = {
        cell.source for cell in cells(source) if cell.cell_type == "markdown" and "refused" in cell.source
    }
    assert said
    refusals = re.compile(r"\brejected:|\bmalformed:|-> failed\b|^False - ", re.M)
    shown = ["".join(o.get("text", "") for o in cell.outputs) for cell in committed]
    assert any(refusals.search(text) for text in shown)


@notebooks
def test_an_exercise_with_its_solution_stands_before_the_end(source: Path) -> None:
    found = cells(source)
    asked = found[-4]
    assert asked.cell_type == "markdown"
    assert asked.source.startswith("**Exercise.** ")
    assert " *Solution.* " in asked.source.replace("\n", " ")
    assert built(source).cells[-3].outputs, "the solution shows something"
    assert sum("**Exercise.**" in cell.source for cell in found) == 1


@notebooks
def test_the_last_cell_asks_the_kernel_in_a_process_of_its_own(source: Path) -> None:
    assert "kernel_check(" in code(source)[-1]
    last = built(source).cells[-1]
    lines = "".join(output.text for output in last.outputs).strip().splitlines()
    assert lines
    assert all(line.startswith("accepted: ") for line in lines)


@notebooks
def test_what_is_committed_was_made_from_the_source(source: Path) -> None:
    ours, theirs = cells(source), built(source).cells
    assert [(c.cell_type, c.source) for c in ours] == [(c.cell_type, c.source) for c in theirs]
    committed = built(source)
    assert set(committed.metadata) == {"kernelspec", "language_info"}
    assert len({cell.id for cell in committed.cells}) == len(committed.cells)
    assert not any(cell.metadata for cell in committed.cells)


@notebooks
def test_every_code_cell_ran_in_order_without_errors(source: Path) -> None:
    ran = [cell for cell in built(source).cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in ran] == list(range(1, len(ran) + 1))
    outputs = [output for cell in ran for output in cell.outputs]
    assert {output.output_type for output in outputs} <= {"stream", "execute_result", "display_data"}
    assert all(output.get("name", "stdout") == "stdout" for output in outputs)
    assert sum(bool(cell.outputs) for cell in ran) >= len(ran) - 2


@notebooks
def test_no_output_depends_on_the_machine_or_the_day(source: Path) -> None:
    for text in texts(source):
        plain = re.sub(r"<svg.*</svg>", "", text, flags=re.S)
        for what, pattern in UNSTABLE.items():
            found = pattern.search(plain)
            assert found is None, f"{what}: {plain[max(found.start() - 40, 0) : found.end() + 40]}"


@notebooks
def test_pictures_have_words_and_no_foreign_addresses(source: Path) -> None:
    for text in texts(source):
        if "<svg" in text:
            assert "<title" in text
            assert "<desc" in text
            links = set(re.findall(r'(?:href|src)="([^"]*)"', text))
            assert all(link.startswith("#") for link in links)


def test_the_patterns_find_what_they_are_for() -> None:
    samples = {
        "an address": "<object at 0x7f80c506a610>",
        "a path": "/home/me/block.json",
        "a date": "2026-11-30",
        "a time": "took 1.5 s",
        "a version": "Python 3.11",
    }
    assert set(samples) == set(UNSTABLE)
    assert all(UNSTABLE[what].search(text) for what, text in samples.items())


@pytest.mark.slow
@pytest.mark.parametrize("seed", ["1", "4242"])
def test_a_rebuild_in_another_process_gives_the_same_bytes(seed: str) -> None:
    done = subprocess.run(
        [sys.executable, "notebooks/build.py", "--check"],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": seed},
        capture_output=True,
        text=True,
        timeout=900,
        check=False,
    )
    assert done.returncode == 0, done.stdout
    assert done.stdout.count(": same") == TOPICS


@pytest.mark.slow
def test_a_changed_notebook_is_named(tmp_path: Path) -> None:
    source = SOURCES[0]
    for path in (ROOT / "notebooks" / "build.py", source):
        (tmp_path / path.name).write_text(path.read_text())
    committed = json.loads(source.with_suffix(".ipynb").read_text())
    committed["cells"][2]["outputs"][0]["data"]["text/plain"] = ["another block"]
    (tmp_path / f"{source.stem}.ipynb").write_text(json.dumps(committed, indent=1))
    done = subprocess.run(
        [sys.executable, str(tmp_path / "build.py"), "--check"],
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 1
    assert f"{source.stem}: DIFFERS" in done.stdout
    assert "another block" in done.stdout
