"""Lemma 6: the absolute values of pairwise non-collinear linear forms are linearly independent."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from sympy import symbols

from symproof.proof.checks.algebra import rank_is
from symproof.proof.checks.cases import mag, sgn, sign_cases
from symproof.proof.checks.exhaust import every
from symproof.proof.checks.polynomial import identity
from symproof.proof.facts import ROOTS, cite
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

r1, ri, m1, mi, mj, c, q, s, w, inv, S = symbols("r_1 r_i m_1 m_i m_j c q s w q^-1 s_0")
x, others = symbols("x rest")

Forms = tuple[tuple[int, ...], ...]


def corner(forms: Forms, r: int) -> tuple[list[int], Fraction, int]:
    """A point of ker l_r that avoids the other kernels, a small step t, and the coordinate to step along.

    Args:
        forms: M linear forms on Q^d, pairwise non-collinear.
        r: the form whose kernel is used.

    Raises:
        ValueError: when no point of the curve avoids the other kernels.
    """
    d, own = len(forms[0]), forms[r]
    lead = next(i for i, entry in enumerate(own) if entry)
    rest = [i for i in range(d) if i != lead]
    basis = [[own[lead] if j == i else -own[i] if j == lead else 0 for j in range(d)] for i in rest]
    for number in range((len(forms) - 1) * max(d - 2, 0) + 1):
        point = [sum(number**power * b[j] for power, b in enumerate(basis)) for j in range(d)]
        sizes = [abs(_at(form, point)) for form in forms]
        if all(size for m, size in enumerate(sizes) if m != r):
            steps = (
                Fraction(size, 1 + abs(form[lead])) for size, form in zip(sizes, forms, strict=True) if size
            )
            return point, min(steps, default=Fraction(1)), lead
    raise ValueError("no point of the curve avoids the other kernels")


def kink(forms: Forms, r: int) -> tuple[list[Fraction], Fraction]:
    """The second differences of all |l_m| at the corner of l_r, and 2 |q|.

    Raises:
        ValueError: as `corner`.
    """
    _, step, lead = corner(forms, r)
    beside = [row[3 * r : 3 * r + 3] for row in values(forms)]
    return [low - 2 * middle + high for low, middle, high in beside], 2 * abs(step * forms[r][lead])


def values(forms: Forms) -> tuple[tuple[Fraction, ...], ...]:
    """The values |l_m(p)|, a row a form, at every corner and at the two points beside it."""
    columns: list[tuple[Fraction, ...]] = []
    for r in range(len(forms)):
        point, step, lead = corner(forms, r)
        for side in (-1, 0, 1):
            columns.append(tuple(abs(_at(form, point) + side * step * form[lead]) for form in forms))
    return tuple(zip(*columns, strict=True))


def _second(value: Any, move: Any) -> Any:
    """The second difference of the absolute value, as an expression."""
    return mag(value + move) + mag(value - move) - 2 * mag(value)


def _at(form: tuple[int, ...], point: list[int]) -> int:
    return sum(a * b for a, b in zip(form, point, strict=True))


def sample(d: int, M: int) -> Forms:
    """M forms on Q^d, pairwise non-collinear: points of the moment curve."""
    return tuple(tuple(k**i for i in range(d)) for k in range(1, M + 1))


def _rows(forms: Forms) -> Iterator[int]:
    return iter(range(len(forms)))


def _only_own(r: int, forms: Forms) -> bool:
    try:
        seconds, own = kink(forms, r)
    except ValueError:
        return False
    return own > 0 and seconds == [own if m == r else Fraction(0) for m in range(len(forms))]


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    d, M = sizes["d"], sizes["M"]
    forms = sample(d, M)
    collinear = (*forms[:-1], tuple(-2 * entry for entry in forms[0]))
    turned = sgn(w) * (mag(q) + s)
    return (
        Step(
            "kernel",
            "With b_i = r_1 e_i - r_i e_1: l_r(b_i) = 0 and l_m(b_i) = r_1 m_i - r_i m_1.",
            r"b_i=r_1e_i-r_ie_1:\quad l_r(b_i)=0,\quad l_m(b_i)=r_1m_i-r_im_1",
            identity([ri * r1 + r1 * (-ri), mi * r1 + m1 * (-ri)], [0, r1 * mi - ri * m1]),
            general("one i and one m; only the coordinates 1 and i of b_i are not 0"),
            then="Number the coordinates so that r_1 != 0; then the b_i, i > 1, span ker l_r.",
            uses=("nonzero",),
            mutants=(mutant("b_i = r_1 e_i + r_i e_1", lhs=[ri * r1 + r1 * ri, mi * r1 + m1 * ri]),),
        ),
        Step(
            "minors",
            "r_1 m_i - r_i m_1 = 0 gives m_i = (m_1/r_1) r_i.",
            r"r_1m_i-r_im_1=0\;\Rightarrow\;m_i=\tfrac{m_1}{r_1}\,r_i",
            identity(mi, m1 * inv * ri, [(inv, r1 * mi - ri * m1), (-mi, r1 * inv - 1)]),
            general("one i; inv is 1/r_1"),
            then="If l_m vanished on every b_i, it would be a multiple of l_r; so some l_m(b_i) is not 0.",
            uses=("kernel", "non-collinear"),
            mutants=(
                mutant("the minor with a plus sign", given=((inv, r1 * mi + ri * m1), (-mi, r1 * inv - 1))),
            ),
        ),
        Step(
            "curve",
            "l_m is linear in each term s^(i-2) b_i that is added.",
            r"l_m(y+s^{i-2}b_i)=l_m(y)+s^{i-2}\,l_m(b_i)",
            identity(mi * (others + S * x), mi * others + S * (mi * x)),
            general("linearity of l_m in one summand s^(i-2) b_i; then finite sums"),
            then=(
                "So on the curve x(s) = sum_i s^(i-2) b_i in ker l_r it is the polynomial sum_i s^(i-2) "
                "l_m(b_i) in s, of degree at most d - 2, and not the zero polynomial."
            ),
            uses=("minors",),
            mutants=(mutant("another power of s on one side", rhs=mi * others + S**2 * (mi * x)),),
        ),
        Step(
            "roots",
            "Each of these polynomials has at most d - 2 roots, so one of the first (M - 1)(d - 2) + 1 "
            "integers s is a root of none: x_0 = x(s) has l_r(x_0) = 0 and l_m(x_0) != 0 for m != r.",
            r"l_r(x_0)=0,\quad l_m(x_0)\ne0\ (m\ne r)",
            cite(ROOTS),
            general("a fact about polynomials in one variable"),
            uses=("curve",),
        ),
        Step(
            "smooth",
            "If |q| <= |l| then |l + q| + |l - q| - 2|l| = 0.",
            r"|l+q|+|l-q|-2|l|=0\qquad(|q|\le|l|)",
            sign_cases(_second(turned, q), 0, {w: "+-", q: "+0-", s: "+0"}),
            general(
                "l = +-(|q| + s) with s >= 0 and q = t l_m(e), every sign; t is the smallest that M - 1 "
                "forms allow"
            ),
            then="So for m != r the second difference of |l_m| at x_0 along t e_1 is 0 for small t.",
            uses=("roots",),
            mutants=(
                mutant("one |l| instead of two", lhs=mag(turned + q) + mag(turned - q) - mag(turned)),
                mutant("a kink: l = 0", lhs=mag(q) + mag(-q)),
            ),
        ),
        Step(
            "kink",
            "|q| + |-q| - 2|0| = 2|q|, for q != 0.",
            r"|q|+|-q|-2|0|=2|q|",
            sign_cases(_second(0, q), 2 * mag(q), {q: "+-"}),
            general("both signs of q"),
            then=(
                "That is the second difference for m = r, where l_r(x_0) = 0 and q = t l_r(e_1) = t r_1 != 0."
            ),
            uses=("roots", "nonzero"),
            mutants=(mutant("2 q without the absolute value", rhs=2 * q),),
        ),
        Step(
            "conclude",
            "2 c_r q + 0 = 0 with q != 0 gives c_r = 0.",
            r"2c_rq+0=0,\ q\ne0\;\Rightarrow\;c_r=0",
            identity(c, 0, [(inv, 2 * c * q + others), (-inv, others), (-c, 2 * q * inv - 1)]),
            general("others is the part of the forms m != r, which is 0; inv is the inverse of 2|q|"),
            then=(
                "The same combination of second differences of sum_m c_m |l_m| = 0 leaves this one term; r "
                "was any."
            ),
            uses=("smooth", "kink"),
            mutants=(mutant("q = 0: no inverse", given=((inv, 2 * c * q + others), (-inv, others))),),
        ),
        Step(
            "independent",
            f"The values of the {M} functions |l_m| at the {M} corners of the next step and the "
            f"points beside "
            f"them form a matrix of rank {M}.",
            r"\mathrm{rank}\,(|l_m(p)|)_{m,p}=M",
            rank_is(values(forms), M),
            bounded(d=d, M=M),
            uses=("conclude",),
            illustration=True,
            mutants=(mutant("a form twice", matrix=(*values(forms)[:-1], values(forms)[0])),),
        ),
        Step(
            "instance",
            f"For the {M} forms (1, k, k^2, ...) on Q^{d} the points are found, and the second differences "
            f"are 0 except at m = r.",
            r"\Delta_m=2|q|\,\delta_{mr}",
            every(_rows, _only_own, forms=forms),
            bounded(d=d, M=M),
            uses=("conclude",),
            illustration=True,
            mutants=(mutant("two collinear forms", forms=collinear),),
        ),
    )


def _examples() -> tuple[Hypothesis, ...]:
    return (
        Hypothesis(
            "nonzero",
            "the forms l_m are not 0",
            r"l_m\ne0",
            Without(
                True,
                "A zero form has |0| = 0, so its coefficient is free.",
                sign_cases(c * mag(0 * x), 0, {x: "+0-"}),
                (mutant("the form x", lhs=c * mag(x)),),
            ),
        ),
        Hypothesis(
            "non-collinear",
            "no two of the forms are collinear",
            r"l_m\nparallel l_n",
            Without(
                True,
                "|2 x| - 2 |-x| = 0.",
                sign_cases(mag(2 * x) - 2 * mag(-x), 0, {x: "+0-"}),
                (mutant("coefficient 1", lhs=mag(2 * x) - mag(-x)),),
            ),
        ),
        Hypothesis(
            "d-at-least-2",
            "d >= 2",
            r"d\ge2",
            Without(
                False,
                "On R^1 two nonzero forms are collinear, so M = 1, and c |a x| = 0 at x = 1 gives c = 0.",
                identity(c, 0, [(inv, c * q), (-c, q * inv - 1)]),
                (mutant("a = 0", given=((inv, c * q),)),),
            ),
        ),
    )


STATEMENT = Statement(
    id="lemma-6",
    place=300,
    title="absolute values of non-collinear forms are independent",
    words=(
        "Let l_1, ..., l_M be nonzero, pairwise non-collinear linear forms on R^d. If sum_m c_m |l_m(x)| = "
        "0 for all x, then every c_m is 0."
    ),
    latex=r"\sum_{m}c_m|l_m(x)|=0\ \forall x\;\Rightarrow\;c_m=0\ \forall m",
    source=Source("Lemma 6", None, "appendix B.2"),
    hypotheses=_examples(),
    steps=_steps,
    sizes=(Size("d", 3, 2, 6), Size("M", 5, 2, 12)),
)
