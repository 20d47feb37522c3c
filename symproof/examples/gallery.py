"""The gallery: telling blocks with the answer each must get, decided and re-checked in a fresh process."""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from symproof.absorb.decide import Decision, decide
from symproof.absorb.limits import Limits
from symproof.examples.kinds import certificate_kind
from symproof.files.readers import read_block
from symproof.files.writers import write_json
from symproof.reader.text import read_json

FOLDER = Path(__file__).parent / "gallery"
SECONDS = 60.0  # for one decision and for one run of the kernel


@dataclass(frozen=True, slots=True)
class Piece:
    """One block of the gallery: a weights file that says what must be found.

    Attributes:
        name: the file's name without suffix.
        path: the weights file.
        title: what the block shows.
        expected: absorbable or not-absorbable.
        why: the reason, in words.
    """

    name: str
    path: Path
    title: str
    expected: str
    why: str


@dataclass(frozen=True, slots=True)
class Outcome:
    """What came out for one piece.

    Attributes:
        piece: the block.
        decision: what `symproof.decide` answers.
        kind: the kind of certificate, empty without one.
        kernel: ``accepted``, or what the kernel in its own process said.
    """

    piece: Piece
    decision: Decision
    kind: str
    kernel: str

    @property
    def passed(self) -> bool:
        """The verdict is the expected one and the kernel accepts its certificate."""
        return str(self.decision.verdict) == self.piece.expected and self.kernel == "accepted"


def pieces(folder: Path = FOLDER) -> list[Piece]:
    """The blocks of a folder of weights files, by name.

    Raises:
        Malformed: a file is not JSON.
        KeyError: a file's ``about`` lacks ``title``, ``expected`` or ``why``.
    """
    found = []
    for path in sorted(folder.glob("*.json")):
        about = read_json(str(path))["about"]
        found.append(Piece(path.stem, path, about["title"], about["expected"], about["why"]))
    return found


def run(piece: Piece, folder: Path) -> Outcome:
    """Decide one block, save its certificate in ``folder``, let the kernel check it in a fresh process."""
    block = read_block(piece.path)
    decision = decide(block, Limits(time=SECONDS))
    if decision.certificate is None:
        return Outcome(piece, decision, "", "nothing to check")
    saved = folder / f"{piece.name}.certificate.json"
    write_json(saved, decision.certificate)
    kind = certificate_kind(block.weights, decision.certificate)
    return Outcome(piece, decision, kind, recheck(saved, piece.path, str(decision.verdict)))


def recheck(certificate: Path, weights: Path, claim: str) -> str:
    """``accepted``, or the message of `python -m symproof.kernel` in a process of its own."""
    command = [sys.executable, "-m", "symproof.kernel", str(certificate), "--weights", str(weights)]
    done = subprocess.run(
        [*command, "--claim", claim], capture_output=True, text=True, timeout=SECONDS, check=False
    )
    if done.returncode == 0 and done.stdout.startswith("accepted:"):
        return "accepted"
    return done.stderr.strip() or f"exit status {done.returncode}"


def run_all(folder: Path = FOLDER, report: Callable[[str], None] | None = None) -> list[Outcome]:
    """Every piece of the folder; certificates live in a temporary directory for as long as it takes."""
    outcomes = []
    with tempfile.TemporaryDirectory(prefix="symproof-") as scratch:
        found = pieces(folder)
        for k, piece in enumerate(found):
            if report is not None:
                report(f"{k} of {len(found)} blocks, now {piece.name}")
            outcomes.append(run(piece, Path(scratch)))
    return outcomes
