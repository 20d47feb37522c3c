"""A second checker of claims about stacks, written from FORMAT.md alone.

It compares all pairs of rows, multiplies all rows with all columns, runs through all subsets, and finds the
ends of a bend from the Jacobians of the whole map at two points beside it, never from the blocks' formulas.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, product
from typing import Any

from oracles.second_checker import _computed
from oracles.second_reader import Block, Dense, fingerprint, vector
from oracles.second_trees import Broken, Refused, System, TooMuch, Vector, check_tree, index, keys, number

AT_LEAST = ("neurons-at-least", "layer-at-least", "pair-at-least")
CLAIMS = ("representable", "not-representable", "pair-not-representable", *AT_LEAST)
DEEP = ("gelu", "silu", "quick_gelu", "gelu_tanh")
Line = tuple[Fraction, ...]
WORK = 1 << 12  # subsets whose ranks are computed


def stack_verdict(
    certificate: Any, blocks: Sequence[Block], claim: str, width: int | None = None, layer: int | None = None
) -> str:
    """'accepted', 'rejected', 'malformed' or 'out of budget'."""
    try:
        _judge(certificate, blocks, claim, width, layer)
    except Broken:
        return "malformed"
    except Refused:
        return "rejected"
    except TooMuch:
        return "out of budget"
    return "accepted"


def _judge(
    certificate: Any, blocks: Sequence[Block], claim: str, width: int | None, layer: int | None
) -> None:
    names = {"format", "claim", "activation", "width", "sha256", "evidence"}
    if claim not in CLAIMS or (layer is None) != (claim != "layer-at-least"):
        raise Broken("an unknown claim")
    if not blocks or len({(len(b.down), b.sigma.name) for b in blocks}) != 1:
        raise Broken("no stack")
    keys(certificate, names | ({"layer"} if layer is not None else set()), set())
    total = sum(len(b.up) for b in blocks)
    if width is not None and claim not in AT_LEAST:
        raise Broken("a width that is not used")
    w = total if width is None else width
    said = [certificate[k] for k in ("format", "claim", "activation", "width", "sha256")]
    wanted = ["symproof-certificate-2", claim, blocks[0].sigma.name, w, [fingerprint(b) for b in blocks]]
    if said != wanted or isinstance(said[3], bool) or certificate.get("layer") != layer:
        raise Refused("the certificate is about something else")
    evidence = certificate["evidence"]
    if claim == "representable":
        _representable(evidence, blocks)
        return
    if claim.startswith("pair"):
        shown = _pair(evidence, blocks)
    else:
        shown = _deep(evidence, blocks) if layer is None else _layer(evidence, blocks, layer)
    if shown < (w if claim in AT_LEAST else w + 1):
        raise Refused("too few neurons")


def _representable(evidence: Any, blocks: Sequence[Block]) -> None:
    if not isinstance(evidence, list) or len(evidence) != len(blocks):
        raise Broken("one part for each block")
    for part, block in zip(evidence, blocks, strict=True):
        alone = block.b_up is not None and block.b_down is None
        whole = replace(block, b_down=[Fraction(0)] * len(block.down)) if alone else block
        _computed(part, whole, len(block.up))


def _items(value: Any, size: int | None = None) -> list[Any]:
    if not isinstance(value, list) or (size is not None and len(value) != size):
        raise Broken("a list is due")
    return value


def _identity(d: int) -> Dense:
    return [[Fraction(i == j) for j in range(d)] for i in range(d)]


def _alive(block: Block) -> list[int]:
    return [k for k, u in enumerate(block.up) if any(u) and any(row[k] for row in block.down)]


def _conditions(blocks: Sequence[Block]) -> list[list[int]]:
    """The neurons that are left of each block."""
    name = blocks[0].sigma.name
    if name not in DEEP or any(b.skip != _identity(len(b.down)) for b in blocks):
        raise Refused("activation or skip")
    if name == "gelu_tanh" and any(b.b_up is not None for b in blocks):
        raise Refused("biases")
    left = [_alive(b) for b in blocks]
    for block, alive in zip(blocks, left, strict=True):
        rows = [[*block.up[k], *([] if block.b_up is None else [block.b_up[k]])] for k in alive]
        if not alive or any(u in (v, [-x for x in v]) for u, v in combinations(rows, 2)):
            raise Refused("(live), (H1)")
    for (one, alive), (two, later) in pairwise(zip(blocks, left, strict=True)):
        for j in later:
            if not any(sum(x * row[k] for x, row in zip(two.up[j], one.down, strict=True)) for k in alive):
                raise Refused("(H3)")
    return left


def _rank(evidence: dict[str, Any], block: Block) -> int:
    """What the tree or the ranks of a block show."""
    d = len(block.down)
    if "tree" in evidence:
        target = [[-x for x in row] for row in _identity(d)]
        check_tree(System.of(block.down, block.up, target, d), evidence["tree"], 0)
        return 1
    r = index(evidence["rank"], d + 1)
    if 2 ** len(block.up) > WORK:
        raise TooMuch("ranks")
    for on in product((0, 1), repeat=len(block.up)):
        A = [
            [(i == j) + sum(row[k] * block.up[k][j] for k, x in enumerate(on) if x) for j in range(d)]
            for i, row in enumerate(block.down)
        ]
        if _rank_of(A) < r:
            raise Refused("a smaller rank")
    return r


def _rank_of(rows: Sequence[Sequence[Fraction | int]]) -> int:
    """The rank by the schoolbook."""
    left, rank = [[Fraction(x) for x in row] for row in rows], 0
    for j in range(len(left[0]) if left else 0):
        pivot = next((row for row in left if row[j]), None)
        if pivot is not None:
            rank += 1
            left.remove(pivot)
            left = [[x - row[j] / pivot[j] * y for x, y in zip(row, pivot, strict=True)] for row in left]
    return rank


def _small(block: Block) -> bool:
    up, down = (sum(x * x for row in matrix for x in row) for matrix in (block.up, block.down))
    return up * down < 1


def _deep(evidence: Any, blocks: Sequence[Block]) -> int:
    left = sum(map(len, _conditions(blocks)))
    if isinstance(evidence, dict) and "full" in evidence:
        keys(evidence, {"full"}, set())
        if not isinstance(evidence["full"], list) or len(evidence["full"]) != len(blocks):
            raise Broken("a way for each block")
        for way, block in zip(evidence["full"], blocks, strict=True):
            if way == "norms":
                if not _small(block):
                    raise Refused("large norms")
            elif way == "ranks":
                _rank({"rank": len(block.down)}, block)
            else:
                raise Broken("an unknown way")
        return left + len(blocks) * len(blocks[0].down)
    keys(evidence, {"block", "tree" if isinstance(evidence, dict) and "tree" in evidence else "rank"}, set())
    i = index(evidence["block"], len(blocks))
    r = _rank(evidence, blocks[i])
    return left + (r if i == 0 else min(r, 1))


def _layer(evidence: Any, blocks: Sequence[Block], layer: int) -> int:
    left = _conditions(blocks)
    kind = "tree" if isinstance(evidence, dict) and "tree" in evidence else "rank"
    keys(evidence, {kind, "minors", "modulus"}, set())
    p, minors = number(evidence["modulus"]), evidence["minors"]
    if not isinstance(minors, list):
        raise Broken("a list is due")
    if len(minors) != len(blocks) - 1 - index(layer, len(blocks)):
        raise Refused("another number of minors")
    for block, alive, chosen in zip(blocks[layer + 1 :], left[layer + 1 :], minors, strict=True):
        rows = [block.up[alive[index(k, len(alive))]] for k in _items(chosen)]
        if len(rows) != len(block.down) or _rank_of(rows) < len(rows) or p < 2 or p.denominator != 1:
            raise Refused("dependent rows")
    return len(left[layer]) + _rank(evidence, blocks[layer])


# Two ReLU blocks.


def _signs(blocks: Sequence[Block], x: Vector) -> list[int]:
    """The signs of all neurons of both blocks at a point."""
    found: list[int] = []
    for block in blocks:
        z = [sum((a * b for a, b in zip(u, x, strict=True)), Fraction(0)) for u in block.up]
        found += [(v > 0) - (v < 0) for v in z]
        x = _value([block], x)
    return found


def _value(blocks: Sequence[Block], x: Vector) -> Vector:
    for block in blocks:
        z = [sum((a * b for a, b in zip(u, x, strict=True)), Fraction(0)) for u in block.up]
        hidden = [max(t, Fraction(0)) for t in z]
        x = [
            v + sum(a * b for a, b in zip(r, hidden, strict=True)) for v, r in zip(x, block.down, strict=True)
        ]
    return x


def _jacobian(blocks: Sequence[Block], x: Vector) -> Dense:
    """The Jacobian where no neuron is 0: differences of values so close by that no sign changes."""
    d, step, here = len(x), Fraction(1), _signs(blocks, x)
    while True:
        ends = [[v + step * (i == j) for i, v in enumerate(x)] for j in range(d)]
        if all(_signs(blocks, end) == here for end in ends):
            base = _value(blocks, x)
            values = [_value(blocks, end) for end in ends]
            columns = [[(a - b) / step for a, b in zip(value, base, strict=True)] for value in values]
            return [list(row) for row in zip(*columns, strict=True)]
        step /= 2


def _line(v: Vector) -> Line:
    lead = next((x for x in v if x), None)
    if lead is None:
        raise Refused("a zero vector")
    return tuple(x / lead for x in v)


def _bend(blocks: Sequence[Block], text: Any) -> tuple[int, Line, Line, list[int]]:
    """The neuron that is 0, counted through both blocks, the two ends, and the signs of block 0."""
    d, n = len(blocks[0].down), len(blocks[0].up)
    x = vector(text, d, True)
    signs = _signs(blocks, x)
    if signs.count(0) != 1:
        raise Refused("not one neuron is 0")
    at, sides = signs.index(0), dict[int, Vector]()
    step = Fraction(1)
    while len(sides) < 2:
        for j in range(d):
            for way in (1, -1):
                y = [v + way * step * (i == j) for i, v in enumerate(x)]
                near = _signs(blocks, y)
                others = [(a, b) for k, (a, b) in enumerate(zip(signs, near, strict=True)) if k != at]
                if near[at] and all(a == b for a, b in others):
                    sides[near[at]] = y
        step /= 2
    one, two = (_jacobian(blocks, sides[s]) for s in (-1, 1))
    if _rank_of(one) < d or _rank_of(_jacobian([blocks[0]], sides[-1])) < d:
        raise Refused("a singular Jacobian")
    jump = [[b - a for a, b in zip(p, q, strict=True)] for p, q in zip(one, two, strict=True)]
    row = next((r for r in jump if any(r)), None)
    if row is None:
        raise Refused("no bend")
    column = [r[next(j for j, v in enumerate(row) if v)] for r in jump]
    return at, _line(column), _line(row), signs[:n]


def _pair(evidence: Any, blocks: Sequence[Block]) -> int:
    if len(blocks) != 2 or blocks[0].sigma.name != "relu" or any(b.b_up is not None for b in blocks):
        raise Refused("no two ReLU blocks without biases")
    if any(b.skip != _identity(len(b.down)) for b in blocks):
        raise Refused("a skip")
    if isinstance(evidence, dict) and "matching" in evidence:
        keys(evidence, {"matching"}, set())
        found = [_bend(blocks, x) for x in _items(evidence["matching"])]
        if any(len({b[end] for b in found}) < len(found) for end in (1, 2)):
            raise Refused("a common end")
        return len(found)
    way = "rays" if isinstance(evidence, dict) and "rays" in evidence else "chains"
    keys(evidence, {"first", "second", way, "block", "tree"}, set())
    _stars(evidence, blocks)
    if way == "rays":
        _rays(evidence["rays"], blocks)
    else:
        _chains(evidence["chains"], blocks)
    block = blocks[index(evidence["block"], 2)]
    return sum(len(b.up) for b in blocks) + _rank({"tree": evidence["tree"]}, block)


def _stars(evidence: Any, blocks: Sequence[Block]) -> None:
    n, m = (len(b.up) for b in blocks)
    left = [_line(list(c)) for c in zip(*blocks[1].down, strict=True)]
    right = [_line(u) for u in blocks[0].up]
    for side, start, count in (("first", 0, n), ("second", n, m)):
        pairs = evidence[side] if isinstance(evidence[side], list) else [None]
        if any(not isinstance(two, list) or len(two) != 2 for two in pairs):
            raise Broken("pairs are due")
        if len(evidence[side]) != count:
            raise Refused("a star for each neuron")
        for k, two in enumerate(evidence[side]):
            for at, a, b, _ in (_bend(blocks, x) for x in two):
                if at != start + k:
                    raise Refused("another neuron")
                (left if side == "first" else right).append(a if side == "first" else b)
    if len(set(left)) < len(left) or len(set(right)) < len(right):
        raise Refused("ends in common")


def _chains(chains: Any, blocks: Sequence[Block]) -> None:
    n, rows = len(blocks[0].up), []
    for j, points in (_items(chain, 2) for chain in _items(chains)):
        found = [_bend(blocks, x) for x in _items(points)]
        moved = [[k for k in range(n) if p[3][k] != q[3][k]] for p, q in pairwise(found)]
        if any(b[0] != n + index(j, len(blocks[1].up)) for b in found) or any(len(m) != 1 for m in moved):
            raise Refused("no chain")
        if {k for m in moved for k in m} != set(range(n)):
            raise Refused("a sign that stays")
        rows.append(blocks[1].up[j])
    if _rank_of(rows) < len(blocks[0].down):
        raise Refused("dependent rows")


def _rays(rays: Any, blocks: Sequence[Block]) -> None:
    if len(blocks[0].down) != 2 or len(_items(rays)) < 3:
        raise Refused("d = 2, three rays")
    points = [vector(x, 2, True) for x in rays]
    images = [_value(blocks, x) for x in points]
    for x, y in pairwise([*points, points[0]]):
        if any(a * b < 0 for a, b in zip(_signs(blocks, x), _signs(blocks, y), strict=True)):
            raise Refused("a sign changes between rays")
    if _turns(points) != 1 or _turns(images) != 1:
        raise Refused("not once round")


def _turns(points: Sequence[Vector]) -> int:
    """How often the closed polygon goes round 0; 0 when it does not turn one way all the time."""
    crosses = [x[0] * y[1] - x[1] * y[0] for x, y in pairwise([*points, points[0]])]
    if not (all(c > 0 for c in crosses) or all(c < 0 for c in crosses)):
        return 0
    sides = [x[1] * 1000003 - x[0] for x in points]  # on which side of a line through 0
    return sum(a < 0 <= b for a, b in pairwise([*sides, sides[0]]))
