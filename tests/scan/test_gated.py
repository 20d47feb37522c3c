"""Gated blocks with biases: against every S in exact arithmetic, numerically, and under forgery."""

import json
from collections.abc import Callable
from copy import deepcopy
from fractions import Fraction
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from flint import arb
from helpers.checkpoints import checkpoint
from hypothesis import given
from hypothesis import strategies as st

from symproof import Malformed, Rejected, scan
from symproof.absorb.gated import decide_gated
from symproof.activations.catalogue import activation
from symproof.command.main import main
from symproof.kernel.__main__ import main as kernel
from symproof.kernel.gated import Gated, check_gated, gated_from_json

Rows = list[list[Any]]


def gated(up: Rows, down: Rows, gate: Rows, name: str = "silu", **more: Any) -> Gated:
    """A gated block from lists."""
    return gated_from_json({"W_up": up, "W_down": down, "W_gate": gate, "activation": name, **more}, "block")


def turnings(block: Gated) -> list[tuple[int, ...]]:
    """Every S whose turned gates leave -M x: the polynomial is multiplied out, monomial by monomial."""
    value, d = block.value, block.value.d
    zero = [0] * value.width
    beta, gamma = block.b_gate or zero, value.b_up or zero
    found = []
    for size in range(value.width + 1):
        for S in combinations(range(value.width), size):
            total: dict[tuple[int, ...], Fraction] = {}
            for i in range(d):
                for k in S:
                    a, b = (
                        [Fraction(x) for x in (*row, c)]
                        for row, c in ((block.gate[k], beta[k]), (value.up[k], gamma[k]))
                    )
                    for p in range(d + 1):
                        for q in range(d + 1):
                            at = (i, *sorted((p, q)))
                            total[at] = total.get(at, Fraction(0)) + Fraction(value.down[i][k]) * a[p] * b[q]
                for j in range(d):
                    total[i, j, d] = total.get((i, j, d), Fraction(0)) + Fraction(value.M[i][j])
            kept = {
                at: x for at, x in total.items() if x and not (at[1:] == (d, d) and value.b_down is not None)
            }
            if not kept:
                found.append(S)
    return found


@st.composite
def blocks(draw: st.DrawFn) -> Gated:
    """Small gated blocks, many of them absorbable: pairs whose quadratic parts cancel are planted."""
    d, N = draw(st.integers(1, 2)), draw(st.integers(1, 4))
    entry = st.integers(-1, 1)

    def matrix(rows: int, columns: int) -> Rows:
        row = st.lists(entry, min_size=columns, max_size=columns)
        return draw(st.lists(row, min_size=rows, max_size=rows))

    biases = {name: draw(st.none() | st.lists(entry, min_size=N, max_size=N)) for name in ("b_gate", "b_up")}
    if biases["b_up"] is not None and draw(st.booleans()):
        biases["b_down"] = [1] * d
    return gated(
        matrix(N, d), matrix(d, N), matrix(N, d), draw(st.sampled_from(["silu", "gelu", "relu"])), **biases
    )


@given(blocks())
def test_the_search_agrees_with_every_subset(block: Gated) -> None:
    answer, solutions = decide_gated(block), turnings(block)
    if solutions:
        assert answer.verdict == "absorbable"
        assert answer.subset in solutions
    else:
        assert answer.verdict in {"not-absorbable", "undecided"}
        assert (answer.certificate is None) == (answer.verdict == "undecided")


def values(block: Gated, x: list[Fraction], S: tuple[int, ...], skip: bool) -> list[arb]:
    """The block, or the residual-free MLP with the gates of S turned, in balls."""
    g, value = activation(block.value.activation or ""), block.value
    out = [arb(0)] * value.d
    for k in range(value.width):
        z = sum(
            (Fraction(a) * c for a, c in zip(block.gate[k], x, strict=True)),
            Fraction((block.b_gate or [0] * value.width)[k]),
        )
        y = sum(
            (Fraction(b) * c for b, c in zip(value.up[k], x, strict=True)),
            Fraction((value.b_up or [0] * value.width)[k]),
        )
        e = g.enclose(-z if k in S else z, 200) * arb(y.numerator) / y.denominator
        out = [
            o + e * Fraction(value.down[i][k]).numerator / Fraction(value.down[i][k]).denominator
            for i, o in enumerate(out)
        ]
    return [o + (arb(c.numerator) / c.denominator if skip else 0) for o, c in zip(out, x, strict=True)]


