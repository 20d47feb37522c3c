"""The pages that are made from the program: commands, objects, statements, notebooks."""

from __future__ import annotations

import json
import os
import re
import shutil
from pathlib import Path
from typing import Any

from symproof.command.main import GROUPS, parser_for
from symproof.paper import statements
from symproof.proof.printing import unicode
from symproof.proof.sizes import resolve
from symproof.proof.text import needed, where
from symproof.rocq.formal_status import theorem_names
from symproof.rocq.toolchain import THEORIES

ROOT = Path(__file__).parents[1]
NOTEBOOKS = ROOT / "notebooks"
MAIN = THEORIES / "Main.v"
SCHEMAS = Path(__file__).parent / "schemas"


def write(folder: Path) -> None:
    """Make the folder anew with every generated page."""
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "statement").mkdir(parents=True)
    os.environ["COLUMNS"] = "80"
    (folder / "commands.md").write_text(commands(), encoding="utf-8")
    (folder / "json.md").write_text(objects(), encoding="utf-8")
    for item in statements():
        (folder / "statement" / f"{item.id}.md").write_text(statement(item), encoding="utf-8")
    (folder / "statements.md").write_text(contents(), encoding="utf-8")
    (folder / "static").mkdir()
    (folder / "static" / "formulas.css").write_text(formulas(), encoding="utf-8")
    notebooks = sorted(NOTEBOOKS.glob("[0-9]*.ipynb"))
    for path in notebooks:
        shutil.copy(path, folder / path.name)
    listed = toctree("Notebooks", [path.stem for path in notebooks])
    (folder / "notebooks.md").write_text(listed, encoding="utf-8")


def formulas() -> str:
    """The rules for formulas from the style sheet of the report: brackets that grow are drawn."""
    style = (ROOT / "symproof" / "render" / "style.css").read_text(encoding="utf-8")
    return style[style.index("/* mathematics") : style.index("nav ul")]


def toctree(title: str, pages: list[str], words: str = "") -> str:
    """A page that lists others."""
    return f"# {title}\n\n{words}\n\n```{{toctree}}\n:maxdepth: 1\n{chr(10).join(pages)}\n```\n"


def commands() -> str:
    """The help of every command, grouped by what one wants."""
    parts = ["# Commands\n", "What the statuses mean: [in full](../reference/statuses.md).\n"]
    for title, group in GROUPS.items():
        parts.append(f"## {title[:1].upper() + title[1:]}\n")
        for name, text in group.items():
            chosen = parser_for(name).chosen
            shown = chosen.format_help() if chosen else ""
            parts.append(f"### symproof {name}\n\n{text[:1].upper() + text[1:]}.\n\n```text\n{shown}```\n")
    return "\n".join(parts)


def objects() -> str:
    """The JSON schema of every object that --json prints."""
    parts = ["# JSON\n", "Every command with `--json` prints one object; its `schema` names one of these.\n"]
    for path in sorted(SCHEMAS.glob("*.json")):
        value: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
        text = json.dumps(value, indent=2)
        parts.append(f"## {path.stem}\n\n{value['description']}\n\n```json\n{text}\n```\n")
    return "\n".join(parts)


def contents() -> str:
    """The statements in the order of the paper, each with its numbers, notebooks and Rocq theorems."""
    words = "`symproof show STATEMENT` prints the proof of a statement, `symproof verify STATEMENT` runs it."
    listed = toctree("Statements", [f"statement/{item.id}" for item in statements()], f"{words}\n\n{table()}")
    return listed.replace(":maxdepth: 1", ":hidden:")


def table() -> str:
    """Markdown: one row a statement."""
    named: dict[str, list[str]] = {}
    for name, theorem in theorem_names(MAIN.read_text(encoding="utf-8")):
        named.setdefault(name, []).append(theorem)
    notebooks = {path.stem: path.read_text(encoding="utf-8") for path in sorted(NOTEBOOKS.glob("[0-9]*.py"))}
    rows = ["| v2 | v1 | statement | notebook | Rocq theorems |", "|---|---|---|---|---|"]
    for item in statements():
        shown = [stem for stem, text in notebooks.items() if f'"{item.id}"' in text]
        links = ", ".join(f"[{stem[:2]}]({stem}.ipynb)" for stem in shown)
        title = f"[{item.id}](statement/{item.id}.md): {item.title}"
        proved = ", ".join(f"`{theorem}`" for theorem in named.get(item.id, []))
        rows.append(f"| {item.source.v2 or 'new'} | {item.source.v1 or ''} | {title} | {links} | {proved} |")
    return "\n".join(rows)


def statement(item: Any) -> str:
    """One statement: where it stands, what it says, what it assumes, its proof and its Rocq theorems."""
    lines = [f"# {item.title[:1].upper() + item.title[1:]}", where(item.source), plainly(item.sentence)]
    lines += [f"$$\n{formula}\n$$" for formula in item.latex.split(r";\qquad ")]
    lines += ["## Hypotheses"] * bool(item.hypotheses)
    for one in item.hypotheses:
        without = f"Without it: {plainly(one.without.text)}"
        lines.append(f"* **{one.name}** ({needed(one)}): {plainly(one.text)}. {without}")
    lines.append("## Proof")
    for place, step in enumerate(item.steps(resolve(item.sizes, {})), 1):
        lines.append(f"{place}. **{step.name}** ({step.check.kind.label})")
        lines.append(f"   $$\n   {step.formula}\n   $$")
        reasons = dict.fromkeys(one.by.name for one in step.premises)
        lines += [f"   by {', '.join(reasons)}"] * bool(reasons)
    proved = [theorem for name, theorem in theorem_names(MAIN.read_text(encoding="utf-8")) if name == item.id]
    names = ", ".join(f"`{theorem}`" for theorem in proved) or "none yet"
    lines.append(f"Rocq theorems, for all d and N: {names}.")
    lines.append(f"Check it: `symproof verify {item.id} --mutants`; read it: `symproof show {item.id}`.")
    return "\n\n".join(lines) + "\n"


def plainly(text: str) -> str:
    """Plain notation with the signs of mathematics, none of which Markdown takes for its own."""
    return re.sub(r"([*_\\\[\]<>|])", r"\\\1", unicode(text))
