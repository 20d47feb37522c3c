"""The converse direction: when is a residual-free block minus the identity again residual-free?"""

from __future__ import annotations

from sympy import symbols

from symproof.paper import _theorem4
from symproof.paper._symbols import DOWN, UP
from symproof.proof.checks.algebra import Rows
from symproof.proof.checks.maps import absorbed_by_flipping, absorbed_without_subset
from symproof.proof.checks.polynomial import identity, value
from symproof.proof.sizes import Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

F, H, x, P, delta, D, w, rest = symbols("F H x_i P delta D_1k w_k1 rest")
MINUS = ((-1, 0), (0, -1))


def negated(matrix: Rows) -> Rows:
    """The matrix with every sign changed."""
    return tuple(tuple(-entry for entry in row) for row in matrix)


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    return (
        Step(
            "negate",
            "F(x) - x = H(x) is the same equation as -F(x) + x = -H(x): an absorption equation for the "
            "block (V_up, -V_down).",
            r"V_{\mathrm{down}}\sigma(V_{\mathrm{up}}x)-x=H(x)\;\Longleftrightarrow\;(-V_{\mathrm{down}})\sigma(V_{\mathrm{up}}x)+x=-H(x)",
            identity((-F + x) - (-H), -((F - x) - H)),
            general("one coordinate; F and H are the two maps"),
            mutants=(mutant("x not negated", lhs=(-F - x) - (-H)),),
        ),
        Step(
            "condition",
            "-P - (-delta) is -(P - delta): one is 0 exactly when the other is.",
            r"-P-(-\delta)=-(P-\delta)",
            identity(-P - (-delta), -(P - delta)),
            general("one entry; P is that of V_down[:,S] V_up[S,:]"),
            then=(
                "Theorem 4 for (V_up, -V_down) asks for -V_down[:,S] V_up[S,:] = -I, that is V_down[:,S] "
                "V_up[S,:] = +I."
            ),
            uses=("negate", "thm-4-relu", "thm-4-gelu", "rows", "columns"),
            mutants=(mutant("- I on the right", rhs=-(P + delta)),),
        ),
        Step(
            "null",
            "With D replaced by -D, the factor p_S has the same value at the point with -D in place of D.",
            r"1-D_{1k}w_{k1}+r=2+r\quad\text{at }D_{1k}=-1,\ w_{k1}=1",
            value(1 - D * w + rest, [(D, -1), (w, 1)], 2 + rest),
            general("one factor and one of its terms"),
            then=(
                "So the polynomial of Corollary 5 in these unknowns is not zero either, and the condition "
                "fails for almost every V."
            ),
            uses=("condition", "cor-5"),
            mutants=(mutant("the sign of D kept", poly=1 + D * w + rest),),
        ),
        Step(
            "instance",
            "An exact V with d = 2, N = 3 and V_down[:,S] V_up[S,:] = +I for S = {0, 1}: V - x is the block "
            "with these rows flipped.",
            r"V_{\mathrm{down}}\sigma(V_{\mathrm{up}}x)-x=V_{\mathrm{down}}\sigma(CV_{\mathrm{up}}x)",
            absorbed_by_flipping("relu", (UP, negated(DOWN), MINUS), (0, 1)),
            bounded(d=2, N=3),
            uses=("condition",),
            illustration=True,
            mutants=(mutant("+ x instead of - x", W_skip=((1, 0), (0, 1))),),
        ),
    )


STATEMENT = Statement(
    id="converse",
    place=440,
    title="when a block minus the identity is residual-free",
    words=(
        "Let the rows of V_up be nonzero and pairwise non-collinear, the columns of V_down nonzero, sigma "
        "ReLU or GELU. V_down sigma(V_up x) - x is a residual-free MLP of width N exactly when V_down[:,S] "
        "V_up[S,:] = +I for some S; for almost every V it is not."
    ),
    latex=r"\exists W\;\Longleftrightarrow\;\exists S:\ V_{\mathrm{down}}[:,S]\,V_{\mathrm{up}}[S,:]=+I_d",
    source=Source("Converse (after Corollary 5)", None, "appendix B.4"),
    hypotheses=(
        Hypothesis(
            "rows",
            "the rows of V_up are nonzero and pairwise non-collinear",
            r"v_i\nparallel v_j",
            Without(
                True,
                "Rows e1, -e1, e2, -e2 and V_down = -[[2,5,1,1],[1,1,3,7]]: no S gives +I, yet V - x is "
                "residual-free of width 4.",
                absorbed_without_subset(
                    "relu",
                    (_theorem4.OPPOSED_UP, negated(_theorem4.OPPOSED_DOWN), MINUS),
                    (_theorem4.OPPOSED_UP, negated(_theorem4.OPPOSED_ANSWER), None),
                ),
                (mutant("W_down = V_down", V_down=negated(_theorem4.OPPOSED_DOWN)),),
            ),
        ),
        Hypothesis(
            "columns",
            "the columns of V_down are not zero",
            r"(V_{\mathrm{down}})_{:,i}\ne0",
            Without(
                True,
                "V_up = (1,0), (1,1), (1,2), V_down = -[[2,0,0],[3,-1,0]]: no S gives +I, yet V - x is "
                "residual-free of width 3.",
                absorbed_without_subset(
                    "relu",
                    (_theorem4.IDLE_UP, negated(_theorem4.IDLE_DOWN), MINUS),
                    (_theorem4.IDLE_V_UP, negated(_theorem4.IDLE_V_DOWN), None),
                ),
                (mutant("W_down = V_down", V_down=negated(_theorem4.IDLE_DOWN)),),
            ),
        ),
    ),
    steps=_steps,
    uses=("thm-4-relu", "thm-4-gelu", "cor-5"),
)
