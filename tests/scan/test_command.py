"""`symproof scan`: the table, the object, the evidence that `symproof check` accepts, the exit statuses."""

import json
import re
import shlex
from concurrent.futures import BrokenExecutor, Executor, Future
from fractions import Fraction
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import numpy as np
import pytest
from helpers.checkpoints import biased, block, checkpoint, config
from jsonschema import Draft202012Validator

from symproof import GaveUp, scan
from symproof.command.main import main
from symproof.render.distance import bars

SCHEMAS = Path(__file__).parents[2] / "docs/schemas"
UP, DOWN = block("yes")
BIASES = biased(UP, DOWN)
KEYS = {
    "name", "up", "down", "gate", "d", "N", "activation", "activation_from", "gated", "biases", "norm",
    "verdict", "by", "share", "seconds",
}  # fmt: skip


def model(folder: Path) -> Path:
    """Five blocks: stored both ways, fused and gated, convolutions, with biases of every kind."""
    own = {
        "h.0.mlp.c_fc.weight": UP.T,
        "h.0.mlp.c_proj.weight": DOWN.T,
        "h.0.mlp.c_fc.bias": BIASES[0],
        "h.0.mlp.c_proj.bias": BIASES[1],
        "h.1.mlp.fc1.weight": UP.reshape(6, 2, 1, 1),
        "h.1.mlp.fc2.weight": DOWN.reshape(2, 6, 1, 1),
        "h.2.mlp.gate_up_proj.weight": np.concatenate([UP, UP]),
        "h.2.mlp.down_proj.weight": DOWN,
        "h.3.mlp.fc1.weight": UP,
        "h.3.mlp.fc2.weight": DOWN,
        "h.3.mlp.fc2.bias": BIASES[1],
        "h.4.mlp.fc1.weight": UP,
        "h.4.mlp.fc2.weight": block("no")[1],
        "h.0.attn.c_attn.weight": np.ones((2, 6)),
        "wte.weight": np.ones((9, 2)),
    }
    checkpoint(folder / "model.safetensors", own)
    config(folder, hidden_act="gelu")
    return folder


def answer(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, Any]]:
    """Exit status and object of a run."""
    status = main(["scan", *words, "--json"])
    value = json.loads(capsys.readouterr().out)
    schema = json.loads((SCHEMAS / f"{value['schema']}.json").read_text())
    Draft202012Validator(schema).validate(value)
    return status, value


