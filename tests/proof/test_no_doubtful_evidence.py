"""No answer of the package rests on a function that is known to answer wrongly (traps.md)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

import symproof

ROOT = Path(symproof.__file__).parent
NAMES = {
    "simplify": "leaves Max as it is, and is no decision procedure",
    "nsimplify": "changes exact input",
    "equals": "answers at random on Max and Piecewise",
    "sympify": "runs code that is given as text",
    "parse_expr": "runs code that is given as text",
    "evalf": "floating point",
    "eval": "runs code",
    "exec": "runs code",
    "rank": "generic when a SymPy matrix has symbols",
    "is_zero": "three-valued, and wrong on unevaluated products",
    "isclose": "floating point",
    "allclose": "floating point",
}
# file, name -> why it is no evidence of that kind there
ALLOWED = {
    ("proof/checks/algebra.py", "rank"): "flint's rank of a rational matrix without symbols",
}


def _uses(path: Path) -> set[tuple[str, int]]:
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Call):
            called = node.func
            name = called.attr if isinstance(called, ast.Attribute) else getattr(called, "id", "")
            if name in NAMES:
                found.add((name, node.lineno))
    return found


@pytest.mark.parametrize("folder", ["kernel", "proof", "paper"])
def test_no_doubtful_call(folder: str) -> None:
    for path in sorted((ROOT / folder).rglob("*.py")):
        where = path.relative_to(ROOT).as_posix()
        for name, line in _uses(path):
            assert (where, name) in ALLOWED, f"{where}:{line} calls {name}: {NAMES[name]}"


def test_every_exception_is_still_used() -> None:
    for where, name in ALLOWED:
        assert name in {used for used, _ in _uses(ROOT / where)}


def test_the_lint_finds_what_it_looks_for(tmp_path: Path) -> None:
    probe = tmp_path / "probe.py"
    probe.write_text(
        "import sympy\nsympy.simplify(x)\nx.equals(y)\nM.rank()\nsympify('1')\n", encoding="utf-8"
    )
    assert {name for name, _ in _uses(probe)} == {"simplify", "equals", "rank", "sympify"}


@pytest.mark.parametrize("folder", ["proof", "paper"])
def test_no_assert_guards_library_code(folder: str) -> None:
    for path in sorted((ROOT / folder).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        assert not [node for node in ast.walk(tree) if isinstance(node, ast.Assert)], path
