"""Forged certificates of stacks are refused, the one they are made from is accepted, at both doors."""

from __future__ import annotations

import copy
import json
import pathlib
import subprocess
import sys
from collections.abc import Callable
from typing import Any

import pytest

from symproof.command.main import main
from symproof.depth.bounds import bounds
from symproof.depth.stack import decide_stack
from symproof.errors import Malformed, OutOfBudget, Rejected
from symproof.kernel.budget import Budget
from symproof.kernel.stacks import SENTENCES, certificate, check_stack
from symproof.model.block import Block
from symproof.verdict import Exit

G = Block([[1, 2], [3, 1]], [[1, 0], [0, 1]], "gelu")  # not absorbable
A = Block([[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]], "gelu")  # absorbable by {0, 1}
STACK = [A, G, A]
WEIGHTS = [block.weights for block in STACK]


def proof_of(blocks: list[Block]) -> dict[str, Any]:
    """The certificate that the search finds."""
    found = decide_stack(blocks).certificate
    assert found is not None
    return found


PROOF = proof_of(STACK)
FORGERIES: dict[str, Callable[[dict[str, Any]], object]] = {
    "a leaf of another block": lambda c: c["evidence"].update(block=0),
    "another block that absorbs": lambda c: c["evidence"].update(block=2),
    "a block out of range": lambda c: c["evidence"].update(block=3),
    "a block that is true": lambda c: c["evidence"].update(block=True),
    "another order": lambda c: c["sha256"].reverse() or c["sha256"].insert(0, c["sha256"].pop()),
    "a block left out": lambda c: c["sha256"].pop(),
    "another claim": lambda c: c.update(claim="neurons-at-least"),
    "another activation": lambda c: c.update(activation="silu"),
    "another width": lambda c: c.update(width=7),
    "the old format": lambda c: c.update(format="symproof-certificate-1"),
    "no tree": lambda c: c["evidence"].pop("tree"),
    "an empty tree": lambda c: c["evidence"].update(tree={}),
    "a rank in place of the tree": lambda c: c.update(evidence={"block": 1, "rank": 0}),
    "a rank of an absorbable block": lambda c: c.update(evidence={"block": 0, "rank": 1}),
    "norms that are large": lambda c: c.update(evidence={"full": ["norms"] * 3}),
    "ranks that are not full": lambda c: c.update(evidence={"full": ["ranks"] * 3}),
    "ways for fewer blocks": lambda c: c.update(evidence={"full": []}),
    "a hidden layer": lambda c: c.update(layer=0),
    "no evidence": lambda c: c.update(evidence=None),
}


@pytest.mark.parametrize("name", FORGERIES)
def test_forgeries_are_refused(name: str) -> None:
    assert "more than 8 neurons" in check_stack(PROOF, WEIGHTS, "not-representable")
    wrong = copy.deepcopy(PROOF)
    FORGERIES[name](wrong)
    assert json.dumps(wrong) != json.dumps(PROOF)
    with pytest.raises((Rejected, Malformed)):
        check_stack(wrong, WEIGHTS, "not-representable")


def hidden(block: Block) -> list[Block]:
    """The stack with another last block."""
    return [A, G, block]


@pytest.mark.parametrize(
    ("blocks", "condition"),
    [
        (hidden(Block([*A.W_up[:2], [-1, 0]], A.W_down, "gelu")), "H1"),
        (hidden(Block([[2, 1], [-4, -2]], [[1, 0], [0, 1]], "gelu")), None),
        ([A, G, Block([[1, -1]], [[1], [1]], "gelu")], None),
        ([A, Block([[1, 2], [3, 1]], [[1, 1], [1, 1]], "gelu"), Block([[1, -1]], [[1], [1]], "gelu")], "H3"),
        (hidden(Block(A.W_up, A.W_down, "gelu", "-I")), "skip"),
        (hidden(Block([[0, 0]], [[1], [1]], "gelu")), "live"),
    ],
)
def test_a_condition_that_fails_in_another_block_is_found(blocks: list[Block], condition: str | None) -> None:
    """The same evidence about block 1, in stacks whose other blocks break a condition, or nearly."""
    weights = [block.weights for block in blocks]
    wrong = certificate(weights, "not-representable", {**PROOF["evidence"]})
    if condition is None:
        assert check_stack(wrong, weights, "not-representable")
        return
    with pytest.raises(Rejected, match=rf"^\({condition}\)"):
        check_stack(wrong, weights, "not-representable")


@pytest.mark.parametrize(
    "activation", ["relu", "softplus", "hardswish", "leaky_relu(1/10)", "abs", "squareplus"]
)
def test_other_activations_are_refused(activation: str) -> None:
    weights = [Block(b.W_up, b.W_down, activation).weights for b in STACK]
    wrong = certificate(weights, "not-representable", PROOF["evidence"])
    with pytest.raises(Rejected, match=r"^\(activation\)"):
        check_stack(wrong, weights, "not-representable")


def test_the_rank_of_another_block_than_the_first_counts_one() -> None:
    """rho_2 is no bound for networks of another depth: only block 0's rank counts in full."""
    small = Block(A.W_up, [["1/9", 0, "1/9"], [0, "1/9", 0]], "gelu")
    weights = [G.weights, small.weights]
    for block, neurons in ((0, 2), (1, 1)):
        evidence = {"block": block, "rank": 2}
        proof = certificate(weights, "neurons-at-least", evidence, 5 + neurons)
        assert check_stack(proof, weights, "neurons-at-least", width=5 + neurons)
        more = certificate(weights, "neurons-at-least", proof["evidence"], 6 + neurons)
        with pytest.raises(Rejected):
            check_stack(more, weights, "neurons-at-least", width=6 + neurons)


