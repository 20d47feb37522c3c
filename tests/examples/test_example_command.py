"""`symproof example`."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

from symproof import decide, read_block
from symproof.command import main as cli
from symproof.examples.make import kinds_text
from symproof.kernel.__main__ import main as kernel
from symproof.verdict import Exit


def run(capsys, *argv):
    status = cli.main(["example", *argv])
    return status, *capsys.readouterr()


@pytest.mark.parametrize("kind", list(kinds_text()))
def test_every_kind_prints_for_people_and_programs(capsys, kind):
    status, out, _ = run(capsys, kind)
    assert status == Exit.ESTABLISHED
    assert out.startswith(f"{kind}, seed 0: ")
    status, out, _ = run(capsys, kind, "--json")
    value = json.loads(out)
    assert (status, value["schema"], value["verdict"]) == (Exit.ESTABLISHED, "symproof-example-1", "made")


def test_saved_weights_and_certificates_are_accepted_by_the_kernel(capsys, tmp_path):
    for kind in ("near-miss", "lattice", "collinear", "converse"):
        status, _, _ = run(capsys, kind, "--count", "3", "--seed", "7", "--out", str(tmp_path / kind))
        assert status == Exit.ESTABLISHED
        for seed in (7, 8, 9):
            weights = tmp_path / kind / f"{kind}-{seed}.json"
            expected = json.loads(weights.read_text())["about"]["expected"]
            proof = weights.with_suffix(".certificate.json")
            assert kernel([str(proof), "--weights", str(weights), "--claim", expected]) == 0
            assert str(decide(read_block(weights)).verdict) == expected


def test_weights_on_standard_output_go_into_absorb():
    example = [sys.executable, "-m", "symproof", "example", "near-miss", "--out", "-"]
    made = subprocess.run(example, capture_output=True, check=True)
    absorb = [sys.executable, "-m", "symproof", "absorb", "-", "--json"]
    done = subprocess.run(absorb, input=made.stdout, capture_output=True, check=True)
    assert json.loads(done.stdout)["verdict"] == "not-absorbable"


def test_your_own_pair(capsys, tmp_path):
    file = tmp_path / "pair.json"
    value = {"kind": "relu2", "W_up": [[1]], "W_down": [[1]], "V_up": [[1], [-1]], "V_down": [["1/2", 3]]}
    file.write_text(json.dumps(value))
    status, out, _ = run(capsys, "witness-relu2", "--given", str(file), "--json")
    assert status == Exit.ESTABLISHED
    assert json.loads(out)["examples"][0]["weights"]["difference"] == ["3/2", "3/2"]
    assert run(capsys, "witness-reglu", "--given", str(file))[0] == Exit.MALFORMED
    assert run(capsys, "absorbable", "--given", str(file))[0] == Exit.MALFORMED


@pytest.mark.parametrize(
    "argv",
    [
        ["nothing"],
        ["absorbable", "--count", "0"],
        ["absorbable", "--count", "2", "--out", "-"],
        ["absorbable", "--N", "1"],
        ["witness-swiglu", "--activation", "relu"],
        ["sharp-gate", "--d", "0"],
        ["split", "--N", "3"],
    ],
)
def test_malformed(capsys, argv):
    status, out, err = run(capsys, *argv)
    assert (status, out) == (Exit.MALFORMED, "")
    assert err.startswith("symproof: malformed:")


@pytest.mark.parametrize(
    "argv", [["near-miss", "--off", "0"], ["near-miss", "--off", "1e3"], ["absorbable", "--subset", "a"]]
)
def test_usage(argv):
    assert cli.main(["example", *argv]) == Exit.USAGE


def test_existing_files_are_kept(capsys, tmp_path):
    (tmp_path / "boundary-0.json").write_text("mine")
    assert run(capsys, "boundary", "--out", str(tmp_path))[0] == Exit.MALFORMED
    assert (tmp_path / "boundary-0.json").read_text() == "mine"
    assert run(capsys, "boundary", "--out", str(tmp_path), "--force")[0] == Exit.ESTABLISHED


@pytest.mark.parametrize("words", [("--d", "2", "--N", "1000000"), ("--N", "100000"), ("--d", "100000")])
@pytest.mark.parametrize("kind", ["absorbable", "lattice", "witness-swiglu"])
def test_an_example_that_is_too_large_is_a_usage_error(kind, words):
    assert cli.main(["example", kind, *words]) == Exit.USAGE