def test_the_object(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, value = answer(capsys, str(model(tmp_path)))
    assert status == 0
    assert value["schema"] == "symproof-scan-1"
    assert all(set(b) == KEYS for b in value["blocks"])
    verdicts = ["absorbable", "absorbable", "never", "absorbable", "not-absorbable"]
    assert [b["verdict"] for b in value["blocks"]] == verdicts
    assert [b["biases"] for b in value["blocks"]] == [["b_down", "b_up"], [], [], ["b_down"], []]
    assert value["blocks"][2]["gate"] == "h.2.mlp.gate_up_proj.weight (first half)"
    assert value["tensors"] == 15


def test_every_certificate_is_accepted(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """By the commands that are printed: from the file itself, or from the weights that were saved."""
    (tmp_path / "out").mkdir()
    status, value = answer(capsys, str(model(tmp_path)), "--certificates", str(tmp_path / "out"))
    assert status == 0
    assert set(value["recheck"]) == {f"h.{k}.mlp" for k in (0, 1, 3, 4)}
    for name, command in value["recheck"].items():
        words = shlex.split(command)
        assert main(words[1:]) == 0, name
        assert ("model.safetensors" in command) == (name in {"h.0.mlp", "h.4.mlp"})
        at = words.index("--claim") + 1
        words[at] = {"absorbable": "not-absorbable", "not-absorbable": "absorbable"}[words[at]]
        assert main(words[1:]) == 1, name
    assert main(["scan", str(tmp_path), "--certificates", str(tmp_path / "out")]) == 3, (
        "nothing is overwritten"
    )
    assert main(["scan", str(tmp_path), "--certificates", str(tmp_path / "out"), "--force", "--quiet"]) == 0
    assert main(["scan", str(tmp_path), "--certificates", str(tmp_path / "absent")]) == 3


def test_the_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["scan", str(model(tmp_path))]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "5 MLP blocks"
    assert re.match(r"block +d +N +activation +gated +biases +verdict +by", lines[1])
    assert "activation gelu: config.json: hidden_act gelu" in lines
    assert "never" in lines[5]
    assert "Proposition 2" in lines[5]
    assert any(line.startswith("2 other tensors: attention, embeddings") for line in lines)
    assert "h.3.mlp has the same weights as" not in "\n".join(lines), "it has an output bias"


def test_list_only_looks(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    status, value = answer(capsys, str(model(tmp_path)), "--list")
    assert status == 0
    assert all(set(b) == KEYS - {"verdict", "by", "share", "seconds"} for b in value["blocks"])


def test_several_workers(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, one = answer(capsys, str(model(tmp_path)))
    _, two = answer(capsys, str(tmp_path), "--workers", "2")
    for value in (one, two):
        for found in value["blocks"]:
            found["seconds"] = 0
    assert one == two
    assert main(["scan", str(tmp_path), "--workers", "0"]) == 3


def test_exit_statuses(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    model(tmp_path)
    (tmp_path / "config.json").unlink()
    status, value = answer(capsys, str(tmp_path))
    assert (status, value["verdict"]) == (4, "incomplete")
    assert value["blocks"][0]["by"] == "name the activation: there is no config.json beside it"
    assert answer(capsys, str(tmp_path), "--activation", "gelu_new")[0] == 0
    assert answer(capsys, str(tmp_path), "--activation", "gelu", "--time", "0.000001")[0] == 5
    checkpoint(tmp_path / "model.safetensors", {"attn.q.weight": UP})
    status, value = answer(capsys, str(tmp_path))
    assert status == 3
    assert "no MLP block among 1 tensors; --naming UP,DOWN" in value["why"]
    assert main(["scan", str(tmp_path), "--naming", "one"]) == 2


def test_naming(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    arrays = {"net.0.in.weight": UP, "net.0.out.weight": DOWN, "net.0.side.weight": UP}
    checkpoint(tmp_path / "m.safetensors", arrays)
    _, value = answer(capsys, str(tmp_path), "--naming", "in,out", "--activation", "gelu")
    assert [b["verdict"] for b in value["blocks"]] == ["absorbable"]
    _, value = answer(capsys, str(tmp_path), "--naming", "in,out,side", "--activation", "gelu")
    assert [b["verdict"] for b in value["blocks"]] == ["never"]


def test_the_page(tmp_path: Path) -> None:
    out = tmp_path / "page.html"
    assert main(["scan", str(model(tmp_path)), "--report", str(out), "--quiet"]) == 0
    text = out.read_text()
    assert text.count('<th scope="row">h.') == 5
    assert "Proposition 2" in text
    assert "<script" not in text
    assert "100 %: absorbs" in text
    assert main(["scan", str(tmp_path), "--report", str(out), "--quiet"]) == 3
    assert main(["scan", str(tmp_path), "--report", str(out), "--quiet", "--force", "--share", "none"]) == 0
    assert "100 %: absorbs" not in out.read_text(), "no picture of nothing"


def test_the_picture_stays_in_its_frame() -> None:
    """At 0, in the middle and at 100 %, with long names: words begin and end inside, and are escaped."""
    shares = [
        (Fraction(0), Fraction(1, 100)),
        (Fraction(1, 4), Fraction(3, 4)),
        (Fraction(99, 100), Fraction(1)),
    ]
    for name in ("", "a" * 80, "<b>"):
        text = bars([(name, (a, b)) for a, b in shares])
        assert "<b>" not in text
        root = ElementTree.fromstring(text)
        for node in root:
            x = float(node.get("x") or 0)
            if node.tag.endswith("text"):
                size = 7.0 * len(node.text or "")  # a letter of 14 px takes some 7
                start = {"start": x, "middle": x - size / 2, "end": x - size}[node.get("text-anchor") or ""]
                assert -1 <= start <= start + size <= 361
            else:
                assert 0 <= x <= x + float(node.get("width") or 0) <= 361


def test_large_blocks_say_why_they_have_no_share(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("symproof.command.scan.SHARES", 1.0)
    assert main(["scan", str(model(tmp_path))]) == 0
    assert "--share all" in capsys.readouterr().out
    assert main(["scan", str(tmp_path), "--share", "none"]) == 0
    assert "--share all" not in capsys.readouterr().out


def test_a_worker_that_dies(tmp_path: Path) -> None:
    """The scan ends with a sentence, as gave up, not with a traceback."""

    class Dead(Executor):
        def submit(self, *args: Any, **kwargs: Any) -> Future[Any]:
            future: Future[Any] = Future()
            future.set_exception(BrokenExecutor())
            return future

    with pytest.raises(GaveUp, match="a worker died"):
        list(scan(model(tmp_path), executor=Dead()))


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_dask_cluster(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A scheduler and a worker on loopback: the answers of one process."""
    distributed = pytest.importorskip("distributed")
    _, one = answer(capsys, str(model(tmp_path)))
    options: Any = {
        "processes": False,
        "protocol": "tcp://",
        "dashboard_address": "127.0.0.1:0",
        "host": "127.0.0.1",
    }
    with distributed.LocalCluster(n_workers=1, threads_per_worker=1, **options) as cluster:
        words = ["--executor", "dask", "--scheduler", cluster.scheduler_address]
        status, two = answer(capsys, str(tmp_path), *words)
    assert status == 0
    for value in (one, two):
        for found in value["blocks"]:
            found["seconds"] = 0
    assert one == two
