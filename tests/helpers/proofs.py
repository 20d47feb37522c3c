"""Small statements for tests of the engine."""

from __future__ import annotations

from sympy import symbols

from symproof.proof.check import Check
from symproof.proof.checks.polynomial import identity
from symproof.proof.statement import Hypothesis, Source, Statement, Without
from symproof.proof.step import Step, general, mutant

x, y = symbols("x y")


def square(**changes: object) -> Check:
    """(x + y)^2 = x^2 + 2 x y + y^2, or the same with altered data."""
    check = identity((x + y) ** 2, x**2 + 2 * x * y + y**2)
    return check.altered(changes) if changes else check


def step(
    name: str, check: Check | None = None, uses: tuple[str, ...] = (), illustration: bool = False
) -> Step:
    """A step with one mutant that fails."""
    return Step(
        name,
        "The square of a sum.",
        "(x+y)^2=x^2+2xy+y^2",
        check or square(),
        general("an identity"),
        uses=uses,
        mutants=(mutant("no mixed term", rhs=x**2 + y**2),),
        illustration=illustration,
    )


def hypothesis(name: str, needed: bool | None = False) -> Hypothesis:
    """A hypothesis that is not needed, or one whose example is the square."""
    check = square() if needed else None
    mutants = (mutant("no mixed term", rhs=x**2 + y**2),) if needed else ()
    return Hypothesis(name, name, name, Without(needed, "an example", check, mutants))


def statement(
    *steps: Step, hypotheses: tuple[Hypothesis, ...] = (), uses: tuple[str, ...] = (), id: str = "test"
) -> Statement:
    """A statement made of the given steps."""
    return Statement(
        id=id,
        place=1,
        title="a test",
        words="The square of a sum.",
        latex="(x+y)^2",
        source=Source("Proposition 0", None),
        hypotheses=hypotheses,
        steps=lambda sizes: steps,
        uses=uses,
    )
