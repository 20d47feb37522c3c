"""Displays (4) and (5): equality of two maps, split into its even and its odd part. One argument for both."""

from __future__ import annotations

from typing import Any

from sympy import Rational, eye, symbols

from symproof.paper._symbols import column, grid, vector
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import Sizes
from symproof.proof.step import Step, bounded, general, mutant

x, p, q, r, s = symbols("x_i p q r s")
half = Rational(1, 2)


def split_steps(sizes: Sizes, first: Step, even: str, *, halved: bool) -> tuple[Step, ...]:
    """The steps that turn (1) into its even and its odd part.

    Args:
        sizes: d and N of the check with full matrices.
        first: the step that splits one neuron, D sigma(z) = D z/2 + D E(z) with E even.
        even: LaTeX of the even part of sigma around ``#``.
        halved: whether E = |z|/2 is written with its factor 1/2.
    """
    doubled = 2 if halved else 1
    above = x + half * p + q / doubled - half * r - s / doubled
    below = -x - half * p + q / doubled + half * r - s / doubled
    return (
        first,
        Step(
            "parts",
            f"In one coordinate let G = {_shown(halved)} at x, and the same with x, p, r negated at "
            "-x. Then G(x) + G(-x) has only the even parts q, s and G(x) - G(-x) only the linear ones.",
            rf"G(x)+G(-x)={'' if halved else '2'}(q-s),\quad G(x)-G(-x)=2x+p-r",
            identity([above + below, above - below], [2 * (q - s) / doubled, 2 * x + p - r]),
            general("p, r are the linear and q, s the even contributions of the two maps to one coordinate"),
            then="G is x + W_down sigma(W_up x) - V_down sigma(V_up x); G = 0 for all x makes both parts 0.",
            uses=(first.name,),
            mutants=(
                mutant("the skip counted once", rhs=[2 * (q - s) / doubled, x + p - r]),
                mutant("the sign of the even part", rhs=[2 * (q + s) / doubled, 2 * x + p - r]),
            ),
        ),
        Step(
            "back",
            "Conversely q = s and r = p + 2 x give G(x) = 0.",
            r"q=s,\ r=p+2x\;\Rightarrow\;G(x)=0",
            identity(above, 0, [(Rational(1, doubled), q - s), (half, 2 * x + p - r)]),
            general("one coordinate"),
            uses=("parts",),
            mutants=(mutant("r = p + x", given=((Rational(1, doubled), q - s), (half, x + p - r))),),
        ),
        _full(sizes, even, halved),
        Step(
            "matrix",
            "A linear form with value c at the unit vector e_j, and 0 everywhere, has c = 0; and c = 0 "
            "makes its term c x_j zero.",
            r"c=0,\qquad c\,x_j=0",
            identity(
                [symbols("c"), symbols("c") * symbols("x_j")],
                [0, 0],
                [
                    (column(1, 0), symbols("value")),
                    (column(-1, 0), symbols("value") - symbols("c") * symbols("one") - symbols("rest")),
                    (column(-symbols("c"), 0), symbols("one") - 1),
                    (column(-1, 0), symbols("rest")),
                    (column(0, symbols("x_j")), symbols("c")),
                ],
            ),
            general(
                "c is the (i, j) entry of the difference; value = c x_j + rest at x = e_j, where rest = 0"
            ),
            then=(
                "So the odd part vanishes for all x exactly when V_down V_up = W_down W_up + 2 I, entry by "
                "entry."
            ),
            uses=("parts", "back"),
            mutants=(mutant("the entry is 1", lhs=[symbols("c") - 1, symbols("c") * symbols("x_j")]),),
        ),
    )


def _shown(halved: bool) -> str:
    """G as it is written in the claim, with or without the factor 1/2 of the even parts."""
    return "x + (p + q)/2 - (r + s)/2" if halved else "x + p/2 + q - r/2 - s"


def _full(sizes: Sizes, even: str, halved: bool) -> Step:
    d, N, doubled = sizes["d"], sizes["N"], 2 if halved else 1
    Wd, Wu, Vd, Vu = grid("D", d, N), grid("w", N, d), grid("V", d, N), grid("v", N, d)
    a, b, point = vector("a", N), vector("b", N), vector("x", d)

    def G(sign: int) -> Any:
        up, other = half * sign * Wu * point + a / doubled, half * sign * Vu * point + b / doubled
        return sign * point + Wd * up - Vd * other

    odd = (2 * eye(d) + Wd * Wu - Vd * Vu) * point
    evens = 2 * (Wd * a - Vd * b) / doubled
    terms = [
        rf"{name}_{{\mathrm{{down}}}}" + even.replace("#", rf"{name}_{{\mathrm{{up}}}}x") for name in "WV"
    ]
    return Step(
        "full",
        "The same with all matrices written out in symbols, and one unknown for the even part of "
        "each neuron.",
        rf"G(x)+G(-x)={'' if halved else '2'}({terms[0]}-{terms[1]}),\quad "
        r"G(x)-G(-x)=(2I+W_{\mathrm{down}}W_{\mathrm{up}}-V_{\mathrm{down}}V_{\mathrm{up}})x",
        identity((G(1) + G(-1)).col_join(G(1) - G(-1)), evens.col_join(odd)),
        bounded(d=d, N=N),
        illustration=True,
        uses=("parts",),
        mutants=(
            mutant("I instead of 2 I", rhs=evens.col_join(odd - point)),
            mutant(
                "V_down in place of W_down in the even part",
                rhs=(2 * (Vd * a - Vd * b) / doubled).col_join(odd),
            ),
        ),
    )
