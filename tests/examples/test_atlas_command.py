"""`symproof atlas`."""

from __future__ import annotations

import json

import pytest

from symproof.command import main as cli
from symproof.verdict import Exit


def run(capsys, *argv):
    status = cli.main(["atlas", *argv])
    return status, *capsys.readouterr()


def test_the_numbers_of_the_smallest_plane_sweep(capsys):
    status, out, _ = run(capsys, "--d", "2", "--N", "2", "--json")
    value = json.loads(out)
    assert (status, value["schema"], value["verdict"]) == (Exit.ESTABLISHED, "symproof-atlas-1", "complete")
    assert (value["pairs"], value["absorbable"], value["not_absorbable"], value["undecided"]) == (
        6561,
        60,
        6501,
        0,
    )
    assert value["degenerate"] == 3489
    first = value["sweeps"][0]["first"]["generic, absorbable, S"]
    assert len(first["W_up"]) == len(first["W_down"]) == 2


def test_several_sizes_a_file_and_a_figure(capsys, tmp_path):
    db, svg = str(tmp_path / "atlas.db"), tmp_path / "atlas.svg"
    sets = ["--entries=-1,0,1/2", "--entries=0,-1"]
    argv = ["--d", "1", "--N", "1,2", *sets, "--activation", "gelu", "--db", db]
    status, out, _ = run(capsys, *argv, "--figure", str(svg))
    assert status == Exit.ESTABLISHED
    assert "-1,0,1/2" in out
    assert len(json.loads(run(capsys, *argv, "--json")[1])["sweeps"]) == 4
    assert svg.read_text().startswith("<svg")
    assert run(capsys, *argv)[1] == out
    assert run(capsys, *argv, "--figure", str(svg))[0] == Exit.MALFORMED
    assert run(capsys, *argv, "--figure", str(svg), "--force", "--quiet")[:2] == (Exit.ESTABLISHED, "")


def test_serial_and_processes_print_the_same(capsys):
    argv = ["--d", "1", "--N", "3", "--entries=-1,0,1"]
    serial, processes = (
        run(capsys, *argv, "--executor", name, "--workers", "2") for name in ("serial", "processes")
    )
    assert serial == processes


@pytest.mark.parametrize(
    "argv",
    [
        ["--entries=1,a"],
        ["--d", "4"],
        ["--activation", "tanh"],
        ["--workers", "0"],
        ["--executor", "dask"],
        ["--db", "/nowhere/atlas.db"],
    ],
)
def test_malformed(capsys, argv):
    status, out, err = run(capsys, "--d", "1", "--N", "1", *argv)
    assert (status, out) == (Exit.MALFORMED, "")
    assert err.startswith("symproof: malformed:")


def test_usage():
    assert cli.main(["atlas", "--d", "0"]) == Exit.USAGE
