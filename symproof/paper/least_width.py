"""The least width of a residual-free MLP, for every weight matrix (new; contains Theorem 4)."""

from __future__ import annotations

from typing import Any

from sympy import Matrix, eye, symbols

from symproof.paper import _theorem4, prop_8_i
from symproof.paper._symbols import even, grid
from symproof.proof.checks.algebra import nonnegative_combination
from symproof.proof.checks.cases import mag, sign_cases
from symproof.proof.checks.maps import certified
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

s, V, P, q, c, z = symbols("s V P q c z")
n, f, g, wide, slack = symbols("n f g N' slack")
m, A, B, half = symbols("m A B 1_2")

PLANE_WIDE_UP = ((1, 0, 0), (0, 1, 0), (1, 1, 0), (-1, 0, 0), (0, -1, 0), (0, 0, 1), (0, 0, -1))
PLANE_WIDE_DOWN = ((3, 3, 5, -1, 0, 0, 0), (7, 12, 13, 0, -1, 0, 0), (17, 19, 29, 0, 0, 1, -1))


Pair = tuple[Any, Any]


def _classes() -> tuple[Step, ...]:
    sigma = c * z / 2 + even(z), -c * z / 2 + even(-z)
    evenness = ((P - q) / 2, even(-z) - even(z))
    return (
        Step(
            "one",
            "s V with |s| V = P is P or -P: (s V - P)(s V + P) = 0.",
            r"|s|V=P\;\Rightarrow\;(sV-P)(sV+P)=0",
            sign_cases((s * V - P) * (s * V + P), 0, {s: "+-"}, [(mag(s) * V + P, mag(s) * V - P)]),
            general("one entry; |s| = 1 for rigid E; by the normal form the even part of V must be P"),
            then=(
                "With one row v = s u in a class, the even part forces |s| V = P; the linear part is then P "
                "or -P, and 0 for P = 0."
            ),
            uses=("kind", "lemma-6", "general-skip"),
            mutants=(mutant("2 |s| V = P", given=((2 * mag(s) * V + P, 2 * mag(s) * V - P),)),),
        ),
        Step(
            "two",
            "Rows u and -u with columns (P + q)/2 and (P - q)/2 have the even part P E(z) and the linear "
            "part (c/2) q z.",
            r"\tfrac{P+q}2\sigma(z)+\tfrac{P-q}2\sigma(-z)=P\,E(z)+\tfrac c2\,q\,z",
            identity(
                (P + q) / 2 * sigma[0] + (P - q) / 2 * sigma[1], P * even(z) + c * q * z / 2, [evenness]
            ),
            general("one entry; E(-z) = E(z), z = u.x"),
            then="So two rows make any even part P and any linear part q; no row makes P = 0 and q = 0.",
            uses=("gap",),
            mutants=(
                mutant("the linear part c q z", rhs=P * even(z) + c * q * z),
                mutant("columns (P + q)/2 twice", lhs=(P + q) / 2 * (sigma[0] + sigma[1])),
                mutant("E odd", given=(((P - q) / 2, even(-z) + even(z)),)),
            ),
        ),
        Step(
            "count",
            "N' >= (n - f) + 2 f + 2 g gives N' >= n + f + 2 g.",
            r"N'\ge(n-f)+2f+2g\;\Rightarrow\;N'\ge n+f+2g",
            nonnegative_combination(
                wide - n - f - 2 * g, [(1, slack)], [(1, wide - ((n - f) + 2 * f + 2 * g + slack))]
            ),
            general("slack >= 0: rows beyond two in a class, zero rows, idle rows"),
            then=(
                "n classes have P != 0, f of them two rows or more (the set F), and g classes with P = 0 "
                "two rows or more; the other classes with P = 0 add nothing."
            ),
            uses=("one", "two"),
            mutants=(mutant("n + f + 3 g", target=wide - n - f - 3 * g),),
        ),
    )


