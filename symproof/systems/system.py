"""X Y = T with some entries given and the others unknown, and its generators as polynomials."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from sympy import QQ
from sympy.polys.orderings import grevlex
from sympy.polys.rings import PolyElement, PolyRing

from symproof.kernel.errors import Malformed
from symproof.kernel.linear import rref
from symproof.reader.numbers import entry, fraction
from symproof.reader.text import fields
from symproof.reader.weights import matrix, shape

Entry = Fraction | None  # None: unknown
Entries = tuple[tuple[Entry, ...], ...]
Rows = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class System:
    """Find X (d x s) and Y (s x d) with X Y = T, some of their entries given.

    Args:
        X: d x s, rationals, None for an unknown.
        Y: s x d, likewise.
        T: d x d, rationals.

    Raises:
        Malformed: the shapes do not fit.
    """

    X: Entries
    Y: Entries
    T: Rows

    def __post_init__(self) -> None:
        fit = len(self.X[0]) == len(self.Y) and len(self.T) == len(self.T[0]) == len(self.X) == len(self.Y[0])
        if not fit:
            found = ", ".join(shape(A) for A in (self.X, self.Y, self.T))  # type: ignore[arg-type]
            raise Malformed(f"X, Y and the target must be d x s, s x d and d x d, found {found}")

    @property
    def d(self) -> int:
        """The number of rows of X."""
        return len(self.X)

    @property
    def s(self) -> int:
        """The number of columns of X, the size of S."""
        return len(self.Y)

    @cached_property
    def places(self) -> list[tuple[str, int, int]]:
        """The unknowns in their order: ("X", i, k), row by row, then ("Y", k, j)."""
        return [
            (name, i, j)
            for name, rows in (("X", self.X), ("Y", self.Y))
            for i, row in enumerate(rows)
            for j, value in enumerate(row)
            if value is None
        ]

    @cached_property
    def names(self) -> list[str]:
        """The unknowns as they are printed: x00, y10; with commas from ten rows or columns on."""
        comma = "_" if max(self.d, self.s) > 10 else ""
        return [f"{name.lower()}{i}{comma}{j}" for name, i, j in self.places]

    @cached_property
    def ring(self) -> PolyRing:
        """Q[unknowns], ordered by total degree (grevlex)."""
        return PolyRing(self.names or ["unused"], QQ, grevlex)

    @cached_property
    def generators(self) -> list[list[PolyElement]]:
        """g_ij = sum_k X_ik Y_kj - T_ij."""
        ring = self.ring
        unknown = dict(zip(self.places, ring.gens, strict=False))

        def element(name: str, i: int, j: int, value: Entry) -> PolyElement:
            return unknown[name, i, j] if value is None else ring(constant(value))

        X = [[element("X", i, k, v) for k, v in enumerate(row)] for i, row in enumerate(self.X)]
        Y = [[element("Y", k, j, v) for j, v in enumerate(row)] for k, row in enumerate(self.Y)]
        return [
            [
                sum((X[i][k] * Y[k][j] for k in range(self.s)), ring(constant(-self.T[i][j])))
                for j in range(self.d)
            ]
            for i in range(self.d)
        ]

    def filled(self, values: dict[tuple[str, int, int], Fraction]) -> System:
        """The system with these unknowns given."""
        X, Y = (
            tuple(
                tuple(values.get((name, i, j), v) if v is None else v for j, v in enumerate(row))
                for i, row in enumerate(rows)
            )
            for name, rows in (("X", self.X), ("Y", self.Y))
        )
        return System(X, Y, self.T)

    def solved(self) -> bool:
        """Whether nothing is unknown and X Y = T."""
        return not self.places and not any(any(row) for row in self.generators)

    def to_json(self) -> dict[str, Any]:
        """The form that `read_system` and the checker of FORMAT.md read."""
        parts = {"X": self.X, "Y": self.Y, "target": self.T}
        return {
            name: [[None if v is None else str(v) for v in row] for row in rows]
            for name, rows in parts.items()
        }


def constant(value: Fraction) -> Any:
    """The element of SymPy's QQ, whatever its ground type is."""
    return QQ(value.numerator, value.denominator)


def rational(value: Any) -> Fraction:
    """The Fraction of an element of SymPy's QQ."""
    return Fraction(int(QQ.numer(value)), int(QQ.denom(value)))


def minus_identity(d: int) -> Rows:
    """The target of condition (3): -I."""
    return tuple(tuple(Fraction(-int(i == j)) for j in range(d)) for i in range(d))


def unknown_system(d: int, s: int, T: Rows | None = None) -> System:
    """The system with every entry of X and Y unknown; without T, the target is -I."""
    if d < 1 or s < 1:
        raise Malformed(f"d and the size of S must be at least 1, found {d} and {s}")
    return System(((None,) * s,) * d, ((None,) * d,) * s, T or minus_identity(d))


def read_system(value: Any, where: str = "system") -> System:
    """The system of a parsed JSON object (FORMAT.md).

    Raises:
        Malformed: it is not in the format.
    """
    body = fields(value, where, ("X", "Y"), ("target",))

    def read(value: object, place: str) -> Any:
        return None if value is None else fraction(entry(value, f"{where}: {place}"))

    X, Y = (tuple(map(tuple, matrix(body[name], name, read))) for name in ("X", "Y"))
    if "target" not in body:
        return System(X, Y, minus_identity(len(X)))  # type: ignore[arg-type]
    T = tuple(tuple(map(fraction, row)) for row in matrix(body["target"], "target"))
    return System(X, Y, T)  # type: ignore[arg-type]


def rank(rows: Rows) -> int:
    """The rank of a rational matrix."""
    return len(rref(rows)[1])
