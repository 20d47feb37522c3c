"""The difference of two blocks, and its normal form: 0 only if the blocks are one function.

With x^ = (x, 1) a block is L x^ + sum over its neurons of D_k (v_k.x^) sigma(a_k.x^); without a gate v_k.x^
is 1. Each sigma is a sum of functions phi (`parts`), so the difference is a sum of (C x^) phi(a.x^), C a
matrix: one for each phi and row a, rows whose phi are multiples of each other taken together. It is 0 when
each C is 0 and the powers among the phi add up to the polynomial 0. Only that phi is even, odd or homogeneous
is used, no independence. For kinks the converse holds: on both sides of a.x^ = 0 the difference is a
polynomial, and the two differ by 2 sum_n (C_n x^) (a.x^)^n, over the kinks with this row; so this is 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache
from itertools import accumulate
from math import comb, gcd, lcm
from typing import NamedTuple

from flint import fmpq, fmpq_mat

from symproof.equality.parts import Atom, Basis, atoms, power
from symproof.errors import GaveUp
from symproof.functions.expression import Expr
from symproof.functions.parity import rational_value
from symproof.functions.pieces import constant
from symproof.kernel.gated import Gated
from symproof.reader.numbers import Matrix, Number, fraction, scaled
from symproof.reader.weights import Weights

LARGEST = 1 << 22  # coefficients of a polynomial that is written out
Monomial = tuple[int, ...]  # the variables, ascending, each as often as its exponent
Row = tuple[int, ...]  # of d + 1 entries, and their common denominator


@dataclass(frozen=True, slots=True)
class Layer:
    """The neurons of one block.

    Attributes:
        sigma: an expression in z.
        sign: 1, or -1 for a layer that is subtracted.
        rows: N rows a_k of d + 1 entries.
        values: N rows v_k of d + 1 entries; None: v_k.x^ = 1.
        down: d rows, the columns D_k.
    """

    sigma: Expr
    sign: int
    rows: Matrix
    values: Matrix | None
    down: Matrix


@dataclass(frozen=True, slots=True)
class Map:
    """The map L x^ + the sum of layers.

    Attributes:
        layers: of neurons.
        linear: L, d rows of d + 1 entries.
    """

    layers: tuple[Layer, ...]
    linear: list[list[Fraction]]

    @property
    def d(self) -> int:
        """The dimension of x."""
        return len(self.linear)

    def minus(self, other: Map) -> Map:
        """The difference of two maps of one dimension."""
        pairs = zip(self.linear, other.linear, strict=True)
        linear = [[x - y for x, y in zip(*rows, strict=True)] for rows in pairs]
        return Map((*self.layers, *(replace(layer, sign=-layer.sign) for layer in other.layers)), linear)


def map_of(block: Weights | Gated, sigma: Expr) -> Map:
    """The map that a block computes with this activation, or gate."""
    weights = block.value if isinstance(block, Gated) else block
    last = [Fraction(0)] * weights.d if weights.b_down is None else map(fraction, weights.b_down)
    linear = [[*map(fraction, row), b] for row, b in zip(weights.M, last, strict=True)]
    rows, values = _lifted(weights.up, weights.b_up), None
    if isinstance(block, Gated):
        rows, values = _lifted(block.gate, block.b_gate), rows
    return Map((Layer(sigma, 1, rows, values, weights.down),), linear)


def _lifted(rows: Matrix, biases: Sequence[Number] | None) -> Matrix:
    """The rows with their biases, or 0, as one more entry."""
    return [(*row, 0 if biases is None else biases[k]) for k, row in enumerate(rows)]


class Term(NamedTuple):
    """The function (C x^) phi(a.x^).

    Attributes:
        basis: phi.
        row: a, as integers over the last one.
        matrix: C, with one column for each coordinate of x^, or for the last one alone when no v_k says more.
    """

    basis: Basis
    row: Row
    matrix: fmpq_mat


@dataclass(slots=True)
class _Group:
    """The neurons with one phi and one row: the sum of (t D_k) (v_k.x^) phi(a.x^) over (layer, k, t)."""

    basis: Basis
    row: Row
    neurons: list[tuple[int, int, Fraction]] = field(default_factory=list)

    def term(self, layers: Sequence[Layer]) -> Term:
        """The sum as one term."""
        d, m = len(layers[0].down), len(self.neurons)
        gated = any(layer.values is not None for layer in layers)
        left = [_exact(t * fraction(layers[at].down[i][k])) for i in range(d) for at, k, t in self.neurons]
        values = [_value(layers[at], k, d if gated else 0) for at, k, _ in self.neurons]
        right = fmpq_mat(m, len(values[0]), [_exact(x) for v in values for x in v])
        return Term(self.basis, self.row, fmpq_mat(d, m, left) * right)


def _value(layer: Layer, k: int, zeros: int) -> Sequence[Number]:
    return (*[0] * zeros, 1) if layer.values is None else layer.values[k]


def _exact(x: Number) -> fmpq:
    return fmpq(*x.as_integer_ratio())


def left_over(difference: Map) -> tuple[list[Term], bool]:
    """What is left of a difference of two maps, and whether it is the map 0.

    Returns:
        Terms that are not powers and have C != 0; of kinks with one row the first, when they do not cancel.
        And whether there is none, and no polynomial either.

    Raises:
        GaveUp: a polynomial has too many coefficients to be written out.
        Undefined, Unresolved: an activation is not known to be a function on the line.
    """
    d = difference.d
    linear = [_exact(x) for row in difference.linear for x in row]
    powers = [Term(power(0), (0,) * (d + 1) + (1,), fmpq_mat(d, d + 1, linear))]
    kinks: dict[str, list[Term]] = {}
    rest: list[Term] = []
    for group in _loud(_groups(difference), difference.layers):
        term = group.term(difference.layers)
        if not term.matrix:
            continue
        if term.basis.kink:
            kinks.setdefault(_text(term.row), []).append(term)
        else:
            (rest if term.basis.degree is None else powers).append(term)
    rest += [own[0] for own in kinks.values() if _polynomial(own, d)]
    return rest, not rest and not _polynomial(powers, d)


def _groups(difference: Map) -> list[_Group]:
    """The neurons, sorted by phi and row."""
    found: dict[str, _Group] = {}
    for at, layer in enumerate(difference.layers):
        for k in range(len(layer.rows)):
            for basis, row, t in _terms(layer.sigma, layer.rows[k]):
                key = f"{basis.name} | {_text(row)}"
                found.setdefault(key, _Group(basis, row)).neurons.append((at, k, layer.sign * t))
    return list(found.values())


def _loud(groups: list[_Group], layers: Sequence[Layer]) -> list[_Group]:
    """The groups but those whose C is found to be 0 row by row, in integers; without gates, all of these.

    The neurons of a group are taken together when their v_k are multiples of each other.
    """
    lines = [_lines(layer) for layer in layers]
    parts: dict[tuple[int, str], list[tuple[int, int, Fraction]]] = {}
    for g, group in enumerate(groups):
        for at, k, t in group.neurons:
            key, factor = lines[at][k]
            parts.setdefault((g, key), []).append((at, k, t * factor))
    common = lcm(*(t.denominator for part in parts.values() for _, _, t in part))
    ends = [0, *accumulate(len(layer.rows) for layer in layers)]
    weights = {
        name: [(ends[at] + k, t.numerator * (common // t.denominator)) for at, k, t in part]
        for name, part in parts.items()
    }
    silent = set(weights)
    for i in range(len(layers[0].down)):
        row, _ = scaled(x for layer in layers for x in layer.down[i])
        silent = {name for name in silent if not sum(w * row[k] for k, w in weights[name])}
    loud = {g for g, _ in weights.keys() - silent}
    return [group for g, group in enumerate(groups) if g in loud]


def _lines(layer: Layer) -> list[tuple[str, Fraction]]:
    """The line of each v_k, as a text, and v_k as a multiple of its integer vector."""
    if layer.values is None:
        return [("1", Fraction(1))] * len(layer.rows)
    found = []
    for stored in layer.values:
        v, m = scaled(stored)
        g = gcd(*v) * (1 if next(filter(None, v), 1) > 0 else -1)
        found.append((_text(tuple(x // (g or 1) for x in v)), Fraction(g, m)))
    return found


def _terms(sigma: Expr, stored: Sequence[Number]) -> Iterator[tuple[Basis, Row, Fraction]]:
    """The t phi(a.x^) that sigma of a row consists of, a in its normal form."""
    fixed = None if any(stored[:-1]) else _value_at(sigma, fraction(stored[-1]))
    if fixed is not None:
        yield power(0), (0,) * len(stored) + (1,), fixed
        return
    own = scaled(stored)
    for atom in atoms(sigma):
        yield _normal(_moved(own, atom), atom)


@cache
def _value_at(sigma: Expr, z: Fraction) -> Fraction | None:
    return rational_value(constant(sigma, z))


def _moved(own: tuple[list[int], int], atom: Atom) -> tuple[list[int], int]:
    """The row of the atom's phi, as integers over a denominator."""
    v, m = own
    if atom.scale == 1 and not atom.shift:
        return own
    row = [atom.scale * Fraction(x, m) for x in v]
    return scaled([*row[:-1], row[-1] + atom.shift])


