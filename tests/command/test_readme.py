"""What the README shows is what the commands print."""

from __future__ import annotations

import doctest
import os
import pathlib
import re
import shlex
import subprocess
import sys

import pytest

README = pathlib.Path(__file__).parents[2] / "README.md"


PAGES = [README, *sorted((README.parent / "docs").rglob("*.md"))]


def console_lines(page: pathlib.Path) -> list[tuple[str, str]]:
    """Each command of a console block with what is shown below it."""
    found = []
    for text in re.findall(r"```console\n(.*?)```", page.read_text(), flags=re.DOTALL):
        for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
            command, _, output = part.partition("\n")
            found.append((command, output))
    return found


def test_the_readme_and_the_tutorial_show_commands() -> None:
    for page, least in ((README, 3), (README.parent / "docs" / "tutorial.md", 4)):
        assert sum(command.startswith("symproof ") for command, _ in console_lines(page)) >= least


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(README.parent).as_posix())
def test_console_blocks(page: pathlib.Path, tmp_path: pathlib.Path) -> None:
    environment = {**os.environ, "COLUMNS": "80"}
    for command, output in console_lines(page):
        words = shlex.split(command, comments=True)
        if words[0] == "cat":
            (tmp_path / words[1]).write_text(output)
        elif words[0] == "symproof":
            run = [sys.executable, "-m", "symproof", *words[1:]]
            process = subprocess.run(
                run, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment
            )
            assert process.stdout == output, command
            assert not process.stderr
        else:
            assert words[0] == "make"
            makefile = (README.parent / "Makefile").read_text()
            assert re.search(rf"^{words[1]}:", makefile, flags=re.MULTILINE), command


def test_python_blocks() -> None:
    result = doctest.testfile(str(README), module_relative=False, optionflags=doctest.FAIL_FAST)
    assert result.attempted >= 4
    assert not result.failed


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(README.parent).as_posix())
def test_links_resolve(page: pathlib.Path) -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text()):
        if not target.startswith("https://") and "generated/" not in target:
            assert (page.parent / target).exists(), target


def test_the_readme_is_short_and_leads_to_every_page_of_how_to() -> None:
    text = README.read_text()
    assert len(text.split()) < 1500
    for page in (README.parent / "docs" / "how-to").glob("*.md"):
        assert f"docs/how-to/{page.name}" in text


def test_every_page_of_the_documentation_is_in_its_contents() -> None:
    docs = README.parent / "docs"
    index = (docs / "index.md").read_text()
    for page in docs.rglob("*.md"):
        name = page.relative_to(docs).with_suffix("").as_posix()
        assert name == "index" or re.search(rf"^{name}$", index, flags=re.MULTILINE), name


def test_the_list_of_statements_is_made_from_the_data() -> None:
    from symproof.paper import statements
    from symproof.render.readme import renewed

    text = README.read_text()
    assert renewed(text) == text
    assert all(re.search(rf"[ ,]{item.id}[,.]", text) for item in statements())


def test_the_picture_is_drawn_from_an_exact_block() -> None:
    pytest.importorskip("matplotlib")
    from symproof.render.figures import draw
    from symproof.render.readme import PICTURE

    shown = (README.parent / "notebooks" / f"{PICTURE}.svg").read_text()
    assert f"notebooks/{PICTURE}.svg" in README.read_text()
    assert draw(PICTURE)._repr_svg_().strip() == shown.strip()


@pytest.mark.parametrize("module", ["symproof", "symproof.absorb.decide", "symproof.model.block"])
def test_docstring_examples(module: str) -> None:
    import importlib

    result = doctest.testmod(importlib.import_module(module))
    assert result.attempted
    assert not result.failed
