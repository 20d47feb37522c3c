"""The block x -> M x + W_down sigma(W_up x + b_up) + b_down with exact weights: what people hold."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from operator import index
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from symproof.kernel import activations as table
from symproof.kernel.errors import Malformed
from symproof.kernel.linear import product
from symproof.model import display
from symproof.model.convert import MatrixLike, Reading, Rows, VectorLike, exact_matrix, exact_vector
from symproof.model.values import values
from symproof.reader.numbers import Matrix, Number, brief, fraction
from symproof.reader.weights import Weights

if TYPE_CHECKING:
    from symproof.absorb.all_subsets import Subsets
    from symproof.absorb.limits import Limits


class Options(TypedDict, total=False):
    """What a pair (W_up, W_down) does not say of a block: the other arguments of `Block`."""

    activation: str
    skip: MatrixLike | str | None
    b_up: VectorLike | None
    b_down: VectorLike | None
    floats: Reading | None


@dataclass(frozen=True, slots=True, init=False, repr=False, eq=False)
class Block:
    """The map f(x) = M x + W_down sigma(W_up x + b_up) + b_down on R^d, N neurons, exact rational weights.

    A block without b_up and b_down is asked for MLPs without biases in its place, one with b_up for MLPs with
    hidden biases, one with both for MLPs with hidden biases and an output bias.

    Two blocks are equal when M, W_up, W_down, the biases and the activation are, by exact value.

    Args:
        W_up: N x d, one row a neuron.
        W_down: d x N, one column a neuron.
        activation: the name of sigma in the kernel's table, or an object with such a ``name``.
        skip: M, d x d; "I" or None for the identity, "-I" for its negative.
        b_up: N hidden biases, or None.
        b_down: d output biases, only together with b_up, or None.
        floats: the reading of Python and numpy floats, "decimal" or "binary"; None refuses them.

    Matrices are lists of rows (integers, Fractions, strings "2/7" or "0.1"), SymPy matrices, numpy arrays
    (bfloat16 too), tensors and Parameters of torch, or flint matrices.

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
        W_up: MatrixLike,
        W_down: MatrixLike,
        activation: Any = "relu",
        skip: MatrixLike | str | None = None,
        *,
        b_up: VectorLike | None = None,
        b_down: VectorLike | None = None,
        floats: Reading | None = None,
    ) -> None:
        name = getattr(activation, "name", activation)
        if not isinstance(name, str):
            raise Malformed(f"the activation must be a name, found {brief(activation)}")
        up, down = exact_matrix(W_up, "W_up", floats), exact_matrix(W_down, "W_down", floats)
        own = [
            None if b is None else exact_vector(b, f"b_{k}", floats)
            for k, b in (("up", b_up), ("down", b_down))
        ]
        weights = Weights(up, down, table.activation(name).name, skip_matrix(skip, len(down), floats), *own)
        object.__setattr__(self, "weights", weights)

    @classmethod
    def of(cls, value: BlockLike, **options: Unpack[Options]) -> Block:
        """The block that a value is, or is made of.

        Args:
            value: a block, or the weights of a reader, as they are; a pair (W_up, W_down); or the mapping of
                the JSON format, with the arguments of `Block` for keys.
            options: the other arguments of `Block`, for a pair or a mapping that does not have them.

        Raises:
            Malformed: the value is none of these, its parts make no block, or an option is named twice.

        >>> Block.of(([[1]], [[2]]), activation="gelu") == Block([[1]], [[2]], "gelu")
        True
        """
        if isinstance(value, Block | Weights):
            if options:
                raise Malformed(f"a block says itself what it is: {', '.join(options)} cannot be added")
            return value if isinstance(value, Block) else cls.from_weights(value)
        if isinstance(value, tuple | list) and len(value) == 2:
            value = dict(zip(("W_up", "W_down"), value, strict=True))
        if not isinstance(value, Mapping) or not {"W_up", "W_down"} <= set(value):
            raise Malformed(
                f"a block, a pair (W_up, W_down) or a mapping with both is needed, found {brief(value)}"
            )
        parts = {key: part for key, part in value.items() if key != "about"}
        if unknown := [*set(parts) - _KEYS, *set(parts) & set(options)]:
            raise Malformed(
                f"a block has the parts {', '.join(sorted(_KEYS))}, once each; found {unknown[0]}"
            )
        return cls(**parts, **options)

    @classmethod
    def from_weights(cls, weights: Weights) -> Block:
        """The block that keeps these weights as they are; without a named activation, relu."""
        block = cls.__new__(cls)
        name = weights.activation and table.activation(weights.activation).name
        skip = skip_matrix(weights.skip, weights.d, "binary")
        object.__setattr__(block, "weights", replace(weights, activation=name, skip=skip))
        return block

    def unnamed(self) -> Block:
        """The same block; that its activation is relu was not said but assumed (`weights.activation`)."""
        block = object.__new__(Block)
        object.__setattr__(block, "weights", replace(self.weights, activation=None))
        return block

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
    def b_up(self) -> tuple[Number, ...] | None:
        """N hidden biases, or None."""
        return self.weights.b_up  # type: ignore[return-value]

    @property
    def b_down(self) -> tuple[Number, ...] | None:
        """d output biases, or None."""
        return self.weights.b_down  # type: ignore[return-value]

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
        """The fingerprint of all weights that certificates carry (the kernel's FORMAT.md)."""
        return self.weights.sha256()

    def flip(self, S: Iterable[int]) -> Block:
        """The residual-free MLP V of Theorem 4: the rows of W_up in S negated, W_down as it is, skip 0.

        The hidden biases in S are negated too, and an output bias grows by c W_down[:,S] b_up[S]. It computes
        the same function as the block iff `residual` of S is zero, for every activation with linear gap
        c != 0.

        Args:
            S: distinct neurons, 0-based.
        """
        chosen = set(self._neurons(S))
        up = tuple(tuple(-x for x in row) if k in chosen else row for k, row in enumerate(self.W_up))
        zero = ((0,) * self.d,) * self.d
        b_up, b_down = self.b_up, self.b_down
        if b_up is not None:
            if b_down is not None:
                moved = {k: self.gap * fraction(b_up[k]) for k in chosen}
                rows = zip(self.W_down, b_down, strict=True)
                b_down = tuple(
                    sum((fraction(D[k]) * m for k, m in moved.items()), fraction(y)) for D, y in rows
                )
            b_up = tuple(-b if k in chosen else b for k, b in enumerate(b_up))
        return self._with(up, self.W_down, zero, b_up, b_down)

    def residual(self, S: Iterable[int]) -> list[list[Fraction]]:
        """W_down[:,S] W_up[S,:] + M/c, d x d: what condition (3) of Theorem 4 leaves over.

        With hidden biases and no output bias there is one more column, W_down[:,S] b_up[S].

        Args:
            S: distinct neurons, 0-based.

        Raises:
            Malformed: the linear gap c is 0 (abs), so there is no such condition.
        """
        if not self.gap:
            raise Malformed(f"{self.activation} has linear gap 0: there is no subset condition")
        chosen = self._neurons(S)
        rows = self._tested_rows
        more = [Fraction(0)] * (len(rows[0]) - self.d)
        left = [[*(fraction(m) / self.gap for m in row), *more] for row in self.weights.M]
        if not chosen:
            return left
        part = product([[row[k] for k in chosen] for row in self.W_down], [rows[k] for k in chosen])
        return [[x + y for x, y in zip(*rows, strict=True)] for rows in zip(part, left, strict=True)]

    def equations(self) -> list[Any]:
        """Equation (3) entry by entry, in SymPy: sum over k of W_down[i,k] W_up[k,j] s_k = -M[i,j] / c.

        The unknowns s_0, ..., s_{N-1} are 0 or 1, and s_k = 1 means that row k is flipped. With hidden biases
        and no output bias d more equations say the same of W_down[:,k] b_up[k], with right side 0.

        Returns:
            `sympy.Eq` objects, row by row, in the symbols s_k.

        Raises:
            Malformed: the linear gap c is 0 (abs), so there is no such equation.

        >>> Block([[2]], [[3]]).equations()
        [Eq(6*s_0, -1)]
        """
        from sympy import Eq, Rational, Symbol

        rows = self._tested_rows
        unknown = [Symbol(f"s_{k}") for k in range(self.width)]
        found = []
        for D, line in zip(self.W_down, self.residual(()), strict=True):
            for j, m in enumerate(line):
                terms = [fraction(d) * fraction(row[j]) for d, row in zip(D, rows, strict=True)]
                left = sum(Rational(x) * s for x, s in zip(terms, unknown, strict=True))
                found.append(Eq(left, -Rational(m), evaluate=False))
        return found

    def subsets(self, limits: Limits | None = None, at_most: int | None = None) -> Subsets:
        """All sets S that solve equation (3): `symproof.subsets`.

        >>> Block([[1], [1]], [[-1, -1]]).subsets().listed
        ((0,), (1,))
        """
        from symproof.absorb.all_subsets import subsets

        return subsets(self, limits, at_most=at_most)

    def evaluate(self, x: VectorLike, *, floats: Reading | None = None, bits: int = 128) -> list[Any]:
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
        return values(self.weights, self.activation, vector, bits)

    def converse(self) -> Block:
        """The block with skip -M: V_down sigma(V_up x) - x for the identity skip."""
        skip = tuple(tuple(-x for x in row) for row in self.weights.M)
        return self._with(self.W_up, self.W_down, skip, self.b_up, self.b_down)

    def gauge(self, Q: Any) -> Block:
        """Q f(Q^-1 y), the block in other coordinates: W_up Q^-1, Q W_down, skip Q M Q^-1, b_up, Q b_down.

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
        b_down = self.b_down and [y for (y,) in product(rows, [[b] for b in self.b_down])]
        return self._with(product(self.W_up, back), product(rows, self.W_down), skip, self.b_up, b_down)

    def permute(self, order: Iterable[int]) -> Block:
        """The same function with the neurons in another order: the new neuron i is the old order[i].

        Args:
            order: a permutation of 0, ..., N-1.
        """
        chosen = self._neurons(order)
        if len(chosen) != self.width:
            raise Malformed(f"the order must name all {self.width} neurons, found {len(chosen)}")
        down = tuple(tuple(row[k] for k in chosen) for row in self.W_down)
        b_up = self.b_up and tuple(self.b_up[k] for k in chosen)
        return self._with(tuple(self.W_up[k] for k in chosen), down, self.skip, b_up, self.b_down)

    def to_dict(self) -> dict[str, Any]:
        """The JSON form that `read_block` and the kernel read: canonical strings; skip only when not I."""
        parts = {"W_up": self.W_up, "W_down": self.W_down, "skip": self.skip}
        texts = {key: [list(map(_text, row)) for row in rows] for key, rows in parts.items() if rows}
        biases = {"b_up": self.b_up, "b_down": self.b_down}
        lists = {key: list(map(_text, b)) for key, b in biases.items() if b is not None}
        return {"activation": self.activation, **texts, **lists}

    def __eq__(self, other: object) -> bool:
        return self._key() == other._key() if isinstance(other, Block) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._key())

    def __repr__(self) -> str:
        return display.plain(self.weights)

    def _repr_latex_(self) -> str:
        return display.latex(self.weights)

    def _repr_html_(self) -> str:
        return display.html(self.weights)

    def _key(self) -> tuple[object, ...]:
        """Equal for equal blocks: equal numbers have equal fingerprints."""
        return self.activation, self.sha256

    def _with(self, up: Any, down: Any, skip: Any, b_up: Any, b_down: Any) -> Block:
        return Block(up, down, self.activation, skip, b_up=b_up, b_down=b_down, floats="binary")

    @property
    def _tested_rows(self) -> Matrix:
        """The rows of which equation (3) speaks: with hidden biases alone the bias is one more entry."""
        return self.W_up if self.b_down is not None else self.weights.rows

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


BlockLike = Block | Weights | tuple[MatrixLike, MatrixLike] | list[MatrixLike] | Mapping[str, Any]
_KEYS = {"W_up", "W_down", *Options.__annotations__}


def skip_matrix(skip: Any, d: int, floats: str | None = None) -> Rows | None:
    """M, or None for the identity."""
    if skip is None or (isinstance(skip, str) and skip == "I"):
        return None
    if isinstance(skip, str) and skip == "-I":
        return tuple(tuple(-int(i == j) for j in range(d)) for i in range(d))
    rows = exact_matrix(skip, "skip", floats)
    identity = all(x == (i == j) for i, row in enumerate(rows) for j, x in enumerate(row))
    return None if identity and len(rows) == len(rows[0]) == d else rows


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
