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
    for page in (README, README.parent / "docs" / "tutorial.md"):
        assert sum(command.startswith("symproof ") for command, _ in console_lines(page)) >= 4


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


def test_links_resolve() -> None:
    for target in re.findall(r"\]\(([^)#]+)\)", README.read_text()):
        if not target.startswith("https://"):
            assert (README.parent / target).exists(), target


def test_the_table_of_commands_is_complete() -> None:
    from symproof.command.main import COMMANDS

    shown = set(re.findall(r"^\| `symproof ([a-z]+)", README.read_text(), flags=re.MULTILINE))
    assert shown == set(COMMANDS)


def test_the_table_of_statements_is_made_from_the_data() -> None:
    from symproof.render.readme import renewed

    text = README.read_text()
    assert "[thm-4-relu](symproof/paper/thm_4_relu.py)" in text
    assert renewed(text, README.parent) == text


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
