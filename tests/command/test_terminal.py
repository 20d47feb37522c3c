"""What a terminal shows fits it, at every width; suggestions, options before the command, completion."""

from __future__ import annotations

import io
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from symproof.command.main import COMMANDS, main, parser_for
from symproof.errors import did_you_mean
from symproof.layout import Shell, columns, details, fitted, wrapped
from symproof.verdict import Exit

BLOCK = {"W_up": [[1, 0], [0, 1], [1, 1]], "W_down": [[-1, 0, 2], [0, -1, 5]]}
RUNS = [
    "list", "verify prop-1 --mutants", "show thm-4-relu", "show prop-1 --without M-nonzero",
    "absorb block.json --certificate e.json --force", "absorb block.json --activation gelu --skip=-I",
    "check e.json --weights block.json --claim absorbable",
    "check e.json --weights block.json --claim not-absorbable", "subsets block.json --all",
    "width block.json",
    "activation mish", "activation relu", "activation --gate swiglu", "system --d 2 --size 3",
    "example absorbable", "example lattice --count 2", "gallery", "figure",
    "atlas --d 1 --N 2 --entries=-1,0,1",
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    found = tmp_path_factory.mktemp("terminal")
    (found / "block.json").write_text(json.dumps(BLOCK))
    return found


@pytest.mark.parametrize("columns_", ["60", "80", "120"])
@pytest.mark.parametrize("run", RUNS)
def test_no_line_exceeds_the_width(folder, capsys, monkeypatch, run, columns_):
    monkeypatch.chdir(folder)
    monkeypatch.setenv("COLUMNS", columns_)
    main(["absorb", "block.json", "--certificate", "e.json", "--force", "--quiet"])
    assert main(shlex.split(run)) in (Exit.ESTABLISHED, Exit.REJECTED)
    lines = capsys.readouterr().out.splitlines()
    assert lines
    assert [line for line in lines if len(line) > int(columns_)] == []


@pytest.mark.parametrize("columns_", ["80", "120"])
@pytest.mark.parametrize("command", COMMANDS)
def test_help_fits_and_gives_an_example_that_parses(capsys, monkeypatch, command, columns_):
    monkeypatch.setenv("COLUMNS", columns_)
    with pytest.raises(SystemExit):
        parser_for(command).parse_args([command, "--help"])
    text = capsys.readouterr().out
    assert [line for line in text.splitlines() if len(line) > int(columns_)] == []
    module = __import__(f"symproof.command.{command}", fromlist=["EXAMPLE"])
    words = shlex.split(module.EXAMPLE)
    assert command in words or command == "completion"
    if words[0] == "symproof":
        assert parser_for(command).parse_args(words[1:]).command == command


@given(st.text(alphabet="ab ,-\\", max_size=200), st.integers(20, 90))
def test_wrapping_loses_nothing_but_spaces(text, width):
    lines = wrapped(text, width)
    assert all(len(line) <= width for line in lines)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


@given(st.lists(st.text(alphabet="ab-$'", min_size=1, max_size=12), min_size=1, max_size=20))
def test_a_wrapped_command_is_the_same_command(words):
    lines = wrapped(Shell(shlex.join(words)), 40)
    assert shlex.split("\n".join(lines).replace(" \\\n", " ")) == words


@given(
    st.lists(st.tuples(st.text("abc", max_size=9), st.text("ab c", max_size=99)), max_size=5),
    st.integers(44, 99),
)
def test_details_fit(rows, width):
    assert all(len(line) <= width for line in details(rows, width))
    assert len(fitted(details(rows, width), width)) == len(details(rows, width))


def test_spare_columns_give_way_in_their_order():
    head, row = ("a", "b", "c", "d"), ("x" * 20, "y" * 20, "z" * 20, "end")
    assert columns(head, [row], ("b", "c"), 99)[0].split() == ["a", "b", "c", "d"]
    assert columns(head, [row], ("b", "c"), 60)[0].split() == ["a", "c", "d"]
    assert columns(head, [row], ("b", "c"), 40)[0].split() == ["a", "d"]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["absrob", "x"], "(did you mean absorb?)"),
        (["absorb", "b.json", "--activaton", "relu"], "(did you mean --activation?)"),
        (["nothing-like-it"], "see symproof --help"),
        (["absorb"], "see symproof absorb --help"),
    ],
)
def test_usage_is_one_line_with_a_suggestion(capsys, arguments, said):
    assert main(arguments) == Exit.USAGE
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


def test_nothing_alike_is_suggested_nothing():
    assert did_you_mean("xyz", ["absorb"]) == ""


def test_common_options_stand_before_the_command_too(folder, capsys, monkeypatch):
    monkeypatch.chdir(folder)
    assert main(["--json", "absorb", "block.json"]) == Exit.ESTABLISHED
    assert json.loads(capsys.readouterr().out)["verdict"] == "absorbable"
    assert main(["--quiet", "absorb", "block.json"]) == Exit.ESTABLISHED
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize("encoding", ["cp1252", "utf-8"])
def test_a_narrow_encoding_gets_every_command(folder, encoding):
    for run in ("absorb block.json", "list", "verify prop-1", "show thm-4-relu", "activation relu"):
        process = subprocess.run(
            [sys.executable, "-m", "symproof", *shlex.split(run)],
            cwd=folder, capture_output=True, check=False, env={"PYTHONIOENCODING": encoding, "NO_COLOR": "1"},
        )  # fmt: skip
        assert process.returncode == Exit.ESTABLISHED, process.stderr
        assert process.stdout.decode(encoding)


def complete(shell_words: list[str], folder: pathlib.Path) -> list[str]:
    script = folder / "completion.bash"
    out = subprocess.run(
        [sys.executable, "-m", "symproof", "completion", "bash"], capture_output=True, check=True
    )
    script.write_bytes(out.stdout)
    code = f"source {script}; COMP_WORDS=({shlex.join(shell_words)}); COMP_CWORD={len(shell_words) - 1}; "
    run = ["bash", "-c", code + '_symproof; printf "%s\n" "${COMPREPLY[@]}"']
    return subprocess.run(run, capture_output=True, text=True, check=True).stdout.split()


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
def test_bash_completes_commands_options_and_choices(folder):
    assert complete(["symproof", "abs"], folder) == ["absorb"]
    assert complete(["symproof", "check", "--cla"], folder) == ["--claim"]
    assert complete(["symproof", "completion", "z"], folder) == ["zsh"]


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_knows_every_command(capsys, shell):
    assert main(["completion", shell]) == Exit.ESTABLISHED
    script = capsys.readouterr().out
    assert all(name in script for name in COMMANDS)
    assert isinstance(sys.stdout, io.TextIOBase)


@pytest.mark.skipif(shutil.which("script") is None, reason="needs the command script, a terminal in a pipe")
@pytest.mark.parametrize(("colour", "styled"), [({}, True), ({"NO_COLOR": "1"}, False)])
def test_a_terminal_gets_a_coloured_headline_and_a_line_of_progress(folder, colour, styled):
    command = f"{sys.executable} -m symproof absorb block.json"
    run = ["script", "-qec", command, "/dev/null"]
    environment = {**{k: v for k, v in os.environ.items() if k != "NO_COLOR"}, "TERM": "xterm", **colour}
    shown = subprocess.run(
        run, cwd=folder, env=environment, capture_output=True, text=True, check=True
    ).stdout
    assert ("\x1b[1;32mabsorbable" in shown) is styled
    assert "0:00:0" in shown
