"""What the notebooks share: the kernel in a process of its own, refusals, exact things to look at."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from symproof.errors import Malformed, Rejected
from symproof.kernel.activations import activation
from symproof.kernel.parity import parity_form
from symproof.model.block import Block
from symproof.reader.numbers import Number, fraction

SECONDS = 60.0  # for one run of the kernel


def kernel_check(
    certificate: Any, block: Block | Sequence[Block], claim: str, width: int | None = None
) -> str:
    """What `python -m symproof.kernel` says in a fresh process: accepted, rejected or malformed, and why.

    Args:
        certificate: a JSON value, for instance of `Decision.certificate`.
        block: whose weights it is about; or the blocks of a stack.
        claim: the claim that it should establish.
        width: for the claims width-at-least and width-at-most.

    Raises:
        OSError: no process or no temporary file could be made.
        subprocess.TimeoutExpired: the kernel took more than `SECONDS`.

    >>> block = Block([[1, 0], [0, 1]], [[-1, 0], [0, -1]])
    >>> from symproof import decide
    >>> kernel_check(decide(block).certificate, block, "not-absorbable")
    "rejected: the certificate is for another claim: 'absorbable', asked for 'not-absorbable'"
    """
    command = [sys.executable, "-m", "symproof.kernel", "certificate.json", "--weights", "weights.json"]
    command += ["--claim", claim] + ([] if width is None else ["--width", str(width)])
    own = block.to_dict() if isinstance(block, Block) else {"blocks": [b.to_dict() for b in block]}
    with tempfile.TemporaryDirectory() as folder:
        for name, value in (("certificate", certificate), ("weights", own)):
            Path(folder, f"{name}.json").write_text(json.dumps(value))
        done = subprocess.run(
            command, cwd=folder, capture_output=True, text=True, timeout=SECONDS, check=False
        )
    return (done.stdout or done.stderr).strip()


def refused(attempt: Callable[[], object]) -> str:
    """The kind of refusal with which an attempt ends, and its message.

    Raises:
        ValueError: the attempt was not refused.

    >>> refused(lambda: Block([[1]], [[1, 2]]))
    'malformed: W_up and W_down must be N x d and d x N, found 1 x 1 and 1 x 2'
    """
    try:
        result = attempt()
    except Malformed as error:
        return f"malformed: {error}"
    except Rejected as error:
        return f"rejected: {error}"
    raise ValueError(f"this was not refused: {result!r}")


@dataclass(frozen=True, slots=True, repr=False)
class Exact:
    """A matrix of exact numbers to look at: aligned text, or LaTeX."""

    rows: tuple[tuple[Number, ...], ...]

    def __repr__(self) -> str:
        texts = [[str(fraction(x)) for x in row] for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*texts, strict=True)]
        return "\n".join(
            "[" + "  ".join(t.rjust(w) for t, w in zip(row, widths, strict=True)) + "]" for row in texts
        )

    def _repr_latex_(self) -> str:
        return rf"$\displaystyle {_matrix(self.rows)}$"


def exact(rows: Iterable[Sequence[Number]]) -> Exact:
    """The matrix, to look at.

    >>> exact([[1, -2], [0, 10]])
    [1  -2]
    [0  10]
    """
    return Exact(tuple(map(tuple, rows)))


@dataclass(frozen=True, slots=True, repr=False)
class Parts:
    """The normal form of a block to look at; equal for equal functions, when the activations are the same.

    Attributes:
        linear: the matrix M + (c/2) W_down W_up.
        even: the row u and the coefficient P of each class, with P E(u.x) the even part.
    """

    linear: tuple[tuple[Fraction, ...], ...]
    even: frozenset[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]

    def __repr__(self) -> str:
        matrix = ", ".join(f"({', '.join(map(str, row))})" for row in self.linear)
        lines = [f"linear part  rows {matrix}"]
        for u, P in self._ordered():
            lines.append(f"even part    E({_form(u)}) times ({', '.join(map(str, P))})")
        return "\n".join(lines)

    def _repr_latex_(self) -> str:
        terms = [rf"{_matrix(self.linear)}x"]
        terms += [rf"{_matrix([[p] for p in P])}E({_form(u)})" for u, P in self._ordered()]
        return rf"$\displaystyle {' + '.join(terms)}$"

    def _ordered(self) -> list[tuple[tuple[Fraction, ...], tuple[Fraction, ...]]]:
        return sorted(self.even, reverse=True)


def parts(block: Block) -> Parts:
    """The normal form of a block without biases, as the kernel computes it.

    >>> parts(Block([[1, 2], [2, 4]], [[1, 1], [0, 1]]))
    linear part  rows (5/2, 3), (1, 3)
    even part    E(x_1 + 2 x_2) times (3, 2)
    """
    act = activation(block.activation)
    even, matrix = parity_form(block.W_up, block.W_down, block.weights.M, act)
    classes: Any = even
    linear: Any = matrix
    plain = act.homogeneous
    found = {
        (tuple(Fraction(x, 1 if plain else key[0]) for x in key[not plain :]), tuple(P))
        for key, P in classes.items()
    }
    return Parts(tuple(map(tuple, linear)), frozenset(found))


def _form(u: Sequence[Fraction]) -> str:
    """The linear form u.x, for instance x_1 - 2 x_2."""
    text = ""
    for j, c in enumerate(u, start=1):
        if c:
            factor = "" if abs(c) == 1 else f"{abs(c)} "
            sign = (" - " if text else "-") if c < 0 else " + " if text else ""
            text += f"{sign}{factor}x_{j}"
    return text or "0"


def _matrix(rows: Iterable[Iterable[Number]]) -> str:
    body = r" \\ ".join(" & ".join(map(_latex, row)) for row in rows)
    return rf"\begin{{pmatrix}}{body}\end{{pmatrix}}"


def _latex(x: Number) -> str:
    p, q = x.as_integer_ratio()
    return str(p) if q == 1 else rf"{'-' * (p < 0)}\tfrac{{{abs(p)}}}{{{q}}}"
