"""The results of sweeps in one SQLite file, which pandas opens; an interrupted sweep goes on from it."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from symproof.examples.atlas.spec import Spec, Types
from symproof.examples.atlas.sweep import Row
from symproof.kernel.errors import Malformed

SCHEMA = """
CREATE TABLE IF NOT EXISTS sweep (
    id INTEGER PRIMARY KEY, d INTEGER NOT NULL, N INTEGER NOT NULL, entries TEXT NOT NULL,
    activation TEXT NOT NULL, pairs TEXT NOT NULL, chunks INTEGER NOT NULL,
    UNIQUE (d, N, entries, activation));
CREATE TABLE IF NOT EXISTS chunk (
    sweep INTEGER NOT NULL REFERENCES sweep (id), prefix TEXT NOT NULL, PRIMARY KEY (sweep, prefix));
CREATE TABLE IF NOT EXISTS orbit (
    sweep INTEGER NOT NULL REFERENCES sweep (id), types TEXT NOT NULL, pairs TEXT NOT NULL,
    verdict TEXT NOT NULL, degenerate INTEGER NOT NULL, subset INTEGER NOT NULL, evidence TEXT NOT NULL,
    W_up TEXT NOT NULL, W_down TEXT NOT NULL, PRIMARY KEY (sweep, types));
"""


@dataclass(slots=True)
class Totals:
    """The result of a sweep.

    Attributes:
        spec: what was swept.
        complete: whether all chunks are done.
        orbits: how many representatives were decided.
        pairs: category -> number of weight pairs; see `symproof.examples.atlas.sweep.Row.category`.
        evidence: kind of certificate -> number of weight pairs.
        first: category -> W_up and W_down of its first representative, as JSON lists of strings.
    """

    spec: Spec
    complete: bool = False
    orbits: int = 0
    pairs: dict[str, int] = field(default_factory=dict)
    evidence: dict[str, int] = field(default_factory=dict)
    first: dict[str, dict[str, Any]] = field(default_factory=dict)

    def count(self, verdict: str) -> int:
        """The number of weight pairs with a verdict."""
        return sum(n for category, n in self.pairs.items() if category.split(", ")[1] == verdict)

    @property
    def degenerate(self) -> int:
        """The number of weight pairs that break a hypothesis of Theorem 4."""
        return sum(n for category, n in self.pairs.items() if category.startswith("degenerate"))


class Store:
    """A SQLite file with any number of sweeps.

    Args:
        path: a file, made when it does not exist, or ``":memory:"``.

    Raises:
        Malformed: the file is not an atlas.
    """

    def __init__(self, path: str) -> None:
        self.path = path
        with self._readable():
            self.connection = sqlite3.connect(path)
            self.connection.executescript(SCHEMA)

    def close(self) -> None:
        """Close the file."""
        self.connection.close()

    def open(self, spec: Spec) -> int:
        """The identifier of a sweep, which is added when the file does not have it."""
        key = (spec.d, spec.width, spec.label, spec.activation)
        with self._readable(), self.connection:
            self.connection.execute(
                "INSERT OR IGNORE INTO sweep (d, N, entries, activation, pairs, chunks)"
                " VALUES (?, ?, ?, ?, ?, ?)",
                (*key, str(spec.pairs), len(spec.chunks())),
            )
            query = "SELECT id FROM sweep WHERE d = ? AND N = ? AND entries = ? AND activation = ?"
            return int(self.connection.execute(query, key).fetchone()[0])

    def done(self, sweep: int) -> set[Types]:
        """The chunks that are finished."""
        rows = self.connection.execute("SELECT prefix FROM chunk WHERE sweep = ?", (sweep,))
        return {tuple(json.loads(prefix)) for (prefix,) in rows}

    def add(self, sweep: int, spec: Spec, prefix: Types, rows: list[Row]) -> None:
        """Record a finished chunk: all of it or nothing."""
        values = []
        for row in rows:
            up, down = spec.weights(row.types)
            texts = [json.dumps([[str(x) for x in line] for line in matrix]) for matrix in (up, down)]
            head = (sweep, json.dumps(row.types), str(row.pairs), row.verdict)
            values.append((*head, row.degenerate, row.subset, row.evidence, *texts))
        with self._readable(), self.connection:
            self.connection.execute("INSERT INTO chunk VALUES (?, ?)", (sweep, json.dumps(prefix)))
            self.connection.executemany("INSERT INTO orbit VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", values)

    def specs(self) -> list[Spec]:
        """The sweeps in the file, in the order in which they were added."""
        rows = self.connection.execute("SELECT d, N, entries, activation FROM sweep ORDER BY id")
        return [Spec(d, n, tuple(map(Fraction, e.split(","))), a) for d, n, e, a in rows]

    def totals(self, spec: Spec) -> Totals:
        """The numbers of a sweep.

        Raises:
            ArithmeticError: all chunks are done and the orbits do not add up to |E|^(2dN) pairs.
        """
        sweep = self.open(spec)
        result = Totals(spec, len(self.done(sweep)) == len(spec.chunks()))
        names = "types, pairs, verdict, degenerate, subset, evidence, W_up, W_down"
        query = f"SELECT {names} FROM orbit WHERE sweep = ?"
        rows = [(tuple(json.loads(t)), *rest) for t, *rest in self.connection.execute(query, (sweep,))]
        for types, pairs, verdict, degenerate, subset, evidence, up, down in sorted(rows):
            row = Row(types, int(pairs), verdict, bool(degenerate), bool(subset), evidence)
            result.orbits += 1
            result.pairs[row.category] = result.pairs.get(row.category, 0) + row.pairs
            result.evidence[evidence] = result.evidence.get(evidence, 0) + row.pairs
            result.first.setdefault(row.category, {"W_up": json.loads(up), "W_down": json.loads(down)})
        found = sum(result.pairs.values())
        if result.complete and found != spec.pairs:
            raise ArithmeticError(f"{found} pairs in all orbits, but |E|^(2dN) = {spec.pairs}")
        return result

    @contextmanager
    def _readable(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise Malformed(f"{self.path}: is not an atlas that can be written: {error}") from None
