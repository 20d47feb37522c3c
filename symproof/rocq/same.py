"""The positive side: a V and the keys by which theories/SameFunction.v sees that it computes the block."""

from __future__ import annotations

from dataclasses import dataclass
from math import gcd
from typing import Any

from symproof.activations.records import rocq_names
from symproof.kernel.activations import Activation
from symproof.reader.numbers import canonical
from symproof.reader.weights import Weights, matrix
from symproof.rocq.instance import ASK, Integers, NotExportable, scale
from symproof.rocq.literals import define_table, integer, sequence

Keys = list[tuple[int, int]]
TABLES = "skip_entries W_down_columns W_up_rows V_down_columns V_up_rows key_rows W_keys V_keys"


@dataclass(slots=True)
class KeyTable:
    """Primitive rows (conic) or rows up to sign (rigid), each once, and their numbers."""

    act: Activation
    rows: list[list[int]]
    numbers: dict[tuple[int, ...], int]

    def keys(self, rows: list[list[int]]) -> Keys:
        """(number of the key, scale) of every row: row = scale * key."""
        return [self._key(row) for row in rows]

    def _key(self, row: list[int]) -> tuple[int, int]:
        if not any(row):
            if self.act.homogeneous:
                return self._number(tuple(row)), 0
            if not self.act.constant:
                raise NotExportable("a zero row of W_up or V_up under an activation with sigma(0) = 0")
            return self._number(tuple(row)), 1
        sign = 1 if next(filter(None, row)) > 0 else -1
        factor = sign * (gcd(*row) if self.act.homogeneous else 1)
        return self._number(tuple(x // factor for x in row)), factor

    def _number(self, key: tuple[int, ...]) -> int:
        if key not in self.numbers:
            self.numbers[key] = len(self.rows)
            self.rows.append(list(key))
        return self.numbers[key]


@dataclass(frozen=True, slots=True)
class Pair:
    """A block and a V as integers: rows of W_up then of V_up, columns of W_down then of V_down, the skip."""

    weights: Weights
    width: int  # of V
    up: Integers
    down: Integers
    skip: Integers


def same_function(evidence: Any, weights: Weights, act: Activation) -> str:
    """The text of "V computes the block", from the evidence of ``absorbable`` or ``width-at-most``.

    Raises:
        NotExportable: the linear gap is 0, or a zero row needs sigma(0) = 0.
    """
    if not act.gap:
        raise NotExportable(f"a theorem of V for linear gap 0 is not written{ASK}")
    if not evidence.get("V_up"):
        evidence_is = "V without neurons" if "V_up" in evidence else "flip and double"
        raise NotExportable(f"a theorem from {evidence_is} is not written{ASK}")
    V = Weights(matrix(evidence["V_up"], "V_up", canonical), matrix(evidence["V_down"], "V_down", canonical))
    columns = [*zip(*weights.down, strict=True), *zip(*V.down, strict=True)]
    pair = Pair(weights, V.width, scale([*weights.up, *V.up]), scale(columns), scale(weights.M))
    return _data(pair, act) + _matrices(pair) + _theorem(pair, act)


def _data(pair: Pair, act: Activation) -> str:
    N, d = pair.weights.width, pair.weights.d
    keys = KeyTable(act, [], {})
    kw, kv = keys.keys(pair.up.rows[:N]), keys.keys(pair.up.rows[N:])
    tables = {
        "W_down_columns": pair.down.rows[:N],
        "W_up_rows": pair.up.rows[:N],
        "V_down_columns": pair.down.rows[N:],
        "V_up_rows": pair.up.rows[N:],
        "key_rows": keys.rows,
    }
    if pair.weights.skip is None:
        skip = f"Definition skip_entries : table := identity_on (iota 0 {d}) (iota 0 {d}).\n"
    else:
        skip = define_table("skip_entries", pair.skip.rows)
    return (
        "Local Open Scope Z_scope.\n"
        f"(* columns of W_down and V_down over {integer(pair.down.denominator)}, "
        f"rows of W_up and V_up over {integer(pair.up.denominator)} *)\n"
        + "\n".join(define_table(name, rows) for name, rows in tables.items())
        + skip
        + _define_keys("W_keys", kw)
        + _define_keys("V_keys", kv)
        + "Local Close Scope Z_scope.\n\n"
    )


def _define_keys(name: str, keys: Keys) -> str:
    pairs = sequence(f"({k}, {integer(c)})" for k, c in keys)
    return f"(* the key of each row and its scale *)\nDefinition {name} : keys := {pairs}.\n"


def _matrices(pair: Pair) -> str:
    d = pair.weights.d
    text = [
        f"Definition {name}_down (R : realFieldType) : 'M[R]_({d}, {m}) :=\n"
        f"  from_columns {d} {m} {integer(pair.down.denominator)} {name}_down_columns.\n"
        f"Definition {name}_up (R : realFieldType) : 'M[R]_({m}, {d}) :=\n"
        f"  from_rows {m} {d} {integer(pair.up.denominator)} {name}_up_rows.\n"
        for name, m in (("W", pair.weights.width), ("V", pair.width))
    ]
    if pair.weights.skip is not None:
        text.append(
            f"Definition M (R : realFieldType) : 'M[R]_{d} :=\n"
            f"  from_rows {d} {d} {integer(pair.skip.denominator)} skip_entries.\n"
        )
    return "\n".join(text) + "\n"


def _theorem(pair: Pair, act: Activation) -> str:
    d, gap = pair.weights.d, act.gap
    numbers = (gap.numerator, gap.denominator, *(x.denominator for x in (pair.down, pair.up, pair.skip)))
    scales = "false true" if act.homogeneous else "true false"
    quantifier, hypothesis, s, proof = conclusion(act)
    field = "R" if quantifier else "_"
    identity = pair.weights.skip is None
    skip, rewrite = ("1%:M", f"rewrite -(@identity_skip _ {d}). ") if identity else (f"(M {field})", "")
    return (
        f"Lemma accepted : check_same {d} {pair.weights.width} {pair.width} {scales} "
        f"{' '.join(map(integer, numbers))}\n  {TABLES} = true.\n"
        "Proof. vm_cast_no_check (erefl true). Qed.\n\nLocal Open Scope ring_scope.\n"
        f"Theorem absorbs_skip{quantifier} :\n"
        f"  {hypothesis}absorbs {s} {skip} (W_down {field}) (W_up {field}) (V_down {field}) (V_up {field}).\n"
        f"Proof. {rewrite}exact: {proof}. Qed.\nPrint Assumptions absorbs_skip.\n"
    )


def conclusion(act: Activation) -> tuple[str, str, str, str]:
    """Quantifier, hypothesis, activation and proof of "V computes the block"."""
    own = rocq_names(act.name)
    if own is not None and own.same:
        return own.field, "", own.term, f"({own.same} accepted)"
    if act.homogeneous:
        proof = f"(leaky_relu_same_absorbs {slope_arguments(act)} (erefl true) (erefl true) accepted)"
        return " (R : realFieldType)", "", f"({slope_term(act)})", proof
    proof = "(fun h => unit_same_absorbs h accepted)"
    return " (R : realFieldType) (s : R -> R)", "linear_gap s 1 -> ", "s", proof


def slope_term(act: Activation) -> str:
    """leaky ReLU with its rational slope."""
    slope = act.gap - 1
    return f"leaky_relu (ZR R {integer(slope.numerator)} / ZR R {integer(slope.denominator)})"


def slope_arguments(act: Activation) -> str:
    """The slope an/ad of leaky ReLU and the numerator of the gap (an + ad)/ad."""
    slope = act.gap - 1
    named = {"an": slope.numerator, "ad": slope.denominator, "gn": act.gap.numerator}
    return " ".join(f"({name} := {integer(value)})" for name, value in named.items())
