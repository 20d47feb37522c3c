"""The cost of a choice of signs, and the rules which prove that every choice costs more than m.

A(x) = sum_k x_k p_k u_k - T for x in {0,1}^n, p_k the columns of P, u_k the rows of U. The cost of x is
the least 2 dim R - rank{u_k in R} over the subspaces R that contain the rows of A(x); w neurons suffice iff
some x costs at most m = w - n. SOUNDNESS.md, section 6, proves this and each rule:

    count     m < 0
    tree      A(x) is never 0
    compound  the 2 x 2 minors of A(x) are never all 0
    definite  the rank of A(x) is at least rho for all x in [0,1]^n
    halves    ranks of T between what the p_k of some unknowns kill and what the u_k of the others kill
    ranks     the kernel runs through all x
    split     x_k = 0, x_k = 1, and u_k in R
    each      no u_k in R counts, and one of them does
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import gcd, lcm
from typing import Any

from symproof.kernel.activations import Activation
from symproof.kernel.budget import RATIONAL, Budget
from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.lanes import Whole, cheapest, modular_rank
from symproof.kernel.linear import integer_product, rref
from symproof.kernel.trees import DEPTH_MAX, Problem, avoided, multipliers, refute
from symproof.kernel.widths import restricted, width_problems
from symproof.reader.numbers import brief, canonical, fraction, scaled, whole
from symproof.reader.text import fields, index, indices, items
from symproof.reader.weights import Weights

Integers = list[list[int]]


@dataclass(frozen=True, slots=True)
class Place:
    """A problem inside a proof, and m. Unless ``twice`` no u_k counts, and the cost of x is 2 rank A(x)."""

    problem: Problem
    m: int
    budget: Budget
    twice: bool = True

    @property
    def n(self) -> int:
        """The number of unknowns."""
        return len(self.problem.Q)

    @property
    def limit(self) -> int:
        """The rank that A(x) must exceed, so that x costs more than m."""
        return self.m if self.twice else self.m // 2

    def reaches(self, rank: int) -> None:
        """Reject unless it is enough that every A(x) has this rank."""
        if rank <= self.limit:
            raise Rejected(f"a rank of {rank} does not show that the cost exceeds {self.m}")

    def put(self, k: int, value: int) -> Place:
        """x_k = value, and u_k does not count."""
        P, Q, T = self.problem.P, self.problem.Q, dict(self.problem.T)
        for i, p in enumerate(P) if value else ():
            for j, y in enumerate(Q[k]) if p[k] else ():
                T[i, j] = T.get((i, j), Fraction(0)) - fraction(p[k]) * fraction(y)
        rest = Problem([[*p[:k], *p[k + 1 :]] for p in P], [*Q[:k], *Q[k + 1 :]], T, self.problem.columns)
        return replace(self, problem=rest)

    def doubled(self, k: int) -> Place:
        """u_k counts: everything on its kernel, with one less to spend."""
        return replace(self, problem=restricted(self.problem, (k,), self.budget), m=self.m - 1)

    def integers(self) -> tuple[Whole, int, int]:
        """s P, t U and s t T in integers; and s, t."""
        P, Q, T, columns = self.problem.P, self.problem.Q, self.problem.T, range(self.problem.columns)
        dense = [[T.get((i, j), 0) for j in columns] for i in range(len(P))]
        (P, s), (U, t), (V, q) = map(whole, (P, Q, dense))
        more = q // gcd(q, s * t)
        up = s * t * more // q
        P, V = ([[c * x for x in row] for row in rows] for c, rows in ((more, P), (up, V)))
        return Whole(P, U, V), s * more, t


def exceeds(problem: Problem, m: int, proof: Any, budget: Budget) -> None:
    """Return when ``proof`` shows that every x costs more than m; else raise `Rejected` or `Malformed`."""
    _check(Place(problem, m, budget), proof, 0)


def _check(place: Place, proof: Any, depth: int) -> None:
    if depth > DEPTH_MAX:
        raise Malformed(f"a proof deeper than {DEPTH_MAX}")
    if not isinstance(proof, dict) or len(proof) != 1 or (rule := RULES.get(next(iter(proof)))) is None:
        raise Malformed(f"a proof is one of {', '.join(RULES)}, found {brief(proof)}")
    for inner, child in rule(place, next(iter(proof.values()))) or ():
        _check(inner, child, depth + 1)


def children(place: Place, proof: Any) -> list[tuple[Place, Any]]:
    """The places and proofs under a well-formed proof."""
    rule = next(iter(proof))
    return list(RULES[rule](place, proof[rule]) or ()) if rule in ("split", "each") else []


def _count(place: Place, body: Any) -> None:
    if body is not True:
        raise Malformed(f"count must be true, found {brief(body)}")
    if place.m >= 0:
        raise Rejected(f"count: {place.m} neurons are to spare")


def _tree(place: Place, body: Any) -> None:
    place.reaches(1)
    refute(place.problem, body, place.budget)


def _ranks(place: Place, body: Any) -> None:
    if body is not True:
        raise Malformed(f"ranks must be true, found {brief(body)}")
    A, *_ = place.integers()
    found = cheapest(A, place.m, A.U if place.twice else (), place.budget)
    if found is not None:
        raise Rejected(f"ranks: x = {found[0]:b}, the last unknown first, costs at most {place.m}")


def _split(place: Place, body: Any) -> Iterator[tuple[Place, Any]]:
    body = fields(body, "split", ("k", "zero", "one", *["both"] * place.twice))
    k = index(body["k"], place.n, "split k")
    yield place.put(k, 0), body["zero"]
    yield place.put(k, 1), body["one"]
    if place.twice:
        yield place.doubled(k), body["both"]


def _each(place: Place, body: Any) -> Iterator[tuple[Place, Any]]:
    proofs = items(fields(body, "each", ("none", "one"))["one"], "each one")
    if len(proofs) != place.n or not place.twice:
        raise Rejected(f"each: {len(proofs)} proofs for {place.n * place.twice} rows that may count")
    yield replace(place, twice=False), body["none"]
    for k, child in enumerate(proofs):
        yield place.doubled(k), child


def _halves(place: Place, body: Any) -> None:
    n, total = place.n, 0
    lists = [indices(phi, n, "halves") for phi in items(body, "halves")]
    (P, U, T), *_ = place.integers()
    for phi in lists:
        rows = [[*t, *(p[k] for k in phi)] for t, p in zip(T, P, strict=True)]
        rows += [[*u, *[0] * len(phi)] for k, u in enumerate(U) if k not in phi]
        place.budget.spend(len(rows) * len(rows[0]) * min(len(rows), len(rows[0])) >> 6)
        total += max(0, modular_rank(rows) - n)
    if any(2 * sum(k in phi for phi in lists) > len(lists) for k in range(n)):
        raise Rejected("halves: an unknown is in more than half of the lists")
    if 2 * total <= place.m * len(lists):
        raise Rejected(f"halves: ranks of together {total} in {len(lists)} lists do not exceed {place.m}")


def _definite(place: Place, body: Any) -> None:
    body = fields(body, "definite", ("W", "R", "lambda"))
    ((P, U, T), s, t), inner = place.integers(), range(place.problem.columns)
    W, R = integer_rows(body["W"], len(P), "W"), integer_rows(body["R"], len(inner), "R")
    scales = [canonical(x, "lambda") * s / t for x in items(body["lambda"], "lambda")]
    if len(W[0]) != len(R[0]) or len(scales) != place.n or not all(x > 0 for x in scales):
        raise Malformed(f"definite: needs W and R of one width and {place.n} numbers above 0")
    if not scales:
        raise Rejected("definite: no unknown is left, and halves compares T alone")
    place.reaches(len(R[0]))
    place.budget.spend(len(R[0]) * place.n * (len(P) + len(inner) + len(R[0])) >> 6)
    common = lcm(*(x.numerator * x.denominator for x in scales))
    left, right = integer_product([*zip(*P, strict=True)], W), integer_product(U, R)
    E = [
        [x.denominator * g - x.numerator * h for g, h in zip(*rows, strict=True)]
        for *rows, x in zip(left, right, scales, strict=True)
    ]
    F = [[common // (x.numerator * x.denominator) * e for e in row] for row, x in zip(E, scales, strict=True)]
    square = integer_product([*zip(*E, strict=True)], F)
    S = integer_product([*zip(*W, strict=True)], integer_product(T, R))
    for i, row in enumerate(square):  # four times K, times the common denominator
        K = [-2 * common * (S[i][j] + S[j][i]) - x for j, x in enumerate(row)]
        if 2 * K[i] <= sum(map(abs, K)):
            raise Rejected(f"definite: the diagonal of K does not dominate row {i}")


def integer_rows(value: Any, size: int, where: str) -> Integers:
    """``size`` rows of integers, not empty, of one length."""
    rows = [items(row, where) for row in items(value, where)]
    if len(rows) != size or len({len(row) for row in rows}) != 1 or not rows[0]:
        raise Malformed(f"{where}: must be {size} rows of one length, found {brief(value)}")
    if not all(type(x) is int for row in rows for x in row):
        raise Malformed(f"{where}: the entries must be integers")
    return rows


def _compound(place: Place, body: Any) -> None:
    body = fields(body, "compound", ("Y", "modulus"))
    (P, U, T), s, t = place.integers()
    columns = [*zip(*U, strict=True)] if U else [()] * place.problem.columns
    Y = multipliers(body["Y"], "compound Y", len(P), len(P), len(columns), len(columns))
    place.reaches(2)
    place.budget.spend(max(1, len(Y)) * place.n**2 >> 3)
    values, scale = scaled(Y.values())
    grouped: dict[tuple[int, int], dict[tuple[int, int], int]] = {}
    for (i, k, j, h), y in zip(Y, values, strict=True):
        if i >= k or j >= h:
            raise Malformed(f"compound Y: {brief([i, k, j, h])} is no minor")
        grouped.setdefault((i, k), {})[j, h] = y
    constant, linear, square = 0, [0] * place.n, [0] * (place.n * (place.n - 1) // 2)
    minors = {at: _minors(columns[at[0]], columns[at[1]]) for row in grouped.values() for at in row}
    for (i, k), row in grouped.items():
        inner = [0] * len(square)
        for (j, h), y in row.items():
            a, b, c, d = T[i][j], T[i][h], T[k][j], T[k][h]
            constant += y * (a * d - b * c)
            terms = zip(P[i], P[k], columns[j], columns[h], linear, strict=True)
            linear = [x - y * (p * (u * d - v * c) + q * (a * v - b * u)) for p, q, u, v, x in terms]
            inner = [x + y * z for x, z in zip(inner, minors[j, h], strict=True)]
        square = [x + z * w for x, z, w in zip(square, inner, _minors(P[i], P[k]), strict=True)]
    modulus = canonical(body["modulus"], "compound modulus") * scale * (s * t) ** 2
    avoided(square + linear, -constant, 1, modulus)


def _minors(v: Sequence[int], w: Sequence[int]) -> list[int]:
    """v_k w_l - v_l w_k for k < l."""
    return [a * d - b * c for (a, c), (b, d) in combinations(zip(v, w, strict=True), 2)]


RULES: dict[str, Callable[[Place, Any], Iterator[tuple[Place, Any]] | None]] = {
    "count": _count,
    "tree": _tree,
    "compound": _compound,
    "definite": _definite,
    "halves": _halves,
    "ranks": _ranks,
    "split": _split,
    "each": _each,
}


def rank_above(problem: Problem, r: int, budget: Budget) -> None:
    """Check rank A(x) > r for all x, by running through them."""
    A, *_ = Place(problem, 2 * r, budget).integers()
    if cheapest(A, 2 * r, (), budget) is not None:
        raise Rejected(f"a choice of signs leaves rank at most {r}")


def affords(problem: Problem, m: int, flip: list[int], double: list[int], budget: Budget) -> bool:
    """Whether the x with x_k = 1 for k in flip costs at most m if the u_k of F = double count.

    That is |F| + 2 rank[A(x); u_k] - 2 rank[u_k]. A rank modulo a prime bounds the last from below, the
    number of columns the one before from above.
    """
    A, *_ = Place(problem, m, budget).integers()
    F, columns = [A.U[k] for k in double], problem.columns
    budget.spend((len(F) ** 2 + len(flip) * len(A.P)) * columns >> 6)
    rest = m - len(F) + 2 * modular_rank(F)
    if 2 * columns <= rest:
        return True
    rows = [*F, *filter(any, A.at(sum(1 << k for k in flip)))]
    budget.spend(RATIONAL * len(rows) * columns * min(len(rows), columns))
    return 2 * len(rref(rows)[0]) <= rest


def chosen(body: dict[str, Any], weights: Weights, act: Activation, width: int, budget: Budget) -> None:
    """A choice of signs and second neurons that costs at most what V has besides its n classes."""
    if not act.gap:
        raise Rejected(f"{act.name} has linear gap 0: no signs give a linear part")
    problems = width_problems(weights, act, excluding=False)
    flip, double = (indices(body[name], len(problems[0][0].Q), name) for name in ("flip", "double"))
    if not any(affords(p, width - len(p.Q) - besides, flip, double, budget) for p, besides in problems):
        raise Rejected(f"this choice of signs takes more than {width} neurons")
