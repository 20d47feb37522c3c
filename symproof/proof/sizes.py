"""The sizes at which bounded steps are checked: named integers with a default and a range."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

Sizes = Mapping[str, int]

_ITEM = re.compile(r"([A-Za-z]+)=([0-9]{1,6})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Size:
    """A size that a statement lets the caller choose.

    Attributes:
        name: for instance ``"d"``.
        default: the value used when none is given.
        low: the smallest value at which the steps make sense.
        high: the largest value that keeps one step within a few seconds.
    """

    name: str
    default: int
    low: int
    high: int


def resolve(wanted: Iterable[Size], given: Mapping[str, int]) -> dict[str, int]:
    """The value of each wanted size; given names that are not wanted are left out.

    Where N is not given it is at least d.

    Raises:
        ValueError: when a value is out of range, or N < d.
    """
    chosen: dict[str, int] = {}
    for size in wanted:
        value = given.get(size.name, size.default)
        if not size.low <= value <= size.high:
            raise ValueError(f"{size.name} must be between {size.low} and {size.high}, got {value}")
        chosen[size.name] = value
    if "N" in chosen and "N" not in given:
        chosen["N"] = max(chosen["N"], chosen.get("d", 0))
    if "N" in chosen and chosen["N"] < chosen.get("d", 0):
        raise ValueError(f"N >= d is required, got N = {chosen['N']}, d = {chosen['d']}")
    return chosen


def parse(text: str) -> dict[str, int]:
    """The sizes named by a text such as ``d=3,N=5``.

    >>> parse("d=3,N=5")
    {'d': 3, 'N': 5}

    Raises:
        ValueError: when an item is not ``name=number`` or a name is repeated.
    """
    chosen: dict[str, int] = {}
    for item in text.split(","):
        match = _ITEM.fullmatch(item.strip())
        if match is None:
            raise ValueError(f"sizes look like d=3,N=5; found {item!r}")
        if match[1] in chosen:
            raise ValueError(f"size {match[1]} is given twice")
        chosen[match[1]] = int(match[2])
    return chosen
