"""The least width of a residual-free MLP, for every weight matrix (new; contains Theorem 4)."""

from __future__ import annotations

from typing import Any

from symproof.paper import _blocks, prop_8_i
from symproof.paper._language import *

ABOUT = {
    "id": "least-width",
    "place": 620,
    "title": "the least width, for every weight matrix",
    "says": "With an activation of [linear gap c](gap) whose [even part is e |z| or rigid](kind), the "
    "least width of an MLP without skip is, for every weight matrix, the least sum of n, f and 2 r over "
    "all signs and all choices of f classes of rows that are doubled, r the rank of what is then left of "
    "the skip.",
}
a, b, f, q, rank = symbols("a b f q r_B")
R = matrix("R", "d", "d")
Q, U = matrix("Q_F", "d", "f"), matrix("U_F", "f", "d")
X, Y = matrix("X", "d", "r"), matrix("Y", "r", "d")
B_F, K = matrix("B_F", "d", "e"), matrix("K_F", "d", "f")
z_ = symbols("z")
PLANE_WIDE_UP = ((1, 0, 0), (0, 1, 0), (1, 1, 0), (-1, 0, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))

PLANE_WIDE_DOWN = ((3, 3, 5, -1, 0, 0, 0), (7, 12, 13, 0, -1, 0, 0), (17, 19, 29, 0, 0, 1, -1))

Pair = tuple[Any, Any]


ALL_SIGNS = {"cost": [{"ranks": True}]}


def _instance(name: str, block: Pair, made: Pair, *, width: int) -> tuple[Written, Written]:
    d, N = len(block[1]), len(block[0])
    values = {
        "V_up": [[str(x) for x in row] for row in made[0]],
        "V_down": [[str(x) for x in row] for row in made[1]],
    }
    short = {"V_up": values["V_up"][:-1], "V_down": [row[:-1] for row in values["V_down"]]}
    return (
        example(
            f"{name}-at-least",
            "at-least",
            certified("width-at-least", "relu", residual(*block), ALL_SIGNS, width),
            bounded(d=d, N=N),
            mutant(f"at least {width + 1}", width=width + 1),
        ),
        example(
            f"{name}-at-most",
            "at-most",
            certified("width-at-most", "relu", residual(*block), values, width),
            bounded(d=d, N=N),
            mutant("the last neuron left out", evidence=short),
        ),
    )


def _instances() -> tuple[Written, ...]:
    open_up, open_down = _blocks.OPEN_UP, _blocks.OPEN_DOWN
    line = (((1,), (-1,)), ((1, 3),))
    return (
        *_instance("generic", (open_up, open_down), prop_8_i.widened(open_up, open_down), width=5),
        *_instance(
            "opposed",
            (_blocks.OPPOSED_UP, _blocks.OPPOSED_DOWN),
            (_blocks.OPPOSED_UP, _blocks.OPPOSED_ANSWER),
            width=4,
        ),
        *_instance(
            "plane", (prop_8_i.PLANE_UP, prop_8_i.PLANE_DOWN), (PLANE_WIDE_UP, PLANE_WIDE_DOWN), width=7
        ),
        *_instance("line", line, (line[0], ((2, 2),)), width=2),
    )