def _ranks(sizes: Sizes) -> tuple[Step, ...]:
    d, k, r = sizes["d"], sizes["f"], sizes["r"]
    R, C, U = grid("R", d, d), grid("q", d, k), grid("u", k, d)
    X, Y, ker, K = grid("X", d, r), grid("Y", r, d), grid("b", d, max(d - k, 1)), grid("K", d, k)
    small = grid("X", r + 1, r) * grid("Y", r, r + 1)
    return (
        Step(
            "lower",
            "R = Q U + X Y and U B = 0 give R B = X (Y B).",
            r"R=QU+XY,\ UB=0\;\Rightarrow\;RB=X(YB)",
            identity(R * ker, X * (Y * ker), [(1, R - C * U - X * Y, ker), (C, U * ker)]),
            bounded(d=d, f=k, g=r),
            then=(
                "R is T minus the sum of e_K P_K u_K over classes not in F; equality of the linear parts "
                "says R = Q U + X Y with U the rows of F and X Y the g terms with P = 0. So R has rank at "
                "most g on the kernel of U."
            ),
            uses=("count",),
            mutants=(
                mutant(
                    "U B not 0",
                    given=((1, R - C * U - X * Y, ker), (C, U * ker - Matrix.ones(k, max(d - k, 1)))),
                ),
            ),
        ),
        Step(
            "minors",
            f"The determinant of a product of size {r + 1} with {r} inner terms is 0.",
            r"\det(XY)=0,\quad X\in\mathbb{R}^{(g+1)\times g},\ Y\in\mathbb{R}^{g\times(g+1)}",
            identity(small.det(method="berkowitz"), 0),
            bounded(g=r),
            then="So a product with g inner terms has rank at most g, rank(R B) <= g, and N' >= n + "
            "f + 2 rank(R B).",
            uses=("lower",),
            mutants=(
                mutant(
                    "one more term",
                    lhs=(small + grid("s", r + 1, 1) * grid("t", 1, r + 1)).det(method="berkowitz"),
                ),
            ),
        ),
        Step(
            "upper",
            "With U K = I and Q = R K, R - Q U = R (I - K U), and U (I - K U) = 0.",
            r"R-(RK)U=R(I-KU),\qquad U(I-KU)=0",
            identity(
                (R - (R * K) * U).col_join(U * (eye(d) - K * U)),
                (R * (eye(d) - K * U)).col_join(Matrix.zeros(k, d)),
                [(_below(d, k), -(U * K - eye(k)), U)],
            ),
            bounded(d=d, f=k),
            then=(
                "Conversely: for independent rows of F (or a basis of them) I - K U maps onto the kernel of "
                "U, so what Q leaves has the rank of R on that kernel, and that many pairs do."
            ),
            uses=("two", "minors"),
            mutants=(mutant("U K = 2 I", given=((_below(d, k), -(U * K - 2 * eye(k)), U),)),),
        ),
    )


def _below(d: int, k: int) -> Matrix:
    """The k columns that put k equations below d others."""
    return Matrix.zeros(d, k).col_join(eye(k))


def _trees(number: int) -> dict[str, Any]:
    return {"trees": [{"exhaust": True}] * number}


def _instance(name: str, text: str, block: Pair, made: Pair, *, width: int, trees: int) -> tuple[Step, Step]:
    d, N = len(block[1]), len(block[0])
    values = {
        "V_up": [[str(x) for x in row] for row in made[0]],
        "V_down": [[str(x) for x in row] for row in made[1]],
    }
    short = {"V_up": values["V_up"][:-1], "V_down": [row[:-1] for row in values["V_down"]]}
    return (
        Step(
            f"{name}-at-least",
            f"{text}: the kernel certifies that at least {width} neurons are needed.",
            rf"\omega\ge{width}",
            certified("width-at-least", "relu", (*block, None), _trees(trees), width),
            bounded(d=d, N=N),
            uses=("least",),
            illustration=True,
            mutants=(mutant(f"at least {width + 1}", width=width + 1, evidence=_trees(_TREES_ABOVE[name])),),
        ),
        Step(
            f"{name}-at-most",
            f"{text}: an explicit V with {width} neurons is equal.",
            rf"\omega\le{width}",
            certified("width-at-most", "relu", (*block, None), values, width),
            bounded(d=d, N=N),
            uses=("least",),
            illustration=True,
            mutants=(mutant("the last neuron left out", evidence=short),),
        ),
    )


# How many sets of classes the kernel treats for the claim one higher: it must reject it all the same.
_TREES_ABOVE = {"generic": 3, "opposed": 1, "plane": 1, "line": 1}


