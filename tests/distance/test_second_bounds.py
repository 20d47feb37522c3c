"""The kernel and the second checker agree on the claims with a bound: found, moved and arbitrary evidence."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from distance.test_distance import blocks, covariances
from hypothesis import given, settings
from hypothesis import strategies as st
from oracles.second_bounds import accepts

from symproof import Block, Rejected, distance
from symproof.kernel.activations import activation
from symproof.kernel.bounds import SENTENCES, certified_bound
from symproof.kernel.budget import Budget


@dataclass
class Known:
    """A block with the facts about its activation that FORMAT.md tabulates."""

    block: Block

    def __getattr__(self, name: str) -> Any:
        act = activation(self.block.activation)
        return getattr(act if hasattr(act, name) and name != "gap" else self.block, name)


def agreed(block: Block, claim: str, evidence: Any, q: Fraction, C: Any = None) -> bool:
    """What both say."""
    try:
        certified_bound(block.weights, claim, q, evidence, Budget(), covariance=C)
        said = True
    except Rejected:
        said = False
    exact = None if C is None else [[Fraction(x) for x in row] for row in C]
    relu = block.activation == "relu" and block.b_up is None
    own = (claim != "error-at-least" or relu) and accepts(claim, Known(block), evidence, q, exact)
    assert said is own, (claim, evidence, q)
    return said


@st.composite
def close(draw: st.DrawFn) -> Block:
    """Blocks with long rows, two of them close, opposite or collinear but for a little."""
    turn, size = draw(st.sampled_from([1, -1, 2, -3])), draw(st.integers(2, 4))
    name = draw(st.sampled_from(["relu", "gelu", "leaky_relu(3)", "silu"]))
    small = draw(st.fractions(0, 1, max_denominator=8))
    up: Any = [[size, 0], [0, size], [turn * size, small]]
    return Block(up, [[1, 0, 1], [0, draw(st.integers(1, 3)), 1]], name)


@given(st.data(), blocks())
def test_found_evidence_and_bounds_moved_both_ways(data: st.DataObject, block: Block) -> None:
    found = distance(block)
    for claim, proof in found.proofs.items():
        bound = Fraction(proof["bound"])
        assert agreed(block, claim, proof["evidence"], bound)
        step = data.draw(st.fractions(0, 1, max_denominator=50))
        agreed(block, claim, proof["evidence"], bound + step)
        agreed(block, claim, proof["evidence"], bound - step)
        if claim != "error-at-least":
            bits = data.draw(st.integers(0, 20))
            agreed(block, claim, {**proof["evidence"], "bits": bits}, bound - step)
            agreed(block, claim, {**proof["evidence"], "bits": bits}, bound + step)


def border(block: Block, claim: str, evidence: Any, C: Any = None) -> None:
    """Both say the same on either side of where the second checker's answer changes, 2^-20 apart."""
    exact = None if C is None else [[Fraction(x) for x in row] for row in C]
    low, high = Fraction(0), Fraction(64)
    first = accepts(claim, Known(block), evidence, low, exact)
    if first is accepts(claim, Known(block), evidence, high, exact):
        return
    for _ in range(26):
        middle = (low + high) / 2
        if accepts(claim, Known(block), evidence, middle, exact) is first:
            low = middle
        else:
            high = middle
    assert agreed(block, claim, evidence, low, C) is not agreed(block, claim, evidence, high, C)


@settings(max_examples=40)
@given(st.data(), blocks() | close())
def test_where_the_answer_changes(data: st.DataObject, block: Block) -> None:
    for claim, proof in distance(block).proofs.items():
        border(block, claim, proof["evidence"])
        if claim != "error-at-least":
            border(block, claim, {**proof["evidence"], "bits": data.draw(st.integers(3, 9))})


@settings(max_examples=20)
@given(st.data(), blocks())
def test_where_the_answer_changes_with_a_covariance(data: st.DataObject, block: Block) -> None:
    C = data.draw(covariances(block.d))
    for proof in distance(block, covariance=C).certificates:
        border(block, proof.claim, proof["evidence"], C)


@given(st.data(), blocks(), st.sampled_from([*SENTENCES]))
def test_arbitrary_evidence(data: st.DataObject, block: Block, claim: str) -> None:
    d, N, entry = block.d, block.width, st.integers(-9, 9)
    evidence: dict[str, Any] = {}
    if claim == "error-at-least":
        if d < 2:
            return
        i, j = sorted(data.draw(st.sets(st.integers(0, d - 1), min_size=2, max_size=2)))
        evidence["plane"] = [i, j]
    elif claim == "distance-at-most":
        evidence["S"] = sorted(data.draw(st.sets(st.integers(0, N - 1))))
    else:
        row = st.lists(entry, min_size=d, max_size=d)
        evidence["Y"] = data.draw(st.lists(row, min_size=d, max_size=d))
    if claim != "error-at-least" and data.draw(st.booleans()):
        evidence["bits"] = data.draw(st.integers(0, 8))
    agreed(block, claim, evidence, data.draw(st.fractions(-1, 8, max_denominator=64)))


@given(st.data(), blocks())
def test_covariances(data: st.DataObject, block: Block) -> None:
    C = data.draw(covariances(block.d))
    found = distance(block, covariance=C)
    for proof in found.certificates:
        bound, evidence = Fraction(proof["bound"]), proof["evidence"]
        assert agreed(block, proof.claim, evidence, bound, C)
        step = data.draw(st.fractions(-1, 1, max_denominator=50))
        agreed(block, proof.claim, evidence, bound + step, C)
        if proof.claim == "distance-at-least":
            changed = {**evidence, "scale": max(1, evidence["scale"] + data.draw(st.integers(-3, 3)))}
            agreed(block, proof.claim, changed, bound, C)
            agreed(block, proof.claim, {**evidence, "bits": data.draw(st.integers(0, 12))}, bound, C)
