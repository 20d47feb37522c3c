"""Many exported certificates in one Rocq file, so that one run of coqc judges them all."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from symproof.reader.weights import Weights, from_json
from symproof.rocq import available, status
from symproof.rocq.exporter import rendered
from symproof.rocq.toolchain import ABSENT, coqc

FIXTURES = Path(__file__).parents[1] / "fixtures"

HEADER = """\
From Coq Require Import Uint63 ZArith Reals.
From mathcomp Require Import all_ssreflect all_algebra.
From mathcomp Require Import ssrZ reals Rstruct.
From Symproof Require Import Definitions ConcreteWeights ConcreteTheorems SameFunction.
From Symproof Require Import Decay DecayReal ConcreteSmooth ConcreteGelu.
From Symproof Require Certificate Packed.
Import GRing.Theory Num.Theory.
"""


@dataclass(frozen=True)
class Case:
    """A certificate, its block and the claim that it is checked for."""

    name: str
    certificate: Any
    weights: Weights
    claim: str


def fixture(path: Path) -> Case:
    """A case of tests/fixtures."""
    content = json.loads(path.read_text())
    return Case(path.stem, content["certificate"], from_json(content["weights"], path.name), content["claim"])


def body(case: Case, scope: str = "auto") -> str:
    """The exported text without its header."""
    text = rendered(case.certificate, case.weights, case.claim, scope)
    return text.split("Import GRing.Theory Num.Theory.\n", 1)[1]


def accepted(case: Case, scope: str = "auto") -> str:
    """A text that compiles when Rocq accepts the certificate."""
    return body(case, scope)


def refused(case: Case, scope: str = "auto") -> str:
    """A text that compiles when Rocq's checker computes false."""
    before, statement = body(case, scope).split("Lemma accepted : ", 1)
    check = statement.split(" = true.", 1)[0]
    return f"{before}Lemma refused : {check} = false.\nProof. vm_cast_no_check (erefl false). Qed.\n"


def compile_all(parts: Iterable[str], timeout: float = 600) -> str:
    """What coqc prints for one file with each part in a module of its own."""
    modules = [f"Module C{k}.\n{part}End C{k}.\n" for k, part in enumerate(parts)]
    with TemporaryDirectory() as folder:
        path = Path(folder) / "All.v"
        path.write_text(HEADER + "\n".join(modules))
        return coqc(path, timeout=timeout)


def needs_development() -> None:
    """Skip the calling test, saying why, when the compiled development is not there."""
    if not available():
        pytest.skip(ABSENT)
    if status().why is not None:
        pytest.skip(str(status().why))
