"""Lemma 7: scaled copies of an analytic function that is no polynomial are independent modulo polynomials."""

from __future__ import annotations

from itertools import combinations

from sympy import prod

from symproof.paper._language import *

ABOUT = {
    "id": "lemma-7",
    "place": 310,
    "title": "scaled copies of an analytic function are independent",
    "says": "Copies of [an analytic function](analytic) that is [no polynomial](not-polynomial), at "
    "scales that are [positive](positive) and [distinct](distinct), are independent modulo polynomials.",
    "v2": "Lemma 7",
    "v1": None,
    "where": "appendix B.3",
}
t_ = symbols("t")
n_, (a, q), p = varying("n_t"), sequence("a", "q"), mapping("poly", "any", "1")
x_, h = symbols("xi h")
c_r, C_o, A_o = matrix("c_r", "any", "1"), matrix("C_o", "any", "m"), matrix("A_o", "m", "1")
ratio = family("ratio", "m", "1")
varying("ratio")


def vandermonde(exponents: tuple[int, ...], sign: int = 1) -> Expr:
    """The determinant of alpha_k^(n_i), expanded."""
    nodes = symbols(f"a1:{len(exponents) + 1}")
    return (
        sign
        * Matrix(len(nodes), len(nodes), lambda i, k: nodes[k] ** exponents[i])
        .det(method="berkowitz")
        .expand()
    )


def differences(size: int) -> Expr:
    """The product of alpha_k - alpha_j over j < k."""
    nodes = symbols(f"a1:{size + 1}")
    return prod(two - one for one, two in combinations(nodes, 2))


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    exponents = tuple(i + i * (i + 1) // 2 for i in range(sizes["m"]))
    return (
        step(
            "coefficient",
            equal(a(n_) * (c_r * pw(alpha, n_) + C_o * pw(A_o, n_))),
            cited(SERIES, "combination", "analytic"),
        ),
        step(
            "often",
            nonzero(a(n_)),
            words(
                "psi is no polynomial: n runs through infinitely many indices above the degree of p",
                "not-polynomial",
                rocq="lemma_7",
            ),
        ),
        step("sums", equal(c_r * pw(alpha, n_) + C_o * pw(A_o, n_)), algebra("coefficient", "often")),
        step("start", at_least(q(0), 1 + 0 * h), combination("power-start")),
        step(
            "next",
            at_least(q(n + 1), 1 + (n + 1) * h),
            combination(
                "power-step",
                by("bernoulli-n", times=[1, h]),
                by("index", times=h**2),
                by("positive-h", times=[]),
            ),
        ),
        step("bernoulli", at_least(q(n), 1 + n * h), induction(n, "start", "next", "bernoulli-n")),
        step(
            "ratio",
            tends(ratio(n_), 0),
            words(
                "an entry is the inverse of q_n, alpha over the entry of A_o being 1 + h: bernoulli",
                "bernoulli",
                "positive",
                "distinct",
                rocq="lemma_7",
            ),
        ),
        step(
            "divided",
            equal(c_r + C_o * ratio(n_)),
            algebra("sums", by("ratio-is", {n: n_}, C_o), by("power-not-0", {n: n_})),
        ),
        step("limit", tends(c_r, 0), limit("divided", by("ratio", times=C_o))),
        step("largest", equal(c_r), constant("limit")),
        step(
            "all",
            equal(C_o),
            words(
                "the largest scale is removed, and the same is done again, finitely often",
                "largest",
                rocq="lemma_7",
            ),
        ),
        example(
            "vandermonde",
            "largest",
            positive_quotient(vandermonde(exponents), differences(len(exponents))),
            bounded(m=sizes["m"], exponents=exponents),
            mutant("the opposite sign", numerator=vandermonde(exponents, -1)),
            mutant(
                "sums instead of differences",
                denominator=prod(symbols("a1") + node for node in symbols(f"a2:{sizes['m'] + 1}")),
            ),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "analytic",
            has(psi(x_), "is analytic"),
            "psi(t) = |t|: |2 t| - 2 |t| = 0.",
            sign_cases(mag(2 * t_) - 2 * mag(t_), 0, {t_: "+0-"}),
            mutant("coefficient 1", lhs=mag(2 * t_) - mag(t_)),
        ),
        needed(
            "not-polynomial",
            has(psi(x_), "is not a polynomial"),
            "psi(t) = t^2: psi(2 t) - 4 psi(t) = 0.",
            identity((2 * t_) ** 2 - 4 * t_**2, 0),
            mutant("coefficient 2", lhs=(2 * t_) ** 2 - 2 * t_**2),
        ),
        needed(
            "positive",
            has(A_o, "has positive entries, and alpha is positive"),
            "Scales 1 and -1 with an even psi, as E of GELU is: psi(t) - psi(-t) = 0.",
            identity(psi(t_) - psi(-t_), 0, [(-1, psi(-t_) - psi(t_))]),
            mutant("psi odd", given=((-1, psi(-t_) + psi(t_)),)),
        ),
        needed(
            "distinct",
            has(A_o, "has entries other than alpha, the largest is alpha"),
            "Equal scales: psi(t) - psi(t) = 0 with coefficients 1 and -1.",
            identity(psi(t_) - psi(t_), 0),
            mutant("scales 1 and 2", lhs=psi(t_) - psi(2 * t_)),
        ),
    ),
    suppose=(
        Given("combination", every(equal(c_r * psi(alpha * x_) + C_o * psi(x_ * A_o), p(x_)), x_)),
        Given("bernoulli-n", at_least(q(n), 1 + n * h)),
        Given("positive-h", positive(h)),
        Given("index", every(at_least(n), n)),
        Given("power-start", equal(q(0), 1)),
        Given("power-step", every(equal(q(n + 1), (1 + h) * q(n)), n)),
        Given("ratio-is", every(equal(pw(alpha, n) * ratio(n), pw(A_o, n)), n)),
        Given("power-not-0", every(nonzero(pw(alpha, n)), n)),
    ),
    concludes=("largest", "all"),
    sizes=(Size("m", 3, 2, 4),),
    names={
        "xi": "a real number",
        "c_r": "the coefficient of the copy with the largest scale",
        "C_o": "the coefficients of the other copies",
        "alpha": "the largest scale",
        "A_o": "the other scales, as a column",
        "a": "the Taylor coefficients of psi",
        "poly": "a polynomial with values of the same kind as c_r",
        "n_t": "an index above the degree of p at which a is not 0, which tends to infinity",
        "ratio": "the powers of (entry of A_o) / alpha",
        "q": "the powers of 1 + h",
        "h": "a positive number",
        "n": "a natural number",
    },
    written=_steps,
)
