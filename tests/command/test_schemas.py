"""Every object that --json prints fits its schema in docs/schemas, and the schemas tell objects apart."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest
from jsonschema import Draft202012Validator, ValidationError

from symproof.command.main import main

ROOT = Path(__file__).parents[2]
SCHEMAS = {path.stem: json.loads(path.read_text()) for path in (ROOT / "docs" / "schemas").glob("*.json")}
BLOCK = {"W_up": [[1, 0], [0, 1], [1, 1]], "W_down": [[-1, 0, 2], [0, -1, 5]]}
GENERIC = {"W_up": [[2, -1], [1, 3], [-1, 1]], "W_down": [[1, 2, -1], [3, 1, 2]], "activation": "gelu"}
RUNS = [
    "--version", "absorb block.json", "absorb generic.json --certificate out.json",
    "absorb generic.json --time 0.000001", "absorb block.json --activation tanh",
    "absorb block.json --activation 'z + z**2/4'",
    "check yes.json --weights block.json --claim absorbable",
    "check yes.json --weights block.json --claim not-absorbable", "subsets block.json --all",
    "subsets generic.json", "width block.json", "width generic.json",
    "stack generic.json generic.json --bounds", "stack block.json block.json",
    "depth --d 2 --N 3 --layers 2 --activation silu", "distance generic.json", "activation softsign",
    "activation --gate geglu", "expand silu --order 4", "system --d 2 --size 1", "system --d 2 --size 3",
    "system --fix real.json", "system --fix singular.json",
    "equal block.json block.json", "equal block.json block.json --skip-b 0",
    "equal block.json block.json --skip-b 0 --time 0.000001",
    "example near-miss", "atlas --d 1 --N 1 --entries=-1,1", "list", "verify prop-2 --mutants",
    "show thm-4-gelu",
    "show prop-1 --without k-not-1", "figure", "export yes.json --weights block.json --rocq Out.v",
    "absorb absent.json", "show nothing",
]  # fmt: skip


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    found = tmp_path_factory.mktemp("schemas")
    (found / "block.json").write_text(json.dumps(BLOCK))
    (found / "generic.json").write_text(json.dumps(GENERIC))
    (found / "real.json").write_text(json.dumps({"X": [[None, 1], [1, None]], "Y": [[1, None], [None, 1]]}))
    singular = {"X": [[None] * 2] * 2, "Y": [[None] * 2] * 2, "target": [[1, 2], [2, 4]]}
    (found / "singular.json").write_text(json.dumps(singular))
    main(["absorb", str(found / "block.json"), "--certificate", str(found / "yes.json"), "--quiet"])
    return found


@pytest.mark.parametrize("run", RUNS)
def test_an_object_fits_its_schema_and_no_other(folder, capsys, monkeypatch, run):
    monkeypatch.chdir(folder)
    main([*shlex.split(run), "--json"])
    value = json.loads(capsys.readouterr().out)
    own = SCHEMAS[value["schema"]]
    Draft202012Validator(own).validate(value)
    for name in SCHEMAS.keys() - {value["schema"]}:
        with pytest.raises(ValidationError):
            Draft202012Validator(SCHEMAS[name]).validate(value)
    for key in SCHEMAS[value["schema"]]["required"]:
        with pytest.raises(ValidationError):
            Draft202012Validator(SCHEMAS[value["schema"]]).validate(
                {k: v for k, v in value.items() if k != key}
            )


def test_every_object_of_the_program_has_a_schema():
    named = set()
    for path in (ROOT / "symproof").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        named |= set(re.findall(r'"schema": "(symproof-[a-z]+-1)"', text))
    assert named <= set(SCHEMAS)
    assert len(named) >= 20


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_schema_is_one_and_says_what_it_describes(name):
    schema = SCHEMAS[name]
    Draft202012Validator.check_schema(schema)
    assert schema["properties"]["schema"] == {"const": name} == {"const": schema["title"]}
    assert schema["description"].endswith(".")
