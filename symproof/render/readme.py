"""The README's list of statements, its picture and its console blocks, made anew: `make readme`."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from symproof.paper import statements
from symproof.render.figures import draw

PICTURE = "walk"
BEGIN, END = "<!-- statements: made by `make readme` -->", "<!-- end of statements -->"


def statements_list() -> str:
    """Markdown: the ids of all statements in the order of the paper, then those that are new."""
    known = [item.id for item in statements() if not item.source.new]
    new = [item.id for item in statements() if item.source.new]
    return (
        f"Of the paper: {', '.join(known)}.\n\nNew: {', '.join(new)}.\n\n"
        "`symproof list` prints them with their titles and their numbers in both versions of the paper, "
        "`symproof show ID` the proof;\nthe documentation has a page for each."
    )


def renewed(text: str) -> str:
    """The README with its list of statements made anew."""
    pattern = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.DOTALL)
    return pattern.sub(lambda _: f"{BEGIN}\n\n{statements_list()}\n\n{END}", text)


def reprinted(text: str) -> str:
    """The README with what its `symproof` commands print now; `cat` writes the files that they read."""
    environment = {**os.environ, "COLUMNS": "80"}
    with tempfile.TemporaryDirectory() as folder:

        def shown(part: re.Match[str]) -> str:
            words = shlex.split(part[1], comments=True)
            if words[0] == "cat":
                Path(folder, words[1]).write_text(part[2])
            if words[0] != "symproof":
                return part[0]
            run = [sys.executable, "-m", "symproof", *words[1:]]
            done = subprocess.run(
                run, cwd=folder, env=environment, capture_output=True, text=True, check=False
            )
            return f"$ {part[1]}\n{done.stdout}"

        def block(found: re.Match[str]) -> str:
            return re.sub(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", shown, found[0], flags=re.MULTILINE)

        return re.sub(r"(?<=```console\n).*?(?=```)", block, text, flags=re.DOTALL)


if __name__ == "__main__":
    path = Path(sys.argv[1])
    path.write_text(renewed(path.read_text()))
    for page in (path, *sorted((path.parent / "docs").rglob("*.md"))):
        page.write_text(reprinted(page.read_text()))
    draw(PICTURE).save(path.parent / "notebooks" / f"{PICTURE}.svg", force=True)
