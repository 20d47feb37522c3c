"""No answer of the package rests on a function that is known to answer wrongly."""

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
    "isclose": "floating point",
    "allclose": "floating point",
}
METHODS = {"rank", "equals"}  # a function of our own may have the name
PROPERTIES = {"is_zero": "three-valued in SymPy, and wrong on unevaluated products"}
# file, name -> why it is no evidence of that kind there
ALLOWED = {
    ("absorb/cost.py", "rank"): "flint's rank of an integer matrix",
    ("absorb/halves.py", "rank"): "flint's rank modulo a prime",
    ("absorb/polynomial.py", "rank"): "flint's rank of a rational matrix without symbols",
    ("depth/bends.py", "rank"): "flint's rank of a rational matrix without symbols",
    ("depth/families.py", "rank"): "flint's rank modulo a prime",
    ("depth/independence.py", "rank"): "flint's rank modulo a prime",
    ("functions/taylor.py", "is_zero"): "the zero test of our own field, which answers yes or no",
    ("proof/checks/algebra.py", "rank"): "flint's rank of a rational matrix without symbols",
    ("systems/reals.py", "rank"): "flint's rank of a rational matrix without symbols",
}


def _uses(path: Path) -> set[tuple[str, int]]:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    found, called = set(), set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            called.add(id(node.func))
            method = isinstance(node.func, ast.Attribute)
            name = getattr(node.func, "attr" if method else "id", "")
            if name in NAMES and (method or name not in METHODS):
                found.add((name, node.lineno))
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and node.attr in PROPERTIES and id(node) not in called:
            found.add((node.attr, node.lineno))
    return found


FOLDERS = sorted(path.name for path in ROOT.iterdir() if path.is_dir() and any(path.rglob("*.py")))


@pytest.mark.parametrize("folder", [*FOLDERS, "."])
def test_no_doubtful_call(folder: str) -> None:
    files = ROOT.glob("*.py") if folder == "." else (ROOT / folder).rglob("*.py")
    for path in sorted(files):
        where = path.relative_to(ROOT).as_posix()
        for name, line in _uses(path):
            reason = {**NAMES, **PROPERTIES}[name]
            assert (where, name) in ALLOWED, f"{where}:{line} uses {name}: {reason}"


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
