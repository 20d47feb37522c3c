"""Theorem 4 for every linear skip M, singular or not, and every linear gap c (new)."""

from __future__ import annotations

from fractions import Fraction

from sympy import symbols

from symproof.paper import _theorem4
from symproof.paper._symbols import DOWN, UP, even, grid, sigma
from symproof.paper._theorem4 import count_step, occupied_step
from symproof.proof.checks.cases import mag, sgn, sign_cases
from symproof.proof.checks.maps import absorbed_by_flipping, certified
from symproof.proof.checks.polynomial import Expr, identity
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

D, z, c, F, lin, m, half = symbols("D z c F l m 1_2")
A, B, V, V2, s, t, u, e, w = symbols("A B V_1 V_2 s_1 s_2 u e w")

# leaky ReLU of slope 1/10 has gap 11/10; S = {0} makes -(11/10) D_1 w_1 the skip, of rank 1.
SKIP = ((Fraction(11, 10), 0), (Fraction(-11, 10), 0))
HALF_SKIP = ((Fraction(11, 20), 0), (Fraction(-11, 20), 0))


def _necessary() -> tuple[Step, ...]:
    return (
        Step(
            "parts",
            "With sigma(z) = (c/2) z + E(z), G(x) + G(-x) has only the even parts and G(x) - G(-x) only M x "
            "and c/2 times the linear ones.",
            r"G(x)+G(-x)=2(A-B),\qquad G(x)-G(-x)=2m+c\,(s-t)",
            identity([_side(1) + _side(-1), _side(1) - _side(-1)], [2 * (A - B), 2 * m + c * (s - t)]),
            general(
                "one coordinate; A, B are the even parts and s, t the forms W_down W_up x, V_down V_up x"
            ),
            then=(
                "Necessity: W_down E(W_up x) = V_down E(V_up x) and M + (c/2) W_down W_up = (c/2) V_down "
                "V_up."
            ),
            uses=("gap",),
            mutants=(mutant("gap 2 c", rhs=[2 * (A - B), 2 * m + 2 * c * (s - t)]),),
        ),
        Step(
            "conic",
            "For E(z) = e |z|, rows s_1 w_i and s_2 w_i of V leave the coefficient e (D_i - |s_1| V_1 - "
            "|s_2| V_2) in the class of w_i.",
            r"e\,(D_i|u|-V_1|s_1u|-V_2|s_2u|)=e\,(D_i-|s_1|V_1-|s_2|V_2)\,|u|",
            sign_cases(
                e * (D * mag(u) - V * mag(s * u) - V2 * mag(t * u)),
                e * (D - V * mag(s) - V2 * mag(t)) * mag(u),
                {s: "+0-", t: "+0-", u: "+0-"},
            ),
            general("two rows of V in the class, more by repeating"),
            then="Lemma 6 makes it 0.",
            uses=("parts", "lemma-6", "kind", "rows-non-collinear", "rows-nonzero"),
            mutants=(mutant("s_1 without the absolute value", rhs=e * (D - V * s - V2 * mag(t)) * mag(u)),),
        ),
        Step(
            "rigid",
            "For rigid E, rows w_i and -w_i of V leave the coefficient D_i - V_1 - V_2 of E(w_i.x).",
            r"D_iE(u)-V_1E(u)-V_2E(-u)=(D_i-V_1-V_2)\,E(u)",
            identity(
                D * even(u) - V * even(u) - V2 * even(-u), (D - V - V2) * even(u), [(-V2, even(-u) - even(u))]
            ),
            general("E(-u) = E(u) is used; rigid means that the E(w.x) are independent modulo polynomials"),
            then="It is 0 as in Theorem 4 for GELU: the E(w.x) are independent modulo polynomials.",
            uses=("parts", "thm-4-gelu", "kind", "rows-non-collinear", "rows-nonzero"),
            mutants=(mutant("E odd", given=((-V2, even(-u) + even(u)),)),),
        ),
        occupied_step(("conic", "rigid", "columns-nonzero")),
        count_step(("occupied",)),
        Step(
            "sign",
            "|k| V = D gives V k w = sign(k) D w.",
            r"|k|\,V=D\;\Rightarrow\;V\,(k\,w)=\mathrm{sign}(k)\,D\,w",
            sign_cases(V * s * w, sgn(s) * D * w, {s: "+-"}, [(sgn(s) * w, mag(s) * V - D)]),
            general("one entry of one rank-one term; both signs"),
            then="Each class holds one row v = k w_i with |k| V = D_i (|k| = 1 for rigid E).",
            uses=("count", "conic", "rigid"),
            mutants=(mutant("the sign dropped", rhs=D * w),),
        ),
        Step(
            "assemble",
            "(c/2)(A - B) = m + (c/2)(A + B) gives c B = -m.",
            r"\tfrac c2(A-B)=m+\tfrac c2(A+B)\;\Rightarrow\;cB=-m",
            identity(c * B, -m, [(-1, half * c * (A - B) - m - half * c * (A + B)), (-c * B, 2 * half - 1)]),
            general("one entry; 1_2 is 1/2"),
            then="A and B are the sums of D_i w_i over the signs + and -: so W_down[:,S] W_up[S,:] = -M/c.",
            uses=("sign", "parts"),
            mutants=(
                mutant(
                    "M/2",
                    given=((-1, half * c * (A - B) - m / 2 - half * c * (A + B)), (-c * B, 2 * half - 1)),
                ),
            ),
        ),
    )


