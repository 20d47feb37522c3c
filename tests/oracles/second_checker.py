"""A second checker, written from FORMAT.md alone: slow, dense, and of another shape than the kernel.

`verdict` says accepted, rejected or malformed.
"""

from __future__ import annotations

import hashlib
import json
import re
import struct
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import gcd, lcm
from typing import Any, NoReturn

from oracles.second_trees import LIMIT, Broken, Refused, System, Vector, check_tree, index, keys, number

Dense = list[Vector]

LOOSE = re.compile(r"-?[0-9]+(\.[0-9]+|/[0-9]*[1-9][0-9]*)?")
CLAIMS = ("no-subset", "not-absorbable", "absorbable", "width-at-least", "width-at-most")
HEAD = {"format", "claim", "activation", "width", "sha256", "evidence"}
RIGID = {
    "gelu": 0,
    "gelu_tanh": 0,
    "quick_gelu": 0,
    "silu": 0,
    "hardswish": 0,
    "softplus": 1,
    "squareplus": 1,
}


def verdict(certificate: bytes, weights: bytes, claim: str, width: int | None = None) -> str:
    """'accepted', 'rejected' or 'malformed', from the bytes of two JSON files."""
    try:
        _judge(_load(certificate), _block(_load(weights)), claim, width)
    except Broken:
        return "malformed"
    except Refused:
        return "rejected"
    return "accepted"


@dataclass(frozen=True)
class _Block:
    up: Dense
    down: Dense
    skip: Dense
    activation: str
    conic: bool
    gap: Fraction
    constant: bool


# ---------------------------------------------------------------------------------------------- reading


def _load(data: bytes) -> Any:
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


def _grid(value: Any, canonical: bool) -> Dense:
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


def _block(value: Any) -> _Block:
    keys(value, {"W_up", "W_down"}, {"activation", "skip", "about"})
    up, down = _grid(value["W_up"], False), _grid(value["W_down"], False)
    d = len(down)
    if len(up) != len(down[0]) or len(up[0]) != d:
        raise Broken("shapes")
    skip = value.get("skip")
    M = [[Fraction(i == j) for j in range(d)] for i in range(d)] if skip is None else _grid(skip, False)
    if len(M) != d or len(M[0]) != d:
        raise Broken("the skip")
    name = value.get("activation")
    name = "relu" if name is None else name
    if not isinstance(name, str):
        raise Broken("the activation")
    leaky = re.fullmatch(r"leaky_relu\((.*)\)", name)
    if leaky:
        slope = _entry(leaky[1])
        if slope == 1:
            raise Broken("slope 1")
        return _Block(up, down, M, f"leaky_relu({slope})", True, 1 + slope, False)
    if name in ("relu", "abs"):
        return _Block(up, down, M, name, True, Fraction(name == "relu"), False)
    if name not in RIGID:
        raise Broken("an unknown activation")
    return _Block(up, down, M, name, False, Fraction(1), bool(RIGID[name]))


def _fingerprint(block: _Block) -> str:
    digest = hashlib.sha256()
    for rows in (block.up, block.down, block.skip):
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


# ----------------------------------------------------------------------------------------------- claims


def _judge(certificate: Any, block: _Block, claim: str, width: int | None) -> None:
    if claim not in CLAIMS:
        raise Broken("an unknown claim")
    keys(certificate, HEAD, set())
    w = len(block.up) if width is None or claim not in ("width-at-least", "width-at-most") else width
    if not all(isinstance(certificate[k], str) for k in ("format", "claim", "activation", "sha256")):
        raise Broken("a string is due")
    if type(certificate["width"]) is not int:
        raise Broken("an integer is due")
    wanted = ("symproof-certificate-1", claim, block.activation, w, _fingerprint(block))
    if tuple(certificate[k] for k in ("format", "claim", "activation", "width", "sha256")) != wanted:
        raise Refused("the certificate is about something else")
    evidence = certificate["evidence"]
    if claim == "no-subset":
        keys(evidence, {"tree"}, set())
        if block.gap == 0:
            raise Refused("no equation (3)")
        target = [[-x / block.gap for x in row] for row in block.skip]
        check_tree(System.of(block.down, block.up, target, len(block.down)), evidence["tree"], 0)
    elif claim in ("not-absorbable", "width-at-least"):
        _impossible(evidence, block, w if claim == "not-absorbable" else w - 1)
    else:
        _computed(evidence, block, w)


