"""The command line: results on stdout, errors on stderr, exit codes, nothing lost."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import sys

import pytest

from symproof.command.main import COMMANDS, main
from symproof.verdict import Exit

FLIP = {"W_up": [[1, 0], [0, 1]], "W_down": [[-1, 0], [0, -1]]}
NEVER = {"W_up": [[1, 0], [0, 1], [1, 1]], "W_down": [[3, 4, 1], [2, 2, 7]]}


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flip.json").write_text(json.dumps(FLIP))
    (tmp_path / "never.json").write_text(json.dumps(NEVER))
    return tmp_path


def run(*arguments: str, capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Exit status, stdout, stderr."""
    status = main(arguments)
    out, err = capsys.readouterr()
    return status, out, err


def test_absorb_says_what_to_flip(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run("absorb", "flip.json", capsys=capsys)
    assert status == Exit.ESTABLISHED
    assert "absorbable" in out
    assert "flip neurons 0, 1" in out
    assert not err


def test_absorb_json_is_one_object(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("absorb", "never.json", "--json", capsys=capsys)
    value = json.loads(out)
    assert status == Exit.ESTABLISHED
    assert value["schema"] == "symproof-absorb-1"
    assert value["verdict"] == "not-absorbable"
    assert value["subset"] is None
    assert value["certificate"] is None


@pytest.mark.parametrize("name", ["flip", "never"])
def test_a_saved_certificate_is_accepted_for_its_claim_only(
    folder: pathlib.Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    status, out, _ = run("absorb", f"{name}.json", "--json", "--certificate", "c.json", capsys=capsys)
    verdict = json.loads(out)["verdict"]
    assert status == Exit.ESTABLISHED
    status, out, _ = run("check", "c.json", "--weights", f"{name}.json", "--claim", verdict, capsys=capsys)
    assert (status, out.split(":")[0]) == (Exit.ESTABLISHED, "accepted")
    for claim in {"absorbable", "not-absorbable", "no-subset"} - {verdict}:
        status, out, _ = run("check", "c.json", "--weights", f"{name}.json", "--claim", claim, capsys=capsys)
        assert (status, out.split(":")[0]) == (Exit.REJECTED, "rejected")
    other = {"flip": "never", "never": "flip"}[name]
    status, out, _ = run("check", "c.json", "--weights", f"{other}.json", "--claim", verdict, capsys=capsys)
    assert (status, out.split(":")[0]) == (Exit.REJECTED, "rejected")
    status, out, _ = run(
        "check",
        "c.json",
        "--weights",
        f"{name}.json",
        "--claim",
        verdict,
        "--activation",
        "gelu",
        capsys=capsys,
    )
    assert (status, out.split(":")[0]) == (Exit.REJECTED, "rejected")


def test_an_existing_certificate_is_not_overwritten(
    folder: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "c.json").write_text("mine")
    status, _, err = run("absorb", "flip.json", "--certificate", "c.json", capsys=capsys)
    assert status in (Exit.USAGE, Exit.MALFORMED)
    assert "c.json" in err
    assert (folder / "c.json").read_text() == "mine"
    status, _, _ = run("absorb", "flip.json", "--certificate", "c.json", "--force", capsys=capsys)
    assert status == Exit.ESTABLISHED
    assert json.loads((folder / "c.json").read_text())["claim"] == "absorbable"


@pytest.mark.parametrize(
    ("text", "needle"),
    [
        ("", "empty"),
        ("[]", "W_up"),
        ('{"W_up": [[1]], "W_down": [[1]], "W_up": [[2]]}', "twice"),
        ('{"W_up": [[1, 2], [3]], "W_down": [[1, 2], [3, 4]]}', "row 1"),
        ('{"W_up": [], "W_down": [[1]]}', "W_up"),
        ('{"W_up": [[1, 2]], "W_down": [[1, 2]]}', "1 x 2"),
        ('{"W_up": [[0.5]], "W_down": [[1]]}', "--floats"),
        ('{"W_up": [[NaN]], "W_down": [[1]]}', "NaN"),
        ('{"W_up": [["1/0"]], "W_down": [[1]]}', "zero"),
        ('{"W_up": [[true]], "W_down": [[1]]}', "W_up[0][0]"),
        ('{"W_up": [[null]], "W_down": [[1]]}', "W_up[0][0]"),
        ('{"W_up": [["１"]], "W_down": [[1]]}', "W_up[0][0]"),
        ('{"W_up": [["1e3"]], "W_down": [[1]]}', "W_up[0][0]"),
        ('{"W_up": [["1_0"]], "W_down": [[1]]}', "W_up[0][0]"),
        ('{"W_up": [[1' + "0" * 10_000 + ']], "W_down": [[1]]}', "digits"),
        ('{"W_up": [["1' + "0" * 10_000 + '"]], "W_down": [[1]]}', "W_up[0][0]"),
        ('{"W_up": [[1]], "W_down": [[1]], "bias": [1]}', "bias"),
        ('{"W_up": [[1]], "W_down": [[1]], "activation": "tanh"}', "tanh"),
        ('{"W_up": [[1]], "W_down": [[1]], "skip": [[1, 2]]}', "skip"),
        ("[" * 100_000, "nested"),
        ("\x00", "JSON"),
    ],
)
def test_bad_weights_get_one_clear_line(
    folder: pathlib.Path, capsys: pytest.CaptureFixture[str], text: str, needle: str
) -> None:
    (folder / "bad.json").write_text(text)
    for command in (("absorb", "bad.json"), ("subsets", "bad.json"), ("width", "bad.json")):
        status, out, err = run(*command, capsys=capsys)
        assert status == Exit.MALFORMED
        assert not out
        assert needle in err
        assert err.count("\n") == 1
        assert len(err) < 1000


def test_what_cannot_be_read_is_malformed(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "sub.json").mkdir()
    for path in ("absent.json", "sub.json"):
        status, _, err = run("absorb", path, capsys=capsys)
        assert status == Exit.MALFORMED
        assert path in err


def test_the_reading_of_floats_decides(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Ten products of -0.1 and 1 sum to -1 as decimals, not as binary64."""
    text = json.dumps({"W_up": [[1]] * 10, "W_down": [[-0.1] * 10]})
    (folder / "tenths.json").write_text(text)
    for reading, solvable in (("decimal", True), ("binary", False)):
        status, out, _ = run("subsets", "tenths.json", "--floats", reading, "--json", capsys=capsys)
        assert status == Exit.ESTABLISHED
        assert (json.loads(out)["count"] > 0) is solvable


def test_subsets_counts_all_solutions(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "many.json").write_text(json.dumps({"W_up": [[1]] * 4, "W_down": [["-1/2"] * 4]}))
    status, out, _ = run("subsets", "many.json", "--json", "--all", capsys=capsys)
    value = json.loads(out)
    assert status == Exit.ESTABLISHED
    assert value["count"] == 6
    assert value["subsets"] == [[0, 1], [0, 2], [0, 3], [1, 2], [1, 3], [2, 3]]
    assert len(value["residuals"]) == 16


def test_width_certifies_both_sides(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run("width", "never.json", "--json", "--certificates", "w", capsys=capsys)
    value = json.loads(out)
    assert status == Exit.ESTABLISHED
    assert (value["verdict"], value["lower"], value["upper"]) == ("exact", 5, 5)
    for claim in ("width-at-least", "width-at-most"):
        path = f"w-{claim.removeprefix('width-')}.json"
        command = ("check", path, "--weights", "never.json", "--claim", claim, "--width")
        assert run(*command, "5", capsys=capsys)[0] == Exit.ESTABLISHED
        assert run(*command, "6", capsys=capsys)[0] == Exit.REJECTED


def test_absorb_writes_a_page(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, _, _ = run("absorb", "never.json", "--report", "page.html", capsys=capsys)
    assert status == Exit.ESTABLISHED
    page = (folder / "page.html").read_text()
    assert "cannot absorb its skip" in page
    assert page.rstrip().endswith("</html>")
    status, _, err = run("absorb", "never.json", "--report", "page.html", capsys=capsys)
    assert status == Exit.MALFORMED
    assert "page.html" in err


def test_the_converse_question_in_two_words(folder: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "plus.json").write_text(json.dumps({"W_up": [[1, 0], [0, 1]], "W_down": [[1, 0], [0, 1]]}))
    for words in (("--skip", "-I"), ("--skip=-I",)):
        status, out, _ = run("absorb", "plus.json", *words, "--json", capsys=capsys)
        assert status == Exit.ESTABLISHED
        assert json.loads(out)["verdict"] == "absorbable"


def test_stdin_and_quiet() -> None:
    process = subprocess.run(
        [sys.executable, "-m", "symproof", "absorb", "-", "--quiet"],
        input=json.dumps(FLIP),
        check=False,
        capture_output=True,
        text=True,
    )
    assert (process.returncode, process.stdout, process.stderr) == (0, "", "")


def test_usage_is_two() -> None:
    for arguments in ([], ["nonsense"], ["absorb"], ["check", "x"]):
        process = subprocess.run(
            [sys.executable, "-m", "symproof", *arguments], capture_output=True, text=True, check=False
        )
        assert process.returncode == Exit.USAGE
        assert not process.stdout


@pytest.mark.parametrize("command", sorted(COMMANDS))
def test_every_command_explains_itself(command: str) -> None:
    process = subprocess.run(
        [sys.executable, "-m", "symproof", command, "--help"], capture_output=True, text=True, check=False
    )
    assert process.returncode == 0
    assert process.stdout.startswith(f"usage: symproof {command}")


def test_check_starts_without_heavy_modules(folder: pathlib.Path) -> None:
    code = (
        "import sys; from symproof.command.main import main; "
        "main(['absorb', 'flip.json', '--certificate', 'c.json', '--quiet'])"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
    code = (
        "import sys; from symproof.command.main import main; "
        "status = main(['check', 'c.json', '--weights', 'flip.json', '--claim', 'absorbable', '--quiet']); "
        "heavy = {'sympy', 'numpy', 'rich', 'flint', 'mpmath'} & set(sys.modules); "
        "print(status, sorted(heavy))"
    )
    process = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True)
    assert process.stdout == "0 []\n"


def test_a_closed_pipe_is_no_traceback(folder: pathlib.Path) -> None:
    read, write = os.pipe()
    os.close(read)
    process = subprocess.run(
        [sys.executable, "-m", "symproof", "absorb", "flip.json"],
        stdout=write,
        check=False,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(write)
    assert "Traceback" not in process.stderr


@pytest.mark.parametrize(
    ("name", "expected", "status"),
    [
        ("flip", "absorbable", Exit.ESTABLISHED),
        ("flip", "not-absorbable", Exit.REJECTED),
        ("flip", "undecided", Exit.REJECTED),
        ("never", "not-absorbable", Exit.ESTABLISHED),
        ("never", "absorbable", Exit.REJECTED),
        ("never", "gave-up", Exit.REJECTED),
        ("never", "true", None),
    ],
)
def test_an_expected_verdict_decides_the_status(folder, capsys, name, expected, status) -> None:
    arguments = ["absorb", f"{name}.json", "--expect", expected, "--quiet"]
    assert main(arguments) == (Exit.USAGE if status is None else status)
    assert ("rejected: expected" in capsys.readouterr().err) == (status == Exit.REJECTED)


def test_an_expectation_is_not_met_by_giving_up(folder, capsys) -> None:
    arguments = ["absorb", "never.json", "--time", "0.000001", "--quiet", "--expect"]
    assert main([*arguments, "not-absorbable"]) == Exit.GAVE_UP
