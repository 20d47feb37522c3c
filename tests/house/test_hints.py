"""What messages tell people to run works where they are: from a wheel, and with packages that exist."""

import ast
import re
from pathlib import Path

import pytest

import symproof

ROOT = Path(symproof.__file__).parent
KNOWN = {"matplotlib", "dask[distributed]", "gguf", "onnx", "flint", "{package}"}
FILES = sorted(ROOT.rglob("*.py"))


def texts(path: Path) -> list[str]:
    return [
        node.value
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_hint_needs_the_clone_or_a_name_that_is_not_ours(path):
    for text in texts(path):
        for name in re.findall(r"pip install '?([^\s'`)]+)", text):
            assert name in KNOWN, text
        if path.parts[-2] != "report":  # the report is printed by the clone's CI and says so
            assert not re.search(r"\bmake [a-z-]*(rocq|checker|trained|verify|test)\b", text), text


def test_the_hints_are_found():
    assert sum("pip install" in text for path in FILES for text in texts(path)) >= 3
