"""Two ReLU blocks: the certificates of bends, found and forged."""

from __future__ import annotations

import copy
import json
import pathlib
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest
from helpers import stacks
from hypothesis import given
from hypothesis import strategies as st

from symproof.absorb.limits import Clock, Limits
from symproof.depth.bends import matching, rigidity
from symproof.depth.stack import decide_stack
from symproof.errors import Malformed, Rejected
from symproof.files.readers import read_stack
from symproof.kernel.bends import bend, pair_of, rigid
from symproof.kernel.stacks import certificate, check_stack
from symproof.model.block import Block
from symproof.verdict import StackVerdict

HOMEOMORPHISM = pathlib.Path(__file__).parents[1] / "fixtures/depth/absorbable-homeomorphism.json"
CLAIM = "pair-not-representable"


def close(rng: random.Random, d: int, n: int, scale: int, most: int = 20) -> Block:
    """A ReLU block close to the identity."""
    down = [[Fraction(x, scale) for x in row] for row in stacks.turned(stacks.rows(rng, n, d, most))]
    return Block(stacks.rows(rng, n, d, most), down)


def pair(d: int, n: int, scale: int, seed: int) -> list[Block]:
    """Two ReLU blocks close to the identity."""
    rng = random.Random(f"{d} {n} {seed}")
    return [close(rng, d, n, scale) for _ in range(2)]


def refuted(d: int, n: int, scale: int) -> tuple[list[Block], dict[str, Any]]:
    """The first drawn pair for which a certificate is found."""
    for seed in range(20):
        blocks = pair(d, n, scale, seed)
        answer = decide_stack(blocks)
        if answer.certificate is not None:
            return blocks, answer.certificate
    raise AssertionError("no pair was refuted")


@pytest.mark.parametrize(
    ("d", "n", "scale"),
    [(2, 4, 3000), (3, 4, 2000), (3, 6, 3000), pytest.param(4, 8, 8000, marks=pytest.mark.slow)],
)
def test_generic_pairs_are_refuted(d: int, n: int, scale: int) -> None:
    blocks, proof = refuted(d, n, scale)
    assert proof["claim"] == CLAIM
    assert stacks.solution(blocks[proof["evidence"]["block"]]) is None
    assert ("rays" in proof["evidence"]) == (d == 2)


def test_an_absorbable_first_block_is_no_contradiction_and_the_second_refutes() -> None:
    """The control: block 0 absorbs its skip and is a homeomorphism, so only block 1 can refute."""
    blocks = read_stack([str(HOMEOMORPHISM)])
    answer = decide_stack(blocks)
    assert stacks.solves(blocks[0], (0, 1, 2))
    assert (answer.verdict, answer.refuted) == (StackVerdict.NOT_REPRESENTABLE, 1)
    assert answer.certificate is not None
    wrong = copy.deepcopy(answer.certificate)
    wrong["evidence"]["block"] = 0
    with pytest.raises(Rejected):
        check_stack(wrong, [b.weights for b in blocks], CLAIM)


def test_both_blocks_absorbable_is_representable_whatever_bends() -> None:
    """The same first block, and a second that absorbs: the points exist, and no tree does."""
    first = read_stack([str(HOMEOMORPHISM)])[0]
    answer = decide_stack([first, first])
    assert answer.verdict is StackVerdict.REPRESENTABLE


@pytest.fixture(scope="module")
def chained() -> tuple[list[Block], dict[str, Any]]:
    """A pair with d = 3 and its certificate of chains."""
    return refuted(3, 4, 2000)


def accepts(blocks: list[Block], proof: dict[str, Any]) -> bool:
    """Whether the kernel accepts; malformed counts as no."""
    try:
        check_stack(proof, [b.weights for b in blocks], CLAIM)
    except (Rejected, Malformed):
        return False
    return True


def scaled(point: list[str], by: int) -> list[str]:
    """The point on the same ray."""
    return [str(by * Fraction(x)) for x in point]


def exchange(items: list[Any], at: int = 0) -> None:
    """Exchange two neighbours."""
    items[at], items[at + 1] = items[at + 1], items[at]


