"""Public functions and classes that more than one module defines, outside paper/ and command/."""

from __future__ import annotations

import ast
import pathlib
import sys
from collections import defaultdict
from collections.abc import Iterator

import symproof

APART = ("paper", "command")  # a statement is one file with the names of its template, and so is a command


def defined(source: str) -> Iterator[str]:
    """The public functions and classes that a module defines at its top; its constants are its own."""
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef) and node.name[0] != "_":
            yield node.name


def shared(root: pathlib.Path) -> dict[str, list[str]]:
    """Each name that more than one module defines, with these modules.

    Raises:
        ValueError: there is no module.
    """
    found: dict[str, set[str]] = defaultdict(set)
    modules = [path for path in root.rglob("*.py") if path.relative_to(root).parts[0] not in APART]
    for path in modules:
        for name in defined(path.read_text(encoding="utf-8")):
            found[name].add(str(path.relative_to(root)))
    if not modules:
        raise ValueError(f"no module in {root}")
    return {name: sorted(places) for name, places in sorted(found.items()) if len(places) > 1}


def here() -> dict[str, list[str]]:
    """The shared names of the package that Python imports."""
    return shared(pathlib.Path(symproof.__file__).parent)


if __name__ == "__main__":
    for name, places in here().items():
        sys.stdout.write(f"{name}: {', '.join(places)}\n")
    sys.stdout.write(f"{len(here())} public functions and classes stand in more than one module\n")
