"""The certificates under fixtures/, and what the kernel says about one."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from symproof.kernel.budget import STEPS, Budget
from symproof.kernel.claims import check
from symproof.kernel.errors import Malformed, OutOfBudget, Rejected
from symproof.reader.text import parse_json
from symproof.reader.weights import from_json

FIXTURES = Path(__file__).parent.parent / "fixtures"


@dataclass(frozen=True, slots=True)
class Case:
    """A certificate and what the caller asks; ``message`` is a part of what must be said when it fails."""

    name: str
    certificate: bytes
    weights: bytes
    claim: str
    width: int | None = None
    message: str = ""

    def judged(self, steps: int = STEPS) -> tuple[str, str]:
        """'accepted' or the name of the kernel's exception, and the sentence; other exceptions go through."""
        try:
            weights = from_json(parse_json(self.weights, "weights"), "weights")
            said = check(
                parse_json(self.certificate, "certificate"), weights, self.claim, self.width, Budget(steps)
            )
        except (Rejected, Malformed, OutOfBudget) as error:
            return type(error).__name__, str(error)
        return "accepted", said


def load(folder: str) -> list[Case]:
    """The JSON cases of accept/, reject/ or budget/."""
    return [_case(path) for path in sorted((FIXTURES / folder).glob("*.json"))]


def _case(path: Path) -> Case:
    read = json.loads(path.read_bytes())
    return Case(
        path.stem,
        dumped(read["certificate"]),
        dumped(read["weights"]),
        read["claim"],
        read["width"],
        read.get("message", ""),
    )


def raw(folder: str) -> Iterator[tuple[str, bytes, str]]:
    """Name, bytes and message of the files under malformed/``folder``, as its messages.json lists them."""
    here = FIXTURES / "malformed" / folder
    for name, message in json.loads((here / "messages.json").read_bytes()).items():
        yield name, (here / name).read_bytes(), message


def dumped(value: Any) -> bytes:
    """The bytes of a JSON value."""
    return json.dumps(value).encode()
