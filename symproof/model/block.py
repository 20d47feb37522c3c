"""The block x -> M x + W_down sigma(W_up x) with exact weights: the object that people hold."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from operator import index
from typing import Any

from symproof.kernel import activations as table
from symproof.kernel.errors import Malformed
from symproof.kernel.linear import product
from symproof.kernel.numbers import Number, brief, fraction
from symproof.kernel.weights import Weights
from symproof.model import display
from symproof.model.convert import Rows, exact_matrix, exact_vector


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class Block:
    """The map f(x) = M x + W_down sigma(W_up x) on R^d, with N neurons and exact rational weights.

    Two blocks are equal when M, W_up, W_down and the activation are, entry by entry, by exact value.

    Args:
        W_up: N x d, one row a neuron.
        W_down: d x N, one column a neuron.
        activation: the name of sigma in the kernel's table, or an object with such a ``name``.
        skip: M, d x d; "I" or None for the identity, "-I" for its negative.
        floats: the reading of Python and numpy floats, "decimal" or "binary"; None refuses them.

    Matrices are lists of rows (integers, Fractions, strings "2/7" or "0.1"), SymPy matrices, numpy arrays or
    flint matrices.

    Raises:
        Malformed: a matrix is ragged or empty or has an entry that is not an exact number, the shapes do not
            fit (both are named), or the activation is unknown.

    >>> block = Block([[1, 0], [0, 1]], [[-1, 0], [0, "-1"]])
    >>> block.residual([0, 1]) == [[0, 0], [0, 0]]
    True
    >>> block.flip([0, 1]).evaluate([2, -3]) == block.evaluate([2, -3])
    True
    """

    weights: Weights

    def __init__(
        self,
        W_up: Any,
        W_down: Any,
        activation: Any = "relu",
        skip: Any = None,
        *,
        floats: str | None = None,
    ) -> None:
        name = getattr(activation, "name", activation)
        if not isinstance(name, str):
            raise Malformed(f"the activation must be a name, found {brief(activation)}")
        up, down = exact_matrix(W_up, "W_up", floats), exact_matrix(W_down, "W_down", floats)
        weights = Weights(up, down, table.activation(name).name, _skip(skip, len(down), floats))
        object.__setattr__(self, "weights", weights)

    @classmethod
    def from_weights(cls, weights: Weights) -> Block:
        """The block of the kernel's weights; without a named activation, relu."""
        return cls(weights.up, weights.down, weights.activation or "relu", weights.skip, floats="binary")

    @property
    def W_up(self) -> Rows:
        """N x d; the rows are the neurons' directions."""
        return self.weights.up  # type: ignore[return-value]

    @property
    def W_down(self) -> Rows:
        """d x N."""
        return self.weights.down  # type: ignore[return-value]

    @property
    def activation(self) -> str:
        """The canonical name of sigma."""
        return self.weights.activation or "relu"

    @property
    def gap(self) -> Fraction:
        """The linear gap c of sigma: sigma(z) - sigma(-z) = c z."""
        return table.activation(self.activation).gap

    @property
    def skip(self) -> Rows | None:
        """M, d x d; None when it is the identity."""
        return self.weights.skip  # type: ignore[return-value]

    @property
    def d(self) -> int:
        """The dimension of x."""
        return self.weights.d

    @property
    def width(self) -> int:
        """N, the number of neurons."""
        return self.weights.width

    @property
    def sha256(self) -> str:
        """The fingerprint of W_up, W_down and M that certificates carry (the kernel's FORMAT.md)."""
        return self.weights.sha256()

    def flip(self, S: Iterable[int]) -> Block:
        """The residual-free MLP V of Theorem 4: the rows of W_up in S negated, W_down as it is, skip 0.

        It computes the same function as the block iff `residual` of S is zero, for every activation with
        linear gap c != 0.

        Args:
            S: distinct neurons, 0-based.
        """
        chosen = set(self._neurons(S))
        up = tuple(tuple(-x for x in row) if k in chosen else row for k, row in enumerate(self.W_up))
        zero = ((0,) * self.d,) * self.d
        return self._with(up, self.W_down, zero)

    def residual(self, S: Iterable[int]) -> list[list[Fraction]]:
        """W_down[:,S] W_up[S,:] + M/c, d x d: what condition (3) of Theorem 4 leaves over.

        Args:
            S: distinct neurons, 0-based.

        Raises:
            Malformed: the linear gap c is 0 (abs), so there is no such condition.
        """
        if not self.gap:
            raise Malformed(f"{self.activation} has linear gap 0: there is no subset condition")
        chosen = self._neurons(S)
        left = [[fraction(m) / self.gap for m in row] for row in self.weights.M]
        if not chosen:
            return left
        part = product([[row[k] for k in chosen] for row in self.W_down], [self.W_up[k] for k in chosen])
        return [[x + y for x, y in zip(*rows, strict=True)] for rows in zip(part, left, strict=True)]

    def evaluate(self, x: Any, *, floats: str | None = None, bits: int = 128) -> list[Any]:
        """f(x): d Fractions where sigma takes rational values at these points, else d enclosures.

        Args:
            x: d exact numbers.
            floats: the reading of floats in x.
            bits: working precision of the enclosures, python-flint's `arb` balls that contain the values.

        Raises:
            Malformed: x is not of length d.
        """
        vector = exact_vector(x, "x", floats)
        if len(vector) != self.d:
            raise Malformed(f"x must have length {self.d}, found {len(vector)}")
        point = [[value] for value in vector]
        skipped = [m for (m,) in product(self.weights.M, point)]
        inner = [z for (z,) in product(self.W_up, point)]
        hidden = _hidden(self.activation, inner)
        if hidden is None:
            return _enclosed(self, skipped, inner, bits)
        outer = product(self.W_down, [[h] for h in hidden])
        return [m + y for m, (y,) in zip(skipped, outer, strict=True)]

    def converse(self) -> Block:
        """The block with skip -M: V_down sigma(V_up x) - x for the identity skip."""
        return self._with(self.W_up, self.W_down, tuple(tuple(-x for x in row) for row in self.weights.M))

    def gauge(self, Q: Any) -> Block:
        """Q f(Q^-1 y), the block in other coordinates: W_up Q^-1, Q W_down, skip Q M Q^-1.

        Args:
            Q: d x d, invertible.

        Raises:
            Malformed: Q is not d x d or is singular.
        """
        rows = exact_matrix(Q, "Q")
        if not len(rows) == len(rows[0]) == self.d:
            raise Malformed(f"Q must be {self.d} x {self.d}, found {len(rows)} x {len(rows[0])}")
        back = _inverse(rows)
        skip = None if self.skip is None else product(product(rows, self.skip), back)
        return self._with(product(self.W_up, back), product(rows, self.W_down), skip)

    def permute(self, order: Iterable[int]) -> Block:
        """The same function with the neurons in another order: the new neuron i is the old order[i].

        Args:
            order: a permutation of 0, ..., N-1.
        """
        chosen = self._neurons(order)
        if len(chosen) != self.width:
            raise Malformed(f"the order must name all {self.width} neurons, found {len(chosen)}")
        down = tuple(tuple(row[k] for k in chosen) for row in self.W_down)
        return self._with(tuple(self.W_up[k] for k in chosen), down, self.skip)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form that `read_block` and the kernel read: canonical strings; skip only when not I."""
        parts = {"W_up": self.W_up, "W_down": self.W_down, "skip": self.skip}
        texts = {key: [list(map(_text, row)) for row in rows] for key, rows in parts.items() if rows}
        return {"activation": self.activation, **texts}

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Block) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return display.plain(self.W_up, self.W_down, self.activation, self.skip)

    def _repr_latex_(self) -> str:
        return display.latex(self.W_up, self.W_down, self.activation, self.skip)

    def _repr_html_(self) -> str:
        return display.html(self.W_up, self.W_down, self.activation, self.skip)

    def _key(self) -> tuple[object, ...]:
        """Equal for equal blocks: Python compares int, Fraction and float exactly and hashes them alike."""
        return self.activation, self.W_up, self.W_down, self.skip

    def _with(self, up: Any, down: Any, skip: Any) -> Block:
        return Block(up, down, self.activation, skip, floats="binary")

    def _neurons(self, S: Iterable[int]) -> list[int]:
        """Distinct neurons as Python integers."""
        found: dict[int, None] = {}
        for k in S:
            if isinstance(k, bool) or not hasattr(k, "__index__"):
                raise Malformed(f"a neuron is an integer from 0 to {self.width - 1}, found {brief(k)}")
            if not 0 <= index(k) < self.width or index(k) in found:
                raise Malformed(f"neurons are distinct, from 0 to {self.width - 1}; found {brief(k)}")
            found[index(k)] = None
        return list(found)


def _skip(skip: Any, d: int, floats: str | None) -> Rows | None:
    """M, or None for the identity."""
    if skip is None or (isinstance(skip, str) and skip == "I"):
        return None
    if isinstance(skip, str) and skip == "-I":
        return tuple(tuple(-int(i == j) for j in range(d)) for i in range(d))
    rows = exact_matrix(skip, "skip", floats)
    identity = all(x == (i == j) for i, row in enumerate(rows) for j, x in enumerate(row))
    return None if identity and len(rows) == len(rows[0]) == d else rows


def _hidden(name: str, inner: list[Fraction]) -> list[Fraction] | None:
    """sigma of every entry, when all of these values are found to be rational."""
    act = table.activation(name)
    if act.conic:  # left of 0 the slope is gap - 1 when it is 1 on the right; abs has -1
        return [z if z > 0 else (act.gap - 1) * z for z in inner]
    from symproof.model.activations import activation

    sigma = activation(name)
    values = [value for z in inner if (value := sigma.exact(z)) is not None]
    return values if len(values) == len(inner) else None


def _enclosed(block: Block, skipped: list[Fraction], inner: list[Fraction], bits: int) -> list[Any]:
    """Balls that contain the entries of skipped + W_down sigma(inner)."""
    from flint import ctx

    from symproof.model.activations import activation
    from symproof.model.enclosure import ball

    sigma = activation(block.activation)
    with ctx.workprec(bits):
        hidden = [sigma.enclose(z, bits) for z in inner]
        rows = zip(skipped, block.W_down, strict=True)
        return [
            sum((ball(fraction(w)) * h for w, h in zip(row, hidden, strict=True)), ball(m)) for m, row in rows
        ]


def _inverse(rows: Rows) -> list[list[Fraction]]:
    """The inverse of a square matrix over Q."""
    from flint import fmpq, fmpq_mat

    d = len(rows)
    exact = [fmpq(*map(int, fraction(x).as_integer_ratio())) for row in rows for x in row]
    try:
        back = fmpq_mat(d, d, exact).inv()
    except ZeroDivisionError:
        raise Malformed("Q must be invertible, found determinant 0") from None
    return [[Fraction(int(back[i, j].p), int(back[i, j].q)) for j in range(d)] for i in range(d)]


def _text(x: Number) -> str:
    p, q = x.as_integer_ratio()
    return str(p) if q == 1 else f"{p}/{q}"
