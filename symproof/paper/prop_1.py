"""Proposition 1: a homogeneous activation of degree k != 1 never absorbs a linear skip."""

from __future__ import annotations

from sympy import Symbol, symbols

from symproof.paper._symbols import DOWN, IDENTITY, UP, column, sigma
from symproof.proof.checks.maps import absorbed_by_flipping
from symproof.proof.checks.polynomial import identity
from symproof.proof.facts import POWERS, cite
from symproof.proof.sizes import Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, general, mutant

lam, L, D, z, m, h, p, q, e, T = symbols("lambda lambda^k D z m h p q e 2^k")
a, b, M = symbols("a b M_ij")


def _contradiction(power: Symbol, other: object = h) -> tuple[tuple[object, object], ...]:
    """Multipliers: m + h = 0, lambda m + lambda^k h = 0, a (lambda^k - lambda) = 1, b m = 1 give 1 = 0."""
    first, second = m + h, lam * m + power * other
    apart, entry = a * (power - lam) - 1, b * m - 1
    return ((a * b * power, first), (-a * b, second), (-1, apart), (-1 - apart, entry))


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    return (
        Step(
            "neuron",
            "One neuron D sigma(w.x) is multiplied by lambda^k when x is multiplied by lambda > 0.",
            r"D\,\sigma(\lambda\,w\cdot x)=\lambda^k D\,\sigma(w\cdot x)",
            identity(D * sigma(lam * z), L * D * sigma(z), [(D, sigma(lam * z) - L * sigma(z))]),
            general("one neuron with z = w.x; the hypothesis enters with multiplier D"),
            uses=("homogeneous",),
            mutants=(
                mutant("degree k + 1 claimed", rhs=lam * L * D * sigma(z)),
                mutant("lambda^k dropped", rhs=D * sigma(z)),
            ),
        ),
        Step(
            "sum",
            "If two maps p and q are multiplied by lambda^k, so are their sum and their difference.",
            r"p'\pm q'=\lambda^k(p\pm q)\quad(p'=\lambda^kp,\ q'=\lambda^kq)",
            identity(
                [symbols("p'") + symbols("q'"), symbols("p'") - symbols("q'")],
                [L * (p + q), L * (p - q)],
                [(column(1, 1), symbols("p'") - L * p), (column(1, -1), symbols("q'") - L * q)],
            ),
            general("one addition; N neurons by repeating it, whatever the two widths are"),
            then=(
                "Hence every MLP map is, whatever its width, and so is h = W_down sigma(W_up x) - V_down "
                "sigma(V_up x)."
            ),
            uses=("neuron",),
            mutants=(mutant("sum multiplied by lambda^(2k)", rhs=[L * L * (p + q), L * (p - q)]),),
        ),
        Step(
            "powers",
            "The real powers of positive numbers are strictly monotone, so 2^|k-1| = 1 + e with e > 0 when "
            "k != 1.",
            r"k\ne 1\;\Rightarrow\; 2^{|k-1|}=1+e,\ e>0",
            cite(POWERS),
            general("a fact about real powers"),
            uses=("k-not-1",),
        ),
        Step(
            "two",
            "At lambda = 2 the powers differ: with q = 2^|k-1| = 1 + e, 2^k = 2q if k > 1 and q 2^k = 2 if "
            "k < 1; so 2^k - 2 = 2e, or q (2^k - 2) = -2e, which is not 0.",
            r"2^k-2=2e\quad\text{or}\quad q\,(2^k-2)=-2e,\qquad e>0",
            identity(
                [T - 2, q * (symbols("t") - 2)],
                [2 * e, -2 * e],
                [(column(1, 0), T - 2 * q), (column(0, 1), q * symbols("t") - 2), (column(2, -2), q - 1 - e)],
            ),
            general("k > 1 and k < 1 are the two equations"),
            uses=("powers",),
            mutants=(
                mutant("k = 1 in the first case: 2^k = 2", rhs=[0, -2 * e]),
                mutant("the sign of the second case", rhs=[2 * e, 2 * e]),
            ),
        ),
        Step(
            "entry",
            "If only x_j = 1 is not 0, the i-th coordinate m = M_ij x_j + rest of M x is M_ij.",
            r"x=e_j\;\Rightarrow\;(Mx)_i=M_{ij}\ne 0",
            identity(m, M, [(1, m - M * z - p), (M, z - 1), (1, p)]),
            general("z is x_j = 1, p the part of (M x)_i from the other coordinates, which are 0"),
            then="M != 0 has an entry M_ij != 0; take x = e_j.",
            uses=("M-nonzero",),
            mutants=(mutant("x_j = 2", given=((1, m - M * z - p), (M, z - 2), (1, p))),),
        ),
        Step(
            "contradiction",
            "m + h = 0 and lambda m + lambda^k h = 0, with lambda^k != lambda and m != 0, give 1 = 0.",
            r"m+h=0,\ \lambda m+\lambda^k h=0,\ \lambda^k\ne\lambda,\ m\ne0\;\Rightarrow\;1=0",
            identity(1, 0, _contradiction(L)),
            general("one coordinate; a and b are the inverses of lambda^k - lambda and of m"),
            then=(
                "They are one coordinate of the equation at e_j and at 2 e_j, lambda = 2; so the two sides "
                "differ at one of these points."
            ),
            uses=("sum", "two", "entry"),
            mutants=(
                mutant("k = 1: lambda^k = lambda, and the inverse dropped", given=_contradiction(L)[:2]),
                mutant("h(lambda x) is not lambda^k h(x)", given=_contradiction(L, Symbol("h2"))),
                mutant("M = 0: no inverse of m", given=_contradiction(L)[:3]),
            ),
        ),
    )


