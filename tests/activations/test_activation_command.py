"""`symproof activation`: output, exit statuses, hostile text."""

from __future__ import annotations

import json
from typing import Any

import pytest

from symproof.command.activation import answer_to, lines, to_json
from symproof.command.main import main
from symproof.verdict import Exit

KEYS = {
    "schema", "verdict", "activation", "gate", "gap", "kind", "degree", "even_part", "odd_part", "at_zero",
    "continuous_at_zero", "continuous", "breaks", "statements", "carried_by", "hypotheses", "why", "proof",
}  # fmt: skip


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, str, str]:
    status = main(["activation", *argv])
    out, err = capsys.readouterr()
    return status, out, err


def answer(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, dict[str, Any]]:
    status, out, err = run(capsys, *argv, "--json")
    assert err == ""
    return status, json.loads(out)


def test_json_of_an_activation(capsys: pytest.CaptureFixture[str]) -> None:
    status, value = answer(capsys, "gelu")
    assert status == Exit.ESTABLISHED
    assert set(value) == KEYS
    assert value["schema"] == "symproof-activation-1"
    assert (value["gap"], value["kind"], value["degree"], value["verdict"]) == ("1", "rigid", None, "generic")
    assert "thm-4-gelu" in value["statements"]
    assert {step["shows"] for step in value["proof"]} == {"gap", "degree", "even_part", "odd_part"}


def test_json_of_a_gate(capsys: pytest.CaptureFixture[str]) -> None:
    status, value = answer(capsys, "--gate", "tanh(z)")
    assert status == Exit.ESTABLISHED
    assert (value["activation"], value["gate"], value["verdict"]) == (None, "tanh(z)", "never")
    assert value["statements"] == ["prop-2", "cor-3"]


def test_the_examples_of_the_issue(capsys: pytest.CaptureFixture[str]) -> None:
    assert answer(capsys, "z*erf(z)")[1]["verdict"] == "never"  # even
    assert answer(capsys, "z*erf(z)", "--gate", "tanh(z)")[1]["verdict"] == "never"  # degree 2 at the origin


@pytest.mark.parametrize("name", ["swiglu", "geglu", "reglu", "bilinear", "glu"])
def test_gates_by_name(capsys: pytest.CaptureFixture[str], name: str) -> None:
    assert answer(capsys, "--gate", name)[1]["verdict"] == ("generic" if name == "glu" else "never")


def test_undetermined_is_exit_4(capsys: pytest.CaptureFixture[str]) -> None:
    status, value = answer(capsys, "relu(z) + relu(z)**3")
    assert (status, value["verdict"], value["kind"]) == (Exit.INCOMPLETE, "undetermined", None)
    status, value = answer(capsys, "log(z)")
    assert (status, value["verdict"], value["gap"]) == (Exit.INCOMPLETE, "undetermined", "undetermined")


def test_a_leading_minus_after_two_dashes(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, _ = run(capsys, "--", "-z**2")
    assert status == Exit.ESTABLISHED
    assert "sigma(z) = -z**2" in out


def test_nothing_to_classify_is_a_usage_error(capsys: pytest.CaptureFixture[str]) -> None:
    status, out, err = run(capsys)
    assert (status, out) == (Exit.USAGE, "")
    assert "found neither" in err


@pytest.mark.parametrize(
    "text",
    ["", " ", "__import__('os')", "z**", "swish7", "z^2", "9" * 70, "(" * 60, "\x1b[31m", "\u200b", "NaN"],
)
@pytest.mark.parametrize("option", [[], ["--gate"]])
def test_malformed_text_is_exit_3_with_one_line(
    capsys: pytest.CaptureFixture[str], option: list[str], text: str
) -> None:
    status, out, err = run(capsys, *option, text)
    assert (status, out) == (Exit.MALFORMED, "")
    where = option[0] if option else "NAME|EXPRESSION"
    assert err.startswith(f"symproof: malformed: {where}: expression, column ")
    assert err.count("\n") == 1
    assert err[:-1].isprintable()


def test_quiet_answers_by_exit_status(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(capsys, "relu", "--quiet") == (Exit.ESTABLISHED, "", "")
    assert run(capsys, "z**2 + z", "--quiet") == (Exit.ESTABLISHED, "", "")
    assert run(capsys, "relu(z) + relu(z)**3", "--quiet") == (Exit.INCOMPLETE, "", "")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (
            "relu",
            [
                "generic",
                "for d >= 2 all of them in a null set",
                "linear gap   1",
                "kind         conic",
                "thm-4-relu",
            ],
        ),
        ("gelu", ["generic", "for d >= 2 all of them in a null set", "thm-4-gelu"]),
        ("tanh", ["never", "none", "takes two different values", "any-activation"]),
        ("softplus", ["sigma(0) = log(2), continuous there"]),
        ("hardswish", ["singular at t = 3", "for t between 0 and 3"]),
    ],
)
def test_lines_say_what_was_found(monkeypatch: pytest.MonkeyPatch, name: str, expected: list[str]) -> None:
    monkeypatch.setenv("COLUMNS", "400")
    shown = "\n".join(lines(answer_to(name, None)))
    for words in expected:
        assert words in shown


@pytest.mark.parametrize("name", ["relu", "tanh", "z**2 + z", "log(z)"])
def test_json_is_plain_data(name: str) -> None:
    value = to_json(answer_to(name, None))
    assert json.loads(json.dumps(value)) == value
