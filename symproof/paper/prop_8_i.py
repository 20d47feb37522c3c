"""Proposition 8 (i): d extra neurons always suffice when W_up has rank d."""

from __future__ import annotations

from fractions import Fraction

from symproof.paper._language import *

ABOUT = {
    "id": "prop-8-i",
    "place": 450,
    "title": "d extra neurons suffice",
    "says": "With an activation of [linear gap 1](sigma) and [rows of rank d](rank), d more neurons "
    "absorb the skip; neither [d at least 2](d-at-least-2) nor [N at least d](N-at-least-d) is needed "
    "beside that.",
    "v2": "Proposition 8 (i)",
    "v1": None,
    "where": "section 5, appendix B.5",
}
K = matrix("K_N", "d", "N")
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


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    size_d, width = sizes["d"], sizes["N"]
    up, down = sample(size_d, width)
    wide_up, wide_down = widened(up, down)
    return (
        step("lifted", equal(sigma(y) - sigma(-y), y), entrywise("sigma", z, y)),
        step(
            "wider",
            equal(x + W_down * sigma(W_up * x), (W_down + K) * sigma(W_up * x) - K * sigma(-W_up * x)),
            algebra(by("lifted", {y: W_up * x}, K), by("rank", right=x)),
        ),
        step(
            "width",
            has(K, "can have d columns that are not 0, so d opposite rows are added"),
            words(
                "d independent rows of W_up, and the inverse of the matrix they form",
                "rank",
                rocq="proposition_8_i",
            ),
        ),
        example(
            "instance",
            "wider",
            same_map("gelu", residual(up, down), Map(wide_up, wide_down)),
            bounded(d=size_d, N=width),
            mutant("W_down with its skip left out", W_skip=None),
            mutant("two columns exchanged", V_down=tuple(row[::-1] for row in wide_down)),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "rank",
            equal(K * W_up, 1),
            "d = 3, N = 3, rows (1,0,0), (0,1,0), (1,1,0) and W_down = [[2,3,5],[7,11,13],[17,19,29]]: at "
            "least 7 > N + d neurons are needed.",
            certified(
                "width-at-least", "relu", residual(PLANE_UP, PLANE_DOWN), {"cost": [{"ranks": True}]}, 7
            ),
            mutant("rows of rank 3", W_up=((1, 0, 0), (0, 1, 0), (1, 1, 1))),
            mutant("at least 8", width=8),
        ),
        needed(
            "sigma",
            every(equal(sigma(z) - sigma(-z), z), z),
            "sigma(z) = |z|: every sum of neurons is even, and x + W_down |W_up x| is not, so no width "
            "suffices. The kernel certifies that width 4 does not for d = 1, N = 1.",
            certified("width-at-least", "abs", residual(((1,),), ((1,),)), {"cost": []}, 5),
            mutant("without the skip", W_skip=((0,),)),
        ),
        unneeded(
            "d-at-least-2",
            at_least(d, 2),
            "No step uses it: at d = 1 one extra neuron -w with column -1/w does it.",
        ),
        unneeded("N-at-least-d", at_least(N, d), "It follows from rank W_up = d."),
    ),
    concludes=("wider", "width"),
    sizes=(Size("d", 3, 2, 5), Size("N", 5, 2, 9)),
    names={"K_N": "a left inverse of W_up"},
    written=_steps,
)
