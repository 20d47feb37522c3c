"""Depth, ReLU: a first layer narrower than 2 d never does, for almost every residual stack (new)."""

from __future__ import annotations

from sympy import diag, eye, symbols

from symproof.paper._symbols import grid, vector
from symproof.proof.checks.algebra import nonnegative_combination
from symproof.proof.checks.cases import mag, pos, relu, sgn, sign_cases
from symproof.proof.checks.polynomial import identity, value
from symproof.proof.facts import KERNEL_VECTOR, NULL_SET, cite
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

z, q, r, D, w, x = symbols("z q r D w x")
a, b, n, d_, slack = symbols("a b n_1 d slack")


def _first_layer() -> tuple[Step, ...]:
    return (
        Step(
            "complement",
            "[z > 0] + [-z > 0] is 1 for z != 0 and 0 for z = 0.",
            r"[z>0]+[-z>0]=1\ (z\ne0)",
            sign_cases(pos(z) + pos(-z), mag(sgn(z)), {z: "+0-"}),
            general("one row, all signs of z = w.x"),
            then=(
                "Take x on the kernel of no nonzero row of the first layer of H: each row is active at most "
                "at one of x and -x. So the numbers a and b of active rows at x and at -x have a + b <= n_1."
            ),
            uses=("relu",),
            mutants=(mutant("active at both", rhs=2 * mag(sgn(z))),),
        ),
        Step(
            "narrow",
            "a >= d, b >= d, a + b <= n_1 and n_1 <= 2 d - 1 give -1 >= 0.",
            r"a\ge d,\ b\ge d,\ a+b\le n_1\le2d-1\;\Rightarrow\;-1\ge0",
            nonnegative_combination(
                -1 + 0 * a, [(1, a - d_), (1, b - d_), (1, n - a - b), (1, 2 * d_ - 1 - n)]
            ),
            general("all d and n_1"),
            then="So on the cone around x or around -x fewer than d rows are active.",
            uses=("complement", "narrow-first-layer"),
            mutants=(
                mutant("n_1 <= 2 d", parts=((1, a - d_), (1, b - d_), (1, n - a - b), (1, 2 * d_ - n))),
            ),
        ),
        Step(
            "direction",
            "Fewer than d active rows have a common kernel vector y != 0.",
            r"V_{\mathrm{up}}[A,:]\,y=0,\ y\ne0",
            cite(KERNEL_VECTOR),
            general("a fact about linear systems"),
            uses=("narrow",),
        ),
        Step(
            "constant",
            "ReLU(z + q) = ReLU(z) for z > 0 and q = 0; ReLU(-(|q| + r) + q) = 0 = ReLU(-(|q| + r)).",
            r"\mathrm{ReLU}(z+0)=\mathrm{ReLU}(z),\qquad \mathrm{ReLU}(-(|q|+r)+q)=0",
            sign_cases(
                [relu(z + 0 * q), relu(-(mag(q) + r) + q), relu(-(mag(q) + r))],
                [z, 0, 0],
                {z: "+", q: "+0-", r: "+0"},
            ),
            general("one row, active or not; all later layers of H see the same input"),
            then=(
                "Along y an active row has q = v.y = 0, and an inactive one stays inactive for small steps. "
                "So the first layer, and with it H, is constant along y in an open cone."
            ),
            uses=("direction",),
            mutants=(
                mutant(
                    "an inactive row that the step makes active",
                    lhs=[relu(z), relu(-mag(q) + q + mag(q) + r), relu(-(mag(q) + r))],
                ),
            ),
        ),
    )


