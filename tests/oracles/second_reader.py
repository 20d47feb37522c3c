"""What the second checker reads: strict JSON, blocks, the fingerprint. Written from FORMAT.md alone."""

from __future__ import annotations

import hashlib
import json
import re
import struct
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

from oracles.second_trees import LIMIT, Broken, Vector, keys, number

Dense = list[Vector]

LOOSE = re.compile(r"-?[0-9]+(\.[0-9]+|/[0-9]*[1-9][0-9]*)?")
RIGID = {
    "gelu": 0,
    "gelu_tanh": 0,
    "quick_gelu": 0,
    "silu": 0,
    "hardswish": 0,
    "softplus": 1,
    "squareplus": 1,
}


@dataclass(frozen=True)
class Sigma:
    name: str
    conic: bool
    gap: Fraction
    constant: bool
    shifts: bool = True


@dataclass(frozen=True)
class Block:
    up: Dense
    down: Dense
    skip: Dense
    sigma: Sigma
    b_up: Vector | None
    b_down: Vector | None


def load(data: bytes) -> Any:
    def stop(text: str) -> NoReturn:
        raise Broken(text)

    def unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        names = {k for k, _ in pairs}
        return dict(pairs) if len(names) == len(pairs) else stop("a key twice")

    def integer(text: str) -> int:
        return int(text) if len(text.lstrip("-")) <= LIMIT else stop("a long integer")

    try:
        return json.loads(
            data.decode("utf-8"),
            parse_int=integer,
            parse_float=lambda text: (text,),
            parse_constant=stop,
            object_pairs_hook=unique,
        )
    except (ValueError, RecursionError) as error:
        raise Broken(str(error)) from None


def grid(value: Any, canonical: bool) -> Dense:
    if not isinstance(value, list) or not value:
        raise Broken("a matrix")
    rows: Dense = []
    for row in value:
        if not isinstance(row, list) or not row or len(row) != len(value[0]):
            raise Broken("a row")
        rows.append([number(x) if canonical else _entry(x) for x in row])
    return rows


def _entry(value: Any) -> Fraction:
    if type(value) is int:
        return Fraction(value)
    if not isinstance(value, str) or not LOOSE.fullmatch(value):
        raise Broken("an entry")
    if any(len(part) > LIMIT for part in value.split("/")):
        raise Broken("a long entry")
    return Fraction(value)


def vector(value: Any, size: int, canonical: bool) -> Vector:
    (row,) = grid([value], canonical)
    if len(row) != size:
        raise Broken("the size of a bias")
    return row


def read_block(value: Any) -> Block:
    keys(value, {"W_up", "W_down"}, {"activation", "skip", "about", "b_up", "b_down"})
    up, down = grid(value["W_up"], False), grid(value["W_down"], False)
    d = len(down)
    if len(up) != len(down[0]) or len(up[0]) != d:
        raise Broken("shapes")
    skip = value.get("skip")
    M = [[Fraction(i == j) for j in range(d)] for i in range(d)] if skip is None else grid(skip, False)
    if len(M) != d or len(M[0]) != d:
        raise Broken("the skip")
    biases = [value.get("b_up"), value.get("b_down")]
    if biases[0] is None and biases[1] is not None:
        raise Broken("b_down without b_up")
    read = [
        None if b is None else vector(b, size, False) for b, size in zip(biases, (len(up), d), strict=True)
    ]
    name = value.get("activation")
    return Block(up, down, M, _sigma("relu" if name is None else name), *read)


def _sigma(name: Any) -> Sigma:
    if not isinstance(name, str):
        raise Broken("the activation")
    leaky = re.fullmatch(r"leaky_relu\((.*)\)", name)
    if leaky:
        slope = _entry(leaky[1])
        if slope == 1:
            raise Broken("slope 1")
        return Sigma(f"leaky_relu({slope})", True, 1 + slope, False)
    if name in ("relu", "abs"):
        return Sigma(name, True, Fraction(name == "relu"), False)
    if name not in RIGID:
        raise Broken("an unknown activation")
    return Sigma(name, False, Fraction(1), bool(RIGID[name]), name != "hardswish")


def fingerprint(block: Block) -> str:
    digest = hashlib.sha256()
    biases = [[b] for b in (block.b_up, block.b_down) if b is not None]
    for rows in (block.up, block.down, block.skip, *biases):
        digest.update(b"%d x %d:" % (len(rows), len(rows[0])))
        flat = [x for row in rows for x in row]
        if all(_is_binary64(x) for x in flat):
            digest.update(b"b")
            for x in flat:
                digest.update(struct.pack("<d", x.numerator / x.denominator if x else 0.0))
        else:
            digest.update(b"t")
            digest.update(
                ",".join(
                    f"{x.numerator}/{x.denominator}" if x.denominator > 1 else f"{x.numerator}" for x in flat
                ).encode()
            )
    return digest.hexdigest()


def _is_binary64(x: Fraction) -> bool:
    """|x| = odd * 2^e with at most 53 bits, e >= -1074, below 2^1024."""
    p, q = abs(x.numerator), x.denominator
    if q & (q - 1):
        return False
    if p == 0:
        return True
    low = (p & -p).bit_length() - 1
    exponent = low - (q.bit_length() - 1)
    bits = p.bit_length() - low
    return bits <= 53 and exponent >= -1074 and exponent + bits <= 1024
