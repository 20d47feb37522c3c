"""Lemma 4 of version 1: an invertible linear skip reduces to the identity skip; Hyper-Connections and mHC."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from sympy import Matrix, eye, kronecker_product

from symproof.paper._symbols import grid, vector
from symproof.proof.checks.algebra import Rows, product_is, to_flint
from symproof.proof.checks.exhaust import outcome_is
from symproof.proof.checks.maps import absorbed_unlike_identity
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, mutant

half, third = Fraction(1, 2), Fraction(1, 3)
MIXING = ((2 * third, third), (third, 2 * third))
AVERAGE = ((half, half), (half, half))
# sigma = ReLU, d = 2: the first neuron alone makes minus the averaging skip.
AVERAGE_UP = ((1, 1), (1, -1), (1, 2))
AVERAGE_DOWN = ((-half, 1, 2), (-half, 3, 5))
AVERAGE_V_UP = ((-1, -1), (1, -1), (1, 2))


def stream_mixing(matrix: Rows) -> str:
    """What the lemma says about a matrix that mixes the residual streams: accepted or refused, and why."""
    sums = {sum(row) for row in matrix} | {sum(column) for column in zip(*matrix, strict=True)}
    kind = (
        "doubly stochastic"
        if sums == {1} and min(min(row) for row in matrix) >= 0
        else "not doubly stochastic"
    )
    return f"{kind}, {'accepted: invertible' if to_flint(matrix).det() != 0 else 'refused: singular'}"


def _reduction(sizes: Sizes) -> tuple[Step, Step]:
    d, N = sizes["d"], sizes["N"]
    M, K, W, V = grid("M", d, d), grid("K", d, d), grid("D", d, N), grid("V", d, N)
    x, s, r = vector("x", d), vector("s", N), vector("r", N)
    gap = M * x + W * s - V * r
    forth = Step(
        "forth",
        "With K M = I, multiplying M x + W_down sigma(W_up x) - V_down sigma(V_up x) by K gives the same "
        "with skip x and with K W_down, K V_down.",
        r"K\bigl(Mx+W_{\mathrm{down}}s-V_{\mathrm{down}}r\bigr)=x+(KW_{\mathrm{down}})s-(KV_{\mathrm{down}})r",
        identity(K * gap, x + (K * W) * s - (K * V) * r, [(1, K * M - eye(d), x)]),
        bounded(d=d, N=N),
        uses=("invertible",),
        mutants=(
            mutant("K M = 2 I", given=((1, K * M - 2 * eye(d), x),)),
            mutant("K V_down forgotten", rhs=x + (K * W) * s - V * r),
        ),
    )
    back = Step(
        "back",
        "With M K = I, multiplying by M undoes it: M (K W_down) = W_down.",
        r"M(KW_{\mathrm{down}})=W_{\mathrm{down}}",
        identity(M * (K * W), W, [(1, M * K - eye(d), W)]),
        bounded(d=d, N=N),
        then=(
            "Every V for the reduced problem is K (M V), so the two absorption problems have the same "
            "answer at the same width."
        ),
        uses=("forth",),
        mutants=(mutant("M K = 2 I", given=((1, M * K - 2 * eye(d), W),)),),
    )
    return forth, back


def _hyper(sizes: Sizes) -> tuple[Step, Step]:
    n, d = sizes["n"], 2
    A, a, b = grid("A", n, n), grid("a", 1, n), grid("b", n, 1)
    Wu, Wd, s = grid("w", 3, d), grid("D", d, 3), vector("s", 3)
    streams = grid("h", n, d)
    x = Matrix(list(streams))
    skip, up, down = kronecker_product(A, eye(d)), kronecker_product(a, Wu), kronecker_product(b, Wd)

    def block(mix: Matrix) -> Matrix:
        return Matrix(list(mix * streams + b * (Wd * s).T))

    form = Step(
        "hyper-connections",
        f"A Hyper-Connection block on n = {n} streams, H -> A H + b (W_down sigma(W_up (a H)))^T, is the "
        f"map M x + W'_down sigma(W'_up x) of "
        "x = all streams, with M = A (x) I, W'_up = a (x) W_up, W'_down = b (x) W_down.",
        r"M=A\otimes I_d,\quad W'_{\mathrm{up}}=a\otimes W_{\mathrm{up}},\quad W'_{\mathrm{down}}=b\otimes "
        r"W_{\mathrm{down}}",
        identity((Wu * (a * streams).T).col_join(block(A)), (up * x).col_join(skip * x + down * s)),
        bounded(n=n, d=d, N=3),
        uses=("back",),
        mutants=(
            mutant(
                "the streams mixed by the transpose of A", lhs=(Wu * (a * streams).T).col_join(block(A.T))
            ),
        ),
    )
    det = Step(
        "determinant",
        "det(A (x) I) = det(A)^d.",
        r"\det(A\otimes I_d)=\det(A)^d",
        identity(skip.det(method="berkowitz"), A.det(method="berkowitz") ** d),
        bounded(n=n, d=d),
        then="So the lemma applies to the block exactly when A is invertible.",
        uses=("hyper-connections",),
        mutants=(mutant("det(A)", rhs=A.det(method="berkowitz")),),
    )
    return form, det


def _instances() -> tuple[Step, ...]:
    return (
        Step(
            "mhc",
            "The doubly stochastic mixing [[2/3, 1/3], [1/3, 2/3]] (mHC) is invertible: accepted.",
            r"\det\begin{pmatrix}2/3&1/3\\1/3&2/3\end{pmatrix}\ne0",
            outcome_is(stream_mixing, "doubly stochastic, accepted: invertible", matrix=MIXING),
            bounded(n=2),
            uses=("determinant",),
            illustration=True,
            mutants=(
                mutant("the averaging matrix", matrix=AVERAGE),
                mutant("rows that sum to 2", matrix=((1, 1), (1, 2))),
            ),
        ),
        Step(
            "singular",
            "The averaging matrix [[1/2, 1/2], [1/2, 1/2]] is doubly stochastic too, and is refused: its "
            "determinant is 0.",
            r"\det\begin{pmatrix}1/2&1/2\\1/2&1/2\end{pmatrix}=0",
            outcome_is(stream_mixing, "doubly stochastic, refused: singular", matrix=AVERAGE),
            bounded(n=2),
            uses=("determinant",),
            illustration=True,
            mutants=(mutant("an invertible mixing", matrix=MIXING),),
        ),
        Step(
            "kernel",
            "It sends (1, -1) to 0.",
            r"\begin{pmatrix}1/2&1/2\\1/2&1/2\end{pmatrix}\begin{pmatrix}1\\-1\end{pmatrix}=0",
            product_is([AVERAGE, ((1,), (-1,))], ((0,), (0,))),
            bounded(n=2),
            uses=("singular",),
            illustration=True,
            mutants=(mutant("the vector (1, 1)", factors=(AVERAGE, ((1,), (1,)))),),
        ),
    )


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    return (*_reduction(sizes), *_hyper(sizes), *_instances())


def _example() -> Any:
    return absorbed_unlike_identity(
        "relu",
        (AVERAGE_UP, AVERAGE_DOWN, AVERAGE),
        (AVERAGE_V_UP, AVERAGE_DOWN, None),
        {"trees": [{"exhaust": True}]},
    )


STATEMENT = Statement(
    id="skip-reduction",
    place=150,
    title="an invertible linear skip reduces to the identity",
    words=(
        "For invertible M, M x + W_down sigma(W_up x) = V_down sigma(V_up x) is the same as x + (M^-1 "
        "W_down) sigma(W_up x) = (M^-1 V_down) sigma(V_up x). Hyper-Connections and their "
        "manifold-constrained variants are instances when the matrix that mixes the streams is invertible."
    ),
    latex=r"Mx+W_{\mathrm{down}}\sigma(W_{\mathrm{up}}x)=V_{\mathrm{down}}\sigma(V_{\mathrm{up}}x)\;\Longleftrightarrow\;"
    r"x+M^{-1}W_{\mathrm{down}}\sigma(W_{\mathrm{up}}x)=M^{-1}V_{\mathrm{down}}\sigma(V_{\mathrm{up}}x)",
    source=Source("Setup (linear skip)", "Lemma 4", "section 3"),
    hypotheses=(
        Hypothesis(
            "invertible",
            "M is invertible",
            r"\det M\ne0",
            Without(
                True,
                "M = [[1/2,1/2],[1/2,1/2]], W_up = (1,1), (1,-1), (1,2), W_down = [[-1/2,1,2],[-1/2,3,5]]: "
                "the skip M x is absorbed by flipping the first row, while the skip x is absorbed by no V.",
                _example(),
                (
                    mutant("the row is not flipped", V_up=AVERAGE_UP),
                    mutant(
                        "W_down for which the skip x is absorbed",
                        W_down=((-1, 0, 2), (-1, -1, 3)),
                        V_down=((-1, 0, 2), (-1, -1, 3)),
                    ),
                ),
            ),
        ),
    ),
    steps=_steps,
    sizes=(Size("d", 3, 1, 4), Size("N", 4, 1, 6), Size("n", 2, 1, 3)),
)
