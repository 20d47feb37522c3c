"""The rules about costs on random small problems, against the definition and the second checker."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from itertools import combinations, product
from random import Random
from typing import Any

import flint
import pytest
from oracles.brute import rank
from oracles.second_cost import Place as Second
from oracles.second_cost import check_cost
from oracles.second_trees import Broken, Refused

from symproof.absorb.compound import compound
from symproof.absorb.definite import definite
from symproof.absorb.limits import Clock, Limits
from symproof.kernel.budget import Budget
from symproof.kernel.cost import Place, affords, exceeds
from symproof.kernel.errors import Malformed, Rejected
from symproof.kernel.lanes import Whole, cheapest, modular_rank
from symproof.kernel.linear import PRIME, integer_product
from symproof.kernel.trees import Problem

Rows = list[list[Any]]


def random_problem(rng: Random, n: int, a: int, b: int) -> tuple[Rows, Rows, Rows]:
    """P, U, T with small entries, fractions now and then; half of them have a choice that is nearly free."""
    entries = rng.choice(((-1, 0, 1), (-2, -1, 0, 1, 2, 3), (Fraction(1, 2), 0, 1, -2, Fraction(-3, 4))))
    P, U, T = (
        [[rng.choice(entries) for _ in range(c)] for _ in range(r)] for r, c in ((a, n), (n, b), (a, b))
    )
    if rng.random() < 0.5:
        S = [k for k in range(n) if rng.random() < 0.5]
        T = [[sum((p[k] * U[k][j] for k in S), Fraction(0)) for j in range(b)] for p in P]
        T[0][0] += rng.randint(0, 1)
    return P, U, T


def stored(P: Rows, U: Rows, T: Rows) -> Problem:
    """The kernel's form."""
    sparse = {(i, j): Fraction(x) for i, row in enumerate(T) for j, x in enumerate(row) if x}
    return Problem(P, U, sparse, len(T[0]))


def least(P: Rows, U: Rows, T: Rows) -> tuple[int, tuple[int, ...], tuple[int, ...]]:
    """The least |F| + 2 rank(A(x) on the kernel of F) over all x and F, with where it is reached."""
    n, b = len(U), len(T[0])
    times = 16  # clears all denominators
    lines = [[int(4 * y) for y in u] for u in U]
    found = []
    for x in product((0, 1), repeat=n):
        A = [
            [int(times * (sum(x[k] * p[k] * U[k][j] for k in range(n)) - t[j])) for j in range(b)]
            for p, t in zip(P, T, strict=True)
        ]
        for size in range(n + 1):
            for F in combinations(range(n), size):
                rows = [lines[k] for k in F]
                found.append((size + 2 * (rank(A + rows) - rank(rows)), x, F))
    return min(found)


def some_proof(rng: Random, n: int, m: int, twice: bool, depth: int) -> dict[str, Any]:
    """A proof of the right form, true or not."""
    choice = rng.random()
    if m < 0 and choice < 0.5:
        return {"count": True}
    if depth and n and choice < 0.4:
        sides = {side: some_proof(rng, n - 1, m, twice, depth - 1) for side in ("zero", "one")}
        both = {"both": some_proof(rng, n - 1, m - 1, True, depth - 1)} if twice else {}
        return {"split": {"k": rng.randrange(n), **sides, **both}}
    if depth and twice and choice < 0.6:
        one = [some_proof(rng, n - 1, m - 1, True, depth - 1) for _ in range(n)]
        return {"each": {"none": some_proof(rng, n, m, False, depth - 1), "one": one}}
    if choice < 0.7 and m == 0:
        return {"tree": {"exhaust": True}}
    if choice < 0.85:
        order = rng.sample(range(n), n)
        cut = rng.randint(0, n)
        return {"halves": [order[:cut], order[cut:]]}
    return {"ranks": True}


def accepted(problem: Problem, m: int, proof: Any) -> bool:
    """The kernel's answer."""
    try:
        exceeds(problem, m, proof, Budget())
    except (Rejected, Malformed):
        return False
    return True


def accepted_too(P: Rows, U: Rows, T: Rows, m: int, proof: Any) -> bool:
    """The second checker's answer."""
    left, right, target = ([[Fraction(x) for x in row] for row in rows] for rows in (P, U, T))
    try:
        check_cost(Second(left, right, target, len(T[0]), m, twice=True), proof)
    except (Refused, Broken):
        return False
    return True


