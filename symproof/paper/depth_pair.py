"""Two concrete ReLU blocks: bends that fix the outer layers, and chains of them that fix all (new)."""

from __future__ import annotations

from fractions import Fraction

from symproof.paper._language import *
from symproof.proof.checks.stacks import stack_decided

ABOUT = {
    "id": "depth-pair",
    "place": 680,
    "title": "two ReLU blocks, by the points where they bend",
    "says": "Two ReLU blocks whose [bends are all different](bends) and whose chained rows "
    "[span](spanning) equal a stack of two layers without skips and no more neurons only if both satisfy "
    "(3).",
}
e, e_, beta_k, gamma_k, omega = symbols("e e' beta_k gamma_k omega")
u_j, b, b_, w_k = (matrix(name, "1", "d") for name in ("u_j", "b_at", "b_at'", "w_k"))
B_j, on, p = matrix("B_j", "1", "N"), matrix("P_on", "N", "N"), matrix("p", "d", "1")
K, L = matrix("U_Q", "m", "d"), matrix("L_Q", "d", "m")
Q, U_2, W_2 = matrix("Q_2", "m", "m"), matrix("U_2", "m", "d"), matrix("W_2", "d", "m")
v, f_1 = matrix("v_2", "m", "1"), matrix("f_1", "d", "1")


def _rows(*rows: str) -> tuple[tuple[Fraction, ...], ...]:
    return tuple(tuple(Fraction(entry) for entry in row.split()) for row in rows)


# Two blocks with d = 2, close to the identity: a homeomorphism of the plane.
FIRST = residual(_rows("-2 -1", "0 4", "2 -3"), _rows("1/96 1/48 -1/96", "-1/48 1/96 1/48"))
LINE = residual(((1,), (2,)), ((3, -1),)), residual(((1,), (-1,)), ((1, 5),))
SECOND = residual(_rows("1 2", "4 -1", "-3 -2"), _rows("1/48 -1/96 1/96", "1/96 1/48 -1/32"))


