"""Gates with g(0) != 0: flipping gate rows and down columns absorbs a skip (new)."""

from __future__ import annotations

from sympy import symbols

from symproof.paper._symbols import DOWN, gate
from symproof.paper.prop_2 import logistic_flip
from symproof.proof.checks.enclosure import sign_of_sum
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

D, a, b, c, F, lin, m = symbols("D a b g_0 F l m")


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
            r"2g(0)\,W_{\mathrm{down}}[:,S]\,W_{\mathrm{val}}[S,:]=-M\;\Rightarrow\;f(x)+Mx=\text{flipped "
            r"block}",
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
            "Logistic gate, d = 2, N = 3, g(0) = 1/2, W_down[:,S] W_val[S,:] = -I for S = {1, 2}: the skip "
            "x is absorbed.",
            r"g(-z)=1-g(z)",
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
                "g = exp: flipping changes one neuron with D = b = 1 by -(exp(a) + exp(-a)), which is not "
                "-2: at a = 1 it is below -2.",
                sign_of_sum([(1, "exp", 1), (1, "exp", -1)], -2, 1),
                (mutant("the sum is less than 2", sign=-1),),
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
