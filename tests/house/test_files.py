"""A file is read in one sitting: at most 400 lines, or a reason."""

from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
LIMIT = 400
REASONS: dict[str, str] = {
    "tests/activations/test_classify.py": "one table of activations and gates with their expected verdicts",
}
FILES = [path for room in ("symproof", "tests", "notebooks") for path in sorted((ROOT / room).rglob("*.py"))]


def lines(path: Path) -> int:
    return len(path.read_text(encoding="utf-8").splitlines())


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_a_file_is_short_or_says_why(path):
    name = path.relative_to(ROOT).as_posix()
    assert (lines(path) > LIMIT) == (name in REASONS), f"{name}: {lines(path)} lines"


def test_no_reason_is_left_behind():
    assert {name for name in REASONS if not (ROOT / name).exists()} == set()
