"""The kinds of examples by name, and the one function that makes one."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass

from symproof.errors import GaveUp, no_such
from symproof.examples import degenerate, planted, refuting, shifted, splitting
from symproof.examples.example import Example, Request
from symproof.examples.gates import GATED
from symproof.kernel.errors import Malformed
from symproof.reader.numbers import fraction

ATTEMPTS = 3000  # draws before a kind gives up; most need one or two
SECONDS = 60  # of draws


@dataclass(frozen=True, slots=True)
class Kind:
    """How a kind of example is made.

    Attributes:
        make: one draw: an example, or None when the draw does not work out.
        width: the width that is used when none is named, from d.
        d: the dimension that is used when none is named.
        best_of: so many examples are drawn, and the one with the smallest numbers is kept.
        activation: that is used when none is named.
    """

    make: Callable[[random.Random, Request], Example | None]
    width: Callable[[int], int]
    d: int = 2
    best_of: int = 1
    activation: str = "relu"

    @property
    def text(self) -> str:
        """What the kind is, in one line."""
        return (self.make.__doc__ or "").strip().splitlines()[0]


KINDS = {
    "absorbable": Kind(planted.absorbable, lambda d: d + 2),
    "boundary": Kind(planted.boundary, lambda d: d + 2),
    "several": Kind(planted.several, lambda d: 2 * d),
    "converse": Kind(planted.converse, lambda d: d + 2),
    "singular-skip": Kind(planted.singular_skip, lambda d: d + 2),
    "near-miss": Kind(planted.near_miss, lambda d: d + 2),
    "biases": Kind(shifted.biases, lambda d: d + 2),
    "biases-not": Kind(shifted.biases_not, lambda d: d + 2),
    "inconsistent": Kind(refuting.inconsistent, lambda d: d + 2, best_of=3),
    "bound": Kind(refuting.bound, lambda d: d + 2),
    "integrality": Kind(refuting.integrality, lambda d: d + 2, best_of=4),
    "modular": Kind(refuting.modular, lambda d: d + 2, best_of=4),
    "lattice": Kind(refuting.lattice, lambda d: d * d + 2, best_of=3),
    "split": Kind(splitting.split, lambda d: 3 * d + 3),
    "collinear": Kind(degenerate.collinear, lambda d: d + 2),
    "zero-column": Kind(degenerate.zero_column, lambda d: d + 2),
    "zero-row": Kind(degenerate.zero_row, lambda d: d + 2),
    "degenerate-not": Kind(degenerate.degenerate_not, lambda d: d + 2),
    "even": Kind(degenerate.even, lambda d: d + 1, activation="abs"),
    "sharp-degree": Kind(degenerate.sharp_degree, lambda d: d + 1),
    "sharp-skip": Kind(degenerate.sharp_skip, lambda d: d + 1),
    "sharp-rows": Kind(degenerate.sharp_rows, lambda d: 2 * d),
    "sharp-dimension": Kind(degenerate.sharp_dimension, lambda d: 2, d=1),
    "sharp-rank": Kind(degenerate.sharp_rank, lambda d: 3, d=3),
    "sharp-size": Kind(degenerate.sharp_size, lambda d: d - 1),
    "sharp-width": Kind(degenerate.sharp_width, lambda d: d + 1),
}


def request_for(kind: str, d: int | None = None, N: int | None = None, **options: object) -> Request:
    """The request with the kind's own d, N and activation where none is named.

    Raises:
        Malformed: the kind, a size or the activation is not one.
    """
    if kind not in KINDS:
        raise Malformed(no_such("kind", kind, KINDS))
    entry = KINDS[kind]
    d = entry.d if d is None else d
    N = entry.width(d) if N is None else N
    given = {name: value for name, value in options.items() if value is not None}
    request = Request(d, N, **{"activation": entry.activation, **given})  # type: ignore[arg-type]
    if min(d, N, request.bound, request.count) < 1:
        raise Malformed(
            f"d, N, the entries and the count must be at least 1, found {d}, {N}, {request.bound}"
        )
    free = kind in ("sharp-dimension", "biases", "biases-not")
    if d == 1 and N > 1 and request.conic and request.gap and not free:
        raise Malformed(
            f"with d = 1 and {request.activation} all rows are one class, so every block of two neurons is "
            "absorbable: name a rigid activation such as gelu, or d >= 2"
        )
    if not request.gap and kind not in ("even", "sharp-skip"):
        raise Malformed(
            f"{request.activation} has linear gap 0: only the kinds even and sharp-skip are about it"
        )
    return request


def example(
    kind: str, d: int | None = None, N: int | None = None, seed: int = 0, **options: object
) -> Example:
    """Exact weights with a known answer, and evidence that the kernel has accepted.

    Args:
        kind: one of `KINDS`; `symproof example --help` describes them.
        d: the dimension, and N the width; the kind's own where none is named.
        N: the width.
        seed: the same seed gives the same example.
        options: ``activation``, ``bound`` of the entries, and what else a `Request` has.

    Raises:
        Malformed: the kind, a size or the activation is not one.
        GaveUp: the draws ended without an example.

    >>> example("absorbable", d=2, N=4).expected
    <Verdict.ABSORBABLE: 'absorbable'>
    """
    return make(kind, seed, request_for(kind, d, N, **options))


def make(kind: str, seed: int, request: Request) -> Example:
    """An example of a kind, its certificate accepted by the kernel; the same for the same arguments.

    Args:
        kind: one of `KINDS`.
        seed: any integer.
        request: from `request_for`.

    Raises:
        Malformed: the kind does not exist for this request.
        GaveUp: no draw of `ATTEMPTS` worked out, or not within `SECONDS`.

    >>> make("boundary", 1, request_for("boundary", N=2)).subset
    (0, 1)
    """
    entry, rng = KINDS[kind], random.Random(f"{kind}:{seed}")
    found: list[Example] = []
    start = time.monotonic()
    for _ in range(ATTEMPTS):
        if time.monotonic() - start > SECONDS:
            raise GaveUp([kind], f"time: {SECONDS} s of draws")
        example = entry.make(rng, request)
        if example is not None:
            found.append(example)
            if len(found) == entry.best_of:
                break
    if not found:
        raise GaveUp([kind], f"{ATTEMPTS} draws with entries up to {request.bound}")
    return min(found, key=lambda e: max(abs(fraction(x)) for row in e.block.W_down for x in row))


def kinds_text() -> dict[str, str]:
    """All kinds, those of gated blocks too, with one line each."""
    return {name: kind.text for name, kind in KINDS.items()} | {
        name: text for name, (_, text) in GATED.items()
    }
