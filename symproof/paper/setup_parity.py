"""Display (2): the odd part of ReLU and of GELU is z/2."""

from __future__ import annotations

from sympy import Function, Rational, symbols

from symproof.paper._symbols import column
from symproof.proof.checks.cases import mag, relu, sign_cases
from symproof.proof.checks.polynomial import Expr, identity
from symproof.proof.sizes import Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, general, mutant

z, p = symbols("z p")
e_, o_, P = Function("e"), Function("o"), Function("P")
half = Rational(1, 2)


def erf(argument: Expr) -> Expr:
    """erf(s / sqrt 2) as s P(s^2): every term of its power series is an odd power."""
    return argument * P(argument**2)


def gelu(argument: Expr) -> Expr:
    """z Phi(z) with Phi(z) = (1 + erf(z / sqrt 2)) / 2."""
    return argument * half * (1 + erf(argument))


def _at_one() -> tuple[Expr, Expr]:
    """The hypothesis p = 1 in the second of two equations, with the multiplier that gives 2 p^3 - p = 1."""
    return column(0, 2 * p**2 + 2 * p + 1), p - 1


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    f, g = e_(z) + o_(z), e_(-z) + o_(-z)
    return (
        Step(
            "unique",
            "If f = e + o with e even and o odd, then e(z) = (f(z) + f(-z))/2 and o(z) = (f(z) - f(-z))/2.",
            r"f=e+o\;\Rightarrow\;e(z)=\tfrac12(f(z)+f(-z)),\ o(z)=\tfrac12(f(z)-f(-z))",
            identity(
                [e_(z), o_(z)],
                [half * (f + g), half * (f - g)],
                [(column(-half, half), e_(-z) - e_(z)), (column(-half, half), o_(-z) + o_(z))],
            ),
            general("e and o are any functions; evenness and oddness are the two hypotheses"),
            mutants=(mutant("the two parts exchanged", lhs=[o_(z), e_(z)]),),
        ),
        Step(
            "relu",
            "ReLU(z) = z/2 + |z|/2.",
            r"\mathrm{ReLU}(z)=\tfrac{z}{2}+\tfrac{|z|}{2}",
            sign_cases(relu(z), half * z + half * mag(z), {z: "+0-"}),
            general("every real z: the three signs"),
            uses=("sigma",),
            mutants=(
                mutant("the sign of |z|", rhs=half * z - half * mag(z)),
                mutant("the factor 1/2 of |z|", rhs=half * z + mag(z)),
            ),
        ),
        Step(
            "gelu",
            "GELU(z) = z Phi(z) = z/2 + E(z) with E(z) = (z/2) erf(z / sqrt 2).",
            r"\mathrm{GELU}(z)=\tfrac{z}{2}+E(z),\quad E(z)=\tfrac{z}{2}\,\mathrm{erf}(z/\sqrt2)",
            identity(gelu(z), half * z + half * z * erf(z)),
            general("Phi(z) = (1 + erf(z / sqrt 2))/2 is the definition"),
            uses=("sigma",),
            mutants=(mutant("the factor 1/2 of E", rhs=half * z + z * erf(z)),),
        ),
        Step(
            "even",
            "|z| is even, and so is E(z) = z^2 P(z^2)/2, which it is when erf(z / sqrt 2) = z P(z^2).",
            r"|-z|=|z|,\qquad E(-z)=E(z)",
            sign_cases([mag(-z), -half * z * erf(-z)], [mag(z), half * z * erf(z)], {z: "+0-"}),
            general("P is any function; the power series of erf has odd powers only"),
            uses=("relu", "gelu"),
            mutants=(
                mutant("erf even instead of odd", lhs=[mag(-z), -half * z * P(z**2)]),
                mutant("|z| odd", rhs=[-mag(z), half * z * erf(z)]),
            ),
        ),
        Step(
            "gap",
            "Hence sigma(z) - sigma(-z) = z for ReLU and for GELU: the odd part is z/2.",
            r"\sigma(z)-\sigma(-z)=z",
            sign_cases([relu(z) - relu(-z), gelu(z) - gelu(-z)], [z, z], {z: "+0-"}),
            general("every real z"),
            uses=("unique", "relu", "gelu", "even"),
            mutants=(
                mutant("the sum instead of the difference", lhs=[relu(z) + relu(-z), gelu(z) - gelu(-z)]),
                mutant("the difference of GELU is z/2", rhs=[z, half * z]),
            ),
        ),
    )


STATEMENT = Statement(
    id="setup-parity",
    place=100,
    title="the odd part of ReLU and GELU is z/2",
    words=(
        "A function is the sum of an even and an odd one in one way only. ReLU(z) = z/2 + |z|/2 and "
        "GELU(z) = z/2 + E(z) with E(z) = (z/2) erf(z / sqrt 2) even."
    ),
    latex=r"\mathrm{ReLU}(z)=\tfrac z2+\tfrac{|z|}2,\qquad \mathrm{GELU}(z)=\tfrac z2+E(z),\ E\text{ even}",
    source=Source("display (2)", "Parity", "section 2"),
    hypotheses=(
        Hypothesis(
            "sigma",
            "sigma is ReLU or GELU",
            r"\sigma\in\{\mathrm{ReLU},\mathrm{GELU}\}",
            Without(
                True,
                "sigma(z) = z^3 is its own odd part, and that is not z/2: z^3 - (-z)^3 - z is 2 z^3 - z, "
                "which is 1 at z = 1.",
                identity([z**3 - (-z) ** 3 - z, 2 * p**3 - p], [2 * z**3 - z, 1], [_at_one()]),
                (mutant("sigma(z) = z^2, whose odd part is 0", lhs=[z**2 - (-z) ** 2 - z, 2 * p**3 - p]),),
            ),
        ),
    ),
    steps=_steps,
)
