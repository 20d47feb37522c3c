"""The kernel's command on files that cannot be read and outputs that cannot be written."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest

from symproof.kernel.claims import certificate
from symproof.reader.weights import from_json

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


def test_a_memory_that_is_too_small_is_no_verdict(folder: pathlib.Path) -> None:
    """Two tables of 2^20 half sums do not fit: the limit is named, with a status of its own."""
    n = 40
    block = {"W_up": [[1]] * n, "W_down": [[2 * k + 2 for k in range(n)]]}
    (folder / "b.json").write_text(json.dumps(block))
    weights = from_json(block, "b")
    proof = certificate(weights, "no-subset", n, {"tree": {"exhaust": True}})
    (folder / "c.json").write_text(json.dumps(proof))
    check = "-m symproof.kernel c.json --weights b.json --claim no-subset"
    command = f"ulimit -v 140000; exec {sys.executable} {check}"
    run = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=False)
    assert (run.returncode, run.stdout) == (5, ""), run.stderr
    assert run.stderr.startswith("out of memory")


@pytest.mark.parametrize("place", ["certificate", "weights"])
def test_a_pipe_does_not_keep_it_waiting(folder: pathlib.Path, place: str) -> None:
    os.mkfifo(folder / "pipe")
    files = {"certificate": "c.json", "weights": "b.json"} | {place: "pipe"}
    command = [sys.executable, "-m", "symproof.kernel", files["certificate"], "--weights", files["weights"]]
    run = subprocess.run(
        [*command, "--claim", "absorbable"],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=30,
    )
    assert run.returncode == 3
    assert "not a regular file" in run.stderr


def test_a_pointer_of_git_lfs_is_named(folder: pathlib.Path) -> None:
    (folder / "w.safetensors").write_text(
        "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 9\n"
    )
    command = [sys.executable, "-m", "symproof.kernel", "c.json", "--weights", "w.safetensors"]
    run = subprocess.run(
        [*command, "--claim", "absorbable", "--up", "a", "--down", "b"],
        cwd=folder, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert run.returncode == 3
    assert "Git LFS pointer" in run.stderr


def test_a_defect_of_the_kernel_is_no_verdict(folder: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from symproof.kernel import __main__ as door

    def broken(*_: object) -> str:
        raise ValueError("more digits than Python prints")

    monkeypatch.chdir(folder)
    monkeypatch.setattr(door, "established", broken)
    assert door.main(["c.json", "--weights", "b.json", "--claim", "absorbable"]) == 70