def _side(sign: int) -> Expr:
    """G at x or -x, for one coordinate: skip, linear and even contributions of the two maps."""
    return sign * m + sign * c * s / 2 + A - sign * c * t / 2 - B


def _rank(sizes: Sizes) -> Step:
    size = sizes["s"]
    X, Y = grid("X", size + 1, size), grid("Y", size, size + 1)
    return Step(
        "rank",
        f"A product with s = {size} inner terms has no nonzero minor of size s + 1.",
        r"\det(XY)=0,\quad X\in\mathbb{R}^{(s+1)\times s},\ Y\in\mathbb{R}^{s\times(s+1)}",
        identity((X * Y).det(method="berkowitz"), 0),
        bounded(s=size),
        then=(
            "So rank M is at most the size of S. Together: V exists exactly when some S has W_down[:,S] "
            "W_up[S,:] = -M/c."
        ),
        uses=("assemble", "sufficient"),
        mutants=(
            mutant(
                "one term more",
                lhs=(X * Y + grid("s", size + 1, 1) * grid("t", 1, size + 1)).det(method="berkowitz"),
            ),
        ),
    )


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    leaky = "leaky_relu(1/10)"
    return (
        Step(
            "flip",
            "sigma(z) - sigma(-z) = c z gives D sigma(-z) = D sigma(z) - c D z.",
            r"D\,\sigma(-z)=D\,\sigma(z)-c\,D\,z",
            identity(D * sigma(-z), D * sigma(z) - c * D * z, [(-D, sigma(z) - sigma(-z) - c * z)]),
            general("one neuron with z = w.x"),
            then="Flipping one row changes its neuron by -c D z.",
            uses=("gap",),
            mutants=(mutant("gap 1", given=((-D, sigma(z) - sigma(-z) - z),)),),
        ),
        Step(
            "sufficient",
            "F - c l = F + m when c l = -m.",
            r"F-c\,l=F+m\qquad(c\,l=-m)",
            identity(F - c * lin, F + m, [(-1, c * lin + m)]),
            general("one coordinate"),
            then=(
                "Flipping the rows of S changes the block by -c W_down[:,S] W_up[S,:] x, which is M x when "
                "W_down[:,S] W_up[S,:] = -M/c."
            ),
            uses=("flip",),
            mutants=(mutant("the sign of M", given=((-1, c * lin - m),)),),
        ),
        *_necessary(),
        _rank(sizes),
        Step(
            "absorbed",
            "Leaky ReLU of slope 1/10 (c = 11/10) with the skip [[11/10,0],[-11/10,0]]: S = {0} satisfies "
            "the condition, and the block with that row flipped is equal.",
            r"W_{\mathrm{down}}[:,S]W_{\mathrm{up}}[S,:]=-\tfrac{10}{11}M,\qquad S=\{0\}",
            absorbed_by_flipping(leaky, (UP, DOWN, SKIP), (0,)),
            bounded(d=2, N=3),
            uses=("sufficient",),
            illustration=True,
            mutants=(mutant("another row flipped", subset=(1,)),),
        ),
        Step(
            "not-absorbed",
            "The same weights with half of that skip, [[11/20,0],[-11/20,0]]: certified not absorbable.",
            r"\nexists V",
            certified("not-absorbable", leaky, (UP, DOWN, HALF_SKIP), _theorem4.EXHAUST),
            bounded(d=2, N=3),
            uses=("rank",),
            illustration=True,
            mutants=(mutant("the whole skip", W_skip=SKIP),),
        ),
    )


