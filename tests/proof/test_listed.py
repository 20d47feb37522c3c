"""The page of all that is read or cited is the ledger's, and a step that says something else is refused."""

from __future__ import annotations

from dataclasses import replace

import pytest

from symproof.paper import statements
from symproof.proof import listed
from symproof.proof.engine import run_statement
from symproof.proof.references import By
from symproof.proof.step import Written

ALL = statements()
READ = [
    (item, step)
    for item in ALL
    for step in item.steps({size.name: size.default for size in item.sizes})
    if step.read or step.cited
]


def test_the_page_is_what_the_ledger_says_now() -> None:
    assert listed.PAGE.read_text(encoding="utf-8") == listed.page(ALL), "make readings"


def test_every_line_says_why_and_names_a_theorem_or_says_that_there_is_none() -> None:
    text = [line for line in listed.page(ALL).splitlines() if line.startswith("* ")]
    assert len(text) == len(READ)
    for line in text:
        assert ". Cited: " in line or (
            ". Read: " in line and ("Rocq: `" in line or "No Rocq theorem." in line)
        )


def _with(one: Written, **data: object) -> Written:
    return replace(one, rule=replace(one.rule, data={**one.rule.data, **data}))


def _reason(one: Written) -> Written:
    return _with(one, reason="it is seen at once") if "reason" in one.rule.data else _fewer(one)


def _theorem(one: Written) -> Written:
    return _with(one, rocq="another") if "rocq" in one.rule.data else _fewer(one)


def _fewer(one: Written) -> Written:
    return replace(one, rule=replace(one.rule, refs=one.rule.refs[1:] or (By("t-positive"),)))


def _discharging(one: Written) -> Written:
    return replace(one, rule=replace(one.rule, discharges=(*one.rule.discharges, "more")))


@pytest.mark.parametrize("change", [_reason, _theorem, _fewer, _discharging])
@pytest.mark.parametrize(
    ("item", "step"), READ[::7], ids=[f"{item.id}-{step.name}" for item, step in READ[::7]]
)
def test_a_changed_reading_is_refused_and_named(item, step, change) -> None:
    def written(sizes):
        return tuple(change(one) if one.name == step.name else one for one in item.written(sizes))

    troubles = run_statement(replace(item, written=written)).troubles
    assert any(f"step {step.name!r} is not what was read" in trouble for trouble in troubles)


def test_a_reading_that_is_gone_is_named() -> None:
    item, step = next((item, step) for item, step in READ if item.id == "cor-3" and step.read)

    def written(sizes):
        return tuple(one for one in item.written(sizes) if one.name != step.name)

    troubles = run_statement(replace(item, written=written)).troubles
    assert any(f"step {step.name!r} stands in READINGS.md" in trouble for trouble in troubles)
