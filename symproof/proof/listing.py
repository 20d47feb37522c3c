"""The list of statements, from the literals that stand first in their files: nothing else is imported."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from symproof.layout import columns

_SHORT = {"Proposition": "Prop", "Corollary": "Cor", "Theorem": "Thm"}


def number(name: str | None) -> str:
    """A name of the paper, short enough for a table."""
    if name is None:
        return "-"
    for long, short in _SHORT.items():
        name = name.replace(long, short)
    return name.split(",")[0].split(" (after")[0]


def is_new(about: Mapping[str, Any]) -> bool:
    """Whether a statement is in neither version of the paper."""
    return about.get("v2") is None and about.get("v1") is None


def list_rows(abouts: Sequence[Mapping[str, Any]]) -> list[str]:
    """The statements, one a row, from the literals that stand first in their files."""
    rows = []
    for about in abouts:
        v2 = "new" if is_new(about) else number(about.get("v2"))
        rows.append((about["id"], v2, number(about.get("v1")), about["title"]))
    return columns(("statement", "v2", "v1", "title"), rows, spare=("v1", "v2"))
