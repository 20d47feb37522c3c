"""Is a list of steps a proof? Every reference resolves, nothing is idle, the end rests on the rest.

Only a hypothesis that is said not to be needed may be used by no step.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from symproof.proof.statement import Statement
from symproof.proof.step import Step


def defects(statement: Statement, steps: Sequence[Step]) -> list[str]:
    """What is wrong with the chain, in words; empty when nothing is."""
    found: list[str] = []
    known = {item.name for item in statement.hypotheses} | set(statement.uses)
    used: set[str] = set()
    for step in steps:
        if step.name in known:
            found.append(f"the name {step.name!r} is taken")
        found += [
            f"step {step.name!r} uses {name!r}, which is not before it"
            for name in step.uses
            if name not in known
        ]
        known.add(step.name)
        used |= set(step.uses)
    idle = [h.name for h in statement.hypotheses if h.name not in used and h.without.needed is not False]
    found += [f"hypothesis {name!r} is used by no step" for name in idle]
    found += [
        f"statement {name!r} is named and used by no step" for name in statement.uses if name not in used
    ]
    return found + _loose(steps)


def _loose(steps: Sequence[Step]) -> list[str]:
    proof = [step for step in steps if not step.illustration]
    if not proof:
        return ["there is no proof step"]
    by_name = {step.name: step for step in steps}
    reached: set[str] = set()
    waiting = [proof[-1].name]
    while waiting:
        name = waiting.pop()
        if name not in reached and name in by_name:
            reached.add(name)
            waiting += by_name[name].uses
    found = [
        f"the conclusion does not rest on step {step.name!r}" for step in proof if step.name not in reached
    ]
    return found + [
        f"the proof rests on the illustration {step.name!r}"
        for step in steps
        if step.illustration and step.name in reached
    ]


def order_defects(statements: Iterable[Statement]) -> list[str]:
    """What is wrong with the references between statements: unknown ids, repeated ids, circles."""
    by_id: dict[str, Statement] = {}
    found: list[str] = []
    for statement in statements:
        if statement.id in by_id:
            found.append(f"two statements are called {statement.id!r}")
        by_id[statement.id] = statement
    for statement in by_id.values():
        found += [
            f"{statement.id} rests on {name!r}, which does not exist"
            for name in statement.uses
            if name not in by_id
        ]
        if statement.id in ancestors(by_id, statement.id):
            found.append(f"{statement.id} rests on itself")
    return found


def ancestors(by_id: Mapping[str, Statement], name: str) -> set[str]:
    """The ids of all statements that the named one rests on, directly or not."""
    reached: set[str] = set()
    waiting = list(by_id[name].uses)
    while waiting:
        current = waiting.pop()
        if current not in reached and current in by_id:
            reached.add(current)
            waiting += by_id[current].uses
    return reached
