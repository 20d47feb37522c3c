"""What the statement says, in one line. (Copy this file to NAME.py: it is then found, listed, run and shown.)

Write the proof as a chain: every step names in `uses` the steps, hypotheses and statements it rests on, the
last proof step is the conclusion, and the engine refuses steps that nothing rests on. Choose the check by
what must be believed (`symproof.proof.kinds`), give every step a mutant that is false, and every hypothesis
an exact example of what happens without it, or an honest note.
"""

from __future__ import annotations

from sympy import symbols

from symproof.proof.checks.cases import mag, sign_cases
from symproof.proof.checks.polynomial import identity
from symproof.proof.sizes import Size, Sizes
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, bounded, general, mutant

x, y = symbols("x y")


def _steps(sizes: Sizes) -> tuple[Step, ...]:
    n = sizes["n"]
    powers = sum(x**i * y ** (n - 1 - i) for i in range(n))
    return (
        Step(
            name="factor",
            claim=f"x^{n} - y^{n} is (x - y) times the sum of the mixed powers.",
            formula=rf"x^{{{n}}}-y^{{{n}}}=(x-y)\sum_ix^iy^{{{n}-1-i}}",
            check=identity(x**n - y**n, (x - y) * powers),
            scope=bounded(n=n),
            mutants=(mutant("x + y in place of x - y", rhs=(x + y) * powers),),
        ),
        Step(
            name="root",
            claim="So x = y makes x^n - y^n zero.",
            formula=r"x=y\;\Rightarrow\;x^n=y^n",
            check=identity((x - y) * symbols("s"), 0, [(symbols("s"), x - y)]),
            scope=general("s is the sum, whatever n is"),
            uses=("factor", "equal"),
            mutants=(mutant("x = y + 1", given=((symbols("s"), x - y - 1),)),),
        ),
    )


STATEMENT = Statement(
    id="template",
    place=9999,
    title="a short name",
    words="If x = y, then x^n = y^n.",
    latex=r"x=y\;\Rightarrow\;x^n=y^n",
    source=Source(v2=None, v1=None, where="section or page"),
    hypotheses=(
        Hypothesis(
            name="equal",
            text="x = y",
            latex=r"x=y",
            without=Without(
                True,
                "|x| = |-x|, so even powers do not need it, but x = 1, y = -1 and n = 3 do: 1 - (-1) = 2.",
                sign_cases(mag(x) ** 3 - x**3, 2 * mag(x) ** 3, {x: "-"}),
                (mutant("n = 2", lhs=mag(x) ** 2 - x**2),),
            ),
        ),
    ),
    steps=_steps,
    sizes=(Size("n", 3, 2, 9),),
    uses=(),
)
