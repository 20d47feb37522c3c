"""SwiGLU: the gate SiLU vanishes at 0, and the block starts with the second order."""

from __future__ import annotations

from sympy import Rational

from symproof.paper import _gates
from symproof.paper._symbols import DOWN
from symproof.paper.prop_2 import logistic_flip
from symproof.proof.checks.limits import expansion, power_series, y
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, mutant


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    order = sizes["order"]
    series = _gates.logistic(order)
    silu = (Rational(0), *series[: order - 1])
    wrong = (*series[:1], -series[1], *series[2:])
    return (
        Step(
            "logistic",
            f"The first {order} coefficients of the logistic function, which solves y' = y - y^2 with y(0) "
            f"= 1/2.",
            r"s'=s-s^2,\ s(0)=\tfrac12\;\Rightarrow\;s(z)=" + _gates.shown(series),
            power_series(series, y - y**2, Rational(1, 2)),
            bounded(order=order),
            uses=("silu",),
            mutants=(
                mutant("the sign of the second coefficient", coefficients=wrong),
                mutant("y' = y + y^2", equation=y + y**2),
            ),
        ),
        Step(
            "gate",
            "SiLU(z) = z s(z), so g(0) = 0 and the coefficients move up by one.",
            r"\mathrm{SiLU}(z)=z\,s(z)=" + _gates.shown(silu),
            expansion(_gates.z * _gates.polynomial_of(series), _gates.z, order, _gates.polynomial_of(silu)),
            bounded(order=order),
            uses=("logistic",),
            mutants=(
                mutant("g(0) = 1/2: the logistic function itself", function=_gates.polynomial_of(series)),
            ),
        ),
        _gates.remainder_step("silu", order, ("gate",)),
        _gates.block_step(sizes, silu, "SwiGLU", ("gate", "remainder")),
        _gates.conclude(("expansion", "M-nonzero", "prop-2")),
    )


STATEMENT = Statement(
    id="prop-2-swiglu",
    place=224,
    title="SwiGLU never absorbs",
    words="SiLU(0) = 0, so Proposition 2 covers SwiGLU; its expansion at the origin has no linear term.",
    latex=r"f(tx)=\tfrac{t^2}{2}\sum_jD_j(a_j\cdot x)(b_j\cdot x)+O(t^3)",
    source=Source("Proposition 2 (SwiGLU)", "Proposition 6 (SwiGLU)", "section 3"),
    hypotheses=(
        Hypothesis(
            "silu",
            "the gate is SiLU, without biases",
            r"g=\mathrm{SiLU}",
            Without(
                True,
                "With the logistic gate in its place, flipping gate rows and down columns of S = {0, 1} "
                "absorbs the skip.",
                identity(*logistic_flip(DOWN)),
                (
                    mutant(
                        "nothing absorbed: W_down[:,S] W_val[S,:] is not -I",
                        lhs=logistic_flip(((1, 0, 2), (1, -1, 3)))[0],
                    ),
                ),
            ),
        ),
        _gates.skip_hypothesis(),
    ),
    steps=_steps,
    sizes=_gates.SIZES,
    uses=("prop-2",),
)
