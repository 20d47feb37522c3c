"""Display (5): for GELU the absorption equation (1) is an equation of even parts and one of matrices."""

from __future__ import annotations

from sympy import symbols

from symproof.paper._parity import split_steps
from symproof.paper._symbols import column, even, sigma
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, general, mutant

D, z, x = symbols("D z x")


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    here, there = sigma(z) - z / 2 - even(z), sigma(-z) + z / 2 - even(-z)
    first = Step(
        "neuron",
        "One neuron splits: D sigma(z) = D z/2 + D E(z), and at -z the first term changes its sign, the "
        "second not.",
        r"D\,\sigma(\pm z)=\pm\tfrac12 Dz+D\,E(z)",
        identity(
            [D * sigma(z), D * sigma(-z)],
            [D * z / 2 + D * even(z), -D * z / 2 + D * even(z)],
            [(column(D, 0), here), (column(0, D), there), (column(0, D), even(-z) - even(z))],
        ),
        general("one neuron with z = w.x; sigma(z) = z/2 + E(z) and E(-z) = E(z) are all that is used"),
        uses=("gelu", "setup-parity"),
        mutants=(
            mutant(
                "E odd",
                given=((column(D, 0), here), (column(0, D), there), (column(0, D), even(-z) + even(z))),
            ),
        ),
    )
    return split_steps(sizes, first, "E(#)", halved=False)


STATEMENT = Statement(
    id="setup-display-5",
    place=120,
    title="absorption for GELU splits by parity",
    words=(
        "For GELU, and every sigma(z) = z/2 + E(z) with E even, x + W_down sigma(W_up x) = V_down "
        "sigma(V_up x) for all x exactly when W_down E(W_up x) = V_down E(V_up x) for all x and V_down "
        "V_up = W_down W_up + 2 I."
    ),
    latex=(
        r"W_{\mathrm{down}}E(W_{\mathrm{up}}x)=V_{\mathrm{down}}E(V_{\mathrm{up}}x)\ \forall x,\qquad "
        r"V_{\mathrm{down}}V_{\mathrm{up}}=W_{\mathrm{down}}W_{\mathrm{up}}+2I_d"
    ),
    source=Source("display (5)", "in Theorem 10", "appendix B.3"),
    hypotheses=(
        Hypothesis(
            "gelu",
            "sigma(z) = z/2 + E(z) with E even, as for GELU",
            r"\sigma(z)=\tfrac z2+E(z)",
            Without(
                True,
                "sigma(z) = z, d = N = 1: x + 3 sigma(x) = 2 sigma(2 x), and V_down V_up - W_down W_up - 2 "
                "is 4 - 3 - 2 = -1, not 0.",
                identity([x + 3 * x - 2 * (2 * x), 2 * 2 - 3 * 1 - 2], [0, -1]),
                (
                    mutant(
                        "V_down V_up = 5, as display (5) asks", lhs=[x + 3 * x - 1 * (5 * x), 5 - 3 * 1 - 2]
                    ),
                    mutant("the difference is 0", rhs=[0, 0]),
                ),
            ),
        ),
    ),
    steps=_steps,
    sizes=(Size("d", 3, 1, 4), Size("N", 4, 1, 6)),
    uses=("setup-parity",),
)
