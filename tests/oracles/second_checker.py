"""A second checker, written from FORMAT.md alone: slow, dense, and of another shape than the kernel.

`verdict` says accepted, rejected or malformed.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from oracles.second_cost import Place, affords, check_cost
from oracles.second_reader import Block, Dense, Sigma, fingerprint, grid, load, read_block, vector
from oracles.second_trees import Broken, Refused, System, TooMuch, Vector, check_tree, index, keys

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
        if any(w) or not (free or _constants_known(block)):
            continue
        value = (b if b > 0 else (sigma.gap - 1) * b) if sigma.conic else b * sigma.gap / 2 * (not free)
        for i in range(d):
            last[i] += value * down[i][k]
            down[i][k] = Fraction(0)
    rows = [[*w, b] for w, b in zip(block.up, block.b_up, strict=True)]
    return rows, down, [[*row, y] for row, y in zip(block.skip, last, strict=True)]


def _impossible(evidence: Any, block: Block, w: int) -> None:
    proofs = keys(evidence, {"cost"}, set())["cost"]
    if not isinstance(proofs, list):
        raise Broken("proofs")
    if block.sigma.gap == 0:
        if not any(any(row) for row in block.skip):
            raise Refused("the block has no skip")
        if proofs:
            raise Broken("proofs that are not used")
        return
    if block.b_up is not None and not block.sigma.shifts:
        raise Refused("shifts may be dependent")
    places = _places(block, w)
    if len(places) != len(proofs):
        raise Broken("one proof a problem")
    for place, proof in zip(places, proofs, strict=True):
        check_cost(place, proof)


def _places(block: Block, w: int, *, sufficient: bool = False) -> list[Place]:
    """The problems over the classes with what each leaves to spend."""
    if block.b_up is None:
        return [_place(*_target(*_lifted(block, False), block.sigma), w)]
    d = len(block.down)
    known = block.b_down is None and _constants_known(block)
    kept, T = _target(*_lifted(block, not known), block.sigma)
    cut = [(P, u[:d]) for P, u in kept], [row[:d] for row in T]
    if known:
        return [_place(kept, T, w), _place(*cut, w - 1)]
    return [_place(*cut, w - (sufficient and block.b_down is None))]


def _place(kept: list[tuple[Vector, Vector]], T: Dense, w: int) -> Place:
    P = [[p[i] for p, _ in kept] for i in range(len(T))]
    return Place(P, [u for _, u in kept], T, len(T[0]), w - len(kept), True)


def _constants_known(block: Block) -> bool:
    """Whether the neurons with row 0 add up to a known rational vector."""
    if block.sigma.conic:
        return True
    sums: dict[Fraction, list[Fraction]] = {}
    for k, (w, b) in enumerate(zip(block.up, block.b_up or [], strict=True)):
        if not any(w) and (b or block.sigma.constant):
            sums[abs(b)] = [
                x + row[k]
                for x, row in zip(sums.get(abs(b), [Fraction(0)] * len(block.down)), block.down, strict=True)
            ]
    return not any(any(column) for column in sums.values())


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


def _computed(evidence: Any, block: Block, w: int) -> None:
    if isinstance(evidence, dict) and "flip" in evidence:
        _chosen(keys(evidence, {"flip", "double"}, set()), block, w)
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


def _chosen(evidence: Any, block: Block, w: int) -> None:
    """Signs and second neurons that leave no more than there is."""
    if block.sigma.gap == 0:
        raise Refused("no linear part")
    places = _places(block, w, sufficient=True)
    for name in ("flip", "double"):
        if not isinstance(evidence[name], list):
            raise Broken("a list")
        if len({index(k, len(places[0].U)) for k in evidence[name]}) != len(evidence[name]):
            raise Broken("a class twice")
    if not any(affords(place, evidence["flip"], evidence["double"]) for place in places):
        raise Refused("a choice that costs too much")
