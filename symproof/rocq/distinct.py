"""Linear forms that tell the rows of W_up apart: the hypotheses of Theorem 4 in N log N steps of Rocq."""

from __future__ import annotations

from fractions import Fraction
from operator import mul
from random import Random

from symproof.rocq.instance import NotExportable

ATTEMPTS = 60


def form_values(form: list[int], rows: list[list[int]]) -> list[int]:
    """The form at every row; a short form counts as filled up with zeros."""
    return [sum(map(mul, form, row)) for row in rows]


def slopes_differ(rows: list[list[int]]) -> tuple[list[int], list[int]]:
    """Forms alpha, beta with alpha.w != 0 and all beta.w / alpha.w different: no two rows are collinear.

    Args:
        rows: N x b integers.

    Raises:
        NotExportable: a row is zero or two are collinear, as far as these columns show.
    """
    for alpha, beta in zip(_forms(rows, 1), _forms(rows, 2), strict=True):
        s, t = form_values(alpha, rows), form_values(beta, rows)
        if all(s) and len({Fraction(y, x) for x, y in zip(s, t, strict=True)}) == len(rows):
            return alpha, beta
    raise NotExportable("Theorem 4 does not apply: a row of W_up is zero or two are collinear")


def moduli_differ(rows: list[list[int]]) -> list[int]:
    """A form alpha with all |alpha.w| different and not 0: rows nonzero and distinct up to sign."""
    for alpha in _forms(rows, 3):
        s = {abs(x) for x in form_values(alpha, rows)}
        if 0 not in s and len(s) == len(rows):
            return alpha
    raise NotExportable("Theorem 4 does not apply: a row of W_up is zero or two are equal up to sign")


def _forms(rows: list[list[int]], seed: int) -> list[list[int]]:
    """Candidates, short and small ones first."""
    source = Random(seed)
    b = len(rows[0])
    return [
        [source.randint(-(2 + attempt**2), 2 + attempt**2) for _ in range(min(b, 2 + attempt))]
        for attempt in range(ATTEMPTS)
    ]
