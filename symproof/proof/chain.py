"""Is a list of steps a proof? Nothing is idle, every name is explained, the end rests on the rest.

Only a hypothesis that is said not to be needed may be used by no step.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence

from symproof.proof.glossary import glossary
from symproof.proof.linking import undefined
from symproof.proof.listed import unlisted
from symproof.proof.statement import Statement
from symproof.proof.step import Step
from symproof.proof.terms import name_of


def defects(statement: Statement, steps: Sequence[Step]) -> list[str]:
    """What is wrong with the chain, in words; empty when nothing is."""
    used = {name for step in steps for name in (*step.uses, *step.open, *step.written.rule.discharges)}
    found = undefined(statement) + _unexplained(statement, steps) + _unsaid(statement)
    found += [
        f"hypothesis {item.name!r} is used by no step"
        for item in statement.hypotheses
        if item.name not in used and item.without.needed is not False
    ]
    found += [
        f"{item.name!r} is used by no step"
        for item in (*statement.suppose, *statement.define)
        if item.name not in used
    ]
    return found + _typed(statement, steps) + _loose(statement, steps) + unlisted(statement, steps)


def _unsaid(statement: Statement) -> list[str]:
    """Hypotheses that the sentence has no words for, or twice, and names in it that are no hypothesis."""
    names, marked = [item.name for item in statement.hypotheses], statement.marked
    found = [] if statement.sentence else ["no sentence says what the statement says"]
    found += [
        f"the sentence names hypothesis {name!r} {marked.count(name)} times, not once"
        for name in names
        if marked.count(name) != 1
    ]
    return found + [
        f"the sentence names {name!r}, which is no hypothesis" for name in marked if name not in names
    ]


def _typed(statement: Statement, steps: Sequence[Step]) -> list[str]:
    """Relations that stand in a text: what is claimed is data, and no text may claim anything beside it."""
    texts = {"the title": statement.title, "the sentence": statement.sentence}
    texts |= {f"the glossary entry {name!r}": text for name, text in statement.names.items()}
    texts |= {
        f"step {step.name!r}, its reason": step.written.rule.data["reason"] for step in steps if step.read
    }
    return [
        f"{where}: a relation is typed: {text}" for where, text in texts.items() if _RELATION.search(text)
    ]


_RELATION = re.compile(r"[=<>]|->")


def _unexplained(statement: Statement, steps: Sequence[Step]) -> list[str]:
    """Quantities that neither the shared glossary nor the one of the statement explains."""
    explained = {**glossary(), **statement.names}
    props = [item.prop for item in statement.assumptions.values()]
    props += [step.conclusion for step in steps if step.conclusion is not None]
    names = {name_of(one) for prop in props for one in prop.symbols}
    return [f"the glossary does not say what {name!r} is" for name in sorted(names - set(explained))]


def _loose(statement: Statement, steps: Sequence[Step]) -> list[str]:
    proof = [step for step in steps if not step.illustration]
    if not proof:
        return ["there is no proof step"]
    by_name = {step.name: step for step in steps}
    ends = statement.concludes or (proof[-1].name,)
    found = [f"the statement concludes {name!r}, which is no step" for name in ends if name not in by_name]
    reached: set[str] = set()
    waiting = list(ends)
    while waiting:
        name = waiting.pop()
        if name not in reached and name in by_name:
            reached.add(name)
            waiting += by_name[name].uses
    found += [
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
