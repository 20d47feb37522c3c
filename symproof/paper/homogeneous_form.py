"""A positively homogeneous function of one variable is a z^k and b |z|^k on the two half-lines."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sympy import symbols

from symproof.paper._symbols import column, sigma
from symproof.proof.checks.cases import mag, pos, pw, sgn, sign_cases
from symproof.proof.checks.limits import limit
from symproof.proof.checks.polynomial import identity
from symproof.proof.facts import POWERS, cite
from symproof.proof.sizes import Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, general, mutant

lam, z, k, a, b, s, q, e, P = symbols("lambda z k a b sigma0 q e |z|^k")


def _form(left: Any, right: Any) -> Callable[[Any], Any]:
    """a |z|^k for z > 0 and b |z|^k for z < 0, as an expression."""

    def at(argument: Any) -> Any:
        return left * pos(argument) * pw(mag(argument), k) + right * pos(-argument) * pw(mag(argument), k)

    return at


def _mixed(argument: int) -> int:
    """z + z^2, which is not homogeneous."""
    return argument + argument**2


def _step(argument: Any) -> Any:
    """1 for z >= 0 and 0 for z < 0."""
    return 1 - pos(-argument)


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    form = _form(a, b)
    other = (a + b + (a - b) * sgn(z)) / 2 * pw(mag(z), k)
    return (
        Step(
            "half-lines",
            "With lambda = |z| the hypothesis at the points 1 and -1 gives sigma(z) = |z|^k sigma(1) for z "
            "> 0 and |z|^k sigma(-1) for z < 0.",
            r"\sigma(|z|\cdot 1)=|z|^k\sigma(1),\qquad \sigma(|z|\cdot(-1))=|z|^k\sigma(-1)",
            identity(
                [sigma(z), sigma(-z)],
                [a * P, b * P],
                [
                    (column(1, 0), sigma(z) - P * sigma(1)),
                    (column(0, 1), sigma(-z) - P * sigma(-1)),
                    (column(P, 0), sigma(1) - a),
                    (column(0, P), sigma(-1) - b),
                ],
            ),
            general("z > 0 is the factor; a = sigma(1) and b = sigma(-1)"),
            uses=("homogeneous",),
            mutants=(mutant("the two half-lines exchanged", rhs=[b * P, a * P]),),
        ),
        Step(
            "powers",
            "For k > 0 the power 2^k is 1 + e with e > 0, and |z|^k tends to 0 as z tends to 0.",
            r"2^k=1+e,\ e>0;\qquad |z|^k\to 0",
            cite(POWERS),
            general("a fact about real powers"),
            uses=("k-positive",),
        ),
        Step(
            "zero",
            "At z = 0 and lambda = 2: sigma(0) = 2^k sigma(0), so e sigma(0) = 0, and sigma(0) = 0.",
            r"\sigma(0)=2^k\sigma(0)\;\Rightarrow\;\sigma(0)=0",
            identity(s, 0, [(-q, s - (1 + e) * s), (-s, q * e - 1)]),
            general("q is the inverse of e"),
            uses=("homogeneous", "powers"),
            mutants=(mutant("k = 0: 2^k = 1", given=((-q, s - s), (-s, q * e - 1))),),
        ),
        Step(
            "continuous",
            "A constant times |z|^k tends to 0 as |z|^k does.",
            r"a\,|z|^k\to0,\qquad b\,|z|^k\to0\qquad(z\to0)",
            limit([a * P, b * P], (P,), [0, 0]),
            general("P = |z|^k tends to 0, a and b are constants"),
            then="On both half-lines sigma is such a product, so it tends to 0 = sigma(0).",
            uses=("half-lines", "powers", "zero"),
            mutants=(mutant("a constant remains", expression=[a * P + 1, b * P]),),
        ),
        Step(
            "conversely",
            "Every function of this form, which is also (a + b + (a - b) sgn z) |z|^k / 2, is homogeneous "
            "of degree k.",
            r"a\,(\lambda z)_+^k+b\,(\lambda z)_-^k=\lambda^k\,(a\,z_+^k+b\,z_-^k)",
            sign_cases([form(lam * z), form(z)], [pw(lam, k) * form(z), other], {z: "+0-", lam: "+"}),
            general("a, b, k are symbols; the signs of z are tried"),
            uses=("continuous", "half-lines"),
            mutants=(
                mutant("degree 2k claimed", rhs=[pw(lam, k) ** 2 * form(z), other]),
                mutant("a and b exchanged after scaling", lhs=[_form(b, a)(lam * z), form(z)]),
            ),
        ),
    )


STATEMENT = Statement(
    id="homogeneous-form",
    place=190,
    title="what positively homogeneous activations are",
    words=(
        "sigma(lambda z) = lambda^k sigma(z) for all lambda > 0, with k > 0, holds exactly when sigma(z) = "
        "a z^k for z > 0, b |z|^k for z < 0 and 0 at 0; such a sigma is continuous."
    ),
    latex=r"\sigma(z)=a\,z_+^k+b\,z_-^k,\qquad a=\sigma(1),\ b=\sigma(-1)",
    source=Source("in Proposition 1", "in Proposition 5", "section 3"),
    hypotheses=(
        Hypothesis(
            "homogeneous",
            "sigma(lambda z) = lambda^k sigma(z) for all lambda > 0",
            r"\sigma(\lambda z)=\lambda^k\sigma(z)",
            Without(
                True,
                "sigma(z) = z + z^2 is not of the form on z > 0 for any k: sigma(4) sigma(1) = 40 and "
                "sigma(2)^2 = 36, while a 4^k a = (a 2^k)^2.",
                identity(_mixed(4) * _mixed(1) - _mixed(2) ** 2, 4),
                (
                    mutant(
                        "sigma(z) = 3 z^2, which is of the form",
                        lhs=(3 * 4**2) * (3 * 1**2) - (3 * 2**2) ** 2,
                    ),
                ),
            ),
        ),
        Hypothesis(
            "k-positive",
            "k > 0",
            r"k>0",
            Without(
                True,
                "k = 0: sigma(z) = 1 for z >= 0 and 0 for z < 0 has sigma(lambda z) = sigma(z), and "
                "sigma(0) = 1.",
                sign_cases(
                    [_step(lam * z), _step(0 * z), _step(z)],
                    [_step(z), 1, pos(z) + 1 - mag(sgn(z))],
                    {z: "+0-", lam: "+"},
                ),
                (
                    mutant("sigma(lambda z) = 2 sigma(z)", rhs=[2 * _step(z), 1, _step(z)]),
                    mutant("sigma(0) = 0", rhs=[_step(z), 0, _step(z)]),
                ),
            ),
        ),
    ),
    steps=_steps,
)
