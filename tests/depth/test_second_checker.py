"""Two checkers that share no code agree on every certificate of a stack, honest or changed at random."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest
from depth.test_bends import FORGERIES as BENT
from depth.test_bends import refuted
from depth.test_certificates import FORGERIES, PROOF, STACK
from depth.test_stack import drawn
from helpers import stacks
from oracles.second_reader import load, read_block
from oracles.second_stacks import stack_verdict

from symproof.absorb.limits import Clock, Limits
from symproof.depth.bends import matching
from symproof.depth.bounds import bounds
from symproof.depth.stack import decide_stack
from symproof.errors import Malformed, OutOfBudget, Rejected
from symproof.kernel.bends import pair_of
from symproof.kernel.stacks import certificate, check_stack
from symproof.model.block import Block


def agreed(proof: Any, blocks: list[Block], claim: str, **named: int | None) -> bool:
    """Whether both accept, after they agree on it."""
    try:
        check_stack(proof, [b.weights for b in blocks], claim, **named)
        first = True
    except (Rejected, Malformed, OutOfBudget):
        first = False
    own = [read_block(load(json.dumps(b.to_dict()).encode())) for b in blocks]
    second = stack_verdict(load(json.dumps(proof).encode()), own, claim, **named)
    assert (second == "accepted") == first, second
    return first


def changed(rng: random.Random, value: Any) -> Any:
    """The value with one leaf of the JSON tree changed, left out or doubled."""
    value = copy.deepcopy(value)
    holder, key = None, None
    here = value
    while isinstance(here, list | dict) and here:
        key = rng.choice(list(here)) if isinstance(here, dict) else rng.randrange(len(here))
        holder, here = here, here[key]
        if isinstance(here, list) and here and rng.random() < 0.2:
            break
    assert holder is not None
    if isinstance(holder, list) and rng.random() < 0.4:
        if rng.random() < 0.5:
            holder.pop(key)
        else:
            holder.insert(rng.randrange(len(holder) + 1), copy.deepcopy(here))
    else:
        holder[key] = rng.choice([0, 1, 2, "0", "1", "-1", "1/2", "7", [], {}, None, True, "x"])
    return value


@pytest.mark.parametrize("seed", range(40))
def test_they_agree_on_random_stacks_and_on_changes(seed: int) -> None:
    rng = random.Random(f"two {seed}")
    blocks, _ = drawn(rng)
    answer = decide_stack(blocks)
    if answer.certificate is not None:
        claim = str(answer.claim)
        assert agreed(answer.certificate, blocks, claim)
        for _ in range(30):
            agreed(changed(rng, answer.certificate), blocks, claim)
    try:
        found = bounds(blocks)
    except Rejected:
        return
    for bound in found:
        claim = "neurons-at-least" if bound.layer is None else "layer-at-least"
        assert agreed(bound.certificate, blocks, claim, width=bound.neurons, layer=bound.layer)
        for _ in range(10):
            wrong = changed(rng, bound.certificate)
            agreed(wrong, blocks, claim, width=bound.neurons, layer=bound.layer)


@pytest.mark.parametrize("name", FORGERIES)
def test_they_refuse_the_forgeries(name: str) -> None:
    wrong = copy.deepcopy(PROOF)
    FORGERIES[name](wrong)
    assert not agreed(wrong, STACK, "not-representable")


@pytest.mark.parametrize(("d", "n", "scale"), [(2, 4, 3000), (3, 4, 2000)])
def test_they_agree_on_bends(d: int, n: int, scale: int) -> None:
    blocks, proof = refuted(d, n, scale)
    assert agreed(proof, blocks, "pair-not-representable")
    rng = random.Random(d)
    for _ in range(25):
        agreed(changed(rng, proof), blocks, "pair-not-representable")
    for forge in BENT.values() if d == 3 else ():
        wrong = copy.deepcopy(proof)
        forge(wrong["evidence"])
        assert not agreed(wrong, blocks, "pair-not-representable")


def test_they_agree_on_matchings() -> None:
    rng = random.Random(3)
    for _ in range(10):
        blocks = [stacks.generic(rng, 2, 3, "relu") for _ in range(2)]
        weights = [b.weights for b in blocks]
        points = matching(pair_of(weights), Clock(Limits()))
        proof = certificate(weights, "pair-at-least", {"matching": points}, len(points))
        assert agreed(proof, blocks, "pair-at-least", width=len(points))
        for _ in range(10):
            agreed(changed(rng, proof), blocks, "pair-at-least", width=len(points))
