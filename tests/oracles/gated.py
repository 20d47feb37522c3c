"""Certificates of gated blocks, and their corruptions: `python [-O] -m oracles.gated` reports."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from oracles.corpus import FIXTURES, dumped

from symproof.kernel.errors import Malformed, OutOfBudget, Rejected
from symproof.kernel.gated import check_gated, gated_from_json
from symproof.reader.text import parse_json

CLAIMS = ("gated-absorbable", "gated-not-absorbable")


@dataclass(frozen=True, slots=True)
class Page:
    """A certificate, what the caller asks, the verdict that is due, and a part of what must be said."""

    name: str
    certificate: bytes
    weights: bytes
    claim: str
    due: str
    message: str = ""

    def judged(self) -> tuple[str, str]:
        """The kernel's word, and its sentence or reason; other exceptions go through."""
        try:
            certificate, value = parse_json(self.certificate, "certificate"), parse_json(self.weights, "w")
            return "accepted", check_gated(certificate, gated_from_json(value, "w"), self.claim)
        except (Malformed, Rejected, OutOfBudget) as error:
            return type(error).__name__.lower(), str(error)


def pages() -> list[Page]:
    """The cases under fixtures/gated."""
    return [
        _page(path.stem, json.loads(path.read_bytes())) for path in sorted((FIXTURES / "gated").glob("*"))
    ]


def _page(name: str, read: dict[str, Any]) -> Page:
    parts = dumped(read["certificate"]), dumped(read["weights"]), read["claim"]
    return Page(name, *parts, read["verdict"], read["message"])


def corruptions(control: Page) -> Iterator[Page]:
    """Named corruptions of an accepted case, each with the verdict that is due."""

    def made(what: str, due: str, **changes: Any) -> Page:
        return replace(control, name=f"{control.name}: {what}", due=due, message="", **changes)

    body, weights = json.loads(control.certificate), json.loads(control.weights)
    for key in body:
        rest = {k: v for k, v in body.items() if k != key}
        yield made(f"no {key}", "malformed", certificate=dumped(rest))
        twice = control.certificate.replace(f'"{key}": '.encode(), f'"{key}": 0, "{key}": '.encode(), 1)
        yield made(f"{key} twice", "malformed", certificate=twice)
        for value in (None, True, 0, 1.5, [], {}, [body[key]]) if key != "evidence" else ():
            yield made(f"{key} is {value!r}", "malformed", certificate=dumped(body | {key: value}))
        if key != "evidence":
            for text in ("", f"{body[key]} ", "symproof-certificate-1"):
                yield made(f"{key} is {text!r}", "rejected", certificate=dumped(body | {key: text}))
    for key in ("W_gate", "activation", "W_up", "W_down"):
        less = {k: v for k, v in weights.items() if k != key}
        yield made(f"no {key} in the block", "malformed", weights=dumped(less))
    yield made("a width", "malformed", certificate=dumped(body | {"width": 1}))
    for claim in CLAIMS:
        if claim != control.claim:
            yield made(f"asked for {claim}", "rejected", claim=claim)
    yield made("asked for absorbable", "malformed", claim="absorbable")
    for key, value in (("W_up", 77), ("W_down", 77), ("W_gate", 77)):
        if key in weights:
            other = copy.deepcopy(weights)
            other[key][-1][-1] = value
            yield made(f"other {key}", "rejected", weights=dumped(other))
            other[key] = other[key][:-1]
            yield made(f"short {key}", "malformed", weights=dumped(other))
    for what, due, evidence in _evidence(control.claim, body["evidence"]):
        yield made(what, due, certificate=dumped(body | {"evidence": evidence}))


Edited = Iterator[tuple[str, str, Any]]


def _evidence(claim: str, evidence: Any) -> Edited:
    """The evidence changed: what, the verdict that is due, the evidence."""
    for wrong in (None, True, 0, "", [], {}, [evidence], evidence | {"x": 1}, {"Z": 1}):
        yield f"evidence {wrong!r:.20}", "malformed", wrong
    yield from (_trees if claim == "gated-not-absorbable" else _subsets)()


def _subsets() -> Edited:
    for wrong in (
        [-1],
        [True],
        [False],
        ["0"],
        [0.0],
        [10**6],
        [0, 0],
        [1, 0],
        [None],
        "0",
        0,
        {},
        None,
        [[0]],
    ):
        yield f"S {wrong!r}", "malformed", {"S": wrong}


def _trees() -> Edited:
    for wrong in (
        {},
        [],
        None,
        True,
        {"exhaust": 1},
        {"exhaust": False},
        {"exhaust": True, "x": 1},
        {"leaf": 1},
    ):
        yield f"tree {wrong!r}", "malformed", {"tree": wrong}
    zero = {"combination": {"Y": [], "modulus": "0"}}
    yield "an empty combination", "rejected", {"tree": zero}
    for Y in ([[0, 0]], [[0, 10**6, "1"]], [[True, 0, "1"]], [[0, 0, "1"], [0, 0, "1"]], [[0, 0, 1]]):
        yield f"Y {Y!r}", "malformed", {"tree": {"combination": {"Y": Y, "modulus": "0"}}}


def report() -> dict[str, Any]:
    """How many were judged, and which not as is due."""
    wrong, count = [], 0
    for page in pages():
        for case in (page, *(corruptions(page) if page.due == "accepted" else ())):
            count += 1
            word, said = case.judged()
            if word != case.due or case.message not in said:
                wrong.append((case.name, case.due, word, said[:100]))
    return {"debug": __debug__, "judged": count, "wrong": wrong}


if __name__ == "__main__":
    print(json.dumps(report()))
