"""Any activation that is analytic near 0: its odd part decides (new)."""

from __future__ import annotations

from sympy import Function, Rational, symbols

from symproof.paper import _gates
from symproof.proof.checks.algebra import nonnegative_combination
from symproof.proof.checks.limits import power_series, y, z
from symproof.proof.checks.polynomial import Expr, identity
from symproof.proof.facts import ROOTS, cite
from symproof.proof.sizes import Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

D, V, m, inv, x, s, n = symbols("D V m m^-1 x s n")
F, H, P = Function("F"), Function("H"), Function("P")
one, two = symbols("l l'")


TANH = (Rational(0), Rational(1), Rational(0), -Rational(1, 3), Rational(0), Rational(2, 15))


def odd(argument: Expr) -> Expr:
    """O, of which only its oddness is used."""
    return argument * P(argument**2)


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    difference = m * x + F(x) - H(x)
    return (
        Step(
            "even",
            "M x + F(x) - H(x) minus the same at -x is 2 M x when F and H are even.",
            r"(Mx+F(x)-H(x))-(-Mx+F(-x)-H(-x))=2Mx",
            identity(
                difference - (-m * x + F(-x) - H(-x)), 2 * m * x, [(1, F(x) - F(-x)), (-1, H(x) - H(-x))]
            ),
            general("one coordinate; F and H even"),
            then=(
                "First case, O = 0: sigma is even, and so are F = W_down sigma(W_up x) and H = V_down "
                "sigma(V_up x)."
            ),
            uses=("odd-part",),
            mutants=(mutant("H odd", given=((1, F(x) - F(-x)), (-1, H(x) + H(-x)))),),
        ),
        Step(
            "merge",
            "Rows u and -u merge: D O(z) + D' O(-z) = (D - D') O(z).",
            r"D\,O(z)+D'\,O(-z)=(D-D')\,O(z)",
            identity(D * odd(x) + V * odd(-x), (D - V) * odd(x)),
            general("O(z) = z P(z^2) with any P; the rows of V enter with a minus sign"),
            then=(
                "Second case, O analytic near 0 and not a polynomial: the odd part of the equation is M x + "
                "sum of C_m O(u_m.x) = 0 with merged rows."
            ),
            uses=("odd-part",),
            mutants=(mutant("O even", lhs=D * x * odd(x) + V * (-x) * odd(-x)),),
        ),
        Step(
            "differ",
            "l^2 - l'^2 = (l - l')(l + l').",
            r"l^2-l'^2=(l-l')(l+l')",
            identity(one**2 - two**2, (one - two) * (one + two)),
            general("one pair of forms"),
            then=(
                "For merged rows u != 0, u != +-u', the forms l, l - l', l + l' are not zero; where none of "
                "them vanishes, |l| and |l'| are positive and distinct."
            ),
            uses=("merge",),
            mutants=(mutant("l^2 + l'^2", lhs=one**2 + two**2),),
        ),
        Step(
            "point",
            "On the curve x(s) = (1, s, ..., s^(d-1)) each of these forms is a nonzero polynomial in s, so "
            "some x makes all |u_m.x| positive and distinct.",
            r"\exists x:\ |u_m\cdot x|>0\text{ pairwise distinct}",
            cite(ROOTS),
            general("finitely many polynomials in one variable"),
            uses=("differ",),
        ),
        Step(
            "line",
            "O(-z) = -O(z) for O(z) = z P(z^2).",
            r"O(-z)=-O(z)",
            identity(odd(-x), -odd(x)),
            general("z = t l for either sign of l; P is any function"),
            then=(
                "On the line t x the odd part is t M x + sum of +-C_m O(t |u_m.x|) = 0 near t = 0; Lemma 7 "
                "for psi = O makes every C_m zero. (The lemma compares coefficients at 0, so analytic near "
                "0 is enough.)"
            ),
            uses=("point", "lemma-7", "analytic"),
            mutants=(mutant("O(-z) = O(z)", rhs=odd(x)),),
        ),
        Step(
            "contradiction",
            "m = 0 and m != 0 give 1 = 0.",
            r"m=0,\ m\,m^{-1}=1\;\Rightarrow\;1=0",
            identity(1, 0, [(inv, m), (-1, m * inv - 1)]),
            general("one entry"),
            then="In both cases M x = 0 for all x is left, and M has an entry m != 0.",
            uses=("even", "line", "M-nonzero"),
            mutants=(mutant("M = 0: no inverse", given=((inv, m),)),),
        ),
        Step(
            "tanh",
            "2 n exceeds n - 1 by at least 1, for every n >= 0.",
            r"\deg y^2-\deg y'-1=2n-(n-1)-1=n\ge0",
            nonnegative_combination(2 * n - (n - 1) - 1, [(1, n)]),
            general("every degree n; constants do not have y(0) = 0 and 0 = 1 - y^2"),
            then=(
                "So no polynomial of degree n >= 1 solves y' = 1 - y^2, and no constant has y(0) = 0: tanh "
                "is no polynomial, and an instance."
            ),
            uses=("contradiction",),
            illustration=True,
            mutants=(mutant("y in place of y^2", target=n - (n - 1) - 1),),
        ),
        Step(
            "tanh-series",
            "The first coefficients of the solution of y' = 1 - y^2, y(0) = 0, which is tanh.",
            r"\tanh z=" + _gates.shown(TANH),
            power_series(TANH, 1 - y**2, 0),
            bounded(order=6),
            uses=("tanh",),
            illustration=True,
            mutants=(
                mutant("the sign of z^3", coefficients=(0, 1, 0, Rational(1, 3), 0, Rational(2, 15))),
                mutant("y' = 1 - z y", equation=1 - z * y),
            ),
        ),
    )


