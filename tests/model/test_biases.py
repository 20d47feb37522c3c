"""Blocks with biases: evaluation by the definition, laws of the operations, reading and showing."""

from __future__ import annotations

import json
import pickle
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from helpers.tensors import safetensors
from hypothesis import given
from hypothesis import strategies as st

from symproof.command import main as cli
from symproof.errors import Malformed
from symproof.files.readers import read_block
from symproof.files.writers import write_block
from symproof.model.block import Block
from symproof.reader.text import parse_json
from symproof.reader.weights import Weights, from_json, read_weights

SLOPES = {"relu": (0, 1), "abs": (-1, 1), "leaky_relu(1/10)": (Fraction(1, 10), 1), "leaky_relu(-3)": (-3, 1)}
numbers = st.one_of(st.integers(-4, 4), st.fractions(-3, 3, max_denominator=6), st.sampled_from([0.5, -0.75]))


def lists(n: int) -> st.SearchStrategy[list[Any]]:
    return st.lists(numbers, min_size=n, max_size=n)


def rows(n: int, m: int) -> st.SearchStrategy[list[list[Any]]]:
    return st.lists(lists(m), min_size=n, max_size=n)


@st.composite
def blocks(draw: st.DrawFn) -> Block:
    d, N = draw(st.integers(1, 3)), draw(st.integers(1, 4))
    skip = draw(st.one_of(st.none(), st.just("-I"), rows(d, d)))
    biases = {"b_up": draw(lists(N)), "b_down": draw(st.none() | lists(d))}
    return Block(
        draw(rows(N, d)),
        draw(rows(d, N)),
        draw(st.sampled_from(sorted(SLOPES))),
        skip,
        **biases,
        floats="binary",
    )


def affine(A: Any, x: Any, b: Any) -> list[Fraction]:
    """A x + b."""
    return [
        sum((Fraction(a) * Fraction(v) for a, v in zip(row, x, strict=True)), Fraction(c))
        for row, c in zip(A, b, strict=True)
    ]


def definition(block: Block, x: Any) -> list[Fraction]:
    """M x + W_down sigma(W_up x + b_up) + b_down, by the book."""
    left, right = SLOPES[block.activation]
    hidden = [(right if z > 0 else left) * z for z in affine(block.W_up, x, block.b_up)]
    outer = affine(block.W_down, hidden, block.b_down or [0] * block.d)
    return affine(block.weights.M, x, outer)


def point(data: st.DataObject, block: Block) -> list[Fraction]:
    return data.draw(st.lists(st.fractions(-5, 5, max_denominator=7), min_size=block.d, max_size=block.d))


@given(blocks(), st.data())
def test_evaluate_is_the_definition(block: Block, data: st.DataObject) -> None:
    x = point(data, block)
    assert block.evaluate(x) == definition(block, x)


@given(blocks(), st.data())
def test_what_a_flip_misses_is_the_residual(block: Block, data: st.DataObject) -> None:
    """With an output bias the flip differs by gap (residual x), without it by gap (residual (x, 1))."""
    if not block.gap:
        return
    S, x = data.draw(st.sets(st.integers(0, block.width - 1))), point(data, block)
    residual = block.residual(S)
    assert len(residual[0]) == block.d + (block.b_down is None)
    left = [sum((r * v for r, v in zip(row, [*x, 1], strict=False)), Fraction(0)) for row in residual]
    flipped = block.flip(S)
    assert not any(map(any, flipped.weights.M))
    assert [a - b for a, b in zip(block.evaluate(x), flipped.evaluate(x), strict=True)] == [
        block.gap * y for y in left
    ]


@given(blocks(), st.data())
def test_operations_keep_the_function(block: Block, data: st.DataObject) -> None:
    x = point(data, block)
    assert block.permute(data.draw(st.permutations(range(block.width)))).evaluate(x) == block.evaluate(x)
    Q = [[int(i == j) + 2 * (j == i + 1) for j in range(block.d)] for i in range(block.d)]
    zero = [0] * block.d
    assert block.gauge(Q).evaluate(affine(Q, x, zero)) == affine(Q, block.evaluate(x), zero)
    skipped = affine(block.weights.M, x, zero)
    assert [a - 2 * m for a, m in zip(block.evaluate(x), skipped, strict=True)] == block.converse().evaluate(
        x
    )


