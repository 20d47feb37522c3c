"""Computations on given numbers in words and in LaTeX, printed from the data that are decided."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

import sympy

from symproof.proof.check import Check
from symproof.proof.checks.algebra import Rows
from symproof.proof.checks.maps import Map
from symproof.proof.checks.polynomial import expression
from symproof.proof.printing import LATEX, term


def told(check: Check) -> str:
    """What a computation on given numbers decides, in words."""
    data, verb = check.data, check.decide.__name__ if hasattr(check.decide, "__name__") else ""
    tell = _TELLERS.get(verb)
    if tell is not None:
        return tell(data)
    if "equals" in data and "lhs" not in data:
        return f"the computation on {_listed(data)} gives {_value(data['equals'])}"
    if "lhs" in data:
        return f"{_side(data['lhs'])} = {_side(data['rhs'])}"
    return f"the computation on {_listed(data)} comes out as stated"


def formula_of(check: Check) -> str:
    """The matrices or the equation of a computation on given numbers, in LaTeX."""
    data = check.data
    if "lhs" in data:
        return f"{_side(data['lhs'], tex=True)} = {_side(data['rhs'], tex=True)}"
    named = [part for name, value in data.items() for part in _parts(name, value)]
    if named:
        return r",\quad ".join(f"{name} = {_matrix(value)}" for name, value in named)
    return f"\\text{{{check.kind.label.split()[0]}}}"


def _plain_name(name: str) -> str:
    return name if len(name) == 1 else f"\\mathrm{{{name.replace('_', '')}}}"


def _parts(name: str, value: Any) -> list[tuple[str, Any]]:
    """The matrices of a map with their names in LaTeX, or the matrix that the value is."""
    if isinstance(value, Map):
        skip = [] if value.skip is None or _identity(value.skip) else [("skip", value.skip)]
        parts = [("up", value.up), ("down", value.down), *skip]
        return [(rf"{name}_{{\mathrm{{{part}}}}}", rows) for part, rows in parts]
    return [(_plain_name(name), value)] if _is_matrix(value) else []


def _block(data: Mapping[str, Any], letter: str = "W") -> str:
    block: Map = data[letter]
    parts = [f"{data['activation']}"] if letter == "W" else []
    parts += [f"{letter}_up = {_rows(block.up)}", f"{letter}_down = {_bracketed(block.down)}"]
    if block.skip is not None and not _identity(block.skip):
        parts.append(f"skip {_bracketed(block.skip)}")
    if block.b_up is not None:
        parts.append(f"b = ({', '.join(map(str, block.b_up))})")
    return ", ".join(parts)


def _identity(matrix: Rows) -> bool:
    return all(entry == (i == j) for i, row in enumerate(matrix) for j, entry in enumerate(row))


def _subset(data: Mapping[str, Any]) -> str:
    return "S = {" + ", ".join(map(str, data["subset"])) + "}"


def _evidence(evidence: Any) -> str:
    proofs = evidence.get("cost") if isinstance(evidence, Mapping) else None
    if proofs is None:
        return "an explicit V" if "V_up" in evidence else "a tree"
    kinds = sorted({key for proof in proofs for key in proof.get("tree", proof)})
    return ", ".join("all signs" if kind == "ranks" else f"a {kind}" for kind in kinds) or "its parity"


def _width(data: Mapping[str, Any]) -> str:
    return "" if data.get("width") is None else f" {data['width']}"


_TELLERS = {
    "decide_flipping": lambda data: (
        f"{_block(data)}: {_subset(data)} satisfies c W_down[:,S] W_up[S,:] = -M, "
        "and flipping its rows absorbs M"
    ),
    "decide_certified": lambda data: (
        f"{_block(data)}: the kernel accepts {data['claim']}{_width(data)}, by {_evidence(data['evidence'])}"
    ),
    "decide_same": lambda data: f"{_block(data)} equals the map with {_block(data, 'V')}",
    "decide_despite": lambda data: (
        f"{_block(data)}: {_subset(data)} satisfies (3), and no V exists, as certified"
    ),
    "decide_without_subset": lambda data: (
        f"{_block(data)} equals the map with {_block(data, 'V')}, although no S satisfies (3)"
    ),
    "decide_rank": lambda data: (
        f"a matrix of size {len(data['matrix'])} x {len(data['matrix'][0])} has rank {data['rank']}"
    ),
    "decide_series": lambda data: (
        f"the solution of y' = {data['equation']} with y(0) = {data['start']} starts as stated"
    ),
    "decide_sign": lambda data: f"an enclosed sum has the sign {data['sign']}",
    "decide_bound": lambda data: (
        f"the derivative of order {data['order']} of {data['name']}, divided by the factorial, is at most "
        f"{data['bound']} on |z| <= {data['radius']}"
    ),
}


def _is_matrix(value: Any) -> bool:
    return (
        isinstance(value, tuple)
        and bool(value)
        and all(
            isinstance(row, tuple) and row and all(isinstance(e, int | Fraction) for e in row)
            for row in value
        )
    )


def _matrix(rows: Rows) -> str:
    body = r"\\".join("&".join(_entry(entry) for entry in row) for row in rows)
    return rf"\begin{{pmatrix}}{body}\end{{pmatrix}}"


def _entry(entry: int | Fraction) -> str:
    return term(sympy.Rational(entry.numerator, entry.denominator), LATEX)


def _rows(rows: Rows) -> str:
    return ", ".join(f"({','.join(map(str, row))})" for row in rows)


def _bracketed(rows: Rows) -> str:
    return "[" + ",".join(f"[{','.join(map(str, row))}]" for row in rows) + "]"


def _listed(data: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name} = {_value(value)}" for name, value in data.items() if name != "equals" and value is not None
    )


def _value(value: Any) -> str:
    if _is_matrix(value):
        return _bracketed(value)
    text = str(value)
    return text if len(text) < 60 else text[:57] + "..."


def _side(value: Any, tex: bool = False) -> str:
    entries = list(value) if isinstance(value, (list, tuple, sympy.MatrixBase)) else [value]
    shown = [term(entry, LATEX) if tex else term(entry) for entry in map(expression, entries)]
    return shown[0] if len(shown) == 1 else f"({', '.join(shown)})"
