"""What a name means: the definitions of `library`, read by the grammar and filled in."""

from __future__ import annotations

from functools import cache

from symproof.functions.expression import Call, Expr, Param, children, rebuild, substitute
from symproof.functions.grammar import parse
from symproof.functions.library import FUNCTIONS


@cache
def definition(name: str) -> Expr | None:
    """The definition of a function in z and its parameters; None when it is primitive."""
    function = FUNCTIONS[name]
    if function.formula is None:
        return None
    return parse(function.formula, [Param(parameter.name) for parameter in function.parameters])


def define(e: Call) -> Expr | None:
    """The definition of a call, one step; None when the function is primitive."""
    meaning = definition(e.name)
    if meaning is None:
        return None
    u, *given = e.args
    return substitute(meaning, u, arguments(e.name, tuple(given)))


def arguments(name: str, given: tuple[Expr, ...] = ()) -> dict[str, Expr]:
    """The parameters of a function by name: those given, in order, and the defaults of the others."""
    found = {}
    for i, parameter in enumerate(FUNCTIONS[name].parameters):
        if i < len(given):
            found[parameter.name] = given[i]
        elif parameter.default is not None:
            found[parameter.name] = parse(parameter.default)
    return found


def primitive(e: Expr) -> Expr:
    """e with every abbreviation written out: only the primitive functions are left."""
    while isinstance(e, Call) and (meaning := define(e)) is not None:
        e = meaning
    return rebuild(e, tuple(primitive(part) for part in children(e)))