@pytest.mark.parametrize("name", ["silu", "gelu", "quick_gelu", "gelu_tanh"])
@pytest.mark.parametrize("d", [1, 2, 3])
def test_value_biases_alone_absorb(name: str, d: int) -> None:
    """x + sum_i e_i (g(x_i)(b_i.x - 1) - g(b_i.x) x_i): Proposition 2 needs that there is no bias inside."""
    one = [[int(i == j) for j in range(d)] for i in range(d)]
    b = [[3 * i + j + 2 for j in range(d)] for i in range(d)]
    down = [[*row, *(-x for x in row)] for row in one]
    block = gated([*b, *one], down, [*one, *b], name, b_up=[-1] * d + [0] * d)
    answer = decide_gated(block)
    assert (answer.verdict, answer.subset) == ("absorbable", tuple(range(2 * d)))
    for x in ([Fraction(1, 3)] * d, [Fraction(-5, 2) + i for i in range(d)]):
        S = tuple(range(2 * d))
        pairs = zip(values(block, x, (), True), values(block, x, S, False), strict=True)
        assert all((left - right).contains(0) and (left - right).rad() < 1e-9 for left, right in pairs)
    assert decide_gated(gated([*b, *one], down, [*one, *b], name)).verdict == (
        "not-absorbable" if name != "gelu_tanh" else "undecided"
    ), "without the biases: never"


@pytest.mark.parametrize("d", [1, 2, 5])
def test_the_simplest_block(d: int) -> None:
    """x - g(x) = -g(-x) is a gated block with value biases and no value rows: width d."""
    one = [[int(i == j) for j in range(d)] for i in range(d)]
    block = gated([[0] * d] * d, one, one, "silu", b_up=[-1] * d)
    assert decide_gated(block).subset == tuple(range(d))


GENERIC = gated(
    [[2, -1], [1, 3], [-1, 1]],
    [[1, 2, -1], [3, 1, 2]],
    [[1, 0], [0, 1], [1, 1]],
    b_gate=[1, 2, 3],
    b_up=[1, -1, 2],
)
ABSORBED = gated([[0, 0]] * 2, [[1, 0], [0, 1]], [[1, 0], [0, 1]], "gelu", b_up=[-1, -1])


def test_hypotheses() -> None:
    """Without them the theorem is silent: two equal gates, a zero column, a gate that is constant."""
    assert decide_gated(GENERIC).verdict == "not-absorbable"
    base: dict[str, Any] = {
        "up": [[2, -1], [1, 3]],
        "down": [[1, 2], [3, 1]],
        "gate": [[1, 0], [0, 1]],
        "b_gate": [1, 2],
    }
    for change in (
        {"gate": [[1, 0], [-1, 0]], "b_gate": [1, -1]},
        {"down": [[1, 0], [3, 0]]},
        {"gate": [[0, 0], [0, 1]]},
        {"up": [[0, 0], [1, 3]]},
        {"name": "relu"},
        {"name": "gelu_tanh"},
    ):
        answer = decide_gated(gated(**{**base, **change}))
        assert (answer.verdict, answer.certificate) == ("undecided", None)
    assert decide_gated(gated(**base)).verdict == "not-absorbable"
    with pytest.raises(Rejected, match="abs has linear gap 0"):
        decide_gated(gated(**{**base, "name": "abs"}))


CHANGES: dict[str, Callable[[Any], object]] = {
    "another claim": lambda c: c.update(claim="not-absorbable"),
    "the other claim": lambda c: c.update(claim="gated-absorbable", evidence={"S": []}),
    "another gate": lambda c: c.update(activation="gelu"),
    "another block": lambda c: c.update(sha256="0" * 64),
    "another format": lambda c: c.update(format="symproof-certificate-1"),
    "a width": lambda c: c.update(width=3),
    "no tree": lambda c: c.update(evidence={}),
    "an empty tree": lambda c: c.update(evidence={"tree": {}}),
    "a combination of nothing": lambda c: c.update(
        evidence={"tree": {"combination": {"Y": [], "modulus": "0"}}}
    ),
    "a column beyond": lambda c: c.update(
        evidence={"tree": {"combination": {"Y": [[0, 6, "1"]], "modulus": "0"}}}
    ),
}


@pytest.mark.parametrize("change", CHANGES)
def test_forged_certificates(change: str) -> None:
    proof = deepcopy(decide_gated(GENERIC).certificate)
    assert "no residual-free gated MLP" in check_gated(proof, GENERIC, "gated-not-absorbable")
    CHANGES[change](proof)
    for claim in ("gated-not-absorbable", "gated-absorbable"):
        with pytest.raises((Rejected, Malformed)):
            check_gated(proof, GENERIC, claim)


