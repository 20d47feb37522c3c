"""The README's table of statements, picture and console blocks, made anew: `make readme`."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
import tempfile
from pathlib import Path

from symproof.paper import statements
from symproof.proof.statement import Statement
from symproof.render.figures import draw
from symproof.rocq.formal_status import theorem_names
from symproof.rocq.toolchain import THEORIES

PICTURE = "walk"
BEGIN, END = "<!-- statements: made by `make readme` -->", "<!-- end of statements -->"


def statements_table(root: Path) -> str:
    """Markdown: one row a statement, with its numbers, file, notebooks and Rocq theorems.

    Args:
        root: the folder of the README, where symproof/ and notebooks/ lie.
    """
    named: dict[str, list[str]] = {}
    for statement, theorem in theorem_names((THEORIES / "Main.v").read_text()):
        named.setdefault(statement, []).append(theorem)
    notebooks = {path: path.read_text() for path in sorted((root / "notebooks").glob("[0-9]*.py"))}
    rows = ["| v2 | v1 | statement | notebook | Rocq theorems |", "|---|---|---|---|---|"]
    for item in statements():
        shown = [path for path, text in notebooks.items() if f'"{item.id}"' in text]
        links = ", ".join(f"[{p.name[:2]}](notebooks/{p.with_suffix('.ipynb').name})" for p in shown)
        cells = (item.source.v2 or "new", item.source.v1 or "", f"[{item.id}]({_file(item)}): {item.title}")
        rows.append("| " + " | ".join((*cells, links, ", ".join(named.get(item.id, [])))) + " |")
    return "\n".join(rows)


def _file(item: Statement) -> str:
    return f"symproof/paper/{item.id.replace('-', '_')}.py"


def renewed(text: str, root: Path) -> str:
    """The README with its table made anew."""
    pattern = re.compile(re.escape(BEGIN) + ".*?" + re.escape(END), re.DOTALL)
    return pattern.sub(lambda _: f"{BEGIN}\n\n{statements_table(root)}\n\n{END}", text)


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
    path.write_text(renewed(path.read_text(), path.parent))
    for page in (path, *sorted((path.parent / "docs").rglob("*.md"))):
        page.write_text(reprinted(page.read_text()))
    draw(PICTURE).save(path.parent / "notebooks" / f"{PICTURE}.svg", force=True)
