"""What Rocq has proved of each statement: theorem names in Main.v and the axioms they depend on.

Read from what `coqc` printed for `Print Assumptions` when Main.v was compiled by
`toolchain.build`, never by hand.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from symproof.rocq.toolchain import RECORD, THEORIES, available, fingerprint, recorded_fingerprint

NO_ROCQ = "not checked here (coqc not found)"
NOT_BUILT = "not checked here (not compiled; run python -m symproof.rocq)"

_TAG = re.compile(r"\(\*\* ([a-z0-9-]+):")
_THEOREM = re.compile(r"^Theorem (\w+)", re.MULTILINE)
_AXIOM = re.compile(r"^([A-Za-z_][\w.]*)(?= :|\n)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Proved:
    """A theorem of Main.v that coqc has accepted.

    Attributes:
        name: its name.
        statement: the id of the statement of the paper that it belongs to.
        axioms: what its proof assumes, sorted; empty when it is closed under the global context.
    """

    name: str
    statement: str
    axioms: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Status:
    """The formal status of the whole development.

    Attributes:
        why: why nothing is known here, or None.
        theorems: all theorems, in the order of Main.v.
    """

    why: str | None
    theorems: tuple[Proved, ...] = ()

    def of(self, statement: str) -> tuple[Proved, ...]:
        """The theorems of one statement."""
        return tuple(theorem for theorem in self.theorems if theorem.statement == statement)

    def words(self, statement: str) -> str:
        """A cell of a table: names and axioms, or why they are not known; empty when there is no theorem."""
        if self.why is not None:
            return self.why
        axioms = sorted({axiom for theorem in self.of(statement) for axiom in theorem.axioms})
        names = ", ".join(theorem.name for theorem in self.of(statement))
        if not names:
            return ""
        return f"{names} ({'axioms: ' + ', '.join(axioms) if axioms else 'no axioms'})"


def theorem_names(main: str) -> list[tuple[str, str]]:
    """(statement, theorem) pairs in the order of Main.v, from its tags."""
    tags = [(match.start(), match[1]) for match in _TAG.finditer(main)]
    pairs = []
    for match in _THEOREM.finditer(main):
        before = [tag for start, tag in tags if start < match.start()]
        pairs.append((before[-1] if before else "", match[1]))
    return pairs


def assumptions(printed: str) -> list[tuple[str, ...]]:
    """The axioms in each answer to `Print Assumptions`, in order."""
    answers = re.split(r"^(?=Closed under the global context|Axioms:)", printed, flags=re.MULTILINE)[1:]
    return [
        () if answer.startswith("Closed") else tuple(sorted(_AXIOM.findall(answer.removeprefix("Axioms:\n"))))
        for answer in answers
    ]


def status(theories: Path = THEORIES) -> Status:
    """The formal status, as the last compilation of exactly these sources left it."""
    if recorded_fingerprint(theories) != fingerprint():
        return Status(NOT_BUILT if available() else NO_ROCQ)
    names = theorem_names((theories / "Main.v").read_text())
    axioms = assumptions((theories / RECORD).read_text())
    if len(names) != len(axioms):
        return Status(f"Main.v states {len(names)} theorems and prints {len(axioms)} assumptions")
    return Status(
        None, tuple(Proved(name, tag, found) for (tag, name), found in zip(names, axioms, strict=True))
    )
