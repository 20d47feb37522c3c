"""Gates with g(0) != 0: flipping gate rows and down columns absorbs a skip (new)."""

from __future__ import annotations

from sympy import Rational, symbols

from symproof.paper._symbols import DOWN, gate
from symproof.paper.prop_2 import logistic_flip
from symproof.proof.checks.polynomial import Expr, identity
from symproof.proof.sizes import Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

D, a, b, c, F, lin, m = symbols("D a b g_0 F l m")
HALF = Rational(1, 2)


def _gate(argument: Expr) -> Expr:
    """1 + z^2, which is even instead of odd around its value at 0."""
    return 1 + argument**2


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    even = gate(-a) + gate(a) - 2 * c
    return (
        Step(
            "flip",
            "g(-a) + g(a) = 2 g(0) gives (-D) g(-a) b = D g(a) b - 2 g(0) D b.",
            r"(-D)\,g(-a)\,b=D\,g(a)\,b-2g(0)\,D\,b",
            identity(-D * gate(-a) * b, D * gate(a) * b - 2 * c * D * b, [(-D * b, even)]),
            general("one neuron with a = w_gate.x, b = w_val.x"),
            then="Flipping the gate row and the down column of one neuron changes it by a linear term.",
            uses=("symmetric",),
            mutants=(
                mutant("g(0) D b instead of 2 g(0) D b", rhs=D * gate(a) * b - c * D * b),
                mutant("the down column is not flipped", lhs=D * gate(-a) * b),
            ),
        ),
        Step(
            "sum",
            "F - 2 g(0) l = F + m when 2 g(0) l = -m.",
            r"F-2g(0)\,l=F+m\qquad(2g(0)\,l=-m)",
            identity(F - 2 * c * lin, F + m, [(-1, 2 * c * lin + m)]),
            general("one coordinate; l is that of W_down[:,S] W_val[S,:] x and m that of M x"),
            then=(
                "Flipping all neurons of S changes the block by -2 g(0) W_down[:,S] W_val[S,:] x, which is "
                "M x when 2 g(0) W_down[:,S] W_val[S,:] = -M."
            ),
            uses=("flip",),
            mutants=(mutant("the sign of M", given=((-1, 2 * c * lin - m),)),),
        ),
        Step(
            "instance",
            "Logistic gate, g(-z) = 1 - g(z), d = 2, N = 3, any gate rows, W_val = (1,0), (1,1), (1,-1), "
            "W_down = [[-1,0,2],[1,-1,3]]: with neurons 0 and 1 flipped (counted from 0) the skip x is "
            "absorbed.",
            r"x+W_{\mathrm{down}}\bigl(g\odot W_{\mathrm{val}}x\bigr)=V_{\mathrm{down}}\bigl(g'\odot"
            r" W_{\mathrm{val}}x\bigr)",
            identity(*logistic_flip(DOWN)),
            bounded(d=2, N=3),
            uses=("sum",),
            illustration=True,
            mutants=(
                mutant("W_down[:,S] W_val[S,:] is not -I", lhs=logistic_flip(((1, 0, 2), (1, -1, 3)))[0]),
            ),
        ),
    )


STATEMENT = Statement(
    id="open-gates",
    place=640,
    title="gates that are open at 0 can absorb",
    words=(
        "Let g(z) + g(-z) = 2 g(0) for all z, as for the logistic gate. If 2 g(0) W_down[:,S] W_val[S,:] = "
        "-M for some S, then M x + W_down (g(W_gate x) * (W_val x)) is the gated block with the gate rows "
        "and the down columns of S flipped."
    ),
    latex=r"2g(0)\,W_{\mathrm{down}}[:,S]\,W_{\mathrm{val}}[S,:]=-M\;\Rightarrow\;\exists V",
    source=Source(None, None, "the other side of Proposition 2"),
    hypotheses=(
        Hypothesis(
            "symmetric",
            "g(z) + g(-z) = 2 g(0)",
            r"g(z)+g(-z)=2g(0)",
            Without(
                True,
                "g(z) = 1 + z^2, d = N = 1, W_gate = W_val = 1, W_down = -1/2, M = 1: 2 g(0) W_down W_val "
                "= -1, and the block minus the flipped one is -x^3, not 0.",
                identity(
                    [-2 * _gate(0) * HALF, a - HALF * _gate(a) * a - (HALF * _gate(-a) * a)], [-1, -(a**3)]
                ),
                (
                    mutant(
                        "the gate 1 + z, for which g(z) + g(-z) = 2 g(0)",
                        lhs=[-2 * HALF, a - HALF * (1 + a) * a - HALF * (1 - a) * a],
                    ),
                    mutant("the difference is 0", rhs=[-1, 0]),
                ),
            ),
        ),
        Hypothesis(
            "open",
            "g(0) != 0",
            r"g(0)\ne0",
            Without(
                False,
                "At g(0) = 0 the condition reads 0 = -M, and Proposition 2 says that nothing absorbs M != 0.",
            ),
        ),
    ),
    steps=_steps,
)
