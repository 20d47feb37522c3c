"""Tensors that stay bytes against the same numbers as lists of fractions: one answer, one digest."""

from __future__ import annotations

import struct
from fractions import Fraction
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

import pytest
from helpers.tensors import safetensors, saved

from symproof.kernel.activations import activation
from symproof.kernel.budget import Budget
from symproof.kernel.claims import certificate, check
from symproof.kernel.errors import Malformed, OutOfBudget, Rejected
from symproof.kernel.parity import class_problem, classes
from symproof.kernel.trees import Problem, refute
from symproof.kernel.widths import restricted
from symproof.reader.tensors import tensor
from symproof.reader.weights import Weights, read_weights

CODES = {"F64": "d", "F32": "f", "F16": "e"}
TINY = {"F64": 5e-324, "F32": 2.0**-149, "F16": 2.0**-24}
HUGE = {"F64": 1.7e308, "F32": 2.0**127, "F16": 2.0**15}
EXHAUST: Any = {"cost": [{"tree": {"exhaust": True}}]}

Rows = list[list[float]]


def stored(path: Path, dtype: str, up: Rows, down: Rows) -> Weights:
    """The weights, from a file of this dtype."""
    tensors = {
        name: (dtype, [len(rows), len(rows[0])], b"".join(row_bytes(dtype, row) for row in rows))
        for name, rows in (("up", up), ("down", down))
    }
    return read_weights(saved(path, safetensors(tensors)), "up", "down")


def row_bytes(dtype: str, row: list[float]) -> bytes:
    """Little-endian; BF16 numbers are binary32 numbers whose lower half is zero."""
    if dtype == "BF16":
        return b"".join(struct.pack("<f", x)[2:] for x in row)
    return struct.pack(f"<{len(row)}{CODES[dtype]}", *row)


def listed(weights: Weights) -> Weights:
    """The same numbers as lists of fractions: the path without tensors, kept as the oracle."""

    def exact(rows: Any) -> list[list[Fraction]]:
        return [[Fraction(x) for x in row] for row in rows]

    return Weights(exact(weights.up), exact(weights.down), weights.activation)


def judged(weights: Weights, evidence: Any) -> str:
    """What the kernel says to a certificate of "not absorbable" with this evidence."""
    try:
        return check(
            certificate(weights, "not-absorbable", weights.width, evidence), weights, "not-absorbable"
        )
    except (Malformed, Rejected, OutOfBudget) as error:
        return f"{type(error).__name__}: {error}"


def agree(weights: Weights) -> None:
    """Both paths: the digest, the classes, the problem over the classes, verdicts."""
    oracle = listed(weights)
    assert weights.sha256() == oracle.sha256()
    for name in ("relu", "gelu", "softplus"):
        act = activation(name)
        assert classes(weights.up, act) == classes(oracle.up, act)
        first, second = (class_problem(w.up, w.down, w.M, act) for w in (weights, oracle))
        assert [*map(tuple, first.P)] == [*map(tuple, second.P)]
        assert [*map(tuple, first.Q)] == [*map(tuple, second.Q)]
        assert first.T == second.T
    one = {"combination": {"Y": [[0, 0, "1"], [weights.d - 1, 0, "-2/3"]], "modulus": "0"}}
    for evidence in (EXHAUST, {"cost": [{"tree": one}]}, {"cost": [{"halves": [[]]}]}):
        assert judged(weights, evidence) == judged(oracle, evidence)


def nasty(rng: Random, dtype: str, d: int, N: int) -> Rows:
    """Denormals, zeros of both signs, huge and tiny numbers; rows repeated, opposed, doubled, zero."""
    choices = [0.0, -0.0, 1.0, -1.0, 0.5, 3.0, TINY[dtype], -TINY[dtype], HUGE[dtype], 3 * TINY[dtype]]
    rows = [[rng.choice(choices) for _ in range(d)] for _ in range(N)]
    for k in range(1, N):
        kind, factor = rng.randrange(5), rng.choice((1.0, -1.0, 2.0, -0.5, 4.0))
        if kind == 0:
            rows[k] = [0.0 if rng.random() < 0.5 else -0.0 for _ in range(d)]
        elif kind == 1 and all(abs(x) in (0, 1, 0.5, 3) for x in rows[0]):
            rows[k] = [factor * x for x in rows[0]]
        elif kind == 2:
            rows[k] = [-x for x in rows[k - 1]]
    return rows


@pytest.mark.parametrize("dtype", CODES)
def test_nasty_numbers(dtype: str, tmp_path: Path) -> None:
    for seed in range(60):
        rng = Random(seed)
        d, N = rng.randint(1, 3), rng.randint(1, 7)
        up, down = nasty(rng, dtype, d, N), nasty(rng, dtype, N, d)
        agree(stored(tmp_path / "w.safetensors", dtype, up, down))


