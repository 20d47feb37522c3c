"""A second checker of the claims about gated blocks, from FORMAT.md alone: it multiplies polynomials out."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import pairwise
from typing import Any

from oracles.second_reader import Block, Dense, fingerprint, grid, load, read_block, vector
from oracles.second_trees import Broken, Refused, System, TooMuch, Vector, check_tree, index, keys

CLAIMS = ("gated-absorbable", "gated-not-absorbable")
RIGID = ("silu", "quick_gelu", "gelu")
Monomial = tuple[int, ...]  # indices of entries of x in order: () is 1, (0, 1) is x_0 x_1


def gated_verdict(certificate: bytes, weights: bytes, claim: str) -> str:
    """'accepted', 'rejected', 'malformed' or 'out of budget', from the bytes of two JSON files."""
    try:
        value, body = load(weights), load(certificate)
        if claim not in CLAIMS:
            raise Broken("an unknown claim")
        _judge(body, value, claim)
    except Broken:
        return "malformed"
    except Refused:
        return "rejected"
    except TooMuch:
        return "out of budget"
    return "accepted"


def _head(body: Any, wanted: dict[str, str]) -> Any:
    """The evidence, once all that the certificate names is what is asked for."""
    keys(body, {*wanted, "evidence"}, set())
    if not all(isinstance(body[key], str) for key in wanted):
        raise Broken("a string is due")
    if any(body[key] != value for key, value in wanted.items()):
        raise Refused("the certificate is about something else")
    return body["evidence"]


def _subset(value: Any, n: int) -> list[int]:
    if not isinstance(value, list):
        raise Broken("a list is due")
    found = [index(k, n) for k in value]
    if any(a >= b for a, b in pairwise(found)):
        raise Broken("ascending indices are due")
    return found


def _read_gated(value: Any) -> tuple[Block, Dense, Vector]:
    """The block without its gate, W_gate and b_gate."""
    if not isinstance(value, dict) or "W_gate" not in value or value.get("activation") is None:
        raise Broken("a gated block")
    rest = {key: part for key, part in value.items() if key not in ("W_gate", "b_gate")}
    block, gate, bias = read_block(rest), grid(value["W_gate"], False), value.get("b_gate")
    if len(gate) != len(block.up) or len(gate[0]) != len(block.down):
        raise Broken("the size of W_gate")
    return block, gate, [] if bias is None else vector(bias, len(gate), False)


def _judge(body: Any, value: Any, claim: str) -> None:
    block, gate, beta = _read_gated(value)
    alone = replace(block, up=gate, b_up=beta or None, b_down=None, skip=_identity(len(block.down)))
    both = f"{fingerprint(block)} {fingerprint(alone)}".encode()
    wanted = {"format": "symproof-certificate-2", "claim": claim, "activation": block.sigma.name}
    evidence = _head(body, {**wanted, "sha256": hashlib.sha256(both).hexdigest()})
    n, d, gap = len(block.up), len(block.down), block.sigma.gap
    if gap == 0:
        raise Refused("turning changes nothing")
    beta, gamma = beta or [Fraction(0)] * n, block.b_up or [Fraction(0)] * n
    products = [
        _product(_affine(a, s), _affine(b, t)) for a, s, b, t in zip(gate, beta, block.up, gamma, strict=True)
    ]
    places = [m for m in _monomials(d) if m or block.b_down is None]
    Q = [[p.get(m, Fraction(0)) for m in places] for p in products]
    T = [[-row[m[0]] / gap if len(m) == 1 else Fraction(0) for m in places] for row in block.skip]
    if claim == "gated-absorbable":
        S = _subset(keys(evidence, {"S"}, set())["S"], n)
        for row, target in zip(block.down, T, strict=True):
            if [sum((row[k] * Q[k][j] for k in S), Fraction(0)) for j in range(len(places))] != target:
                raise Refused("S is no solution")
        return
    _hypotheses(block, [[*a, s] for a, s in zip(gate, beta, strict=True)], gamma)
    check_tree(System.of(block.down, Q, T, len(places)), keys(evidence, {"tree"}, set())["tree"], 0)


def _hypotheses(block: Block, gates: Dense, gamma: Vector) -> None:
    idle = any(not any(a[:-1]) for a in gates)
    idle |= any(not any(b) and not c for b, c in zip(block.up, gamma, strict=True))
    idle |= any(not any(row[k] for row in block.down) for k in range(len(gates)))
    signed = [tuple(sign * x for x in a) for a in gates for sign in (1, -1)]
    if block.sigma.name not in RIGID or idle or len(set(signed)) < len(signed):
        raise Refused("the theorem does not apply")


def _identity(d: int) -> Dense:
    return [[Fraction(i == j) for j in range(d)] for i in range(d)]


def _affine(row: Vector, constant: Fraction) -> dict[Monomial, Fraction]:
    return {(): constant, **{(i,): x for i, x in enumerate(row)}}


def _product(f: dict[Monomial, Fraction], g: dict[Monomial, Fraction]) -> dict[Monomial, Fraction]:
    total: dict[Monomial, Fraction] = {}
    for m, x in f.items():
        for p, y in g.items():
            at = tuple(sorted(m + p))
            total[at] = total.get(at, Fraction(0)) + x * y
    return total


def _monomials(d: int) -> Iterator[Monomial]:
    """In the order of the columns: x_i, 1, x_i x_j."""
    yield from ((i,) for i in range(d))
    yield ()
    yield from ((i, j) for i in range(d) for j in range(i, d))
