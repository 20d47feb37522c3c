"""ReLU^2 is homogeneous of degree 2, so Proposition 1 applies."""

from __future__ import annotations

from sympy import symbols

from symproof.proof.checks.cases import homogeneous, relu, sign_cases
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, general, mutant

t, z, m, h, inv = symbols("lambda z m h m^-1")
DEGREE = 2


def conclude(degree: int, uses: tuple[str, ...]) -> Step:
    """The elimination of Proposition 1 at lambda = 2 for an integer degree: (2^k - 2) m = 0, so 1 = 0."""
    power, apart = 2**degree, 2**degree - 2
    return Step(
        "contradiction",
        f"With k = {degree} and lambda = 2, m + h = 0 and 2 m + {power} h = 0, with m != 0, give 1 = 0: "
        f"they give {apart} m = 0.",
        rf"m+h=0,\ 2m+2^{degree}h=0,\ m\ne0\;\Rightarrow\;1=0",
        identity(
            1,
            0,
            [(power * inv / apart, m + h), (-inv / apart, 2 * m + power * h), (-1, m * inv - 1)],
        ),
        general("one coordinate at the points x and 2 x, as in Proposition 1"),
        uses=uses,
        mutants=(
            mutant(
                "the second equation with degree 1: 2 m + 2 h = 0",
                given=((power * inv / apart, m + h), (-inv / apart, 2 * m + 2 * h), (-1, m * inv - 1)),
            ),
            mutant(
                "m = 0: no inverse", given=((power * inv / apart, m + h), (-inv / apart, 2 * m + power * h))
            ),
        ),
    )


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    return (
        Step(
            "degree",
            "ReLU(lambda z)^2 = lambda^2 ReLU(z)^2 for lambda > 0: the degree 2 is derived.",
            r"\mathrm{ReLU}(\lambda z)^2=\lambda^2\,\mathrm{ReLU}(z)^2",
            homogeneous(relu(z) ** 2, {z: t * z}, t, DEGREE, {z: "+0-", t: "+"}),
            general("every real z: the three signs"),
            uses=("relu2",),
            mutants=(
                mutant("degree 1 claimed", degree=1),
                mutant("ReLU without the square", function=relu(z)),
            ),
        ),
        conclude(DEGREE, ("degree", "prop-1", "M-nonzero")),
    )


STATEMENT = Statement(
    id="prop-1-relu2",
    place=205,
    title="squared ReLU never absorbs",
    words="sigma(z) = ReLU(z)^2 is homogeneous of degree 2, so for all weights no V absorbs a skip M != 0.",
    latex=r"\sigma(z)=\mathrm{ReLU}(z)^2,\ k=2",
    source=Source("Proposition 1 (ReLU^2)", "Proposition 5 (ReLU^2)", "section 3"),
    hypotheses=(
        Hypothesis(
            "relu2",
            "sigma(z) = ReLU(z)^2",
            r"\sigma=\mathrm{ReLU}^2",
            Without(
                True,
                "ReLU itself has degree 1 and ReLU(z) - ReLU(-z) = z: with d = 1, W_down = 0 two neurons "
                "equal the skip.",
                sign_cases(relu(z) - relu(-z), z, {z: "+0-"}),
                (mutant("the squares of the two neurons", lhs=relu(z) ** 2 - relu(-z) ** 2),),
            ),
        ),
        Hypothesis(
            "M-nonzero",
            "M != 0",
            r"M\ne0",
            Without(
                True,
                "With M = 0 the choice V = W gives equality; so does W_up doubled and W_down divided by 4.",
                sign_cases(relu(2 * z) ** 2 / 4, relu(z) ** 2, {z: "+0-"}),
                (mutant("W_down divided by 2", lhs=relu(2 * z) ** 2 / 2),),
            ),
        ),
    ),
    steps=_steps,
    uses=("prop-1",),
)
