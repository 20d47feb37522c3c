"""The kinds of check. The kind is the trust level that is shown beside a step."""

from __future__ import annotations

from enum import Enum


class Kind(Enum):
    """A named decision procedure, with what has to be believed to believe its answer."""

    KERNEL = ("kernel certificate", "the kernel, standard library only, recomputes every number")
    IDENTITY = ("polynomial identity over Q", "both sides are expanded in one polynomial ring over Q")
    LINEAR = ("exact linear algebra over Q", "rational matrices, no rounding")
    CASES = ("sign case split", "every sign of every named quantity, then a polynomial identity")
    SERIES = (
        "series or limit with an exact remainder",
        "exact coefficients; the remainder is part of the formula",
    )
    EXHAUSTIVE = ("exhaustive small case", "every case is run through")
    ENCLOSURE = ("rigorous enclosure", "ball arithmetic of python-flint (arb)")
    READ = ("read, not computed", "a reader: what the reason says, and Rocq where a theorem is named")
    CITED = ("cited fact", "not checked here: a named fact from the literature")

    def __init__(self, label: str, basis: str) -> None:
        self.label = label
        self.basis = basis
