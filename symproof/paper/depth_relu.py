"""Depth for ReLU, almost every weight: the skip leaves no freedom between two blocks (new)."""

from __future__ import annotations

from symproof.paper._language import *
from symproof.proof.checks.stacks import almost_every, stack_decided

ABOUT = {
    "id": "depth-relu",
    "place": 690,
    "title": "ReLU stacks, almost every weight",
    "says": "For [ReLU](relu) with [d at least 2](dimension), near weights where [every neuron takes both"
    " signs](alive), [almost every](almost-every) residual stack is no stack of two or more layers "
    "without skips and no more neurons, nor a limit of such.",
}
total, found, rank, bar = symbols("T T_H r_F r_H")
J_1, J_2, K_1, K_2, G = (matrix(name, "d", "d") for name in ("J_1", "J_2", "K_1", "K_2", "Gamma"))
dJ_1, dJ_2, on, dOn = (matrix(name, "d", "d") for name in ("dJ_1", "dJ_2", "A_on", "dA_on"))
D_k, dD_k = matrix("D_k", "d", "1"), matrix("dD_k", "d", "1")
u_k, du_k, r_k = matrix("u_k", "1", "d"), matrix("du_k", "1", "d"), matrix("r_k", "1", "d")
p = matrix("p", "d", "1")
LINE = residual(((1,), (2,)), ((3, -1),)), residual(((1,), (-1,)), ((1, 5),))


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step(
            "gamma",
            equal(dJ_1 * K_1, -K_2 * dJ_2),
            algebra(
                by("no-change", times=K_2, right=K_1),
                by("inverse-1", times=K_2 * dJ_2),
                by("inverse-2", right=dJ_1 * K_1),
            ),
        ),
        step(
            "constant",
            equal(dJ_1, G * J_1),
            words(
                "the left side changes at walls of the first block, the right side at later walls, and at "
                "almost every point of a wall only one of them",
                "gamma",
                "alive",
                "almost-every",
                rocq="none",
                new=(G,),
            ),
        ),
        step(
            "cell", equal(dOn, G * (1 + on)), algebra("constant", by("first-cell", times=G), "first-change")
        ),
        step(
            "walls",
            equal(dOn, G * on),
            words(
                "the change across each wall, as in the step wall, summed over the neurons that are on",
                "constant",
                "alive",
                rocq="none",
            ),
        ),
        step("skip", equal(G), algebra("cell", "walls")),
        step(
            "wall",
            equal(dD_k * u_k + D_k * du_k, G * D_k * u_k),
            words(
                "the difference of the two cells beside the wall of neuron k",
                "constant",
                "alive",
                rocq="none",
            ),
        ),
        step("still", equal(dD_k * u_k + D_k * du_k), algebra("wall", by("skip", right=D_k * u_k))),
        step("column", equal(dD_k, -D_k * du_k * p), algebra(by("still", right=p), by("height", times=dD_k))),
        step(
            "row",
            equal(du_k, du_k * p * u_k),
            algebra(
                by("still", times=r_k),
                by("column", times=r_k, right=u_k),
                by("side", right=du_k),
                by("side", right=du_k * p * u_k),
            ),
        ),
        step(
            "rank",
            at_least(rank, (2 * d - 1) * total),
            words(
                "the kernel of the derivative is the scaling of each neuron, block by block",
                "column",
                "row",
                "dimension",
                rocq="none",
            ),
        ),
        step(
            "fewer",
            at_least((2 * d - 1) * found - 1, bar),
            words("rows of R_l and one entry of V_1 are scaled to 1", "relu", rocq="none"),
        ),
        step(
            "more",
            at_least(rank, bar + 1),
            combination("rank", "fewer", by("as-many", times=2 * d - 1), by("weights", times=[])),
        ),
        step(
            "never",
            has(
                W_up,
                "and W_down near those given are almost surely no stack without skips, nor a limit of such",
            ),
            words(
                "more polynomials than variables are dependent: some polynomial vanishes on all stacks "
                "without skips and their limits, and not on F",
                "more",
                rocq="none",
            ),
        ),
        example(
            "determinant",
            "rank",
            almost_every(2, (2, 2), "relu"),
            bounded(d=2, N=2),
            mutant("one dimension", d=1),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "relu",
            every(equal(relu(-z), relu(z) - z), z),
            "sigma(z) = z: x + D w x = (1 + D w) x for every W.",
            identity(symbols("x_r") + symbols("D") * symbols("x_r"), (1 + symbols("D")) * symbols("x_r")),
            mutant("without the skip", lhs=symbols("D") * symbols("x_r")),
        ),
        needed(
            "dimension",
            at_least(d, 2),
            "d = 1: every stack of blocks of two neurons is one without skips.",
            stack_decided("relu", LINE, "representable"),
            mutant("GELU", activation="gelu"),
        ),
        unsettled(
            "alive",
            has(W_up, "and the later rows are of both signs at every neuron"),
            "With all neurons of the second block dead F = M f_1; whether such F are stacks without skips "
            "is open.",
        ),
        needed(
            "almost-every",
            has(W_up, "and W_down lie outside a set of measure zero"),
            "Two blocks that absorb their skips.",
            stack_decided("relu", [residual(UP, DOWN)] * 2, "representable"),
            mutant("not representable", verdict="not-representable"),
        ),
    ),
    suppose=(
        Given("no-change", equal(dJ_2 * J_1 + J_2 * dJ_1)),
        Given("inverse-1", equal(J_1 * K_1, 1)),
        Given("inverse-2", equal(K_2 * J_2, 1)),
        Given("first-cell", equal(J_1, 1 + on)),
        Given("first-change", equal(dJ_1, dOn)),
        Given("height", equal(u_k * p, 1)),
        Given("side", equal(r_k * D_k, 1)),
        Given("as-many", at_least(total, found)),
        Given("weights", at_least(2 * d - 1)),
    ),
    concludes=("column", "row", "more", "never"),
    names={
        "T": "the number of neurons of F",
        "T_H": "the number of neurons of H",
        "r_F": "the rank of the derivative of values of F by its weights",
        "r_H": "the number of parameters of H, up to scaling",
        "J_1": "the Jacobian of the first block in a cell",
        "J_2": "the Jacobian of the later blocks there",
        "K_1": "the inverse of J_1",
        "K_2": "the inverse of J_2",
        "dJ_1": "its change along a direction in the weights that changes no value of F",
        "dJ_2": "the change of J_2",
        "Gamma": "the change of J_1 relative to it",
        "A_on": "the sum of D_k u_k over the neurons that are on",
        "dA_on": "its change",
        "D_k": "the column of a neuron of the first block",
        "dD_k": "its change",
        "u_k": "the row of the neuron",
        "du_k": "its change",
        "p": "a point where the row has the value 1",
        "r_k": "a row that has the value 1 at the column",
    },
    written=_steps,
)