STATEMENT = Statement(
    id="prop-1",
    place=200,
    title="homogeneous activations never absorb",
    words=(
        "Let sigma(lambda z) = lambda^k sigma(z) for all lambda > 0, with k > 0 and k != 1, and let M != "
        "0. For all weights M x + W_down sigma(W_up x) differs from V_down sigma(V_up x) at some x."
    ),
    latex=(
        r"\sigma(\lambda z)=\lambda^k\sigma(z)\ (\lambda>0,\ k\ne 1),\ M\ne 0\;\Rightarrow\;"
        r"\exists x:\ Mx+W_{\mathrm{down}}\sigma(W_{\mathrm{up}}x)\ne "
        r"V_{\mathrm{down}}\sigma(V_{\mathrm{up}}x)"
    ),
    source=Source("Proposition 1", "Proposition 5", "section 3"),
    hypotheses=(
        Hypothesis(
            "homogeneous",
            "sigma(lambda z) = lambda^k sigma(z) for all lambda > 0",
            r"\sigma(\lambda z)=\lambda^k\sigma(z)",
            Without(
                True,
                "GELU is not homogeneous, and a block with W_down[:,S] W_up[S,:] = -I is absorbed by "
                "flipping rows.",
                absorbed_by_flipping("gelu", (UP, DOWN, IDENTITY), (0, 1)),
                (mutant("only one row flipped", subset=(0,)),),
            ),
        ),
        Hypothesis(
            "k-not-1",
            "k != 1",
            r"k\ne 1",
            Without(
                True,
                "ReLU has degree 1, and a block with W_down[:,S] W_up[S,:] = -I is absorbed by flipping "
                "rows.",
                absorbed_by_flipping("relu", (UP, DOWN, IDENTITY), (0, 1)),
                (mutant("only one row flipped", subset=(0,)),),
            ),
        ),
        Hypothesis(
            "k-positive",
            "k > 0",
            r"k>0",
            Without(
                False,
                "No step uses k > 0. At k = 0, for instance, the contradiction runs with lambda^k = 1, "
                "lambda = 2.",
                identity(1, 0, [(b, 2 * m + h), (-b, m + h), (1, 1 - b * m)]),
                (mutant("k = 1: 2 m + 2 h = 0", given=((b, 2 * m + 2 * h), (-b, m + h), (1, 1 - b * m))),),
            ),
        ),
        Hypothesis(
            "M-nonzero",
            "M != 0",
            r"M\ne 0",
            Without(
                True,
                "With M = 0 the choice V = W gives equality, neuron by neuron.",
                identity(0 * z + D * sigma(z), symbols("V") * sigma(z), [(sigma(z), D - symbols("V"))]),
                (mutant("V = 2 W_down", given=((sigma(z), 2 * D - symbols("V")),)),),
            ),
        ),
        Hypothesis(
            "N-at-least-d",
            "N >= d",
            r"N\ge d",
            Without(False, "No step mentions the widths: the two sides may even have different ones."),
        ),
    ),
    steps=_steps,
)
