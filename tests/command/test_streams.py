"""Closed, full and broken standard streams; one thing on standard output; errors as JSON; odd inputs."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest

from symproof.command.main import main
from symproof.verdict import Exit

FLIP = {"W_up": [[1, 0], [0, 1]], "W_down": [[-1, 0], [0, -1]]}
SYMPROOF = f"{sys.executable} -m symproof"
full = pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "b.json").write_text(json.dumps(FLIP))
    assert main(["absorb", "b.json", "--certificate", "c.json", "--quiet"]) == Exit.ESTABLISHED
    return tmp_path


def shell(command: str) -> tuple[int, str, str]:
    """Exit status, stdout and stderr of a command line of sh."""
    process = subprocess.run(
        ["sh", "-c", command.replace("symproof ", f"{SYMPROOF} ")],
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in process.stderr
    assert "Exception ignored" not in process.stderr
    return process.returncode, process.stdout, process.stderr


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, object]:
    """Exit status, and standard output read as one JSON value."""
    status = main(arguments)
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    "command",
    [
        "absorb b.json >&-",
        "absorb b.json 2>&- >/dev/null",
        "absorb b.json >&- 2>&-",
        "list >&-",
        "--version >&-",
    ],
)
def test_a_closed_stream_changes_no_status(folder: pathlib.Path, command: str) -> None:
    assert shell(f"symproof {command}")[0] == Exit.ESTABLISHED


@pytest.mark.parametrize("claim", ["absorbable", "not-absorbable"])
def test_a_reader_that_goes_away_changes_no_status(folder: pathlib.Path, claim: str) -> None:
    read, write = os.pipe()
    os.close(read)
    command = [sys.executable, "-m", "symproof", "check", "c.json", "--weights", "b.json", "--claim", claim]
    process = subprocess.run(command, stdout=write, stderr=subprocess.PIPE, text=True, check=False)
    os.close(write)
    expected = Exit.ESTABLISHED if claim == "absorbable" else Exit.REJECTED
    assert (process.returncode, process.stderr) == (expected, "")


@full
@pytest.mark.parametrize(
    "command",
    ["--version", "--help", "list", "absorb b.json", "figure", "absorb b.json --certificate -",
     "check c.json --weights b.json --claim absorbable"],
)  # fmt: skip
def test_a_full_output_is_no_verdict(folder: pathlib.Path, command: str) -> None:
    status, _, err = shell(f"symproof {command} >/dev/full")
    assert status == Exit.MALFORMED
    assert "standard output" in err


@full
def test_a_full_error_stream_changes_no_status(folder: pathlib.Path) -> None:
    assert shell("symproof absorb absent.json 2>/dev/full")[0] == Exit.MALFORMED
    assert shell("symproof absorb 2>/dev/full")[0] == Exit.USAGE


@pytest.mark.parametrize("path", ["/proc/self/mem", "dangling", "loop", ".", "absent.json", "a\0b"])
def test_what_cannot_be_read_is_told_alike_by_all(
    folder: pathlib.Path, capsys: pytest.CaptureFixture[str], path: str
) -> None:
    (folder / "dangling").symlink_to("gone")
    (folder / "loop").symlink_to("loop")
    claim = ["--claim", "absorbable", "--json"]
    lines = set()
    for arguments in (
        ["absorb", path, "--json"],
        ["check", "c.json", "--weights", path, *claim],
        ["check", path, "--weights", "b.json", *claim],
    ):
        status, value = answer(capsys, *arguments)
        assert isinstance(value, dict)
        assert (status, value["verdict"]) == (Exit.MALFORMED, "malformed")
        lines.add(value["why"])
    assert all("cannot be read" in line for line in lines), lines
    assert path == "a\0b" or len(lines) == 1


def test_the_certificate_is_read_from_standard_input(folder: pathlib.Path) -> None:
    piped = "symproof absorb b.json --certificate - 2>/dev/null | symproof check - --weights b.json"
    status, out, _ = shell(f"{piped} --claim absorbable")
    assert (status, out.split(":")[0]) == (Exit.ESTABLISHED, "accepted")
    assert shell(f"{piped} --claim not-absorbable")[0] == Exit.REJECTED
    assert shell("symproof check - --weights - --claim absorbable </dev/null")[0] == Exit.USAGE
    assert shell("symproof check - --weights b.json --claim absorbable <&-")[0] == Exit.MALFORMED


@pytest.mark.parametrize(
    ("arguments", "status", "verdict"),
    [
        (["absorb", "absent.json"], Exit.MALFORMED, "malformed"),
        (["absorb"], Exit.USAGE, "usage"),
        (["show", "no-such-statement"], Exit.USAGE, "usage"),
        (["activation"], Exit.USAGE, "usage"),
        (["absorb", "b.json", "--certificate", "-"], Exit.USAGE, "usage"),
        (["system", "--d", "1", "--size", "0", "--certificate", "-"], Exit.USAGE, "usage"),
        (["report", "-"], Exit.USAGE, "usage"),
        (["figure", "no-such-picture"], Exit.MALFORMED, "malformed"),
    ],
)
def test_an_error_is_one_json_object_too(
    folder: pathlib.Path, capsys: pytest.CaptureFixture[str], arguments: list[str], status: Exit, verdict: str
) -> None:
    found, value = answer(capsys, *arguments, "--json")
    assert isinstance(value, dict)
    assert (found, value["schema"], value["verdict"]) == (status, "symproof-error-1", verdict)
    assert value["why"]
    assert main([*arguments, "--json", "--quiet"]) == status
    assert not capsys.readouterr().out


def test_results_that_are_files_are_inside_the_one_object(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("matplotlib")
    status, value = answer(capsys, "figure", "parity", "--json")
    assert isinstance(value, dict)
    assert status == Exit.ESTABLISHED
    assert "<svg" in value["svg"]


def test_the_version_as_json(capsys: pytest.CaptureFixture[str]) -> None:
    status, value = answer(capsys, "--version", "--json")
    assert isinstance(value, dict)
    assert (status, value["schema"]) == (Exit.ESTABLISHED, "symproof-version-1")


@pytest.mark.parametrize(
    "arguments",
    [
        ["absorb", "b.json", "--certificate", ""],
        ["absorb", "b.json", "--report", ""],
        ["width", "b.json", "--certificates", ""],
        ["system", "--d", "1", "--size", "0", "--certificate", ""],
        ["system", "--d", "1", "--size", "0", "--save-system", ""],
        ["example", "absorbable", "--out", ""],
        ["atlas", "--d", "1", "--N", "1", "--figure", ""],
        ["atlas", "--d", "1", "--N", "1", "--db", ""],
        ["figure", "parity", "--out", ""],
        ["report", ""],
        ["export", "c.json", "--weights", "b.json", "--rocq", ""],
    ],
)
def test_an_empty_name_of_an_output_is_refused(
    folder: pathlib.Path, capsys: pytest.CaptureFixture[str], arguments: list[str]
) -> None:
    assert main(arguments) == Exit.MALFORMED
    assert not capsys.readouterr().out


@pytest.mark.parametrize(
    "arguments",
    [
        ["absorb", "b.json", "--certificate", "mine"],
        ["absorb", "b.json", "--report", "mine"],
        ["system", "--d", "1", "--size", "0", "--certificate", "mine"],
        ["system", "--d", "1", "--size", "0", "--save-system", "mine"],
        ["atlas", "--d", "1", "--N", "1", "--figure", "mine"],
        ["figure", "parity", "--out", "mine"],
        ["report", "mine"],
        ["export", "c.json", "--weights", "b.json", "--rocq", "mine"],
    ],
)
def test_no_command_overwrites_unasked(folder: pathlib.Path, arguments: list[str]) -> None:
    (folder / "mine").write_text("precious")
    assert main(arguments) == Exit.MALFORMED
    assert (folder / "mine").read_text() == "precious"


def test_an_export_replaces_a_file_when_told(folder: pathlib.Path) -> None:
    (folder / "out.v").write_text("old")
    arguments = ["export", "c.json", "--weights", "b.json", "--rocq", "out.v"]
    assert main([*arguments, "--force"]) == Exit.ESTABLISHED
    assert "Theorem" in (folder / "out.v").read_text()
    assert sorted(p.name for p in folder.iterdir()) == ["b.json", "c.json", "out.v"]


@pytest.mark.parametrize("certificate", ["[]", "{}", '{"claim": 3}', "7"])
def test_an_export_of_no_certificate_is_malformed(folder: pathlib.Path, certificate: str) -> None:
    (folder / "odd.json").write_text(certificate)
    assert main(["export", "odd.json", "--weights", "b.json", "--rocq", "out.v"]) == Exit.MALFORMED
