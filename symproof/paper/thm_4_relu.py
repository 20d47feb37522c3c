"""Theorem 4 for ReLU: absorption is the same as condition (3)."""

from __future__ import annotations

from sympy import symbols

from symproof.paper import _theorem4
from symproof.paper._theorem4 import absorb_step, assemble_step, count_step, occupied_step, size_steps
from symproof.proof.checks.cases import mag, relu, sgn, sign_cases
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, general, mutant

D, z, V, c, w, s, u, P, Q = symbols("D z V_1 c w s_1 u V_2 s_2")


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    return (
        Step(
            "flip",
            "Flipping one row changes its neuron by -D z: D ReLU(-z) = D ReLU(z) - D z.",
            r"D\,\mathrm{ReLU}(-z)=D\,\mathrm{ReLU}(z)-Dz",
            sign_cases(D * relu(-z), D * relu(z) - D * z, {z: "+0-"}),
            general("one neuron with z = w.x"),
            uses=("relu", "setup-parity"),
            mutants=(
                mutant("+ D z", rhs=D * relu(z) + D * z),
                mutant("half of it", rhs=D * relu(z) - D * z / 2),
            ),
        ),
        absorb_step(("flip",)),
        Step(
            "classes",
            "In the class of w_i, rows s_1 w_i and s_2 w_i of V leave the one coefficient D_i - |s_1| V_1 - "
            "|s_2| V_2.",
            r"D_i|u|-V_1|s_1u|-V_2|s_2u|=(D_i-|s_1|V_1-|s_2|V_2)\,|u|,\quad u=w_i\cdot x",
            sign_cases(
                D * mag(u) - V * mag(s * u) - P * mag(Q * u),
                (D - V * mag(s) - P * mag(Q)) * mag(u),
                {s: "+0-", Q: "+0-", u: "+0-"},
            ),
            general(
                "two rows of V in the class, more by repeating; w_i is alone there since rows are "
                "non-collinear"
            ),
            then=(
                "Necessity: by display (4) W_down |W_up x| = V_down |V_up x|, and Lemma 6, row by row, "
                "makes every such coefficient 0."
            ),
            uses=("setup-display-4", "rows-nonzero", "rows-non-collinear", "lemma-6"),
            mutants=(mutant("s_1 without the absolute value", rhs=(D - V * s - P * mag(Q)) * mag(u)),),
        ),
        occupied_step(("classes", "columns-nonzero")),
        count_step(("occupied",)),
        Step(
            "sign",
            "|c| V = D gives V c w = sign(c) D w.",
            r"|c|\,V=D\;\Rightarrow\;V\,(c\,w)=\mathrm{sign}(c)\,D\,w",
            sign_cases(V * c * w, sgn(c) * D * w, {c: "+-"}, [(sgn(c) * w, mag(c) * V - D)]),
            general("one entry of one rank-one term; both signs of c"),
            then="v = c w_i is alone in its class, so |c| V = D_i.",
            uses=("count", "classes"),
            mutants=(
                mutant("the sign of c dropped", rhs=D * w),
                mutant("c V = D", given=((sgn(c) * w, c * V - D),)),
            ),
        ),
        assemble_step(("sign", "setup-display-4")),
        _theorem4.symbolic_step(sizes),
        *size_steps(sizes, ("sufficient", "assemble")),
        Step(
            "one-neuron",
            "At d = N = 1, f(x) = x + D ReLU(w x) has f(1) f(-1) = -(1 + D w).",
            r"f(1)\,f(-1)=-(1+Dw)",
            sign_cases((1 + D * relu(w)) * (-1 + D * relu(-w)), -(1 + D * w), {w: "+-"}),
            general("both signs of w"),
            then=(
                "One neuron vanishes at 1 or at -1, and any two values with one of them 0 are those of one "
                "neuron: so V exists exactly when D w = -1, which is (3). This does not use Lemma 6."
            ),
            uses=("size",),
            illustration=True,
            mutants=(mutant("without the skip", lhs=D * relu(w) * D * relu(-w)),),
        ),
        *_theorem4.instance_steps("relu"),
    )


STATEMENT = Statement(
    id="thm-4-relu",
    place=400,
    title="when a ReLU block absorbs its skip",
    words=(
        "Let the rows of W_up be nonzero and pairwise non-collinear and the columns of W_down nonzero. V "
        "with x + W_down ReLU(W_up x) = V_down ReLU(V_up x) of the same width exists exactly when some S "
        "has W_down[:,S] W_up[S,:] = -I; then S has at least d elements."
    ),
    latex=r"\exists V\;\Longleftrightarrow\;\exists S:\ W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]=-I_d",
    source=Source("Theorem 4 (ReLU)", "Theorem 8", "section 4, appendices B.1 and B.2"),
    hypotheses=(
        Hypothesis(
            "relu",
            "sigma = ReLU",
            r"\sigma=\mathrm{ReLU}",
            Without(
                True,
                "sigma(z) = |z|, W_up = (1,0), (1,1), (1,-1), W_down = [[-1,0,2],[1,-1,3]]: S = {0, 1} "
                "satisfies (3), and the kernel certifies that no V exists.",
                _theorem4.despite(),
                _theorem4.DESPITE,
            ),
        ),
        Hypothesis(
            "rows-non-collinear",
            "the rows of W_up are pairwise non-collinear",
            r"w_i\nparallel w_j",
            Without(
                True,
                "Rows e1, -e1, e2, -e2 and W_down = [[2,5,1,1],[1,1,3,7]]: no S satisfies (3), yet V_down = "
                "[[3,4,1,1],[1,1,4,6]] on the same rows absorbs the skip.",
                *_theorem4.opposed("relu"),
            ),
        ),
        *_theorem4.idle_hypotheses("relu"),
        *_theorem4.size_hypotheses(),
    ),
    steps=_steps,
    sizes=(Size("d", 3, 2, 4), Size("N", 5, 2, 7)),
    uses=("setup-parity", "setup-display-4", "lemma-6"),
)
