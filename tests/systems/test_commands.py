"""`symproof system`."""

from __future__ import annotations

import json

import pytest

from symproof.command import main as cli
from symproof.kernel.nullstellensatz import check
from symproof.verdict import Exit


def run(capsys, *argv):
    status = cli.main(["system", *argv])
    out, err = capsys.readouterr()
    return status, out, err


@pytest.mark.parametrize(("d", "size"), [(2, 1), (3, 1), (3, 2), (4, 3)])
def test_below_d_an_identity_is_printed_and_saved(capsys, tmp_path, d, size):
    proof, system = tmp_path / "proof.json", tmp_path / "system.json"
    saved = ["--certificate", str(proof), "--save-system", str(system)]
    status, out, _ = run(capsys, "--d", str(d), "--size", str(size), "--json", *saved)
    value = json.loads(out)
    assert status == Exit.ESTABLISHED
    assert (value["schema"], value["verdict"]) == ("symproof-system-1", "no-solution")
    assert check(json.loads(proof.read_text()), json.loads(system.read_text())) == value["why"]


def test_from_d_on_the_family(capsys):
    status, out, _ = run(capsys, "--d", "2", "--size", "3", "--json", "--seed", "5", "--field", "3")
    value = json.loads(out)
    assert status == Exit.ESTABLISHED
    assert (value["dimension"], value["codimension"], value["charts"]) == (8, 4, 3)
    assert len(value["parameters"]) == 8
    assert value["field"] == {"q": 3, "formula": 5616, "counted": 5616, "share": "208/19683"}
    assert (
        json.loads(run(capsys, "--d", "2", "--size", "3", "--json", "--seed", "5")[1])["point"]
        == value["point"]
    )


def test_the_printed_identity_for_d_2(capsys):
    _, out, _ = run(capsys, "--d", "2", "--size", "1")
    assert "x00*y01" in out
    assert "-x00*y00" in out
    assert "in which 1 is not 0" in out


@pytest.mark.parametrize(
    ("value", "verdict"),
    [
        ({"X": [[None, 0], [None, None]], "Y": [[0, None], [None, None]]}, "no-solution"),
        ({"X": [[1, 2], [0, 1]], "Y": [[None, None], [None, None]]}, "solutions"),
        ({"X": [[None, 2], [0, 1]], "Y": [[None, 1], [None, None]]}, "solutions"),
    ],
)
def test_fix(capsys, tmp_path, value, verdict):
    file = tmp_path / "fix.json"
    file.write_text(json.dumps(value))
    status, out, _ = run(capsys, "--fix", str(file), "--json")
    assert status == Exit.ESTABLISHED
    assert json.loads(out)["verdict"] == verdict
    assert run(capsys, "--fix", str(file))[0] == Exit.ESTABLISHED


def test_another_invertible_target_has_the_same_family(capsys, tmp_path):
    file = tmp_path / "fix.json"
    target = [[2, 1, 0], [0, 1, 0], [0, 0, "1/3"]]
    file.write_text(json.dumps({"X": [[None] * 4] * 3, "Y": [[None] * 3] * 4, "target": target}))
    value = json.loads(run(capsys, "--fix", str(file), "--json")[1])
    assert (value["verdict"], value["dimension"]) == ("solutions", 15)
    assert "T = [[2, 1, 0]" in run(capsys, "--fix", str(file))[1]


@pytest.mark.parametrize(
    "argv",
    [
        [],
        ["--d", "2"],
        ["--d", "0", "--size", "1"],
        ["--d", "2", "--size", "-1"],
        ["--d", "2", "--size", "2", "--field", "6"],
        ["--fix", "nowhere.json"],
        ["--fix", "nowhere.json", "--d", "2"],
    ],
)
def test_malformed(capsys, argv):
    status, out, err = run(capsys, *argv)
    assert (status, out) == (Exit.MALFORMED, "")
    assert err.startswith("symproof: malformed:")


def test_an_existing_file_is_kept(capsys, tmp_path):
    file = tmp_path / "proof.json"
    file.write_text("mine")
    status, _, _ = run(capsys, "--d", "2", "--size", "1", "--certificate", str(file))
    assert (status, file.read_text()) == (Exit.MALFORMED, "mine")


def test_giving_up_has_its_own_status(capsys, tmp_path):
    file = tmp_path / "fix.json"
    file.write_text(json.dumps({"X": [[1, *[None] * 3], *[[None] * 4] * 2], "Y": [[None] * 3] * 4}))
    assert run(capsys, "--fix", str(file), "--time", "0.01")[0] == Exit.GAVE_UP


@pytest.mark.parametrize("words", [("--d", "30", "--size", "30"), ("--d", "1000000", "--size", "1")])
def test_too_many_unknowns_are_a_usage_error(words: tuple[str, ...]) -> None:
    assert cli.main(["system", *words]) == Exit.USAGE


def test_the_advice_about_a_bare_float_is_advice_that_is_there(capsys, tmp_path):
    """`system` has no --floats, and the string that it asks for is read."""
    path = tmp_path / "s.json"
    path.write_text('{"X": [[0.5]], "Y": [[null]]}')
    status, _, err = run(capsys, "--fix", str(path))
    assert status == Exit.MALFORMED
    assert "write a string such as '0.000015'" in err
    assert "--floats" not in err
    path.write_text('{"X": [["0.5"]], "Y": [[null]]}')
    assert run(capsys, "--fix", str(path))[0] == Exit.ESTABLISHED
