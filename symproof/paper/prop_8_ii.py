"""Proposition 8 (ii): for almost every block d - 1 extra neurons do not suffice."""

from __future__ import annotations

from sympy import Rational, eye, symbols

from symproof.paper._symbols import DOWN, IDENTITY, UP, grid
from symproof.paper._theorem4 import OPEN_DOWN, OPEN_UP
from symproof.proof.checks.algebra import nonnegative_combination
from symproof.proof.checks.cases import mag, sign_cases
from symproof.proof.checks.maps import absorbed_by_flipping, certified, same_map
from symproof.proof.checks.polynomial import identity, value
from symproof.proof.facts import NULL_SET, cite
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

s, t, V, P, Q = symbols("s t V P Q")
N, wide, f, g, slack = symbols("N N' f g slack")
delta, A, B, T = symbols("delta A B T")


def _classes() -> tuple[Step, ...]:
    return (
        Step(
            "single",
            "s V with |s| V = P is P or -P: (s V - P)(s V + P) = 0.",
            r"|s|V=P\;\Rightarrow\;(sV-P)(sV+P)=0",
            sign_cases((s * V - P) * (s * V + P), 0, {s: "+-"}, [(mag(s) * V + P, mag(s) * V - P)]),
            general(
                "one entry; for GELU |s| = 1. P = 0 gives Q = 0: a class of V alone with one row adds nothing"
            ),
            then="A class with coefficient P and one row of V has Q = s V, so Q - P is 0 or -2 P.",
            uses=("thm-4-relu", "thm-4-gelu"),
            mutants=(mutant("2 |s| V = P", given=((2 * mag(s) * V + P, 2 * mag(s) * V - P),)),),
        ),
        Step(
            "count",
            "N' >= (N - f) + 2 f + 2 g gives f + g <= N' - N.",
            r"N'\ge(N-f)+2f+2g\;\Rightarrow\;f+g\le N'-N",
            nonnegative_combination(
                wide - N - f - g, [(1, slack), (1, g)], [(1, wide - ((N - f) + 2 * f + 2 * g + slack))]
            ),
            general("slack >= 0 is what the inequality leaves"),
            then=(
                "f classes of W hold two or more rows of V, the other N - f at least one, and g classes of "
                "V alone hold two or more."
            ),
            uses=("single",),
            mutants=(mutant("f + 3 g instead", target=wide - N - f - 3 * g),),
        ),
        Step(
            "odd-part",
            "-2 B + T = 2 delta gives delta + B = T/2.",
            r"-2B+T=2\delta\;\Rightarrow\;\delta+B=\tfrac12T",
            identity(delta + B, T / 2, [(-Rational(1, 2), -2 * B + T - 2 * delta)]),
            general("one entry; T is a sum of f + g matrices of rank one"),
            then=(
                "The odd parts give sum over classes of (Q_K - P_K) u_K = 2 I; B is the sum of P_K u_K over "
                "the single classes S with Q = -P, T that over the f + g other classes. So I + W_down[:,S] "
                "W_up[S,:] = T/2 has rank at most f + g."
            ),
            uses=("count", "setup-display-4", "setup-display-5"),
            mutants=(mutant("I in place of 2 I", given=((-Rational(1, 2), -2 * B + T - delta),)),),
        ),
    )


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    d = sizes["d"]
    X, Y = grid("X", d, d - 1), grid("Y", d - 1, d)
    W, U = grid("D", d, d), grid("w", d, d)
    point = [*zip(W, t * eye(d), strict=True), *zip(U, eye(d), strict=True)]
    det = (eye(d) + W * U).det(method="berkowitz")
    return (
        *_classes(),
        Step(
            "determinant",
            "A sum of d - 1 matrices of rank one has determinant 0.",
            r"\det\sum_{m<d}p_mq_m^{\mathsf T}=0",
            identity((X * Y).det(method="berkowitz"), 0),
            bounded(d=d),
            then="So N' <= N + d - 1 makes det(I + W_down[:,S] W_up[S,:]) = 0 for some S.",
            uses=("odd-part",),
            mutants=(
                mutant("one more rank-one matrix", lhs=((X * Y) + W[:, 0] * U[0, :]).det(method="berkowitz")),
            ),
        ),
        Step(
            "nonzero",
            "det(I + W_down[:,S] W_up[S,:]) is not the zero polynomial in W: at W_down[:,S] = t I, "
            "W_up[S,:] = I it is (1 + t)^d.",
            r"\det(I+t\,I\cdot I)=(1+t)^d",
            value(det, point, (1 + t) ** d),
            bounded(d=d, S=d),
            uses=("determinant",),
            mutants=(mutant("it is 0", equals=0), mutant("(1 - t)^d", equals=(1 - t) ** d)),
        ),
        Step(
            "null",
            "The product of these determinants over all S and of the polynomials that make Theorem 4 apply "
            "is not the zero polynomial, and its zero set has measure zero. Off it no residual-free MLP of "
            "width at most N + d - 1 equals the block.",
            r"\lambda\{W:\exists V\text{ of width}\le N+d-1\}=0",
            cite(NULL_SET),
            general("a fact about polynomials"),
            uses=("nonzero", "determinant", "cor-5", "almost-every", "d-at-least-2"),
        ),
        Step(
            "instance",
            "For an exact block with d = 2, N = 3 the kernel certifies that at least N + d = 5 neurons are "
            "needed.",
            r"\text{width}\ge5",
            certified(
                "width-at-least", "relu", (OPEN_UP, OPEN_DOWN, None), {"trees": [{"exhaust": True}] * 3}, 5
            ),
            bounded(d=2, N=3),
            uses=("null",),
            illustration=True,
            mutants=(mutant("the absorbable block", W_up=UP, W_down=DOWN),),
        ),
    )


STATEMENT = Statement(
    id="prop-8-ii",
    place=460,
    title="d - 1 extra neurons do not suffice",
    words=(
        "Let d >= 2 and sigma be ReLU or GELU. For Lebesgue-almost every W no residual-free MLP of width at "
        "most N + d - 1 equals x + W_down sigma(W_up x)."
    ),
    latex=r"\lambda\{W:\exists V\text{ of width}\le N+d-1\}=0",
    source=Source("Proposition 8 (ii)", None, "section 5, appendix B.5"),
    hypotheses=(
        Hypothesis(
            "almost-every",
            "W outside a set of measure zero",
            r"\text{for almost every }W",
            Without(
                True,
                "W_up = (1,0), (1,1), (1,-1), W_down = [[-1,0,2],[1,-1,3]] needs no extra neuron.",
                absorbed_by_flipping("relu", (UP, DOWN, IDENTITY), (0, 1)),
                (mutant("only one row flipped", subset=(0,)),),
            ),
        ),
        Hypothesis(
            "d-at-least-2",
            "d >= 2",
            r"d\ge2",
            Without(
                True,
                "ReLU, d = 1, N = 2, W_up = 1, -2, W_down = [3, 5]: width N = 2 suffices, as for every such "
                "block. (GELU does not need d >= 2.)",
                same_map("relu", (((1,), (-2,)), ((3, 5),), ((1,),)), (((1,), (-1,)), ((4, 9),), None)),
                (mutant("V_down = [3, 10]", V_down=((3, 10),)),),
            ),
        ),
        Hypothesis(
            "N-at-least-d",
            "N >= d",
            r"N\ge d",
            Without(False, "No step uses it."),
        ),
    ),
    steps=_steps,
    sizes=(Size("d", 3, 2, 3),),
    uses=("thm-4-relu", "thm-4-gelu", "cor-5", "setup-display-4", "setup-display-5"),
)