def _steps(sizes: Sizes) -> tuple[Written, ...]:
    return (
        step("evenness", equal(E(-z), E(z)), algebra("even-part", by("even-part", {z: -z}), "gap")),
        step(
            "one",
            every(equal((w * b - a) * (w * b + a)), where=(nonzero(w),)),
            cases({w: "+-"}, by("one-row", times=mag(w) * b + a)),
        ),
        step(
            "two",
            equal((a + q) / 2 * sigma(z) + (a - q) / 2 * sigma(-z), a * E(z) + c * q * z / 2),
            algebra(
                by("even-part", times=[a, q]), by("even-part", {z: -z}, [a, q]), by("evenness", times=[a, q])
            ),
        ),
        step(
            "rows",
            at_least(wide, (n - f) + 2 * f + 2 * r),
            words(
                "by the normal form each of the n classes holds a row of V, f of them two or more, and r "
                "classes of V alone two",
                "one",
                "two",
                "kind",
                "equal",
                rocq="least_width_relu",
            ),
        ),
        step("count", at_least(wide, n + f + 2 * r), combination("rows")),
        step(
            "difference",
            equal(R, Q * U + X * Y),
            words(
                "the linear parts agree: R is T minus e_K P_K u_K over the classes with one row; U holds "
                "the rows of the others",
                "one",
                "two",
                "equal",
                rocq="least_width_relu",
                new=(Q, X, Y),
            ),
        ),
        step(
            "on-kernel",
            equal(R * B_F, X * (Y * B_F)),
            algebra(by("difference", right=B_F), by("kernel", times=Q)),
        ),
        step(
            "rank",
            at_least(r, rank),
            words("a product with r inner terms has rank at most r", "on-kernel", rocq="least_width_relu"),
        ),
        step("at-least", at_least(wide, n + f + 2 * rank), combination("count", by("rank", times=2))),
        step("projected", equal(U * (1 - K * U)), algebra(by("inverse", right=U))),
        step("split", equal(R, R * K * U + R * (1 - K * U)), algebra()),
        step(
            "at-most",
            has(
                R,
                "is made by two rows in f classes and as many opposite pairs as its rank on the kernel of U",
            ),
            words(
                "the part R K U by second rows, the part R (1 - K U) by pairs on the kernel",
                "two",
                "projected",
                "split",
                rocq="least_width_relu",
            ),
        ),
        step("equal-width", equal(c * W_down * P * W_up, -M), algebra("linear", by("signs", times=c))),
        *_instances(),
    )


STATEMENT = Statement(
    ABOUT,
    hypotheses=(
        needed(
            "gap",
            every(equal(sigma(z) - sigma(-z), c * z), z),
            "sigma(z) = |z|, d = N = 1: no width suffices (any-activation); the formula would give at most"
            " N + d = 2. The kernel certifies that width 4 does not.",
            certified("width-at-least", "abs", residual(((1,),), ((1,),)), {"cost": []}, 5),
            mutant("without the skip", W_skip=((0,),)),
        ),
        needed(
            "kind",
            has(E(z), KIND),
            "sigma(z) = z/2 + z^2, d = 1, N = 2: x + sigma(x) + sigma(2 x) = 5 sigma(x) has width 1, less "
            "than the n = 2 classes 1 and 2.",
            identity(z_ + (z_ / 2 + z_**2) + (z_ + 4 * z_**2), 5 * (z_ / 2 + z_**2)),
            mutant("without the skip", lhs=(z_ / 2 + z_**2) + (z_ + 4 * z_**2)),
        ),
    ),
    suppose=(
        Given("equal", every(equal(M * x + W_down * sigma(W_up * x), V_down * sigma(V_up * x)), x)),
        Given("even-part", every(equal(sigma(z), c * z / 2 + E(z)), z)),
        Given("one-row", equal(mag(w) * b, a)),
        Given("kernel", equal(U * B_F)),
        Given("inverse", equal(U * K, 1)),
        Given("linear", equal(c * V_down * V_up, c * W_down * W_up + 2 * M)),
        Given("signs", equal(V_down * V_up, W_down * (1 - 2 * P) * W_up)),
    ),
    concludes=("at-least", "at-most", "equal-width"),
    names={
        "a": "an entry of the even coefficient P_K of a class",
        "b": "the entry of the column of its one row in V",
        "w": "the factor of that row",
        "q": "any number",
        "n": "the number of classes with an even coefficient that is not 0",
        "f": "the number of classes in F",
        "r": "the number of classes of V alone",
        "R": "T minus the sum of e_K P_K u_K over the classes K outside F; T is W_down W_up + (2/c) M",
        "Q_F": "free columns",
        "U_F": "the rows u_K of the classes in F",
        "B_F": "a basis of the common kernel of U_F",
        "K_F": "a right inverse of U_F",
        "X": "columns of the r classes of V alone",
        "Y": "their rows",
        "r_B": "the rank of R B_F",
    },
    written=_steps,
)
