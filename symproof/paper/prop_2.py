"""Proposition 2: a gated block whose gate vanishes at 0 never absorbs a linear skip."""

from __future__ import annotations

from sympy import symbols

from symproof.paper._symbols import DOWN, UP, gate
from symproof.proof.checks.algebra import Rows
from symproof.proof.checks.cases import pos, sign_cases
from symproof.proof.checks.limits import limit
from symproof.proof.checks.polynomial import Expr, identity
from symproof.proof.sizes import Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, general, mutant

t, a, b, D, V, c, m, z, x, rest = symbols("t a b D V c m z x rest")
eta, eta2, inv, M = symbols("eta eta' m^-1 M_ij")


def _neuron(start: Expr, null: Expr = eta) -> Expr:
    """f(tx)/t for one neuron, the gate written as its value at 0 plus what tends to 0."""
    return D * (start + null) * b


def logistic_flip(down: Rows) -> tuple[Expr, Expr]:
    """Both sides for a logistic gate, d = 2: gate rows and down columns of neurons 0 and 1 flipped."""
    from sympy import Matrix

    gates = Matrix(symbols("G1:4"))
    values = Matrix(UP) * Matrix(symbols("x1:3"))
    flipped = Matrix([[-row[0], -row[1], row[2]] for row in down])
    other = Matrix([1 - gates[0], 1 - gates[1], gates[2]])
    point = Matrix(symbols("x1:3"))
    left = point + Matrix(down) * gates.multiply_elementwise(values)
    return left, flipped * other.multiply_elementwise(values)


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    return (
        Step(
            "divide",
            "Divided by t, one neuron of the gated block at t x is D g(t a.x) (b.x).",
            r"\tfrac1t\,D\,g(t\,a\cdot x)\,(t\,b\cdot x)=D\,g(t\,a\cdot x)\,(b\cdot x)",
            identity(D * gate(t * a) * (t * b), t * (D * gate(t * a) * b)),
            general("one neuron; a and b are the numbers a.x and b.x"),
            uses=("gated",),
            mutants=(mutant("no factor t from the value branch", lhs=D * gate(t * a) * b),),
        ),
        Step(
            "vanish",
            "D (g(0) + eta) b with g(0) = 0 tends to 0 as eta tends to 0.",
            r"D\,(0+\eta)\,b\to0\qquad(\eta\to0)",
            limit(_neuron(0), (eta,), 0),
            general(
                "one neuron, then finite sums; eta = g(t a.x) - g(0) tends to 0 because g is continuous at 0"
            ),
            then=(
                "As t tends to 0, eta = g(t a.x) - g(0) tends to 0, because g is continuous at 0; b.x stays "
                "fixed."
            ),
            uses=("divide", "g0", "g-continuous"),
            mutants=(
                mutant("g(0) = 1", expression=_neuron(1)),
                mutant("what does not tend to 0: g not continuous at 0", expression=_neuron(0, c)),
            ),
        ),
        Step(
            "sum",
            "(M(tx) + f(tx) - h(tx))/t = m + eta - eta' tends to m = (M x)_i as eta and eta' tend to 0.",
            r"\tfrac1t\,(t\,m+t\,\eta-t\,\eta')=m+\eta-\eta'\to m\qquad(\eta,\eta'\to0)",
            limit(m + eta - eta2, (eta, eta2), m, scaled=t * m + t * eta - t * eta2, by=t),
            general("eta and eta' are the two sums of neurons divided by t; one coordinate"),
            then="eta and eta' are the sums of neurons of two gated blocks of any widths, divided by t.",
            uses=("vanish",),
            mutants=(
                mutant("the skip divided once more", equals=2 * m),
                mutant("M(tx) not divided", scaled=m + t * eta - t * eta2),
            ),
        ),
        Step(
            "entry",
            "If only x_j = 1 is not 0, the i-th coordinate m = M_ij x_j + rest of M x is M_ij.",
            r"x=e_j\;\Rightarrow\;(Mx)_i=M_{ij}\ne0",
            identity(m, M, [(1, m - M * x - rest), (M, x - 1), (1, rest)]),
            general("x is x_j = 1, rest the part from the other coordinates, which are 0"),
            then="M != 0 has an entry M_ij != 0; take x = e_j.",
            uses=("M-nonzero",),
            mutants=(mutant("x_j = 2", given=((1, m - M * x - rest), (M, x - 2), (1, rest))),),
        ),
        Step(
            "contradiction",
            "m = 0 and m != 0 give 1 = 0.",
            r"m=0,\ m\,m^{-1}=1\;\Rightarrow\;1=0",
            identity(1, 0, [(inv, m), (-1, m * inv - 1)]),
            general("one coordinate at one point"),
            then=(
                "If M x + f(x) = h(x) for all x, the limit m is a limit of zeros; so the two sides differ "
                "somewhere."
            ),
            uses=("sum", "entry"),
            mutants=(mutant("M = 0: no inverse of m", given=((inv, m),)),),
        ),
    )


