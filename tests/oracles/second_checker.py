"""A second checker, written from FORMAT.md alone: slow, dense, and of another shape than the kernel.

`verdict` says accepted, rejected or malformed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import gcd, lcm
from typing import Any

from oracles.second_reader import Block, Dense, Sigma, fingerprint, grid, load, read_block, vector
from oracles.second_trees import Broken, Refused, System, TooMuch, Vector, check_tree, index, keys, number

CLAIMS = ("no-subset", "not-absorbable", "absorbable", "width-at-least", "width-at-most")
HEAD = {"format", "claim", "activation", "width", "sha256", "evidence"}


def verdict(certificate: bytes, weights: bytes, claim: str, width: int | None = None) -> str:
    """'accepted', 'rejected', 'malformed' or 'out of budget', from the bytes of two JSON files."""
    try:
        _judge(load(certificate), read_block(load(weights)), claim, width)
    except Broken:
        return "malformed"
    except Refused:
        return "rejected"
    except TooMuch:
        return "out of budget"
    return "accepted"


def _judge(certificate: Any, block: Block, claim: str, width: int | None) -> None:
    if claim not in CLAIMS:
        raise Broken("an unknown claim")
    keys(certificate, HEAD, set())
    w = len(block.up) if width is None or claim not in ("width-at-least", "width-at-most") else width
    if not all(isinstance(certificate[k], str) for k in ("format", "claim", "activation", "sha256")):
        raise Broken("a string is due")
    if type(certificate["width"]) is not int:
        raise Broken("an integer is due")
    wanted = ("symproof-certificate-2", claim, block.sigma.name, w, fingerprint(block))
    if tuple(certificate[k] for k in ("format", "claim", "activation", "width", "sha256")) != wanted:
        raise Refused("the certificate is about something else")
    evidence = certificate["evidence"]
    if claim == "no-subset":
        keys(evidence, {"tree"}, set())
        gap = block.sigma.gap
        if gap == 0:
            raise Refused("no equation (3)")
        Q, target = block.up, [[-x / gap for x in row] for row in block.skip]
        if block.b_up is not None and block.b_down is None:
            Q = [[*w, b] for w, b in zip(Q, block.b_up, strict=True)]
            target = [[*row, Fraction(0)] for row in target]
        check_tree(System.of(block.down, Q, target, len(Q[0])), evidence["tree"], 0)
    elif claim in ("not-absorbable", "width-at-least"):
        _impossible(evidence, block, w if claim == "not-absorbable" else w - 1)
    else:
        _computed(evidence, block, w)


def _classes(up: Dense, sigma: Sigma) -> Iterator[list[tuple[int, Fraction]]]:
    """The classes in the order of their first neurons: (k, s), row k = s times the row of the first one."""
    groups: list[list[tuple[int, Fraction]]] = []
    for k, w in enumerate(up):
        if not any(w) and not sigma.constant:
            continue
        for group in groups:
            s = _ratio(w, up[group[0][0]])
            if s is not None and (sigma.conic or abs(s) == 1):
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


def _lifted(block: Block, free: bool) -> tuple[Dense, Dense, Dense]:
    """Rows, columns and skip: of the block, or with biases of the map on (x, 1)."""
    if block.b_up is None:
        return block.up, block.down, block.skip
    d, sigma = len(block.down), block.sigma
    last = list(block.b_down or [Fraction(0)] * d)
    down = [list(row) for row in block.down]
    for k, (w, b) in enumerate(zip(block.up, block.b_up, strict=True)):
        if any(w) or not (sigma.conic or free):
            continue
        value = (b if b > 0 else (sigma.gap - 1) * b) if sigma.conic else Fraction(0)
        for i in range(d):
            last[i] += value * down[i][k]
            down[i][k] = Fraction(0)
    rows = [[*w, b] for w, b in zip(block.up, block.b_up, strict=True)]
    return rows, down, [[*row, y] for row, y in zip(block.skip, last, strict=True)]


def _impossible(evidence: Any, block: Block, w: int) -> None:
    trees = keys(evidence, {"trees"}, set())["trees"]
    if not isinstance(trees, list):
        raise Broken("trees")
    if block.sigma.gap == 0:
        if trees:
            raise Broken("trees that are not used")
        if not any(any(row) for row in block.skip):
            raise Refused("the block has no skip")
        return
    run = _Run(trees)
    if block.b_up is None:
        kept, T = _target(*_lifted(block, False), block.sigma)
        run.exclude(kept, T, w)
    elif not block.sigma.shifts:
        raise Refused("shifts may be dependent")
    else:
        d = len(block.down)
        known = block.b_down is None and (block.sigma.conic or all(any(row) for row in block.up))
        kept, T = _target(*_lifted(block, not known), block.sigma)
        if known:
            run.exclude(kept, T, w)
        cut = [(P, u[:d]) for P, u in kept]
        run.exclude(cut, [row[:d] for row in T], w - 1 if known else w)
    if run.used != len(trees):
        raise Broken("trees that are not used")


@dataclass
class _Run:
    """Steps 3 and 4, over one or two problems: the trees used so far, the ranks computed so far."""

    trees: list[Any]
    used: int = 0
    ranks: int = 0

    def exclude(self, kept: list[tuple[Vector, Vector]], T: Dense, w: int) -> None:
        n, m = len(kept), w - len(kept)
        for r in range(m // 2 + 1) if m >= 0 else ():
            for F in combinations(range(n), min(m - 2 * r, n)):
                p, q, TB, b = _on_kernel(kept, T, F)
                if r == 0:
                    if self.used >= len(self.trees):
                        raise Refused("a tree is missing")
                    check_tree(System.of(p, q, TB, b), self.trees[self.used], 0)
                    self.used += 1
                    continue
                self.ranks += max(1, len(T) * b * min(len(T), b)) * 2 ** len(q)
                if self.ranks > 2**19:
                    raise TooMuch("too many ranks")
                for x in product((0, 1), repeat=len(q)):
                    value = [
                        [sum((x[k] * p[i][k] * q[k][j] for k in range(len(q))), -TB[i][j]) for j in range(b)]
                        for i in range(len(T))
                    ]
                    if len(_echelon(value)[1]) <= r:
                        raise Refused("a small rank")


def _target(up: Dense, down: Dense, skip: Dense, sigma: Sigma) -> tuple[list[tuple[Vector, Vector]], Dense]:
    """The pairs (P_K, u_K), and T."""
    kept: list[tuple[Vector, Vector]] = []
    for group in _classes(up, sigma):
        P = [sum((abs(s) * row[k] for k, s in group), Fraction(0)) for row in down]
        if any(P):
            kept.append((P, up[group[0][0]]))
    T = [
        [
            -m / sigma.gap
            + sum((P[i] * u[j] for P, u in kept), Fraction(0)) / 2
            - sum((down[i][k] * up[k][j] for k in range(len(up))), Fraction(0)) / 2
            for j, m in enumerate(row)
        ]
        for i, row in enumerate(skip)
    ]
    return kept, T


def _on_kernel(
    kept: list[tuple[Vector, Vector]], T: Dense, F: tuple[int, ...]
) -> tuple[Dense, Dense, Dense, int]:
    """P, Q, T B and the number of columns of B, for the set F."""
    d = len(T[0])
    B = _null([kept[k][1] for k in F], d)
    b = len(B[0])
    rest = [pair for k, pair in enumerate(kept) if k not in F]
    p = [[P[i] for P, _ in rest] for i in range(len(T))]
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


def _computed(evidence: Any, block: Block, w: int) -> None:
    if isinstance(evidence, dict) and "rows" in evidence:
        _spanning(keys(evidence, {"rows", "modulus"}, set()), block, w)
        return
    hidden, output = block.b_up is not None, block.b_down is not None
    needed = {"V_up", "V_down"} | ({"V_b_up"} if hidden else set()) | ({"V_b_down"} if output else set())
    keys(evidence, needed, {"V_b_down"} if hidden else set())
    d = len(block.down)
    if all(evidence[key] == [] for key in needed - {"V_b_down"}):
        evidence, w = evidence | {"V_up": [["0"] * d], "V_down": [["0"]] * d}, w + 1
        evidence |= {"V_b_up": ["0"]} if hidden else {}
    V = _answer(evidence, block.sigma)
    if len(V.down) != d or len(V.up) + (V.b_down is not None and not output) > w:
        raise Refused("the size of V")
    free = V.b_down is not None
    rows, down, skip = _lifted(block, free)
    V_rows, V_down, V_skip = _lifted(V, free)
    joint = rows + V_rows
    columns = [a + [-x for x in b] for a, b in zip(down, V_down, strict=True)]  # f - g, as one block
    for group in _classes(joint, block.sigma):
        if any(sum((abs(s) * row[k] for k, s in group), Fraction(0)) for row in columns):
            raise Refused("another even part")
    for i in range(d):
        for j in range(len(skip[0])):
            linear = sum((columns[i][k] * joint[k][j] for k in range(len(joint))), Fraction(0))
            if skip[i][j] - V_skip[i][j] + block.sigma.gap / 2 * linear:
                raise Refused("another linear part")


def _answer(evidence: Any, sigma: Sigma) -> Block:
    """V as a block without skip."""
    up, down = grid(evidence["V_up"], True), grid(evidence["V_down"], True)
    d = len(down)
    if len(up) != len(down[0]) or len(up[0]) != d:
        raise Broken("shapes of V")
    biases = [
        vector(evidence[key], size, True) if key in evidence else None
        for key, size in (("V_b_up", len(up)), ("V_b_down", d))
    ]
    return Block(up, down, [[Fraction(0)] * d for _ in range(d)], sigma, *biases)


def _spanning(evidence: Any, block: Block, w: int) -> None:
    """d rows of W_up with an invertible determinant modulo p, and N + d neurons."""
    d, p = len(block.down), number(evidence["modulus"])
    rows = evidence["rows"] if isinstance(evidence["rows"], list) else []
    least = len(block.up) + d + (block.b_up is not None and block.b_down is None)
    if len(rows) != d or p.denominator > 1 or p < 2 or block.sigma.gap == 0 or w < least:
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
