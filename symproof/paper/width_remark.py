"""The remark on width: an opposed pair of neurons is linear, so pairs add any linear map."""

from __future__ import annotations

from sympy import Function, symbols

from symproof.paper._symbols import grid, vector
from symproof.proof.checks.cases import mag, relu, sign_cases
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

z, p = symbols("z p")
sigma = Function("sigma")


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    d = sizes["d"]
    A, x = grid("A", d, d), vector("x", d)
    return (
        Step(
            "relu",
            "For ReLU the columns p and -p on the rows u and -u give p ReLU(z) - p ReLU(-z) = p z with z = "
            "u.x.",
            r"p\,\mathrm{ReLU}(z)-p\,\mathrm{ReLU}(-z)=p\,z",
            sign_cases(p * relu(z) - p * relu(-z), p * z, {z: "+0-"}),
            general("every real z"),
            uses=("gap", "setup-parity"),
            mutants=(mutant("columns p and p", lhs=p * relu(z) + p * relu(-z)),),
        ),
        Step(
            "pair",
            "The same for every sigma with sigma(z) - sigma(-z) = z, GELU among them.",
            r"p\,\sigma(z)-p\,\sigma(-z)=p\,z",
            identity(p * sigma(z) - p * sigma(-z), p * z, [(p, sigma(z) - sigma(-z) - z)]),
            general("every real z; sigma is any function with linear gap 1"),
            uses=("gap", "setup-parity"),
            mutants=(mutant("gap 2", given=((p, sigma(z) - sigma(-z) - 2 * z),)),),
        ),
        Step(
            "linear-map",
            "The sum of the columns of A times x_i is A x.",
            r"\sum_iA_{:,i}\,x_i=Ax",
            identity(sum((A[:, i] * x[i] for i in range(1, d)), A[:, 0] * x[0]), A * x),
            bounded(d=d),
            then=(
                "The rows e_i, -e_i with the columns A_i, -A_i are d opposed pairs: they compute A x for "
                "any A."
            ),
            uses=("relu", "pair"),
            mutants=(mutant("the rows of A in place of its columns", rhs=A.T * x),),
        ),
    )


STATEMENT = Statement(
    id="width-remark",
    place=490,
    title="opposed pairs of neurons add any linear map",
    words=(
        "Since sigma(z) - sigma(-z) = z for ReLU and GELU, a pair of opposed neurons is linear, and d pairs "
        "add any linear map."
    ),
    latex=r"\sigma(z)-\sigma(-z)=z",
    source=Source("Discussion (width)", None, "section 5"),
    hypotheses=(
        Hypothesis(
            "gap",
            "sigma(z) - sigma(-z) = z",
            r"\sigma(z)-\sigma(-z)=z",
            Without(
                True,
                "sigma(z) = |z|: opposed pairs with columns p and -p cancel, p |z| - p |-z| = 0.",
                sign_cases(p * mag(z) - p * mag(-z), 0, {z: "+0-"}),
                (mutant("ReLU", lhs=p * relu(z) - p * relu(-z)),),
            ),
        ),
    ),
    steps=_steps,
    sizes=(Size("d", 3, 2, 8),),
    uses=("setup-parity",),
)
