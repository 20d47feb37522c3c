"""`symproof distance`: certificates that `check` accepts at both doors, the page, the exit statuses."""

import json
from pathlib import Path
from typing import Any

import pytest

from symproof import Block
from symproof.absorb.refit import refitted
from symproof.command.main import main
from symproof.kernel.__main__ import main as kernel

WEIGHTS = {"W_up": [[2, -1], [1, 3], [-1, 1]], "W_down": [[1, 2, -1], [3, 1, 2]]}


def saved(folder: Path, **more: Any) -> str:
    """The weights in a file."""
    path = folder / "block.json"
    path.write_text(json.dumps({**WEIGHTS, **more}))
    return str(path)


def test_certificates_are_accepted_at_both_doors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    weights, prefix = saved(tmp_path), str(tmp_path / "d")
    assert main(["distance", weights, "--json", "--certificates", prefix]) == 0
    value = json.loads(capsys.readouterr().out)
    for side, key in (("at-least", "lower"), ("at-most", "upper")):
        words = [f"{prefix}-distance-{side}.json", "--weights", weights, "--claim", f"distance-{side}"]
        bound = value["squared_distance"][key]
        assert main(["check", *words, "--bound", bound]) == 0
        assert kernel([*words, "--bound", bound]) == 0
        assert main(["check", *words, "--bound", "1/3"]) == 1
        assert main(["check", *words, "--bound", "0.5"]) == 3
        assert main(["check", *words]) == 3
        assert main(["check", *words, "--bound", bound, "--skip=-I"]) == 1
    assert main(["distance", weights, "--certificates", prefix]) == 3, "nothing is overwritten"
    assert (
        main(
            [
                "check",
                f"{prefix}-distance-at-least.json",
                "--weights",
                weights,
                "--claim",
                "absorbable",
                "--bound",
                "1",
            ]
        )
        == 3
    )


def test_every_claim_at_both_doors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Five claims without a covariance, two with one; a covariance is named by the caller or not at all."""
    weights, prefix = saved(tmp_path), str(tmp_path / "d")
    covariance = tmp_path / "C.json"
    covariance.write_text('[[2, 1], [1, "5/2"]]')
    for more, count in ([], 5), (["--covariance", str(covariance)], 2):
        assert main(["distance", weights, "--json", "--certificates", prefix, "--force", *more]) == 0
        proofs = [p for p in tmp_path.glob("d-*.json") if ("covariance" in p.read_text()) == bool(more)]
        assert len(proofs) == count if more else 5
        for path in proofs:
            proof = json.loads(path.read_text())
            words = [str(path), "--weights", weights, "--claim", proof["claim"], "--bound", proof["bound"]]
            assert main(["check", *words, *more]) == kernel([*words, *more]) == 0
            other = [] if more else ["--covariance", str(covariance)]
            assert main(["check", *words, *other]) == kernel([*words, *other]) == 3
    assert main(["check", str(path), "--weights", weights, "--claim", "absorbable", *more]) == 3
    capsys.readouterr()


def test_the_page_and_the_lines(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    out = tmp_path / "page.html"
    assert main(["distance", saved(tmp_path), "--report", str(out)]) == 0
    lines = capsys.readouterr().out
    assert "share 0.0 to 1.1 %" in lines
    assert "to the nearest skip that flips absorb" in " ".join(lines.split())
    text = out.read_text()
    assert '<svg xmlns="http://www.w3.org/2000/svg"' in text
    assert "0.0 to 1.1 %" in text
    assert "<script" not in text
    assert main(["distance", saved(tmp_path), "--time", "0.000001"]) == 5


def test_the_fitted_error_is_that_of_the_fit() -> None:
    """An absorbed block is fitted without error; a relu block with one neuron is not."""
    absorbed = Block([[1, 0], [0, 1], [-1, 0], [0, -1]], [[0] * 4] * 2)
    assert refitted(absorbed) == pytest.approx(0, abs=1e-9)
    assert 0.1 < (refitted(Block([[1]], [[1]])) or 0) < 1


@pytest.mark.parametrize(
    "name",
    [
        "gelu",
        "gelu_tanh",
        "quick_gelu",
        "silu",
        "softplus",
        "squareplus",
        "hardswish",
        "leaky_relu(1/4)",
        "abs",
    ],
)
def test_the_fit_knows_every_activation(name: str) -> None:
    """In floats, against the balls that contain the exact values."""
    block = Block([["1/2"], ["-1"]], [["1", "2"]], name, b_up=["1/3", "2"], b_down=["1"])
    import numpy as np

    from symproof.absorb.refit import _sampled

    hidden, values = _sampled(block, np.array([[0.75], [-2.0]]))
    for row, x in zip(values, ("3/4", "-2"), strict=True):
        assert row[0] == pytest.approx(float(block.evaluate([x])[0]), rel=1e-9)
    assert hidden.shape == (2, 3)
