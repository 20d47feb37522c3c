"""Small statements for tests of the engine."""

from __future__ import annotations

from typing import Any

from sympy import symbols

from symproof.proof.check import Check
from symproof.proof.checks.polynomial import identity
from symproof.proof.props import Prop, equal
from symproof.proof.readings import shown
from symproof.proof.references import by, ref
from symproof.proof.rules import algebra
from symproof.proof.statement import Given, Hypothesis, Statement, Without
from symproof.proof.step import Mutant, Written, bounded, mutant
from symproof.proof.step import step as proof_step

x, y = symbols("x y")
SQUARES = equal(x**2, y**2)
NAMES = {"x": "a number", "y": "a number", "n": "a number", "a": "a number", "b": "a number"}


def square(**changes: object) -> Check:
    """(x + y)^2 = x^2 + 2 x y + y^2, or the same with altered data."""
    check = identity((x + y) ** 2, x**2 + 2 * x * y + y**2)
    return check.altered(changes) if changes else check


def step(
    name: str,
    conclusion: Prop = SQUARES,
    uses: tuple[str, ...] = (),
    illustration: bool = False,
    mutants: tuple[Mutant, ...] = (),
) -> Written:
    """x^2 = y^2 (or another conclusion) from the supposition x = y; other names are mentioned besides."""
    refs = [by("root", times=x + y), *(by(ref(other).name, times=[]) for other in uses)]
    if illustration:
        mutants = (mutant("no mixed term", rhs=x**2 + y**2),)
        return Written(name, None, shown(square(), *uses), bounded(n=1), mutants, illustration=True)
    return proof_step(name, conclusion, algebra(*refs), *mutants)


def hypothesis(name: str, needed: bool | None = False, prop: Prop | None = None) -> Hypothesis:
    """A hypothesis that is not needed, or one whose example is the square."""
    check = square() if needed else None
    mutants = (mutant("no mixed term", rhs=x**2 + y**2),) if needed else ()
    return Hypothesis(name, prop or equal(x - y), Without(needed, "an example", check, mutants))


def statement(
    *steps: Written, hypotheses: tuple[Hypothesis, ...] = (), id: str = "test", **more: Any
) -> Statement:
    """A statement made of the given steps, with the supposition x = y."""
    says = " and ".join(["it is a test", *(f"[{item.name}]({item.name})" for item in hypotheses)])
    about = {"id": id, "place": 1, "title": "a test", "says": says, "v2": "Proposition 0", "v1": None}
    more = {"suppose": (Given("root", equal(x, y)),), "names": NAMES, **more}
    return Statement(about, hypotheses, lambda sizes: steps, **more)