def _sign_steps() -> tuple[Written, ...]:
    """From one point of a chain to the next the sign e stays, and the entry of B that changed is known."""
    return (
        step(
            "parallel",
            equal(2 * e * b, -(beta_k + e * gamma_k) * w_k),
            algebra("difference", by("rows-differ", times=e), by("opposite", right=b_)),
        ),
        step(
            "coefficient",
            equal(beta_k + e * gamma_k),
            algebra(
                by("parallel", right=p),
                by("on-wall", times=2 * e),
                by("off", times=beta_k + e * gamma_k),
                "off-nonzero",
            ),
        ),
        step(
            "b-zero",
            equal(b),
            algebra(by("parallel", times=e), by("coefficient", times=e, right=w_k), by("unit", right=2 * b)),
        ),
        step("absurd", FALSE, clash("b-zero", "b-nonzero")),
        step("not-opposite", nonzero(e_, -e), refute("absurd", "opposite")),
        step("same-sign", equal(e_, e), algebra("unit", "unit'", "not-opposite")),
        step(
            "entry",
            equal(beta_k, e * gamma_k),
            algebra(
                by("difference", right=p),
                by("rows-differ", times=e, right=p),
                by("same-sign", right=b_ * p),
                by("off", times=[beta_k, e * gamma_k]),
                "off-nonzero",
            ),
        ),
    )


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    flips = 1 + W_down * P * W_up
    return (
        step(
            "cover",
            has(V_down, "has the columns of block 2, and R_1 the rows of block 1 up to sign"),
            words(
                "the rows of R_1 and the merged columns of V_2 cover all bends; two bends with different "
                "ends at each neuron are as many disjoint paths, so with no more neurons the cover is "
                "their centres",
                "bends",
                rocq="none",
            ),
        ),
        *_sign_steps(),
        step(
            "every-entry",
            equal(B_j, e * u_j * W_down),
            words(
                "each sign changes somewhere along the chain, and e is the same all along",
                "entry",
                "same-sign",
                "cover",
                rocq="none",
            ),
        ),
        step(
            "row",
            equal(u_j * flips),
            algebra(
                by("cell", times=e),
                by("every-entry", times=e, right=(on - P) * W_up),
                "row-b",
                by("unit", right=b - u_j * W_down * (on - P) * W_up),
            ),
        ),
        step(
            "rows", equal(K * flips), words("the rows with a chain, one below the other", "row", rocq="none")
        ),
        step(
            "first", equal(W_down * P * W_up, -1), algebra(by("rows", times=L), by("spanning", right=flips))
        ),
        step("gap", equal(relu(z) - relu(-z), z), cases({z: "+0-"})),
        step("gap-vector", equal(relu(v) - relu(-v), v), entrywise("gap", z, v)),
        step(
            "turned",
            equal(relu((1 - 2 * Q) * v), relu(v) - Q * v),
            algebra("selection", by("gap-vector", times=Q)),
        ),
        step(
            "second-differs",
            equal((1 + W_2 * Q * U_2) * f_1),
            algebra("same", by("turned", {v: U_2 * f_1}, W_2)),
        ),
        step(
            "second",
            equal(W_2 * Q * U_2, -1),
            words(
                "f_1 takes the values of an invertible map on an open cone",
                "second-differs",
                "bends",
                rocq="none",
            ),
        ),
        example(
            "plane",
            "first",
            stack_decided("relu", (FIRST, SECOND), "not-representable", 0),
            bounded(d=2, N=3),
            mutant("representable", verdict="representable"),
            mutant("by block 1", refuted=1),
        ),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "bends",
            has(
                relu(z),
                "bends F twice at each neuron, with all ends different, where no Jacobian is singular",
            ),
            "d = 1: all rows are collinear, and every stack of blocks of two neurons is one without skips.",
            stack_decided("relu", LINE, "representable"),
            mutant("GELU", activation="gelu"),
        ),
        unsettled(
            "spanning",
            equal(L * K, 1),
            "For d = 2 no chain exists; that F is a homeomorphism takes its place.",
        ),
    ),
    suppose=(
        Given("cell", equal(B_j * (on - P) * W_up, e * b)),
        Given("row-b", equal(b, u_j * (1 + W_down * on * W_up))),
        Given("difference", equal(e_ * b_ - e * b, beta_k * w_k)),
        Given("rows-differ", equal(b_ - b, gamma_k * w_k)),
        Given("unit", equal(e**2, 1)),
        Given("unit'", equal(e_**2, 1)),
        Given("opposite", equal(e_, -e)),
        Given("on-wall", equal(b * p)),
        Given("off", equal(w_k * p, omega)),
        Given("off-nonzero", nonzero(omega)),
        Given("b-nonzero", nonzero(b)),
        Given("selection", every(equal(relu((1 - 2 * Q) * v), relu(v) - Q * relu(v) + Q * relu(-v)), v)),
        Given("same", equal(f_1 + W_2 * relu(U_2 * f_1), W_2 * relu((1 - 2 * Q) * U_2 * f_1))),
    ),
    concludes=("first", "second"),
    names={
        "e": "the sign of row j of H's second layer at one point of a chain",
        "e'": "the same at the next point",
        "beta_k": "the entry k of row j of R_2 V_1, which changes there",
        "gamma_k": "the same entry of U_2 W_down",
        "omega": "the value of neuron k at the point, not 0",
        "u_j": "the row of neuron j of the second block",
        "b_at": "the row of the bend at one point of the chain",
        "b_at'": "the row at the next point",
        "w_k": "the row of the neuron of the first block that changes its sign",
        "B_j": "row j of R_2 V_1, the two layers of H multiplied",
        "P_on": "the diagonal matrix with 1 at the neurons of the first block that are positive",
        "p": "the point",
        "U_Q": "the rows of the second block that have a chain",
        "L_Q": "a left inverse of them",
        "Q_2": "the diagonal matrix with 1 at the rows of the second block that H has turned around",
        "U_2": "the rows of the second block",
        "W_2": "its columns",
        "v_2": "a vector with one number for each neuron of the second block",
        "f_1": "a value of the first block",
    },
    written=_steps,
)
