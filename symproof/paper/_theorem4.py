"""Steps that Theorem 4 shares between ReLU and GELU: flipping, counting, assembling (3), the size of S."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from math import prod
from typing import Any

from sympy import Matrix, diag, eye, symbols

from symproof.paper._symbols import DOWN, FLIPPED, IDENTITY, UP, grid, vector
from symproof.proof.check import Check
from symproof.proof.checks.algebra import nonnegative_combination
from symproof.proof.checks.maps import (
    absorbed_by_flipping,
    absorbed_without_subset,
    certified,
    not_absorbed_despite,
)
from symproof.proof.checks.polynomial import identity
from symproof.proof.facts import KERNEL_VECTOR, cite
from symproof.proof.sizes import Sizes
from symproof.proof.statement import Hypothesis, Without
from symproof.proof.step import Mutant, Step, bounded, general, mutant

A, B, delta, F, lin, x = symbols("A B delta F l x_i")
m, o, r = symbols("m o r")

# A block with d = 2, N = 3 for which no S satisfies (3), and the hypotheses of Theorem 4 hold.
OPEN_UP = ((1, 0), (1, 1), (1, -1))
OPEN_DOWN = ((1, 0, 2), (1, 3, 5))
EXHAUST = {"trees": [{"exhaust": True}]}

# A block without S whose refusal needs no search: one combination of (3) modulo 4.
TREE_UP = ((2, -1), (-2, -1), (-2, -2), (0, -2), (-1, 0), (-1, 1))
TREE_DOWN = ((-1, 2, 0, -2, -2, -1), (0, 1, -1, 0, -2, 0))

# Rows e1, -e1, e2, -e2: no S satisfies (3), and yet the block is absorbed.
OPPOSED_UP = ((1, 0), (-1, 0), (0, 1), (0, -1))
OPPOSED_DOWN = ((2, 5, 1, 1), (1, 1, 3, 7))
OPPOSED_ANSWER = ((3, 4, 1, 1), (1, 1, 4, 6))

# The third neuron is idle (zero column, or zero row), and lets the first become an opposed pair.
IDLE_UP = ((1, 0), (1, 1), (1, 2))
IDLE_DOWN = ((2, 0, 0), (3, -1, 0))
ZERO_UP = ((1, 0), (1, 1), (0, 0))
ZERO_DOWN = ((2, 0, 1), (3, -1, 1))
IDLE_V_UP = ((1, 0), (-1, -1), (-1, 0))
IDLE_V_DOWN = ((3, 0, -1), (2, -1, 1))


def absorb_step(uses: tuple[str, ...]) -> Step:
    """Sufficiency: the flipped rows turn (3) into the skip."""
    return Step(
        "sufficient",
        "F - l = F + x when l = -x.",
        r"F-l=F+x\qquad(l=-x)",
        identity(F - lin, F + x, [(-1, lin + x)]),
        general("one coordinate; l is that of W_down[:,S] W_up[S,:] x, which (3) makes -x"),
        then=(
            "Sum the flipped neurons over S, the others unchanged: V computes F(x) - W_down[:,S] W_up[S,:] "
            "x with F = W_down sigma(W_up x), and (3) makes it the block."
        ),
        uses=uses,
        mutants=(
            mutant("(3) with + I", given=((-1, lin - x),)),
            mutant("(3) with -2 I", given=((-1, lin + 2 * x),)),
        ),
    )


def symbolic_step(sizes: Sizes) -> Step:
    """Sufficiency once more, with all matrices in symbols and E as an unknown for every neuron."""
    d, N = sizes["d"], sizes["N"]
    Wd, Wu, point, evens = grid("D", d, N), grid("w", N, d), vector("x", d), vector("e", N)
    chosen = diag(*[1 if k < d else 0 for k in range(N)])

    def block(signs: Matrix) -> Matrix:
        return Wd * (signs * Wu * point / 2 + evens)

    condition = Wd * chosen * Wu
    return Step(
        "symbolic",
        f"The same with all matrices in symbols, S the first {d} neurons: V_down sigma(V_up x) = W_down "
        f"sigma(W_up x) + x follows from (3).",
        r"W_{\mathrm{down}}(\tfrac12CW_{\mathrm{up}}x+E)=W_{\mathrm{down}}(\tfrac12W_{\mathrm{up}}x+E)+x",
        identity(block(eye(N) - 2 * chosen), block(eye(N)) + point, [(-1, condition + eye(d), point)]),
        bounded(d=d, N=N, S=d),
        uses=("sufficient",),
        illustration=True,
        mutants=(
            mutant("(3) with + I", given=((-1, condition - eye(d), point),)),
            mutant(
                "one row fewer flipped",
                lhs=block(eye(N) - 2 * diag(*[1 if k < d - 1 else 0 for k in range(N)])),
            ),
        ),
    )


def occupied_step(uses: tuple[str, ...]) -> Step:
    """A class of W that holds no row of V would have the coefficient zero."""
    D, inv = symbols("D D^-1")
    return Step(
        "occupied",
        "A coefficient 0 = D with D != 0 gives 1 = 0.",
        r"D=0,\ D\ne0\;\Rightarrow\;1=0",
        identity(1, 0, [(inv, D), (-1, D * inv - 1)]),
        general("one nonzero entry of one column"),
        then=(
            "A class of W without a row of V with nonzero column would have it; so each of the N classes "
            "holds one."
        ),
        uses=uses,
        mutants=(mutant("a zero column: no inverse", given=((inv, D),)),),
    )


def count_step(uses: tuple[str, ...]) -> Step:
    """N rows in N classes, at least one in each: exactly one in each, and none elsewhere."""
    return Step(
        "count",
        "m + o + r = 0 with o >= 0 gives -m - r >= 0.",
        r"m+o+r=0,\ o\ge0\;\Rightarrow\;-m-r\ge0",
        nonnegative_combination(-m - r, [(1, o)], [(-1, m + o + r)]),
        general("m is one surplus, o the sum of the others; m + o + r = 0, so -m - r = o >= 0"),
        then=(
            "N rows, each class with 1 + m of them, r in no class of W: m, o (the other classes) and r are "
            ">= 0 and add up to 0, so all are 0. Each class holds exactly one row of V, and no row is "
            "elsewhere."
        ),
        uses=uses,
        mutants=(mutant("one row more: m + o + r = 1", equal=((-1, m + o + r - 1),)),),
    )


def assemble_step(uses: tuple[str, ...]) -> Step:
    """From V_down V_up = W_down C W_up to condition (3)."""
    return Step(
        "assemble",
        "A - B = A + B + 2 delta gives B = -delta.",
        r"A-B=A+B+2\delta\;\Rightarrow\;B=-\delta",
        identity(
            B,
            -delta,
            [(-symbols("1_2"), (A - B) - (A + B + 2 * delta)), (-(B + delta), 2 * symbols("1_2") - 1)],
        ),
        general("one entry; 1_2 is 1/2 and delta the entry of I"),
        then=(
            "A and B are the sums of D_i w_i over c_i = 1 and c_i = -1, in one entry, and V_down V_up = A - "
            "B: so W_down[:,S] W_up[S,:] = -I for S = {i : c_i = -1}."
        ),
        uses=uses,
        mutants=(
            mutant(
                "I instead of 2 I",
                given=((-symbols("1_2"), (A - B) - (A + B + delta)), (-(B + delta), 2 * symbols("1_2") - 1)),
            ),
            mutant("(3) with + I", rhs=delta),
        ),
    )


def size_steps(sizes: Sizes, uses: tuple[str, ...]) -> tuple[Step, ...]:
    """size of S >= d, by a kernel vector in general and by a determinant at given sizes."""
    d = sizes["d"]
    X, Y, y = grid("X", d, d - 1), grid("Y", d - 1, d), grid("y", 1, d)
    return (
        Step(
            "kernel-vector",
            "If S had fewer than d elements, d unknowns y would satisfy the fewer equations y W_down[:,S] = "
            "0 with y != 0.",
            r"|S|<d\;\Rightarrow\;\exists y\ne0:\ yW_{\mathrm{down}}[:,S]=0",
            cite(KERNEL_VECTOR),
            general("a fact about linear systems"),
            uses=uses,
        ),
        Step(
            "size",
            "X Y = -I and y X = 0 give y = 0, for X = W_down[:,S] and Y = W_up[S,:].",
            r"0=(yW_{\mathrm{down}}[:,S])W_{\mathrm{up}}[S,:]=y(-I)=-y",
            identity(y, y * 0, [(y, X * Y + eye(d)), (-1, y * X, Y)]),
            bounded(d=d, s=d - 1),
            then="So S has at least d elements. Together: V exists exactly when some S satisfies (3).",
            uses=("kernel-vector", *uses),
            mutants=(mutant("W_down[:,S] W_up[S,:] = 0", given=((y, X * Y), (-1, y * X, Y))),),
        ),
        Step(
            "determinant",
            f"At d = {d}: det(X Y) = 0 identically for X with d - 1 columns, while det(-I) is not 0.",
            r"\det(XY)=0\ne\det(-I_d)",
            identity([(X * Y).det(method="berkowitz"), (-eye(d)).det()], [0, (-1) ** d]),
            bounded(d=d, s=d - 1),
            uses=("size",),
            illustration=True,
            mutants=(mutant("det(XY) = 1", rhs=[1, (-1) ** d]),),
        ),
    )


def instance_steps(activation: str) -> tuple[Step, ...]:
    """Exact blocks decided both ways by the kernel."""
    return (
        Step(
            "absorbed",
            "An exact block with d = 2, N = 3 satisfies (3) for S = {0, 1} (neurons counted from 0), and "
            "with its skip it equals the block with these rows flipped.",
            r"S=\{0,1\}:\ W_{\mathrm{down}}[:,S]W_{\mathrm{up}}[S,:]=-I,\quad "
            r"F(x)+x=W_{\mathrm{down}}\sigma(CW_{\mathrm{up}}x)",
            absorbed_by_flipping(activation, (UP, DOWN, IDENTITY), (0, 1)),
            bounded(d=2, N=3),
            uses=("sufficient",),
            illustration=True,
            mutants=(mutant("only one row flipped", subset=(0,)), mutant("no skip", W_skip=None)),
        ),
        Step(
            "not-absorbed",
            "An exact block with d = 2, N = 3 is certified not absorbable; the kernel runs through all S.",
            r"\nexists V",
            certified("not-absorbable", activation, (OPEN_UP, OPEN_DOWN, None), EXHAUST),
            bounded(d=2, N=3),
            uses=("size",),
            illustration=True,
            mutants=(mutant("the absorbable block in its place", W_down=DOWN),),
        ),
        *_tree_steps(activation),
    )


def _tree(name: str, words: tuple[str, str], activation: str, tree: Any, wrong: Mapping[str, Any]) -> Step:
    """A certificate without a search: what is altered in `wrong` must make the kernel reject it."""
    return Step(
        name,
        f"{words[0]} (d = 2, N = 6): the kernel accepts this as the proof that no V exists.",
        words[1],
        certified("not-absorbable", activation, (TREE_UP, TREE_DOWN, None), {"trees": [tree]}),
        bounded(d=2, N=6),
        uses=("size",),
        illustration=True,
        mutants=tuple(mutant(what, evidence={"trees": [altered]}) for what, altered in wrong.items()),
    )


def _combination(Y: list[list[Any]], M: str = "0", Z: list[list[Any]] | None = None) -> dict[str, Any]:
    return {"combination": {"Y": Y, "modulus": M} if Z is None else {"Y": Y, "modulus": M, "Z": Z}}


def _shown(Y: list[list[Any]]) -> str:
    """The multipliers of the four entries of (3), as they stand in the certificate, in LaTeX."""
    at = {(i, j): value for i, j, value in Y}
    rows = ["&".join(at.get((i, j), "0") for j in (0, 1)) for i in (0, 1)]
    return r"Y=\begin{pmatrix}" + r"\\".join(rows) + r"\end{pmatrix}"


def _tree_steps(activation: str) -> tuple[Step, ...]:
    """One certificate of each shape for the block with rows `TREE_UP`: a combination, two branches."""
    modular, modulus = [[0, 0, "-1"], [0, 1, "-2"], [1, 0, "-1"], [1, 1, "-1"]], "4"
    zero, one, again = [[0, 1, "-1"], [1, 1, "2"]], [[0, 1, "-1"]], [[0, "4"]]
    single, form = ({"form": [[k, "1"] for k in at], "lower": {}, "upper": {}} for at in ((3,), (2, 3)))
    sides = [_combination(zero), _combination(one)]
    middle = [[0, 1, "-1"], [1, 1, "-2"]]
    low, between, high = (_combination(Y, Z=again) for Y in (zero, middle, one))
    both = rf"x_3=0:\ {_shown(zero)},\qquad x_3=1:\ {_shown(one)}"
    three = rf"v=0:\ {_shown(zero)},\qquad v=1:\ {_shown(middle)},\qquad v=2:\ {_shown(one)}"
    return (
        _tree(
            "combination",
            (
                f"The combination Y of the entries of (3), read modulo {modulus}, has no value that 0/1 "
                "unknowns reach",
                rf"{_shown(modular)},\qquad M={modulus}",
            ),
            activation,
            _combination(modular, modulus),
            {
                "modulo 5": _combination(modular, "5"),
                "one entry of Y with the other sign": _combination([[0, 0, "1"], *modular[1:]], modulus),
                "without the modulus": _combination(modular),
            },
        ),
        _tree(
            "one-unknown",
            (
                "With neuron 3 outside S one combination of (3) is out of reach, with it inside another one",
                both,
            ),
            activation,
            {"branch": single, "children": sides},
            {
                "the two sides exchanged": {"branch": single, "children": sides[::-1]},
                "the first combination on both sides": {"branch": single, "children": sides[:1] * 2},
            },
        ),
        _tree(
            "branch",
            (
                "The equation x_2 + x_3 = v, v = 0, 1, 2, is added to (3), and the combinations use it with "
                f"the multiplier {again[0][1]}",
                three + rf",\qquad z={again[0][1]}",
            ),
            activation,
            {"branch": form, "children": [low, between, high]},
            {
                "the case v = 2 left out": {"branch": form, "children": [low, between]},
                "the added equation not used": {
                    "branch": form,
                    "children": [_combination(zero), between, high],
                },
                "two cases exchanged": {"branch": form, "children": [between, low, high]},
            },
        ),
    )


def despite() -> Check:
    """For sigma(z) = |z|: S = {0, 1} satisfies (3), and the kernel certifies that no V exists."""
    return not_absorbed_despite("abs", (UP, DOWN), (0, 1), {"trees": []})


DESPITE = (
    mutant("ReLU", activation="relu", evidence=EXHAUST),
    mutant("S = {0, 2}, which does not satisfy (3)", subset=(0, 2)),
)


def misses(terms: Sequence[Any], target: Any) -> Any:
    """The product over all subsets of (sum of their terms - target): not 0 when no subset has that sum."""
    return prod(
        sum(chosen) - target for size in range(len(terms) + 1) for chosen in combinations(terms, size)
    )


def opposed(activation: str) -> tuple[Check, tuple[Mutant, ...]]:
    """Rows e1, -e1, e2, -e2: absorbed although no S exists."""
    check = absorbed_without_subset(
        activation, (OPPOSED_UP, OPPOSED_DOWN, IDENTITY), (OPPOSED_UP, OPPOSED_ANSWER, None)
    )
    return check, (
        mutant("V_down = W_down", V_down=OPPOSED_DOWN),
        mutant("a block for which S exists", W_up=UP, W_down=DOWN, V_up=FLIPPED, V_down=DOWN),
    )


def idle_hypotheses(activation: str) -> tuple[Hypothesis, ...]:
    """Rows and columns that are not zero: each needed, by a neuron that is idle."""
    zero_row = absorbed_without_subset(
        activation, (ZERO_UP, ZERO_DOWN, IDENTITY), (IDLE_V_UP, IDLE_V_DOWN, None)
    )
    zero_column = absorbed_without_subset(
        activation, (IDLE_UP, IDLE_DOWN, IDENTITY), (IDLE_V_UP, IDLE_V_DOWN, None)
    )
    wrong = mutant("V with W_down", V_down=IDLE_DOWN)
    return (
        Hypothesis(
            "rows-nonzero",
            "the rows of W_up are not zero",
            r"w_i\ne0",
            Without(
                True,
                "W_up = (1,0), (1,1), (0,0), W_down = [[2,0,1],[3,-1,1]]: no S, but the idle neuron doubles "
                "the first class, and the block is absorbed.",
                zero_row,
                (wrong, mutant("the third row (1, 2) with its column", W_up=IDLE_UP)),
            ),
        ),
        Hypothesis(
            "columns-nonzero",
            "the columns of W_down are not zero",
            r"(W_{\mathrm{down}})_{:,i}\ne0",
            Without(
                True,
                "W_up = (1,0), (1,1), (1,2), W_down = [[2,0,0],[3,-1,0]]: no S, but the idle neuron doubles "
                "the first class, and the block is absorbed.",
                zero_column,
                (wrong, mutant("the third column (1, 1)", W_down=ZERO_DOWN)),
            ),
        ),
    )


def size_hypotheses() -> tuple[Hypothesis, ...]:
    """d >= 2 and N >= d, which no step uses."""
    return (
        Hypothesis(
            "d-at-least-2",
            "d >= 2",
            r"d\ge2",
            Without(
                False, "No step uses it; the rows' hypothesis decides what is left of the theorem at d = 1."
            ),
        ),
        Hypothesis(
            "N-at-least-d",
            "N >= d",
            r"N\ge d",
            Without(False, "No step uses it; for N < d no S is large enough, and V does not exist."),
        ),
    )
