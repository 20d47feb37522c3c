"""Theorem 4 for GELU: the same condition (3), with rows that need only differ up to sign."""

from __future__ import annotations

from sympy import symbols

from symproof.paper import _theorem4
from symproof.paper._symbols import column, even, sigma
from symproof.paper._theorem4 import absorb_step, assemble_step, count_step, occupied_step, size_steps
from symproof.proof.checks.polynomial import identity
from symproof.proof.facts import ROOTS, cite
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, general, mutant

D, z, V, w, c, one, two, Q = symbols("D z V_1 w c l l' V_2")
n, dn, dm, inv, up = symbols("n d_n d_(n+1) d_n^-1 up")


def _series() -> tuple[Step, ...]:
    return (
        Step(
            "coefficients",
            "(2n+2) d_(n+1) = -d_n and d_n != 0 give d_(n+1) the inverse -(2n+2)/d_n.",
            r"(2n+2)\,d_{n+1}=-d_n,\ d_n\ne0\;\Rightarrow\;d_{n+1}\cdot\bigl(-(2n+2)\,d_n^{-1}\bigr)=1",
            identity(dm * (-2 * (n + 1) * inv), 1, [(-inv, 2 * (n + 1) * dm + dn), (1, dn * inv - 1)]),
            general("one n; the induction starts with d_0 = 1/sqrt(2 pi) > 0"),
            then=(
                "The normal density solves y' = -z y, so its coefficients at z^(2n) satisfy this: all are "
                "different from 0."
            ),
            uses=("gelu",),
            mutants=(mutant("d_n = 0: no inverse", given=((-inv, 2 * (n + 1) * dm + dn),)),),
        ),
        Step(
            "even-part",
            "S = d_n/(2n+1) has (2n+1) S = d_n and the inverse (2n+1)/d_n.",
            r"S=\frac{d_n}{2n+1}:\quad(2n+1)\,S=d_n,\qquad S\cdot(2n+1)\,d_n^{-1}=1",
            identity(
                [(2 * n + 1) * (dn * up), (dn * up) * ((2 * n + 1) * inv)],
                [dn, 1],
                [(column(dn, dn * inv), (2 * n + 1) * up - 1), (column(0, 1), dn * inv - 1)],
            ),
            general(
                "one n: integrating z^(2n) divides by 2n + 1, multiplying by z moves the term up; up is "
                "1/(2n+1)"
            ),
            then=(
                "It is the coefficient of E(z) = z (Phi(z) - 1/2) at z^(2n+2). So E is analytic, even and "
                "not a polynomial."
            ),
            uses=("coefficients",),
            mutants=(
                mutant(
                    "divided by 2n + 2",
                    given=((column(dn, dn * inv), (2 * n + 2) * up - 1), (column(0, 1), dn * inv - 1)),
                ),
            ),
        ),
    )


