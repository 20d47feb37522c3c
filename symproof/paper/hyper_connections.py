"""Hyper-connections: which mixings of the residual streams are absorbed (new)."""

from __future__ import annotations

from symproof.paper import _blocks
from symproof.paper._language import *
from symproof.paper.skip_reduction import stream_mixing

ABOUT = {
    "id": "hyper-connections",
    "place": 605,
    "title": "hyper-connections absorb only a mixing of rank one",
    "says": "When [reading](read-nonzero) and [writing](write-nonzero) are not 0, [the flip condition on "
    "all streams](condition) holds exactly when the mixing is l b c and W_down[:,S] W_up[S,:] is -l I; "
    "for a mixing of rank r_A, at least d (r_A - 1) more neurons are needed.",
}
mix, b, c_T = matrix("A_s", "s", "s"), matrix("b_s", "s", "1"), matrix("c_s", "1", "s")
streams, Z = matrix("X_s", "s", "d"), matrix("Z", "d", "d")
column, left, row = matrix("w_s", "s", "1"), matrix("l_s", "1", "s"), matrix("y_d", "1", "d")
lam_, mu, rank, extra = symbols("l mu r_A r_V")


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step("column", equal(c_T * column, 1), attained("read-nonzero", column)),
        step("left", equal(left * b, 1), attained("write-nonzero", left)),
        step(
            "one-stream",
            equal(row * Z, -left * mix * column * row),
            algebra(
                by("condition", {streams: column * row}, left),
                by("column", times=left * b, right=row * Z),
                by("left", right=row * Z),
            ),
        ),
        step("number", equal(left * mix * column, lam_), number(lam_)),
        step("inner", equal(row * Z, -lam_ * row), algebra("one-stream", by("number", right=row))),
        step("inner-matrix", equal(Z, -lam_), vanishes("inner", row)),
        step(
            "outer",
            equal(mix * streams, lam_ * b * c_T * streams),
            algebra("condition", by("inner-matrix", times=b * c_T * streams)),
        ),
        step("outer-matrix", equal(mix, lam_ * b * c_T), vanishes("outer", streams)),
        step(
            "back",
            equal(b * c_T * streams * Z, -mix * streams),
            algebra(by("is-inner", times=b * c_T * streams), by("is-outer", right=streams)),
        ),
        step(
            "extra",
            at_least(extra, (rank - 1) * d),
            words(
                "on the streams that c_s sends to 0 the map is the mixing itself, of rank at least r_A "
                "less one, once for each of the d coordinates",
                "condition-rank",
                by("prop-8-ii"),
                rocq="none",
            ),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "read-nonzero",
            nonzero(c_T),
            "c = 0: the MLP sees 0, and with ReLU the map is the mixing alone; d = 1, two streams, A = 0 "
            "is absorbed although A is no multiple of b c with a factor that is not 0: the determinant of "
            "A is 0.",
            outcome_is(stream_mixing, "not doubly stochastic, refused: singular", matrix=((0, 0), (0, 0))),
            mutant("A = I", matrix=((1, 0), (0, 1))),
        ),
        needed(
            "write-nonzero",
            nonzero(b),
            "b = 0: nothing is written, and the map is again the mixing alone; A = 0 is absorbed.",
            outcome_is(stream_mixing, "not doubly stochastic, refused: singular", matrix=((0, 0), (0, 0))),
            mutant("A = I", matrix=((1, 0), (0, 1))),
        ),
        needed(
            "condition",
            every(equal(b * c_T * streams * Z, -mix * streams), streams),
            "It is general-skip for all streams together, and needs rows that are not collinear: rows e1, "
            "-e1, e2, -e2 on one stream are absorbed although no S satisfies (3).",
            *_blocks.opposed("relu"),
        ),
    ),
    suppose=(
        Given("is-inner", equal(Z, -mu)),
        Given("is-outer", equal(mix, mu * b * c_T)),
        Given("condition-rank", at_least(rank, 1)),
    ),
    concludes=("inner-matrix", "outer-matrix", "back", "extra"),
    names={
        "A_s": "the mixing of the streams",
        "b_s": "how the output of the MLP is written to the streams",
        "c_s": "how the input of the MLP is read from the streams",
        "X_s": "the streams, a row each",
        "Z": "the transpose of W_down[:,S] W_up[S,:] for the MLP inside",
        "w_s": "a column that is read as 1",
        "l_s": "a row of which b_s has the value 1",
        "y_d": "a row of d numbers",
        "l": "a number",
        "mu": "any number",
        "r_A": "the rank of the mixing",
        "r_V": "the neurons that an MLP equal to the block needs beyond N",
    },
    written=_steps,
)
