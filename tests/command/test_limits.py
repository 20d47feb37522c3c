"""What the commands say within their limits, and where the question has no equation or no width."""

from __future__ import annotations

import json
import pathlib
from random import Random

import pytest
from oracles import brute

from symproof import Block, check
from symproof.absorb.least_width import least_width
from symproof.command.main import main
from symproof.verdict import Exit


@pytest.fixture
def hard(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """d = 2, N = 60, entries to 1000: critical, so that no method answers within a second."""
    monkeypatch.chdir(tmp_path)
    rng = Random(5)
    up, down = (
        [[rng.randint(-1000, 1000) for _ in range(c)] for _ in range(r)] for r, c in ((60, 2), (2, 60))
    )
    (tmp_path / "hard.json").write_text(json.dumps({"W_up": up, "W_down": down}))
    return tmp_path


def answer(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, dict[str, object]]:
    status = main([*arguments, "--json"])
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize("command", ["absorb", "subsets"])
def test_a_search_ends_in_gave_up_at_its_time(
    hard: pathlib.Path, capsys: pytest.CaptureFixture[str], command: str
) -> None:
    status, value = answer(capsys, command, "hard.json", "--time", "0.5")
    assert (status, value["verdict"]) == (Exit.GAVE_UP, "gave-up")


def test_a_width_without_time_is_bounded(hard: pathlib.Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, value = answer(capsys, "width", "hard.json", "--time", "0.5")
    assert (status, value["verdict"], value["lower"], value["upper"]) == (Exit.GAVE_UP, "bounds", 60, 62)
    assert value["limit"] == "time: 0.5 s"
    assert value["tried"]


@pytest.mark.parametrize("word", ["0", "none", "0.0", "5"])
def test_the_limit_of_time_can_be_named_or_lifted(
    hard: pathlib.Path, capsys: pytest.CaptureFixture[str], word: str
) -> None:
    (hard / "easy.json").write_text('{"W_up": [[1]], "W_down": [[3]], "activation": "gelu"}')
    assert answer(capsys, "absorb", "easy.json", "--time", word)[0] == Exit.ESTABLISHED


@pytest.mark.parametrize("word", ["-1", "soon", "1e3", ""])
def test_no_time_at_all_is_usage(word: str) -> None:
    assert main(["absorb", "x.json", "--time", word]) == Exit.USAGE


@pytest.mark.parametrize("word", ["-1", "x"])
def test_a_negative_number_of_sets_is_usage(word: str) -> None:
    assert main(["subsets", "x.json", "--at-most", word]) == Exit.USAGE


def _even(tmp_path: pathlib.Path, skip: list[list[int]]) -> str:
    path = tmp_path / "even.json"
    value = {
        "W_up": [[1, 0], [2, 0], [0, 1]],
        "W_down": [[1, 1, 0], [2, 0, 1]],
        "activation": "abs",
        "skip": skip,
    }
    path.write_text(json.dumps(value))
    return str(path)


def test_no_width_works_for_an_even_activation_with_a_skip(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path, prefix = _even(tmp_path, [[1, 0], [0, 0]]), str(tmp_path / "w")
    status, value = answer(capsys, "width", path, "--certificates", prefix)
    assert (status, value["verdict"], value["upper"]) == (Exit.ESTABLISHED, "never", None)
    saved = json.loads((tmp_path / "w-at-least.json").read_text())
    assert not (tmp_path / "w-at-most.json").exists()
    for width in (value["lower"], 1000):
        (tmp_path / "c.json").write_text(json.dumps({**saved, "width": width}))
        words = ["check", str(tmp_path / "c.json"), "--weights", path, "--claim", "width-at-least"]
        assert main([*words, "--width", str(width)]) == Exit.ESTABLISHED


def test_the_classes_are_the_least_width_for_an_even_activation_without_a_skip(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, value = answer(capsys, "width", _even(tmp_path, [[0, 0], [0, 0]]))
    assert (status, value["verdict"], value["lower"], value["upper"]) == (Exit.ESTABLISHED, "exact", 2, 2)


def test_the_least_width_of_even_blocks_agrees_with_brute_force() -> None:
    rng = Random(11)
    for _ in range(150):
        d, n = rng.randint(1, 2), rng.randint(1, 4)
        up, down = ([[rng.randint(-1, 1) for _ in range(c)] for _ in range(r)] for r, c in ((n, d), (d, n)))
        skip = [[int(rng.random() < 0.1) for _ in range(d)] for _ in range(d)]
        b_up = [rng.randint(-1, 1) for _ in range(n)] if rng.random() < 0.6 else None
        b_down = [rng.randint(-1, 1) for _ in range(d)] if b_up and rng.random() < 0.5 else None
        block = Block(up, down, rng.choice(["abs", "leaky_relu(-1)"]), skip, b_up=b_up, b_down=b_down)
        found = least_width(block)
        omega = brute.least_width(up, down, skip, brute.ABS, b_up=b_up, b_down=b_down)
        assert found.upper == omega
        if found.upper is not None and found.upper_certificate is not None:
            assert found.lower == omega
            check(found.upper_certificate, block.weights, "width-at-most", found.upper)


def test_equation_3_does_not_arise_for_an_even_activation(
    tmp_path: pathlib.Path, capsys: pytest.CaptureFixture[str]
) -> None:
    status, value = answer(capsys, "subsets", _even(tmp_path, [[1, 0], [0, 1]]))
    assert (status, value["verdict"]) == (Exit.INCOMPLETE, "does-not-arise")
