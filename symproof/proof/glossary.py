"""What the named quantities are, in words."""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module

from symproof.proof.statement import Statement
from symproof.proof.terms import name_of


def glossary() -> Mapping[str, str]:
    """The quantities that several statements share."""
    found: Mapping[str, str] = import_module("symproof.paper._names").GLOSSARY
    return found


def glossary_of(statement: Statement) -> list[str]:
    """The quantities that a statement names, a line each, in the order of their names."""
    explained = {**glossary(), **statement.names}
    props = [item.prop for item in statement.assumptions.values()]
    props += [step.conclusion for step in statement.conclusions if step.conclusion is not None]
    names = {name_of(one) for prop in props for one in prop.symbols}
    ordered = sorted(names, key=lambda name: (name.lower(), name))
    return [f"{name}: {explained.get(name, 'not explained')}" for name in ordered]
