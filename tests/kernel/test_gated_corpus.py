"""Gated blocks: two checkers, on the corpus and on changes of it, also under -O."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from depth.test_second_checker import changed
from oracles.corpus import dumped
from oracles.gated import CLAIMS, Page, corruptions, pages, report
from oracles.second_gated import gated_verdict

TESTS = Path(__file__).parent.parent
PAGES = pages()
ACCEPTED = [page for page in PAGES if page.due == "accepted"]


def second(page: Page) -> str:
    """What the second checker says."""
    return gated_verdict(page.certificate, page.weights, page.claim)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_both_say_what_is_due(page: Page) -> None:
    word, said = page.judged()
    assert (word, second(page)) == (page.due, page.due), said
    assert page.message in said


@pytest.mark.parametrize("page", ACCEPTED, ids=lambda page: page.name)
def test_both_refuse_every_corruption(page: Page) -> None:
    wrong = [
        (case.name, case.due, case.judged(), second(case))
        for case in corruptions(page)
        if not case.judged()[0] == second(case) == case.due
    ]
    assert wrong == []


@pytest.mark.parametrize("page", ACCEPTED, ids=lambda page: page.name)
def test_they_agree_on_random_changes(page: Page) -> None:
    rng = random.Random(page.name)
    for _ in range(60):
        body = changed(rng, json.loads(page.certificate))
        case = replace(page, certificate=dumped(body))
        assert case.judged()[0] == second(case), body


def test_the_pages_cover_every_claim_both_ways() -> None:
    due = Counter((page.claim, page.due) for page in PAGES)
    assert {claim for claim, _ in due} == set(CLAIMS)
    assert all(due[claim, word] >= 2 for claim in CLAIMS for word in ("accepted", "rejected"))
    assert sum(1 for page in ACCEPTED for _ in corruptions(page)) > 30 * len(ACCEPTED)


def test_the_pages_under_optimisation() -> None:
    run = subprocess.run(
        [sys.executable, "-O", "-m", "oracles.gated"],
        cwd=TESTS.parent,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(TESTS), str(TESTS.parent)))},
        capture_output=True,
        timeout=120,
        check=True,
    )
    found = json.loads(run.stdout)
    assert found == {"debug": False, "judged": report()["judged"], "wrong": []}
