"""The atlas of the report: all blocks of a few small sizes with small integer entries, each decided."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import closing
from fractions import Fraction

from symproof.examples.atlas.run import run_sweep
from symproof.examples.atlas.spec import Spec
from symproof.examples.atlas.store import Store, Totals
from symproof.render.page import escape, prose, table

# d, N, the largest entry, the activation
SIZES = (
    (1, 1, 2, "relu"), (1, 2, 2, "relu"), (1, 1, 2, "gelu"), (1, 2, 2, "gelu"), (2, 2, 1, "relu"),
    (2, 3, 1, "relu"),
)  # fmt: skip
WORDS = (
    "Every pair of matrices is decided, one representative for all that differ by the order of neurons and "
    "the like, with evidence that the kernel accepts. For d = 1 and N = 2 all rows of a ReLU block are "
    "collinear, and two neurons on a line can have any even and any linear part; for GELU only rows that are "
    "equal up to sign count as one. A block is absorbed without a set S where the hypotheses of Theorem 4 "
    "fail."
)


def sweep(
    d: int, N: int, largest: int, activation: str, report: Callable[[str], None] | None = None
) -> Totals:
    """All blocks with entries from -largest to largest."""
    spec = Spec(d, N, tuple(map(Fraction, range(-largest, largest + 1))), activation)
    with closing(Store(":memory:")) as store:
        return run_sweep(spec, store, report=report)


def sweeps(report: Callable[[str], None] | None = None) -> tuple[Totals, ...]:
    """The sweeps of the report: about ten seconds."""
    return tuple(sweep(*size, report=report) for size in SIZES)


def atlas(totals: tuple[Totals, ...]) -> str:
    """The table, with what it says."""
    head = [
        "Size",
        "Entries",
        "Activation",
        "Pairs",
        "Representatives",
        "Absorbable",
        "without S",
        "Not",
        "Undecided",
    ]
    caption = "Every pair of weight matrices of a size"
    return f"<p>{prose(WORDS)}</p>\n{table(caption, head, map(_row, totals), 'numbers')}"


def _row(totals: Totals) -> list[str]:
    spec = totals.spec
    alone = sum(
        n for kind, n in totals.pairs.items() if kind.endswith("absorbable, no S") and ", not-" not in kind
    )
    yes, no, open_ = (totals.count(verdict) for verdict in ("absorbable", "not-absorbable", "gave-up"))
    counts = (spec.pairs, totals.orbits, yes, alone, no, open_)
    return [
        prose(f"d = {spec.d}, N = {spec.width}"),
        f"{spec.entries[0]}, …, {spec.entries[-1]}".replace("-", "−"),
        f"<code>{escape(spec.activation)}</code>",
        *(f"{count:,}".replace(",", "\u202f") for count in counts),
    ]