def _cubic() -> tuple[Expr, Expr]:
    """x as a combination of sigma(x) and sigma(2 x) for sigma(z) = z + z^3."""
    first, second = x + x**3, 2 * x + (2 * x) ** 3
    return x, Rational(4, 3) * first - Rational(1, 6) * second


def _doubling(flip: int) -> tuple[Expr, Expr]:
    """x from sigma(x) and sigma(2 x), sigma(z) = z (1 + s), s = sin(pi log2 |z|): doubling turns s to -s."""
    return x, Rational(1, 2) * x * (1 + s) + Rational(1, 4) * (2 * x) * (1 + flip * s)


STATEMENT = Statement(
    id="any-activation",
    place=610,
    title="the odd part of an activation decides",
    words=(
        "Let O be the odd part of sigma and M != 0. If O = 0, or if O is analytic near 0 and not a "
        "polynomial there (tanh, sin, ...), M x + W_down sigma(W_up x) differs from every V_down sigma(V_up "
        "x), for all weights and widths. (If O = c z/2 the even part decides: Theorem 4 and least-width.)"
    ),
    latex=(
        r"O=0\ \text{or}\ O\ \text{analytic, no "
        r"polynomial}\;\Rightarrow\;Mx+W_{\mathrm{down}}\sigma(W_{\mathrm{up}}x)\ne "
        r"V_{\mathrm{down}}\sigma(V_{\mathrm{up}}x)"
    ),
    source=Source(None, None, "contains nothing of the even part"),
    hypotheses=(
        Hypothesis(
            "odd-part",
            "O = 0, or O is not a polynomial",
            r"O=0\ \text{or}\ O\notin\mathbb{R}[z]",
            Without(
                True,
                "sigma(z) = z + z^3, d = 1, N = 2, W_down = 0: x = (4/3) sigma(x) - (1/6) sigma(2 x). For "
                "ReLU, O = z/2, see Theorem 4.",
                identity(*_cubic()),
                (mutant("half of it", lhs=x / 2),),
            ),
        ),
        Hypothesis(
            "analytic",
            "in the second case O is analytic near 0",
            r"O(z)=\sum_{n\text{ odd}}o_nz^n\ (|z|<r)",
            Without(
                True,
                "sigma(z) = z (1 + sin(pi log2 |z|)), sigma(0) = 0, is odd, continuous and no polynomial; "
                "sigma(2 z) = 2 z (1 - sin(pi log2 |z|)), so x = (1/2) sigma(x) + (1/4) sigma(2 x).",
                identity(*_doubling(-1)),
                (mutant("doubling keeps the sine", rhs=_doubling(1)[1]),),
            ),
        ),
        Hypothesis(
            "M-nonzero",
            "M != 0",
            r"M\ne0",
            Without(
                True,
                "With M = 0 the choice V = W gives equality, neuron by neuron.",
                identity(D * F(x), V * F(x), [(F(x), D - V)]),
                (mutant("V = 2 W_down", given=((F(x), 2 * D - V),)),),
            ),
        ),
    ),
    steps=_steps,
    uses=("lemma-7",),
)
