"""Corollary 5: for almost every block no V absorbs the skip."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from sympy import symbols

from symproof.paper import _theorem4
from symproof.paper._symbols import DOWN, IDENTITY, UP
from symproof.proof.checks.algebra import Rows
from symproof.proof.checks.cases import mag, relu, sign_cases
from symproof.proof.checks.exhaust import every
from symproof.proof.checks.maps import absorbed_by_flipping, certified
from symproof.proof.checks.polynomial import identity, value
from symproof.proof.facts import NULL_SET, cite
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

D, w, rest, x, a, b = symbols("D_1k w_k1 rest x w_1 w_2")
A, B, p, q = symbols("D_1 D_2 p q")


def _subsets(up: Rows, down: Rows) -> Iterator[tuple[int, ...]]:
    for size in range(len(up) + 1):
        yield from combinations(range(len(up)), size)


def _counts(chosen: tuple[int, ...], up: Rows, down: Rows) -> bool:
    """Whether p_S = 1 + sum over S of D_1k w_k1 is 1 + |S| at these weights."""
    return 1 + sum(down[0][k] * up[k][0] for k in chosen) == 1 + len(chosen)


def _witness(N: int) -> tuple[Rows, Rows]:
    """The point of the step `witness` for d = 2: rows (1, k), first row of W_down all 1, second all 1."""
    return tuple((1, k + 1) for k in range(N)), ((1,) * N, (1,) * N)


def _listed(rows: Rows) -> str:
    return ", ".join("(" + ",".join(map(str, row)) + ")" for row in rows)


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    N = sizes["N"]
    i1, i2, j1, j2 = symbols("w_i1 w_i2 w_j1 w_j2")
    return (
        Step(
            "equation",
            "If one factor p_S = 1 + D_1k w_k1 + rest is 0, so is the product with the others.",
            r"p_S=1+(W_{\mathrm{down}})_{1k}(W_{\mathrm{up}})_{k1}+\cdots=0\;\Rightarrow\;p_S\,p=0",
            identity((1 + D * w + rest) * p, 0, [(p, 1 + D * w + rest)]),
            general("p is the product of the other factors, rest the other terms of S"),
            then=(
                "If S satisfies (3), its entry (1, 1) says p_S = 1 + sum over S of D_1k w_k1 = 0. So "
                "absorbable W lie on the zero set of the product over all 2^N subsets."
            ),
            uses=("thm-4-relu", "thm-4-gelu"),
            mutants=(mutant("(3) with + I", given=((p, -1 + D * w + rest),)),),
        ),
        Step(
            "generic",
            "w_j = c w_i makes the minor w_i1 w_j2 - w_i2 w_j1 zero.",
            r"w_j=c\,w_i\;\Rightarrow\;w_{i1}w_{j2}-w_{i2}w_{j1}=0",
            identity(i1 * j2 - i2 * j1, 0, [(i1, j2 - p * i2), (-i2, j1 - p * i1)]),
            general("one pair of rows, d >= 2; p is c"),
            then="So rows whose minors are not 0 are not collinear and not zero.",
            uses=("d-at-least-2",),
            mutants=(mutant("w_j2 = 2 c w_i2", given=((i1, j2 - 2 * p * i2), (-i2, j1 - p * i1))),),
        ),
        Step(
            "minor",
            "On rows (1, p, ...) and (1, q, ...) the minor is q - p.",
            r"\det\begin{pmatrix}1&p\\1&q\end{pmatrix}=q-p",
            value(i1 * j2 - i2 * j1, [(i1, 1), (i2, p), (j1, 1), (j2, q)], q - p),
            general("the point of the next step has rows (1, k), k = 1, ..., N"),
            then=(
                "So it is not the zero polynomial; on the rows (1, k) of the next step it is a difference "
                "of two k."
            ),
            uses=("generic",),
            mutants=(mutant("the sum of the two products", poly=i1 * j2 + i2 * j1),),
        ),
        Step(
            "witness",
            f"At the rows {_listed(_witness(N)[0])} with W_down all 1, p_S = 1 + |S| for every subset S.",
            r"p_S=1+|S|",
            every(_subsets, _counts, up=_witness(N)[0], down=_witness(N)[1]),
            bounded(N=N),
            then=(
                "So the product of all p_S, all minors of the rows (1, k) and all D_1k is a polynomial that "
                "is not 0 at this point."
            ),
            uses=("equation", "minor"),
            mutants=(mutant("D_1k = -1: S of size 1 gives 0", down=((-1,) * N, (1,) * N)),),
        ),
        Step(
            "every-size",
            "Adding one neuron with D_1k = w_k1 = 1 adds 1 to p_S.",
            r"p_{S\cup\{k\}}=p_S+1",
            identity(1 + rest + D * w, (1 + rest) + 1, [(w, D - 1), (1, w - 1)]),
            general("one more neuron"),
            then="So p_S = 1 + (size of S) > 0 for every N.",
            uses=("witness",),
            mutants=(mutant("D_1k = -1", given=((w, D + 1), (1, w - 1))),),
        ),
        Step(
            "null",
            "The zero set of this polynomial has measure zero. Off it Theorem 4 applies and no S satisfies "
            "(3), so no V exists.",
            r"\lambda\{W:\exists V\}=0",
            cite(NULL_SET),
            general("a fact about polynomials"),
            uses=("every-size", "thm-4-relu", "thm-4-gelu", "sigma", "almost-every"),
        ),
        Step(
            "instance",
            f"The point itself for d = 2, N = {N}: rows (1, k), W_down all 1; the kernel certifies that no "
            f"V of this width exists.",
            r"\nexists V",
            certified("not-absorbable", "relu", (*_witness(N), None), _theorem4.EXHAUST),
            bounded(d=2, N=N),
            uses=("null",),
            illustration=True,
            mutants=(mutant("the absorbable block", W_up=UP, W_down=DOWN),),
        ),
    )


def _one_dimension() -> tuple[object, object]:
    """Both sides at d = 1, N = 2: any block, and the two-neuron map on the rows 1 and -1 that equals it."""
    block = x + A * relu(a * x) + B * relu(b * x)
    even, odd = A * mag(a) + B * mag(b), A * a + B * b + 2
    return block, (even + odd) / 2 * relu(x) + (even - odd) / 2 * relu(-x)


STATEMENT = Statement(
    id="cor-5",
    place=430,
    title="almost no block absorbs its skip",
    words=(
        "Let d >= 2, N >= d and sigma ReLU or GELU. For Lebesgue-almost every (W_up, W_down) no V of the "
        "same width has x + W_down sigma(W_up x) = V_down sigma(V_up x) for all x."
    ),
    latex=r"\lambda\{(W_{\mathrm{up}},W_{\mathrm{down}}):\exists V\}=0",
    source=Source("Corollary 5", "Corollary 11", "section 4, appendix B.4"),
    hypotheses=(
        Hypothesis(
            "sigma",
            "sigma is ReLU or GELU",
            r"\sigma\in\{\mathrm{ReLU},\mathrm{GELU}\}",
            Without(
                True,
                "sigma(z) = z, d = N = 1: x + D w x = (1 + D w) (1 x) for every W.",
                identity(x + A * a * x, (1 + A * a) * x),
                (mutant("V_down = D w", rhs=A * a * x),),
            ),
        ),
        Hypothesis(
            "almost-every",
            "W outside a set of measure zero",
            r"\text{for almost every }W",
            Without(
                True,
                "W_up = (1,0), (1,1), (1,-1), W_down = [[-1,0,2],[1,-1,3]] is absorbed, S = {0, 1}.",
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
                "ReLU, d = 1, N = 2: every block is absorbed by the rows 1 and -1. (GELU does not need d >= "
                "2: rows that differ up to sign are enough for Theorem 4.)",
                sign_cases(*_one_dimension(), {x: "+0-", a: "+0-", b: "+0-"}),
                (mutant("x counted twice", lhs=_one_dimension()[0] + x),),
            ),
        ),
        Hypothesis(
            "N-at-least-d",
            "N >= d",
            r"N\ge d",
            Without(False, "No step uses it; for N < d no subset is large enough for (3)."),
        ),
    ),
    steps=_steps,
    sizes=(Size("N", 5, 2, 10),),
    uses=("thm-4-relu", "thm-4-gelu"),
)