FORGERIES: dict[str, Callable[[dict[str, Any]], object]] = {
    "a bend moved off its hyperplane": lambda e: e["first"][0].__setitem__(0, ["1", "2", "5"]),
    "two equal left directions": lambda e: e["first"][0].__setitem__(1, scaled(e["first"][0][0], 2)),
    "two equal right directions": lambda e: e["second"][0].__setitem__(1, scaled(e["second"][0][0], 3)),
    "the cherries of two neurons exchanged": lambda e: exchange(e["first"]),
    "a cherry missing": lambda e: e["second"].pop(),
    "one sign never flipped": lambda e: e["chains"][0][1].pop(),
    "two signs at once": lambda e: e["chains"][0][1].pop(1),
    "no sign changed": lambda e: e["chains"][0][1].insert(1, scaled(e["chains"][0][1][0], 2)),
    "a chain of another neuron": lambda e: e["chains"][0].__setitem__(0, e["chains"][1][0]),
    "too few chains": lambda e: e["chains"].pop(),
    "the same chain twice": lambda e: e["chains"].__setitem__(-1, e["chains"][0]),
    "a point at 0": lambda e: e["chains"][0][1].__setitem__(0, ["0"] * 3),
    "an empty chain": lambda e: e["chains"][0].__setitem__(1, []),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forged_points_are_rejected(chained: tuple[list[Block], dict[str, Any]], name: str) -> None:
    blocks, proof = chained
    assert accepts(blocks, proof)
    wrong = copy.deepcopy(proof)
    FORGERIES[name](wrong["evidence"])
    assert not accepts(blocks, wrong)


def test_a_tree_of_the_other_block_proves_nothing_when_that_absorbs() -> None:
    first, second = read_stack([str(HOMEOMORPHISM)])
    proof = decide_stack([first, second]).certificate
    assert proof is not None
    assert accepts([first, second], proof)
    assert not accepts([second, first], {**proof, "sha256": proof["sha256"][::-1]})
    wrong = copy.deepcopy(proof)
    wrong["evidence"]["block"] = 0
    assert not accepts([first, second], wrong)


def test_a_row_b_parallel_to_a_row_of_block_0_is_no_bend() -> None:
    """b.x = 0 at the point, so that row is 0 there as well: two neurons are 0, and the kernel says no."""
    first = Block([[1, 0, 0], [0, 1, 0], [0, 0, 1]], [["1/9", 0, 0], [0, "1/9", "1/7"], [0, 0, "1/9"]])
    second = Block([[1, 0, 0], [1, 1, 0], [1, 0, 2]], [[1, 0, 0], [0, 1, 0], [0, 0, 1]])
    stack = pair_of([first.weights, second.weights])
    assert bend(stack, [Fraction(-11), Fraction(9), Fraction(7)]).neuron == (1, 1)
    with pytest.raises(Rejected, match="2 neurons are 0"):
        bend(stack, [Fraction(0), Fraction(1), Fraction(2)])


@given(st.integers(0, 10**6))
def test_the_matching_is_no_more_than_the_neurons(seed: int) -> None:
    """Koenig: the rows of block 0 and the columns of block 1 cover all bends."""
    rng = random.Random(seed)
    blocks = [close(rng, 2, rng.randint(1, 4), rng.choice((3, 30, 300)), 5) for _ in range(2)]
    weights = [b.weights for b in blocks]
    points = matching(pair_of(weights), Clock(Limits()))
    total = sum(b.width for b in blocks)
    assert len(points) <= total
    proof = certificate(weights, "pair-at-least", {"matching": points}, len(points))
    assert f"at least {len(points)} neurons" in check_stack(
        proof, weights, "pair-at-least", width=len(points)
    )
    more = certificate(weights, "pair-at-least", {"matching": points}, len(points) + 1)
    with pytest.raises(Rejected):
        check_stack(more, weights, "pair-at-least", width=len(points) + 1)


def test_pairs_that_bend_enough_have_no_smaller_network() -> None:
    blocks, _ = refuted(2, 4, 3000)
    assert len(matching(pair_of([b.weights for b in blocks]), Clock(Limits()))) == 8


@pytest.mark.parametrize("d", [2, 3])
def test_random_pairs_with_absorbable_blocks_are_never_refuted(d: int) -> None:
    """An absorbable pair is representable; a pair that is refuted has a block without S."""
    found = Counter()
    for seed in range(24):
        rng = random.Random(f"{d} {seed}")
        good = [rng.random() < 0.6 for _ in range(2)]
        blocks = [
            stacks.absorbable(rng, d, d + 1, "relu", 3) if g else close(rng, d, d + 1, 900, 5) for g in good
        ]
        answer = decide_stack(blocks, Limits(time=20))
        solved = [stacks.solution(b) is not None for b in blocks]
        if all(solved):
            assert answer.verdict is StackVerdict.REPRESENTABLE
        else:
            assert answer.verdict in (StackVerdict.NOT_REPRESENTABLE, StackVerdict.UNDECIDED)
            assert answer.refuted is None or not solved[answer.refuted]
        found[tuple(solved), str(answer.verdict)] += 1
    assert found[(True, True), "representable"] > 2
    assert found[(False, False), "not-representable"] > 1


def test_rays_must_go_round_once() -> None:
    blocks, proof = refuted(2, 4, 3000)
    pairs = pair_of([b.weights for b in blocks])
    rigid(pairs, proof["evidence"])
    rays = proof["evidence"]["rays"]
    for wrong in (rays[:-1], rays[1:] + rays[1:2], rays[::-1], rays + rays, rays[::2], [], rays[:2]):
        with pytest.raises(Rejected):
            rigid(pairs, {**proof["evidence"], "rays": wrong})


def test_a_map_of_the_plane_that_folds_has_no_rays() -> None:
    """x - 2 relu(x_1) e_1 folds the plane: no homeomorphism, and the images of the rays do not go round."""
    fold = Block([[1, 0], [1, 3]], [[-2, "1/9"], [0, "1/7"]])
    other = Block([[1, 2], [3, -1]], [["1/9", 0], [0, "1/8"]])
    assert rigidity(pair_of([b.weights for b in (fold, other)]), Clock(Limits())) is None or (
        decide_stack([fold, other]).verdict is StackVerdict.UNDECIDED
    )


def test_forged_points_are_rejected_without_asserts(
    tmp_path: pathlib.Path, chained: tuple[list[Block], dict[str, Any]]
) -> None:
    blocks, proof = chained
    (tmp_path / "stack.json").write_text(json.dumps({"blocks": [b.to_dict() for b in blocks]}))
    for name in (None, *FORGERIES):
        wrong = copy.deepcopy(proof)
        if name is not None:
            FORGERIES[name](wrong["evidence"])
        (tmp_path / "proof.json").write_text(json.dumps(wrong))
        command = [sys.executable, "-O", "-m", "symproof.kernel", "proof.json", "--weights", "stack.json"]
        done = subprocess.run(
            [*command, "--claim", CLAIM], cwd=tmp_path, capture_output=True, text=True, check=False
        )
        assert done.returncode == (0 if name is None else 1), done.stderr
