"""Biases: the same condition (3), with hypotheses on the rows together with their biases (new)."""

from __future__ import annotations

from fractions import Fraction

from sympy import Rational, symbols

from symproof.paper import _theorem4
from symproof.paper._symbols import DOWN, UP, column, even
from symproof.paper._theorem4 import EXHAUST, OPEN_DOWN, OPEN_UP, count_step, occupied_step
from symproof.proof.checks.cases import mag, relu, sgn, sign_cases
from symproof.proof.checks.limits import limit
from symproof.proof.checks.maps import certified
from symproof.proof.checks.polynomial import Expr, identity
from symproof.proof.facts import EXPONENTIAL, ROOTS, cite
from symproof.proof.sizes import Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

D, z, V, V2, w, b, c, s, t, u, e, x = symbols("D z V_1 V_2 w b c s_1 s_2 u e x")
F, lin, const, A, B, delta, half, after = symbols("F l k A B delta 1_2 c_0'")
alpha, beta, gamma, eps, T, S = symbols("alpha beta gamma eps t s")
Phi, phi, phi1 = symbols("Phi phi phi'")


def _slope(expression: Expr) -> Expr:
    """The derivative of a polynomial in z, Phi and phi, where Phi' is phi and phi' is called so."""
    parts = ((z, 1), (Phi, phi), (phi, phi1))
    return sum((expression.diff(unknown) * slope for unknown, slope in parts), Rational(0))


def _leading() -> Expr:
    """c alpha^2 (2 s^2 - (alpha + beta s)^2): the slowest term divided by t^2, in s = 1/t."""
    return c * alpha**2 * (2 * S**2 - (alpha + beta * S) ** 2)


def _sufficient() -> tuple[Step, ...]:
    return (
        Step(
            "flip",
            "D ReLU(-z) = D ReLU(z) - D z.",
            r"D\,\sigma(-(w\cdot x+b))=D\,\sigma(w\cdot x+b)-D\,(w\cdot x+b)",
            sign_cases(D * relu(-z), D * relu(z) - D * z, {z: "+0-"}),
            general("every real z; GELU has the same gap (setup-parity)"),
            then="Flipping one row with its bias, z = w.x + b, changes its neuron by -D z; for GELU as well.",
            uses=("setup-parity",),
            mutants=(mutant("+ D z", rhs=D * relu(z) + D * z),),
        ),
        Step(
            "sufficient",
            "F - l - k + (c + k) = F + x + c when l = -x.",
            r"F-l-k+(c_0+k)=F+x+c_0\qquad(l=-x)",
            identity(F - lin - const + (c + const), F + x + c, [(-1, lin + x)]),
            general(
                "one coordinate; l is that of W_down[:,S] W_up[S,:] x, k that of W_down[:,S] b[S], c that "
                "of c_0"
            ),
            then=(
                "Flipping S changes the block by -W_down[:,S] W_up[S,:] x - W_down[:,S] b[S]; with (3) that "
                "is x minus a constant k, which the output bias takes up."
            ),
            uses=("flip", "output-bias"),
            mutants=(mutant("the constant left out", lhs=F - lin - const + c),),
        ),
    )


