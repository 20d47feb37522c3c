"""The gauge identity: an invertible change of the residual stream passes through a block with its skip."""

from __future__ import annotations

from sympy import eye

from symproof.paper._symbols import grid, vector
from symproof.proof.checks.exhaust import outcome_is
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, mutant

Pair = tuple[int, int]


def images(q: tuple[Pair, Pair], first: Pair, second: Pair) -> tuple[Pair, Pair]:
    """The difference of Q x, and of Q (x + MLP(x)), between two points, for MLP(x) = (ReLU(x_2), 0)."""

    def at(point: Pair) -> Pair:
        return (q[0][0] * point[0] + q[0][1] * point[1], q[1][0] * point[0] + q[1][1] * point[1])

    def block(point: Pair) -> Pair:
        return (point[0] + max(point[1], 0), point[1])

    def apart(one: Pair, two: Pair) -> Pair:
        return two[0] - one[0], two[1] - one[1]

    return apart(at(first), at(second)), apart(at(block(first)), at(block(second)))


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    d, N = sizes["d"], sizes["N"]
    Q, K, Wu, Wd = grid("Q", d, d), grid("K", d, d), grid("w", N, d), grid("D", d, N)
    x, s = vector("x", d), vector("s", N)
    return (
        Step(
            "inside",
            "With K Q = I the hidden layer sees the same numbers: (W_up K)(Q x) = W_up x.",
            r"(W_{\mathrm{up}}K)(Qx)=W_{\mathrm{up}}x\qquad(KQ=I)",
            identity((Wu * K) * (Q * x), Wu * x, [(Wu, K * Q - eye(d), x)]),
            bounded(d=d, N=N),
            uses=("invertible",),
            mutants=(mutant("K Q = 2 I", given=((Wu, K * Q - 2 * eye(d), x),)),),
        ),
        Step(
            "outside",
            "So with s = sigma(W_up x) = sigma((W_up K)(Q x)), Q (x + W_down s) = Q x + (Q W_down) s.",
            r"Q(x+W_{\mathrm{down}}s)=Qx+(QW_{\mathrm{down}})s",
            identity(Q * (x + Wd * s), Q * x + (Q * Wd) * s),
            bounded(d=d, N=N),
            uses=("inside",),
            mutants=(
                mutant("Q not applied to W_down", rhs=Q * x + Wd * s),
                mutant("Q not applied to the skip", rhs=x + (Q * Wd) * s),
            ),
        ),
    )


STATEMENT = Statement(
    id="gauge",
    place=500,
    title="an invertible matrix passes through a residual block",
    words="For Q in GL(d) and any sigma, Q (x + MLP(x)) = Q x + (Q W_down) sigma((W_up Q^-1) (Q x)).",
    latex=r"Q(x+\mathrm{MLP}(x))=Qx+(QW_{\mathrm{down}})\,\sigma\bigl((W_{\mathrm{up}}Q^{-1})Qx\bigr)",
    source=Source("Discussion (gauge)", None, "section 5"),
    hypotheses=(
        Hypothesis(
            "invertible",
            "Q is invertible",
            r"Q\in\mathrm{GL}(d)",
            Without(
                True,
                "Q = [[2,-3],[4,-6]], MLP(x) = (ReLU(x_2), 0): the points (-2, -2) and (4, 2) have the "
                "same Q x, and Q (x + MLP(x)) that differ by (4, 8), so no map of Q x gives it.",
                outcome_is(images, ((0, 0), (4, 8)), q=((2, -3), (4, -6)), first=(-2, -2), second=(4, 2)),
                (
                    mutant("Q = I", q=((1, 0), (0, 1))),
                    mutant("the points (-2, -2) and (-8, -6)", second=(-8, -6)),
                ),
            ),
        ),
    ),
    steps=_steps,
    sizes=(Size("d", 3, 1, 5), Size("N", 4, 1, 8)),
)
