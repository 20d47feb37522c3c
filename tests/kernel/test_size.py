"""The trusted rooms stay small: lines that are not blank, comments and docstrings included."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from bench.kernel_size import __file__ as script
from bench.kernel_size import here, sizes


def test_each_part_is_within_its_limit(capsys: pytest.CaptureFixture[str]) -> None:
    found = here()
    with capsys.disabled():
        print(
            "\ntrusted lines:",
            ", ".join(f"{part} {size} of {limit}" for part, (size, limit) in found.items()),
        )
    assert {part: size for part, (size, limit) in found.items() if not 0 < size <= limit} == {}
    assert found["rules"][1] == 600


def test_no_file_is_no_pass(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="modules"):
        sizes(tmp_path, tmp_path)


def test_it_counts_the_same_from_anywhere(tmp_path: Path) -> None:
    root = Path(script).parent.parent.parent
    run = subprocess.run(
        [sys.executable, script],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(root)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert f"rules: {here()['rules'][0]} lines" in run.stdout
