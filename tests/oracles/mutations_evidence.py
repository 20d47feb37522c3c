"""Corruptions of the evidence: numbers, indices, trees, V."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from oracles.corpus import Case
from oracles.mutant import Edit, Mutant, at, constant, edited, evidence_of, made, put, slots, some

BAD_NUMBERS: tuple[Any, ...] = (
    *("", " 1", "1 ", "1\n", "+1", "01", "-0", "0/1", "1/1", "2/4", "-3/6", "1/0", "0/0", "1/-2", "-1/-2"),
    *("1//2", "1/2/3", "1/", "/2", "-", "--1", "0.5", ".5", "5.", "1e3", "1_0", "0x1", "inf", "nan", "1/02"),
    *("\uff11", "\u0663", "\u22121", "1\x00", "I", "1/2 ", "True"),
    *(1, 0, -1, 1.5, True, False, None, [], {}, ["1"]),
    *("1" * 10_000, "-" + "1" * 10_000, "1/" + "7" * 10_000, "0" * 10_000),
)
BAD_INDICES: tuple[Any, ...] = (
    -1,
    -(2**63),
    10**6,
    2**63,
    10**3990,
    True,
    False,
    "0",
    "",
    0.0,
    1e3,
    None,
    [],
    [0],
    {},
)
NOT_TRUE: tuple[Any, ...] = (False, 1, 0, "true", None, [], {}, 1.0)
BAD_TREES: tuple[Any, ...] = (
    *(None, True, False, 0, 1, "", "exhaust", [], [{"exhaust": True}], {}),
    *({"combination": None}, {"combination": []}, {"combination": {}}, {"Exhaust": True}, {"exhaust ": True}),
    {"exhaust": True, "combination": {"Y": [], "modulus": "0"}},
    *({"leaf": {"Y": [], "M": "0"}}, {"split": 0, "zero": {"exhaust": True}, "one": {"exhaust": True}}),
    *({"branch": {}}, {"children": []}, {"branch": {}, "children": []}),
    *({"exhaust": x} for x in NOT_TRUE),
)
NUMBER_PLACES = ("Y", "Z", "form", "V_up", "V_down", "modulus", "V_b_up", "V_b_down")


def _numbers(control: Case) -> Iterator[Mutant]:
    """Spellings of a number, at the first, the middle and the last place where a number is due."""
    paths = [path for path, kind in slots(control) if kind == "number"]
    for path in some(paths):
        where = next(str(step) for step in reversed(path) if step in NUMBER_PLACES)
        for value in BAD_NUMBERS:
            yield edited(control, path, constant(value), f"{value!r:.20}", "Malformed", where)


def _indices(control: Case) -> Iterator[Mutant]:
    """Indices of equations and of unknowns."""
    paths = [path for path, kind in slots(control) if kind == "index"]
    for path in some(paths):
        for value in BAD_INDICES:
            yield edited(control, path, constant(value), f"{value!r:.20}", "Malformed", "index")


def _trees(control: Case) -> Iterator[Mutant]:
    """What is not a tree, in place of the first, the middle and the last one."""
    paths = [path for path, kind in slots(control) if kind == "tree"]
    for path in some(paths):
        for value in BAD_TREES:
            only = next(iter(value)) if isinstance(value, dict) and len(value) == 1 else ""
            where = only if only in ("combination", "exhaust") else "tree"
            where = "branch" if value == {"branch": {}, "children": []} else where
            yield edited(control, path, constant(value), f"is {value!r:.40}", "Malformed", where)
        yield edited(control, path, lambda t: t | {"about": 1}, "has an unknown key", "Malformed", "tree")


def _combinations(control: Case) -> Iterator[Mutant]:
    """Combinations: what they lack, what they have twice, and the one that says nothing."""
    paths = [path for path, kind in slots(control) if kind == "combination"]
    nothing = {"Y": [], "modulus": "0"}
    for path in some(paths):
        for name, edit, due, message in (
            ("no Y", lambda t: {k: v for k, v in t.items() if k != "Y"}, "Malformed", "combination"),
            (
                "no modulus",
                lambda t: {k: v for k, v in t.items() if k != "modulus"},
                "Malformed",
                "combination",
            ),
            ("unknown key", lambda t: t | {"X": []}, "Malformed", "combination"),
            ("modulus below 0", lambda t: t | {"modulus": "-1"}, "Malformed", "modulus"),
            ("modulus a bit below 0", lambda t: t | {"modulus": "-1/1000"}, "Malformed", "modulus"),
            ("Y null", lambda t: t | {"Y": None}, "Malformed", "Y"),
            ("Y an object", lambda t: t | {"Y": {}}, "Malformed", "Y"),
            ("Y dense", lambda t: t | {"Y": [["1"]]}, "Malformed", "Y"),
            ("Y of pairs", lambda t: t | {"Y": [[0, "1"]]}, "Malformed", "Y"),
            ("Y of quadruples", lambda t: t | {"Y": [[0, 0, "1", "1"]]}, "Malformed", "Y"),
            ("Y repeated", lambda t: t | {"Y": t["Y"] + t["Y"][:1]}, "Malformed", "Y"),
            ("Y repeated with 0", lambda t: t | {"Y": [[*t["Y"][0][:2], "0"], *t["Y"]]}, "Malformed", "Y"),
            ("Z null", lambda t: t | {"Z": None}, "Malformed", "Z"),
            ("Z of an equation to come", lambda t: t | {"Z": [[99, "1"]]}, "Malformed", "Z"),
            ("Z of an equation before", lambda t: t | {"Z": [[-1, "1"]]}, "Malformed", "Z"),
            ("says nothing", lambda _: nothing, "Rejected", "combination"),
            ("says nothing modulo 1", lambda _: nothing | {"modulus": "1"}, "Rejected", "combination"),
            ("says nothing twice", lambda _: nothing | {"Z": []}, "Rejected", "combination"),
        ):
            yield edited(control, path, edit, name, due, message)


def _single(control: Case) -> Iterator[Mutant]:
    """Branches on one unknown: a case missing, the unknown used twice."""
    paths = [path for path, kind in slots(control) if kind == "one unknown"]
    for path in some(paths):
        tree = at(evidence_of(control), path)
        for side in range(len(tree["children"])):
            for name, new, due, message in (
                (
                    f"no case {side}",
                    tree["children"][:side] + tree["children"][side + 1 :],
                    "Rejected",
                    "children",
                ),
                (
                    f"case {side} null",
                    put(copy.deepcopy(tree["children"]), (side,), None),
                    "Malformed",
                    "tree",
                ),
                (
                    f"again under {side}",
                    put(copy.deepcopy(tree["children"]), (side,), copy.deepcopy(tree)),
                    "Rejected",
                    "free",
                ),
            ):
                yield edited(control, path, constant(tree | {"children": new}), name, due, message)


def _branches(control: Case) -> Iterator[Mutant]:
    """Branches: a child missing or too many, forms that are not integer, equations not yet in force."""
    paths = [path for path, kind in slots(control) if kind == "branch"]
    form = ("branch", "form")
    for path in some(paths):
        for name, edit, due, message in (
            (
                "child added",
                lambda t: t | {"children": [*t["children"], {"exhaust": True}]},
                "Rejected",
                "branch",
            ),
            ("no children", lambda t: {k: v for k, v in t.items() if k != "children"}, "Malformed", "tree"),
            ("half in the form", lambda t: put(t, (*form, 0, 1), "1/2"), "Malformed", "form"),
            (
                "unknown twice",
                lambda t: put(t, form, [*t["branch"]["form"], t["branch"]["form"][0]]),
                "Malformed",
                "form",
            ),
            ("no form", lambda t: put(t, ("branch",), {"lower": {}, "upper": {}}), "Malformed", "branch"),
            ("no lower", lambda t: put(t, ("branch",), {"form": [], "upper": {}}), "Malformed", "branch"),
            ("lower null", lambda t: put(t, ("branch", "lower"), None), "Malformed", "branch"),
            (
                "upper with a modulus",
                lambda t: put(t, ("branch", "upper"), {"modulus": "1"}),
                "Malformed",
                "branch",
            ),
            ("forward", lambda t: put(t, ("branch", "lower"), {"Z": [[7, "1"]]}), "Malformed", "Z"),
            ("form null", lambda t: put(t, form, None), "Malformed", "form"),
            ("form dense", lambda t: put(t, form, ["1", "1"]), "Malformed", "form"),
        ):
            yield edited(control, path, edit, name, due, message)
        if json.loads(control.certificate) and at(evidence_of(control), path)["children"]:
            drop: Edit = lambda t: t | {"children": t["children"][:-1]}  # noqa: E731
            yield edited(control, path, drop, "child missing", "Rejected", "branch")


def _maps(control: Case) -> Iterator[Mutant]:
    """V: another function, another shape."""
    evidence = evidence_of(control)
    if not evidence.get("V_up"):
        return
    d, n = len(evidence["V_down"]), len(evidence["V_up"])
    width = json.loads(control.certificate)["width"]
    for name, up, down, due, message in (
        ("V_down changed", lambda r: r, lambda r: put(r, (0, 0), "1234567"), "Rejected", "function"),
        ("V_up negated", lambda r: [["1234567" for _ in w] for w in r], lambda r: r, "Rejected", "function"),
        (
            "V too wide",
            lambda r: r + [["0"] * d] * (width + 1 - n),
            lambda r: [w + ["0"] * (width + 1 - n) for w in r],
            "Rejected",
            "width",
        ),
        (
            "V in another dimension",
            lambda r: [[*w, "0"] for w in r],
            lambda r: [*r, ["0"] * n],
            "Rejected",
            "d = ",
        ),
        ("V_up with a row less", lambda r: r[:-1], lambda r: r, "Malformed", ""),
        ("V_down with a row less", lambda r: r, lambda r: r[:-1], "Malformed", ""),
        ("V_up ragged", lambda r: [*r, [*r[0], "1"]], lambda r: r, "Malformed", "V_up"),
        ("V_up empty", lambda _: [], lambda r: r, "Malformed", "V_up"),
        ("V_up of empty rows", lambda r: [[] for _ in r], lambda r: r, "Malformed", "V_up"),
        ("V_down null", lambda r: r, lambda _: None, "Malformed", "V_down"),
        ("V_down flat", lambda r: r, lambda r: r[0], "Malformed", "V_down"),
        ("V_up of strings", lambda r: ["".join(w) for w in r], lambda r: r, "Malformed", "V_up"),
        ("V_up an object", lambda _: {}, lambda r: r, "Malformed", "V_up"),
    ):
        if "V_b_up" in evidence and due == "Rejected" and message != "function":
            continue  # another shape is malformed when the biases keep theirs
        body = json.loads(control.certificate)
        body["evidence"] |= {"V_up": up(evidence["V_up"]), "V_down": down(copy.deepcopy(evidence["V_down"]))}
        yield made(control, name, due, message, body)
    for key in ("V_b_up", "V_b_down"):
        if key in evidence:
            for name, value in (
                ("null", None),
                ("empty", []),
                ("nested", [["0"]]),
                ("long", [*evidence[key], "0"]),
            ):
                yield edited(control, (key,), constant(value), name, "Malformed", key[2:])
            moved = [*evidence[key][:-1], "1234567"]
            yield edited(control, (key,), constant(moved), "changed", "Rejected", "function")
        else:
            body = json.loads(control.certificate)
            body["evidence"][key] = ["0"] * (n if key == "V_b_up" else d)
            if "V_b_up" not in evidence:
                yield made(control, f"{key} not due", "Malformed", "evidence", body)
    for key in ("V_up", "V_down"):
        body = json.loads(control.certificate)
        del body["evidence"][key]
        yield made(control, f"no {key}", "Malformed", key, body)


EVIDENCE = (_numbers, _indices, _trees, _combinations, _single, _branches, _maps)
