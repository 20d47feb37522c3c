"""Proposition 8 (i): d extra neurons always suffice when W_up has rank d."""

from __future__ import annotations

from fractions import Fraction

from sympy import Function, Matrix, eye, symbols

from symproof.paper._symbols import grid, vector
from symproof.proof.checks.algebra import Number, Rows
from symproof.proof.checks.cases import relu, sign_cases
from symproof.proof.checks.maps import certified, same_map
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

D, q, z = symbols("D q z")
sigma = Function("sigma")

# d = 3, N = 3: rows pairwise non-collinear inside one plane, W_down invertible.
PLANE_UP = ((1, 0, 0), (0, 1, 0), (1, 1, 0))
PLANE_DOWN = ((2, 3, 5), (7, 11, 13), (17, 19, 29))


def sample(d: int, N: int) -> tuple[Rows, Rows]:
    """Exact weights: rows of the moment curve, which have rank d, and columns without a pattern."""
    up = tuple(tuple((k + 1) ** i for i in range(d)) for k in range(N))
    down = tuple(tuple((3 * i + 5 * k + i * k) % 7 + 1 for k in range(N)) for i in range(d))
    return up, down


def widened(up: Rows, down: Rows) -> tuple[Rows, Rows]:
    """V of width N + d: the first d rows are doubled by their opposites, columns D_i + q_i and -q_i.

    Args:
        up: N x d with its first d rows independent.
        down: d x N.
    """
    d, N = len(down), len(up)
    inverse = Matrix(d, d, lambda i, j: up[i][j]).inv(method="LU")
    q = [[Fraction(int(inverse[i, j].p), int(inverse[i, j].q)) for j in range(d)] for i in range(d)]
    rows = [tuple(row) for row in up] + [tuple(-entry for entry in up[k]) for k in range(d)]
    columns: list[list[Number]] = [[*down[i]] for i in range(d)]
    for i in range(d):
        columns[i] = [down[i][k] + (q[i][k] if k < d else 0) for k in range(N)] + [-q[i][k] for k in range(d)]
    return tuple(rows), tuple(tuple(row) for row in columns)


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    d, N = sizes["d"], sizes["N"]
    R, K, x = grid("R", d, d), grid("K", d, d), vector("x", d)
    up, down = sample(d, N)
    wide_up, wide_down = widened(up, down)
    unit = tuple(tuple(int(i == j) for j in range(d)) for i in range(d))
    return (
        Step(
            "relu",
            "The neuron D ReLU(z) and a linear term q z together are an opposed pair: (D + q) ReLU(z) - q "
            "ReLU(-z) = D ReLU(z) + q z.",
            r"(D+q)\,\mathrm{ReLU}(z)-q\,\mathrm{ReLU}(-z)=D\,\mathrm{ReLU}(z)+q\,z",
            sign_cases((D + q) * relu(z) - q * relu(-z), D * relu(z) + q * z, {z: "+0-"}),
            general("one neuron; D and q are entries of its columns"),
            uses=("width-remark", "sigma"),
            mutants=(mutant("columns D + q and q", lhs=(D + q) * relu(z) + q * relu(-z)),),
        ),
        Step(
            "pair",
            "The same for GELU and every sigma with sigma(z) - sigma(-z) = z.",
            r"(D+q)\,\sigma(z)-q\,\sigma(-z)=D\,\sigma(z)+q\,z",
            identity(
                (D + q) * sigma(z) - q * sigma(-z), D * sigma(z) + q * z, [(q, sigma(z) - sigma(-z) - z)]
            ),
            general("one neuron; sigma is any function with linear gap 1"),
            uses=("width-remark", "sigma"),
            mutants=(mutant("gap 2", given=((q, sigma(z) - sigma(-z) - 2 * z),)),),
        ),
        Step(
            "inverse",
            "K R = I gives K (R x) = x.",
            r"K(Rx)=x\qquad(KR=I)",
            identity(K * (R * x), x, [(1, K * R - eye(d), x)]),
            bounded(d=d),
            then=(
                "R is made of d independent rows of W_up, q_i are the columns of K: the d linear terms "
                "sum_i q_i (w_i.x) add up to x, and N + d neurons compute the block with its skip."
            ),
            uses=("relu", "pair", "rank"),
            mutants=(mutant("K R = 2 I", given=((1, K * R - 2 * eye(d), x),)),),
        ),
        Step(
            "instance",
            f"An exact block with d = {d}, N = {N}: the V of width {N + d} built in this way equals it.",
            r"x+W_{\mathrm{down}}\sigma(W_{\mathrm{up}}x)=V_{\mathrm{down}}\sigma(V_{\mathrm{up}}x)",
            same_map("gelu", (up, down, unit), (wide_up, wide_down, None)),
            bounded(d=d, N=N),
            uses=("inverse",),
            illustration=True,
            mutants=(
                mutant("W_down with its skip left out", W_skip=None),
                mutant("two columns exchanged", V_down=[row[::-1] for row in wide_down]),
            ),
        ),
    )


STATEMENT = Statement(
    id="prop-8-i",
    place=450,
    title="d extra neurons suffice",
    words=(
        "If W_up has rank d and sigma is ReLU or GELU, some residual-free MLP of width N + d equals x + "
        "W_down sigma(W_up x)."
    ),
    latex=r"\mathrm{rank}\,W_{\mathrm{up}}=d\;\Rightarrow\;\exists V\text{ of width }N+d",
    source=Source("Proposition 8 (i)", None, "section 5, appendix B.5"),
    hypotheses=(
        Hypothesis(
            "rank",
            "W_up has rank d",
            r"\mathrm{rank}\,W_{\mathrm{up}}=d",
            Without(
                True,
                "d = 3, N = 3, rows (1,0,0), (0,1,0), (1,1,0) and W_down = [[2,3,5],[7,11,13],[17,19,29]]: "
                "at least 7 > N + d neurons are needed.",
                certified(
                    "width-at-least", "relu", (PLANE_UP, PLANE_DOWN, None), {"trees": [{"exhaust": True}]}, 7
                ),
                (
                    mutant("rows of rank 3", W_up=((1, 0, 0), (0, 1, 0), (1, 1, 1))),
                    mutant("at least 8", width=8),
                ),
            ),
        ),
        Hypothesis(
            "sigma",
            "sigma is ReLU or GELU",
            r"\sigma\in\{\mathrm{ReLU},\mathrm{GELU}\}",
            Without(
                True,
                "sigma(z) = |z|: every sum of neurons is even, and x + W_down |W_up x| is not, so no width "
                "suffices. The kernel certifies that width 4 does not for d = 1, N = 1.",
                certified("width-at-least", "abs", (((1,),), ((1,),), None), {"trees": []}, 5),
                (mutant("without the skip", W_skip=((0,),)),),
            ),
        ),
        Hypothesis(
            "d-at-least-2",
            "d >= 2",
            r"d\ge2",
            Without(False, "No step uses it: at d = 1 one extra neuron -w with column -1/w does it."),
        ),
        Hypothesis(
            "N-at-least-d",
            "N >= d",
            r"N\ge d",
            Without(False, "It follows from rank W_up = d."),
        ),
    ),
    steps=_steps,
    sizes=(Size("d", 3, 2, 5), Size("N", 5, 2, 9)),
    uses=("width-remark",),
)
