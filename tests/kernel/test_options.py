"""Every claim with every option, at both doors of the kernel: what a claim does not take is refused.

Each claim comes with a certificate that is accepted (the control) with the options that it needs. No other
option is one that it takes, so an option which is read and then ignored would be accepted, and seen.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from depth.test_bends import refuted
from helpers.tensors import safetensors, saved
from kernel.test_doors import answer, packed

from symproof import Block, decide, distance
from symproof.command.main import main
from symproof.depth.ranks import generic_depth
from symproof.kernel.__main__ import KNOWN
from symproof.kernel.__main__ import main as kernel
from symproof.kernel.bounds import SENTENCES as BOUNDED
from symproof.kernel.claims import certificate
from symproof.kernel.gated import certificate as gated
from symproof.kernel.gated import gated_from_json
from symproof.kernel.stacks import certificate as stacked
from symproof.reader.weights import Weights, from_json

OPEN = {"W_up": [[3, 1], [1, -2]], "W_down": [[2, 5], [1, 1]]}  # no S, N = d = 2
FLIPPED = {"W_up": [[1, 1], [0, 1]], "W_down": [[-1, 1], [0, -1]]}
GATED = {"W_up": [[1]], "W_down": [[1]], "W_gate": [[1]], "activation": "silu"}
TREE = {"tree": {"exhaust": True}}


def named(value: dict[str, Any], activation: str) -> dict[str, Any]:
    """The weights with an activation."""
    return {**value, "activation": activation}


def sample(claim: str) -> tuple[list[dict[str, Any]], list[str], Any]:
    """Weights, the options that the claim needs, and a certificate that is accepted."""
    evidence: Any
    if claim in ("no-subset", "not-absorbable"):
        evidence = TREE if claim == "no-subset" else {"cost": [TREE]}
        return [OPEN], [], certificate(block(OPEN), claim, 2, evidence)
    if claim == "absorbable":
        return [FLIPPED], [], decide(Block(FLIPPED["W_up"], FLIPPED["W_down"])).certificate
    if claim.startswith("width"):
        evidence = {"cost": [TREE]} if claim == "width-at-least" else {"flip": [], "double": [0, 1]}
        w = 3 if claim == "width-at-least" else 4
        return [OPEN], ["--width", str(w)], certificate(block(OPEN), claim, w, evidence)
    if claim in BOUNDED:
        proof = distance(Block(OPEN["W_up"], OPEN["W_down"])).proofs[claim]
        return [OPEN], ["--bound", proof["bound"]], proof
    if claim.startswith("gated"):
        free = {**GATED, "skip": [[0]]}
        value, evidence = (free, {"S": []}) if claim == "gated-absorbable" else (GATED, TREE)
        return [value], [], gated(gated_from_json(value, "w"), claim, evidence)
    if claim == "generic-depth":
        return [], ["--sizes", "2", "1"], generic_depth(2, [1], "relu").certificate
    return stack(claim)


def stack(claim: str) -> tuple[list[dict[str, Any]], list[str], Any]:
    """The same for the claims about stacks."""
    if claim == "representable":
        (value,), _, proof = sample("absorbable")
        return [value], [], stacked([block(value)], claim, [proof["evidence"]])
    if claim.startswith("pair"):
        blocks, proof = refuted(2, 4, 3000)
        values = [b.to_dict() for b in blocks]
        if claim == "pair-not-representable":
            return values, [], proof
        return values, ["--width", "0"], stacked([b.weights for b in blocks], claim, {"matching": []}, 0)
    value = named(OPEN, "gelu")
    if claim == "layer-at-least":
        evidence = {"rank": 0, "minors": [], "modulus": "7"}
        proof = stacked([block(value)], claim, evidence, 2, 0)
        return [value], ["--width", "2", "--layer", "0"], proof
    w = 3 if claim == "neurons-at-least" else None
    own = ["--width", "3"] if w else []
    return [value], own, stacked([block(value)], claim, {"block": 0, **TREE}, w)


def block(value: dict[str, Any]) -> Weights:
    """The weights as the kernel takes them."""
    return from_json(value, "w")


# an option -> its words, also with values that Python takes for nothing: 0 and the empty text
OPTIONS: dict[str, list[Any]] = {
    "width": ["0", "2"],
    "bound": ["0", ""],
    "layer": ["0"],
    "layers": ["0", "1"],
    "sizes": ["0", "2"],
    "series": ["", "0,1"],
    "up": ["", "W_up"],
    "down": ["", "W_down"],
    "b-up": ["", "b_up"],
    "b-down": ["", "b_down"],
    "gate": ["", "W_gate"],
    "b-gate": ["", "b_gate"],
    "in-out": [None],
    "activation": ["", "mish"],
    "skip": ["", "-I"],
    "covariance": ["", "absent.json"],
}
HARMLESS = {"budget": "16777216", "skip": "I"}  # what every claim about weights takes, and changes nothing


def doors(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[int]:
    """What `check` and the kernel's own command say."""
    other = ["--orientation=in-out" if word == "--in-out" else word for word in words]
    return [answer(main, ["check", *other], capsys)[0], answer(kernel, words, capsys)[0]]