def compared(seed: int) -> Counter[tuple[str, bool]]:
    """One problem: what the rules accept is true, `ranks` decides, both checkers agree."""
    rng, seen = Random(seed), Counter[tuple[str, bool]]()
    n, a, b = rng.randint(0, 4), rng.randint(1, 3), rng.randint(1, 3)
    P, U, T = random_problem(rng, n, a, b)
    problem, (cost, x, F) = stored(P, U, T), least(P, U, T)
    flip = [k for k in range(n) if x[k]]
    assert affords(problem, cost, flip, list(F), Budget())
    assert not affords(problem, cost - 1, flip, list(F), Budget())
    for m in range(-1, cost + 2):
        assert accepted(problem, m, {"ranks": True}) == (cost > m), (seed, m)
        for _ in range(4):
            proof = some_proof(rng, n, m, True, 2)
            answer = accepted(problem, m, proof)
            assert cost > m or not answer, (seed, m, proof)
            assert answer == accepted_too(P, U, T, m, proof), (seed, m, proof)
            seen[next(iter(proof)), answer] += 1
    return seen


def swept(seeds: range) -> None:
    """All seeds; every rule is accepted and rejected."""
    seen = sum((compared(seed) for seed in seeds), Counter())
    for rule in ("tree", "halves", "ranks", "split", "each"):
        assert seen[rule, True] > 0, rule
        assert seen[rule, False] > 0, rule


def test_what_the_rules_accept_is_true() -> None:
    swept(range(60))


@pytest.mark.slow
def test_what_the_rules_accept_is_true_at_length() -> None:
    swept(range(10**6, 10**6 + 5000))


def test_definite_forms_bound_the_rank_at_every_vertex() -> None:
    ranks = Counter[int]()
    for seed in range(60):
        rng = Random(seed)
        a, n = rng.randint(1, 3), rng.randint(3, 6)
        P, U, _ = random_problem(rng, n, a, a)
        T = [[rng.randint(-1, 1) - 6 * (i == j) for j in range(a)] for i in range(a)]
        found = definite(stored(P, U, T), Clock(Limits()))
        if found is not None:
            assert accepted(stored(P, U, T), found.rank - 1, found.proof)
            assert accepted_too(P, U, T, found.rank - 1, found.proof)
            assert not accepted(stored(P, U, T), found.rank, found.proof)
            assert least(P, U, T)[0] >= found.rank
            ranks[found.rank] += 1
    assert min(ranks[1], ranks[2], ranks[3]) > 0


def test_minors_that_add_up_to_a_constant_show_rank_2() -> None:
    found = 0
    for seed in range(30):
        rng = Random(seed)
        n = rng.randint(2, 5)
        P, U, T = random_problem(rng, n, 4, 4)
        proof = compound(Place(stored(P, U, T), 1, Budget()), Clock(Limits()))
        if proof is not None:
            found += 1
            assert accepted(stored(P, U, T), 1, proof)
            assert accepted_too(P, U, T, 1, proof)
            assert not accepted(stored(P, U, T), 2, proof)
            assert least(P, U, T)[0] >= 2
    assert found > 5


@pytest.mark.parametrize("n", [3, 17, 18])
def test_lanes_find_the_one_choice_that_is_planted(n: int) -> None:
    """Beyond 2^16 values they come in several parts, and what small primes leave is gathered."""
    rng = Random(n)
    P = [[rng.randint(-4, 4) for _ in range(n)] for _ in range(7)]
    U = [[rng.randint(-4, 4) for _ in range(7)] for _ in range(n)]
    x = rng.getrandbits(n)
    T = Whole(P, U, [[0] * 7] * 7).at(x)
    assert cheapest(Whole(P, U, T), 0, U, Budget()) == (x, ())
    T[0][0] += 1
    assert cheapest(Whole(P, U, T), 0, U, Budget()) is None


def test_ranks_and_products_agree_with_flint() -> None:
    rng = Random(1)
    entries = (0, 1, -2, PRIME - 1, PRIME, 3 * PRIME + 5, 2**200, -7)
    for _ in range(200):
        a, r, b = rng.randint(1, 6), rng.randint(1, 4), rng.randint(1, 6)
        left = [[rng.choice(entries) for _ in range(r)] for _ in range(a)]
        right = [[rng.choice(entries) for _ in range(b)] for _ in range(r)]
        whole = integer_product(left, right)
        assert flint.fmpz_mat(whole) == flint.fmpz_mat(left) * flint.fmpz_mat(right)
        assert (
            modular_rank(whole) == flint.nmod_mat([[x % PRIME for x in row] for row in whole], PRIME).rank()
        )
