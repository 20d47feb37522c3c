"""GeGLU: the gate GELU vanishes at 0, and the block starts with the second order."""

from __future__ import annotations

from sympy import Rational

from symproof.paper import _gates
from symproof.paper._symbols import DOWN
from symproof.paper.prop_2 import logistic_flip
from symproof.proof.checks.limits import expansion, power_series, y, z
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, mutant


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    order = sizes["order"]
    series = _gates.normal(order)
    density = tuple((n + 1) * c for n, c in enumerate(series[1:]))
    gelu = (Rational(0), *series[: order - 1])
    return (
        Step(
            "density",
            f"The first {order - 1} coefficients of the normal density, which solves y' = -z y with y(0) = "
            f"kappa = 1/sqrt(2 pi).",
            r"\varphi'=-z\varphi,\ \varphi(0)=\kappa\;\Rightarrow\;\varphi(z)=" + _gates.shown(density),
            power_series(density, -z * y, _gates.kappa),
            bounded(order=order),
            uses=("gelu",),
            mutants=(mutant("y' = z y", equation=z * y),),
        ),
        Step(
            "integral",
            "Phi' is the density and Phi(0) = 1/2.",
            r"\Phi(z)=" + _gates.shown(series),
            power_series(series, _gates.polynomial_of(density), Rational(1, 2)),
            bounded(order=order),
            uses=("density",),
            mutants=(mutant("Phi(0) = 0", start=Rational(0)),),
        ),
        Step(
            "gate",
            "GELU(z) = z Phi(z), so g(0) = 0 and the coefficients move up by one.",
            r"\mathrm{GELU}(z)=z\,\Phi(z)=" + _gates.shown(gelu),
            expansion(z * _gates.polynomial_of(series), z, order, _gates.polynomial_of(gelu)),
            bounded(order=order),
            uses=("integral",),
            mutants=(mutant("g(0) = 1/2: Phi itself", function=_gates.polynomial_of(series)),),
        ),
        _gates.remainder_step("gelu", order, ("gate",)),
        _gates.block_step(sizes, gelu, "GeGLU", ("gate", "remainder")),
        _gates.conclude(("expansion", "M-nonzero", "prop-2")),
    )


STATEMENT = Statement(
    id="prop-2-geglu",
    place=228,
    title="GeGLU never absorbs",
    words="GELU(0) = 0, so Proposition 2 covers GeGLU; its expansion at the origin has no linear term.",
    latex=r"f(tx)=\tfrac{t^2}{2}\sum_jD_j(a_j\cdot x)(b_j\cdot x)+O(t^3)",
    source=Source("Proposition 2 (GeGLU)", "Proposition 6 (GeGLU)", "section 3"),
    hypotheses=(
        Hypothesis(
            "gelu",
            "the gate is GELU, without biases",
            r"g=\mathrm{GELU}",
            Without(
                True,
                "With Phi in its place, Phi(-z) = 1 - Phi(z), flipping gate rows and down columns of S = "
                "{0, 1} absorbs the skip.",
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
