"""A ReGLU neuron ReLU(a.x) (b.x) is homogeneous of degree 2, so the proof of Proposition 1 applies."""

from __future__ import annotations

from sympy import symbols

from symproof.paper._symbols import vector
from symproof.paper.prop_1_relu2 import DEGREE, conclude
from symproof.proof.checks.cases import homogeneous, relu, sign_cases
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

t, u, v, D, x = symbols("lambda u v D x")


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    d = sizes["d"]
    a, b, point = vector("a", d), vector("b", d), vector("x", d)
    forms = (a.T * (t * point))[0], (b.T * (t * point))[0]
    return (
        Step(
            "linear",
            "a.(lambda x) = lambda (a.x) and b.(lambda x) = lambda (b.x).",
            r"a\cdot(\lambda x)=\lambda\,(a\cdot x),\qquad b\cdot(\lambda x)=\lambda\,(b\cdot x)",
            identity(list(forms), [t * (a.T * point)[0], t * (b.T * point)[0]]),
            bounded(d=d),
            mutants=(mutant("lambda^2", rhs=[t**2 * (a.T * point)[0], t * (b.T * point)[0]]),),
        ),
        Step(
            "degree",
            "ReLU(lambda u) (lambda v) = lambda^2 ReLU(u) v for lambda > 0: the degree 2 is derived.",
            r"\mathrm{ReLU}(\lambda u)\,(\lambda v)=\lambda^2\,\mathrm{ReLU}(u)\,v",
            homogeneous(D * relu(u) * v, {u: t * u, v: t * v}, t, DEGREE, {u: "+0-", t: "+"}),
            general("one neuron with u = a.x, v = b.x; then sums as in Proposition 1"),
            uses=("linear", "reglu", "prop-1"),
            mutants=(
                mutant("degree 1 claimed", degree=1),
                mutant("the value branch is not scaled", scale={u: t * u}),
            ),
        ),
        conclude(DEGREE, ("degree", "M-nonzero")),
    )


STATEMENT = Statement(
    id="prop-1-reglu",
    place=210,
    title="ReGLU never absorbs",
    words=(
        "The neurons ReLU(a.x) (b.x) of ReGLU are homogeneous of degree 2, so for all weights no V absorbs "
        "a skip M != 0."
    ),
    latex=r"\mathrm{ReLU}(a\cdot\lambda x)\,(b\cdot\lambda x)=\lambda^2\,\mathrm{ReLU}(a\cdot x)\,(b\cdot x)",
    source=Source("Proposition 1 (ReGLU)", "Proposition 5 (ReGLU)", "section 3"),
    hypotheses=(
        Hypothesis(
            "reglu",
            "every neuron is ReLU(a.x) (b.x), without biases",
            r"\mathrm{ReLU}(a\cdot x)(b\cdot x)",
            Without(
                True,
                "With a bias in the value branch the degree is lost: d = 1, W_down = 0 and "
                "ReLU(x) (0 x + 1) - ReLU(-x) (0 x + 1) = x.",
                sign_cases(relu(x) * 1 - relu(-x) * 1, x, {x: "+0-"}),
                (mutant("value branches x + 1", lhs=relu(x) * (x + 1) - relu(-x) * (x + 1)),),
            ),
        ),
        Hypothesis(
            "M-nonzero",
            "M != 0",
            r"M\ne0",
            Without(
                True,
                "With M = 0 the choice V = W gives equality; so does the value row doubled and W_down "
                "halved.",
                sign_cases(D / 2 * relu(u) * (2 * v), D * relu(u) * v, {u: "+0-"}),
                (mutant("W_down not halved", lhs=D * relu(u) * (2 * v)),),
            ),
        ),
    ),
    steps=_steps,
    sizes=(Size("d", 3, 1, 8),),
    uses=("prop-1",),
)
