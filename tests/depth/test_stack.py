"""Stacks decided: against all subsets, and outside the hypotheses."""

from __future__ import annotations

import random
from collections import Counter
from itertools import pairwise

import pytest
from helpers import stacks
from hypothesis import given
from hypothesis import strategies as st

from symproof.absorb.limits import Limits
from symproof.depth.bounds import bounds
from symproof.depth.stack import decide_stack
from symproof.errors import Malformed, Rejected
from symproof.kernel.stacks import check_stack
from symproof.model.block import Block
from symproof.verdict import StackVerdict

SMOOTH = ("gelu", "silu", "quick_gelu", "gelu_tanh")
G = Block([[1, 2], [3, 1]], [[1, 0], [0, 1]], "gelu")  # not absorbable
A = Block([[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]], "gelu")  # absorbable


def drawn(rng: random.Random) -> tuple[list[Block], list[bool]]:
    """A stack of one to three blocks, and which of them absorb their skips."""
    d, activation = rng.choice((1, 2, 2, 2, 3)), rng.choice(SMOOTH)
    layers, bad = rng.randint(1, 3), rng.choice((None, None, 0, 1, 2))
    blocks = []
    for i in range(layers):
        make = stacks.not_absorbable if i == bad else stacks.absorbable
        blocks.append(make(rng, d, d + rng.randint(0, 2), activation))
    return blocks, [stacks.solution(block) is not None for block in blocks]


def decided(seed: int) -> tuple[str, str]:
    """One random stack decided; what was planted and the verdict, after all assertions."""
    blocks, good = drawn(random.Random(seed))
    answer = decide_stack(blocks)
    unseen = any(stacks.unseen(a, b) for a, b in pairwise(blocks))
    if all(good):
        assert answer.verdict is StackVerdict.REPRESENTABLE
        for block, S in zip(blocks, answer.subsets, strict=True):
            assert S is not None
            assert stacks.solves(block, S)
    elif unseen:
        assert (answer.verdict, answer.condition) == (StackVerdict.UNDECIDED, "H3")
    else:
        assert answer.verdict is StackVerdict.NOT_REPRESENTABLE
        assert answer.refuted == good.index(False)
    if answer.certificate is not None:
        weights = [block.weights for block in blocks]
        assert check_stack(answer.certificate, weights, str(answer.claim)) == answer.established
    return "all absorb" if all(good) else "(H3) fails" if unseen else "one does not", str(answer.verdict)


@pytest.mark.parametrize("start", range(0, 400, 100))
def test_random_stacks_against_all_subsets(start: int) -> None:
    found = Counter(decided(seed) for seed in range(start, start + 100))
    assert found["all absorb", "representable"] > 10
    assert found["one does not", "not-representable"] > 10


@pytest.mark.slow
@pytest.mark.parametrize("start", range(1000, 11000, 1000))
def test_many_random_stacks_against_all_subsets(start: int) -> None:
    print(start, Counter(decided(seed) for seed in range(start, start + 1000)))


@pytest.mark.parametrize("place", range(3))
@pytest.mark.parametrize("activation", SMOOTH)
def test_one_block_refutes_wherever_it_stands(activation: str, place: int) -> None:
    blocks = [Block(A.W_up, A.W_down, activation)] * 3
    blocks[place] = Block(G.W_up, G.W_down, activation)
    answer = decide_stack(blocks)
    assert (answer.verdict, answer.refuted) == (StackVerdict.NOT_REPRESENTABLE, place)


OPPOSED = Block([*G.W_up, [-1, -2]], [[1, 0, 1], [0, 1, 1]], "gelu")
DEAD_COLUMN = Block([*G.W_up, [5, 1]], [[1, 0, 0], [0, 1, 0]], "gelu")
DEAD_ROW = Block([*G.W_up, [0, 0]], [[1, 0, 1], [0, 1, 1]], "gelu")
FIRST, SECOND = Block([[-1, 0]], [[1], [0]], "gelu"), Block([[0, -1]], [[0], [1]], "gelu")


def of(activation: str, **more) -> Block:
    """G with another activation, or with biases."""
    return Block(G.W_up, G.W_down, activation, **more)


@pytest.mark.parametrize(
    ("blocks", "condition"),
    [
        ([FIRST, SECOND], "H3"),
        ([A, OPPOSED], "H1"),
        ([OPPOSED, A], "H1"),
        ([A, DEAD_COLUMN], "H2"),
        ([A, DEAD_ROW], "H2"),
        ([G, Block([[1, 0]], [[0], [0]], "gelu")], "live"),
        ([G, Block(A.W_up, A.W_down, "gelu", "-I")], "skip"),
        ([of("gelu_tanh", b_up=[1, 2]), of("gelu_tanh", b_up=[0, 3])], "biases"),
        ([of("softplus"), of("softplus")], "activation"),
        ([of("hardswish"), of("hardswish")], "activation"),
        ([of("leaky_relu(1/10)")], "activation"),
        ([of("abs")], "activation"),
        ([of("relu")], "two blocks"),
        ([of("relu")] * 3, "two blocks"),
        ([of("relu", b_up=[0, 0]), of("relu", b_up=[1, 0])], "biases"),
        ([of("relu"), Block(A.W_up, A.W_down, "relu", "-I")], "skip"),
        ([of("relu"), of("relu")], "bends"),
    ],
)
def test_outside_the_hypotheses_the_condition_is_named(blocks: list[Block], condition: str) -> None:
    answer = decide_stack(blocks)
    assert (answer.verdict, answer.condition) == (StackVerdict.UNDECIDED, condition)
    assert answer.certificate is None
    assert f"({condition})" in answer.why


