"""The recipes for continuous integration: their commands do what the page says, step by step."""

from __future__ import annotations

import json
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

yaml = pytest.importorskip("yaml", reason="the recipes are YAML: needs PyYAML")

PAGE = Path(__file__).parents[2] / "docs" / "how-to" / "ci.md"
RECIPES = [yaml.safe_load(text) for text in re.findall(r"```yaml\n(.*?)```", PAGE.read_text(), flags=re.S)]
NEVER = {"W_up": [[2, -1], [1, 3], [-1, 1]], "W_down": [[1, 2, -1], [3, 1, 2]]}
ABSORBS = {"W_up": [[1, 0], [0, 1]], "W_down": [[-1, 0], [0, -1]]}


def status(line: str, folder: Path) -> int:
    """Of a line of a recipe, run where symproof is installed."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    done = subprocess.run(shlex.split(line), cwd=folder, env={**os.environ, "PATH": path}, check=False,
                          capture_output=True)  # fmt: skip
    return done.returncode


@pytest.fixture(params=[(NEVER, 0), (ABSORBS, 1)], ids=["as expected", "another verdict"])
def folder(request, tmp_path):
    weights, expected = request.param
    (tmp_path / "block.json").write_text(json.dumps(weights))
    return tmp_path, expected


def steps() -> list[dict[str, str]]:
    (job,) = RECIPES[0]["jobs"].values()
    return job["steps"]


def test_the_workflow_fails_at_the_verdict_and_nowhere_else(folder):
    place, expected = folder
    lines = [step["run"] for step in steps() if "run" in step]
    install, decide, check = lines
    assert install.startswith("pip install ./symproof")
    assert status(decide, place) == expected
    assert status(check, place) == expected


def test_the_workflow_takes_actions_and_a_python_that_exist():
    uses = [step["uses"] for step in steps() if "uses" in step]
    assert uses == ["actions/checkout@v4", "actions/setup-python@v5"]
    (version,) = [step["with"]["python-version"] for step in steps() if "with" in step]
    assert version in ("3.11", "3.12", "3.13")
    assert set(RECIPES[0]) == {True, "jobs"}  # YAML reads the key `on` as true


def test_the_hook_fails_at_the_verdict_and_runs_for_the_weights_alone(folder):
    place, expected = folder
    (repo,) = RECIPES[1]["repos"]
    (hook,) = repo["hooks"]
    assert (repo["repo"], hook["language"], hook["pass_filenames"]) == ("local", "system", False)
    assert status(hook["entry"], place) == expected
    assert re.search(hook["files"], "block.json")
    assert not re.search(hook["files"], "src/block.json.bak")
