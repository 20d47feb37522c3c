"""The verified checker against the Python kernel: the corpus, corruptions, a large layer, the command."""

from __future__ import annotations

import argparse
import json
import struct
import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from helpers.tensors import safetensors, saved
from oracles.corpus import Case, load
from oracles.mutant import Mutant
from oracles.mutations import mutants

from symproof.command import check
from symproof.kernel.claims import certificate
from symproof.reader.weights import read_weights
from symproof.rocq import verified
from symproof.rocq.verified import ask, checker
from symproof.verdict import Exit

pytestmark = pytest.mark.rocq
STATUS = {"accepted": 0, "Rejected": 1, "Malformed": 3, "OutOfBudget": 5}
NOT_COVERED = 4
# what the Gallina checker has no rule for; it must say so and must not accept
MISSING = ("biases", "compound", "so many", "rows 0 where sigma(0) is not 0")


@pytest.fixture
def binary() -> Path:
    """The built checker."""
    found = checker()
    if found is None:
        pytest.skip(verified.ABSENT)
    return found


def answer(binary: Path, case: Case, folder: Path) -> tuple[int, str]:
    """What the verified checker says of a case."""
    certificate, weights = folder / "certificate.json", folder / "weights.json"
    certificate.write_bytes(case.certificate)
    weights.write_bytes(case.weights)
    asks = case.width is not None and not case.claim.startswith(("no", "absorbable"))  # else no option
    width = [f"--width={case.width}"] * asks
    return ask(binary, [str(certificate), f"--weights={weights}", f"--claim={case.claim}", *width])


@pytest.mark.parametrize("case", load("accept") + load("reject") + load("budget"), ids=lambda c: c.name)
def test_both_checkers_answer_alike(case: Case, binary: Path, tmp_path: Path) -> None:
    status, said = answer(binary, case, tmp_path)
    if status == NOT_COVERED:
        assert any(word in said for word in MISSING)
    else:
        assert status == STATUS[case.judged()[0]], said


def test_most_of_the_corpus_is_covered(binary: Path, tmp_path: Path) -> None:
    answers = [answer(binary, case, tmp_path)[0] for case in load("accept")]
    assert answers.count(0) >= 60
    assert set(answers) == {0, NOT_COVERED}


def wrong(binary: Path, control: Case, folder: Path, every: int) -> list[tuple[str, str, str]]:
    """The corruptions of an accepted case on which the verified checker disagrees with the kernel."""
    if answer(binary, control, folder)[0] == NOT_COVERED:
        return []
    found = [(mutant, *answer(binary, mutant.case, folder)) for mutant in list(mutants(control))[::every]]
    return [(m.case.name, m.due, said) for m, status, said in found if status not in (due(m), NOT_COVERED)]


def due(mutant: Mutant) -> int:
    """The status that is due; a claim that does not exist is an error of usage on a command line."""
    return 2 if mutant.case.claim == "proved" else STATUS[mutant.due]


@pytest.mark.parametrize("control", load("accept"), ids=lambda c: c.name)
def test_one_corruption_in_forty_is_refused_alike(control: Case, binary: Path, tmp_path: Path) -> None:
    assert wrong(binary, control, tmp_path, 40) == []


@pytest.mark.slow
def test_ten_thousand_corruptions_are_refused_alike(binary: Path, tmp_path: Path) -> None:
    controls = [case for case in load("accept") if answer(binary, case, tmp_path)[0] == 0]
    assert sum(len(list(mutants(case))) for case in controls) > 10_000
    assert [found for control in controls for found in wrong(binary, control, tmp_path, 1)] == []


def layer(path: Path, d: int, N: int) -> str:
    """A .safetensors file of weights at initial scale."""
    source = Random(16)
    raw = [struct.pack(f"<{d * N}f", *(source.gauss(0, 0.02) for _ in range(d * N))) for _ in range(2)]
    return saved(path, safetensors({"up": ("F32", [N, d], raw[0]), "down": ("F32", [d, N], raw[1])}))


METER = """
import resource, subprocess, sys
subprocess.run(sys.argv[1:], check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss)
"""


def used(command: list[str]) -> tuple[float, int]:
    """Processor seconds and the peak of memory in kB of a command that must succeed."""
    metered = [sys.executable, "-c", METER, *command]
    printed = subprocess.run(metered, check=True, capture_output=True, text=True).stdout
    seconds, peak = printed.split()[-2:]
    return float(seconds), int(peak)


@pytest.mark.slow
def test_a_layer_of_a_transformer_in_two_seconds_and_100_megabytes(binary: Path, tmp_path: Path) -> None:
    path = layer(tmp_path / "layer.safetensors", 384, 1536)
    tree = {"combination": {"Y": [[0, 0, "-1"]], "modulus": "0"}}  # sum of max(0, -D_k0 u_k0) < 1
    rows = {"cost": [{"tree": tree}]}
    built = tmp_path / "certificate.json"
    weights = replace(read_weights(path, "up", "down"), activation="relu")
    built.write_text(json.dumps(certificate(weights, "not-absorbable", 1536, rows)))
    options = [str(built), "--weights", path, "--up", "up", "--down", "down", "--claim", "not-absorbable"]
    options += ["--activation", "relu"]
    seconds, peak = used([str(binary), *options])
    kernel, _ = used([sys.executable, "-m", "symproof.kernel", *options])
    assert seconds < 6 * kernel  # which looks at one row, where the checker looks at all
    assert peak < 100_000


def run(*arguments: str) -> int:
    parser = argparse.ArgumentParser()
    check.add(parser)
    args = parser.parse_args([*arguments, "--checker", "rocq"])
    return int(args.run(args))


@pytest.fixture
def files(tmp_path: Path) -> list[str]:
    """A certificate that is right, and the options that name its weights and its claim."""
    case = next(case for case in load("accept") if case.name == "not-absorbable-generic-relu")
    certificate, weights = tmp_path / "certificate.json", tmp_path / "weights.json"
    certificate.write_bytes(case.certificate)
    weights.write_bytes(case.weights)
    return [str(certificate), "--weights", str(weights), "--claim", case.claim]


def test_the_command_asks_the_verified_checker(
    binary: Path, files: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*files) == Exit.ESTABLISHED
    assert run(*files, "--skip=-I") == Exit.REJECTED
    assert run(*files[:-1], "absorbable") == Exit.REJECTED
    assert run(*files, "--floats", "decimal") == Exit.INCOMPLETE
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()] == [
        "accepted", "rejected", "rejected", "not-covered",
    ]  # fmt: skip


def test_without_the_checker_nothing_is_accepted(
    files: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(verified, "checker", lambda: None)
    assert run(*files) == Exit.INCOMPLETE
    assert verified.ABSENT in capsys.readouterr().out


def test_a_binary_of_other_sources_is_not_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verified, "BUILT", tmp_path)
    monkeypatch.setattr("shutil.which", lambda name: None)
    (tmp_path / "sources.sha256").write_text("of other sources")
    assert checker() is None
