"""The statements of the paper, one file each, found by discovery: a new statement is one new file.

A file that defines ``STATEMENT`` is a statement; names that begin with an underscore are helpers.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import TYPE_CHECKING, Any

from symproof.errors import or_else

if TYPE_CHECKING:
    from symproof.proof.statement import Statement
    from symproof.proof.stepper import Proof


@cache
def statements() -> tuple[Statement, ...]:
    """All statements, in the order of the paper."""
    found = []
    for module in iter_modules(__path__):
        if not module.name.startswith("_"):
            found.append(import_module(f"{__name__}.{module.name}").STATEMENT)
    return tuple(sorted(found, key=lambda statement: (statement.place, statement.id)))


def abouts() -> tuple[Mapping[str, Any], ...]:
    """What each statement is called and where it stands, in the order of the paper, without running its file.

    Raises:
        ValueError: when a file has no literal ``ABOUT`` before its first function.
    """
    from ast import literal_eval

    found = []
    for path in sorted(Path(__path__[0]).glob("[!_]*.py")):
        _, mark, rest = path.read_text(encoding="utf-8").partition("\nABOUT = {")
        if not mark:
            raise ValueError(f"{path.name} has no literal ABOUT")
        found.append(literal_eval("{" + rest[: rest.index("}")] + "}"))
    return tuple(sorted(found, key=lambda about: (about["place"], about["id"])))


def statement(name: str) -> Statement:
    """The statement with that id.

    Raises:
        KeyError: when there is none; the message names those that may be meant.
    """
    names = [found.name for found in iter_modules(__path__) if not found.name.startswith("_")]
    module = name.replace("-", "_")
    if module in names:
        item: Statement = import_module(f"{__name__}.{module}").STATEMENT
        return item
    raise KeyError(f"there is no statement {name!r}{or_else(meant(name))}; `symproof list` names them")


def meant(name: str) -> list[str]:
    """The ids that a reader may mean: by the number in the paper, v2 before v1, or by its spelling.

    >>> meant("Theorem 4"), meant("thm4"), meant("corollary_5")
    (['thm-4-relu', 'thm-4-gelu'], ['thm-4-relu', 'thm-4-gelu'], ['cor-5'])
    """
    word = _bare(name)
    found: Any = abouts()
    ways: tuple[Callable[[Mapping[str, Any]], str], ...] = (
        lambda about: about["id"], lambda about: about.get("v2") or "", lambda about: about.get("v1") or ""
    )  # fmt: skip
    for way in ways:
        if close := [about["id"] for about in found if re.match(rf"{word}(?![0-9])", _bare(way(about)))]:
            return close
    return get_close_matches(name.lower(), [about["id"] for about in found], n=3)


def _bare(name: str) -> str:
    """Letters and digits, long words of the paper short."""
    word = re.sub(r"[^a-z0-9]", "", name.lower())
    for long, short in (("theorem", "thm"), ("proposition", "prop"), ("corollary", "cor")):
        word = word.replace(long, short)
    return word


def get(name: str, sizes: Mapping[str, int] | None = None) -> Proof:
    """The proof of a statement, to step through.

    Args:
        name: the id, for instance ``"thm-4-relu"``.
        sizes: sizes of bounded steps, for instance ``{"d": 3, "N": 5}``.

    Raises:
        KeyError: when there is no such statement.
        ValueError: when a size is out of range.
    """
    from symproof.proof.stepper import Proof

    return Proof(statement(name), sizes, _typeset)


def _typeset(latex: str) -> str:
    """The formula as MathML, or as it is written when it is outside the subset that is converted."""
    from html import escape

    from symproof.render.tex import TexError, to_mathml

    try:
        return to_mathml(latex, display=True)
    except TexError:
        return f"<code>{escape(latex)}</code>"
