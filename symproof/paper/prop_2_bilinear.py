"""Bilinear blocks: the gate is z itself, so the block is exactly of the second order."""

from __future__ import annotations

from sympy import Matrix, symbols

from symproof.paper import _gates
from symproof.paper._symbols import grid, vector
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, mutant

t, x = symbols("t x")


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    d, N = sizes["d"], sizes["N"]
    a, b, D, point = grid("a", N, d), grid("b", N, d), grid("D", d, N), vector("x", d)

    def block(at: Matrix) -> Matrix:
        return D * (a * at).multiply_elementwise(b * at)

    return (
        Step(
            "expansion",
            "With g(z) = z the block is homogeneous of degree 2: f(tx) = t^2 f(x), with no term of order 1.",
            r"f(tx)=t^2\sum_jD_j(a_j\cdot x)(b_j\cdot x)",
            identity(block(t * point), t**2 * block(point)),
            bounded(d=d, N=N),
            uses=("bilinear",),
            mutants=(mutant("degree 1", rhs=t * block(point)), mutant("degree 3", rhs=t**3 * block(point))),
        ),
        _gates.conclude(("expansion", "M-nonzero", "prop-2")),
    )


STATEMENT = Statement(
    id="prop-2-bilinear",
    place=232,
    title="bilinear gated blocks never absorb",
    words=(
        "The gate g(z) = z vanishes at 0, so Proposition 2 covers bilinear blocks; they are exactly "
        "quadratic."
    ),
    latex=r"f(tx)=t^2f(x)",
    source=Source("Proposition 2 (bilinear)", "Proposition 6 (bilinear)", "section 3"),
    hypotheses=(
        Hypothesis(
            "bilinear",
            "the gate is g(z) = z, without biases",
            r"g(z)=z",
            Without(
                True,
                "With a gate bias: d = N = 1, x + (x + 1) x = (x/2 + 1)(2 x).",
                identity(x + (x + 1) * x, (x / 2 + 1) * (2 * x)),
                (mutant("the gate row not halved", rhs=(x + 1) * (2 * x)),),
            ),
        ),
        _gates.skip_hypothesis(),
    ),
    steps=_steps,
    sizes=(Size("d", 3, 1, 5), Size("N", 4, 1, 6)),
    uses=("prop-2",),
)
