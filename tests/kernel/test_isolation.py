"""The kernel and its reader stand alone: standard library, no assert, no floats, nothing else of symproof."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path

import pytest
from oracles.corpus import FIXTURES

import symproof.kernel
import symproof.reader

FOLDERS = [Path(room.__file__).parent for room in (symproof.kernel, symproof.reader)]
MODULES = [path for folder in FOLDERS for path in sorted(folder.glob("*.py"))]
ROOT = FOLDERS[0].parent.parent
MAY_IMPORT = {"kernel": ("symproof.kernel.", "symproof.reader."), "reader": ("symproof.reader.",)}
BANNED = ("eval", "exec", "compile", "__import__", "input", "globals", "setattr")


@pytest.mark.parametrize("path", MODULES, ids=lambda p: f"{p.parent.name}/{p.name}")
def test_source_holds_nothing_it_must_not(path: Path) -> None:
    """No assert, no import outside, no code from text, no bare except, no global state."""
    for node in ast.walk(ast.parse(path.read_text())):
        assert not isinstance(node, ast.Assert | ast.Global | ast.Nonlocal)
        if isinstance(node, ast.Import):
            for alias in node.names:
                assert alias.name.split(".")[0] in sys.stdlib_module_names
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            assert node.level == 0
            assert module.split(".")[0] in sys.stdlib_module_names or f"{module}.".startswith(
                MAY_IMPORT[path.parent.name]
            )
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in (
                "eval",
                "exec",
                "compile",
                "__import__",
                "input",
                "globals",
                "setattr",
            )
        elif isinstance(node, ast.ExceptHandler):
            assert node.type is not None
            assert ast.unparse(node.type) not in ("Exception", "BaseException")
        elif isinstance(node, ast.Constant):
            assert not isinstance(node.value, complex)


@pytest.mark.parametrize("path", [p for p in MODULES if p.name != "weights.py"], ids=lambda p: p.name)
def test_no_float_literal(path: Path) -> None:
    """Floats only carry bits; the one literal, 0.0 in the fingerprint, turns -0.0 into 0.0."""
    floats = [node.value for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Constant)]
    assert not [value for value in floats if isinstance(value, float)]


ISOLATED = """
import sys
before = set(sys.modules)
sys.path.insert(0, {root!r})
from symproof.kernel.__main__ import main
status = main({arguments!r})
own = {{m for m in set(sys.modules) - before if m.split('.')[0] not in sys.stdlib_module_names}}
rooms = ('symproof.kernel', 'symproof.reader')
print('modules', sorted(m for m in own if m != 'symproof' and not m.startswith(rooms)))
sys.exit(status)
"""


def isolated(*arguments: str, flags: tuple[str, ...] = ("-I", "-S")) -> subprocess.CompletedProcess[str]:
    """Run the kernel's command without site-packages, environment or user folder."""
    code = ISOLATED.format(root=str(ROOT), arguments=list(arguments))
    return subprocess.run(
        [sys.executable, *flags, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )


@pytest.fixture
def written(tmp_path: Path) -> tuple[str, str]:
    """A certificate and its weights as files."""
    case = json.loads((FIXTURES / "accept" / "not-absorbable-generic-gelu.json").read_text())
    for name in ("certificate", "weights"):
        (tmp_path / name).write_text(json.dumps(case[name]))
    return str(tmp_path / "certificate"), str(tmp_path / "weights")


@pytest.mark.parametrize("flags", [("-I", "-S"), ("-I", "-S", "-O"), ("-I", "-S", "-OO", "-W", "error")])
def test_it_runs_with_nothing_installed(written: tuple[str, str], flags: tuple[str, ...]) -> None:
    certificate, weights = written
    run = isolated(certificate, "--weights", weights, "--claim", "not-absorbable", flags=flags)
    assert (run.returncode, run.stderr) == (0, "")
    assert run.stdout.startswith("accepted: no residual-free MLP of width 3")
    assert run.stdout.splitlines()[-1] == "modules []"


def test_exit_codes(written: tuple[str, str], tmp_path: Path) -> None:
    """0 established, 1 rejected, 2 usage, 3 malformed; the reason on stderr alone, never a traceback."""
    certificate, weights = written
    good = (certificate, "--weights", weights, "--claim", "not-absorbable")
    (tmp_path / "empty").write_bytes(b"")
    runs = {
        (*good[:-1], "absorbable"): 1,
        (*good, "--activation", "silu"): 3,
        (*good, "--skip=-I"): 1,
        (*good, "--skip", str(tmp_path / "absent")): 3,
        (str(tmp_path / "empty"), *good[1:]): 3,
        (str(tmp_path), *good[1:]): 3,
        (str(tmp_path / "absent"), *good[1:]): 3,
        (*good[:2], str(tmp_path / "absent"), *good[3:]): 3,
        (weights, "--weights", certificate, *good[3:]): 3,
        (*good, "--up", "a"): 3,
        (*good, "--up", "a", "--down", "b"): 3,
        (*good[:-1], "true"): 2,
        (certificate,): 2,
        (*good, "--width", "x"): 2,
        (*good[:-1], "width-at-least", "--width", "3"): 1,
    }
    for arguments, status in runs.items():
        command = [sys.executable, "-m", "symproof.kernel", *arguments]
        run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=60, check=False)
        assert (run.returncode, run.stdout) == (status, ""), (arguments, run.stderr)
        assert run.stderr
        assert "Traceback" not in run.stderr
