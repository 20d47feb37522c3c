"""V with biases: accepted exactly when it is the same function, and wide enough for its constants."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from symproof.kernel.claims import certificate, check
from symproof.kernel.errors import Malformed, Rejected
from symproof.reader.weights import Weights, from_json

SLOPES = {"relu": 0, "abs": -1, "leaky_relu(1/2)": Fraction(1, 2), "leaky_relu(-2)": -2}


def accepts(weights: Weights, evidence: Any, width: int) -> bool:
    """Whether V is accepted as an answer of that width."""
    try:
        body = certificate(weights, "width-at-most", width, evidence)
        check(body, weights, "width-at-most", width)
    except Rejected:
        return False
    return True


def spelt(rows: Any) -> Any:
    """The certificate's form of numbers in lists."""
    return [spelt(x) for x in rows] if isinstance(rows, list) else str(Fraction(rows))


def value(map_: dict[str, Any], slope: Any, x: Sequence[Any]) -> list[Any]:
    """M x + W_down sigma(W_up x + b) + c, sigma(z) = z for z > 0, slope z below."""
    z = [
        sum((a * t for a, t in zip(w, x, strict=True)), b) for w, b in zip(map_["up"], map_["b"], strict=True)
    ]
    h = [t if t > 0 else slope * t for t in z]
    return [
        sum((a * t for a, t in zip(D, h, strict=True)), y) + sum(a * t for a, t in zip(M, x, strict=True))
        for D, y, M in zip(map_["down"], map_["c"], map_["skip"], strict=True)
    ]


def line_points(*maps: dict[str, Any]) -> list[Fraction]:
    """d = 1: points that determine maps that are linear between their kinks."""
    kinks = sorted({Fraction(-b, w[0]) for m in maps for w, b in zip(m["up"], m["b"], strict=True) if w[0]})
    ends = [*kinks, Fraction(0)]
    outside = [min(ends) - 1, min(ends) - 2, max(ends) + 1, max(ends) + 2]
    return [*kinks, *outside, *((a + b) / 2 for a, b in pairwise(kinks))]


def related(rng: Random, gap: Any) -> tuple[dict[str, Any], dict[str, Any]]:
    """V without skip, and the block that flipping some of its neurons gives; now and then nearly."""
    n = rng.randint(1, 4)
    up, down, b = (rng.choices(range(-2, 3), k=n) for _ in range(3))
    V: dict[str, Any] = {"up": [[w] for w in up], "down": [down], "b": b, "skip": [[0]]}
    V["c"] = [rng.choice((0, 0, 1, -1))]
    W: dict[str, Any] = {
        key: [list(row) if isinstance(row, list) else row for row in rows] for key, rows in V.items()
    }
    for k in (k for k in range(n) if rng.random() < 0.5):
        W["skip"][0][0] += gap * W["down"][0][k] * W["up"][k][0]
        W["c"][0] += gap * W["down"][0][k] * W["b"][k]
        scale = rng.choice((1, 1, 2))
        W["up"][k], W["b"][k] = [-scale * W["up"][k][0]], -scale * W["b"][k]
        W["down"][0][k] = Fraction(W["down"][0][k], scale)
    if rng.random() < 0.4:
        rows = W[rng.choice(("b", "c"))]
        rows[rng.randrange(len(rows))] += rng.choice((1, -1))
    return V, W


@pytest.mark.parametrize("name", SLOPES)
def test_conic_maps_with_biases(name: str) -> None:
    """d = 1, exact and complete; with an output bias, without, and with a constant that costs a neuron."""
    slope: Any = SLOPES[name]
    seen = Counter[tuple[str, bool]]()
    for seed in range(250):
        rng = Random(seed)
        V, W = related(rng, 1 + slope)
        n = len(V["up"])
        how = rng.choice(("output bias", "no output bias", "constant neuron"))
        if how != "output bias":
            W["c"] = [0]
        if how == "no output bias":
            V["c"] = [0]
        output = W["c"] if how == "output bias" else None
        weights = Weights(W["up"], W["down"], name, W["skip"], W["b"], output)
        evidence = {"V_up": V["up"], "V_down": V["down"], "V_b_up": V["b"], "V_b_down": V["c"]}
        if how == "no output bias":
            del evidence["V_b_down"]
        same = all(value(V, slope, [x]) == value(W, slope, [x]) for x in line_points(V, W))
        need = n + (how == "constant neuron")
        for width in (need - 1, need, need + 1):
            found = accepts(weights, {key: spelt(rows) for key, rows in evidence.items()}, width)
            assert found == (same and width >= need), (seed, how, width)
        seen[how, same] += 1
    assert min(seen[how, same] for how, _ in seen for same in (False, True)) > 5, seen


