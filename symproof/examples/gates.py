"""Proposition 2 without one of its hypotheses: gated blocks that absorb their skip, and V that do it."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from symproof.examples import draw
from symproof.examples.draw import Rows
from symproof.examples.gated import Gated, fractions, witness_example
from symproof.kernel.errors import Malformed

Maker = Callable[[random.Random, int, int, int], dict[str, Any]]


def logistic_gate(rng: random.Random, d: int, n: int, bound: int) -> dict[str, Any]:
    """Proposition 2 without g(0) = 0: the original GLU, with the gate g(z) = 1/(1 + e^-z), absorbs.

    g(z) + g(-z) = 1. Flipping a gate row a and a column D turns D g(a.x) (b.x) into -D (1 - g(a.x)) (b.x),
    which is D g(a.x) (b.x) - D (b.x). So flipping those in S subtracts W_down[:,S] W_val[S,:] x, which is -x
    when W_down[:,S] W_val[S,:] = -I.

    Raises:
        Malformed: N < d.
        ArithmeticError: the drawn weights do not satisfy the condition.
    """
    U, inverse = _frame(rng, d, n)
    value = [*U, *(draw.vector(rng, d, bound) for _ in range(n - d))]
    columns = [[-x for x in column] for column in draw.transposed(inverse)]
    columns += [draw.vector(rng, d, bound) for _ in range(n - d)]
    gate = [draw.vector(rng, d, bound) for _ in value]
    if draw.times(draw.transposed(columns[:d]), value[:d]) != draw.identity(d, -1):
        raise ArithmeticError("W_down[:,S] W_val[S,:] is not -I")
    why = "g(z) + g(-z) = 1: flipping gate row and column for k in S adds x, as W_down[:,S] W_val[S,:] = -I"
    W = Gated("logistic", fractions(gate), fractions(value), fractions(draw.transposed(columns)))
    V = Gated(
        "logistic",
        [[-x for x in row] if k < d else row for k, row in enumerate(W.gate)],
        W.value,
        [[-x if k < d else x for k, x in enumerate(row)] for row in W.down],
    )
    about = {"title": "sharp-gate", "expected": "equal", "why": why, "subset": list(range(d))}
    return {"about": about, "kind": "logistic", **W.to_dict("W"), **V.to_dict("V")}


def gate_bias(rng: random.Random, d: int, n: int, bound: int) -> dict[str, Any]:
    """Proposition 2 without its hypothesis of no bias: the bilinear gate g(z) = z with a gate bias absorbs.

    f(x) = sum_k D_k (a_k.x + beta_k) (b_k.x). The first d neurons have a_k = 0, beta_k = 1, so they are the
    linear map sum D_k b_k x; adding the columns of U^-1 to their D_k, U the matrix of their b_k, adds x.

    Raises:
        Malformed: N < d.
        ArithmeticError: the linear parts do not differ by the identity.
    """
    U, inverse = _frame(rng, d, n)
    value = [*U, *(draw.vector(rng, d, bound) for _ in range(n - d))]
    gate = [[0] * d for _ in range(d)] + [draw.vector(rng, d, bound) for _ in range(n - d)]
    bias = [1] * d + [rng.randint(-bound, bound) for _ in range(n - d)]
    columns = [draw.vector(rng, d, bound) for _ in value]
    added = [*draw.transposed(inverse), *([0] * d for _ in range(n - d))]
    changed = [[x + y for x, y in zip(*pair, strict=True)] for pair in zip(columns, added, strict=True)]
    before, after = (_linear_part(bias, part, value) for part in (columns, changed))
    if [
        [y - x for x, y in zip(*rows, strict=True)] for rows in zip(before, after, strict=True)
    ] != draw.identity(d):
        raise ArithmeticError("the linear parts do not differ by the identity")
    why = "neurons with gate row 0 and gate bias 1 are linear; V changes their columns so that they add x"
    W, V = (
        Gated("bilinear", fractions(gate), fractions(value), fractions(draw.transposed(part)))
        for part in (columns, changed)
    )
    about = {"title": "sharp-gate-bias", "expected": "equal", "why": why}
    biases = {"bias": [str(b) for b in bias]}
    return {"about": about, "kind": "bilinear", **biases, **W.to_dict("W"), **V.to_dict("V")}


def _frame(rng: random.Random, d: int, n: int) -> tuple[Rows, Rows]:
    if n < d:
        raise Malformed(f"this kind needs N >= d, found N = {n}, d = {d}")
    return draw.unimodular(rng, d, d)


def _linear_part(bias: list[int], columns: Rows, value: Rows) -> Rows:
    """sum_k beta_k D_k b_k."""
    return draw.times(
        draw.transposed([[b * x for x in p] for b, p in zip(bias, columns, strict=True)]), value
    )


def _witness(kind: str) -> Maker:
    return lambda rng, d, n, bound: witness_example(kind, rng, d, n, bound)


WITNESSES = {"relu2": "ReLU^2", "reglu": "ReGLU", "swiglu": "SwiGLU", "geglu": "GeGLU"}
GATED: dict[str, tuple[Maker, str]] = {
    **{
        f"witness-{kind}": (_witness(kind), f"{name}: a tempting V, or yours, and a point where it differs.")
        for kind, name in WITNESSES.items()
    },
    "sharp-gate": (logistic_gate, "Proposition 2 without g(0) = 0: GLU with the logistic gate absorbs."),
    "sharp-gate-bias": (gate_bias, "Proposition 2 without its hypothesis of no bias: a gate bias absorbs."),
}