@given(blocks())
def test_every_form_reads_back(block: Block) -> None:
    text = json.dumps(block.to_dict()).encode()
    again = Block.from_weights(from_json(parse_json(text, "here"), "here"))
    assert again == block == pickle.loads(pickle.dumps(block))
    assert hash(again) == hash(block)
    assert again.sha256 == block.sha256
    assert Block.from_weights(block.weights) == block
    shown = repr(block)
    assert shown.startswith("<Block") or eval(shown, {"Block": Block}) == block
    parts = 3 + (block.skip is not None) + (block.b_down is not None)
    assert block._repr_latex_().count("begin{pmatrix}") == block._repr_html_().count("<table") == parts


@given(blocks())
def test_a_bias_is_part_of_the_block(block: Block) -> None:
    """Another bias, or none, is another block with another fingerprint; zeros are not the same as none."""
    assert block.b_up is not None
    parts = (block.W_up, block.W_down, block.activation, block.skip)
    others = [
        Block(*parts, floats="binary"),
        Block(*parts, b_up=[b + 1 for b in block.b_up], b_down=block.b_down, floats="binary"),
        Block(
            *parts, b_up=block.b_up, b_down=[y + 1 for y in block.b_down or [0] * block.d], floats="binary"
        ),
    ]
    assert len({block.sha256, *(b.sha256 for b in others)}) == 4
    assert block not in others
    zero = Block(*parts, b_up=[0] * block.width, floats="binary")
    assert (zero.sha256, zero) != (others[0].sha256, others[0])


def test_fingerprints_without_biases_are_what_they_were() -> None:
    assert Weights([[1, 0], [0, 1], [1, 1]], [[-1, 0, 2], [0, -1, 5]]).sha256().startswith("7cb097e0ceb08ce2")


@pytest.mark.parametrize(
    ("b_up", "b_down", "words"),
    [
        ([1], None, "b_up must have 2 entries, found 1"),
        ([1, 2], [1, 2], "b_down must have 1 entries, found 2"),
        (None, [1], "b_down needs b_up"),
        ([1, 0.5], None, "float"),
        ([], None, "b_up"),
        ([[1], [2]], None, "b_up"),
        ("12", None, "b_up"),
    ],
)
def test_biases_that_do_not_fit(b_up: Any, b_down: Any, words: str, tmp_path: Path) -> None:
    with pytest.raises(Malformed, match=words):
        Block([[1], [2]], [[1, 1]], b_up=b_up, b_down=b_down)
    path = tmp_path / "w.json"
    path.write_text(json.dumps({"W_up": [[1], [2]], "W_down": [[1, 1]], "b_up": b_up, "b_down": b_down}))
    for read in (read_block, read_weights):
        with pytest.raises(Malformed, match=words):
            read(str(path))


def test_json_biases(tmp_path: Path) -> None:
    path = tmp_path / "w.json"
    block = Block([["1/3"], [2]], [[1, "0.1"]], b_up=["1/7", 2], b_down=["-0.5"])
    write_block(path, block)
    assert read_block(path) == block
    assert read_weights(str(path)).sha256() == block.sha256
    path.write_text('{"W_up": [[1]], "W_down": [[1]], "b_up": [0.1], "b_down": null}')
    assert read_block(path, floats="decimal").b_up == (Fraction(1, 10),)
    assert read_block(path, floats="binary").b_up == (Fraction(0.1),)
    with pytest.raises(Malformed, match="b_up"):
        read_block(path)
    with pytest.raises(Malformed, match="names"):
        read_block(path, b_up="b", floats="decimal")


def arrays() -> dict[str, np.ndarray]:
    """W_up, W_down and biases as torch stores them."""
    rng = np.random.default_rng(1)
    shapes = {"up": (3, 2), "down": (2, 3), "in": (3,), "out": (2,)}
    return {name: rng.standard_normal(shape).astype(np.float32) for name, shape in shapes.items()}


