"""Lemma 6: the absolute values of pairwise non-collinear linear forms are linearly independent."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction

from symproof.paper._language import *
from symproof.paper._lemma6 import NAMES, C_o, L_o, c_r, e_1, eps, l_r, m_, q, slack, v, v_0

ABOUT = {
    "id": "lemma-6",
    "place": 300,
    "title": "absolute values of non-collinear forms are independent",
    "says": "When a sum of absolute values of linear forms is 0 everywhere, the coefficient of [a form "
    "that is not 0](nonzero) is 0 unless [another form is collinear with it](non-collinear); [d at least "
    "2](d-at-least-2) is not needed.",
    "v2": "Lemma 6",
    "v1": None,
    "where": "appendix B.2",
}
a_, c_, inv = symbols("a c inv")
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


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    forms = sample(sizes["d"], sizes["M"])
    x_0 = v_0 - e_1 * l_r * v_0
    collinear = (*forms[:-1], tuple(-2 * entry for entry in forms[0]))
    moved = sgn(w) * (mag(q) + slack)
    return (
        step("slope", equal(l_r * e_1, 1), attained("nonzero", e_1)),
        step("kernel", equal(l_r * (v - e_1 * l_r * v)), algebra(by("slope", right=l_r * v))),
        step("on-kernel", equal(m_ * (v - e_1 * l_r * v), (m_ - m_ * e_1 * l_r) * v), algebra()),
        step(
            "generic",
            has(L_o * x_0, "has no entry 0 in a nonzero row"),
            cited(ROOTS, "on-kernel", "non-collinear", new=(v_0,)),
        ),
        step(
            "no-kink",
            every(
                equal(mag(moved + q) + mag(moved - q), 2 * mag(moved)), where=(nonzero(w), at_least(slack))
            ),
            cases({w: "+-", q: "+0-", slack: "+0"}),
        ),
        step("kink", equal(mag(q) + mag(-q) - 2 * mag(0), 2 * mag(q)), cases({q: "+0-"})),
        step("kink-nonzero", every(positive(mag(q)), where=(nonzero(q),)), signs({q: "+-"})),
        step("base", equal(l_r * x_0), algebra(by("kernel", {v: v_0}))),
        step(
            "smooth",
            equal(mag(L_o * x_0 + eps * L_o * e_1) + mag(L_o * x_0 - eps * L_o * e_1), 2 * mag(L_o * x_0)),
            words(
                "every entry is 0 throughout, or eps times its slope is smaller than it; eps is small",
                "generic",
                "no-kink",
                rocq="lemma_6",
                new=(eps,),
            ),
        ),
        step("small", positive(eps), words("eps was chosen positive", "smooth", rocq="lemma_6")),
        step(
            "second-difference",
            equal(2 * mag(eps) * c_r),
            algebra(
                by("zero", {x: x_0 + eps * e_1}),
                by("zero", {x: x_0 - eps * e_1}),
                by("zero", {x: x_0}),
                by("smooth", times=C_o),
                by(
                    "base",
                    inside=[
                        c_r * mag(HOLE + eps * l_r * e_1),
                        c_r * mag(HOLE - eps * l_r * e_1),
                        c_r * mag(HOLE),
                    ],
                ),
                by("slope", inside=[c_r * mag(eps * HOLE), c_r * mag(-eps * HOLE)]),
                by("kink", {q: eps}, c_r),
            ),
        ),
        step(
            "size-of-kink",
            positive(mag(eps)),
            combination(by("kink-nonzero", {q: eps}), by("small", times=[])),
        ),
        step("kink-not-0", nonzero(mag(eps)), combination("size-of-kink")),
        step("conclusion", equal(c_r), algebra("second-difference", "kink-not-0")),
        example(
            "independent",
            "conclusion",
            rank_is(values(forms), sizes["M"]),
            bounded(d=sizes["d"], M=sizes["M"]),
            mutant("a form twice", matrix=(*values(forms)[:-1], values(forms)[0])),
        ),
        example(
            "instance",
            "conclusion",
            every_case(_rows, _only_own, forms=forms),
            bounded(d=sizes["d"], M=sizes["M"]),
            mutant("two collinear forms", forms=collinear),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "nonzero",
            nonzero(l_r),
            "A zero form has |0| = 0, so its coefficient is free.",
            sign_cases(c_ * mag(0 * a_), 0, {a_: "+0-"}),
            mutant("the form x", lhs=c_ * mag(a_)),
        ),
        needed(
            "non-collinear",
            has(L_o, "has no nonzero row collinear with l_r"),
            "|2 x| - 2 |-x| = 0.",
            sign_cases(mag(2 * a_) - 2 * mag(-a_), 0, {a_: "+0-"}),
            mutant("coefficient 1", lhs=mag(2 * a_) - mag(-a_)),
        ),
        unneeded(
            "d-at-least-2",
            at_least(d, 2),
            "On R^1 two nonzero forms are collinear, so M = 1, and c |a x| = 0 at x = 1 gives c = 0.",
            identity(c_, 0, [(inv, c_ * q), (-c_, q * inv - 1)]),
            mutant("a = 0", given=((inv, c_ * q),)),
        ),
    ),
    suppose=(Given("zero", every(equal(c_r * mag(l_r * x) + C_o * mag(L_o * x)), x)),),
    concludes=("conclusion",),
    sizes=(Size("d", 3, 2, 6), Size("M", 5, 2, 12)),
    names=NAMES,
    written=_steps,
)
