"""`symproof export` as a user meets it. No coqc is needed."""

import argparse
import json

import pytest
from helpers.rocq_files import FIXTURES

from symproof.command.export import add
from symproof.errors import Rejected
from symproof.verdict import Exit


def run(arguments):
    parser = argparse.ArgumentParser()
    add(parser)
    args = parser.parse_args([*map(str, arguments)])
    return args.run(args)


@pytest.fixture
def files(tmp_path):
    """Writes the certificate and the weights of a fixture; returns the arguments that name them."""

    def write(name):
        case = json.loads((FIXTURES / name).read_text())
        certificate, weights = tmp_path / "certificate.json", tmp_path / "weights.json"
        certificate.write_text(json.dumps(case["certificate"]))
        weights.write_text(json.dumps(case["weights"]))
        return [certificate, "--weights", weights, "--rocq", tmp_path / "Out.v", "--json"]

    return write


def test_the_file_is_written(files, tmp_path, capsys):
    assert run(files("accept/not-absorbable-generic-relu.json")) == Exit.ESTABLISHED
    assert "Theorem not_absorbable" in (tmp_path / "Out.v").read_text()
    assert json.loads(capsys.readouterr().out)["schema"] == "symproof-export-1"


def test_a_missing_theorem_is_incomplete_and_writes_nothing(files, tmp_path, capsys):
    assert run(files("accept/not-absorbable-collinear.json")) == Exit.INCOMPLETE
    assert not (tmp_path / "Out.v").exists()
    assert "Theorem 4 does not apply" in capsys.readouterr().out


def test_a_rejected_certificate_is_not_exported(files, tmp_path):
    with pytest.raises(Rejected):
        run(files("reject/combination-touches-upper.json"))
    assert not (tmp_path / "Out.v").exists()