def asked(claim: str, folder: Path, tensors: bool) -> list[str]:
    """A command that is accepted: the weights in JSON files, or in one file of tensors for each block."""
    values, own, proof = sample(claim)
    words = [saved(folder / "proof.json", json.dumps(proof).encode()), "--claim", claim, *own]
    if not values:
        return words
    keys = ("W_up", "W_down", "W_gate")
    files, suffix = [json.dumps(value).encode() for value in values], "json"
    if tensors:
        held = [{key: packed(value[key]) for key in keys if key in value} for value in values]
        files, suffix = [safetensors(tensor) for tensor in held], "safetensors"
        words += ["--up", "W_up", "--down", "W_down", "--activation", values[0].get("activation", "relu")]
        words += ["--gate", "W_gate"] * ("W_gate" in values[0])
        words += [f"--skip={saved(folder / 'skip.json', b'[[0]]')}"] * ("skip" in values[0])
    return [*words, "--weights", *(saved(folder / f"{i}.{suffix}", file) for i, file in enumerate(files))]


@pytest.mark.parametrize("claim", KNOWN)
def test_json_takes_no_option_of_another_format_or_claim(
    claim: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = asked(claim, tmp_path, tensors=False)
    assert doors(words, capsys) == [0, 0]
    for option, values in OPTIONS.items():
        for value in values if f"--{option}" not in words else ():
            more = [f"--{option}"] if value is None else [f"--{option}={value}"]
            refused = {1, 2, 3} if option == "skip" else {2, 3}  # another skip is another block
            assert set(doors([*words, *more], capsys)) <= refused, (option, value)
    for option, value in HARMLESS.items() if claim != "generic-depth" else ():
        if not (option == "skip" and claim == "gated-absorbable"):
            assert doors([*words, f"--{option}={value}"], capsys) == [0, 0], option
    first = words.index("--weights") if "--weights" in words else len(words)
    if claim != "generic-depth":
        assert set(doors(words[:first], capsys)) <= {2, 3}
        assert set(doors([*words, *words[first + 1 :]], capsys)) <= {1, 2, 3}


@pytest.mark.parametrize("claim", [claim for claim in KNOWN if not claim.startswith(("pair", "generic"))])
def test_tensors_take_what_names_them_and_have_no_default(
    claim: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = asked(claim, tmp_path, tensors=True)
    assert doors(words, capsys) == [0, 0]
    at = words.index("--activation")
    assert doors(words[:at] + words[at + 2 :], capsys) == [3, 3]
    for option, values in OPTIONS.items():
        for value in values if f"--{option}" not in words else ():
            more = [f"--{option}"] if value is None else [f"--{option}={value}"]
            expected = {1, 2, 3} if option in ("skip", "in-out") else {2, 3}
            if option == "in-out" and claim.startswith("gated"):
                expected = {0}  # d = N = 1
            assert set(doors([*words, *more], capsys)) <= expected, (option, value)