def _quadratic(argument: Expr) -> Expr:
    """z/2 + z^2: gap 1, and an even part that is neither conic nor rigid."""
    return argument / 2 + argument**2


STATEMENT = Statement(
    id="general-skip",
    place=600,
    title="Theorem 4 for every linear skip and every gap",
    words=(
        "Let sigma(z) - sigma(-z) = c z with c != 0 and let the even part be e |z| or rigid; rows and "
        "columns as in Theorem 4; M any matrix, singular or not. V with M x + W_down sigma(W_up x) = V_down "
        "sigma(V_up x) of the same width exists exactly when some S has W_down[:,S] W_up[S,:] = -M/c; then "
        "S has at least rank M elements."
    ),
    latex=(
        r"\exists V\;\Longleftrightarrow\;\exists S:\ "
        r"W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]=-\tfrac1cM"
    ),
    source=Source(None, None, "contains Theorem 4"),
    hypotheses=(
        Hypothesis(
            "gap",
            "sigma(z) - sigma(-z) = c z with c != 0",
            r"\sigma(z)-\sigma(-z)=cz",
            Without(
                True,
                "sigma(z) = |z| has the gap 0. With the statement read at c = 1, M = I: W_up = (1,0), (1,1), "
                "(1,-1), W_down = [[-1,0,2],[1,-1,3]] and S = {0, 1} satisfy the condition, and the kernel "
                "certifies that no V exists.",
                _theorem4.despite(),
                _theorem4.DESPITE,
            ),
        ),
        Hypothesis(
            "kind",
            "the even part is e |z| with e != 0, or rigid",
            r"E(z)=e|z|\ \text{or rigid}",
            Without(
                True,
                "sigma(z) = z/2 + z^2, d = 1, N = 2, W_up = 1, 2, W_down = 1, 1: no S (the sums are 0, 1, "
                "2, 3; the product of (sum + 1) over all S is 24), yet the skip is absorbed, even by one "
                "neuron: x + sigma(x) + sigma(2 x) = 5 sigma(x).",
                identity(
                    [z + _quadratic(z) + _quadratic(2 * z), _theorem4.misses((1, 2), -1)],
                    [5 * (z / 2 + z**2), 24],
                ),
                (
                    mutant("without the skip", lhs=[_quadratic(z) + _quadratic(2 * z), 24]),
                    mutant(
                        "W_down = 1, -1/2, for which S exists",
                        lhs=[z + _quadratic(z) + _quadratic(2 * z), _theorem4.misses((1, -1), -1)],
                    ),
                ),
            ),
        ),
        Hypothesis(
            "rows-non-collinear",
            "the rows of W_up are pairwise non-collinear (for rigid E: not equal up to sign)",
            r"w_i\nparallel w_j",
            Without(
                True,
                "Rows e1, -e1, e2, -e2 and W_down = [[2,5,1,1],[1,1,3,7]] with M = I, as in Theorem 4.",
                *_theorem4.opposed("relu"),
            ),
        ),
        *_theorem4.idle_hypotheses("relu"),
    ),
    steps=_steps,
    sizes=(Size("s", 2, 1, 3),),
    uses=("lemma-6", "thm-4-gelu"),
)
