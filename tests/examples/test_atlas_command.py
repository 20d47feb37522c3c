"""`symproof atlas`."""

from __future__ import annotations

import json
import re

import pytest

from symproof.command import main as cli
from symproof.examples.atlas.spec import Spec, entries_of
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


def test_a_sweep_keeps_its_time_and_goes_on_from_there(capsys, tmp_path):
    argv = [
        "--d",
        "1",
        "--N",
        "4",
        "--entries=-2,-1,0,1,2",
        "--executor",
        "serial",
        "--db",
        str(tmp_path / "a.db"),
    ]
    status, out, err = run(capsys, *argv, "--time", "0.3")
    assert (status, out) == (Exit.GAVE_UP, "")
    assert re.search(r"time: 0.3 s, \d+ of \d+ chunks are done; a sweep with --db goes on from there", err)
    assert json.loads(run(capsys, *argv, "--json")[1])["verdict"] == "complete"


def test_processes_keep_the_time_too(capsys):
    argv = ["--d", "2", "--N", "3", "--executor", "processes", "--workers", "1", "--time", "1"]
    status, _, err = run(capsys, *argv)
    assert status == Exit.GAVE_UP
    assert "time: 1 s" in err


def test_a_sweep_keeps_its_memory(capsys):
    status, _, err = run(capsys, "--d", "2", "--N", "2", "--memory", "1K")
    assert status == Exit.GAVE_UP
    assert "memory: 1024 bytes" in err


def test_a_long_sweep_says_beforehand_how_long(capsys):
    argv = ["--d", "2", "--N", "4", "--entries=-2,-1,0,1,2", "--executor", "serial", "--time", "0.1"]
    status, _, err = run(capsys, *argv)
    assert status == Exit.GAVE_UP
    found = re.search(r"at least (\d+) blocks to decide, about \d+ hours of one process", err)
    assert int(found[1]) > 10**4


@pytest.mark.parametrize(("d", "N"), [(1, 1), (1, 3), (2, 2)])
def test_the_estimate_is_a_lower_bound_that_is_near(d, N):
    spec = Spec(d, N, entries_of("-1,0,1"))
    orbits = sum(len(spec.representatives(prefix)) for prefix in spec.chunks())
    assert orbits / 3 <= spec.orbits <= orbits


def test_usage():
    assert cli.main(["atlas", "--d", "0"]) == Exit.USAGE