def _independence() -> tuple[Step, ...]:
    return (
        Step(
            "differ",
            "l^2 - l'^2 = (l - l')(l + l').",
            r"l^2-l'^2=(l-l')(l+l')",
            identity(one**2 - two**2, (one - two) * (one + two)),
            general("one pair of forms"),
            then=(
                "For rows with w != 0 and w != +-w' the forms l, l - l', l + l' are not zero; where none of "
                "them vanishes, l^2 and l'^2 are positive and distinct."
            ),
            uses=("rows-distinct", "rows-nonzero"),
            mutants=(mutant("l^2 + l'^2", lhs=one**2 + two**2),),
        ),
        Step(
            "point",
            "On the curve x(s) = (1, s, ..., s^(d-1)) each of these forms is a polynomial in s that is not "
            "zero and has few roots, so some x avoids all: the |l_m(x)| are positive and distinct, also for "
            "the rows of V once equal ones up to sign are merged.",
            r"\exists x:\ |l_m(x)|>0\text{ pairwise distinct}",
            cite(ROOTS),
            general("finitely many polynomials in one variable"),
            uses=("differ",),
        ),
        Step(
            "classes",
            "Rows w_i and -w_i of V leave the one coefficient D_i - V_1 - V_2 of E(w_i.x).",
            r"D_iE(z)-V_1E(z)-V_2E(-z)=(D_i-V_1-V_2)\,E(z)",
            identity(
                D * even(z) - V * even(z) - Q * even(-z), (D - V - Q) * even(z), [(-Q, even(-z) - even(z))]
            ),
            general("E(-z) = E(z) is all that is used of E; rows of V in no class of W have D_i = 0"),
            then=(
                "By display (5) W_down E(W_up x) = V_down E(V_up x). On the line t x, E(t l) = E(t |l|) "
                "with positive distinct scales |l|, so Lemma 7 makes every coefficient 0."
            ),
            uses=("point", "even-part", "lemma-7", "setup-display-5"),
            mutants=(
                mutant("E odd", given=((-Q, even(-z) + even(z)),)),
                mutant("the row -w_i counted with - V_2", rhs=(D - V + Q) * even(z)),
            ),
        ),
    )


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    return (
        Step(
            "flip",
            "Flipping one row changes its neuron by -D z: from sigma(z) - sigma(-z) = z, D sigma(-z) = D "
            "sigma(z) - D z.",
            r"D\,\sigma(-z)=D\,\sigma(z)-Dz",
            identity(D * sigma(-z), D * sigma(z) - D * z, [(-D, sigma(z) - sigma(-z) - z)]),
            general("one neuron with z = w.x; only the gap 1 is used"),
            uses=("gelu", "setup-parity"),
            mutants=(mutant("gap 2", given=((-D, sigma(z) - sigma(-z) - 2 * z),)),),
        ),
        absorb_step(("flip",)),
        *_series(),
        *_independence(),
        occupied_step(("classes", "columns-nonzero")),
        count_step(("occupied",)),
        Step(
            "sign",
            "V = D and c^2 = 1 give V c w = c D w.",
            r"V=D,\ c^2=1\;\Rightarrow\;V\,(c\,w)=c\,D\,w",
            identity(
                [V * c * w, c * c], [c * D * w, 1], [(column(c * w, 0), V - D), (column(0, 1), c**2 - 1)]
            ),
            general("one entry of one rank-one term"),
            then="v = c w_i is alone in its class, so V = D_i and c = 1 or -1.",
            uses=("count", "classes"),
            mutants=(mutant("V = 2 D", given=((column(c * w, 0), V - 2 * D), (column(0, 1), c**2 - 1))),),
        ),
        assemble_step(("sign", "setup-display-5")),
        _theorem4.symbolic_step(sizes),
        *size_steps(sizes, ("sufficient", "assemble")),
        *_theorem4.instance_steps("gelu"),
    )


STATEMENT = Statement(
    id="thm-4-gelu",
    place=410,
    title="when a GELU block absorbs its skip",
    words=(
        "Let the rows of W_up be nonzero, no two of them equal up to sign (the paper asks for "
        "non-collinear), and the columns of W_down nonzero. V with x + W_down GELU(W_up x) = V_down "
        "GELU(V_up x) of the same width exists exactly when some S has W_down[:,S] W_up[S,:] = -I; then S "
        "has at least d elements."
    ),
    latex=r"\exists V\;\Longleftrightarrow\;\exists S:\ W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]=-I_d",
    source=Source("Theorem 4 (GELU)", "Theorem 10", "section 4, appendices B.1 and B.3"),
    hypotheses=(
        Hypothesis(
            "gelu",
            "sigma = GELU",
            r"\sigma=\mathrm{GELU}",
            Without(
                True,
                "sigma(z) = |z|, W_up = (1,0), (1,1), (1,-1), W_down = [[-1,0,2],[1,-1,3]]: S = {0, 1} "
                "satisfies (3), and the kernel certifies that no V exists. (For tanh no V exists either, by "
                "any-activation.)",
                _theorem4.despite(),
                _theorem4.DESPITE,
            ),
        ),
        Hypothesis(
            "rows-distinct",
            "no two rows of W_up are equal up to sign",
            r"w_i\ne\pm w_j",
            Without(
                True,
                "Rows e1, -e1, e2, -e2 and W_down = [[2,5,1,1],[1,1,3,7]]: no S satisfies (3), yet V_down = "
                "[[3,4,1,1],[1,1,4,6]] on the same rows absorbs the skip.",
                *_theorem4.opposed("gelu"),
            ),
        ),
        Hypothesis(
            "rows-non-collinear",
            "the rows of W_up are pairwise non-collinear",
            r"w_i\nparallel w_j",
            Without(
                False,
                "Rows w and 2 w are allowed: E(t l) and E(2 t l) are independent by Lemma 7, so rows that "
                "differ up to sign suffice.",
            ),
        ),
        *_theorem4.idle_hypotheses("gelu"),
        *_theorem4.size_hypotheses(),
    ),
    steps=_steps,
    sizes=(Size("d", 3, 2, 4), Size("N", 5, 2, 7)),
    uses=("setup-parity", "setup-display-5", "lemma-7"),
)
