"""The corpus: what must be accepted is, what must be refused is, with the right exception and message."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest
from oracles.corpus import Case, load, raw
from oracles.mutations import mutants
from oracles.refusals import PLAIN, refusals
from oracles.second_checker import verdict

from symproof.kernel.budget import STEPS
from symproof.kernel.claims import CLAIMS
from symproof.kernel.cost import RULES

TESTS = Path(__file__).parent.parent
ACCEPT, REJECT, WEIGHTS = load("accept"), load("reject"), list(raw("weights"))


@pytest.mark.parametrize("case", ACCEPT, ids=lambda c: c.name)
def test_controls_are_accepted(case: Case) -> None:
    assert case.judged()[0] == "accepted"
    assert verdict(case.certificate, case.weights, case.claim, case.width) == "accepted"


@pytest.mark.parametrize("case", REJECT, ids=lambda c: c.name)
def test_near_misses_are_rejected(case: Case) -> None:
    kind, said = case.judged()
    assert (kind, verdict(case.certificate, case.weights, case.claim, case.width)) == ("Rejected", "rejected")
    assert case.message.lower() in said.lower()


@pytest.mark.parametrize("control", ACCEPT, ids=lambda c: c.name)
def test_every_corruption_is_refused(control: Case) -> None:
    wrong = []
    for mutant in mutants(control):
        kind, said = mutant.case.judged()
        if kind != mutant.due or mutant.message.lower() not in said.lower():
            wrong.append((mutant.case.name, mutant.due, mutant.message, kind, said))
    assert wrong == []


@pytest.mark.parametrize("control", ACCEPT, ids=lambda c: c.name)
def test_the_second_checker_refuses_the_same_corruptions(control: Case) -> None:
    wrong = []
    for mutant in mutants(control):
        case = mutant.case
        if verdict(case.certificate, case.weights, case.claim, case.width) != mutant.due.lower():
            wrong.append(case.name)
    assert wrong == []


@pytest.mark.parametrize(("name", "data", "message"), WEIGHTS, ids=[name for name, _, _ in WEIGHTS])
def test_malformed_weights(name: str, data: bytes, message: str) -> None:
    plain = next(case for case in ACCEPT if case.name == PLAIN)
    kind, said = Case(name, plain.certificate, data, plain.claim).judged()
    assert kind == "Malformed"
    assert message.lower() in said.lower()
    assert verdict(plain.certificate, data, plain.claim) == "malformed"


def test_the_corpus_covers_every_claim_and_every_rule() -> None:
    text = b"".join(case.certificate for case in ACCEPT).decode()
    assert {case.claim for case in ACCEPT} == set(CLAIMS) == {case.claim for case in REJECT}
    for rule in ("combination", "form", "branch", "exhaust", "Z", "V_up", "flip", *RULES):
        assert f'"{rule}": ' in text
    for name in ("relu", "abs", "gelu", "silu", "softplus", "squareplus", "hardswish", "leaky_relu(1/10)"):
        assert f'"activation": "{name}"' in text


def test_a_budget_that_is_spent_is_neither_a_yes_nor_a_no() -> None:
    """The ranks of this case cost more than the budget; others too, when it is small."""
    (case,) = load("budget")
    kind, said = case.judged()
    assert (kind, verdict(case.certificate, case.weights, case.claim, case.width)) == (
        "OutOfBudget",
        "out of budget",
    )
    assert case.message.lower() in said.lower()
    ranks = next(case for case in ACCEPT if b'"ranks"' in case.certificate)
    assert [ranks.judged(steps)[0] for steps in (1, STEPS)] == ["OutOfBudget", "accepted"]


def test_there_are_more_refusals_than_acceptances() -> None:
    due = Counter(mutant.due for mutant in refusals())
    assert min(due["Rejected"], due["Malformed"]) > 20 * len(ACCEPT)
    assert len(REJECT) + len(WEIGHTS) > len(ACCEPT)


def test_the_corpus_under_optimisation() -> None:
    """`python -O` removes assert: every refusal must be an exception of its own."""
    run = subprocess.run(
        [sys.executable, "-O", "-m", "oracles.refusals"],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS), str(TESTS.parent)))},
        capture_output=True,
        timeout=120,
        check=True,
    )
    report = json.loads(run.stdout)
    assert report["debug"] is False
    assert report["judged"] == sum(1 for _ in refusals())
    assert (report["wrong"], report["controls"]) == ([], [])
