"""How rarely a block absorbs: a bound for all random weights, and the mean over a finite field (new)."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from math import comb

from symproof.paper._language import *
from symproof.systems.finite import share

ABOUT = {
    "id": "counting",
    "place": 435,
    "title": "how rarely a block absorbs",
    "says": "For [random weights of which no entry has a value with a probability above alpha, whatever "
    "the others are](independent), some S satisfies (3) with probability at most 2^N alpha^(d^2); for "
    "weights [uniform over a field of q elements](uniform) the mean number of such S is q^(-d^2) times "
    "the sum, over all sets, of the probability that their rows have rank d.",
}
X_S, U_S, rest_S = matrix("W_K", "d", "d"), matrix("U_K", "d", "d"), matrix("R_K", "d", "d")
inverse = matrix("U_K'", "d", "d")
chance, sets, unit_, entries, m = symbols("p_abs n_S p_q d^2 m")
total, p, full, ranks, power, hit = sequence("q", "p", "f", "sum", "power", "hit")
CASES = ((1, 1, 2), (1, 2, 2), (1, 3, 2), (1, 2, 3), (2, 2, 2), (2, 3, 2))


def _formula(d: int, N: int, q: int) -> Fraction:
    """The sum over s of C(N, s) times the share of the solutions among the weights of s neurons."""
    return sum((comb(N, s) * share(q, d, s) for s in range(N + 1)), Fraction(0))


def _means(cases: Sequence[tuple[int, int, int]]) -> list[Fraction]:
    """The mean number of S over all weights modulo q, by trying all."""
    return [_mean(*case) for case in cases]


def _mean(d: int, N: int, q: int) -> Fraction:
    matrices = list(product(range(q), repeat=d * N))  # W_down by columns, W_up by rows
    pairs = product(matrices, matrices)
    found = sum(_right(down, up, chosen, d, q) for down, up in pairs for chosen in product((0, 1), repeat=N))
    return Fraction(found, q ** (2 * d * N))


def _right(down: Sequence[int], up: Sequence[int], chosen: Sequence[int], d: int, q: int) -> bool:
    """Whether the chosen columns times rows are -I modulo q."""
    return all(
        (sum(down[k * d + a] * up[k * d + b] for k, there in enumerate(chosen) if there) + (a == b)) % q == 0
        for a in range(d)
        for b in range(d)
    )


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "one-value",
            equal(X_S, (-1 - rest_S) * inverse),
            algebra(by("condition", right=inverse), by("invertible", times=X_S)),
        ),
        step("entry-0", at_least(power(0), p(n, 0)), combination("power-0", "p-0")),
        step(
            "entry-next",
            at_least(power(m + 1), p(n, m + 1)),
            combination(
                "power-m",
                "p-m",
                by("entries-m", times=alpha),
                by("independent", times=p(n, m)),
                by("alpha-positive", times=[]),
                by("not-negative", times=[]),
            ),
        ),
        step("one-set", at_least(power(m), p(n, m)), induction(m, "entry-0", "entry-next", "entries-m")),
        step("start", at_least(0 * alpha, total(0)), combination("sum-0")),
        step(
            "next",
            at_least((n + 1) * power(entries), total(n + 1)),
            combination("sum-n", "so-far", by("one-set", {m: entries})),
        ),
        step("union", at_least(n * power(entries), total(n)), induction(n, "start", "next", "so-far")),
        step(
            "rarely", at_least(sets * power(entries), chance), combination(by("union", {n: sets}), "at-most")
        ),
        step(
            "uniform-set",
            equal(p(n, entries), unit_ * full(n)),
            words(
                "where the rows of S have rank d one of q^(d^2) values is right, else none is",
                "one-value",
                "uniform",
                rocq="none",
            ),
        ),
        step("mean-start", equal(total(0) - unit_ * ranks(0)), algebra("sum-0", by("ranks-0", times=unit_))),
        step(
            "mean-next",
            equal(total(n + 1) - unit_ * ranks(n + 1)),
            algebra("sum-n", "mean-n", "uniform-set", by("ranks-n", times=unit_)),
        ),
        step(
            "mean-all", equal(total(n) - unit_ * ranks(n)), induction(n, "mean-start", "mean-next", "mean-n")
        ),
        step("mean", equal(total(n), unit_ * ranks(n)), algebra("mean-all")),
        example(
            "all-weights",
            "mean",
            outcome_is(_means, [_formula(*case) for case in CASES], cases=CASES),
            bounded(d=2, N=3, q=3),
            mutant("twice the formula", equals=[_formula(*case) * 2 for case in CASES]),
            mutant("another q", cases=((1, 1, 3), *CASES[1:])),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "independent",
            every(at_least(alpha, hit(n, m)), n, m),
            "W_down = [[-1,0,2],[1,-1,3]] with certainty, W_up = (1,0), (1,1), (1,-1): absorbed always.",
            absorbed_by_flipping("relu", residual(UP, DOWN), (0, 1)),
            mutant("only one row flipped", subset=(0,)),
        ),
        needed(
            "uniform",
            has(W_up, "and W_down have independent entries, uniform over a field of q elements"),
            "d = N = 1, q = 2, W_up = 0 always: no S has W_down W_up = -1, and the formula gives 1/4.",
            outcome_is(lambda up: [(w * up + 1) % 2 for w in (0, 1)].count(0), 0, up=0),
            mutant("W_up = 1", up=1),
        ),
    ),
    suppose=(
        Given("condition", equal(X_S * U_S + rest_S, -1)),
        Given("invertible", equal(U_S * inverse, 1)),
        Given("power-0", equal(power(0), 1)),
        Given("power-m", every(equal(power(m + 1), alpha * power(m)), m)),
        Given("p-0", every(equal(p(n, 0), 1), n)),
        Given("p-m", every(equal(p(n, m + 1), p(n, m) * hit(n, m)), n, m)),
        Given("entries-m", at_least(power(m), p(n, m))),
        Given("alpha-positive", at_least(alpha)),
        Given("not-negative", every(at_least(p(n, m)), n, m)),
        Given("sum-0", equal(total(0))),
        Given("sum-n", every(equal(total(n + 1), total(n) + p(n, entries)), n)),
        Given("so-far", at_least(n * power(entries), total(n))),
        Given("at-most", at_least(total(sets), chance)),
        Given("ranks-0", equal(ranks(0))),
        Given("ranks-n", every(equal(ranks(n + 1), ranks(n) + full(n)), n)),
        Given("mean-n", equal(total(n) - unit_ * ranks(n))),
    ),
    concludes=("one-value", "rarely", "mean"),
    names={
        "W_K": "the columns of d neurons of S whose rows are independent",
        "U_K": "these rows",
        "U_K'": "the inverse of U_K",
        "R_K": "what the other neurons of S contribute",
        "p": "the probability that the first m entries of d columns of a set are what (3) asks for, these "
        "columns having independent rows",
        "hit": "the probability that the next one is, whatever the others are",
        "alpha": "a bound for the probability of a value of an entry",
        "power": "alpha to the power m",
        "m": "a number of entries",
        "d^2": "the number of entries of d columns",
        "p_q": "1 / q^(d^2)",
        "q": "the sum of the first n of these probabilities; of all of them, the mean number of S",
        "f": "the probability that the rows of a set of s neurons have rank d: the product of 1 - q^(i - s), "
        "i from 0 to d - 1",
        "sum": "the sum of the first n of these",
        "n_S": "the number of sets, 2^N",
        "p_abs": "the probability that some set solves (3)",
        "n": "a natural number",
    },
    written=_steps,
)