def _relu() -> tuple[Step, ...]:
    turned = sgn(w) * (mag(e) + c)
    return (
        Step(
            "kink",
            "If |q| <= |l| then |l + q| + |l - q| - 2|l| = 0; and |q| + |-q| = 2|q|.",
            r"|l+q|+|l-q|-2|l|=0\quad(|q|\le|l|),\qquad |q|+|-q|=2|q|",
            sign_cases(
                [mag(turned + e) + mag(turned - e) - 2 * mag(turned), mag(e) + mag(-e)],
                [0, 2 * mag(e)],
                {w: "+-", e: "+0-", c: "+0"},
            ),
            general(
                "l = +-(|q| + c), c >= 0, every sign; d = 1 is no exception, a hyperplane is a point there"
            ),
            then=(
                "Necessity, ReLU: the hyperplanes w_i.x + b_i = 0 are distinct when no two rows (w_i, b_i) "
                "are collinear, so each has a point on no other; there the second difference along w_r "
                "isolates the class r, as in Lemma 6."
            ),
            uses=("augmented-rows", "rows-nonzero", "lemma-6"),
            mutants=(mutant("2 q", rhs=[0, 2 * e]),),
        ),
        Step(
            "relu-classes",
            "Rows s_1 (w_i, b_i) and s_2 (w_i, b_i) of V leave the one coefficient D_i - |s_1| V_1 - |s_2| "
            "V_2.",
            r"D_i|u|-V_1|s_1u|-V_2|s_2u|=(D_i-|s_1|V_1-|s_2|V_2)\,|u|",
            sign_cases(
                D * mag(u) - V * mag(s * u) - V2 * mag(t * u),
                (D - V * mag(s) - V2 * mag(t)) * mag(u),
                {s: "+0-", t: "+0-", u: "+0-"},
            ),
            general("u = w_i.x + b_i"),
            then="It is 0.",
            uses=("kink",),
            mutants=(mutant("s_1 without the absolute value", rhs=(D - V * s - V2 * mag(t)) * mag(u)),),
        ),
    )


