"""One name, one meaning: how many public functions and classes more than one module defines cannot grow."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.names import here, shared

MOST = 123


def test_shared_names_do_not_grow(capsys: pytest.CaptureFixture[str]) -> None:
    found = here()
    with capsys.disabled():
        print(f"\nnames of more than one module: {len(found)} of {MOST}")
    assert len(found) <= MOST, (
        "rename it, or import the one that is there: python tests/bench/names.py lists them"
    )


def test_a_name_counts_when_two_modules_define_it(tmp_path: Path) -> None:
    for place in ("one", "two", "paper/three", "command/four", "paper/five"):
        path = tmp_path / f"{place}.py"
        path.parent.mkdir(exist_ok=True)
        path.write_text("LIMIT = 1\n\n\ndef add(): ...\n\n\ndef _own(): ...\n")
    (tmp_path / "two.py").write_text("class add: ...\n\n\nasync def once():\n    def add(): ...\n")
    assert shared(tmp_path) == {"add": ["one.py", "two.py"]}
    (tmp_path / "two.py").write_text("from one import add\n\n_own = add\n")
    assert shared(tmp_path) == {}


def test_no_module_is_no_pass(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="no module"):
        shared(tmp_path)