@pytest.mark.parametrize("S", [[], [0], [1, 0], [0, 1, 1], [0, 2], [True, 1], "01", None])
def test_forged_solutions(S: object) -> None:
    proof = decide_gated(ABSORBED).certificate
    assert proof is not None
    assert proof["evidence"] == {"S": [0, 1]}
    assert "a residual-free gated MLP of width 2" in check_gated(proof, ABSORBED, "gated-absorbable")
    with pytest.raises((Rejected, Malformed)):
        check_gated({**proof, "evidence": {"S": S}}, ABSORBED, "gated-absorbable")


def test_gates_with_denominators_of_more_digits_than_python_prints() -> None:
    gate: Rows = [[f"1/{10**3000 + 1}", f"1/{10**3000 + 3}"], [1, 1]]
    answer = decide_gated(gated([[1, 2], [3, 1]], [[1, 2], [1, 5]], gate))
    assert answer.verdict == "not-absorbable"


def test_every_number_counts() -> None:
    """A changed entry, bias or gate has another fingerprint."""
    base: dict[str, Any] = {"up": [[1]], "down": [[1]], "gate": [[1]]}
    changes: list[dict[str, Any]] = [
        {},
        {"up": [[2]]},
        {"down": [[2]]},
        {"gate": [[2]]},
        {"b_gate": [0]},
        {"b_gate": [1]},
        {"b_up": [1]},
        {"skip": [[2]]},
    ]
    assert len({gated(**{**base, **change}).sha256() for change in changes}) == len(changes)


@pytest.mark.parametrize(
    "change",
    [
        {"W_gate": [[1, 2]]},
        {"W_gate": [[1], [2]]},
        {"b_gate": [1, 2]},
        {"b_gate": [0.5]},
        {"W_gate": None},
        {"extra": 1},
    ],
)
def test_malformed_blocks(change: dict[str, Any]) -> None:
    with pytest.raises(Malformed):
        gated_from_json({"W_up": [[1]], "W_down": [[1]], "W_gate": [[1]], **change}, "block")


def test_scan_and_both_doors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A checkpoint with an absorbable and a generic gated block, fused and with biases."""
    one, up = np.eye(2), np.array([[2.0, -1], [1, 3]])
    arrays = {
        "h.0.mlp.gate_up_proj.weight": np.concatenate([one, 0 * one]),
        "h.0.mlp.gate_up_proj.bias": np.array([0.0, 0, -1, -1]),
        "h.0.mlp.down_proj.weight": one,
        "h.1.mlp.gate_proj.weight": one,
        "h.1.mlp.up_proj.weight": up,
        "h.1.mlp.up_proj.bias": np.array([1.0, 1]),
        "h.1.mlp.down_proj.weight": up + 1,
    }
    checkpoint(tmp_path / "m.safetensors", arrays)
    options = ["--activation", "silu", "--orientation", "out-in", "--certificates", str(tmp_path), "--json"]
    assert main(["scan", str(tmp_path / "m.safetensors"), *options]) == 0
    value = json.loads(capsys.readouterr().out)
    assert [b["verdict"] for b in value["blocks"]] == ["absorbable", "not-absorbable"]
    import shlex

    for command in value["recheck"].values():
        words = shlex.split(command)[2:]
        assert main(["check", *words]) == 0
        assert kernel(words) == 0
        assert kernel([*words[: words.index("--gate")], *words[words.index("--gate") + 2 :]]) == 3
    words[words.index("--claim") + 1] = "not-absorbable"
    assert kernel(words) == 3, "a gate is not ignored"


def test_biases_that_are_zero_are_biases(tmp_path: Path) -> None:
    """With biases inside allowed, the theorem is the one with biases; it says no here too."""
    up = np.array([[2.0, -1], [1, 3], [1, 1]])
    arrays = {"fc1_g.weight": up, "fc1_x.weight": up[::-1], "fc2.weight": up.T, "fc1_g.bias": np.zeros(3)}
    checkpoint(tmp_path / "m.safetensors", arrays)
    (scanned,) = scan(tmp_path, activation="silu")
    assert scanned.verdict == "not-absorbable"
    (scanned,) = scan(tmp_path, activation="tanh")
    assert scanned.verdict == "undecided"
