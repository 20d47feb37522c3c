"""The page of all that is read or cited: a step of which it says something else is refused.

No computation refuses a change to an inference in words on which nothing computed depends. The page does: it
says of every such step what it concludes, from what, and why, and a run compares. `make readings` writes it
anew, so that a changed reading is seen as a changed line of the page.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

from symproof.proof.printing import plain
from symproof.proof.statement import Statement
from symproof.proof.step import Step

PAGE = Path(__file__).parents[1] / "paper" / "READINGS.md"
_HEAD = """# What is read, and what is cited

Every step of the ledger that no procedure decides: what it concludes, from what, and why. `symproof verify`
compares its run with this page and refuses a step that says something else; `make readings` writes it anew.
"""


def lines(steps: Sequence[Step]) -> dict[str, str]:
    """For every step that is read or cited a line of Markdown, with the name of the step.

    What a step at given sizes concludes is left out where it is assumed: the page is one for all sizes.
    """
    sized = {step.name for step in steps if not step.scope.general}
    return {_line(step, sized): step.name for step in steps if step.read or step.cited}


def _line(step: Step, sized: set[str]) -> str:
    """What a step says, from what, and why."""
    rule, conclusion = step.written.rule, step.conclusion
    data = rule.data
    says = plain(conclusion) if conclusion is not None else "nothing"
    found = f"* **{step.name}**: `{says}`" + (f", a new {', '.join(map(str, rule.new))}" if rule.new else "")
    if step.premises:
        found += " from " + ", ".join(
            one.by.name + ("" if one.by.name in sized else f" `{plain(one.prop)}`") for one in step.premises
        )
    if rule.discharges:
        found += f", without {', '.join(rule.discharges)}"
    if step.cited:
        return f"{found}. Cited: {data['fact'].name}."
    theorem = "no Rocq theorem" if data["rocq"] == "none" else f"Rocq: `{data['rocq']}`"
    return f"{found}. Read: {data['reason']}. {theorem[:1].upper()}{theorem[1:]}."


def page(statements: Iterable[Statement]) -> str:
    """The whole page."""
    from symproof.proof.linking import at_default

    parts = [_HEAD]
    for item in statements:
        found = lines(at_default(item))
        if found:
            parts.append("\n".join((f"## {item.id}\n", *found)) + "\n")
    return "\n".join(parts)


@cache
def _sections() -> dict[str, frozenset[str]]:
    text = PAGE.read_text(encoding="utf-8") if PAGE.exists() else ""
    parts = (part.partition("\n") for part in text.split("\n## ")[1:])
    return {name: frozenset(rest.splitlines()) for name, _, rest in parts}


def unlisted(statement: Statement, steps: Sequence[Step]) -> list[str]:
    """Which steps are read or cited otherwise than the page says, and which lines of it no step says."""
    there = {text for text in _sections().get(statement.id, ()) if text}
    said = lines(steps)
    found = [
        f"step {name!r} is not what was read: {PAGE.name} says something else, or nothing"
        for text, name in said.items()
        if text not in there
    ]
    gone = {text.split("**")[1] for text in there - set(said)} - set(said.values())
    return found + [f"step {name!r} stands in {PAGE.name} and is no longer there" for name in sorted(gone)]


if __name__ == "__main__":
    from symproof.paper import statements

    PAGE.write_text(page(statements()), encoding="utf-8")
