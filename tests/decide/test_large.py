"""Large planted blocks: the certificate names the signs, and a near miss is none."""

from __future__ import annotations

import json

import numpy as np
import pytest
from bench import instances

from symproof import Block, Verdict, decide
from symproof.kernel.claims import check
from symproof.kernel.errors import OutOfBudget, Rejected


def block(d: int, *, missed: bool) -> Block:
    """d x 4d float32 weights with a planted S."""
    up, down = instances.planted(d, 4 * d, missed=missed)
    return Block(up.astype(np.float64), down.astype(np.float64), "gelu", floats="binary")


def test_a_planted_set_is_named_by_its_signs() -> None:
    some = block(96, missed=False)
    decision = decide(some)
    assert decision.verdict is Verdict.ABSORBABLE
    assert decision.subset is not None
    assert not any(map(any, some.residual(decision.subset)))
    proof = decision.certificate
    assert proof is not None
    assert len(json.dumps(proof)) < 1000
    assert decision.network is None
    check(proof, some.weights, "absorbable")
    for flip in ([], proof["evidence"]["flip"][1:], [0, *proof["evidence"]["flip"]]):
        with pytest.raises((Rejected, OutOfBudget)):
            check(signed(proof, sorted(set(flip))), some.weights, "absorbable")


def signed(proof: dict[str, object], flip: list[int]) -> dict[str, object]:
    """The certificate with another choice of signs."""
    return {**proof, "evidence": {"flip": flip, "double": []}}


def test_one_unit_in_the_last_place_is_no_solution() -> None:
    some, missed = block(96, missed=False), block(96, missed=True)
    decision = decide(missed)
    assert decision.verdict is Verdict.NOT_ABSORBABLE
    taken = decide(some).certificate
    assert taken is not None
    with pytest.raises(Rejected):
        check({**taken, "sha256": missed.sha256}, missed.weights, "absorbable")
