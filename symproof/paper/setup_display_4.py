"""Display (4): for ReLU the absorption equation (1) is an equation of even parts and one of matrices."""

from __future__ import annotations

from sympy import Rational, symbols

from symproof.paper._parity import split_steps
from symproof.proof.checks.cases import mag, relu, sign_cases
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, general, mutant

D, z = symbols("D z")
half = Rational(1, 2)


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    even = half * D * mag(z)
    first = Step(
        "neuron",
        "One neuron splits: D ReLU(z) = D z/2 + D |z|/2, and at -z the first term changes its sign, the "
        "second not.",
        r"D\,\mathrm{ReLU}(\pm z)=\pm\tfrac12 Dz+\tfrac12 D|z|",
        sign_cases([D * relu(z), D * relu(-z)], [half * D * z + even, -half * D * z + even], {z: "+0-"}),
        general("one neuron with z = w.x; then sums"),
        uses=("relu", "setup-parity"),
        mutants=(mutant("the sign at -z", rhs=[half * D * z + even, half * D * z + even]),),
    )
    return split_steps(sizes, first, "|#|", halved=True)


STATEMENT = Statement(
    id="setup-display-4",
    place=110,
    title="absorption for ReLU splits by parity",
    words=(
        "For ReLU, x + W_down ReLU(W_up x) = V_down ReLU(V_up x) for all x exactly when W_down |W_up x| = "
        "V_down |V_up x| for all x and V_down V_up = W_down W_up + 2 I."
    ),
    latex=(
        r"W_{\mathrm{down}}|W_{\mathrm{up}}x|=V_{\mathrm{down}}|V_{\mathrm{up}}x|\ \forall x,\qquad "
        r"V_{\mathrm{down}}V_{\mathrm{up}}=W_{\mathrm{down}}W_{\mathrm{up}}+2I_d"
    ),
    source=Source("display (4)", "in Theorem 8", "appendix B.2"),
    hypotheses=(
        Hypothesis(
            "relu",
            "sigma = ReLU",
            r"\sigma=\mathrm{ReLU}",
            Without(
                True,
                "sigma(z) = |z|, d = N = 1, W_up = 1, W_down = -1, V_up = V_down = -1: both equations of "
                "(4) hold, and x - |x| - (-|-x|) = x is not 0.",
                sign_cases(
                    [mag(-z) - mag(z), (-1) * (-1) - ((-1) * 1 + 2), z - mag(z) + mag(-z)],
                    [0, 0, z],
                    {z: "+0-"},
                ),
                (mutant("the difference is 0", rhs=[0, 0, 0]),),
            ),
        ),
    ),
    steps=_steps,
    sizes=(Size("d", 3, 1, 4), Size("N", 4, 1, 6)),
    uses=("setup-parity",),
)