@pytest.mark.parametrize("dtype", ["F16", "BF16"])
def test_all_patterns_of_sixteen_bits(dtype: str, tmp_path: Path) -> None:
    """Every finite pattern, 16 in a row: the same digest and the same classes as the fractions."""
    halves = [struct.pack("<H", bits) for bits in range(1 << 16)]
    values = [
        struct.unpack("<e", raw)[0] if dtype == "F16" else struct.unpack("<f", b"\0\0" + raw)[0]
        for raw in halves
    ]
    finite = [x for x in values if x - x == 0]
    assert len(finite) == (1 << 16) - 2 * (1 << (10 if dtype == "F16" else 7))
    up = [finite[k : k + 16] for k in range(0, len(finite), 16)]
    weights = stored(tmp_path / "w.safetensors", dtype, up, [[1.0] * len(up)] * 16)
    oracle = listed(weights)
    assert weights.sha256() == oracle.sha256()
    for name in ("relu", "gelu"):
        assert classes(weights.up, activation(name)) == classes(oracle.up, activation(name))


def test_an_exponent_range_that_no_word_holds(tmp_path: Path) -> None:
    """Ratios of 2^2000: the exact value decides, where a float quotient would be 0 or infinite."""
    top, low = 2.0**1000, 2.0**-1000
    agree(
        stored(
            tmp_path / "a", "F64", [[top, low], [low, top], [top, -low]], [[low, top, 1.0], [top, low, 1.0]]
        )
    )


def test_rows_that_agree_at_first(tmp_path: Path) -> None:
    """Many rows with one ratio of the first two entries: they are compared in full."""
    up = [[1.0, 2.0, float(k // 2)] for k in range(9)] + [[2.0, 4.0, 0.0], [-1.0, -2.0, -3.0]]
    weights = stored(tmp_path / "w", "F32", up, [[1.0] * 11] * 3)
    agree(weights)
    found = [[k for k, _ in neurons] for neurons in classes(weights.up, activation("relu"))]
    assert found == [[0, 1, 9], [2, 3], [4, 5], [6, 7, 10], [8]]


def test_keys_that_share_pythons_hash() -> None:
    """Rows (1 + k (2^61 - 1)) share one hash as tuples of integers: 4000 take no longer than others."""

    def seconds(step: int) -> float:
        rows = [[1 + k * step] for k in range(4000)]
        assert len({hash((1, *row)) for row in rows[:50]}) == (1 if step == 2**61 - 1 else 50)
        start = process_time()
        assert len(classes(rows, activation("gelu"))) == len(rows)
        return process_time() - start

    assert seconds(2**61 - 1) < 5 * seconds(2**61 - 3) + 0.1


@pytest.mark.parametrize("cut", [1, 3, 8])
def test_a_short_read_is_malformed(cut: int) -> None:
    raw = struct.pack("<2d", 1.0, 2.0)
    assert tensor(raw, "<8d", (1, 2), "w")[0] == (1.0, 2.0)
    with pytest.raises(Malformed, match="end after"):
        tensor(raw[:-cut], "<8d", (1, 2), "w")


def line(n: int) -> Problem:
    """2 sum x_k = 1, which exhaust refutes."""
    return Problem([[2] * n], [[1]] * n, {(0, 0): Fraction(1)})


def split(n: int, depth: int) -> Any:
    """Exhausted nodes under branches on the first unknowns."""
    tree: Any = {"exhaust": True}
    for k in reversed(range(depth)):
        tree = {"branch": {"form": [[k, "1"]], "lower": {}, "upper": {}}, "children": [tree, tree]}
    return tree


def test_one_budget_for_all_exhausted_nodes() -> None:
    """2^depth nodes with n - depth unknowns: their sum counts, and the caller may raise the limit."""
    n, depth = 14, 4
    cost = 2**depth * 2 ** ((n - depth + 1) // 2 - 4)
    refute(line(n), split(n, depth), Budget(cost))
    with pytest.raises(OutOfBudget):
        refute(line(n), split(n, depth), Budget(cost - 1))


def test_restrictions_count() -> None:
    problem = Problem([[1, 2, 3]], [[1, 2], [3, 4], [5, 7]], {(0, 0): Fraction(1)})
    budget = Budget()
    restricted(problem, (1,), budget)
    spent = budget.steps - budget.left
    assert spent > 0
    with pytest.raises(OutOfBudget):
        restricted(problem, (1,), Budget(spent - 1))


class Rang(Exception):
    """The caller's own exception."""


@pytest.mark.parametrize(
    "tree", [{"exhaust": True}, {"combination": {"Y": [[0, 0, "1"]], "modulus": "2"}}, split(3, 2)]
)
def test_the_callers_clock_ends_every_rule(tree: Any) -> None:
    def ring() -> None:
        raise Rang

    refute(line(3), tree)
    with pytest.raises(Rang):
        refute(line(3), tree, Budget(tick=ring))
