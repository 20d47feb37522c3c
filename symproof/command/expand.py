"""`symproof expand`: the Taylor expansion at the origin of an activation, a gate, or a block."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from decimal import Decimal
from fractions import Fraction
from typing import Any

from symproof.activations.catalogue import GATES, formula
from symproof.activations.orders import Layer, Order, first_difference, orders
from symproof.command.terminal import (
    Ended,
    add_output_options,
    bold,
    emit,
    natural,
)
from symproof.errors import Malformed
from symproof.files.inputs import place, read_value
from symproof.functions.expansion import RADIUS, Expansion, expand
from symproof.functions.expression import Expr
from symproof.functions.field import Undefined, Unresolved
from symproof.functions.grammar import parameter
from symproof.functions.parity import rational_value
from symproof.layout import columns, details
from symproof.reader.numbers import fraction
from symproof.reader.weights import matrix
from symproof.verdict import Exit

EXAMPLE = "symproof expand swiglu --gate --order 12"
ORDER, MAX_ORDER = 12, 100
SIDES = {0: "", 1: " for z > 0", -1: " for z < 0"}
SHOWN = 20  # digits of an enclosure
LONG = 36  # characters of a coefficient or a form that are shown


def add(parser: argparse.ArgumentParser) -> None:
    """Give the parser the options of the command."""
    parser.add_argument("expression", metavar="NAME|EXPRESSION", help="silu, gelu_new, z*tanh(z), ...")
    parser.add_argument(
        "block",
        nargs="?",
        metavar="BLOCK",
        help="JSON with W_up, W_down (or with --gate W_gate, W_val, W_down), perhaps skip, perhaps the same "
        "matrices of V: the first order at which M x + f - h differs",
    )
    parser.add_argument("--gate", action="store_true", help="the expression is the gate of a gated block")
    parser.add_argument("--order", type=natural, default=ORDER, metavar="n", help=f"default {ORDER}")
    parser.add_argument(
        "--radius", default=str(RADIUS), metavar="r", help=f"of the remainder; default {RADIUS}"
    )
    parser.add_argument(
        "--where",
        action="append",
        default=[],
        metavar="'b > 0'",
        help="declares a parameter of the expression",
    )
    add_output_options(parser)
    parser.set_defaults(run=run)


def run(args: argparse.Namespace) -> int:
    """0 expanded, 3 malformed, 4 not known to be analytic at 0."""
    if args.order > MAX_ORDER:
        raise Malformed(f"--order: at most {MAX_ORDER}, found {args.order}")
    e = read_function(args.expression, args.where, args.gate)
    try:
        found = expand(e, args.order, radius_of(args.radius))
    except (Undefined, Unresolved) as error:
        raise Ended(Exit.INCOMPLETE, f"undetermined: {error}") from None
    parts = () if args.block is None else orders(_two_sided(found), *read_layers(args.block, args.gate))
    emit(args, to_json(e, args.gate, found, parts), lines(e, args.gate, found, parts))
    return Exit.ESTABLISHED


def read_function(source: str, where: Sequence[str], gate: bool) -> Expr:
    """The expression behind a name, with its parameters declared."""
    name = GATES.get(source, source) if gate else source
    return formula(name, [parameter(text) for text in where])


def radius_of(source: str) -> Fraction:
    """A positive rational number.

    Raises:
        Malformed: it is none.
    """
    value = rational_value(formula(source))
    if value is None or value <= 0:
        raise Malformed(f"--radius: required a positive rational number, found {source[:40]!a}")
    return value


def _two_sided(found: tuple[Expansion, ...]) -> Expansion:
    if len(found) > 1:
        raise Malformed("a block is expanded where its activation is analytic at 0 from both sides")
    return found[0]


def read_layers(path: str, gate: bool) -> tuple[Layer, Layer | None, list[list[Fraction]] | None]:
    """W, V and M from a JSON file; V and M are None when they are not there.

    Args:
        path: the file, or "-".
        gate: whether W_gate and W_val are expected in place of W_up.

    Raises:
        Malformed: a matrix is absent, unknown, or does not fit.
    """
    value, where = read_value(path), place(path)
    names = ("gate", "val", "down") if gate else ("up", "down")
    known = {f"{side}_{name}" for side in "WV" for name in names} | {"skip", "about"}
    if not isinstance(value, dict) or set(value) - known:
        raise Malformed(f"{where}: required an object with {', '.join(sorted(known))} and nothing else")
    W = _layer(value, "W", names, where)
    V = _layer(value, "V", names, where) if any(key.startswith("V_") for key in value) else None
    skip = _matrix(value, "skip", where) if "skip" in value else None
    if skip is not None and {len(skip), len(skip[0])} != {W.d}:
        raise Malformed(f"{where}: the skip must be {W.d} x {W.d}")
    return W, V, skip


def _layer(value: dict[str, Any], side: str, names: tuple[str, ...], where: str) -> Layer:
    *rows, down = (_matrix(value, f"{side}_{name}", where) for name in names)
    for name, found in zip(names, rows, strict=False):
        if (len(found), len(found[0])) != (len(down[0]), len(down)):
            raise Malformed(f"{where}: {side}_{name} must be {len(down[0])} x {len(down)}")
    return Layer(rows[0], down, rows[1] if len(rows) > 1 else None)


def _matrix(value: dict[str, Any], name: str, where: str) -> list[list[Fraction]]:
    if name not in value:
        raise Malformed(f"{where}: {name} is missing")
    return [[fraction(x) for x in row] for row in matrix(value[name], f"{where}: {name}")]


def to_json(e: Expr, gate: bool, found: Sequence[Expansion], parts: Sequence[Order]) -> dict[str, Any]:
    """The answer as one object. Coefficients: exact text, null where only the enclosure is known."""
    return {
        "schema": "symproof-expand-1",
        "verdict": "expanded",
        "function": str(e),
        "gate": gate,
        "expansions": [
            {
                "side": {0: "both", 1: "z > 0", -1: "z < 0"}[part.side],
                "coefficients": [None if c is None else str(c) for c in part.coefficients],
                "enclosures": [ball.str(SHOWN) for ball in part.balls],
                "radius": None if part.radius is None else str(part.radius),
                "bound": None if part.bound is None else str(part.bound),
            }
            for part in found
        ],
        "orders": [
            {"order": p.n, "coefficient": p.coefficient, "f": p.f, "h": p.h, "differs": p.differs}
            for p in parts
        ],
        "first_difference": first_difference(parts),
    }


def lines(e: Expr, gate: bool, found: Sequence[Expansion], parts: Sequence[Order]) -> list[str]:
    """The answer for people."""
    name = "g" if gate else "sigma"
    shown = [bold(f"expanded: {name}(z) = {e} at 0")]
    for part in found:
        rows = [
            (n, _short("?" if c is None else str(c)), ball.str(SHOWN) if ball.is_finite() else "")
            for n, (c, ball) in enumerate(zip(part.coefficients, part.balls, strict=True))
        ]
        shown += columns(("n", f"coefficient{SIDES[part.side]}", "enclosure"), rows)
        shown += details([("remainder", _remainder(part, name))])
    if parts:
        shown += columns(
            ("order", "differs", "f", "h"),
            [
                (p.n, {True: "yes", False: "no", None: "?"}[p.differs], _forms(p, p.f), _forms(p, p.h))
                for p in parts
            ],
        )
        first = first_difference(parts)
        shown.append(
            bold("M x + f - h: no difference is known up to this order" if first is None
                 else f"M x + f - h differs first at order {first}")
        )  # fmt: skip
    return shown


def _remainder(part: Expansion, name: str) -> str:
    if part.radius is None or part.bound is None:
        return "not bounded: a parameter, or no ball that is finite"
    n = part.order
    where = {0: f"|z| <= {part.radius}", 1: f"0 <= z <= {part.radius}", -1: f"-{part.radius} <= z <= 0"}
    bound = f"{_decimal(part.bound)} |z|**{n + 1}"
    return f"|{name}(z) - T_{n}(z)| <= {bound} for {where[part.side]}, by ball arithmetic"


def _decimal(value: Fraction) -> str:
    """A fraction whose denominator divides a power of ten, as a decimal."""
    return f"{Decimal(value.numerator) / Decimal(value.denominator):g}"


def _forms(part: Order, forms: tuple[str, ...]) -> str:
    return _short(f"a_{part.coefficient} * ({', '.join(forms)})") if forms else "any"


def _short(text: str) -> str:
    return text if len(text) <= LONG else f"{text[: LONG - 3]}..."
