"""Lemma 7: scaled copies of an analytic function that is no polynomial are independent modulo polynomials."""

from __future__ import annotations

from itertools import combinations

from sympy import Function, Matrix, prod, symbols

from symproof.proof.checks.algebra import nonnegative_combination
from symproof.proof.checks.cases import mag, pw, sign_cases
from symproof.proof.checks.limits import limit
from symproof.proof.checks.polynomial import Expr, identity, positive_quotient
from symproof.proof.facts import SERIES, cite
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

t, a, al, n, S, c, inv, h, e, be = symbols("t a_n alpha n S c_m a_n^-1 h e beta")
ck, eta = symbols("c_k eta")
psi = Function("psi")


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


def _paper_route(sizes: Sizes) -> Step:
    exponents = tuple(i + i * (i + 1) // 2 for i in range(sizes["m"]))
    return Step(
        "vandermonde",
        f"The paper's way: for the exponents {exponents} the generalized Vandermonde determinant is the "
        f"product of the differences of "
        "the nodes times a polynomial with positive coefficients, so it is not 0 at distinct positive nodes.",
        r"\det(\alpha_k^{n_i})=\prod_{j<k}(\alpha_k-\alpha_j)\cdot s_\lambda(\alpha)",
        positive_quotient(vandermonde(exponents), differences(len(exponents))),
        bounded(m=sizes["m"], exponents=exponents),
        uses=("dominance",),
        illustration=True,
        mutants=(
            mutant("the opposite sign", numerator=vandermonde(exponents, -1)),
            mutant(
                "sums instead of differences",
                denominator=prod(symbols("a1") + node for node in symbols(f"a2:{sizes['m'] + 1}")),
            ),
        ),
    )


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    return (
        Step(
            "coefficient",
            "The t^n term of psi(alpha t) is a_n alpha^n t^n.",
            r"a_n(\alpha t)^n=a_n\alpha^n\,t^n",
            sign_cases(a * pw(al * t, n), a * pw(al, n) * pw(t, n), {al: "+", t: "+"}),
            general("one term of one scaled copy, at t > 0; the combination is linear in the copies"),
            uses=("analytic", "positive"),
            mutants=(mutant("alpha^n forgotten", rhs=a * pw(t, n)),),
        ),
        Step(
            "unique",
            "Equal power series have equal coefficients: a_n S_n = 0 with S_n = sum_k c_k alpha_k^n for "
            "every n above the degree of p.",
            r"a_n\sum_kc_k\alpha_k^n=0\qquad(n>\deg p)",
            cite(SERIES),
            general("a fact about power series"),
            uses=("coefficient",),
        ),
        Step(
            "infinitely-many",
            "a_n S_n = 0 and a_n != 0 give S_n = 0.",
            r"a_nS_n=0,\ a_n\ne0\;\Rightarrow\;S_n=0",
            identity(S, 0, [(inv, a * S), (-S, a * inv - 1)]),
            general("one n"),
            then="psi is no polynomial, so this happens for infinitely many n.",
            uses=("unique", "not-polynomial"),
            mutants=(mutant("a_n = 0: no inverse", given=((inv, a * S),)),),
        ),
        Step(
            "bernoulli",
            "If (1 + h)^n = 1 + n h + e with e >= 0, the next power exceeds 1 + (n + 1) h by (1 + h) e + n "
            "h^2 >= 0.",
            r"(1+h)(1+nh+e)-(1+(n+1)h)=e+he+nh^2\ge0",
            nonnegative_combination(
                (1 + h) * (1 + n * h + e) - (1 + (n + 1) * h), [(1, e), (1, h * e), (1, n * h**2)]
            ),
            general("n, h, e are any numbers >= 0"),
            then=(
                "So (1 + h)^n >= 1 + n h for h > 0, and rho^n <= 1/(1 + n h) tends to 0 for rho = 1/(1 + h) "
                "in (0, 1)."
            ),
            mutants=(
                mutant("1 + 2 n h instead", target=(1 + h) * (1 + 2 * n * h + e) - (1 + 2 * (n + 1) * h) - h),
            ),
        ),
        Step(
            "dominance",
            "S_n divided by alpha_m^n is c_m plus multiples of (alpha_k/alpha_m)^n and tends to c_m.",
            r"0=\frac{S_n}{\alpha_m^n}=c_m+\sum_{k<m}c_k\Bigl(\frac{\alpha_k}{\alpha_m}\Bigr)^n\to c_m",
            limit(c + ck * eta, (eta,), c, scaled=be * c + be * eta * ck, by=be),
            general("one smaller node, then finite sums; eta = (alpha_k/alpha_m)^n and beta = alpha_m^n"),
            then=(
                "alpha_m is the largest node with c_m != 0; S_n = 0 for infinitely many n, so c_m = 0 as a "
                "limit of zeros. Hence no such c_m exists."
            ),
            uses=("infinitely-many", "bernoulli", "distinct", "positive"),
            mutants=(
                mutant("equal nodes: eta does not tend to 0", null=()),
                mutant("the largest node is not divided out", scaled=c + eta * ck),
            ),
        ),
        _paper_route(sizes),
    )


STATEMENT = Statement(
    id="lemma-7",
    place=310,
    title="scaled copies of an analytic function are independent",
    words=(
        "Let psi be analytic and not a polynomial, alpha_1, ..., alpha_m > 0 distinct. If sum_k c_k "
        "psi(alpha_k t) is a polynomial in t, then every c_k is 0."
    ),
    latex=r"\sum_kc_k\psi(\alpha_kt)=p(t)\;\Rightarrow\;c_k=0\ \forall k",
    source=Source("Lemma 7", None, "appendix B.3"),
    hypotheses=(
        Hypothesis(
            "analytic",
            "psi is analytic",
            r"\psi(t)=\sum a_nt^n",
            Without(
                True,
                "psi(t) = |t|: |2 t| - 2 |t| = 0.",
                sign_cases(mag(2 * t) - 2 * mag(t), 0, {t: "+0-"}),
                (mutant("coefficient 1", lhs=mag(2 * t) - mag(t)),),
            ),
        ),
        Hypothesis(
            "not-polynomial",
            "psi is not a polynomial",
            r"\psi\notin\mathbb{R}[t]",
            Without(
                True,
                "psi(t) = t^2: psi(2 t) - 4 psi(t) = 0.",
                identity((2 * t) ** 2 - 4 * t**2, 0),
                (mutant("coefficient 2", lhs=(2 * t) ** 2 - 2 * t**2),),
            ),
        ),
        Hypothesis(
            "positive",
            "the scales are positive",
            r"\alpha_k>0",
            Without(
                True,
                "Scales 1 and -1 with an even psi, as E of GELU is: psi(t) - psi(-t) = 0.",
                identity(psi(t) - psi(-t), 0, [(-1, psi(-t) - psi(t))]),
                (mutant("psi odd", given=((-1, psi(-t) + psi(t)),)),),
            ),
        ),
        Hypothesis(
            "distinct",
            "the scales are distinct",
            r"\alpha_j\ne\alpha_k",
            Without(
                True,
                "Equal scales: psi(t) - psi(t) = 0 with coefficients 1 and -1.",
                identity(psi(t) - psi(t), 0),
                (mutant("scales 1 and 2", lhs=psi(t) - psi(2 * t)),),
            ),
        ),
    ),
    steps=_steps,
    sizes=(Size("m", 3, 2, 4),),
)