def _residual(sizes: Sizes) -> tuple[Step, ...]:
    d, N = sizes["d"], sizes["N"]
    Wd, Wu, point = grid("D", d, N), grid("w", N, d), vector("x", d)
    active = diag(*symbols(f"p1:{N + 1}"))
    piece = eye(d) + Wd * active * Wu
    return (
        Step(
            "piece",
            "x + W_down P W_up x = (I + W_down P W_up) x.",
            r"x+W_{\mathrm{down}}P(W_{\mathrm{up}}x)=(I+W_{\mathrm{down}}PW_{\mathrm{up}})x",
            identity(point + Wd * (active * (Wu * point)), piece * point),
            bounded(d=d, N=N),
            then=(
                "Where the active set is fixed, P = diag of zeros and ones, a residual block is this map; F "
                "is a product of such maps on each of finitely many cones that cover R^d."
            ),
            uses=("relu",),
            mutants=(mutant("without I", rhs=(piece - eye(d)) * point),),
        ),
        Step(
            "nonzero",
            "det(I + W_down P W_up) is 1 at W_down = 0, whatever P is.",
            r"W_{\mathrm{down}}=0\;\Rightarrow\;\det(I+W_{\mathrm{down}}PW_{\mathrm{up}})=1",
            value(piece.det(method="berkowitz"), [(entry, 0) for entry in Wd], 1),
            bounded(d=d, N=N),
            then=(
                "So it is not the zero polynomial; the determinant of a product is the product of "
                "determinants, so the same holds for every piece of F at every depth."
            ),
            uses=("piece",),
            mutants=(mutant("it is 0", equals=0),),
        ),
        Step(
            "null",
            "Finitely many such polynomials: outside a set of measure zero all pieces of F are invertible.",
            r"\det A\ne0\text{ on every piece}",
            cite(NULL_SET),
            general("a fact about polynomials; 2^N active sets a layer"),
            uses=("nonzero", "almost-every"),
        ),
    )


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    d = sizes["d"]
    A, K, y = grid("A", d, d), grid("K", d, d), vector("y", d)
    return (
        *_first_layer(),
        *_residual(sizes),
        Step(
            "contradiction",
            "A y = 0 and K A = I give y = 0.",
            r"Ay=0,\ KA=I\;\Rightarrow\;y=0",
            identity(y, 0 * y, [(-1, K * A - eye(d), y), (K, A * y)]),
            bounded(d=d),
            then=(
                "In the open cone where H is constant along y some piece A of F has inner points; F = H "
                "gives A y = 0 there, though y != 0."
            ),
            uses=("constant", "null"),
            mutants=(mutant("K A = 0", given=((-1, K * A, y), (K, A * y))),),
        ),
    )


STATEMENT = Statement(
    id="narrow-depth",
    place=660,
    title="ReLU at depth: a first layer narrower than 2d",
    words=(
        "Let F be a composition of ReLU blocks x + MLP_i(x), H one of residual-free ReLU MLPs whose first "
        "hidden layer has width n_1 < 2 d. For almost every choice of the weights of F, F != H for all "
        "weights of H; depths and the other widths are free. (A partial answer to the paper's open problem.)"
    ),
    latex=r"n_1<2d\;\Rightarrow\;F\ne H\text{ for almost every }W",
    source=Source(None, None, "a partial answer to the open problem of section 5"),
    hypotheses=(
        Hypothesis(
            "relu",
            "sigma = ReLU",
            r"\sigma=\mathrm{ReLU}",
            Without(
                True,
                "sigma(z) = z, d = 1, n_1 = 1: x + D w x = (1 + D w) (1 x) for every W. For GELU it is not "
                "known.",
                identity(x + D * w * x, (1 + D * w) * x),
                (mutant("V_down = D w", rhs=D * w * x),),
            ),
        ),
        Hypothesis(
            "narrow-first-layer",
            "the first hidden layer of H has width n_1 < 2 d",
            r"n_1<2d",
            Without(
                True,
                "d = 1, n_1 = 2: every block x + D ReLU(w x) is (1 + D w [w > 0]) ReLU(x) - (1 + D w [w < "
                "0]) ReLU(-x).",
                sign_cases(
                    x + D * relu(w * x),
                    (1 + D * w * pos(w)) * relu(x) - (1 + D * w * pos(-w)) * relu(-x),
                    {x: "+0-", w: "+0-"},
                ),
                (mutant("without the skip", lhs=D * relu(w * x)),),
            ),
        ),
        Hypothesis(
            "almost-every",
            "the weights of F lie outside a set of measure zero",
            r"\text{for almost every }W",
            Without(
                True,
                "d = 1, n_1 = 1: x - ReLU(x) = -ReLU(-x).",
                sign_cases(x - relu(x), -relu(-x), {x: "+0-"}),
                (mutant("D = -1/2", lhs=x - relu(x) / 2),),
            ),
        ),
    ),
    steps=_steps,
    sizes=(Size("d", 2, 1, 3), Size("N", 3, 1, 6)),
)
