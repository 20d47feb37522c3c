"""Pre-norm stacks never absorb: what ends in a normalised MLP is bounded, a skip is not (new)."""

from __future__ import annotations

from sympy import Rational, symbols

from symproof.paper._symbols import DOWN, IDENTITY, UP, column
from symproof.proof.checks.algebra import nonnegative_combination
from symproof.proof.checks.maps import absorbed_by_flipping
from symproof.proof.checks.polynomial import identity
from symproof.proof.facts import COMPACT, cite
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

eps, B, C, f, X, L, x, r, inv = symbols("epsilon B C f X L x r r^-1")
u, low = symbols("u l")


def _norms(sizes: Sizes) -> tuple[Step, Step]:
    d = sizes["d"]
    xs = symbols(f"x1:{d + 1}")
    squares = [symbols(f"q{i + 1}") for i in range(d)]
    mean = sum(xs) / Rational(d)
    centred = [entry - mean for entry in xs]
    return (
        Step(
            "rmsnorm",
            "d (mean of squares + eps) - x_i^2 is a sum of nonnegative terms.",
            r"d\Bigl(\tfrac1d\sum_jx_j^2+\varepsilon\Bigr)-x_i^2=\sum_{j\ne i}x_j^2+d\,\varepsilon\ge0",
            nonnegative_combination(
                d * (sum(squares) / Rational(d) + eps) - squares[0],
                [*((1, q) for q in squares[1:]), (d, eps)],
            ),
            bounded(d=d),
            then="So every entry of x / sqrt(mean + eps) lies in [-sqrt d, sqrt d].",
            uses=("norm",),
            mutants=(mutant("without the factor d", target=sum(squares) / Rational(d) + eps - squares[0]),),
        ),
        Step(
            "layernorm",
            "The centred entries x_i - mean add up to 0.",
            r"\sum_i(x_i-\bar x)=0",
            identity(sum(centred), 0),
            bounded(d=d),
            then=(
                "LayerNorm is RMSNorm of the centred entries, up to gain and bias, so its image is bounded "
                "too."
            ),
            uses=("rmsnorm",),
            mutants=(mutant("half the mean subtracted", lhs=sum(entry - mean / 2 for entry in xs)),),
        ),
    )


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    return (
        *_norms(sizes),
        Step(
            "bounded",
            "A continuous MLP is bounded on the box that holds all normalised vectors: each of the MLPs of "
            "F stays within B, and H, which ends in one, within C.",
            r"|\mathrm{MLP}_i(\mathrm{norm}(x))|\le B,\qquad |H(x)|\le C",
            cite(COMPACT),
            general("gains and biases of the norm move the box, and it stays bounded"),
            uses=("rmsnorm", "layernorm", "continuous"),
        ),
        Step(
            "block",
            "f >= l and u >= -B give f + u >= l - B.",
            r"(f+u)-(l-B)=(f-l)+(u+B)\ge0",
            nonnegative_combination((f + u) - (low - B), [(1, f - low), (1, u + B)]),
            general("one block and one coordinate; L blocks by induction"),
            then="One block adds at least -B to a coordinate. So F(x)_i >= x_i - L B after L blocks.",
            uses=("bounded",),
            mutants=(mutant("l instead of l - B", target=(f + u) - low),),
        ),
        Step(
            "unbounded",
            "X - L B <= f <= C and X = L B + C + 1 give -1 >= 0.",
            r"x_i-LB\le F(x)_i=H(x)_i\le C\;\Rightarrow\;-1\ge0",
            nonnegative_combination(-1 + 0 * X, [(1, C - f), (1, f - X + L * B)], [(1, X - L * B - C - 1)]),
            general("any widths, any depths"),
            then="f is F(x)_i = H(x)_i at x_i = X; so F and H differ there.",
            uses=("block", "bounded"),
            mutants=(
                mutant("at x_i = L B + C", equal=((1, X - L * B - C),)),
                mutant("H not bounded", parts=((1, f - X + L * B),)),
            ),
        ),
    )


STATEMENT = Statement(
    id="pre-norm",
    place=650,
    title="pre-norm stacks never absorb",
    words=(
        "Let sigma be continuous and norm have a bounded image, as RMSNorm and LayerNorm have. A "
        "composition of blocks x + MLP(norm(x)) differs from every composition that ends in MLP'(norm(.)) "
        "without skip, for all weights, widths and depths."
    ),
    latex=(
        r"F=\bigcirc_i\bigl(x+\mathrm{MLP}_i(\mathrm{norm}(x))\bigr)\ne "
        r"H=\mathrm{MLP}'(\mathrm{norm}(\cdot))"
    ),
    source=Source(None, None, "unbounded against bounded"),
    hypotheses=(
        Hypothesis(
            "norm",
            "the norm has a bounded image",
            r"\mathrm{norm}(\mathbb{R}^d)\text{ bounded}",
            Without(
                True,
                "With the identity in place of the norm a ReLU block with W_down[:,S] W_up[S,:] = -I is "
                "absorbed.",
                absorbed_by_flipping("relu", (UP, DOWN, IDENTITY), (0, 1)),
                (mutant("only one row flipped", subset=(0,)),),
            ),
        ),
        Hypothesis(
            "continuous",
            "sigma is continuous",
            r"\sigma\in C(\mathbb{R})",
            Without(
                True,
                "d = 1, RMSNorm with eps = 1: y = x/r with r^2 = x^2 + 1. sigma(y) = y / sqrt(1 - y^2) for "
                "|y| < 1 and 0 elsewhere is not continuous, 1 - y^2 = 1/r^2, and sigma(norm(x)) = x: with "
                "W_down = 0 the skip is absorbed.",
                identity(
                    [1 - (x * inv) ** 2, (x * inv) * r],
                    [inv**2, x],
                    [
                        (column(inv * r + 1, 0), 1 - r * inv),
                        (column(inv**2, 0), r**2 - x**2 - 1),
                        (column(0, -x), 1 - r * inv),
                    ],
                ),
                (
                    mutant(
                        "r^2 = x^2 + 2",
                        given=(
                            (column(inv * r + 1, 0), 1 - r * inv),
                            (column(inv**2, 0), r**2 - x**2 - 2),
                            (column(0, -x), 1 - r * inv),
                        ),
                    ),
                ),
            ),
        ),
    ),
    steps=_steps,
    sizes=(Size("d", 4, 1, 12),),
)
