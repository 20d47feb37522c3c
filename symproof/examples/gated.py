"""Homogeneous and gated blocks: for a given V, a point where it differs from the block."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from flint import arb, ctx

from symproof.equality.points import Witness
from symproof.errors import GaveUp
from symproof.examples import draw
from symproof.examples.draw import Rows
from symproof.functions.enclosure import ball, bounds
from symproof.kernel.errors import Malformed
from symproof.kernel.linear import product
from symproof.reader.numbers import brief, fraction
from symproof.reader.weights import matrix

HALVINGS = 60  # of the distance to the origin, where the skip outweighs everything else
BITS = 256  # of the enclosures

Matrix = list[list[Fraction]]

EXACT: dict[str, Callable[[Fraction, Fraction], Fraction]] = {
    "relu2": lambda z, _: max(z, Fraction(0)) ** 2,
    "reglu": lambda z, y: max(z, Fraction(0)) * y,
}
BALLS: dict[str, Callable[[arb, arb], arb]] = {
    "swiglu": lambda z, y: z / (1 + (-z).exp()) * y,
    "geglu": lambda z, y: z / 2 * (1 + (z / arb(2).sqrt()).erf()) * y,
}


@dataclass(frozen=True, slots=True)
class Gated:
    """The map x -> W_down (g(W_gate x) * W_val x), N neurons; for relu2 there is no W_val.

    Args:
        kind: the gate; relu2, reglu, swiglu and geglu can be evaluated.
        gate: N x d.
        value: N x d; not used for relu2.
        down: d x N.
    """

    kind: str
    gate: Matrix
    value: Matrix
    down: Matrix

    def to_dict(self, prefix: str) -> dict[str, Any]:
        """The matrices as strings, named with this prefix."""
        parts = {"gate": self.gate, "val": self.value, "down": self.down}
        if self.kind == "relu2":
            parts = {"up": self.gate, "down": self.down}
        return {f"{prefix}_{name}": [[str(x) for x in row] for row in rows] for name, rows in parts.items()}


def witness(W: Gated, V: Gated, M: Matrix | None = None) -> Witness:
    """A point that shows M x + W(x) != V(x), near the origin on a coordinate axis.

    By Propositions 1 and 2 there is one for every V when M != 0: on a line t e with M e != 0 the difference
    is t M e plus terms of order t^2.

    Args:
        W: the block without its skip.
        V: the MLP, of the same kind and dimension; its width may be another.
        M: the skip, d x d; None: the identity.

    Raises:
        Malformed: the kinds or dimensions differ, or M = 0.
        GaveUp: none was found within `HALVINGS` halvings.
    """
    d = len(W.down)
    skip = [[Fraction(int(i == j)) for j in range(d)] for i in range(d)] if M is None else M
    if W.kind != V.kind or len(V.down) != d:
        found = f"{W.kind}, {V.kind}, {d}, {len(V.down)}"
        raise Malformed(f"W and V must be of one kind and dimension, found {found}")
    axes = [j for j in range(d) if any(row[j] for row in skip)]
    if not axes:
        raise Malformed("the skip is 0: V = W computes the same function")
    for halving in range(HALVINGS):
        for j in axes:
            x = [Fraction(0)] * d
            x[j] = Fraction(1, 2**halving)
            for i, (low, high) in enumerate(difference(W, V, skip, x)):
                if low > 0 or high < 0:
                    return Witness(tuple(x), i, low, high)
    raise GaveUp([f"points at distance 1 to 2^-{HALVINGS - 1}"], "halvings")


def difference(W: Gated, V: Gated, M: Matrix, x: list[Fraction]) -> list[tuple[Fraction, Fraction]]:
    """Bounds of each component of M x + W(x) - V(x): exact for relu2 and reglu, else enclosures."""
    skip = _inner(M, x)
    if W.kind in EXACT:
        exact = [m + w - v for m, w, v in zip(skip, _exact(W, x), _exact(V, x), strict=True)]
        return [(value, value) for value in exact]
    with ctx.workprec(BITS):
        sides = zip(skip, _balls(W, x), _balls(V, x), strict=True)
        return [bounds(ball(m) + w - v) for m, w, v in sides]


def _inner(rows: Matrix, x: list[Fraction]) -> list[Fraction]:
    return [row[0] for row in product(rows, [[t] for t in x])]


def _exact(net: Gated, x: list[Fraction]) -> list[Fraction]:
    g = EXACT[net.kind]
    hidden = [g(z, y) for z, y in zip(_inner(net.gate, x), _inner(net.value, x), strict=True)]
    return _inner(net.down, hidden)


def _balls(net: Gated, x: list[Fraction]) -> list[arb]:
    g = BALLS[net.kind]
    hidden = [g(ball(z), ball(y)) for z, y in zip(_inner(net.gate, x), _inner(net.value, x), strict=True)]
    return [sum((ball(c) * h for c, h in zip(row, hidden, strict=True)), arb(0)) for row in net.down]


def tempting(kind: str, rng: random.Random, d: int, n: int, bound: int) -> tuple[Gated, Gated]:
    """A block with W_down[:,S] W_gate[S,:] = -I for S = {0, ..., d-1}, and the V with these rows flipped.

    For an activation with linear gap this V would absorb the skip.
    """
    if n < d:
        raise Malformed(f"a witness with a planted S needs N >= d, found N = {n}, d = {d}")
    U, inverse = draw.unimodular(rng, d, d)
    gate = [*U, *draw.rows(rng, d, n - d, bound, U)]
    columns = [[-x for x in column] for column in draw.transposed(inverse)]
    columns += [draw.vector(rng, d, bound) for _ in range(n - d)]
    value = fractions([draw.vector(rng, d, bound) for _ in gate])
    flipped = [[-x for x in row] if k < d else row for k, row in enumerate(gate)]
    down = fractions(draw.transposed(columns))
    return Gated(kind, fractions(gate), value, down), Gated(kind, fractions(flipped), value, down)


def fractions(rows: Rows) -> Matrix:
    """The matrix with Fractions as entries."""
    return [[Fraction(x) for x in row] for row in rows]


def witness_example(kind: str, rng: random.Random, d: int, n: int, bound: int) -> dict[str, Any]:
    """The tempting V for a homogeneous or gated block, and a point where it fails."""
    W, V = tempting(kind, rng, d, n, bound)
    why = "x + W(x) and V(x) differ at x, though V flips an S with W_down[:,S] W_gate[S,:] = -I"
    return shown(W, V, witness(W, V), why)


def shown(W: Gated, V: Gated, found: Witness, why: str) -> dict[str, Any]:
    """A witness as JSON, with the weights it is about."""
    return {
        "about": {"title": f"witness-{W.kind}", "expected": "different", "why": why},
        "kind": W.kind,
        **W.to_dict("W"),
        **V.to_dict("V"),
        "x": [str(t) for t in found.x],
        "component": found.component,
        "difference": [str(found.lower), str(found.upper)],
    }


def read_pair(value: Any, where: str) -> tuple[Gated, Gated]:
    """W and V from a parsed JSON object with the keys that `shown` writes; others are not read.

    Raises:
        Malformed: the kind is unknown, a matrix is missing, or the shapes do not fit.
    """
    kind = value.get("kind") if isinstance(value, dict) else None
    if kind not in (*EXACT, *BALLS):
        raise Malformed(f"{where}: kind must be one of {', '.join((*EXACT, *BALLS))}, found {brief(kind)}")
    nets = []
    for prefix in "WV":
        parts = ("up", "up", "down") if kind == "relu2" else ("gate", "val", "down")
        keys = [f"{prefix}_{part}" for part in parts]
        missing = [key for key in keys if key not in value]
        if missing:
            raise Malformed(f"{where}: needs {', '.join(missing)}")
        gate, val, down = (
            [[fraction(x) for x in row] for row in matrix(value[key], f"{where}: {key}")] for key in keys
        )
        if not (len(gate) == len(val) == len(down[0]) and len(gate[0]) == len(val[0]) == len(down)):
            raise Malformed(f"{where}: the matrices of {prefix} must be N x d and d x N")
        nets.append(Gated(kind, gate, val, down))
    return nets[0], nets[1]