def stored(path: Path) -> Path:
    """The arrays as .npz or .safetensors."""
    if path.suffix == ".npz":
        np.savez(path, **arrays())
    else:
        data = {name: ("F32", list(a.shape), a.tobytes()) for name, a in arrays().items()}
        path.write_bytes(safetensors(data))
    return path


@pytest.mark.parametrize("name", ["w.npz", "w.safetensors"])
def test_vectors_of_tensors(tmp_path: Path, name: str) -> None:
    path, a = stored(tmp_path / name), arrays()
    block = read_block(path, up="up", down="down", b_up="in", b_down="out", activation="relu")
    expected = Block(a["up"], a["down"], b_up=a["in"], b_down=a["out"], floats="binary")
    assert block == expected
    assert read_block(path, up="up", down="down", b_up="in", activation="relu").b_down is None
    turned = read_block(
        path, up="down", down="up", b_up="in", b_down="out", orientation="in-out", activation="relu"
    )
    assert turned.b_up == expected.b_up
    for wrong, words in (
        ({"b_up": "up"}, "vector|shape"),
        ({"b_up": "out"}, "3 entries, found 2"),
        ({"b_down": "out"}, "b_down needs b_up"),
        ({"b_up": "inn"}, "did you mean"),
        ({"down": "out"}, "matrix|shape"),
    ):
        with pytest.raises(Malformed, match=words):
            read_block(path, **{"up": "up", "down": "down"} | wrong)
    with pytest.raises(Malformed, match="name both"):
        read_block(path, b_up="in")


def test_the_kernel_reads_the_same_vectors(tmp_path: Path) -> None:
    path = str(stored(tmp_path / "w.safetensors"))
    block = read_block(path, up="up", down="down", b_up="in", b_down="out", activation="relu")
    assert read_weights(path, "up", "down", False, "in", "out").sha256() == block.sha256
    assert read_weights(path, "down", "up", True, "in", None).b_up == block.weights.b_up
    for names in (("up", "down", False, None, "out"), ("up", None, False, "in"), (None, None, False, "in")):
        with pytest.raises(Malformed, match="name both"):
            read_weights(path, *names)
    with pytest.raises(Malformed, match="3, 2"):
        read_weights(path, "up", "down", False, "up")


def test_npz_default_names(tmp_path: Path) -> None:
    a = arrays()
    np.savez(
        tmp_path / "w.npz", W_up=a["up"], W_down=a["down"], b_up=a["in"], b_down=a["out"], skip=np.eye(2)
    )
    block = read_block(tmp_path / "w.npz", activation="relu")
    assert block == Block(a["up"], a["down"], b_up=a["in"], b_down=a["out"], floats="binary")


@pytest.mark.parametrize("name", ["w.npz", "w.safetensors"])
def test_the_command_line_decides_and_checks(
    tmp_path: Path, name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path, out = str(stored(tmp_path / name)), str(tmp_path / "c.json")
    names = ["--up", "up", "--down", "down", "--b-up", "in", "--b-down", "out"]
    assert cli.main(["absorb", path, *names, "--activation", "relu", "--certificate", out]) == 0
    shown = capsys.readouterr().out
    assert "biases b_up and b_down" in shown
    assert "--b-up in --b-down out" in shown
    checked = ["check", out, "--weights", path, "--claim", "not-absorbable"]
    assert cli.main([*checked, *names]) == 3
    assert "say which, as in --activation gelu" in capsys.readouterr().out
    checked += ["--activation", "relu"]
    assert cli.main([*checked, *names]) == 0
    assert "with hidden biases and an output bias" in capsys.readouterr().out
    assert cli.main([*checked, *names[:6]]) == 1
    assert cli.main([*checked, *names[:4]]) == 1


def test_undecided_has_its_own_exit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "w.json"
    write_block(path, Block([[2, -1], [1, 3]], [[1, 2], [3, 1]], "hardswish", b_up=[1, 2]))
    assert cli.main(["absorb", str(path), "--json"]) == 4
    answer = json.loads(capsys.readouterr().out)
    assert (answer["verdict"], answer["certificate"]) == ("undecided", None)
