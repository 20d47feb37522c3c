"""Blocks whose activation is a polynomial: both sides are polynomials, compared coefficient by coefficient.

Let sigma(z) = sum of a_n z^n over the n of the support, and T_e = sum_k D_k u_k^e, with M/a_1 added at degree
1, for the exponents e of a degree in the support. A V with columns V_k and rows v_k computes the block iff
sum_k V_k v_k^e = T_e for all of them. Four things decide, in this order:

* rows given, the columns are the solutions of linear equations: the block's own rows, some turned or scaled,
  and any rows when N is at least the number of exponents;
* ranks: the matrix of T_(e+f), rows e, columns f and coordinates, is a sum of N matrices of rank one;
* all of V unknown: a Groebner basis, its real solutions counted exactly;
* else nothing is decided. The rank of the map V -> T at the block's own weights is said: if it is full, the
  map is open there, so all blocks near (W_up, t W_down) absorb for large t: they ask for T + M/(a_1 t).
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb, prod

from flint import fmpq, fmpq_mat
from sympy import QQ
from sympy.polys.orderings import grevlex
from sympy.polys.rings import PolyElement, PolyRing

from symproof.absorb.construct import Network
from symproof.absorb.limits import Clock
from symproof.equality.parts import atoms
from symproof.errors import GaveUp
from symproof.functions.expression import Expr
from symproof.model.block import Block
from symproof.reader.numbers import fraction
from symproof.systems.deadline import Deadline
from symproof.systems.groebner import Basis, dimension
from symproof.systems.reals import real_solutions
from symproof.systems.system import constant
from symproof.verdict import Verdict

Exponents = tuple[int, ...]
Moments = dict[Exponents, list[Fraction]]  # exponents -> d numbers
LARGEST = 2000  # exponents times d
TURNED = 6  # neurons of which all sets are turned
TRIES = 8  # of scaled rows, and of planes
UNKNOWNS = 8  # entries of V up to which all of them are unknown at once
SECONDS = 10.0  # of a Groebner basis


@dataclass(frozen=True, slots=True)
class Answer:
    """What is decided of one block.

    Attributes:
        verdict: absorbable, not-absorbable, or undecided.
        why: the reason in words.
        network: V, where it is rational.
    """

    verdict: Verdict
    why: str
    network: Network | None = None


def coefficients(sigma: Expr) -> dict[int, Fraction] | None:
    """The a_n that are not 0, of a rational polynomial; None for any other function.

    Raises:
        Undefined, Unresolved: it is not known to be a function on the line.

    >>> from symproof.activations.catalogue import formula
    >>> coefficients(formula("z + z**3/2")), coefficients(formula("relu"))
    ({1: Fraction(1, 1), 3: Fraction(1, 2)}, None)
    """
    parts = atoms(sigma)
    if any(part.basis.kink or part.basis.degree is None for part in parts):
        return None
    return {part.basis.degree or 0: part.coefficient for part in parts if part.coefficient}


def decide_polynomial(block: Block, a: dict[int, Fraction], clock: Clock) -> Answer:
    """Whether a residual-free MLP of width N computes a block without biases, sigma a polynomial.

    Args:
        block: with skip M != 0; its own activation does not count.
        a: the coefficients of sigma that are not 0, `coefficients`.
        clock: asked between the steps.

    Raises:
        GaveUp: the time is over, or there are too many exponents.
    """
    if 1 not in a:
        return Answer(Verdict.NOT_ABSORBABLE, "sigma has no linear term, and M x is linear")
    sizes = sum(comb(block.d + n - 1, n) for n in a)
    if sizes * block.d > LARGEST:
        raise GaveUp(clock.tried, f"{sizes} coefficients of {block.d} coordinates each")
    T = target(block, a)
    for step in (_linear, _ranks, _unknown):
        clock.check()
        answer = step(block, T, clock)
        if answer is not None:
            return answer
    return Answer(Verdict.UNDECIDED, f"no V was found, no rank refutes one, and {openness(block, T)}")


def exponents(d: int, n: int) -> list[Exponents]:
    """The exponents of the monomials of degree n in d variables.

    >>> exponents(2, 2)
    [(2, 0), (1, 1), (0, 2)]
    """
    if d == 1:
        return [(n,)]
    return [(k, *rest) for k in range(n, -1, -1) for rest in exponents(d - 1, n - k)]


def target(block: Block, a: dict[int, Fraction]) -> Moments:
    """T: what the moments of V must be."""
    d = block.d
    found = {}
    for e in [e for n in sorted(a) for e in exponents(d, n)]:
        powers = [_power(row, e) for row in _rows(block)]
        found[e] = [
            sum((fraction(w) * p for w, p in zip(D, powers, strict=True)), Fraction(0)) for D in block.W_down
        ]
        if sum(e) == 1:
            j = e.index(1)
            found[e] = [x + fraction(m[j]) / a[1] for x, m in zip(found[e], block.weights.M, strict=True)]
    return found


def _rows(block: Block) -> list[list[Fraction]]:
    return [[fraction(x) for x in row] for row in block.W_up]


def _power(row: Sequence[Fraction], e: Exponents) -> Fraction:
    return prod((x**k for x, k in zip(row, e, strict=True)), start=Fraction(1))


def _linear(block: Block, T: Moments, clock: Clock) -> Answer | None:
    """Rows that are tried, and columns that solve the linear equations for them."""
    clock.note("rows of V given, linear equations for its columns")
    for up in _candidates(block, len(T)):
        clock.check()
        down = columns(up, T)
        if down is not None:
            why = "given rows of V, its columns solve the linear equations of the coefficients"
            return Answer(Verdict.ABSORBABLE, why, Network(up, down))
    return None


def _candidates(block: Block, size: int) -> Iterator[list[list[Fraction]]]:
    own, rng = _rows(block), random.Random(0)
    N, d = block.width, block.d
    patterns = product((1, -1), repeat=N) if N <= TURNED else [(1,) * N, (-1,) * N]
    yield from ([[s * x for x in row] for s, row in zip(signs, own, strict=True)] for signs in patterns)
    for _ in range(TRIES):
        scales = [rng.choice((1, 2, -1, -2, Fraction(1, 2))) for _ in own]
        yield [[s * x for x in row] for s, row in zip(scales, own, strict=True)]
    if size <= N:
        for bound in range(2, 2 + TRIES):
            yield [[Fraction(rng.randint(-bound, bound)) for _ in range(d)] for _ in range(N)]


def columns(up: Sequence[Sequence[Fraction]], T: Moments) -> list[list[Fraction]] | None:
    """V_down, d x n, with sum_k V_k v_k^e = T_e for these rows; None when there is none."""
    n, d = len(up), len(next(iter(T.values())))
    flat = [[*(_power(row, e) for row in up), *values] for e, values in T.items()]
    whole = fmpq_mat(len(flat), n + d, [fmpq(x.numerator, x.denominator) for row in flat for x in row])
    done, rank = whole.rref()
    found = [[Fraction(0)] * n for _ in range(d)]
    for i in range(rank):
        pivot = next(j for j in range(n + d) if done[i, j])
        if pivot >= n:
            return None
        for j in range(d):
            found[j][pivot] = Fraction(int(done[i, n + j].p), int(done[i, n + j].q))
    return found


def _ranks(block: Block, T: Moments, clock: Clock) -> Answer | None:
    """A matrix of moments whose rank exceeds N; its degrees are all that go with one or two of them."""
    clock.note("ranks of the moments")
    degrees = {sum(e) for e in T}
    for chosen in (*combinations(range(max(degrees) + 1), 1), *combinations(range(max(degrees) + 1), 2)):
        clock.check()
        left = _partners(chosen, degrees)
        right = _partners(left, degrees)
        rank = _rank(moment_matrix(T, left, right)) if left else 0
        if rank > block.width:
            shape = f"degrees {_words(left)} by {_words(right)}"
            why = f"the moments of {shape} have rank {rank}: every V has at least as many neurons"
            return Answer(Verdict.NOT_ABSORBABLE, why)
    return None


def _partners(chosen: Sequence[int], degrees: set[int]) -> list[int]:
    """The p with p + q among the degrees for each q that is chosen."""
    return [p for p in range(max(degrees) + 1) if all(p + q in degrees for q in chosen)]


def _rank(rows: Sequence[Sequence[Fraction]]) -> int:
    """The rank over Q."""
    flat = [fmpq(x.numerator, x.denominator) for row in rows for x in row]
    return int(fmpq_mat(len(rows), len(rows[0]), flat).rank())


def _words(degrees: Sequence[int]) -> str:
    return " and ".join(map(str, degrees))


def moment_matrix(T: Moments, left: Sequence[int], right: Sequence[int]) -> list[list[Fraction]]:
    """The matrix of T_(e+f), rows e of the degrees on the left, columns f and coordinates on the right."""
    d = len(next(iter(T)))
    e_s, f_s = ([e for n in degrees for e in exponents(d, n)] for degrees in (left, right))
    return [[x for f in f_s for x in T[tuple(map(sum, zip(e, f, strict=True)))]] for e in e_s]


def _unknown(block: Block, T: Moments, clock: Clock) -> Answer | None:
    """All entries of V unknown: no complex V, or the real ones counted."""
    N, d = block.width, block.d
    if 2 * N * d > UNKNOWNS:
        return None
    clock.note("all of V unknown: Groebner basis")
    names = [f"v{k}_{j}" for k in range(N) for j in range(d)] + [
        f"w{i}_{k}" for i in range(d) for k in range(N)
    ]
    ring = PolyRing(names, QQ, grevlex)
    gens = ring.gens
    rows = [gens[k * d : (k + 1) * d] for k in range(N)]
    down = [gens[N * d + i * N : N * d + (i + 1) * N] for i in range(d)]
    equations = [
        sum((down[i][k] * _monomial(rows[k], e, ring) for k in range(N)), ring(constant(-values[i])))
        for e, values in T.items()
        for i in range(d)
    ]
    try:
        return _real(ring, equations, Deadline(min(SECONDS, clock.left())))
    except GaveUp:
        return None


def _monomial(row: Sequence[PolyElement], e: Exponents, ring: PolyRing) -> PolyElement:
    total = ring.one
    for x, k in zip(row, e, strict=True):
        total *= x**k
    return total


def _real(
    ring: PolyRing, equations: list[PolyElement], deadline: Deadline, planes: int = TRIES
) -> Answer | None:
    """No complex solution, by an identity multiplied out; real ones counted, or looked for in planes."""
    n, basis = len(ring.gens), Basis(ring, deadline)
    if (position := basis.complete(equations)) is not None:
        left = sum((h * equations[k] for k, h in basis.cofactors(position).items()), ring.zero)
        if not left.is_ground or not left:
            raise ArithmeticError("the cofactors of a constant do not combine to one")
        return Answer(
            Verdict.NOT_ABSORBABLE, "the equations for V have no solution: 1 is a combination of them"
        )
    reduced = basis.reduced()
    size = dimension(reduced, n)
    found = real_solutions(ring, reduced, n, deadline) if size == 0 else None
    if found is not None:
        number = f"{len(found.boxes)} of the {found.complex} solutions V over the complex numbers are real"
        why = f"{number}, by the signature and the rank of Hermite's trace form"
        return Answer(Verdict.ABSORBABLE if found.boxes else Verdict.NOT_ABSORBABLE, why)
    rng = random.Random(0)
    for _ in range(planes):
        fixed = [x - rng.randint(-3, 3) for x in rng.sample(ring.gens, size or 0)]
        answer = _real(ring, [*equations, *fixed], deadline, 0)
        if answer is not None and answer.verdict is Verdict.ABSORBABLE:
            where = ", ".join(f"{g.as_expr()} = 0" for g in fixed)
            return Answer(Verdict.ABSORBABLE, f"with {where}: {answer.why}")
    return None


def openness(block: Block, T: Moments) -> str:
    """The rank of the map V -> T at the block's own weights, and what follows when it is full."""
    rank, full = _rank(jacobian(block, T)), len(T) * block.d
    map_rank = f"the map from V to the {full} coefficients has rank {rank} at these weights"
    if rank < full:
        return map_rank
    return f"{map_rank}, the full one: for large t all blocks near (W_up, t W_down) absorb, an open set"


def jacobian(block: Block, T: Moments) -> list[list[Fraction]]:
    """The derivative of (D, U) -> sum_k D_k u_k^e at the block's weights, a row for each e and coordinate."""
    rows, d = _rows(block), block.d
    found = []
    for e in T:
        for i in range(d):
            by_columns = [_power(row, e) if i == j else Fraction(0) for j in range(d) for row in rows]
            by_rows = [
                fraction(block.W_down[i][k]) * e[j] * _power(row, (*e[:j], max(e[j] - 1, 0), *e[j + 1 :]))
                for k, row in enumerate(rows)
                for j in range(d)
            ]
            found.append(by_columns + by_rows)
    return found