def _normal(own: tuple[list[int], int], atom: Atom) -> tuple[Basis, Row, Fraction]:
    """phi, the normal form a of its row, and the c with c phi(a) = coefficient phi(row)."""
    (v, m), basis = own, atom.basis
    if basis.degree == 0 and not basis.kink:
        return basis, (0,) * len(v) + (1,), atom.coefficient
    if not any(v):
        return basis, (*v, 1), atom.coefficient
    sign = 1 if next(filter(None, v)) > 0 or not basis.parity else -1
    if basis.degree is None:
        return basis, (*(sign * x for x in v), m), atom.coefficient * (basis.parity if sign < 0 else 1)
    g = sign * gcd(*v)
    return basis, (*(x // g for x in v), 1), atom.coefficient * basis.factor(Fraction(g, m))


def _text(row: Row) -> str:
    """A key: numbers can share a hash by design, texts cannot."""
    return " ".join(f"{x:x}" for x in row)


def _polynomial(terms: Sequence[Term], d: int) -> bool:
    """Whether the sum of the (C x^) (a.x^)^n, n the degrees of the terms, is not the polynomial 0."""
    size = sum(comb(d + (term.basis.degree or 0), d) * term.matrix.ncols() for term in terms)
    if size > LARGEST:
        raise GaveUp(["the polynomial part, written out"], f"{size} coefficients")
    parts = [_multiples(term, d) for term in terms]
    places = {m: j for j, m in enumerate({m for part in parts for form in part for m in form})}
    total = fmpq_mat(d, len(places))
    for term, part in zip(terms, parts, strict=True):
        table = fmpq_mat(len(part), len(places))
        for i, form in enumerate(part):
            for monomial, c in form.items():
                table[i, places[monomial]] = c
        total += term.matrix * table
    return bool(total)


def _multiples(term: Term, d: int) -> list[dict[Monomial, fmpq]]:
    """The polynomials x^_j (a.x^)^n, one for each column j of C."""
    *row, m = term.row
    line: dict[Monomial, fmpq] = {(j,) if j < d else (): fmpq(x, m) for j, x in enumerate(row) if x}
    form: dict[Monomial, fmpq] = {(): fmpq(1)}
    for _ in range(term.basis.degree or 0):
        form = _times(form, line)
    columns = range(d + 1 - term.matrix.ncols(), d + 1)
    return [_times(form, {(j,) if j < d else (): fmpq(1)}) for j in columns]


def _times(p: dict[Monomial, fmpq], q: dict[Monomial, fmpq]) -> dict[Monomial, fmpq]:
    product: dict[Monomial, fmpq] = {}
    for m, c in p.items():
        for n, e in q.items():
            key = tuple(sorted(m + n))
            product[key] = product.get(key, fmpq(0)) + c * e
    return product
