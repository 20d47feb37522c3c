"""Exhaustive small cases: a finite list of cases is run through, and each must satisfy the claim."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from symproof.proof.check import Check, Finding
from symproof.proof.kinds import Kind


def every(cases: Callable[..., Iterable[Any]], claim: Callable[..., bool], **data: Any) -> Check:
    """A check that a claim holds in every case.

    Args:
        cases: called with the data; the finite list of cases.
        claim: called with a case and the data; exact, True or False.
        data: named parameters that both receive, which mutants alter.
    """
    return Check(Kind.EXHAUSTIVE, _Every(cases, claim), data)


class _Every:
    """The procedure behind `every`: it carries the cases and the claim, the data come with each call."""

    def __init__(self, cases: Callable[..., Iterable[Any]], claim: Callable[..., bool]) -> None:
        self.cases = cases
        self.claim = claim

    def __call__(self, **data: Any) -> Finding:
        number = 0
        for case in self.cases(**data):
            if not self.claim(case, **data):
                return Finding(False, f"fails at {_brief(case)}")
            number += 1
        if not number:
            return Finding(False, "there is no case")
        return Finding(True, f"{number} case{'' if number == 1 else 's'}")


def outcome_is(outcome: Callable[..., Any], equals: Any, **data: Any) -> Check:
    """A check that an exact finite computation, called with the data, comes out as stated."""
    return Check(Kind.EXHAUSTIVE, _Outcome(outcome), {"equals": equals, **data})


class _Outcome:
    """The procedure behind `outcome_is`."""

    def __init__(self, outcome: Callable[..., Any]) -> None:
        self.outcome = outcome

    def __call__(self, equals: Any, **data: Mapping[str, Any]) -> Finding:
        found = self.outcome(**data)
        return Finding(bool(found == equals), f"found {_brief(found)}, stated {_brief(equals)}")


def _brief(case: object) -> str:
    text = str(case)
    return text if len(text) <= 100 else text[:97] + "..."
