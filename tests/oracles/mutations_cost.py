"""Corruptions of the proofs about costs, and of choices of signs that are cheap enough."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from oracles.corpus import Case
from oracles.mutant import Mutant, Path, at, constant, cost_slots, edited, evidence_of, made, some

COUNTED = {"count": True}
BAD_PROOFS: tuple[Any, ...] = (
    *(None, True, 0, "", "ranks", [], {}, [COUNTED], {"Count": True}, {"count": True, "ranks": True}),
    *({"count": x} for x in (False, 1, None, "true", [])),
    *({"ranks": x} for x in (False, 1, None, "true", {})),
    *({rule: None} for rule in ("halves", "definite", "compound", "split", "each")),
    *({"halves": x} for x in ({}, [None], [0], [[True]], [[-1]], [["0"]], [[10**9]])),
)


def _proofs(control: Case) -> Iterator[Mutant]:
    """What is not a proof, and the proof that there is nothing to spare, where there is."""
    paths = [path for path, _, spare in cost_slots(control) if spare]
    for path in some(paths):
        for value in BAD_PROOFS:
            yield edited(control, path, constant(value), f"is {value!r:.30}", "Malformed", "")
        yield edited(control, path, constant(COUNTED), "counted", "Rejected", "count")
        yield edited(control, path, constant({"halves": []}), "of nothing", "Rejected", "halves")


def _lists(control: Case) -> Iterator[Mutant]:
    """The list of proofs, one a problem."""
    evidence = evidence_of(control)
    if "cost" not in evidence:
        return
    yield edited(control, ("cost",), lambda t: [*t, COUNTED], "one more", "Malformed", "cost")
    if evidence["cost"]:
        yield edited(control, ("cost",), lambda t: t[:-1], "one less", "Malformed", "cost")
    for value in (None, {}, "", 0, True, {"0": COUNTED}):
        yield edited(control, ("cost",), constant(value), f"is {value!r:.20}", "Malformed", "cost")


def _rules(control: Case) -> Iterator[Mutant]:
    """Each rule with one thing changed."""
    for path, rule, _ in cost_slots(control):
        body = at(evidence_of(control), (*path, rule))
        for name, new, due, message in CHANGES.get(rule, lambda _: ())(body):
            yield edited(control, (*path, rule), constant(new), name, due, message)


Change = tuple[str, Any, str, str]


def _halves(body: Any) -> Iterator[Change]:
    yield "in too many lists", [body[0]] * 2, "Rejected", "more than half"
    yield "in all lists", [[*body[0], *body[-1]]] * len(body), "Rejected", "half"
    yield "one list alone", body[:1], "Rejected", "half"
    yield "no list", [], "Rejected", "halves"
    yield "an index twice", [[*body[0], body[0][0]], *body[1:]], "Malformed", "twice"


def _definite(body: Any) -> Iterator[Change]:
    W, R, scales = body["W"], body["R"], body["lambda"]
    large = [[9 * x + 10**9 * (i == j) for j, x in enumerate(row)] for i, row in enumerate(W)]
    yield "K not dominant", body | {"W": large}, "Rejected", "diagonal"
    yield "W negative", body | {"W": [[-x for x in row] for row in W]}, "Rejected", "diagonal"
    yield "lambda huge", body | {"lambda": [f"{10**30}", *scales[1:]]}, "Rejected", "diagonal"
    yield "lambda tiny", body | {"lambda": [f"1/{10**30}", *scales[1:]]}, "Rejected", "diagonal"
    narrow = {"W": [row[:-1] for row in W], "R": [row[:-1] for row in R]}
    if len(W[0]) > 1:
        yield "a column less", body | narrow, "Rejected", "rank"
    yield "W alone narrower", body | {"W": narrow["W"]}, "Malformed", ""
    yield "a row of W less", body | {"W": W[:-1]}, "Malformed", "W"
    yield "W ragged", body | {"W": [W[0][:-1], *W[1:]]}, "Malformed", "W"
    yield "W of strings", body | {"W": [[str(x) for x in row] for row in W]}, "Malformed", "W"
    yield "R with true", body | {"R": [[True, *R[0][1:]], *R[1:]]}, "Malformed", "R"
    for bad in ("0", "-1", "1.5", 1, None):
        yield f"lambda {bad!r}", body | {"lambda": [bad, *scales[1:]]}, "Malformed", ""
    yield "lambda short", body | {"lambda": scales[1:]}, "Malformed", "definite"
    yield "no lambda", {"W": W, "R": R}, "Malformed", "definite"


def _compound(body: Any) -> Iterator[Change]:
    Y = body["Y"]
    yield "one coefficient changed", body | {"Y": [[*Y[0][:4], "1234567"], *Y[1:]]}, "Rejected", "combination"
    yield "one minor less", body | {"Y": Y[1:]}, "Rejected", "combination"
    yield "another modulus", body | {"modulus": "1000003"}, "Rejected", "combination"
    yield "over the rationals", body | {"modulus": "0"}, "Rejected", "combination"
    yield "no minor", body | {"Y": []}, "Rejected", "combination"
    yield "a modulus below 0", body | {"modulus": "-7"}, "Malformed", "modulus"
    yield "a minor twice", body | {"Y": [*Y, Y[0]]}, "Malformed", "twice"
    i, k, j, h, y = Y[0]
    for name, minor in (
        ("rows in the other order", [k, i, j, h, y]),
        ("one column", [i, k, j, j, y]),
        ("a row that is not there", [i, 10**6, j, h, y]),
        ("a short minor", [i, k, j, y]),
        ("a bare number", [i, k, j, h, 1]),
    ):
        yield name, body | {"Y": [minor, *Y[1:]]}, "Malformed", ""


def _split(body: Any) -> Iterator[Change]:
    for side in ("zero", "one", "both", "k"):
        yield f"no {side}", {key: x for key, x in body.items() if key != side}, "Malformed", "split"
    yield "both counted", body | {"both": COUNTED}, "Rejected", "count"
    for k in (-1, 10**6, True, "0", None):
        yield f"k is {k!r}", body | {"k": k}, "Malformed", "split"
    yield "a fourth child", body | {"two": COUNTED}, "Malformed", "split"


def _each(body: Any) -> Iterator[Change]:
    yield "one less", body | {"one": body["one"][:-1]}, "Rejected", "each"
    yield "one more", body | {"one": [*body["one"], COUNTED]}, "Rejected", "each"
    yield "no none", {"one": body["one"]}, "Malformed", "each"
    yield "one an object", body | {"one": {}}, "Malformed", "each"
    yield "none counted", body | {"none": COUNTED}, "Rejected", "count"


CHANGES: dict[str, Any] = {
    "halves": _halves,
    "definite": _definite,
    "compound": _compound,
    "split": _split,
    "each": _each,
}


def _narrower(control: Case) -> Iterator[Mutant]:
    """m off by one: the proofs of a least width, for one neuron more."""
    body = json.loads(control.certificate)
    if control.claim == "width-at-least" and control.width is not None and body["evidence"].get("cost"):
        more = body | {"width": control.width + 1}
        yield made(control, "one wider", "Rejected", "", more, width=control.width + 1)


def _choices(control: Case) -> Iterator[Mutant]:
    """A choice of signs and second neurons."""
    evidence = evidence_of(control)
    if "flip" not in evidence:
        return
    double = evidence["double"]
    tight = ("one less", ("double",), double[:-1], "Rejected", "neurons")
    for name, path, value, due, message in (
        *([tight] if "tern" in control.name else ()),
        ("twice", ("double",), [*double, *double[:1]], "Malformed", "twice"),
        *((f"is {x!r}", ("flip",), x, "Malformed", "") for x in (None, {}, [-1], ["0"], [True], [10**6], 0)),
    ):
        where: Path = path
        yield edited(control, where, constant(value), name, due, message)
    for name, changed in (
        ("no double", {"flip": evidence["flip"]}),
        ("unknown key", evidence | {"rows": []}),
        ("with V", evidence | {"V_up": [], "V_down": []}),
    ):
        whole = json.loads(control.certificate) | {"evidence": changed}
        yield made(control, name, "Malformed", "evidence", whole)
    for width in (0, *([control.width - 1] if control.width and "tern" in control.name else ())):
        body = json.loads(control.certificate) | {"width": width}
        yield made(control, f"of width {width}", "Rejected", "neurons", body, width=width)


COST = (_proofs, _lists, _rules, _narrower, _choices)
