"""Evidence of our own making that the kernel refuses is a defect of the search, not a rejection."""

from __future__ import annotations

import pytest

from symproof import Block, Rejected
from symproof.absorb.proved import proved
from symproof.kernel.claims import check

BLOCK = Block([[1, 0], [0, 1]], [[-1, 0], [0, -1]])
V = {"V_up": [["-1", "0"], ["0", "-1"]], "V_down": [["-1", "0"], ["0", "-1"]]}


def test_accepted_evidence_comes_back_with_its_sentence() -> None:
    proof, sentence = proved(BLOCK.weights, "absorbable", 2, V)
    assert check(proof, BLOCK.weights, "absorbable") == sentence


@pytest.mark.parametrize("evidence", [{"cost": [{"tree": {"exhaust": True}}]}, {"cost": []}, {"cost": [{}]}])
def test_refused_evidence_is_an_arithmetic_error(evidence: dict[str, object]) -> None:
    with pytest.raises(ArithmeticError, match="the kernel refuses") as caught:
        proved(BLOCK.weights, "not-absorbable", 2, evidence)
    assert not isinstance(caught.value, Rejected)