STATEMENT = Statement(
    id="prop-2",
    place=220,
    title="gated blocks whose gate vanishes at 0 never absorb",
    words=(
        "Let g be continuous at 0 with g(0) = 0 (the paper asks for differentiable), and M != 0. For all "
        "weights the map M x + W_down (g(W_gate x) * (W_val x)) differs from every gated block V_down "
        "(g(V_gate x) * (V_val x))."
    ),
    latex=(
        r"g(0)=0,\ M\ne0\;\Rightarrow\;\exists x:\ "
        r"Mx+W_{\mathrm{down}}\bigl(g(W_{\mathrm{gate}}x)\odot(W_{\mathrm{val}}x)\bigr)"
        r"\ne V_{\mathrm{down}}\bigl(g(V_{\mathrm{gate}}x)\odot(V_{\mathrm{val}}x)\bigr)"
    ),
    source=Source("Proposition 2", "Proposition 6", "section 3"),
    hypotheses=(
        Hypothesis(
            "gated",
            "the block is gated, without biases",
            r"W_{\mathrm{down}}(g(W_{\mathrm{gate}}x)\odot(W_{\mathrm{val}}x))",
            Without(
                True,
                "A gate bias makes g(bias) != 0: with d = N = 1 and g(z) = z, x + (x + 1) x = (x/2 + 1)(2 "
                "x).",
                identity(x + (x + 1) * x, (x / 2 + 1) * (2 * x)),
                (mutant("the gate row not halved", rhs=(x + 1) * (2 * x)),),
            ),
        ),
        Hypothesis(
            "g0",
            "g(0) = 0",
            r"g(0)=0",
            Without(
                True,
                "Logistic gate (the original GLU), g(-z) = 1 - g(z): flipping gate rows and down columns "
                "of S = {0, 1} absorbs the skip, since W_down[:,S] W_val[S,:] = -I.",
                identity(*logistic_flip(DOWN)),
                (
                    mutant(
                        "W_down[:,S] W_val[S,:] is not -I",
                        **dict(zip(("lhs", "rhs"), logistic_flip(((1, 0, 2), (1, -1, 3))), strict=True)),
                    ),
                ),
            ),
        ),
        Hypothesis(
            "g-continuous",
            "g is continuous at 0",
            r"\lim_{z\to0}g(z)=g(0)",
            Without(
                True,
                "g(z) = 1 for z > 0 and 0 for z <= 0 has g(0) = 0: with d = 1, N = 2 and W_down = 0, x = "
                "g(x) x + g(-x) x.",
                sign_cases(x, pos(x) * x + pos(-x) * x, {x: "+0-"}),
                (mutant("one neuron only", rhs=pos(x) * x),),
            ),
        ),
        Hypothesis(
            "g-differentiable",
            "g is differentiable at 0",
            r"g'(0)\text{ exists}",
            Without(
                False,
                "No step uses it: continuity at 0 with g(0) = 0 is enough. g(z) = |z|^(1/2) is not "
                "differentiable at 0, and its neuron divided by t is D |t a|^(1/2) b, which tends to 0.",
                limit(D * symbols("|ta|^(1/2)") * b, (symbols("|ta|^(1/2)"),), 0),
                (mutant("a gate that tends to 1", expression=D * (1 + symbols("|ta|^(1/2)")) * b),),
            ),
        ),
        Hypothesis(
            "M-nonzero",
            "M != 0",
            r"M\ne0",
            Without(
                True,
                "With M = 0 the choice V = W gives equality, neuron by neuron.",
                identity(0 * x + D * gate(a) * b, V * gate(a) * b, [(gate(a) * b, D - V)]),
                (mutant("V = 2 W_down", given=((gate(a) * b, 2 * D - V),)),),
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
