"""The costs of the second checker: every choice of signs and of second neurons written out, by definition."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations, product
from math import gcd, lcm
from typing import Any

from oracles.second_trees import Broken, Refused, System, TooMuch, avoided, check_tree, index, keys, number

Dense = list[list[Fraction]]

PRIME = 2**61 - 1
STEPS = 2**24


@dataclass(frozen=True)
class Place:
    """P by its rows, U by its rows, T; whether rows of U count; b columns."""

    P: Dense
    U: Dense
    T: Dense
    b: int
    m: int
    twice: bool

    def put(self, k: int, value: int) -> Place:
        """x_k = value."""
        T = [
            [t - value * p[k] * u for t, u in zip(row, self.U[k], strict=True)]
            for p, row in zip(self.P, self.T, strict=True)
        ]
        P = [[x for j, x in enumerate(row) if j != k] for row in self.P]
        return replace(self, P=P, U=[u for j, u in enumerate(self.U) if j != k], T=T)

    def doubled(self, k: int) -> Place:
        """On the kernel of u_k: column j loses u_j / u_i times column i, which goes."""
        rest, u = replace(self.put(k, 0), m=self.m - 1), self.U[k]
        i = next((i for i, x in enumerate(u) if x), None)
        if i is None:
            return rest

        def on(rows: Dense) -> Dense:
            return [[v[j] - v[i] * u[j] / u[i] for j in range(self.b) if j != i] for v in rows]

        return replace(rest, U=on(rest.U), T=on(rest.T), b=self.b - 1)

    def at(self, x: tuple[int, ...]) -> Dense:
        """A(x)."""
        return [
            [sum((x[k] * p[k] * u[j] for k, u in enumerate(self.U)), -t[j]) for j in range(self.b)]
            for p, t in zip(self.P, self.T, strict=True)
        ]

    def integers(self) -> tuple[list[list[int]], list[list[int]], list[list[int]], int, int]:
        """s P, t U, s t T, and s, t: t clears U, s clears P and s t T."""
        s, t, q = (lcm(*(x.denominator for row in rows for x in row)) for rows in (self.P, self.U, self.T))
        s *= q // gcd(q, s * t)
        scaled = (
            [[int(c * x) for x in row] for row in rows]
            for c, rows in ((s, self.P), (t, self.U), (s * t, self.T))
        )
        P, U, T = scaled
        return P, U, T, s, t


def check_cost(place: Place, proof: Any, depth: int = 0) -> None:
    """Return when the proof shows that every choice costs more than m."""
    if depth > 200 or not isinstance(proof, dict) or len(proof) != 1:
        raise Broken("a proof")
    ((rule, body),) = proof.items()
    if rule not in RULES:
        raise Broken("a rule")
    for inner, child in RULES[rule](place, body) or []:
        check_cost(inner, child, depth + 1)


def _enough(place: Place, rank: int) -> None:
    """All A(x) have this rank."""
    if (rank if place.twice else 2 * rank) <= place.m:
        raise Refused("a small rank")


def _true(body: Any) -> None:
    if body is not True:
        raise Broken("true is due")


def _count(place: Place, body: Any) -> None:
    _true(body)
    if place.m >= 0:
        raise Refused("neurons to spare")


def _tree(place: Place, body: Any) -> None:
    _enough(place, 1)
    check_tree(System.of(place.P, place.U, place.T, place.b), body, 0)


def _ranks(place: Place, body: Any) -> None:
    _true(body)
    n, a = len(place.U), len(place.P)
    if place.m < 0:
        return
    if (a * place.b * min(a, place.b) << n) // 4096 + a * place.b > STEPS:
        raise TooMuch("ranks")
    P, U, T, *_ = place.integers()
    limit = place.m if place.twice else place.m // 2
    for x in product((0, 1), repeat=n):
        rows = [
            [sum(x[k] * p[k] * u[j] for k, u in enumerate(U)) - t[j] for j in range(place.b)]
            for p, t in zip(P, T, strict=True)
        ]
        if _rank_modulo(rows) > limit:
            continue
        A = place.at(x)
        for size in range(place.m + 1) if place.twice else [0]:
            for F in combinations(range(n), size):
                counted = [place.U[k] for k in F]
                if size + 2 * (_rank(A + counted) - _rank(counted)) <= place.m:
                    raise Refused("a cheap choice")


def _split(place: Place, body: Any) -> list[tuple[Place, Any]]:
    keys(body, {"k", "zero", "one"} | ({"both"} if place.twice else set()), set())
    k = index(body["k"], len(place.U))
    found = [(place.put(k, value), body[side]) for value, side in enumerate(("zero", "one"))]
    return [*found, (place.doubled(k), body["both"])] if place.twice else found


def _each(place: Place, body: Any) -> list[tuple[Place, Any]]:
    proofs = keys(body, {"none", "one"}, set())["one"]
    if not isinstance(proofs, list):
        raise Broken("a list")
    if not place.twice or len(proofs) != len(place.U):
        raise Refused("one proof a row")
    return [
        (replace(place, twice=False), body["none"]),
        *((place.doubled(k), child) for k, child in enumerate(proofs)),
    ]


def _halves(place: Place, body: Any) -> None:
    P, U, T, *_ = place.integers()
    n, total = len(U), 0
    if not isinstance(body, list) or not all(isinstance(phi, list) for phi in body):
        raise Broken("lists")
    for phi in body:
        if len({index(k, n) for k in phi}) != len(phi):
            raise Broken("an unknown twice")
        bordered = [row + [p[k] for k in phi] for row, p in zip(T, P, strict=True)]
        bordered += [u + [0] * len(phi) for k, u in enumerate(U) if k not in phi]
        total += max(0, _rank_modulo(bordered) - n)
    if any(2 * sum(k in phi for phi in body) > len(body) for k in range(n)):
        raise Refused("in more than half of the lists")
    if 2 * total <= place.m * len(body):
        raise Refused("small ranks")


def _definite(place: Place, body: Any) -> None:
    keys(body, {"W", "R", "lambda"}, set())
    W, R = _integral(body["W"], len(place.P)), _integral(body["R"], place.b)
    if not isinstance(body["lambda"], list):
        raise Broken("lambda")
    scales = [number(x) for x in body["lambda"]]
    rho, n = len(W[0]), len(place.U)
    if len(R[0]) != rho or len(scales) != n or any(x <= 0 for x in scales):
        raise Broken("shapes")
    if not n:
        raise Refused("no unknown")
    _enough(place, rho)
    E = [
        [
            sum(place.P[i][k] * W[i][c] for i in range(len(W)))
            - scales[k] * sum(place.U[k][j] * R[j][c] for j in range(place.b))
            for c in range(rho)
        ]
        for k in range(n)
    ]
    S = [
        [
            sum(W[i][c] * place.T[i][j] * R[j][e] for i in range(len(W)) for j in range(place.b))
            for e in range(rho)
        ]
        for c in range(rho)
    ]
    for c in range(rho):
        K = [
            -(S[c][e] + S[e][c]) / 2 - sum(E[k][c] * E[k][e] / scales[k] for k in range(n)) / 4
            for e in range(rho)
        ]
        if K[c] <= sum(abs(x) for e, x in enumerate(K) if e != c):
            raise Refused("not dominant")


def _integral(value: Any, size: int) -> list[list[int]]:
    if not isinstance(value, list) or not all(isinstance(row, list) for row in value):
        raise Broken("a matrix")
    if len(value) != size or len({len(row) for row in value}) != 1 or not value[0]:
        raise Broken("its shape")
    if any(type(x) is not int for row in value for x in row):
        raise Broken("its entries")
    return value


def _compound(place: Place, body: Any) -> None:
    keys(body, {"Y", "modulus"}, set())
    if not isinstance(body["Y"], list) or not all(isinstance(e, list) and len(e) == 5 for e in body["Y"]):
        raise Broken("Y")
    form: dict[tuple[int, ...], Fraction] = {}
    seen = set()
    _enough(place, 2)
    for *at, text in body["Y"]:
        y = number(text)
        i, k = (index(x, len(place.P)) for x in at[:2])
        j, h = (index(x, place.b) for x in at[2:])
        if i >= k or j >= h or tuple(at) in seen:
            raise Broken("a minor")
        seen.add(tuple(at))
        for sign, first, last in ((1, (i, j), (k, h)), (-1, (i, h), (k, j))):
            for left, a in _entry(place, *first).items():
                for right, b in _entry(place, *last).items():
                    term = tuple(sorted({*left, *right}))  # x_k^2 = x_k
                    form[term] = form.get(term, Fraction(0)) + sign * y * a * b
    beta = -form.pop((), Fraction(0))
    avoided([*form.values()], beta, number(body["modulus"]))


def _entry(place: Place, i: int, j: int) -> dict[tuple[int, ...], Fraction]:
    """An entry of A(x) as a polynomial: its unknowns with their coefficients."""
    return {(): -place.T[i][j]} | {(k,): place.P[i][k] * u[j] for k, u in enumerate(place.U)}


def _rank(rows: Dense) -> int:
    left, rank = [row for row in rows if any(row)], 0
    while left:
        pivot = left.pop()
        j = next(j for j, x in enumerate(pivot) if x)
        rank += 1
        left = [[x - row[j] / pivot[j] * y for x, y in zip(row, pivot, strict=True)] for row in left]
        left = [row for row in left if any(row)]
    return rank


def _rank_modulo(rows: list[list[int]]) -> int:
    left, rank = [[x % PRIME for x in row] for row in rows], 0
    while left:
        pivot = left.pop()
        j = next((j for j, x in enumerate(pivot) if x), None)
        if j is None:
            continue
        rank += 1
        inverse = pow(pivot[j], -1, PRIME)
        left = [[(x - row[j] * inverse * y) % PRIME for x, y in zip(row, pivot, strict=True)] for row in left]
    return rank


def affords(place: Place, flip: list[int], double: list[int]) -> bool:
    """Whether this choice costs at most m."""
    U = [place.U[k] for k in double]
    A = place.at(tuple(int(k in flip) for k in range(len(place.U))))
    return len(U) + 2 * (_rank(A + U) - _rank(U)) <= place.m


RULES: dict[str, Any] = {
    "count": _count,
    "tree": _tree,
    "ranks": _ranks,
    "split": _split,
    "each": _each,
    "halves": _halves,
    "definite": _definite,
    "compound": _compound,
}