def _classes(up: Dense, block: _Block) -> Iterator[list[tuple[int, Fraction]]]:
    """The classes in the order of their first neurons: (k, s), row k = s times the row of the first one."""
    groups: list[list[tuple[int, Fraction]]] = []
    for k, w in enumerate(up):
        if not any(w) and not block.constant:
            continue
        for group in groups:
            s = _ratio(w, up[group[0][0]])
            if s is not None and (block.conic or abs(s) == 1):
                group.append((k, s))
                break
        else:
            groups.append([(k, Fraction(1))])
    yield from groups


def _ratio(w: Vector, v: Vector) -> Fraction | None:
    """s != 0 with w = s v."""
    if not any(w) or not any(v):
        return None if any(w) or any(v) else Fraction(1)
    j = next(j for j, x in enumerate(v) if x)
    s = w[j] / v[j]
    return s if s and all(a == s * b for a, b in zip(w, v, strict=True)) else None


def _impossible(evidence: Any, block: _Block, w: int) -> None:
    trees = keys(evidence, {"trees"}, set())["trees"]
    if not isinstance(trees, list):
        raise Broken("trees")
    if block.gap == 0:
        if trees:
            raise Broken("trees that are not used")
        if not any(any(row) for row in block.skip):
            raise Refused("the block has no skip")
        return
    kept, T = _target(block)
    n, m, used, ranks = len(kept), w - len(kept), 0, 0
    for r in range(m // 2 + 1) if m >= 0 else ():
        for F in combinations(range(n), min(m - 2 * r, n)):
            p, q, TB, b = _on_kernel(kept, T, F)
            if r == 0:
                if used >= len(trees):
                    raise Refused("a tree is missing")
                check_tree(System.of(p, q, TB, b), trees[used], 0)
                used += 1
                continue
            ranks += 2 ** len(q)
            if ranks > 2**14:
                raise Refused("too many ranks")
            for x in product((0, 1), repeat=len(q)):
                value = [
                    [sum((x[k] * p[i][k] * q[k][j] for k in range(len(q))), -TB[i][j]) for j in range(b)]
                    for i in range(len(T))
                ]
                if len(_echelon(value)[1]) <= r:
                    raise Refused("a small rank")
    if used != len(trees):
        raise Broken("trees that are not used")


def _target(block: _Block) -> tuple[list[tuple[Vector, Vector]], Dense]:
    """The pairs (P_K, u_K), and T."""
    kept: list[tuple[Vector, Vector]] = []
    for group in _classes(block.up, block):
        P = [sum((abs(s) * row[k] for k, s in group), Fraction(0)) for row in block.down]
        if any(P):
            kept.append((P, block.up[group[0][0]]))
    d = len(block.down)
    T = [
        [
            -block.skip[i][j] / block.gap
            + sum((P[i] * u[j] for P, u in kept), Fraction(0)) / 2
            - sum((block.down[i][k] * block.up[k][j] for k in range(len(block.up))), Fraction(0)) / 2
            for j in range(d)
        ]
        for i in range(d)
    ]
    return kept, T


def _on_kernel(
    kept: list[tuple[Vector, Vector]], T: Dense, F: tuple[int, ...]
) -> tuple[Dense, Dense, Dense, int]:
    """P, Q, T B and the number of columns of B, for the set F."""
    d = len(T)
    B = _null([kept[k][1] for k in F], d)
    b = len(B[0])
    rest = [pair for k, pair in enumerate(kept) if k not in F]
    p = [[P[i] for P, _ in rest] for i in range(d)]
    q = [[sum((u[i] * B[i][j] for i in range(d)), Fraction(0)) for j in range(b)] for _, u in rest]
    TB = [[sum((row[k] * B[k][j] for k in range(d)), Fraction(0)) for j in range(b)] for row in T]
    return p, q, TB, b


def _echelon(rows: Dense) -> tuple[Dense, list[int]]:
    """Reduced row echelon form by the schoolbook, and its pivot columns."""
    A = [list(row) for row in rows]
    pivots: list[int] = []
    for j in range(len(A[0]) if A else 0):
        top = len(pivots)
        at = next((i for i in range(top, len(A)) if A[i][j]), None)
        if at is None:
            continue
        A[top], A[at] = A[at], A[top]
        A[top] = [x / A[top][j] for x in A[top]]
        for i in range(len(A)):
            if i != top and A[i][j]:
                A[i] = [x - A[i][j] * y for x, y in zip(A[i], A[top], strict=True)]
        pivots.append(j)
    return A[: len(pivots)], pivots


def _null(rows: Dense, d: int) -> Dense:
    reduced, pivots = _echelon(rows)
    free = [j for j in range(d) if j not in pivots]
    return [
        [-reduced[pivots.index(i)][j] for j in free] if i in pivots else [Fraction(i == j) for j in free]
        for i in range(d)
    ]


def _computed(evidence: Any, block: _Block, w: int) -> None:
    if isinstance(evidence, dict) and "rows" in evidence:
        _spanning(keys(evidence, {"rows", "modulus"}, set()), block, w)
        return
    keys(evidence, {"V_up", "V_down"}, set())
    if evidence["V_up"] == evidence["V_down"] == []:
        d = len(block.down)
        evidence, w = {"V_up": [["0"] * d], "V_down": [["0"]] * d}, w + 1
    up, down = _grid(evidence["V_up"], True), _grid(evidence["V_down"], True)
    if len(up) != len(down[0]) or len(up[0]) != len(down):
        raise Broken("shapes of V")
    d = len(block.down)
    if len(down) != d or len(up) > w:
        raise Refused("the size of V")
    joint = block.up + up
    columns = [a + [-x for x in b] for a, b in zip(block.down, down, strict=True)]  # f - g, as one block
    for group in _classes(joint, block):
        if any(sum((abs(s) * row[k] for k, s in group), Fraction(0)) for row in columns):
            raise Refused("another even part")
    for i in range(d):
        for j in range(d):
            linear = sum((columns[i][k] * joint[k][j] for k in range(len(joint))), Fraction(0))
            if block.skip[i][j] + block.gap / 2 * linear:
                raise Refused("another linear part")


def _spanning(evidence: Any, block: _Block, w: int) -> None:
    """d rows of W_up with an invertible determinant modulo p, and N + d neurons."""
    d, p = len(block.down), number(evidence["modulus"])
    rows = evidence["rows"] if isinstance(evidence["rows"], list) else []
    if len(rows) != d or p.denominator > 1 or p < 2 or block.gap == 0 or w < len(block.up) + d:
        raise Refused("the rule does not apply")
    left = []
    for k in rows:
        row = block.up[index(k, len(block.up))]
        scale = lcm(*(x.denominator for x in row))
        left.append([int(x * scale) % int(p) for x in row])
    for j in range(d):
        at = next((t for t in range(j, d) if gcd(left[t][j], int(p)) == 1), None)
        if at is None:
            raise Refused("no invertible pivot")
        left[j], left[at] = left[at], left[j]
        inverse = pow(left[j][j], -1, int(p))
        for t in range(j + 1, d):
            c = left[t][j] * inverse
            left[t] = [(x - c * y) % int(p) for x, y in zip(left[t], left[j], strict=True)]