@pytest.mark.parametrize("name", ["gelu", "softplus", "silu", "hardswish"])
def test_rigid_maps_with_biases(name: str) -> None:
    """Flipping pays gap D_k b_k in the output bias; without one that sum must vanish, or costs a neuron."""
    up, down = [[1, 2], [-1, 1], [0, 0]], [[1, -2, 3], [0, 1, 1]]
    V = {"V_up": spelt(up), "V_down": spelt(down), "V_b_up": ["3", "1", "2"]}
    flipped = [[-1, -2], *up[1:]]
    skip = [[1, 2], [0, 0]]  # D_0 w_0
    for b_down, c, width, due in (
        ([3, 0], ["0", "0"], 3, True),
        ([4, 0], ["0", "0"], 3, False),
        (None, None, 3, False),
        (None, ["-3", "0"], 4, True),
        (None, ["-3", "0"], 3, False),
        (None, ["-3", "1"], 4, False),
    ):
        weights = Weights(flipped, down, name, skip, [-3, 1, 2], b_down)
        evidence = V if c is None else {**V, "V_b_down": c}
        assert accepts(weights, evidence, width) == due, (b_down, c, width)


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ({"b_up": [1]}, "b_up must have 2 entries, found 1"),
        ({"b_up": [1, 2, 3]}, "b_up must have 2 entries, found 3"),
        ({"b_up": [1, 2], "b_down": [1]}, "b_down must have 2 entries, found 1"),
        ({"b_down": [1, 2]}, "b_down needs b_up"),
        ({"b_up": []}, "b_up"),
        ({"b_up": [[1, 2]]}, r"b_up\[0\]"),
        ({"b_up": [True, 1]}, r"b_up\[0\]"),
        ({"b_up": [1, None]}, r"b_up\[1\]"),
        ({"b_up": "12"}, "b_up"),
        ({"b_up": {"0": 1, "1": 2}}, "b_up"),
        ({"b_up": 0}, "b_up"),
        ({"b_up": False}, "b_up"),
        ({"b_up": ["1/0", 1]}, r"b_up\[0\]"),
    ],
)
def test_malformed_biases(weights: dict[str, Any], message: str) -> None:
    with pytest.raises(Malformed, match=message):
        from_json({"W_up": [[1, 2], [3, 4]], "W_down": [[1, 0], [0, 1]], **weights}, "w")


def test_biases_are_part_of_the_fingerprint() -> None:
    """Biases of zero are not the same block as no biases: V may then have biases too."""
    up, down = [[1], [2]], [[3, 4]]
    found = [
        Weights(up, down),
        Weights(up, down, None, None, [0, 0]),
        Weights(up, down, None, None, [0, 1]),
        Weights(up, down, None, None, [1, 0]),
        Weights(up, down, None, None, [0, 0], [0]),
        Weights(up, down, None, None, [0, 0], [1]),
        Weights(up, down, None, None, [0, 0], [Fraction(1, 3)]),
        Weights(up, down, None, None, [Fraction(1, 3), 0]),
        Weights(up, down, None, None, [0, Fraction(1, 3)]),
        Weights(up, down, None, [[Fraction(1, 3)]], [0, 0]),
        Weights(up, down, None, [[Fraction(1, 3)]]),
    ]
    assert len({weights.sha256() for weights in found}) == len(found)
    assert Weights(up, down, None, None, [0, -0.0], [0.0]).sha256() == found[4].sha256()


def test_evidence_names_the_biases_that_it_needs() -> None:
    plain = Weights([[1]], [[-1]])
    hidden = Weights([[1]], [[-1]], None, None, [0])
    both = Weights([[1]], [[-1]], None, None, [0], [0])
    V: dict[str, Any] = {"V_up": [["-1"]], "V_down": [["-1"]]}
    up, down = {"V_b_up": ["0"]}, {"V_b_down": ["0"]}
    for weights, good, bad in (
        (plain, V, (V | up, V | down, V | up | down)),
        (hidden, V | up, (V, V | down)),
        (both, V | up | down, (V, V | up, V | down)),
    ):
        assert accepts(weights, good, 1)
        for evidence in (*bad, good | {"V_b": ["0"]}):
            with pytest.raises(Malformed):
                accepts(weights, evidence, 1)
        for wrong in ({"V_b_up": [0]}, {"V_b_up": ["0", "0"]}, {"V_b_up": ["0/1"]}, {"V_b_up": "0"}):
            with pytest.raises(Malformed):
                accepts(weights, good | wrong, 1)


def test_no_shifts_for_hardswish() -> None:
    """Its even part is piecewise quadratic: nothing is claimed about the independence of its shifts."""
    weights = Weights([[1]], [[5]], "hardswish", None, [1], [0])
    for proofs in ([], [{"ranks": True}]):
        with pytest.raises(Rejected, match="hardswish"):
            check(certificate(weights, "not-absorbable", 1, {"cost": proofs}), weights, "not-absorbable")
