"""Every formula of a statement lies in the subset of LaTeX that the package typesets."""

from __future__ import annotations

import pytest

from symproof.paper import statements
from symproof.proof.sizes import resolve
from symproof.render.tex import to_mathml


@pytest.mark.parametrize("item", statements(), ids=lambda item: item.id)
def test_formulas_are_typeset(item) -> None:
    formulas = [item.latex, *(hypothesis.latex for hypothesis in item.hypotheses)]
    formulas += [step.formula for step in item.steps(resolve(item.sizes, {}))]
    for formula in formulas:
        assert to_mathml(formula).startswith("<math"), formula