def _gelu() -> tuple[Step, ...]:
    square = (alpha * T + beta) ** 2 - (gamma * T + delta) ** 2
    E, falls = z * (Phi - Rational(1, 2)), (column(0, z), phi1 + z * phi)
    return (
        Step(
            "second-derivative",
            "E = z (Phi - 1/2) has E' = Phi - 1/2 + z phi and E'' = (2 - z^2) phi, with Phi' = phi, "
            "phi' = -z phi.",
            r"E'=\Phi-\tfrac12+z\,\varphi,\qquad E''=(2-z^2)\,\varphi",
            identity(
                [_slope(E), _slope(_slope(E))], [Phi - Rational(1, 2) + z * phi, (2 - z**2) * phi], [falls]
            ),
            general("z, Phi, phi, phi' are unknowns; the derivative is that of polynomials in them"),
            then="Necessity, GELU: E'' is a polynomial times exp(-z^2/2).",
            uses=("setup-parity",),
            mutants=(
                mutant("phi' = z phi", given=((column(0, z), phi1 - z * phi),)),
                mutant("E'' = (1 - z^2) phi", rhs=[Phi - Rational(1, 2) + z * phi, (1 - z**2) * phi]),
            ),
        ),
        Step(
            "line",
            "On a line x_0 + t e the rows become (alpha_m, beta_m) = (w_m.e, w_m.x_0 + b_m). Finitely many "
            "nonzero polynomials are to be avoided, so some line has all alpha_m != 0 and no two (alpha_m, "
            "beta_m) equal up to sign.",
            r"(\alpha_m,\beta_m)\ne\pm(\alpha_n,\beta_n)",
            cite(ROOTS),
            general("on a curve of lines they are polynomials in one variable"),
            uses=("second-derivative", "augmented-rows", "rows-nonzero"),
        ),
        Step(
            "quadratics",
            "(alpha t + beta)^2 - (gamma t + delta)^2 has the coefficients alpha^2 - gamma^2 and 2 (alpha "
            "beta - gamma delta); when both are 0, gamma^2 (beta^2 - delta^2) = 0.",
            r"(\alpha t+\beta)^2-(\gamma t+\delta)^2=(\alpha^2-\gamma^2)t^2+2(\alpha\beta-\gamma\delta)t"
            r"+\beta^2-\delta^2,\qquad \gamma^2(\beta^2-\delta^2)=0",
            identity(
                [square, gamma**2 * (beta**2 - delta**2)],
                [
                    (alpha**2 - gamma**2) * T**2
                    + 2 * (alpha * beta - gamma * delta) * T
                    + beta**2
                    - delta**2,
                    0,
                ],
                [
                    (column(0, -(beta**2)), alpha**2 - gamma**2),
                    (column(0, alpha * beta + gamma * delta), alpha * beta - gamma * delta),
                ],
            ),
            general("one pair of rows on the line; gamma != 0"),
            then=(
                "So two exponents differ by a constant only for pairs (alpha, beta) that are equal up to "
                "sign."
            ),
            uses=("line",),
            mutants=(
                mutant(
                    "alpha beta = -2 gamma delta",
                    given=(
                        (column(0, -(beta**2)), alpha**2 - gamma**2),
                        (column(0, alpha * beta + gamma * delta), alpha * beta + 2 * gamma * delta),
                    ),
                ),
            ),
        ),
        Step(
            "exponentials",
            "As t -> infinity, t^n exp(-(quadratic or linear part)) tends to 0 whenever the exponent that "
            "is divided out decays slowest.",
            r"t^ne^{-at}\to0",
            cite(EXPONENTIAL),
            general("a fact about the exponential"),
            uses=("quadratics",),
        ),
        Step(
            "rewritten",
            "With s = 1/t, c alpha^2 (2 - (alpha t + beta)^2)/t^2 is c alpha^2 (2 s^2 - (alpha + beta s)^2).",
            r"c\,\alpha^2\bigl(2-(\alpha t+\beta)^2\bigr)s^2=c\,\alpha^2\bigl(2s^2-(\alpha+\beta s)^2\bigr)"
            r"\qquad(ts=1)",
            identity(
                c * alpha**2 * (2 - (alpha * T + beta) ** 2) * S**2,
                _leading(),
                [(-c * alpha**3 * (alpha * (T * S + 1) + 2 * beta * S), T * S - 1)],
            ),
            general("one row on the line"),
            uses=("exponentials",),
            mutants=(
                mutant("3 in place of 2", lhs=c * alpha**2 * (3 - (alpha * T + beta) ** 2) * S**2),
                mutant("alpha t - beta", lhs=c * alpha**2 * (2 - (alpha * T - beta) ** 2) * S**2),
            ),
        ),
        Step(
            "dominant",
            "c alpha^2 (2 s^2 - (alpha + beta s)^2) plus terms that tend to 0 tends to -c alpha^4 as s = 1/t "
            "tends to 0.",
            r"c\,\alpha^2\bigl(2s^2-(\alpha+\beta s)^2\bigr)+\varepsilon\to-c\,\alpha^4"
            r"\qquad(s,\varepsilon\to0)",
            limit(_leading() + eps, (S, eps), -c * alpha**4),
            general("eps stands for the other terms, each a power of t times a decaying exponential"),
            then=(
                "Divide sum of c_m alpha_m^2 (2 - (alpha_m t + beta_m)^2) exp(-(alpha_m t + beta_m)^2/2) = "
                "0 by its slowest exponential and by t^2: so c = 0, and again for the rest. Every merged "
                "coefficient is 0."
            ),
            uses=("rewritten",),
            mutants=(mutant("E'' = 2 phi: no leading power", expression=c * alpha**2 * 2 * S**2 + eps),),
        ),
        Step(
            "gelu-classes",
            "Rows (w_i, b_i) and -(w_i, b_i) of V leave the one coefficient D_i - V_1 - V_2.",
            r"D_iE(u)-V_1E(u)-V_2E(-u)=(D_i-V_1-V_2)\,E(u)",
            identity(
                D * even(u) - V * even(u) - V2 * even(-u), (D - V - V2) * even(u), [(-V2, even(-u) - even(u))]
            ),
            general("u = w_i.x + b_i; E(-u) = E(u) is all that is used of E"),
            then="It is 0.",
            uses=("dominant",),
            mutants=(mutant("E odd", given=((-V2, even(-u) + even(u)),)),),
        ),
    )


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    return (
        *_sufficient(),
        *_relu(),
        *_gelu(),
        occupied_step(("relu-classes", "gelu-classes", "columns-nonzero")),
        count_step(("occupied",)),
        Step(
            "sign",
            "|s| V = D gives V s u = sign(s) D u.",
            r"|s|V=D\;\Rightarrow\;V\,s\,(w,b)=\mathrm{sign}(s)\,D\,(w,b)",
            sign_cases(V * s * u, sgn(s) * D * u, {s: "+-"}, [(sgn(s) * u, mag(s) * V - D)]),
            general("u is one entry of (w_i, b_i); both signs"),
            then=(
                "Each class holds one row s (w_i, b_i) of V with |s| V = D_i, and its linear part is "
                "sign(s) D_i (w_i.x + b_i)/2."
            ),
            uses=("count",),
            mutants=(mutant("the sign dropped", rhs=D * u),),
        ),
        Step(
            "assemble",
            "A - B = A + B + 2 delta gives B = -delta; (A + k)/2 + c_0 = (A - k)/2 + c_0' gives c_0' - c_0 "
            "= k.",
            r"B=-\delta,\qquad c_0'-c_0=k",
            identity(
                [B, after - c],
                [-delta, const],
                [
                    (column(-half, 0), (A - B) - (A + B + 2 * delta)),
                    (column(-(B + delta), 2 * const), 2 * half - 1),
                    (column(0, -1), half * (const + A) + c - half * (A - const) - after),
                    (column(0, -const), 2 * half - 1),
                ],
            ),
            general("one entry; 1_2 is 1/2; the constants are 1_2 (A + k) + c_0 and 1_2 (A - k) + c_0'"),
            then=(
                "The first is (3); k is W_down[:,S] b[S], so the second is c_0' = c_0 + W_down[:,S] b[S]. "
                "Without output biases W_down[:,S] b[S] = 0 is needed as well."
            ),
            uses=("sign", "sufficient"),
            mutants=(
                mutant("I in place of 2 I", rhs=[-2 * delta, const]),
                mutant("c_0' = c_0", rhs=[-delta, 0]),
            ),
        ),
        *_instances(),
    )


