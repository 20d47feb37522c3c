"""The gauge identity: an invertible change of the residual stream passes through a block with its skip."""

from __future__ import annotations

from symproof.paper._language import *

ABOUT = {
    "id": "gauge",
    "place": 500,
    "title": "an invertible matrix passes through a residual block",
    "says": "An [invertible matrix Q](invertible) passes through a residual block: Q behind the block is "
    "the block with rows W_up K and columns Q W_down behind Q.",
    "v2": "Discussion (gauge)",
    "v1": None,
    "where": "section 5",
}
Q, K = matrix("Q", "d", "d"), matrix("K", "d", "d")
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


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "gauge",
            equal(Q * (x + W_down * sigma(W_up * x)), Q * x + Q * W_down * sigma(W_up * K * (Q * x))),
            algebra(by("invertible", inside=Q * W_down * sigma(W_up * HOLE * x))),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "invertible",
            equal(K * Q, 1),
            "Q = [[2,-3],[4,-6]], MLP(x) = (ReLU(x_2), 0): the points (-2, -2) and (4, 2) have the same Q "
            "x, and Q (x + MLP(x)) that differ by (4, 8), so no map of Q x gives it.",
            outcome_is(images, ((0, 0), (4, 8)), q=((2, -3), (4, -6)), first=(-2, -2), second=(4, 2)),
            mutant("Q = I", q=((1, 0), (0, 1))),
            mutant("the points (-2, -2) and (-8, -6)", second=(-8, -6)),
        ),
    ),
    names={"Q": "an invertible matrix", "K": "its inverse"},
    written=_steps,
)
