"""The kernel's command on files that cannot be read and outputs that cannot be written."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest

BLOCK = {"W_up": [[1, 0], [0, 1]], "W_down": [[-1, 0], [0, -1]]}


@pytest.fixture
def folder(tmp_path: pathlib.Path) -> pathlib.Path:
    from symproof import Block, decide

    decision = decide(Block(BLOCK["W_up"], BLOCK["W_down"]))
    (tmp_path / "b.json").write_text(json.dumps(BLOCK))
    (tmp_path / "c.json").write_text(json.dumps(decision.certificate))
    return tmp_path


def kernel(folder: pathlib.Path, certificate: str, out: str = os.devnull) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "symproof.kernel",
        certificate,
        "--weights",
        "b.json",
        "--claim",
        "absorbable",
    ]
    with open(out, "w") as target:
        return subprocess.run(
            command, cwd=folder, stdout=target, stderr=subprocess.PIPE, text=True, check=False
        )


def test_the_control_is_accepted(folder: pathlib.Path) -> None:
    assert kernel(folder, "c.json").returncode == 0


@pytest.mark.parametrize("path", ["/proc/self/mem", "absent.json", "."])
def test_what_cannot_be_read_is_malformed(folder: pathlib.Path, path: str) -> None:
    process = kernel(folder, path)
    assert process.returncode == 3
    assert "Traceback" not in process.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
def test_a_full_output_is_no_verdict(folder: pathlib.Path) -> None:
    process = kernel(folder, "c.json", "/dev/full")
    assert process.returncode not in (0, 1)
    assert "Traceback" not in process.stderr
