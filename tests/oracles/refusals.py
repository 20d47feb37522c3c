"""Everything that must be refused, as one run: `python [-O] -m oracles.refusals` prints a JSON report."""

from __future__ import annotations

import json
from collections.abc import Iterator

from oracles.corpus import Case, load, raw
from oracles.mutant import Mutant
from oracles.mutations import mutants

PLAIN = "no-subset-plain"  # the accepted case whose weights malformed/weights corrupts


def refusals() -> Iterator[Mutant]:
    """The files under reject/ and malformed/, and every corruption of every accepted case."""
    controls = load("accept")
    plain = next(case for case in controls if case.name == PLAIN)
    for control in controls:
        yield from mutants(control)
    for case in load("reject"):
        yield Mutant(case, "Rejected", case.message)
    for name, data, message in raw("weights"):
        yield Mutant(Case(name, plain.certificate, data, plain.claim), "Malformed", message)


def report() -> dict[str, object]:
    """How many were judged, which were not refused as they should, which controls were not accepted."""
    wrong, count = [], 0
    for mutant in refusals():
        count += 1
        kind, said = mutant.case.judged()
        if kind != mutant.due or mutant.message.lower() not in said.lower():
            wrong.append((mutant.case.name, mutant.due, mutant.message, kind, said[:200]))
    controls = [case.name for case in load("accept") if case.judged()[0] != "accepted"]
    return {"debug": __debug__, "judged": count, "wrong": wrong, "controls": controls}


if __name__ == "__main__":
    print(json.dumps(report()))
