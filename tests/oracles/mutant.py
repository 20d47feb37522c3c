"""A corrupted certificate, and the places in the evidence where something can be corrupted."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from oracles.corpus import Case, dumped

Path = tuple[str | int, ...]
Edit = Callable[[Any], Any]


@dataclass(frozen=True, slots=True)
class Mutant:
    """A case that must be refused with this exception and this part of a message."""

    case: Case
    due: str
    message: str


def made(control: Case, name: str, due: str, message: str, body: Any = None, **changes: Any) -> Mutant:
    if body is not None:
        changes["certificate"] = dumped(body)
    return Mutant(replace(control, name=f"{control.name}: {name}", **changes), due, message)


def evidence_of(control: Case) -> Any:
    return json.loads(control.certificate)["evidence"]


def some(paths: list[Path]) -> list[Path]:
    return sorted({paths[0], paths[len(paths) // 2], paths[-1]}, key=str) if paths else []


def constant(value: Any) -> Edit:
    """The edit that puts ``value`` there."""
    return lambda _: value


def edited(control: Case, path: Path, edit: Edit, name: str, *due: str) -> Mutant:
    body = json.loads(control.certificate)
    body["evidence"] = put(body["evidence"], path, edit(copy.deepcopy(at(body["evidence"], path))))
    return made(control, f"{'.'.join(map(str, path))} {name}", due[0], due[1], body)


def at(value: Any, path: Path) -> Any:
    for step in path:
        value = value[step]
    return value


def put(value: Any, path: Path, new: Any) -> Any:
    if not path:
        return new
    at(value, path[:-1])[path[-1]] = new
    return value


def slots(control: Case) -> Iterator[tuple[Path, str]]:
    """Where in the evidence trees, combinations, branches, numbers and indices are."""
    evidence = evidence_of(control)
    if "tree" in evidence:
        yield from _tree_slots(evidence["tree"], ("tree",))
    for path, rule, _ in cost_slots(control):
        if rule == "tree":
            yield from _tree_slots(at(evidence, (*path, "tree")), (*path, "tree"))
    for key in ("flip", "double"):
        yield from (((key, t), "index") for t in range(len(evidence.get(key, []))))
    for key in ("V_b_up", "V_b_down"):
        yield from (((key, j), "number") for j in range(len(evidence.get(key, []))))
    for key in ("V_up", "V_down"):
        for i, row in enumerate(evidence.get(key, [])):
            yield from (((key, i, j), "number") for j in range(len(row)))


def cost_slots(control: Case) -> Iterator[tuple[Path, str, bool]]:
    """Where in the evidence proofs are, their rules, and whether there is anything to spare."""
    for t, proof in enumerate(evidence_of(control).get("cost", [])):
        yield from _proof_slots(proof, ("cost", t))


def _proof_slots(proof: Any, path: Path) -> Iterator[tuple[Path, str, bool]]:
    ((rule, body),) = proof.items()
    yield path, rule, rule != "count"
    if rule == "split":
        for side in ("zero", "one", "both"):
            yield from _proof_slots(body[side], (*path, rule, side))
    if rule == "each":
        yield from _proof_slots(body["none"], (*path, rule, "none"))
        for t, child in enumerate(body["one"]):
            yield from _proof_slots(child, (*path, rule, "one", t))


def _tree_slots(tree: Any, path: Path) -> Iterator[tuple[Path, str]]:
    yield path, "tree"
    if "combination" in tree:
        place = (*path, "combination")
        yield place, "combination"
        yield (*place, "modulus"), "number"
        yield from _combo_slots(tree["combination"], place)
    elif "branch" in tree:
        if len(tree["branch"]["form"]) == 1:
            yield path, "one unknown"
        yield path, "branch"
        for t in range(len(tree["branch"]["form"])):
            yield (*path, "branch", "form", t, 0), "index"
            yield (*path, "branch", "form", t, 1), "number"
        for side in ("lower", "upper"):
            yield from _combo_slots(tree["branch"][side], (*path, "branch", side))
        for t, child in enumerate(tree["children"]):
            yield from _tree_slots(child, (*path, "children", t))


def _combo_slots(combo: Any, path: Path) -> Iterator[tuple[Path, str]]:
    for key, size in (("Y", 2), ("Z", 1)):
        for t in range(len(combo.get(key, []))):
            yield from (((*path, key, t, s), "index") for s in range(size))
            yield (*path, key, t, size), "number"