BIASES = (Fraction(1, 2), -3, 2)
FLIPPED_ANSWER = {
    "V_up": [["-1", "0"], ["-1", "-1"], ["1", "-1"]],
    "V_down": [["-1", "0", "2"], ["1", "-1", "3"]],
    "V_b_up": ["-1/2", "3", "2"],
    "V_b_down": ["-1/2", "7/2"],
}


def _instances() -> tuple[Step, ...]:
    unmoved = {**FLIPPED_ANSWER, "V_b_down": ["0", "0"]}
    return (
        Step(
            "absorbed",
            "GELU, d = 2, N = 3, b = (1/2, -3, 2): with S = {0, 1} flipped and the output bias (-1/2, 7/2) "
            "the kernel accepts V.",
            r"F(x)+x=W_{\mathrm{down}}\sigma(C(W_{\mathrm{up}}x+b))+c_0',\qquad c_0'=(-\tfrac12,\tfrac72)",
            certified("absorbable", "gelu", (UP, DOWN, None), FLIPPED_ANSWER, biases=(BIASES, (0, 0))),
            bounded(d=2, N=3),
            uses=("assemble",),
            illustration=True,
            mutants=(
                mutant("without moving the output bias", evidence=unmoved),
                mutant("other biases", b_up=(1, -3, 2)),
            ),
        ),
        Step(
            "not-absorbed",
            "ReLU, d = 2, N = 3, the same b, weights without S: certified not absorbable.",
            r"\nexists V",
            certified("not-absorbable", "relu", (OPEN_UP, OPEN_DOWN, None), EXHAUST, biases=(BIASES, (0, 0))),
            bounded(d=2, N=3),
            uses=("assemble",),
            illustration=True,
            mutants=(mutant("the absorbable weights", W_up=UP, W_down=DOWN),),
        ),
    )


