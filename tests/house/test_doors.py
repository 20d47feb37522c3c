"""The doors of CONTRIBUTING.md: what it says to touch suffices for an activation, a statement, a format."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import symproof

BLOCK = {"W_up": [[1, 0], [0, 1]], "W_down": [[-1, 0], [0, -1]], "activation": "bent"}


@pytest.fixture(scope="module")
def house(tmp_path_factory):
    """A copy of the package, for changes."""
    folder = tmp_path_factory.mktemp("house")
    shutil.copytree(
        Path(symproof.__file__).parent,
        folder / "symproof",
        ignore=shutil.ignore_patterns("*.vo*", "*.glob", "build"),
    )
    return folder


def run(house: Path, *arguments: str) -> tuple[int, str]:
    code = f"import sys; sys.path.insert(0, {str(house)!r}); import symproof.__main__"
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=house, capture_output=True, text=True, check=False
    )
    return done.returncode, done.stdout + done.stderr


def insert(path: Path, before: str, text: str) -> None:
    source = path.read_text(encoding="utf-8")
    assert source.count(before) == 1, path
    path.write_text(source.replace(before, text + before), encoding="utf-8")


def test_an_activation_is_a_line_of_the_kernel_and_a_record(house):
    (house / "block.json").write_text(json.dumps(BLOCK))
    assert run(house, "absorb", "block.json")[0] == 3
    insert(
        house / "symproof" / "kernel" / "activations.py",
        "\n\ndef activation(",
        'TABLE |= {"bent": Activation("bent", False, ONE)}\n',
    )
    insert(
        house / "symproof" / "activations" / "records.py",
        "    # answered by the theorems alone\n",
        '    Record("bent", "bent", "z*(1 + z/sqrt(1 + z**2))/2", gap="1", kind="rigid"),\n',
    )
    for arguments in (
        ("absorb", "block.json", "--certificate", "evidence.json"),
        ("check", "evidence.json", "--weights", "block.json", "--claim", "absorbable"),
        ("activation", "bent"),
        ("width", "block.json"),
        ("example", "absorbable", "--activation", "bent"),
    ):
        status, out = run(house, *arguments)
        assert status == 0, out
    assert "linear gap" in run(house, "activation", "bent")[1]


def test_a_statement_is_a_file(house):
    template = (house / "symproof" / "paper" / "_template.py").read_text(encoding="utf-8")
    (house / "symproof" / "paper" / "throw_away.py").write_text(
        template.replace('"id": "template"', '"id": "throw-away"'), encoding="utf-8"
    )
    status, out = run(house, "verify", "throw-away", "--mutants")
    assert status == 0, out
    assert "throw-away" in run(house, "list")[1]
    assert run(house, "show", "throw-away")[0] == 0


def test_a_format_is_an_entry(house):
    path = house / "symproof" / "files" / "arrays.py"
    path.write_text(
        path.read_text(encoding="utf-8")
        + 'FORMATS[".plain"] = Format(lambda path: [Stored(n, path, "text", s) for n, s in _plain(path)], '
        "lambda s: np.array(json.loads(open(s.path).read())[s.name], float))\n\n\n"
        "def _plain(path):\n"
        "    return [(n, np.shape(v)) for n, v in json.loads(open(path).read()).items()]\n",
        encoding="utf-8",
    )
    insert(path, "import os\n", "import json\n")
    weights = {"mlp.fc1.weight": [[1, 0], [0, 1], [1, 1]], "mlp.fc2.weight": [[1, 2, -1], [3, 1, 2]]}
    (house / "model.plain").write_text(json.dumps(weights))
    status, out = run(house, "scan", "model.plain", "--activation", "relu")
    assert status == 0, out
    assert "not-absorbable" in out
