"""Blocks at the origin, order by order, against SymPy's expansion with all weights put in."""

from __future__ import annotations

import json
import pathlib
from fractions import Fraction
from typing import Any

import pytest
import sympy
from hypothesis import given, settings
from hypothesis import strategies as st

from symproof.activations.orders import Layer, first_difference, orders
from symproof.command.main import main
from symproof.errors import Malformed
from symproof.functions.expansion import expand
from symproof.functions.grammar import parse
from symproof.verdict import Exit

ORDER = 4
GATES = {
    "silu(z)": lambda z: z / (1 + sympy.exp(-z)),
    "logistic(z)": lambda z: 1 / (1 + sympy.exp(-z)),
    "z + z**3": lambda z: z + z**3,
    "cos(z)": sympy.cos,
}
small = st.integers(-2, 2).map(Fraction)


def matrices(rows: int, columns: int) -> st.SearchStrategy[list[list[Fraction]]]:
    return st.lists(st.lists(small, min_size=columns, max_size=columns), min_size=rows, max_size=rows)


def layers(gated: bool) -> st.SearchStrategy[Layer]:
    value = matrices(2, 2) if gated else st.none()
    return st.builds(Layer, matrices(2, 2), matrices(2, 2), value)


def expected(gate: str, W: Layer, V: Layer, top: int) -> list[bool]:
    """Which orders of x + f - h are not 0, by SymPy's series along x = t (a, b)."""
    t, a, b = sympy.symbols("t a b")

    def side(layer: Layer, i: int) -> Any:
        total = 0
        for k, row in enumerate(layer.up):
            hidden = GATES[gate](t * (row[0] * a + row[1] * b))
            if layer.value is not None:
                hidden *= t * (layer.value[k][0] * a + layer.value[k][1] * b)
            total += sympy.Rational(layer.down[i][k]) * hidden
        return total

    found = []
    for n in range(top + 1):
        terms = [t * x + side(W, i) - side(V, i) for i, x in enumerate((a, b))]
        found.append(any(sympy.expand(sympy.diff(term, t, n).subs(t, 0)) != 0 for term in terms))
    return found


@settings(max_examples=12, deadline=None)
@given(st.data(), st.sampled_from(sorted(GATES)), st.booleans(), st.booleans())
def test_orders_are_sympy_s(data: st.DataObject, gate: str, gated: bool, same: bool) -> None:
    W = data.draw(layers(gated))
    V = W if same else data.draw(layers(gated))
    (expansion,) = expand(parse(gate), ORDER)
    found = orders(expansion, W, V)
    known = expected(gate, W, V, found[-1].n)
    assert [order.differs for order in found] == known[found[0].n :]
    assert first_difference(found) == (known.index(True) if True in known else None)


def test_a_gate_that_vanishes_differs_at_order_1_whatever_V_is() -> None:
    W = Layer([[Fraction(1)]], [[Fraction(2)]], [[Fraction(3)]])
    (silu,) = expand(parse("silu(z)"), 3)
    assert first_difference(orders(silu, W)) == 1
    (logistic,) = expand(parse("logistic(z)"), 3)
    assert first_difference(orders(logistic, W)) is None
    assert first_difference(orders(silu, W, None, [[Fraction(0)]])) is None


def test_an_irrational_coefficient_is_told_from_a_rational_one() -> None:
    """x + a_1 (f - h) = 0 needs a_1 rational: with the gate cos(z) + c it is so for rational c only."""
    W, V = (Layer([[Fraction(1)]], [[Fraction(c)]], [[Fraction(1)]]) for c in (1, 3))
    half, other = (expand(parse(text), 1)[0] for text in ("1/2 + z", "1/sqrt(3) + z"))
    assert orders(half, W, V)[0].differs is False
    assert orders(other, W, V)[0].differs is True