def _two_kinks() -> tuple[list[Expr], list[Expr]]:
    """x + 2 ReLU(x) + 5 ReLU(0 x + 1), the answer on the rows 1, -1 with output bias 5; no S exists."""
    block = x + 2 * relu(x) + 5 * relu(0 * x + 1)
    return [block, _theorem4.misses((2 * 1, 5 * 0), -1)], [3 * relu(x) - relu(-x) + 5, 9]


STATEMENT = Statement(
    id="biases",
    place=630,
    title="Theorem 4 with biases",
    words=(
        "Let f(x) = x + W_down sigma(W_up x + b) + c_0, sigma ReLU or GELU, no row of W_up zero, no two "
        "rows (w_i, b_i) collinear (GELU: not equal up to sign), no column of W_down zero; d = 1 is "
        "allowed. f is V_down sigma(V_up x + b') + c_0' of the same width exactly when some S satisfies "
        "(3). Without output biases W_down[:,S] b[S] = 0 is required too."
    ),
    latex=(
        r"\exists V,b',c_0'\;\Longleftrightarrow\;\exists S:\ "
        r"W_{\mathrm{down}}[:,S]\,W_{\mathrm{up}}[S,:]=-I_d"
    ),
    source=Source(None, None, "Theorem 4 with biases"),
    hypotheses=(
        Hypothesis(
            "augmented-rows",
            "no two rows (w_i, b_i) are collinear",
            r"(w_i,b_i)\nparallel(w_j,b_j)",
            Without(
                True,
                "With b = 0: rows e1, -e1, e2, -e2 and W_down = [[2,5,1,1],[1,1,3,7]] are absorbed although "
                "no S satisfies (3).",
                *_theorem4.opposed("relu"),
            ),
        ),
        Hypothesis(
            "rows-nonzero",
            "no row of W_up is zero, whatever its bias",
            r"w_i\ne0",
            Without(
                True,
                "d = 1, N = 2: x + 2 ReLU(x) + 5 ReLU(0 x + 1) = 3 ReLU(x) - ReLU(-x) + 5, and no S "
                "satisfies (3): the sums are 0 and 2, and the product of (sum + 1) over all S is 9.",
                sign_cases(*_two_kinks(), {x: "+0-"}),
                (
                    mutant("the output bias left out", rhs=[3 * relu(x) - relu(-x), 9]),
                    mutant("W_down = 2, -1", lhs=[_two_kinks()[0][0], _theorem4.misses((2, -1), -1)]),
                ),
            ),
        ),
        Hypothesis(
            "columns-nonzero",
            "no column of W_down is zero",
            r"(W_{\mathrm{down}})_{:,i}\ne0",
            Without(
                True,
                "d = 1, N = 2, b = (0, 1): x + 2 ReLU(x) + 0 ReLU(x + 1) = 3 ReLU(x) - ReLU(-x), and no S "
                "satisfies (3).",
                sign_cases(
                    [x + 2 * relu(x), _theorem4.misses((2, 0), -1)], [3 * relu(x) - relu(-x), 9], {x: "+0-"}
                ),
                (mutant("the skip left out", lhs=[2 * relu(x), 9]),),
            ),
        ),
        Hypothesis(
            "output-bias",
            "the residual-free MLP has an output bias",
            r"c_0'\text{ free}",
            Without(
                True,
                "ReLU, W_up = (1,0), (1,1), (1,-1), W_down = [[-1,0,2],[1,-1,3]], b = (1/2, -3, 2): with S "
                "= {0, 1} flipped and an output bias it is absorbed (step absorbed), and the kernel "
                "certifies that without output biases no V exists.",
                certified("not-absorbable", "relu", (UP, DOWN, None), EXHAUST, biases=(BIASES, None)),
                (mutant("b = 0", b_up=(0, 0, 0)), mutant("with an output bias", b_down=(0, 0))),
            ),
        ),
    ),
    steps=_steps,
    uses=("setup-parity", "lemma-6"),
)
