"""What a terminal shows fits it, at every width; suggestions, options before the command, completion."""

from __future__ import annotations

import io
import json
import os
import pathlib
import pickle
import shlex
import shutil
import subprocess
import sys

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from symproof.command.main import COMMANDS, GROUPS, main, parser_for
from symproof.command.terminal import Meter
from symproof.errors import GaveUp, OutOfBudget, did_you_mean
from symproof.layout import Shell, columns, details, fitted, wrapped
from symproof.paper import abouts, meant
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
    "atlas --d 1 --N 2 --entries=-1,0,1", "distance block.json", "show prop-1 --latex",
    "depth --d 2 --N 4 --layers 2", "stack block.json block.json --activation gelu --bounds",
    "expand swiglu --gate --order 8", "scan model.npz --activation gelu",
    "export e.json --weights block.json --rocq OUT.v --force", "example stack-representable",
    "figure walk --out walk.svg --force", "activation 'z*tanh(z)'", "system --d 1 --size 1 --field 3",
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> pathlib.Path:
    found = tmp_path_factory.mktemp("terminal")
    (found / "block.json").write_text(json.dumps(BLOCK))
    up, down = (np.array(BLOCK[key], np.float32) for key in ("W_up", "W_down"))
    np.savez(found / "model.npz", **{"h.0.mlp.c_fc.weight": up.T, "h.0.mlp.c_proj.weight": down.T})
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
        (["absorb"], "usage: symproof absorb WEIGHTS [options]; see symproof absorb --help"),
        (["check", "x", "--claim", "absorbabel"], "'absorbabel' (did you mean absorbable"),
        (["completion", "fsh"], "(did you mean fish or zsh?)"),
        (["show", "Theorem 4"], "(did you mean thm-4-relu or thm-4-gelu?)"),
        (["show", "thm4"], "(did you mean thm-4-relu or thm-4-gelu?)"),
        (["verify", "theorem 8"], "(did you mean thm-4-relu?)"),
        (["verify", "Proposition 1"], "(did you mean prop-1 or prop-1-relu2 or prop-1-reglu?)"),
        (["show", "prop-1", "--without", "M-nonzreo"], "(did you mean M-nonzero?)"),
        (["show", "prop-1", "--without", "xyz"], "there are: homogeneous, k-not-1"),
    ],
)
def test_usage_is_one_line_with_a_suggestion(capsys, arguments, said):
    assert main(arguments) == Exit.USAGE
    error = capsys.readouterr().err
    assert said in error
    assert error.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["example", "absorbabel"], "(did you mean absorbable"),
        (["example", "xyz"], "there are: absorbable, boundary"),
        (["figure", "wlak"], "(did you mean walk?)"),
        (["activation", "gleu"], "(did you mean gelu?)"),
        (["absorb", "x.json", "--activation", "slu"], "did you mean silu"),
    ],
)
def test_a_name_that_does_not_exist_is_malformed_with_a_suggestion(capsys, arguments, said):
    assert main(arguments) == Exit.MALFORMED
    assert said in capsys.readouterr().err


@pytest.mark.parametrize("about", abouts(), ids=lambda about: about["id"])
def test_a_statement_is_meant_by_its_number_in_either_version(about):
    assert meant(about["id"].replace("-", " ").upper())[0] == about["id"]
    name = about.get("v2") or about["id"]
    assert about["id"] in meant(name) or name.startswith("in ")


def test_the_overview_groups_every_command(capsys):
    assert main([]) == Exit.USAGE
    text = capsys.readouterr().err
    assert text.startswith("usage: symproof COMMAND [options]\n")
    for title, group in GROUPS.items():
        part = text[text.index(f"{title}:") :].split("\n\n")[0]
        assert [line.split()[0] for line in part.splitlines()[1:] if line[2] != " "] == [*group]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_options_of_a_command_stand_in_groups_and_its_usage_is_short(command):
    text = parser_for(command).chosen.format_help()
    assert text.startswith(f"usage: symproof {command} ")
    assert text.splitlines()[0].endswith("[options]")
    assert ("\noutput:\n" in text) is (command != "completion")
    if command in ("absorb", "width", "subsets", "distance"):
        assert "\nthe block:\n" in text
        assert "\nlimits:\n" in text


@given(st.lists(st.integers(1, 9), min_size=1, max_size=8), st.integers(1, 5))
def test_the_meter_tells_what_is_left_from_the_pace(steps, pace):
    """Work of equal pieces: the time that is left is the pace times what is not done."""
    done = [sum(steps[:k]) for k in range(len(steps) + 1)]
    times = iter([float(pace * n) for n in done])
    meter, whole = Meter(lambda: next(times)), done[-1]
    said = [meter.read(f"sweep: {n} of {whole} chunks") for n in done]
    assert said[0] == (0, whole, "")
    for n, (count, total, left) in zip(done[1:], said[1:], strict=True):
        assert (count, total, left) == (n, whole, f", about {pace * (whole - n)} s left")
    assert meter.read("another part") == (0, None, "")


def test_a_budget_that_is_spent_is_status_5(folder, capsys, monkeypatch):
    monkeypatch.chdir(folder)

    def spent(*_, **__):
        raise OutOfBudget("the kernel's budget is spent")

    monkeypatch.setattr("symproof.command.export.export", spent)
    main(["absorb", "block.json", "--certificate", "b.json", "--force", "--quiet"])
    arguments = ["export", "b.json", "--weights", "block.json", "--rocq", "B.v"]
    assert main([*arguments, "--json"]) == Exit.GAVE_UP
    assert json.loads(capsys.readouterr().out)["verdict"] == "gave-up"


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
    assert complete(["symproof", "show", "thm"], folder) == ["thm-4-relu", "thm-4-gelu"]
    assert complete(["symproof", "example", "near"], folder) == ["near-miss"]
    assert complete(["symproof", "figure", "wa"], folder) == ["walk"]


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


def test_an_error_comes_whole_from_another_process():
    error = pickle.loads(pickle.dumps(GaveUp(["one", "two"], "time: 1 s")))
    assert str(error) == "gave up (time: 1 s); tried: one; two"
    assert (error.tried, error.limit) == (["one", "two"], "time: 1 s")
