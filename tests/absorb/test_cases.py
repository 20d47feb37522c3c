"""Every instance with a known answer is decided as it says, with evidence that the kernel accepts."""

from pathlib import Path

import pytest
from helpers.subset_problems import CASES, read_case, total

from symproof.absorb.solve import Refutation, Solution, solve
from symproof.kernel.trees import refute

SLOW = ("096_", "099_", "105_", "106_", "134_")  # trees of some thousand nodes, or a large file
FILES = sorted(CASES.glob("*.json"))


def _parameter(path: Path) -> object:
    return pytest.param(path, id=path.stem, marks=[pytest.mark.slow] if path.stem.startswith(SLOW) else [])


def test_all_files_are_there() -> None:
    assert len(FILES) == 90


@pytest.mark.parametrize("path", [_parameter(path) for path in FILES])
def test_case_is_decided_as_known(path: Path) -> None:
    problem, about = read_case(path)
    answer = solve(problem)
    if about["expected"] == "absorbable":
        assert isinstance(answer, Solution)
        assert not total(problem, answer.subset)
    else:
        assert isinstance(answer, Refutation)
        refute(problem, answer.tree)