def test_what_does_not_fit_is_malformed() -> None:
    one, two = Layer([[Fraction(1)]], [[Fraction(1)]]), Layer([[Fraction(1)] * 2], [[Fraction(1)]] * 2)
    (found,) = expand(parse("silu(z)"), 3)
    with pytest.raises(Malformed, match="one dimension"):
        orders(found, one, two)
    with pytest.raises(Malformed, match="one kind"):
        orders(found, one, Layer([[Fraction(1)]], [[Fraction(1)]], [[Fraction(1)]]))
    with pytest.raises(Malformed, match="both sides"):
        orders(expand(parse("relu(z)"), 3)[0], one)


FLIPPED = {
    "W_up": [[1, 0], [0, 1], [1, 1]], "W_down": [[-1, 0, 2], [0, -1, 5]],
    "V_up": [[-1, 0], [0, -1], [1, 1]], "V_down": [[-1, 0, 2], [0, -1, 5]],
}  # fmt: skip


def run(capsys: pytest.CaptureFixture[str], *argv: str) -> tuple[int, dict[str, Any]]:
    status = main(["expand", *argv, "--json"])
    return status, json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(("entry", "first"), [(-1, None), (-2, 1)])
def test_the_command_finds_the_first_order(
    capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path, entry: int, first: int | None
) -> None:
    path = tmp_path / "both.json"
    path.write_text(json.dumps({**FLIPPED, "W_down": [[entry, 0, 2], [0, -1, 5]]}))
    status, value = run(capsys, "silu", str(path), "--order", "6")
    assert (status, value["first_difference"]) == (Exit.ESTABLISHED, first)
    assert len(value["orders"]) == 7
    assert main(["expand", "silu", str(path)]) == Exit.ESTABLISHED
    assert ("differs first at order 1" in capsys.readouterr().out) == (first == 1)


def test_the_command_expands(capsys: pytest.CaptureFixture[str]) -> None:
    status, value = run(capsys, "swiglu", "--gate", "--order", "4")
    (found,) = value["expansions"]
    assert (status, found["coefficients"]) == (Exit.ESTABLISHED, ["0", "1/2", "1/4", "0", "-1/48"])
    status, value = run(capsys, "z*logistic(b*z)", "--where", "b > 0", "--order", "2")
    assert (status, value["expansions"][0]["coefficients"][2]) == (Exit.ESTABLISHED, "1/4*b")


@pytest.mark.parametrize(
    "value",
    [
        {}, [], {"W_up": [[1]]}, {**FLIPPED, "W_gate": [[1]]}, {**FLIPPED, "V_down": [[1]]},
        {**FLIPPED, "skip": [[1]]},
        {"W_up": [[1, 2]], "W_down": [[1, 2]]}, {"W_up": [[0.5]], "W_down": [[1]]},
        {**FLIPPED, "W_up": [["x"]]},
    ],
)  # fmt: skip
def test_malformed_blocks(capsys: pytest.CaptureFixture[str], tmp_path: pathlib.Path, value: Any) -> None:
    path = tmp_path / "bad.json"
    path.write_text(json.dumps(value))
    assert run(capsys, "silu", str(path))[0] == Exit.MALFORMED


@pytest.mark.parametrize(
    ("argv", "status"),
    [
        (("sqrt(abs(z))",), Exit.INCOMPLETE), (("1/z",), Exit.INCOMPLETE), (("tahn",), Exit.MALFORMED),
        (("silu", "--order", "101"), Exit.MALFORMED), (("silu", "--radius", "0"), Exit.MALFORMED),
        (("silu", "--radius", "z"), Exit.MALFORMED), (("b*z",), Exit.MALFORMED),
        (("b*z", "--where", "b > b"), Exit.MALFORMED), (("silu", "no-such-file.json"), Exit.MALFORMED),
    ],
)  # fmt: skip
def test_other_ends_of_the_command(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], status: Exit
) -> None:
    assert run(capsys, *argv)[0] == status