def test_the_stack_that_needs_H3_is_one_layer() -> None:
    """x + e_1 s(-x_1), then x + e_2 s(-x_2), is (s(x_1), s(x_2)): as many neurons, no block absorbable."""
    one = Block([[1, 0], [0, 1]], [[1, 0], [0, 1]], "gelu", [[0, 0], [0, 0]])
    x = [3, -2]
    assert FIRST.evaluate(x)[0].overlaps(one.evaluate(x)[0])
    assert SECOND.evaluate(x)[1].overlaps(one.evaluate(x)[1])
    assert stacks.solution(FIRST) is stacks.solution(SECOND) is None


def test_dead_neurons_are_counted_against_the_rank_of_block_0() -> None:
    """Two neurons are missing at least, and one does nothing: more than all are needed."""
    small = Block([*G.W_up, [0, 0]], [["1/9", 0, 1], [0, "1/9", 1]], "gelu")
    answer = decide_stack([small, A])
    assert (answer.verdict, answer.refuted) == (StackVerdict.NOT_REPRESENTABLE, 0)
    assert answer.certificate is not None
    assert answer.certificate["evidence"] == {"block": 0, "rank": 2}


def test_equal_rows_with_other_biases_are_admitted() -> None:
    block = Block([[1, 2], [1, 2]], [[1, 0], [0, 1]], "silu", b_up=[0, 1], b_down=[0, 0])
    assert decide_stack([block, block]).verdict is StackVerdict.NOT_REPRESENTABLE


def test_hidden_biases_alone_get_an_output_bias_in_the_next_layer() -> None:
    block = Block(A.W_up, A.W_down, "gelu", b_up=[1, 2, 3])
    answer = decide_stack([block, block])
    assert answer.verdict is StackVerdict.REPRESENTABLE


def test_degenerate_blocks_that_absorb_are_representable_with_any_activation() -> None:
    """Rows e1, -e1, e2, -e2: no S solves (3), and the block absorbs all the same."""
    block = Block([[1, 0], [-1, 0], [0, 1], [0, -1]], [[2, 5, 1, 1], [1, 1, 3, 7]], "softplus")
    assert stacks.solution(block) is None
    assert decide_stack([block, block]).verdict is StackVerdict.REPRESENTABLE


def test_what_is_no_stack_is_malformed() -> None:
    for blocks in ([], [G, of("silu")], [G, Block([[1]], [[1]], "gelu")]):
        with pytest.raises(Malformed):
            decide_stack(blocks)


def test_no_time_is_gave_up() -> None:
    assert decide_stack([A, G], Limits(time=1e-9)).verdict is StackVerdict.GAVE_UP


def test_bounds_of_blocks_close_to_the_identity() -> None:
    """All I + W_S U_S are invertible: d more neurons for each layer, in all and layer by layer."""
    small = Block(A.W_up, [["1/9", 0, "1/9"], [0, "1/9", 0]], "gelu")
    assert [(b.layer, b.neurons) for b in bounds([small] * 3)] == [(None, 15), (0, 5), (1, 5), (2, 5)]


def test_bounds_need_the_hypotheses() -> None:
    with pytest.raises(Rejected, match=r"^\(H3\)"):
        bounds([FIRST, SECOND])


@given(st.integers(0, 10**6))
def test_a_layer_bound_is_the_least_rank_of_its_block(seed: int) -> None:
    """rho by all subsets; a layer is left out when a later block has no d independent rows, or rho is 0."""
    rng = random.Random(seed)
    blocks = [stacks.generic(rng, 2, rng.randint(1, 3), "silu", 2) for _ in range(2)]
    try:
        found = {b.layer: b.neurons for b in bounds(blocks)}
    except Rejected:
        assert stacks.unseen(*blocks)
        return
    ranks = [stacks.least_rank(block) for block in blocks]
    wanted = {1: blocks[1].width + ranks[1]} if ranks[1] else {}
    if ranks[0] and stacks.row_rank(blocks[1]) == 2:
        wanted[0] = blocks[0].width + ranks[0]
    total = sum(block.width for block in blocks)
    assert {layer: n for layer, n in found.items() if layer is not None} == wanted
    full = 4 if ranks == [2, 2] else 0
    assert found.get(None, total) == total + max(ranks[0], min(1, ranks[1]), full)