def test_layer_bounds_need_the_rows_of_later_blocks() -> None:
    flat = Block([[1, 2], [2, 4]], [[1, 0], [0, 1]], "gelu")  # its rows have rank 1
    assert {b.layer for b in bounds([G, G])} == {None, 0, 1}
    assert {b.layer for b in bounds([G, flat])} == {None, 1}
    weights = [G.weights, flat.weights]
    for minors in ([[0, 1]], [[0, 0]], [], [[0, 1], [0, 1]]):
        evidence = {"rank": 1, "minors": minors, "modulus": "101"}
        wrong = certificate(weights, "layer-at-least", evidence, 3, 0)
        with pytest.raises((Rejected, Malformed)):
            check_stack(wrong, weights, "layer-at-least", width=3, layer=0)


def test_representable_is_checked_layer_by_layer() -> None:
    proof = proof_of([A, A])
    weights = [A.weights, A.weights]
    assert check_stack(proof, weights, "representable")
    short = certificate(weights, "representable", proof["evidence"][:1])
    with pytest.raises(Malformed):
        check_stack(short, weights, "representable")
    with pytest.raises(Rejected):
        check_stack(
            certificate([A.weights, G.weights], "representable", proof["evidence"]),
            [A.weights, G.weights],
            "representable",
        )


@pytest.mark.parametrize("claim", [*SENTENCES, "absorbable", ""])
def test_a_claim_is_named_by_the_caller(claim: str) -> None:
    layer = 0 if claim == "layer-at-least" else None
    if claim == "not-representable":
        assert check_stack(PROOF, WEIGHTS, claim)
        return
    with pytest.raises((Rejected, Malformed)):
        check_stack(PROOF, WEIGHTS, claim, layer=layer)


def test_a_width_that_a_claim_does_not_use_is_refused() -> None:
    with pytest.raises(Malformed):
        check_stack(PROOF, WEIGHTS, "not-representable", width=8)
    with pytest.raises(Malformed):
        check_stack(PROOF, WEIGHTS, "not-representable", layer=0)


def test_ranks_cost_what_the_budget_has() -> None:
    proof = certificate([G.weights], "neurons-at-least", {"block": 0, "rank": 1}, 3)
    with pytest.raises(OutOfBudget):
        check_stack(proof, [G.weights], "neurons-at-least", width=3, budget=Budget(steps=1))


@pytest.fixture
def folder(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """A folder with the stack, its blocks and its certificate."""
    monkeypatch.chdir(tmp_path)
    for name, value in (
        ("stack", {"blocks": [b.to_dict() for b in STACK]}),
        *((f"b{i}", b.to_dict()) for i, b in enumerate(STACK)),
        ("proof", PROOF),
    ):
        (tmp_path / f"{name}.json").write_text(json.dumps(value))
    return tmp_path


BLOCKS = ["b0.json", "b1.json", "b2.json"]


def kernel(*arguments: str, flags: tuple[str, ...] = ()) -> int:
    """The status of the kernel on its own."""
    command = [sys.executable, *flags, "-m", "symproof.kernel", *arguments]
    return subprocess.run(command, capture_output=True, check=False).returncode


@pytest.mark.parametrize("weights", [["stack.json"], BLOCKS])
def test_both_doors_accept_and_refuse_alike(folder: pathlib.Path, weights: list[str]) -> None:
    for claim, wanted in (("not-representable", 0), ("representable", 1), ("absorbable", 3)):
        words = ["proof.json", "--weights", *weights, "--claim", claim]
        assert kernel(*words) == wanted
        assert main(["check", *words, "--quiet"]) == wanted


def test_another_order_is_refused_at_both_doors(folder: pathlib.Path) -> None:
    words = ["proof.json", "--weights", "b1.json", "b0.json", "b2.json", "--claim", "not-representable"]
    assert kernel(*words) == main(["check", *words, "--quiet"]) == Exit.REJECTED


def test_forgeries_are_refused_without_asserts(folder: pathlib.Path) -> None:
    words = ["--weights", "stack.json", "--claim", "not-representable"]
    assert kernel("proof.json", *words, flags=("-O",)) == 0
    for forge in FORGERIES.values():
        wrong = copy.deepcopy(PROOF)
        forge(wrong)
        (folder / "wrong.json").write_text(json.dumps(wrong))
        assert kernel("wrong.json", *words, flags=("-O",)) in (1, 3)


@pytest.mark.parametrize(
    "more",
    [
        ["--layers", "3"],
        ["--up", "h.{}.up", "--down", "h.{}.down"],
        ["--sizes", "2", "2"],
        ["--series", "0,1"],
        ["--layer", "0"],
        ["--width", "8"],
    ],
)
def test_options_that_a_stack_does_not_use_are_refused(folder: pathlib.Path, more: list[str]) -> None:
    words = ["proof.json", "--weights", "stack.json", "--claim", "not-representable", *more]
    assert kernel(*words) == main(["check", *words, "--quiet"]) == Exit.MALFORMED
