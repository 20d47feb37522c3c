"""Every door reads the same block from a file, or refuses it: formats, suffixes and options, each with each.

The block is square and not symmetric, so that an option which one door ignores makes it another block. The
oracle of what a file and its options mean is `expected`, transposed by hand where they say so.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.tensors import safetensors, saved

from symproof import Block, decide
from symproof.command.main import main
from symproof.kernel.__main__ import main as kernel

UP, DOWN = [[3, 1], [1, -2]], [[2, 5], [1, 1]]
HIDDEN, OUT = [1, 2], [3, -4]
REFUSED = {2, 3}


def turned(rows: list[list[int]]) -> list[list[int]]:
    """The transposed matrix."""
    return [list(column) for column in zip(*rows, strict=True)]


def packed(rows: Any) -> tuple[str, list[int], bytes]:
    """A tensor of binary32 numbers."""
    array = np.array(rows, "<f4")
    return "F32", list(array.shape), array.tobytes()


Arrays = dict[str, list[Any]]
BLOCK: Arrays = {"W_up": UP, "W_down": DOWN}
BIASED: Arrays = {**BLOCK, "hidden": HIDDEN, "out": OUT}


def json_file(path: Path, arrays: Arrays = BLOCK) -> str:
    path.write_text(json.dumps({name: arrays[name] for name in ("W_up", "W_down")}))
    return str(path)


def npz_file(path: Path, arrays: Arrays = BLOCK) -> str:
    with path.open("wb") as file:
        np.savez(file, **{name: np.array(rows, "f4") for name, rows in arrays.items()})
    return str(path)


def safetensors_file(path: Path, arrays: Arrays = BLOCK) -> str:
    return saved(path, safetensors({name: packed(rows) for name, rows in arrays.items()}))


FILES: dict[str, tuple[Callable[[Path, Arrays], str], str]] = {
    f"w.{suffix}": (write, kind)
    for write, kind, suffixes in (
        (json_file, "json", ("json", "JSON")),
        (npz_file, "npz", ("npz", "NPZ", "Npz")),
        (safetensors_file, "safetensors", ("safetensors", "SAFETENSORS", "SafeTensors")),
    )
    for suffix in suffixes
}
NAMES = ["--up", "W_up", "--down", "W_down"]
OPTIONS: dict[str, list[str]] = {
    "nothing": [],
    "names": NAMES,
    "swapped": ["--up", "W_down", "--down", "W_up"],
    "one name": ["--up", "W_up"],
    "an absent name": ["--up", "W_up", "--down", "down"],
    "a bias": [*NAMES, "--b-up", "W_up"],
    "a bias alone": ["--b-up", "W_up"],
    "transposed": ["--orientation", "in-out"],
    "names, transposed": [*NAMES, "--orientation", "in-out"],
    "an activation": ["--activation", "gelu"],
    "names, an activation": [*NAMES, "--activation", "gelu"],
    "a skip": ["--skip=-I"],
    "names, a skip": [*NAMES, "--skip=-I"],
    "biases": [*NAMES, "--b-up", "hidden", "--b-down", "out"],
    "biases exchanged": [*NAMES, "--b-up", "out", "--b-down", "hidden"],
    "biases inside": [*NAMES, "--b-up", "hidden"],
    "biases outside": [*NAMES, "--b-down", "out"],
    "biases, transposed": [*NAMES, "--b-up", "hidden", "--b-down", "out", "--orientation", "in-out"],
    "floats": ["--floats", "binary"],
    "names, floats": [*NAMES, "--floats", "binary"],
    "names, decimal floats": [*NAMES, "--floats", "decimal"],
}
VECTORS = {
    "biases": (HIDDEN, OUT),
    "biases exchanged": (OUT, HIDDEN),
    "biases inside": (HIDDEN, None),
    "biases, transposed": (HIDDEN, OUT),
}


def expected(kind: str, option: str) -> Block | None:
    """The block that the file and the options name; None when they do not go together."""
    bare = option in ("nothing", "transposed", "an activation", "a skip", "floats")
    if option in ("one name", "an absent name", "a bias", "a bias alone", "biases outside"):
        return None
    if option == "names, decimal floats":
        return None  # JSON has no names, and tensors hold no decimals
    if bare == (kind == "safetensors") and (kind != "npz"):
        return None  # tensors have to be named, JSON names its matrices itself
    if kind == "json" and "transposed" in option:
        return None
    up, down = (DOWN, UP) if option == "swapped" else (UP, DOWN)
    if "transposed" in option:
        up, down = turned(up), turned(down)
    b_up, b_down = VECTORS.get(option, (None, None))
    sigma, skip = "gelu" if "activation" in option else "relu", "-I" if "skip" in option else None
    return Block(up, down, sigma, skip, b_up=b_up, b_down=b_down)


def answer(run: Callable[[list[str]], int], arguments: list[str], capsys: Any) -> tuple[int, Any]:
    """The exit status, and what stands on standard output as JSON, if it is that."""
    try:
        status = run(arguments)
    except SystemExit as ended:
        status = int(ended.code or 0)
    out = capsys.readouterr().out
    return status, json.loads(out) if out.startswith("{") else out


@pytest.mark.parametrize("option", OPTIONS)
@pytest.mark.parametrize("name", FILES)
def test_the_doors_agree(name: str, option: str, tmp_path: Path, capsys: Any) -> None:
    (write, kind), options = FILES[name], OPTIONS[option]
    if kind != "json" and "activation" not in option:
        options = [*options, "--activation", "relu"]  # tensors name none
    path = write(tmp_path / name, BIASED if option.startswith("biases") else BLOCK)
    block = expected(kind, option)
    decision = decide(block or Block(UP, DOWN))
    assert decision.certificate is not None
    claim = decision.certificate["claim"]
    proof = saved(tmp_path / "proof.json", json.dumps(decision.certificate).encode())
    turn = {"--orientation": "--in-out"}
    for_kernel = [turn.get(word, word) for word in options if word != "in-out"]
    asked = ["--weights", path, "--claim", claim]
    doors = {
        "absorb": answer(main, ["absorb", path, *options, "--json"], capsys),
        "width": answer(main, ["width", path, *options, "--json"], capsys),
        "subsets": answer(main, ["subsets", path, *options, "--json"], capsys),
        "distance": answer(main, ["distance", path, *options, "--json"], capsys),
        "stack": answer(main, ["stack", path, *options, "--json"], capsys),
        "check": answer(main, ["check", proof, *asked, *options, "--json"], capsys),
        "kernel": answer(kernel, [proof, *asked, *for_kernel], capsys),
    }
    if block is None:
        assert {door: status in REFUSED for door, (status, _) in doors.items()} == dict.fromkeys(doors, True)
        return
    own = 2 if "floats" in option else 0  # the kernel's command reads no bare floats
    assert [doors[door][0] for door in ("absorb", "check", "kernel")] == [0, 0, own]
    reference = saved(tmp_path / "reference.json", json.dumps(block.to_dict()).encode())
    for door in ("absorb", "width", "subsets", "distance", "stack"):
        status, value = answer(main, [door, reference, "--json"], capsys)
        assert (doors[door][0], told(doors[door][1])) == (status, told(value)), door


@pytest.mark.parametrize("door", ["absorb", "width", "subsets", "distance", "stack"])
@pytest.mark.parametrize("name", [name for name, (_, kind) in FILES.items() if kind != "json"])
def test_tensors_without_an_activation_are_refused(door: str, name: str, tmp_path: Path, capsys: Any) -> None:
    write, kind = FILES[name]
    words = [door, write(tmp_path / name, BLOCK), *NAMES * (kind == "safetensors")]
    assert main(words) == 3
    assert "say which, as in --activation gelu" in capsys.readouterr().err
    assert main([*words, "--activation", "relu"]) == (4 if door == "stack" else 0)  # 4: the theorem is silent


WIDE: Arrays = {"fc1.weight": [[3, 1], [1, -2], [1, 1]], "fc2.weight": [[2, 5, 1], [1, 1, 3]]}
SQUARE: Arrays = {"fc1.weight": UP, "fc2.weight": DOWN}


@pytest.mark.parametrize("turn", ["", "out-in", "in-out"])
@pytest.mark.parametrize("arrays", [WIDE, SQUARE], ids=["wide", "square"])
@pytest.mark.parametrize("name", [name for name, (_, kind) in FILES.items() if kind != "json"])
def test_a_scan_reads_the_same_block(
    name: str, arrays: Arrays, turn: str, tmp_path: Path, capsys: Any
) -> None:
    """Without an orientation the shapes must say it; without an activation there is no verdict."""
    path = FILES[name][0](tmp_path / name, arrays)
    options = ["--activation", "relu", *(["--orientation", turn] if turn else [])]
    status, value = answer(main, ["scan", path, *options, "--json"], capsys)
    named = ["--up", "fc1.weight", "--down", "fc2.weight"]
    alone, said = answer(main, ["absorb", path, *named, *options, "--json"], capsys)
    if arrays is SQUARE and not turn:
        assert status == 3
        return
    assert (status, alone) == (0, 0)
    (found,) = value["blocks"]
    assert [found[key] for key in ("verdict", "d", "N")] == [said[key] for key in ("verdict", "d", "N")]
    status, value = answer(main, ["scan", path, *options[2:], "--json"], capsys)
    assert [part["verdict"] for part in value["blocks"]] == ["undecided"]


def told(value: dict[str, Any]) -> dict[str, Any]:
    """A JSON answer without what may differ from run to run: times."""
    return {key: part for key, part in value.items() if "second" not in key and "time" not in key}


@pytest.mark.parametrize(
    "wrong", [["--width", "7"], ["--width", "1_0"], ["--width", "\u0663"], ["--layer", "1"]]
)
def test_a_width_that_the_claim_does_not_have(wrong: list[str], tmp_path: Path, capsys: Any) -> None:
    decision = decide(Block(UP, DOWN))
    assert decision.certificate is not None
    proof = saved(tmp_path / "proof.json", json.dumps(decision.certificate).encode())
    path = json_file(tmp_path / "w.json")
    asked = ["--weights", path, "--claim", decision.certificate["claim"]]
    for run, arguments in ((main, ["check", proof, *asked]), (kernel, [proof, *asked])):
        assert answer(run, arguments, capsys)[0] == 0
        assert answer(run, [*arguments, *wrong], capsys)[0] in REFUSED