def _instances() -> tuple[Step, ...]:
    open_up, open_down = _theorem4.OPEN_UP, _theorem4.OPEN_DOWN
    line = (((1,), (-1,)), ((1, 3),))
    return (
        *_instance(
            "generic",
            "d = 2, N = 3, a generic block",
            (open_up, open_down),
            prop_8_i.widened(open_up, open_down),
            width=5,
            trees=3,
        ),
        *_instance(
            "opposed",
            "Rows e1, -e1, e2, -e2, without S",
            (_theorem4.OPPOSED_UP, _theorem4.OPPOSED_DOWN),
            (_theorem4.OPPOSED_UP, _theorem4.OPPOSED_ANSWER),
            width=4,
            trees=2,
        ),
        *_instance(
            "plane",
            "d = 3, rows in one plane",
            (prop_8_i.PLANE_UP, prop_8_i.PLANE_DOWN),
            (PLANE_WIDE_UP, PLANE_WIDE_DOWN),
            width=7,
            trees=1,
        ),
        *_instance(
            "line", "d = 1, W_up = [[1],[-1]], W_down = [[1,3]]", line, (line[0], ((2, 2),)), width=2, trees=1
        ),
    )


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    return (
        *_classes(),
        *_ranks(sizes),
        Step(
            "least",
            "(c/2)(A - B) = (c/2)(A + B) + m gives c B = -m.",
            r"\tfrac c2(A-B)=m+\tfrac c2(A+B)\;\Rightarrow\;cB=-m",
            identity(c * B, -m, [(-1, half * c * (A - B) - m - half * c * (A + B)), (-c * B, 2 * half - 1)]),
            general("one entry; 1_2 is 1/2"),
            then=(
                "(c/2) T = (c/2)(A + B) + m and T = A - B. The least width is the minimum of n + f + 2 "
                "rank over F and signs. It is N = n exactly when F is empty and R = T - (A - B) = 0, A and "
                "B the sums of P_K u_K over e = 1 and e = -1: which is Theorem 4."
            ),
            uses=("minors", "upper"),
            mutants=(
                mutant(
                    "T = A + B",
                    given=((-1, half * c * (A + B) - m - half * c * (A + B)), (-c * B, 2 * half - 1)),
                ),
            ),
        ),
        *_instances(),
    )


STATEMENT = Statement(
    id="least-width",
    place=620,
    title="the least width, for every weight matrix",
    words=(
        "Let sigma(z) - sigma(-z) = c z, c != 0, with even part e |z| or rigid, and let the block M x + "
        "W_down sigma(W_up x) have n classes of rows with nonzero even coefficient P_K, key u_K, and T = "
        "W_down W_up + (2/c) M. The least width of a residual-free MLP equal to it is the minimum over sets "
        "F of classes and signs e of n + |F| + 2 rank((T - sum over K not in F of e_K P_K u_K) on the "
        "common kernel of the u_K, K in F). (Where sigma(0) != 0 the zero rows together are one more class, "
        "with u_K = 0.)"
    ),
    latex=(
        r"\omega(W)=\min_{F,e}\ n+|F|+2\,\mathrm{rank}\bigl((T-\sum_{K\notin F}e_KP_Ku_K)B_F\bigr),"
        r"\quad B_F\ \text{a basis of}\ \bigcap_{K\in F}\ker u_K"
    ),
    source=Source(None, None, "contains Theorem 4 and Proposition 8"),
    hypotheses=(
        Hypothesis(
            "gap",
            "sigma(z) - sigma(-z) = c z with c != 0",
            r"\sigma(z)-\sigma(-z)=cz",
            Without(
                True,
                "sigma(z) = |z|, d = N = 1: no width suffices (any-activation); the formula would give at "
                "most N + d = 2. The kernel certifies that width 4 does not.",
                certified("width-at-least", "abs", (((1,),), ((1,),), None), {"trees": []}, 5),
                (mutant("without the skip", W_skip=((0,),)),),
            ),
        ),
        Hypothesis(
            "kind",
            "the even part is e |z| with e != 0, or rigid",
            r"E(z)=e|z|\ \text{or rigid}",
            Without(
                True,
                "sigma(z) = z/2 + z^2, d = 1, N = 2: x + sigma(x) + sigma(2 x) = 5 sigma(x) has width 1, "
                "less than the n = 2 classes 1 and 2.",
                identity(z + (z / 2 + z**2) + (z + 4 * z**2), 5 * (z / 2 + z**2)),
                (mutant("without the skip", lhs=(z / 2 + z**2) + (z + 4 * z**2)),),
            ),
        ),
    ),
    steps=_steps,
    sizes=(Size("d", 3, 2, 4), Size("f", 1, 1, 2), Size("r", 2, 1, 3)),
    uses=("lemma-6", "general-skip"),
)
